"""Heuristics that users write: make a card of any function of a board or a state."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Sequence
from functools import partial
from numbers import Real
from typing import Any, Protocol

from npuzzle.errors import InvalidHeuristicError, NPuzzleError, require, shown
from npuzzle.heuristics.base import Heuristic, HeuristicCard, Prepared, is_built_in
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import board_of
from npuzzle.puzzle.shape import Slide
from npuzzle.registry import AUTO

#: What a function can be given, by the names of its parameters.
PARAMETERS = {
    "board": "the Board, its tiles as people number them",
    "goal": "the goal, a Board too",
    "state": "for each cell the home cell of what lies there",
    "shape": "rows and columns",
    "home": "the blank's goal cell",
}

SOURCE = "<heuristic>"  # the file name under which text is compiled, to find its lines in a traceback
MAX_ESTIMATE = 1e15  # a larger estimate is refused: it would make sums inexact


class HasCard(Protocol):
    """What stands for a heuristic, such as a certificate."""

    @property
    def card(self) -> HeuristicCard:
        """The card of that heuristic."""


#: What `as_card` takes: a name, a card, a class, a function, or a certificate.
HeuristicLike = str | HeuristicCard | type[Heuristic] | Callable[..., Any] | HasCard


def from_function(
    function: Callable[..., Any],
    *,
    name: str = "",
    admissible: bool = False,
    consistent: bool = False,
) -> HeuristicCard:
    """Make a card of a function that takes some of `board`, `goal`, `state`, `shape`, `home` by name.

    >>> card = from_function(lambda board, goal: sum(map(int.__ne__, board.tiles, goal.tiles)), name="off")
    >>> card.make(Board.parse("1 2/3 0")).estimate((0, 1, 3, 2))
    2

    Both claims are yours to make; `npuzzle.lab.certify` finds out whether they are true. Every value that the
    function returns is checked. Raises InvalidHeuristicError.
    """
    wanted = _parameters(function)
    require(name, str, "the name of a heuristic is text", InvalidHeuristicError)
    for claim, value in (("admissible", admissible), ("consistent", consistent)):
        require(value, bool, f"{claim} is true or false", InvalidHeuristicError)
    name = name or getattr(function, "__name__", type(function).__name__).strip("<>")
    return _card(
        name,
        function.__doc__,
        partial(_Function, name, function, wanted),
        admissible=admissible,
        consistent=consistent,
    )


def call_heuristic(ask: Callable[[], object], name: str, state: Sequence[int], goal: Board) -> float:
    """Return `ask()`: a number, 0 or more. Raises InvalidHeuristicError, with the board, for all else."""
    try:
        value = ask()
        if type(value) is not int and type(value) is not float and isinstance(value, Real):
            value = float(value)  # from numpy, or a Fraction
    except InvalidHeuristicError:
        raise
    except (Exception, SystemExit) as error:
        line = line_of(error)
        what = (
            f"{name} raised {type(error).__name__} ({error})"
            if line is None
            else f"{describe_exception(error)},"
        )
        raise InvalidHeuristicError(f"{what} for the board {board_of(state, goal)}", line) from error
    if isinstance(value, (int, float)) and 0 <= value <= MAX_ESTIMATE:
        return value
    raise InvalidHeuristicError(
        f"a heuristic gives a number, 0 or more; {name} gave {_brief(value)} "
        f"for the board {board_of(state, goal)}"
    )


def iter_prepare(heuristic: Heuristic, name: str, engine: str = AUTO) -> Generator[float, None, Prepared]:
    """Run its `iter_prepare` bit by bit. Raises InvalidHeuristicError for any error in it."""
    try:
        prepared = yield from heuristic.iter_prepare(engine)
    except NPuzzleError:
        raise
    except (Exception, SystemExit) as error:
        raise InvalidHeuristicError(
            f"{name} raised {type(error).__name__} ({error}) as it got ready", line_of(error)
        ) from error
    return prepared if isinstance(prepared, Prepared) else Prepared()


def line_of(error: BaseException) -> int | None:
    """Find the innermost line of the text named SOURCE in a traceback; None if there is none."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == SOURCE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def describe_exception(error: BaseException) -> str:
    """Describe an error as the last line of a traceback does, after the number of the line at fault.

    >>> describe_exception(KeyError("off"))
    "KeyError: 'off'"
    """
    line = line_of(error)
    where = "" if line is None else f"line {line}: "
    return f"{where}{type(error).__name__}: {error}".removesuffix(": ")


def _brief(value: object) -> str:
    """Return a short text for any value."""
    try:
        return f"{value!r:.40}"
    except ValueError:  # an int of thousands of digits
        return "a number far too large"
    except Exception:  # somebody's class whose repr raises
        return f"a {type(value).__name__}"


def instantiate(card: HeuristicCard, goal: Board) -> Heuristic:
    """Make the heuristic of a card for a goal. Unless it is built in, every value it returns is checked.

    Raises InvalidHeuristicError for boards larger than it takes.
    """
    card.require_shape(goal.shape)
    heuristic = card.make(goal)
    return (
        heuristic if is_built_in(card) or isinstance(heuristic, _Function) else _Checked(heuristic, card.name)
    )


class _Checked(Heuristic):
    """A heuristic that somebody wrote: it gets only tuples, and must return numbers, 0 or more."""

    def __init__(self, heuristic: Heuristic, name: str) -> None:
        super().__init__(heuristic.goal)
        self._heuristic, self._name = heuristic, name

    def iter_prepare(self, engine: str = AUTO) -> Generator[float, None, Prepared]:
        return iter_prepare(self._heuristic, self._name, engine)

    def estimate(self, state: Sequence[int]) -> float:
        state = tuple(state)
        return call_heuristic(lambda: self._heuristic.estimate(state), self._name, state, self.goal)

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        state = tuple(state)
        return call_heuristic(lambda: self._heuristic.step(h, state, slide), self._name, state, self.goal)


class _Function(Heuristic):
    """A heuristic that calls a function for every state."""

    def __init__(self, name: str, function: Callable[..., Any], wanted: tuple[str, ...], goal: Board) -> None:
        super().__init__(goal)
        self._name, self._function = name, function
        self._fixed = {name: getattr(self, name) for name in wanted if name in ("goal", "shape", "home")}
        self._wants_state, self._wants_board = "state" in wanted, "board" in wanted

    def estimate(self, state: Sequence[int]) -> float:
        given = dict(self._fixed)
        if self._wants_state:
            given["state"] = tuple(state)
        if self._wants_board:
            given["board"] = board_of(state, self.goal)
        return call_heuristic(lambda: self._function(**given), self._name, state, self.goal)


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the parameters to give. Raises InvalidHeuristicError if there are others."""
    if not callable(function):
        raise InvalidHeuristicError(
            f"a heuristic is a name, a card, a class or a function, got {shown(function)}"
        )
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError) as error:
        raise InvalidHeuristicError(f"cannot see what {function!r:.60} takes: {error}") from None
    open_ended = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    named = [p for p in parameters if p.kind not in open_ended]
    names = tuple(p.name for p in named if p.default is p.empty or p.name in PARAMETERS)
    strange = [name for name in names if name not in PARAMETERS]
    by_place = [p.name for p in parameters if p.kind is p.POSITIONAL_ONLY]
    if strange or by_place or not names:
        known = ", ".join(PARAMETERS)
        takes = f"takes {', '.join(strange or by_place)}" if names else "takes nothing"
        raise InvalidHeuristicError(f"a heuristic takes some of {known}, by these names; this one {takes}")
    return names


def card_of_class(kind: type[Heuristic]) -> HeuristicCard:
    """Make a card of a class; it claims nothing."""
    return _card(kind.__name__, kind.__doc__, kind)


def _card(
    name: str,
    doc: str | None,
    make: Callable[[Board], Heuristic],
    *,
    admissible: bool = False,
    consistent: bool = False,
) -> HeuristicCard:
    summary = (doc or "").strip().split("\n")[0] or "a heuristic of one's own"
    return HeuristicCard(
        name=name, label=name, summary=summary, make=make, admissible=admissible, consistent=consistent
    )
