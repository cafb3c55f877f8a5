"""Algorithms that users write: make a card of any function that searches."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from npuzzle.errors import InvalidJobError, NPuzzleError, quote, require
from npuzzle.heuristics import base as heuristics
from npuzzle.heuristics.base import Heuristic, HeuristicCard
from npuzzle.heuristics.guard import line_of
from npuzzle.numbers import whole_number
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import Shape, slides
from npuzzle.search.base import ALGORITHMS, BUILT_IN, AlgorithmCard, Path, Search, SearchOptions, Stats

#: What `as_algorithm` takes: a name, a card or a function.
AlgorithmLike = str | AlgorithmCard | Callable[..., Search]

#: What a function gets, in this order; it may take fewer.
GIVEN = "the problem, the heuristic and the options"
MOST_GIVEN = 3

#: What the driver reads of its Stats at each yield, and the largest of them that it takes.
COUNTS = (
    "expanded",
    "elsewhere",
    "generated",
    "frontier",
    "peak_frontier",
    "stored",
    "peak_stored",
    "deepest",
    "workers",
    "report_at",
)
MOST_COUNTED = 10**15

#: The texts that it reads; `best` may also be None.
TEXTS = ("best", "engine", "note", "tables")

_counts_of, _texts_of = attrgetter(*COUNTS), attrgetter(*TEXTS)  # faster than `getattr`, at each expansion


def as_algorithm(algorithm: AlgorithmLike) -> AlgorithmCard:
    """Return the card of an algorithm. The card of a function claims nothing: it may give up.

    A function takes the problem, or the problem and the heuristic, or these and the options. It is a
    generator of its `Stats` that returns the path, as in `npuzzle.search.base`.

    >>> as_algorithm("A*").name
    'astar'

    Raises UnknownNameError or InvalidJobError.
    """
    if isinstance(algorithm, AlgorithmCard):
        return algorithm
    if isinstance(algorithm, str):
        return ALGORITHMS[algorithm]
    if not callable(algorithm):
        raise InvalidJobError(
            f"the algorithm is a name, such as 'astar', a card or a function, got {quote(algorithm)}"
        )
    takes = _count_parameters(algorithm)
    name = getattr(algorithm, "__name__", type(algorithm).__name__).strip("<>")
    summary = (algorithm.__doc__ or "").strip().split("\n")[0]
    return AlgorithmCard(
        name=name,
        label=name,
        summary=summary or "an algorithm of one's own",
        search=_FunctionSearch(name, algorithm, takes),
        informed=takes > 1,
        complete=False,
    )


def is_ours(algorithm: AlgorithmCard) -> bool:
    """Whether this very card came with the package, whose bounds are proved; a user's search may err."""
    return any(algorithm is known for known in BUILT_IN)


def list_assumptions(algorithm: AlgorithmCard, heuristic: HeuristicCard) -> tuple[str, ...]:
    """List what must hold for the bound of a search to be right; nothing, if that is proved."""
    assumes = heuristics.list_assumptions(heuristic) if algorithm.informed else ()
    return assumes if is_ours(algorithm) else (*assumes, f"the bound of {algorithm.name} is right")


def _count_parameters(function: Callable[..., object]) -> int:
    """Count the arguments that a function takes. Raises InvalidJobError if it needs others than GIVEN."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError) as error:
        raise InvalidJobError(f"cannot see what the algorithm {quote(function)} takes: {error}") from None
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return MOST_GIVEN
    placed = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = [p.name for p in parameters if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
    by_name = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY and p.name in needed]
    if not placed or by_name or len(needed) > MOST_GIVEN:
        takes = f"takes {', '.join(needed)}" if needed else "takes nothing"
        raise InvalidJobError(
            f"the function of an algorithm takes {GIVEN}, or the first of them; this {takes}"
        )
    return min(len(placed), MOST_GIVEN)


@dataclass(frozen=True, slots=True)
class _FunctionSearch:
    """The search of a user's function; an error in it names the function. Picklable if the function is."""

    name: str
    function: Callable[..., Any]
    takes: int

    def __call__(self, problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
        given = (problem, heuristic, options)[: self.takes]
        try:
            search = self.function(*given)
            rule = f"{self.name} is a generator of Stats that returns its path"
            require(search, Generator, rule)
            path = yield from _require_stats(search, self.name, rule)
            return _require_path(self.name, path, problem.shape)
        except (NPuzzleError, MemoryError):
            raise
        except Exception as error:
            line = line_of(error)
            where = "" if line is None else f", line {line}"
            raise InvalidJobError(f"{self.name} raised {type(error).__name__} ({error}){where}") from error


def _require_stats(search: Search, name: str, rule: str) -> Search:
    """Run a search whose values are its Stats, with the counts and texts of a search.

    Raises InvalidJobError.
    """
    stats = Stats()
    try:
        while True:
            stats = next(search)
            require(stats, Stats, rule)
            _require_fields(stats, name)
            yield stats
    except StopIteration as end:
        _require_fields(stats, name)  # it may have counted more since
        path: Path | None = end.value
        return path


def _require_fields(stats: Stats, name: str) -> None:
    for count, value in zip(COUNTS, _counts_of(stats)):
        if type(value) is int and 0 <= value <= MOST_COUNTED:
            continue
        number = whole_number(value)
        if number is None or not 0 <= number <= MOST_COUNTED:
            raise InvalidJobError(
                f"{name} counts in whole numbers from 0 to {MOST_COUNTED:,}, got {quote(value)} as {count}"
            )
        setattr(stats, count, number)
    for text, value in zip(TEXTS, _texts_of(stats)):
        if not isinstance(value, str) and (text != "best" or value is not None):
            raise InvalidJobError(f"{name} has a text in its stats as {text}, got {quote(value)}")


def _require_path(name: str, path: Any, shape: Shape) -> Path | None:
    """Return the path that a function found, if it is text or has slides of this shape."""
    if path is None or isinstance(path, str):
        return path
    with suppress(TypeError, ValueError):  # no pairs, or pairs of anything
        found = tuple([(src, dst) for src, dst in path]) if isinstance(path, (list, tuple)) else (None,)
        if {*found} <= {slide for of_blank in slides(shape) for slide in of_blank}:
            return found
    raise InvalidJobError(
        f"{name} returns a path, text of U D L R or slides (from a cell to one beside it), or None, "
        f"got {quote(path)}"
    )


def name_if_registered(algorithm: AlgorithmLike) -> AlgorithmLike:
    """Return the name of a registered algorithm instead of its card, so that the job is plain data."""
    is_known = any(card is algorithm for card in ALGORITHMS)
    return algorithm.name if is_known and isinstance(algorithm, AlgorithmCard) else algorithm
