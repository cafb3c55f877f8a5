"""Why the winner won: every kind of result has a reason, and each reason is true."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product

import pytest

from npuzzle import ALGORITHMS, HEURISTICS
from npuzzle.lab import certify
from npuzzle.search import WEIGHT
from tests.unit.web.interpreters import carry_out
from web.rooms.race.charts import race_table
from web.rooms.race.lanes import PRESETS, Lane, parse_lanes
from web.rooms.race.report import Race, Report
from web.rooms.race.why import NEVER_BELOW, explain_result
from web.rooms.race.words import describe_standing

BOARD, GOAL = "8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0"
PROVED = "proved shortest"


def solved_report(
    seconds: float, expanded: int, length: int = 31, claim: str = PROVED, **more: str
) -> Report:
    return Report(
        state="solved",
        seconds=seconds,
        expanded=expanded,
        generated=3 * expanded,
        peak_frontier=expanded // 2,
        length=length,
        claim=claim,
        **more,  # type: ignore[arg-type]
    )


def ended_report(state: str, **more: object) -> Report:
    return Report(state=state, seconds=1.0, expanded=9, **more)  # type: ignore[arg-type]


def race(note: str, *reports: Report) -> Race:
    return Race(BOARD, GOAL, parse_lanes(note), reports, over=True)


def explain(note: str, *reports: Report) -> str:
    return " ".join(explain_result(race(note, *reports)))


# The facts behind the reasons


@pytest.mark.slow_cases("2x4")
@pytest.mark.parametrize("shape", ["2x3", "2x4"])
def test_what_is_said_never_to_be_below_never_is(shape: str) -> None:
    for higher, lower in NEVER_BELOW.items():
        for name, against in certify(higher, shape, against=sorted(lower)).against.items():
            assert against.lower == 0, (higher, name)


def test_only_admissible_heuristics_are_said_never_to_be_below() -> None:
    named = set(NEVER_BELOW) | set().union(*NEVER_BELOW.values())
    assert all(HEURISTICS[name].admissible for name in named)
    assert all(NEVER_BELOW.get(low, set()) <= lower for lower in NEVER_BELOW.values() for low in lower)


# A winner and a second


def test_an_estimate_that_is_never_lower() -> None:
    assert explain_result(
        race("astar linear-conflict;astar manhattan", solved_report(1.0, 55), solved_report(2.0, 117))
    ) == (
        "A* with Linear conflict expanded the fewest states: 55, for a path of 31 moves; "
        "A* with Manhattan distance expanded 117.",
        "It expanded fewer states: its estimate is never lower, so it has to search less of the tree.",
    )


@pytest.mark.parametrize(
    ("note", "reason"),
    [
        ("astar manhattan;bfs", "its estimate leads it towards the goal"),
        ("idastar walking-distance;idastar linear-conflict", "was the better guide on this board"),
        ("greedy linear-conflict;greedy manhattan", "was the better guide on this board"),
        ("astar value-euclidean;astar manhattan", "its estimate may be too high"),
        ("astar own;astar manhattan", "its estimate may be too high"),
        ("astar manhattan;idastar manhattan", "it stores the states it met"),
        ("bidirectional;bfs", "it searches from both ends"),
        ("greedy manhattan;astar manhattan", "follows its estimate greedily"),
        ("greedy manhattan;bfs", "follows its estimate greedily"),
        ("wastar manhattan 3;wastar manhattan 1.5", "a larger weight trusts the estimate more"),
        ("wastar manhattan 1.5;wastar manhattan 3", "the smaller weight"),
        ("beam manhattan 10;beam manhattan 99", "the width of a beam decides which boards it keeps"),
        ("bfs;ids", "it stores the states it met"),
        ("bidirectional;ids", "it searches from both ends"),
        ("astar own;idastar own", "it stores the states it met"),
    ],
)
def test_the_report_says_why_a_lane_expanded_fewer(note: str, reason: str) -> None:
    assert reason in explain(note, solved_report(1.0, 50), solved_report(2.0, 117))


@pytest.mark.parametrize(
    "note",
    [
        "wastar manhattan 3;wastar misplaced 2",
        "bfs;ucs",
        "bfs;astar manhattan",
        "wastar manhattan 2;wastar manhattan 2.0",
        "beam manhattan 10;beam manhattan 010",
        "astar manhattan;astar linear-conflict",
        "greedy own;greedy manhattan",
        "greedy manhattan;dfs",
    ],
)
def test_no_reason_is_made_up(note: str) -> None:
    assert len(explain_result(race(note, solved_report(1.0, 50), solved_report(2.0, 117)))) == 1


#: Each algorithm with every kind of heuristic. `value-euclidean` may be too high; `own` is unknown.
KINDS = [
    Lane(card.name, heuristic, {"weight": weight})
    for card in ALGORITHMS
    for heuristic in (
        ["zero", "misplaced", "manhattan", "value-euclidean", "own"] if card.informed else ["own"]
    )
    for weight in (["1", "2", "2.0", "3"] if WEIGHT in card.numbers else ["2"])
]
NO_ESTIMATE = {"breadth-first", "uniform-cost", "iterative-deepening"}
KEEPING_ALL = {"breadth-first", "uniform-cost", "bidirectional", "greedy", "astar", "weighted-astar"}
LINEAR_SPACE = {"iterative-deepening", "idastar", "rbfs", "depth-first"}


def weight_of(lane: Lane) -> float:
    return float(lane.text(WEIGHT.name))


def leads(lane: Lane) -> bool:
    return lane.informed and lane.heuristic not in ("zero", "own")


def is_exact(lane: Lane) -> bool:
    """Return whether the lane rules out every shorter path before it reports one."""
    told_right = not lane.informed or (lane.heuristic != "own" and HEURISTICS[lane.heuristic].admissible)
    return lane.algorithm in NO_ESTIMATE | {"bidirectional", "astar", "idastar", "rbfs"} and told_right


#: For each reason, the condition on the first and the second lane that makes it true.
TRUE_IF: dict[str, Callable[[Lane, Lane], bool]] = {
    "leads it towards the goal, while the other searches in all directions": lambda one, other: (
        leads(one) and other.algorithm in NO_ESTIMATE
    ),
    "searches from both ends": lambda one, other: (
        one.algorithm == "bidirectional" and other.algorithm in NO_ESTIMATE
    ),
    "stores the states it met, while the other forgets": lambda one, other: (
        one.algorithm in KEEPING_ALL and other.algorithm in LINEAR_SPACE - {"depth-first"}
    ),
    "follows its estimate greedily and does not rule out": lambda one, other: (
        one.algorithm in ("greedy", "beam", "weighted-astar")
        and leads(one)
        and not (WEIGHT in one.numbers and weight_of(one) == 1)
        and is_exact(other)
    ),
    "a larger weight": lambda one, other: leads(one) and weight_of(one) > weight_of(other),
    "the smaller weight": lambda one, other: leads(one) and weight_of(one) < weight_of(other),
    "estimate is never lower": lambda one, other: (
        leads(one) and other.heuristic in NEVER_BELOW[one.heuristic] and is_exact(one)
    ),
    "estimate may be too high": lambda one, other: not is_exact(one) and is_exact(other),
    "the better guide": lambda one, other: leads(one),
}


@pytest.mark.slow
def test_every_reason_in_the_report_is_true() -> None:
    met, wrong = set(), []
    for one, other in product(KINDS, repeat=2):
        for counts in ((50, 117), (200, 100)):
            reports = tuple(solved_report(at, count) for at, count in zip((1.0, 2.0), counts, strict=True))
            told = " ".join(explain_result(Race(BOARD, GOAL, (one, other), reports, over=True)))
            for reason in (reason for reason in TRUE_IF if reason in told):
                met.add(reason)
                if not TRUE_IF[reason](*((one, other) if counts[0] < counts[1] else (other, one))):
                    wrong.append(f"{one.label}; {other.label}: {reason}")
    assert wrong == []
    assert met == set(TRUE_IF)


def test_a_longer_path_after_less_work_is_no_better_one() -> None:
    told = explain(
        "astar manhattan;greedy manhattan",
        solved_report(2.0, 900, 31),
        solved_report(0.1, 100, 47, "at most 24 longer"),
    )
    assert told.startswith(
        "Greedy best-first with Manhattan distance expanded the fewest states: 100, for a path"
    )
    assert told.endswith("But its path is 16 moves longer than the 31 that A* with Manhattan distance found.")


def test_a_path_nobody_has_proved() -> None:
    loose = "at most 4 longer"
    first, second = solved_report(0.1, 9, 31, loose), solved_report(1.0, 99, 31, loose)
    assert explain("greedy manhattan;wastar manhattan", first, second).endswith(
        "Its path is not proved shortest."
    )
    assert explain("greedy manhattan;astar manhattan", first, solved_report(1.0, 99)).endswith(
        "Its path is a shortest one; another lane proved that."
    )


# Ties, a single lane, no winner


def test_the_same_work_is_a_tie() -> None:
    told = explain(
        "astar manhattan;astar manhattan;bfs",
        solved_report(10.0, 7),
        solved_report(12.0, 7),
        solved_report(1, 99),
    )
    assert told == "The first two lanes tie: 7 states expanded by each."
    told = explain("bfs;bfs;bfs", *[solved_report(1.0, 7)] * 3)
    assert told == "All three lanes tie: 7 states expanded by each."
    told = explain(
        "astar manhattan;greedy manhattan",
        solved_report(0.002, 1),
        solved_report(0.001, 1, 33, "at most 2 longer"),
    )
    assert "Both lanes tie: 1 state expanded by each." in told
    assert "A* with Manhattan distance has the shorter path: 31 moves against the 33 of" in told


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("failed", "No other lane could run; each says why."),
        ("cancelled", "The race was stopped while the others were still searching."),
        ("out of time", "The others ran out of time."),
        ("out of memory", "The others ran out of memory: they store every state they meet."),
        ("gave up", "The others gave up: their beam was too narrow."),
        ("no path within the depth limit", "The others found none; each says why."),
    ],
)
def test_one_alone(state: str, reason: str) -> None:
    told = explain_result(race("astar manhattan;beam manhattan", solved_report(1.0, 9), ended_report(state)))
    assert told == (
        "Only A* with Manhattan distance found a path: 31 moves, with 9 states expanded.",
        reason,
    )


def test_only_a_beam_gives_up_for_being_too_narrow() -> None:
    told = explain_result(
        race("astar manhattan;constructive", solved_report(1.0, 9), ended_report("gave up"))
    )
    assert told[1] == "The others found none; each says why."


def test_one_alone_among_different_ends() -> None:
    told = explain_result(
        race(
            "astar manhattan;bfs;ucs",
            solved_report(1, 9),
            ended_report("failed"),
            ended_report("out of time"),
        )
    )
    assert told[1] == "The others found none; each says why."


def test_nobody() -> None:
    lanes = "astar manhattan;bfs"
    assert explain_result(race(lanes, ended_report("failed"), ended_report("failed"))) == (
        "No lane could run; each says why.",
    )
    assert explain_result(
        race(lanes, ended_report("cancelled", bound=21), ended_report("cancelled", bound=3))
    ) == (
        "The race was stopped before any lane found a path.",
        "For certain: a shortest path has at least 21 moves.",
    )
    assert explain_result(
        race(lanes, ended_report("out of time", bound=20), ended_report("out of memory"))
    ) == (
        "No lane found a path within its limits, so nobody won.",
        "For certain: a shortest path has at least 20 moves.",
    )
    assert explain_result(race(lanes, ended_report("unsolvable"), ended_report("unsolvable"))) == (
        "There is no path: this board cannot reach the goal.",
    )


def test_nothing_to_race_for() -> None:
    done = solved_report(0.0, 0, 0)
    assert explain_result(race("astar manhattan;bfs", done, done)) == (
        "The board is solved already, so there was nothing to race for.",
    )


# Any results

ENDS = (
    solved_report(0.5, 10),
    solved_report(2.0, 99, 35, "at most 4 longer", engine="webassembly"),
    Report(state="failed", problem="Wrong."),
    ended_report("out of memory"),
    ended_report("cancelled"),
)


@pytest.mark.parametrize("note", [*PRESETS.values(), "astar own;beam own 5"])
def test_every_ending_is_described_in_sentences(note: str) -> None:
    for reports in permutations(ENDS, len(parse_lanes(note))):
        over = race(note, *reports)
        for sentence in explain_result(over):
            assert sentence[0].isupper()
            assert sentence.endswith(".")
        table = race_table(over)
        assert {len(row) for row in table.rows} == {len(table.heads)}


@pytest.mark.slow
def test_the_report_of_a_real_race_is_true() -> None:
    lanes = parse_lanes("astar linear-conflict;astar manhattan;bfs")
    given = {"board": BOARD, "goal": GOAL, "lanes": [lane.to_dict() for lane in lanes], "seconds": 30}
    told = carry_out("race", given | {"source": ""})["lanes"]
    over = Race(BOARD, GOAL, lanes, tuple(Report(**report) for report in told), over=True)
    assert [describe_standing(report, over.reports) for report in over.reports] == [
        "First",
        "Second",
        "Third",
    ]
    assert explain_result(over)[0].startswith("A* with Linear conflict expanded the fewest states: 3,835")
    assert [report.expanded for report in over.reports] == [3_835, 6_744, 181_439]
    assert race_table(over).rows[0][:4] == (
        "1. A* with Linear conflict",
        describe_standing(over.reports[0], over.reports),
        "31",
        "Proved shortest",
    )


def test_the_places_go_by_the_expanded_states_whatever_the_clock_says() -> None:
    reports = (solved_report(1.0, 99), solved_report(10.0, 7), solved_report(2.0, 50), ended_report("failed"))
    assert [describe_standing(each, reports) for each in reports] == ["Third", "First", "Second", "Failed"]
    assert [row[1] for row in race_table(race("bfs;bfs;bfs;bfs", *reports)).rows] == [
        "Third",
        "First",
        "Second",
        "Failed",
    ]


def test_lanes_in_front_with_the_same_work_are_tied() -> None:
    reports = (solved_report(1.0, 7), solved_report(3.0, 7), solved_report(2.0, 50), solved_report(2.0, 50))
    assert [describe_standing(each, reports) for each in reports] == ["Tied", "Tied", "Third", "Third"]


def test_no_place_is_given_before_the_end() -> None:
    reports = (solved_report(1.0, 99), Report(expanded=3))
    assert [describe_standing(each, reports) for each in reports] == ["Path found", "Searching"]


def test_an_end_without_a_path_is_described_in_words() -> None:
    gone = Report(state="no path within the depth limit")
    assert describe_standing(gone, (gone,)) == "No path within the depth limit"
    assert Lane().label == "A* with Manhattan distance"
