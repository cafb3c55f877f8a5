"""Explain from the figures of a race why the winner won.

The winner is the lane with the fewest expansions among those that found a path. Expansions are the same in
every race of these lanes. Times differ from run to run, so they explain nothing. For two A* searches, `duel`
explains the result by the boards themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from npuzzle import HEURISTICS, NPuzzleError
from npuzzle.heuristics import as_card
from npuzzle.search import WEIGHT, WIDTH
from npuzzle.search.base import Number
from npuzzle.text import count
from web.page.heuristic_choice import YOURS
from web.page.own_code import OWN
from web.rooms.race.lanes import Lane
from web.rooms.race.report import Race, Report

NUMERALS = {2: "two", 3: "three", 4: "four"}

_BELOW_MANHATTAN = {"zero", "blank-chebyshev", "blank-distance", "misplaced", "mix", "euclidean"}

#: For each heuristic, those that never exceed it on any board (theorems, which the tests check on examples).
NEVER_BELOW = {
    "blank-chebyshev": {"zero"},
    "blank-distance": {"zero", "blank-chebyshev"},
    "misplaced": {"zero"},
    "n-max-swap": {"zero", "misplaced"},
    "mix": {"zero", "misplaced"},
    "euclidean": {"zero", "blank-chebyshev", "misplaced"},
    "manhattan": _BELOW_MANHATTAN,
    "linear-conflict": _BELOW_MANHATTAN | {"manhattan"},
    "walking-distance": _BELOW_MANHATTAN | {"manhattan"},
    "pattern-tables": _BELOW_MANHATTAN | {"manhattan"},
}

#: Kinds of algorithms, for comparing lanes of different kinds.
OPTIMAL_INFORMED = ("astar", "idastar", "rbfs")  # fewer expansions with a higher admissible estimate
SUBOPTIMAL = ("weighted-astar", "greedy", "beam")
RE_EXPANDING = ("idastar", "rbfs", "iterative-deepening")  # store one path, so they expand boards again
KEEPING_ALL = ("breadth-first", "uniform-cost", "bidirectional", "astar")  # store every state they meet
BY_LEVELS = ("breadth-first", "uniform-cost", "iterative-deepening")  # level by level, from the start only


@dataclass(frozen=True, slots=True)
class _FinishedLane:
    """A lane that has finished, and its last report."""

    lane: Lane
    report: Report

    @property
    def label(self) -> str:
        return self.lane.label

    @property
    def length(self) -> int:
        assert self.report.length is not None
        return self.report.length

    @property
    def expanded(self) -> int:
        return self.report.expanded


def explain_result(race: Race) -> tuple[str, ...]:
    """Explain how a race ended, in up to three sentences: the result, the reason, a warning."""
    lanes = [_FinishedLane(lane, report) for lane, report in zip(race.lanes, race.reports, strict=True)]
    solved = sorted((lane for lane in lanes if lane.report.solved), key=lambda lane: lane.expanded)
    if not solved:
        return _explain_no_path(lanes)
    if all(lane.length == 0 for lane in solved):
        return ("The board is solved already, so there was nothing to race for.",)
    if len(solved) == 1:
        return _explain_only_path(solved[0], lanes)
    first, second = solved[0], solved[1]
    if first.expanded == second.expanded:
        return _explain_tie([lane for lane in solved if lane.expanded == first.expanded], len(lanes))
    said = (
        _describe_result(first, second),
        _explain_difference(first, second),
        _describe_caution(solved),
    )
    return tuple(text for text in said if text)


def _explain_no_path(lanes: Sequence[_FinishedLane]) -> tuple[str, ...]:
    states = {lane.report.state for lane in lanes}
    if states == {"failed"}:
        return ("No lane could run; each says why.",)
    bound = max(lane.report.bound for lane in lanes)
    known = f"For certain: a shortest path has at least {count(bound, 'move')}." if bound else ""
    ended = states - {"failed"}
    if ended == {"cancelled"}:
        said = "The race was stopped before any lane found a path."
    elif ended == {"unsolvable"}:
        return ("There is no path: this board cannot reach the goal.",)
    else:
        said = "No lane found a path within its limits, so nobody won."
    return tuple(text for text in (said, known) if text)


def _explain_only_path(winner: _FinishedLane, lanes: Sequence[_FinishedLane]) -> tuple[str, ...]:
    result = (
        f"Only {winner.label} found a path: {count(winner.length, 'move')}, "
        f"with {_count_states(winner.report)} expanded."
    )
    others = {lane.report.state for lane in lanes if lane is not winner}
    beams = all(lane.lane.algorithm == "beam" for lane in lanes if lane is not winner)
    reason = {
        "failed": "No other lane could run; each says why.",
        "cancelled": "The race was stopped while the others were still searching.",
        "out of time": "The others ran out of time.",
        "out of memory": "The others ran out of memory: they store every state they meet.",
        **({"gave up": "The others gave up: their beam was too narrow."} if beams else {}),
    }.get(others.pop() if len(others) == 1 else "", "The others found none; each says why.")
    return tuple(said for said in (result, reason, _describe_caution([winner])) if said)


def _explain_tie(level: Sequence[_FinishedLane], lanes: int) -> tuple[str, ...]:
    """Report that several lanes share the first place, and compare their paths."""
    everybody = {2: "Both", 3: "All three"}.get(lanes, "All four")
    who = everybody if len(level) == lanes else f"The first {NUMERALS[len(level)]}"
    result = f"{who} lanes tie: {_count_states(level[0].report)} expanded by each."
    shortest = min(level, key=lambda lane: lane.length)
    longest = max(level, key=lambda lane: lane.length)
    if shortest.length == longest.length:
        return (result,)
    return (
        result,
        f"{shortest.label} has the shorter path: "
        f"{count(shortest.length, 'move')} against the {longest.length} of {longest.label}.",
    )


def _describe_result(first: _FinishedLane, second: _FinishedLane) -> str:
    return (
        f"{first.label} expanded the fewest states: {first.expanded:,}, for a path of "
        f"{count(first.length, 'move')}; {second.label} expanded {second.expanded:,}."
    )


def _explain_difference(first: _FinishedLane, second: _FinishedLane) -> str:
    """Explain why the first lane expanded fewer states than the second, if the figures show it."""
    because = _explain_fewer_states(first, second)
    return f"It expanded fewer states{because}." if because else ""


def _explain_fewer_states(fewer: _FinishedLane, more: _FinishedLane) -> str:
    """Explain, as the end of a sentence, why one lane expanded fewer states, or return "" if unknown."""
    one, other = fewer.lane, more.lane
    if one.algorithm == other.algorithm:
        return _compare_options(one, other)
    if one.algorithm in SUBOPTIMAL:
        if _is_suboptimal(one) and _rules_out_shorter(other):
            return ": it follows its estimate greedily and does not rule out shorter paths"
        return ""
    if other.algorithm in BY_LEVELS:
        if _is_guided(one):
            return ": its estimate leads it towards the goal, while the other searches in all directions"
        if one.algorithm == "bidirectional":
            return ": it searches from both ends, and two half-deep trees are far smaller than one deep tree"
    stores_what_is_forgotten = one.algorithm in KEEPING_ALL and other.algorithm in RE_EXPANDING
    if stores_what_is_forgotten and _overestimates_no_more(one, other):
        return ": it stores the states it met, while the other forgets them and expands them again"
    return ""


def _compare_options(one: Lane, other: Lane) -> str:
    if not one.informed:
        return ""
    differing = [number for number in one.numbers if _number_of(one, number) != _number_of(other, number)]
    if differing:
        if one.asked_heuristic != other.asked_heuristic:
            return ""
        return _compare_numbers(one, other, differing[0])
    if one.asked_heuristic == other.asked_heuristic:
        return ""
    return _compare_heuristics(one, other)


def _number_of(lane: Lane, number: Number) -> float:
    return float(lane.text(number.name))


def _compare_numbers(one: Lane, other: Lane, number: Number) -> str:
    if number is WIDTH:
        return ": the width of a beam decides which boards it keeps"
    if number is not WEIGHT or not _is_guided(one):
        return ""
    if _number_of(one, WEIGHT) > _number_of(other, WEIGHT):
        return ": a larger weight trusts the estimate more and rules out less"
    return ": on this board the smaller weight, which trusts the estimate less, was the better choice"


def _compare_heuristics(one: Lane, other: Lane) -> str:
    """Compare the heuristics of two lanes that differ in nothing else."""
    if one.algorithm in OPTIMAL_INFORMED:
        if other.asked_heuristic in NEVER_BELOW.get(one.asked_heuristic, ()):
            return ": its estimate is never lower, so it has to search less of the tree"
        if one.asked_heuristic in NEVER_BELOW.get(other.asked_heuristic, ()):
            return ""  # the order among ties happened to favour this lane
        if not _is_admissible(one.asked_heuristic):
            if not _is_admissible(other.asked_heuristic):
                return ""
            return ": its estimate may be too high, so it may skip what the other has to check"
    return ": its estimate was the better guide on this board" if _is_guided(one) else ""


def _is_guided(lane: Lane) -> bool:
    """Return whether a lane uses a built-in heuristic other than zero."""
    used = _heuristic_in_use(lane)
    return used in HEURISTICS and used != "zero"


def _is_suboptimal(lane: Lane) -> bool:
    return _is_guided(lane) and not any(
        number.bounds_length and _number_of(lane, number) <= 1 for number in lane.numbers
    )


def _rules_out_shorter(lane: Lane) -> bool:
    """Return whether a lane returns a path only after ruling out all shorter paths."""
    promises = lane.algorithm not in SUBOPTIMAL and lane.card.optimal
    return promises and _is_admissible(_heuristic_in_use(lane))


def _overestimates_no_more(one: Lane, other: Lane) -> bool:
    """Return whether the first lane's heuristic is admissible, or the same as the other lane's."""
    return _is_admissible(_heuristic_in_use(one)) or _heuristic_in_use(one) == _heuristic_in_use(other)


def _heuristic_in_use(lane: Lane) -> str:
    """Return the name of a lane's heuristic, or "zero" if its algorithm uses none."""
    return lane.asked_heuristic if lane.informed else "zero"


def _describe_caution(solved: Sequence[_FinishedLane]) -> str:
    """Warn if the winner's path is longer than another lane's, or not proved, otherwise return ""."""
    winner = solved[0]
    shortest = min(solved, key=lambda lane: lane.length)
    more = winner.length - shortest.length
    if more:
        return (
            f"But its path is {count(more, 'move')} longer than the {shortest.length} "
            f"that {shortest.label} found."
        )
    if winner.report.is_optimal:
        return ""
    if any(lane.report.is_optimal for lane in solved):
        return "Its path is a shortest one; another lane proved that."
    return "Its path is not proved shortest."


def _is_admissible(heuristic: str) -> bool:
    """Return whether a heuristic is known to be admissible: by its card, its certificate, or its parts."""
    if heuristic in (OWN, YOURS):
        return heuristic == YOURS
    try:
        return as_card(heuristic).admissible
    except NPuzzleError:
        return False


def _count_states(report: Report) -> str:
    return count(report.expanded, "state")
