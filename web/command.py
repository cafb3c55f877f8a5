"""Commands: the changes that a state can undergo. No browser in here.

A command is a function from a state, and from a press, a text or a result, to the next state:

    command = Commands[LabState]()

    @command(Phase.FREE)
    def choose_example(state: LabState, name: str) -> LabState:
        return replace(state, text=NAMED[name].source)

In any other phase the command changes nothing. A call, `choose_example("first")`, only describes the change:
a link can hold the call, a store carries it out, and a test can make thousands of calls. Other commands use
the function itself, `choose_example.change`. HTML names a command: `data-press="choose_example"`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, IntFlag, auto
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar


class Spoken(Protocol):
    """A state whose `spoken` is the last command's announcement for screen readers."""

    @property
    def phase(self) -> Enum: ...
    @property
    def spoken(self) -> str: ...


S = TypeVar("S", bound=Spoken)
P = ParamSpec("P")


class Kind(IntFlag):
    """The kind of a command of the page, for the rules that follow every command."""

    SLIDE = auto()  # a move by hand
    BY_HAND = auto()  # does not change the cells that Reset restores
    BEGIN = auto()  # the user begins a board of their own, not a lent one
    DESCRIBED = auto()  # the command itself records where its board is from
    TYPE = auto()  # Undo treats all typing in one field as a single change
    HISTORY = auto()  # sets the history itself, so that no entry is added
    STEP = auto()  # there may be 60 such commands per second


PLAIN = Kind(0)

PLAIN_KINDS: dict[str, Callable[[str], object]] = {"str": str, "int": int, "bool": bool}


@dataclass(frozen=True, slots=True)
class Call:
    """A command with its arguments."""

    command: Command[Any, Any]
    args: tuple[Any, ...]

    def __getitem__(self, name: str) -> Any:
        return self.args[self.command.names.index(name)]


class Command(Generic[S, P]):
    """A function that changes a state, and the phases in which it may do so."""

    def __init__(self, change: Callable[Concatenate[S, P], S], phases: frozenset[Enum], kind: Kind) -> None:
        self.change, self.phases, self.kind = change, phases, kind
        code = change.__code__
        self.name, self.__doc__ = change.__name__, change.__doc__
        self.names = code.co_varnames[1 : code.co_argcount]
        values = change.__defaults__ or ()
        self._defaults = dict(zip(self.names[len(self.names) - len(values) :], values))

    def __call__(self, *args: P.args, **named: P.kwargs) -> Call:
        if len(args) < len(self.names):
            given = {**self._defaults, **dict(zip(self.names, args)), **named}
            args = tuple(given[name] for name in self.names)  # type: ignore[assignment]
        return Call(self, args)

    def read(self, *values: Any) -> Call:
        """Build the call from HTML values. Each text is converted as its argument needs."""
        pairs = zip(self.plain_kinds(), values)
        return self(*[kind(value) if isinstance(value, str) else value for kind, value in pairs])  # type: ignore

    def plain_kinds(self) -> list[Callable[[str], object]]:
        """Return, for each argument, the function that converts HTML's text: to str, int, bool or an Enum.

        Raises TypeError if an argument has another type, such as an answer of the solver: HTML cannot call
        that command.
        """
        kinds: list[Callable[[str], object]] = []
        for name in self.names:
            kind = self.change.__annotations__[name]
            known: Any = PLAIN_KINDS.get(kind) or self.change.__globals__.get(kind)
            if not (isinstance(known, type) and issubclass(known, str | int | Enum)):
                raise TypeError(f"HTML cannot call {self}: its {name} is a {kind}")
            kinds.append(known)
        return kinds

    def __repr__(self) -> str:
        return self.name

    def may(self, state: S) -> bool:
        """Return whether the command does something in the state's phase."""
        return not self.phases or state.phase in self.phases


class Commands(Generic[S]):
    """The commands of one kind of state, by name. Calling the object returns the decorator for a command."""

    def __init__(self) -> None:
        self.by_name: dict[str, Command[S, Any]] = {}

    def __call__(
        self, *phases: Enum, kind: Kind = PLAIN
    ) -> Callable[[Callable[Concatenate[S, P], S]], Command[S, P]]:
        """Return a decorator that makes a function a command for these phases, by default for all."""

        def make(change: Callable[Concatenate[S, P], S]) -> Command[S, P]:
            made = Command(change, frozenset(phases), kind)
            self.by_name[made.name] = made
            return made

        return make


def perform(state: S, call: Call) -> S:
    """Return the state after a call, or the same object if it changes nothing."""
    if not call.command.may(state):
        return state
    quiet = replace(state, spoken="") if state.spoken else state  # type: ignore[type-var]
    after: S = call.command.change(quiet, *call.args)
    return state if after is quiet else after
