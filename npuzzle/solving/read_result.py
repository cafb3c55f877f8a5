"""Read the fields of a `Result` from plain data, such as a JSON file. Reject inconsistent data."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from math import inf
from typing import Any, TypeVar

from npuzzle.errors import IllegalMoveError, InvalidJobError, quote, require
from npuzzle.numbers import require_real, require_whole
from npuzzle.puzzle.moves import Notation
from npuzzle.puzzle.problem import Metric, Problem, pose_problem
from npuzzle.search.base import ROUNDING, Snapshot
from npuzzle.solving.every import LISTED, Every
from npuzzle.solving.limits import Outcome

E = TypeVar("E", bound=Enum)

#: Sentences that a note may contain. `read_fields` recognizes them.
NOT_ALL = "Other paths were not looked for, as this one is not proved shortest."
SLEPT = "The computer seems to have slept for {:,} seconds during the search; they are not counted."

_SLEPT = re.compile(re.escape(SLEPT).replace(r"\{:,\}", "([0-9,]+)"))
_NEEDED = ("board", "goal", "outcome", "moves", "lower_bound", "algorithm")


def read_fields(data: Mapping[str, Any]) -> dict[str, Any]:
    """Read the fields of a result from its `to_dict` data. Raises InvalidJobError."""
    require(data, Mapping, "a result must be read from a mapping, such as to_dict returns")
    missing = [name for name in _NEEDED if name not in data]
    if missing:
        raise InvalidJobError(f"a result must have {', '.join(_NEEDED)}; missing: {', '.join(missing)}")
    metric = _read_member(Metric, data.get("metric", "tiles"), "metric")
    problem = pose_problem(_read_text(data, "board"), _read_text(data, "goal"), metric)
    notation = _read_member(Notation, data.get("notation", "tile"), "notation")
    path = _read_path(problem, data["moves"], notation)
    outcome = _read_member(Outcome, data["outcome"], "outcome")
    if path is None and outcome is Outcome.SOLVED:
        raise InvalidJobError("a result that is solved must have moves, got null")
    if path is not None and outcome in (Outcome.UNSOLVABLE, Outcome.NO_PATH):
        raise InvalidJobError(f"a result with moves cannot have the outcome {outcome.value!r}")
    if outcome is Outcome.UNSOLVABLE and problem.is_solvable:
        raise InvalidJobError(f"the board of the result can be solved, but its outcome is {outcome.value!r}")
    lower_bound = _read_bound(problem, path, data["lower_bound"])
    note = _read_text(data, "note", "")
    return {
        "problem": problem,
        "outcome": outcome,
        "path": path,
        "lower_bound": lower_bound,
        "snapshot": _read_snapshot(data, note, path),
        "seconds": _read_number(data, "seconds", require_real),
        "algorithm": _read_text(data, "algorithm"),
        "heuristic": None if data.get("heuristic") is None else _read_text(data, "heuristic"),
        "numbers": _read_numbers(data.get("option")),
        "promised": _read_promised(data, problem, path, lower_bound),
        "asked_for_every": data.get("every") is not None or NOT_ALL in note,
        "every": _read_every(problem, path, data.get("every"), notation),
        "ended": None if data.get("ended") is None else _read_member(Outcome, data["ended"], "ended"),
        "lengths": _read_lengths(data.get("lengths", ())),
        "why": _read_text(data, "why", ""),
        "assumes": _read_assumes(data.get("assumes", ())),
        "slept": float(found[1].replace(",", "")) if (found := _SLEPT.search(note)) else 0.0,
    }


def _read_path(problem: Problem, moves: object, notation: Notation) -> str | None:
    """Return the path as tile letters. Raises InvalidJobError if it does not lead to the goal."""
    if moves is None:
        return None
    from npuzzle.puzzle.play import parse_moves

    require(moves, str, "the moves of a result must be text, or null")
    path = parse_moves(str(moves), notation)
    try:
        end = problem.replay(path)
    except IllegalMoveError as error:
        raise InvalidJobError(f"the moves of the result are not possible: {error}") from None
    if end != problem.goal:
        raise InvalidJobError(f"the moves of the result lead to {end}, not to its goal {problem.goal}")
    return path


def _read_bound(problem: Problem, path: str | None, bound: object) -> int | None:
    """Return the lower bound on the length of a path, or None if and only if no path can exist."""
    if bound is None and not problem.is_solvable:
        return None
    longest = inf if path is None else problem.count_moves(path)
    expected = "a whole number, 0 or more and at most the length" if problem.is_solvable else "null"
    rule = f"the lower_bound of this result must be {expected}"
    return require_whole(bound, rule, 0 if problem.is_solvable else inf, longest)


def _read_promised(
    data: Mapping[str, Any], problem: Problem, path: str | None, bound: int | None
) -> float | None:
    """Return the promised ratio of path to shortest length. Raises InvalidJobError if the path is longer."""
    if data.get("promised") is None:
        return None
    promised: float = _read_number(data, "promised", require_real)
    length = 0 if path is None else problem.count_moves(path)
    if length and promised < (length / bound if bound else inf) - ROUNDING:
        raise InvalidJobError(f"the path of this result breaks its promise, {quote(promised)}")
    return promised


def _read_snapshot(data: Mapping[str, Any], note: str, path: str | None) -> Snapshot:
    counts = {
        name: _read_number(data, name, require_whole)
        for name in ("expanded", "generated", "peak_frontier", "frontier")
    }
    counts["deepest"] = 0 if data.get("deepest") is None else _read_number(data, "deepest", require_whole)
    counts["peak_stored"] = _read_number(data, "stored", require_whole)
    tables = "" if data.get("tables") is None else _read_text(data, "tables")
    workers = (
        _read_number(data, "workers", require_whole) if "workers" in data else 1
    )  # earlier versions did not write how many workers took part
    if workers == 0:
        raise InvalidJobError("workers of a result must be a whole number, 1 or more, got 0")
    engine = _read_text(data, "engine", "python")
    snapshot = Snapshot(**counts, engine=engine, note=note, tables=tables, workers=workers, path=path)
    return replace(snapshot, iterations=_read_iterations(data.get("iterations", ()), snapshot))


def _read_iterations(iterations: Any, now: Snapshot) -> tuple[tuple[float, int, int], ...]:
    """Return the counts before each iteration. The sums over all iterations must be the result's counts."""
    rule = "the iterations of a result are [bound, expanded, generated], which add up to its counts"
    marks, total = list[tuple[float, int, int]](), (0, 0)
    try:
        for bound, expanded, generated in iterations:
            marks.append((require_real(bound, rule), *total))
            total = total[0] + require_whole(expanded, rule), total[1] + require_whole(generated, rule)
        if marks and total != (now.expanded, now.generated):
            raise ValueError
    except (TypeError, ValueError):
        raise InvalidJobError(f"{rule}, got {quote(iterations)}") from None
    return tuple(marks)


def _read_numbers(numbers: object) -> dict[str, float]:
    require({} if numbers is None else numbers, Mapping, "the option of a result must be a mapping, or null")
    found = dict(numbers) if isinstance(numbers, Mapping) else {}
    return {str(name): _read_number(found, name, require_real) for name in found}


def _read_assumes(assumes: object) -> tuple[str, ...]:
    if not isinstance(assumes, (list, tuple)) or not all(isinstance(name, str) for name in assumes):
        raise InvalidJobError(f"`assumes` in a result must be a list of names, got {quote(assumes)}")
    return tuple(assumes)


def _read_lengths(lengths: Any) -> tuple[tuple[float, int], ...]:
    """Return the pairs (seconds, moves). Raises InvalidJobError unless seconds rise and moves fall."""
    rule = "the lengths of a result must be pairs (seconds, moves), each later and shorter than the last"
    try:
        pairs = [(seconds, length) for seconds, length in lengths]
    except (TypeError, ValueError):
        raise InvalidJobError(f"{rule}, got {quote(lengths)}") from None
    found: list[tuple[float, int]] = []
    for seconds, length in pairs:
        after, below = found[-1] if found else (0, inf)
        found.append((require_real(seconds, rule, after), require_whole(length, rule, 0, below - 1)))
    return tuple(found)


def _read_every(problem: Problem, path: str | None, every: Any, notation: Notation) -> Every | None:
    """Return all shortest paths. Each must lead to the goal and be as long as the path of the result."""
    if every is None:
        return None
    require(every, Mapping, "`every` in a result must be a mapping, or null")
    texts = every.get("paths", ())
    if not isinstance(texts, (list, tuple)):
        raise InvalidJobError(f"the paths in `every` must be a list, got {quote(texts)}")
    paths = tuple(sorted(_read_path(problem, text, notation) or "" for text in texts))
    count = _read_number(every, "count", require_whole)
    if (
        path is None
        or path not in paths
        or any(len(each) != len(path) for each in paths)
        or not len(set(paths)) == len(paths) == min(count, LISTED)
    ):
        raise InvalidJobError(
            "`every` in a result must list its path and others of equal length, as many as its count, "
            f"up to {LISTED:,}"
        )
    complete = every.get("complete") is True
    expanded, seconds = (
        _read_number(every, "expanded", require_whole),
        _read_number(every, "seconds", require_real),
    )
    return Every(count, paths, complete, expanded, seconds)


def require_same(name: str, follows: object, data: Mapping[str, Any]) -> None:
    """Raise InvalidJobError unless the value in the data is the one that follows from moves and bound."""
    if name in data and data[name] != follows:
        raise InvalidJobError(
            f"the {name} of the result must be {follows!r}, by its moves and its lower_bound, "
            f"got {quote(data[name])}"
        )


def _read_text(data: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = data.get(name, default)
    if not isinstance(value, str):
        raise InvalidJobError(f"the {name} of a result must be text, got {quote(value)}")
    return value


def _read_number(data: Mapping[str, Any], name: str, read: Callable[[object, str], Any]) -> Any:
    """Return a number that is 0 or more, or 0 if it is missing. `read`: `require_whole` or `require_real`."""
    expected = "a whole number" if read is require_whole else "a number"
    return read(data.get(name, 0), f"{name} of a result must be {expected}, 0 or more")


def _read_member(kind: type[E], value: object, name: str) -> E:
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(each.value for each in kind)
        raise InvalidJobError(f"the {name} of a result must be one of {known}; got {quote(value)}") from None
