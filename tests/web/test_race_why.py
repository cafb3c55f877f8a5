"""Why the winner won: every kind of ending, and that nothing is said that is not so."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from npuzzle import HEURISTICS
from npuzzle.lab import certify
from web.race.lanes import PRESETS, Lane, parse_lanes
from web.race.pictures import race_chart, race_sentence, race_table, standing
from web.race.state import Race, Report
from web.race.task import RaceTask, with_places
from web.race.why import NEVER_BELOW, why

BOARD, GOAL = "8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0"
PROVED = "proved shortest"


def solved(seconds: float, expanded: int, length: int = 31, claim: str = PROVED, **more: str) -> Report:
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


def ended(state: str, **more: object) -> Report:
    return Report(state=state, seconds=1.0, expanded=9, **more)  # type: ignore[arg-type]


def race(note: str, *reports: Report) -> Race:
    return Race(BOARD, GOAL, parse_lanes(note), reports, over=True)


def said(note: str, *reports: Report) -> str:
    return " ".join(why(race(note, *reports)))


# The facts it rests on


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
    assert why(race("astar linear-conflict;astar manhattan", solved(1.0, 55), solved(2.0, 117))) == (
        "A* with Linear conflict was first: 31 moves in 1.000 seconds, 55 states expanded; "
        "A* with Manhattan distance took 2.000 seconds and expanded 117.",
        "It expanded fewer states: its estimate is never lower, so less of the tree has to be looked at.",
    )


@pytest.mark.parametrize(
    ("note", "reason"),
    [
        ("astar manhattan;bfs", "its estimate leads it towards the goal"),
        ("idastar walking-distance;idastar linear-conflict", "was the better guide on this board"),
        ("greedy linear-conflict;greedy manhattan", "was the better guide on this board"),
        ("astar value-euclidean;astar manhattan", "its estimate may be too high"),
        ("astar own;astar manhattan", "its estimate may be too high"),
        ("astar manhattan;idastar manhattan", "it remembers the states it met"),
        ("bidirectional;bfs", "it searches from both ends"),
        ("greedy manhattan;astar manhattan", "follows its estimate eagerly"),
        ("greedy manhattan;bfs", "follows its estimate eagerly"),
        ("wastar manhattan 3;wastar manhattan 1.5", "a larger weight trusts the estimate more"),
        ("wastar manhattan 1.5;wastar manhattan 3", "the smaller weight"),
        ("wastar manhattan 3;wastar misplaced 2", "On this board it had to look at fewer states."),
        ("beam manhattan 10;beam manhattan 99", "the width of a beam settles what it keeps"),
        ("bfs;ucs", "On this board it had to look at fewer states."),
        ("bfs;astar manhattan", "On this board it had to look at fewer states."),
        ("bfs;ids", "it remembers the states it met"),
    ],
)
def test_who_expanded_fewer_is_told_why(note: str, reason: str) -> None:
    assert reason in said(note, solved(1.0, 50), solved(2.0, 117))


@pytest.mark.parametrize(
    ("note", "reason"),
    [
        ("idastar manhattan;astar manhattan", "keeps no lists of them, so each took less time"),
        ("astar manhattan;astar walking-distance", "its estimate is quicker to work out"),
        ("bfs;astar manhattan", "but each took less time: 200 states a second against 50."),
    ],
)
def test_who_expanded_more_is_told_why(note: str, reason: str) -> None:
    assert reason in said(note, solved(1.0, 200), solved(2.0, 100))


def test_engines_are_told_apart() -> None:
    told = said(
        "idastar pattern-tables;astar manhattan", solved(0.1, 900, engine="webassembly"), solved(2.0, 100)
    )
    assert "It ran as WebAssembly and the other as Python, so compare the states" in told
    assert "took less time" not in told


def test_a_longer_path_found_sooner_is_no_better_one() -> None:
    told = said(
        "astar manhattan;greedy manhattan",
        solved(2.0, 900, 31),
        solved(0.1, 100, 47, "at most 24 longer"),
    )
    assert told.startswith("Greedy best-first with Manhattan distance was first: 47 moves")
    assert told.endswith(
        "But its path is 16 moves longer than the 31 that A* with Manhattan distance found: "
        "it was sooner, not shorter."
    )


def test_a_path_nobody_has_proved() -> None:
    loose = "at most 4 longer"
    first, second = solved(0.1, 9, 31, loose), solved(1.0, 99, 31, loose)
    assert said("greedy manhattan;wastar manhattan", first, second).endswith(
        "Whether its path is a shortest one was not proved."
    )
    assert said("greedy manhattan;astar manhattan", first, solved(1.0, 99)).endswith(
        "Its path is a shortest one, which it could not prove by itself: another lane did."
    )


# Ties, one alone, nobody


def test_what_the_clock_cannot_tell_is_no_win() -> None:
    assert why(race("astar linear-conflict;astar manhattan", solved(0.002, 55), solved(0.001, 117))) == (
        "The first 2 lanes are too close to call by the clock, within 0.002 seconds.",
        "By the work done there is a difference: A* with Linear conflict expanded 55 states where "
        "A* with Manhattan distance expanded 117: its estimate is never lower, so less of the tree "
        "has to be looked at.",
    )
    told = said("astar manhattan;astar manhattan;bfs", solved(10.0, 7), solved(10.3, 7), solved(60, 99))
    assert told.startswith("The first 2 lanes are too close to call")
    assert told.endswith("They also expanded equally many states: 7 each.")
    told = said(
        "astar manhattan;greedy manhattan", solved(0.002, 1), solved(0.001, 7, 33, "at most 2 longer")
    )
    assert "expanded 1 state where" in told
    assert "But A* with Manhattan distance has the shorter path: 31 moves against the 33 of" in told


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("failed", "No other lane could run; each says why."),
        ("cancelled", "The race was stopped while the others were still searching."),
        ("out of time", "The others ran out of time."),
        ("out of memory", "The others ran out of memory: they keep every state they meet."),
        ("gave up", "The others gave up: their beam was too narrow."),
        ("no path within the depth limit", "The others ended without one; each says how."),
    ],
)
def test_one_alone(state: str, reason: str) -> None:
    told = why(race("astar manhattan;beam manhattan", solved(1.0, 9), ended(state)))
    assert told == (
        "Only A* with Manhattan distance found a path: 31 moves in 1.000 seconds, with 9 states expanded.",
        reason,
    )


def test_one_alone_among_different_ends() -> None:
    told = why(race("astar manhattan;bfs;ucs", solved(1, 9), ended("failed"), ended("out of time")))
    assert told[1] == "The others ended without one; each says how."


def test_nobody() -> None:
    lanes = "astar manhattan;bfs"
    assert why(race(lanes, ended("failed"), ended("failed"))) == ("No lane could run; each says why.",)
    assert why(race(lanes, ended("cancelled", bound=21), ended("cancelled", bound=3))) == (
        "The race was stopped before any lane found a path.",
        "What is certain: a shortest path has at least 21 moves.",
    )
    assert why(race(lanes, ended("out of time", bound=20), ended("out of memory"))) == (
        "No lane found a path within its limits, so nobody won.",
        "What is certain: a shortest path has at least 20 moves.",
    )
    assert why(race(lanes, ended("unsolvable"), ended("unsolvable"))) == (
        "There is no path: this board cannot reach the goal.",
    )


def test_nothing_to_race_for() -> None:
    done = solved(0.0, 0, 0)
    assert why(race("astar manhattan;bfs", done, done)) == (
        "The board is solved already, so there was nothing to race for.",
    )


# Whatever comes

ENDS = (
    solved(0.5, 10),
    solved(2.0, 99, 35, "at most 4 longer", engine="webassembly"),
    Report(state="failed", problem="Wrong."),
    ended("out of memory"),
    ended("cancelled"),
)


@pytest.mark.parametrize("note", [*PRESETS.values(), "astar own;beam own 5"])
def test_every_ending_is_told_in_sentences_and_drawn(note: str) -> None:
    for reports in permutations(ENDS, len(parse_lanes(note))):
        over = race(note, *reports)
        for sentence in why(over):
            assert sentence[0].isupper()
            assert sentence.endswith(".")
        table = race_table(over)
        assert {len(row) for row in table.rows} == {len(table.heads)}
        assert len(race_chart(over)["data"]["datasets"]) == len(reports)
        assert race_sentence(over)


def test_a_real_race_is_told_truly() -> None:
    lanes = parse_lanes("astar linear-conflict;astar manhattan;bfs")
    task = RaceTask(
        {
            "board": BOARD,
            "goal": GOAL,
            "lanes": [lane.to_dict() for lane in lanes],
            "seconds": 30,
            "source": "",
        }
    )
    while task.answer() is None:
        task.step(0.05)
    over = Race(BOARD, GOAL, lanes, tuple(Report(**told) for told in task.progress()["lanes"]), over=True)
    assert standing(over.reports[2]) == "Third"
    assert {standing(report) for report in over.reports[:2]} == {"First", "Second"}
    assert "A* with " in why(over)[0] or "too close" in why(over)[0]
    chart = race_chart(over)["data"]["datasets"]
    assert [data["data"][0] for data in chart] == [3_835, 6_744, 181_439]
    assert race_table(over).rows[0][:4] == (
        "1. A* with Linear conflict",
        standing(over.reports[0]),
        "31",
        "Proved shortest",
    )


def test_a_chart_on_a_logarithmic_scale_has_no_zero() -> None:
    over = race("astar manhattan;bfs", Report(state="failed"), solved(1, 9))
    assert race_chart(over)["data"]["datasets"][0]["data"] == [None, None, None]


def test_places_are_told_in_words() -> None:
    told = with_places([{"seconds": 2, "length": 3}, {"seconds": 1, "length": 3}])
    assert [standing(replace(Report(**report), state="solved")) for report in told] == ["Second", "First"]
    assert standing(Report()) == "Searching"
    assert standing(Report(state="no path within the depth limit")) == "No path within the depth limit"
    assert Lane().label == "A* with Manhattan distance"
