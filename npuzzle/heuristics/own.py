"""Your own heuristic, a function or a class: make its card, and check each of its estimates.

This module is a layer below the searches, because combinations take functions too. Code that needs a search
as well, or reads a text or a file, is in `npuzzle.own`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, Protocol

from npuzzle.errors import InvalidHeuristicError, NPuzzleError, line_of, quote, require
from npuzzle.heuristics.base import (
    BUILT_IN,
    Heuristic,
    HeuristicCard,
    Prepared,
    call_heuristic,
    is_built_in,
    is_made_by,
)
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import board_of
from npuzzle.puzzle.shape import Slide
from npuzzle.registry import AUTO

#: By name of each parameter that a function can have: the value that the function gets for it.
PARAMETERS = {
    "board": "the Board, its tiles as people number them",
    "goal": "the goal, a Board too",
    "state": "for each cell, the home cell of the tile or blank in it",
    "shape": "rows and columns",
    "home": "the blank's goal cell",
}

#: The values for a function whose parameters have other names.
BY_PLACE = ("board", "goal")


class HasCard(Protocol):
    """An object that can be used as a heuristic, such as a certificate."""

    @property
    def card(self) -> HeuristicCard:
        """The card of that heuristic."""


#: The argument of `as_card`: a name, a card, a class, a function, or a certificate.
HeuristicLike = str | HeuristicCard | type[Heuristic] | Callable[..., Any] | HasCard


def from_function(
    function: Callable[..., Any],
    *,
    name: str = "",
    admissible: bool = False,
    consistent: bool = False,
) -> HeuristicCard:
    """Turn a function into a heuristic.

    Parameters
    ----------
    function
        A function of the board, or of the board and the goal: its parameters may have any names. Or a
        function with any of the parameters `board`, `goal`, `state`, `shape` and `home`, by these names.
        Every value that it returns is checked.
    name
        The name of the heuristic. By default the name of the function.
    admissible
        Your claim that the estimate is never above the true distance. A result then mentions it: "shortest if
        mine is admissible". `certify` finds out whether the claim is true.
    consistent
        Your claim that the estimate changes by at most 1 with each move.

    Returns
    -------
    HeuristicCard
        A value for the option `heuristic` of `solve` and similar functions.

    Raises
    ------
    InvalidHeuristicError
        If the function has other parameters.

    Examples
    --------
    >>> card = from_function(lambda board, goal: sum(map(int.__ne__, board.tiles, goal.tiles)), name="off")
    >>> card.make(Board.parse("1 2/3 0")).estimate((0, 1, 3, 2))
    2
    """
    names, by_place = _read_parameters(function)
    require(name, str, "the name of a heuristic must be text", InvalidHeuristicError)
    for claim, value in (("admissible", admissible), ("consistent", consistent)):
        require(value, bool, f"{claim} must be true or false", InvalidHeuristicError)
    words = describe_own(function, "heuristic", name)
    maker = _FunctionMaker(words["name"], function, names, by_place)
    return HeuristicCard(**words, make=maker, admissible=admissible, consistent=consistent)


def from_batch(function: Callable[..., Any], *, name: str = "") -> HeuristicCard:
    """Turn a function that estimates many boards in one call, such as a neural network, into a heuristic.

    The heuristic claims nothing: `certify` finds out whether it is admissible.

    Parameters
    ----------
    function
        A function as for `from_function`, except that `board` is a list of n boards, and `state` a list of n
        tuples. It returns n numbers: a list, a tuple, or an array of shape (n,) with a method `tolist`.
    name
        The name of the heuristic. By default the name of the function.

    Returns
    -------
    HeuristicCard
        A value for the option `heuristic`. `certify` passes up to 250 boards per call, a search passes one.

    Raises
    ------
    InvalidHeuristicError
        If the function has other parameters.

    Examples
    --------
    >>> card = from_batch(lambda boards: [board.blank for board in boards], name="blanks")
    >>> card("1 2/0 3")
    2
    """
    card = from_function(function, name=name)
    assert isinstance(card.make, _FunctionMaker)
    return replace(card, make=replace(card.make, kind=BatchFunction))


def card_of_class(kind: type[Heuristic]) -> HeuristicCard:
    """Return the card of a class: this package's own card, if it has one, else one that claims nothing."""
    known = next((card for card in BUILT_IN if is_made_by(card, kind)), None)
    words = describe_own(kind, "heuristic")
    return known or HeuristicCard(**words, make=kind, admissible=False, consistent=False)


def describe_own(thing: Any, kind: str, name: str = "") -> dict[str, Any]:
    """Return texts for the card of a function or a class. The summary is the docstring's first line."""
    name = name or getattr(thing, "__name__", type(thing).__name__).strip("<>")
    summary = (thing.__doc__ or "").strip().split("\n")[0] or f"your own {kind}"
    return {"name": name, "label": name, "summary": summary}


def iter_prepare(heuristic: Heuristic, name: str, engine: str = AUTO) -> Generator[float, None, Prepared]:
    """Run the `iter_prepare` of a heuristic. Raises InvalidHeuristicError for any error in it."""
    try:
        prepared = yield from heuristic.iter_prepare(engine)
    except NPuzzleError:
        raise
    except (Exception, SystemExit) as error:
        raise InvalidHeuristicError(
            f"{name} raised {type(error).__name__} ({error}) while it was prepared", line_of(error)
        ) from error
    return prepared if isinstance(prepared, Prepared) else Prepared()


def instantiate(card: HeuristicCard, goal: Board) -> Heuristic:
    """Make a card's heuristic for a goal. Unless it is built in, every value it returns is checked.

    Raises InvalidHeuristicError for boards that the heuristic cannot estimate.
    """
    card.require_shape(goal.shape)
    heuristic = card.make(goal)
    return (
        heuristic if is_built_in(card) or isinstance(heuristic, _Function) else _Checked(heuristic, card.name)
    )


class _Checked(Heuristic):
    """A user's heuristic, which gets only tuples as states, and must return numbers, 0 or more."""

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

    def __init__(self, maker: _FunctionMaker, goal: Board) -> None:
        super().__init__(goal)
        self._name, self._function, self._by_place = maker.name, maker.function, maker.by_place
        self._given: dict[str, Any] = {name: getattr(self, name, None) for name in maker.names}

    def estimate(self, state: Sequence[int]) -> float:
        given = dict(self._given)
        if "state" in given:
            given["state"] = tuple(state)
        if "board" in given:
            given["board"] = board_of(state, self.goal)
        return call_heuristic(lambda: self._call(given), self._name, state, self.goal)

    def _call(self, given: dict[str, Any]) -> object:
        return self._function(*given.values()) if self._by_place else self._function(**given)


class BatchFunction(_Function):
    """A heuristic that calls a function for many states."""

    def estimate(self, state: Sequence[int]) -> float:
        return self.estimate_all([state])[0]

    def estimate_all(self, states: Sequence[Sequence[int]]) -> list[float]:
        """Estimate all of the states. Raises InvalidHeuristicError unless there is a number for each."""
        given, many = dict(self._given), f"{len(states):,} boards"
        if "state" in given:
            given["state"] = [tuple(state) for state in states]
        if "board" in given:
            given["board"] = [board_of(state, self.goal) for state in states]
        try:
            found: Any = self._call(given)
            found = getattr(found, "tolist", lambda: found)()
        except (Exception, SystemExit) as error:
            said = f"{self._name} raised {type(error).__name__} ({error}) for {many}"
            raise InvalidHeuristicError(said, line_of(error)) from error
        if type(found) not in (list, tuple) or len(found) != len(states):
            came = f"{len(found):,}" if type(found) in (list, tuple) else quote(found)
            raise InvalidHeuristicError(f"{self._name} must give a list of numbers for {many}, got {came}")
        return list(map(self._check, found, states))

    def _check(self, value: object, state: Sequence[int]) -> float:
        return call_heuristic(lambda: value, self._name, state, self.goal)


@dataclass(frozen=True, slots=True)
class _FunctionMaker:
    """A callable that turns a function into a heuristic for a goal. Picklable if the function is.

    `names`: the function's parameters, among PARAMETERS. `by_place`: pass values by position. `kind`: the
    class that calls the function.
    """

    name: str
    function: Callable[..., Any]
    names: tuple[str, ...]
    by_place: bool
    kind: type[_Function] = _Function

    def __call__(self, goal: Board) -> Heuristic:
        return self.kind(self, goal)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name of the card instead of the function, if `from_function` decorates the function."""
        place = (getattr(self.function, "__module__", None) or "", getattr(self.function, "__qualname__", ""))
        if _find_maker(*place) is self:
            return _find_maker, place
        return _FunctionMaker, (self.name, self.function, self.names, self.by_place, self.kind)


def _find_maker(module: str, name: str) -> object:
    """Return `make` of the card that a module has under this name, or None if it has no such card."""
    try:
        found = getattr(import_module(module), name, None)
    except (ImportError, ValueError):
        return None
    return found.make if isinstance(found, HeuristicCard) else None


def list_parameters(function: Callable[..., Any], error: type[NPuzzleError]) -> list[inspect.Parameter]:
    """List the parameters of a function. Raises `error` if Python cannot tell them."""
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError) as cause:
        raise error(f"cannot determine the parameters of {quote(function)}: {cause}") from None


def _read_parameters(function: Callable[..., Any]) -> tuple[tuple[str, ...], bool]:
    """Return a function's parameters, and whether they are positional. Raises InvalidHeuristicError."""
    if not callable(function):
        raise InvalidHeuristicError(
            f"a heuristic must be a name, a card, a class or a function, got {quote(function)}"
        )
    listed = list_parameters(function, InvalidHeuristicError)
    named = [p for p in listed if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
    wanted = [p for p in named if p.default is p.empty or p.name in PARAMETERS]
    names = tuple(p.name for p in wanted)
    strange = [p.name for p in wanted if p.name not in PARAMETERS or p.kind is p.POSITIONAL_ONLY]
    if names and not strange:
        return names, False
    fits = all(p.name == given or p.name not in PARAMETERS for p, given in zip(wanted, BY_PLACE))
    if names and fits and len(names) <= len(BY_PLACE) and all(p.kind is not p.KEYWORD_ONLY for p in wanted):
        return BY_PLACE[: len(names)], True
    takes = "takes nothing"
    if names:
        many = "s" if len(strange) > 1 else ""
        takes = f"has the unknown parameter{many} {', '.join(strange)}"
    raise InvalidHeuristicError(
        "the parameters of a heuristic must be a board, or a board and the goal, or have names from "
        f"{', '.join(PARAMETERS)}; this one {takes}"
    )
