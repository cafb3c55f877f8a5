"""The base of every heuristic: its class, the card that describes it, and the check of its estimates.

Only the identity of a card or of its maker proves a claim (see `list_assumptions`), because anybody can write
names, texts and fields. `call_heuristic` checks every estimate of a heuristic that is not part of this
package.

A heuristic is an object made once for each goal, because most of its work depends on the goal only. It has
two methods, because a search knows the move that led to a state: `step` updates the estimate in a few
operations, where `estimate` looks at every cell. The tests compare the two on every move of the 3x3.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf, isnan
from numbers import Real
from typing import Any, NamedTuple, TypeVar, cast

from npuzzle.errors import InvalidHeuristicError, describe_exception, line_of, quote
from npuzzle.lazy import Lazy
from npuzzle.puzzle.board import Board, BoardLike, goal_board, read_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.problem import Problem, board_of
from npuzzle.puzzle.shape import Shape, Slide
from npuzzle.registry import AUTO, Card, Registry

MAX_ESTIMATE = 1e15  # a larger estimate is rejected: it would make sums inexact


class Prepared(NamedTuple):
    """The result of a preparation. `tables`: group sizes, such as 6-6-3. `note`: a text about problems."""

    tables: str = ""
    note: str = ""


class Heuristic:
    """An estimate of the moves to `goal`, for states in normal form.

    In normal form, `state[cell]` is the home cell of the tile at `cell`, so a definition needs only the
    `shape` of the goal and the `home` of the blank.

    `estimate` defines the heuristic, and is enough. `step` is a faster way to get the estimate after a move,
    and must agree with `estimate` on every move. Both take any sequence of cells: a tuple, or the list that a
    depth-first search changes in place.

    Examples
    --------
    >>> from npuzzle import Heuristic, HeuristicCard, solve
    >>> class RowsOff(Heuristic):
    ...     def estimate(self, state):
    ...         cols = self.shape.cols
    ...         pairs = [(tile, cell) for cell, tile in enumerate(state) if tile != self.home]
    ...         return sum(tile // cols != cell // cols for tile, cell in pairs)
    ...
    ...     def step(self, h, state, slide):
    ...         src, dst = (cell // self.shape.cols for cell in slide)
    ...         home = state[slide[1]] // self.shape.cols
    ...         return h + (dst != home) - (src != home)
    >>> rows_off = HeuristicCard(
    ...     name="rows-off",
    ...     label="Rows off",
    ...     summary="tiles that are not in their home row",
    ...     admissible=True,
    ...     consistent=True,
    ...     make=RowsOff,
    ... )
    >>> solve("1 2 0/3 5 6/4 7 8", algorithm="astar", heuristic=rows_off).claim
    'shortest if rows-off is admissible'
    """

    def __init__(self, goal: Board) -> None:
        self.goal = goal
        self.shape = goal.shape
        self.home = goal.blank

    def iter_prepare(self, engine: str = AUTO) -> Generator[float, None, Prepared]:
        """Do slow preparations in steps, and yield the share done, from 0 to 1.

        If this was not called before `estimate`, `estimate` must do the preparations itself.
        """
        yield from ()
        return Prepared()

    def estimate(self, state: Sequence[int]) -> float:
        """Estimate the moves from `state` to the goal: a number, 0 or more."""
        raise NotImplementedError

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        """Return the estimate of `state`, given the estimate `h` before the slide that led to it."""
        return self.estimate(state)


M = TypeVar("M")

_TRUSTED: list[type] = []


def trust(kind: type[M]) -> type[M]:
    """Mark a class of this package, a card or a maker, whose objects may prove a claim (`list_assumptions`).

    A maker has `assumes`: the assumptions under which its heuristics are admissible, or None if it proves
    nothing about them.
    """
    _TRUSTED.append(kind)
    return kind


def _is_trusted(thing: object) -> bool:
    return any(type(thing) is kind for kind in _TRUSTED)


@trust
@dataclass(frozen=True, slots=True, kw_only=True)
class HeuristicCard(Card):
    """The description of a heuristic, with two claims, which the tests verify on all states of the 3x3.

    `admissible`: the estimate is never above the true distance. `consistent`: the estimate changes by at most
    1 with each move. `most_cells`: the most cells of a board that the heuristic can estimate, or None if
    there is no limit. `text`: the source code that defines the heuristic, if it was made from source code.
    `parts`: the heuristics that it combines. `counts_lines`: the heuristic is also admissible if a slide of a
    whole line counts as one move. `refuses`: a function that says why the heuristic cannot be used for a
    shape, and returns "" if it can. Anybody can write these fields: only `make` proves a claim, see
    `list_assumptions`.
    """

    make: Callable[[Board], Heuristic]
    admissible: bool
    consistent: bool
    most_cells: int | None = None
    text: str = field(default="", repr=False, compare=False)
    parts: tuple[HeuristicCard, ...] = ()
    counts_lines: bool = False
    refuses: Callable[[Shape], str] | None = field(default=None, repr=False, compare=False)

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickle a card of this package by name, so that another process uses its own copy."""
        if is_built_in(self):
            return _look_up, (self.name,)
        return object.__reduce_ex__(self, protocol)

    def __call__(self, board: BoardLike, goal: BoardLike = DEFAULT_GOAL) -> float:
        """Estimate the moves from a board to the goal. Raises the errors of `npuzzle.estimate`."""
        board = read_board(board)
        problem = Problem(board, goal_board(goal, board.shape))
        self.require_shape(problem.shape)
        heuristic = self.make(problem.goal)
        state = problem.initial
        return call_heuristic(lambda: heuristic.estimate(state), self.name, state, problem.goal)

    @property
    def assumes(self) -> tuple[str, ...]:
        """The assumptions, as sentences, under which the heuristic is admissible. Empty if that is proved."""
        return list_assumptions(self) if self.admissible else ()

    def fits(self, shape: Shape) -> bool:
        """Return whether the heuristic can be used for boards of this shape."""
        return not self._why_not(shape)

    def require_shape(self, shape: Shape) -> None:
        """Raise InvalidHeuristicError unless the heuristic can be used for boards of this shape."""
        if problem := self._why_not(shape):
            raise InvalidHeuristicError(problem)

    def _why_not(self, shape: Shape) -> str:
        """Explain why the heuristic or a part of it cannot be used for this shape, or return "" if it can."""
        if self.most_cells is not None and shape.cells > self.most_cells:
            return f"{self.name} needs a board of up to {self.most_cells} cells; {shape} has {shape.cells}"
        if self.refuses is not None and (problem := self.refuses(shape)):
            return f"{self.name}: {problem}"
        return next(filter(None, [part._why_not(shape) for part in self.parts]), "")


HEURISTICS: Registry[HeuristicCard] = Registry("heuristic")
BUILT_IN: list[HeuristicCard] = []  #: The cards of this package. Users may add others to HEURISTICS.
UNLISTED: list[HeuristicCard] = []  #: Cards of this package that are in no menu.


def _look_up(name: str) -> HeuristicCard:
    """Return the card of this package with that name."""
    return next(card for card in (*BUILT_IN, *UNLISTED) if card.name == name)


def is_built_in(card: HeuristicCard) -> bool:
    """Return whether this very card came with the package. A card that a user registered did not."""
    return any(card is known for known in (*BUILT_IN, *UNLISTED))


def is_made_by(card: HeuristicCard, make: object) -> bool:
    """Return whether a card of this package has this very class."""
    return isinstance(card.make, Lazy) and card.make.stands_for(make)


def list_assumptions(card: HeuristicCard) -> tuple[str, ...]:
    """List the assumptions under which a card's estimates are lower bounds. Empty if that is proved.

    It is proved for the classes of this package whose cards claim to be admissible. When single moves count,
    it is also proved for the heuristics of this package's makers, under the makers' assumptions. Only the
    identity or the class of `make` counts: a name proves nothing, nor does a claim of any other class.
    """
    make, assumes = card.make, None
    if _is_trusted(card):
        for known in (*BUILT_IN, *UNLISTED):
            if is_made_by(known, make) and known.admissible and known.counts_lines >= card.counts_lines:
                return ()
        if not card.counts_lines and _is_trusted(make):
            assumes = make.assumes  # type: ignore[attr-defined]
    return (f"{card.name} is admissible",) if assumes is None else assumes


def join_assumptions(cards: Sequence[HeuristicCard]) -> tuple[str, ...]:
    """List the assumptions of several cards, each once."""
    return tuple(dict.fromkeys(sentence for card in cards for sentence in list_assumptions(card)))


def call_heuristic(ask: Callable[[], object], name: str, state: Sequence[int], goal: Board) -> float:
    """Return the estimate of `ask()`. Raises InvalidHeuristicError, with the board, if it is invalid."""
    try:
        value = ask()
        if type(value) is not int and type(value) is not float and isinstance(value, Real):
            with suppress(OverflowError):  # too large: rejected below
                value = float(value)  # a numpy number, or a Fraction
    except InvalidHeuristicError:
        raise
    except (Exception, SystemExit) as error:
        line = line_of(error)
        raised = f"{name} raised {type(error).__name__} ({error})"
        what = raised if line is None else f"{describe_exception(error)},"
        raise InvalidHeuristicError(f"{what} for the board {board_of(state, goal)}", line) from error
    if isinstance(value, (int, float)) and 0 <= value <= MAX_ESTIMATE:
        return value
    raise InvalidHeuristicError(describe_refused(value, name, board_of(state, goal)))


def are_estimates(values: Sequence[object]) -> bool:
    """Return whether all values are valid estimates: plain numbers from 0 to MAX_ESTIMATE."""
    if not set(map(type, values)) <= {int, float}:
        return False
    plain = cast(Sequence[float], values)
    return min(plain) >= 0 and max(plain) <= MAX_ESTIMATE and not any(map(isnan, plain))


def describe_refused(value: object, name: str, board: Board) -> str:
    """Describe why a value is not an estimate: it is not a number, or out of range."""
    rule = "an estimate must be a number, 0 or more"
    if isinstance(value, Real) and value < inf and not value <= MAX_ESTIMATE:
        rule = f"an estimate must be at most {MAX_ESTIMATE:,.0f}"
    return f"{rule}; {name} gave {quote(value)} for the board {board}"
