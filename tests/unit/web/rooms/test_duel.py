"""The duel's statements are true: every number in them is counted here in another way."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import HEURISTICS, Board, Problem, Shape, goal_board, solve
from npuzzle.puzzle.problem import State
from tests.unit.web.interpreters import carry_out
from web.rooms.race.duel import Duel, Record, describe_estimates, format_times, judge_guess, name_lanes
from web.rooms.race.lanes import parse_lanes
from web.rooms.race.report import NO_GUESS, Guess, Race, Report

FIRST, GOAL = "8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0"
MIDDLING = "3 1 8/4 5 2/7 6 0"  # 20 moves
CONSISTENT = [card.name for card in HEURISTICS if card.consistent]
PAIRS = [f"astar {one};astar {other}" for one, other in combinations(CONSISTENT, 2)]


def hold(note: str, board: str, goal: str = GOAL, guess: Guess = NO_GUESS) -> Duel:
    """Race the lanes and record their expanded states, as the page does."""
    lanes = parse_lanes(note)
    given = {"board": board, "goal": goal, "lanes": [lane.to_dict() for lane in lanes], "seconds": 30}
    reports = tuple(Report(**report) for report in carry_out("race", given | {"source": ""})["lanes"])
    answer = carry_out("clouds", given | {"counts": [report.expanded for report in reports]})
    return Duel.read(Race(board, goal, lanes, reports, over=True, guess=guess), answer)


def distances(problem: Problem, most: int) -> dict[State, int]:
    """Return the distance from the start of each state fewer than `most` moves away, level by level."""
    found, level = {problem.initial: 0}, [problem.initial]
    for g in range(1, most):
        level = [s for state in level for _, s in problem.successors(state) if s not in found]
        found |= dict.fromkeys(level, g)
        level = list(dict.fromkeys(level))
    return found


@settings(max_examples=25)
@given(
    note=st.sampled_from(PAIRS),
    shape=st.sampled_from([Shape(2, 3), Shape(3, 2), Shape(2, 4)]),
    goal=st.sampled_from(["blank-last", "blank-first", "spiral"]),
    seed=st.integers(0, 10**6),
)
def test_the_numbers_below_the_line_are_those_of_the_whole_space(
    note: str, shape: Shape, goal: str, seed: int
) -> None:
    """Each board whose g + h is below the shortest length is expanded and counted, and no other board."""
    home = goal_board(goal, shape)
    board = home.shuffled(Random(seed))
    length = solve(board, home).length
    assert length is not None
    duel = hold(note, str(board), str(home))
    told = duel.explain()
    problem = Problem(board, home)
    known = distances(problem, length)
    counts = []
    for lane in parse_lanes(note):
        heuristic = HEURISTICS[lane.heuristic].make(home)
        counts.append(sum(g + heuristic.estimate(state) < length - 1e-6 for state, g in known.items()))
    if length == 0:
        assert told == ""
        return
    assert told.startswith(f"A* must expand every board with g + h below {length}"), told
    numbers = [
        int(number.replace(",", ""))
        for number in re.findall(r"(?<=[ :])[\d,]+(?= against| such|\. |\.$)", told.split(" The other")[0])
    ]
    if counts[0] == counts[1]:
        assert f"both estimates have {counts[0]:,} such board" in told
    elif 0 in counts:
        assert f"has {max(counts):,} such board" in told
        assert told.endswith("none.")
    else:
        assert numbers == sorted(counts, reverse=True)
        assert f"has {format_times(max(counts) / min(counts))} times as many such boards" in told
        has_rest = sum(report.expanded for report in duel.race.reports) > sum(counts)
        assert told.endswith(f"expanded have exactly {length}.") == has_rest
        higher = name_lanes(parse_lanes(note))[counts.index(max(counts))]
        assert f"; {higher} has" in told


@cache
def duel_of(board: str) -> Duel:
    return hold("astar misplaced;astar manhattan", board)


@pytest.mark.slow
def test_the_first_board_of_the_page_is_explained_with_its_numbers() -> None:
    duel = duel_of(FIRST)
    assert duel.explain() == (
        "A* must expand every board with g + h below 31; Misplaced tiles has 19 times as many such "
        "boards: 121,515 against 6,549. The other boards that they expanded have exactly 31."
    )
    assert describe_estimates(duel.race.lanes, Board.parse(FIRST), Board.parse(GOAL)) == (
        "Misplaced tiles says 7",
        "Manhattan distance says 21",
    )


@pytest.mark.parametrize(
    "note",
    [
        "astar misplaced;astar manhattan;astar zero",
        "astar misplaced;idastar misplaced",
        "astar manhattan;weighted-astar manhattan 2",
        "astar manhattan;astar value-euclidean",  # not consistent
        "astar manhattan;astar max(misplaced,manhattan)",  # not known to be consistent
        "breadth-first;astar manhattan",
    ],
)
def test_no_other_race_is_explained_by_a_line(note: str) -> None:
    assert hold(note, "1 2 3/4 0 6/7 5 8").explain() == ""


def test_nothing_is_said_of_a_line_when_boards_are_missing_or_no_path_is_proved() -> None:
    duel = duel_of(MIDDLING)
    few = replace(duel.records[1], depths=duel.records[1].depths[:-1])
    assert replace(duel, records=(duel.records[0], few)).explain() == ""
    assert replace(duel, records=(duel.records[0], Record(duel.records[1].depths))).explain() == ""
    reports = tuple(replace(report, claim="at most 4 longer") for report in duel.race.reports)
    assert replace(duel, race=replace(duel.race, reports=reports)).explain() == ""


@given(lane=st.sampled_from([0, 1]), at=st.integers(0, 331))
def test_what_is_said_of_a_dot_is_computed(lane: int, at: int) -> None:
    """A dot gives the board's true distance from the start, the library's h, its place in each search."""
    duel = duel_of(MIDDLING)
    board, places = duel.board(lane, at), duel.places(lane, at)
    depths = [record.depths[place] for record, place in zip(duel.records, places, strict=True) if place >= 0]
    for name, label, line, record, place in zip(
        ("misplaced", "manhattan"),
        name_lanes(duel.race.lanes),
        duel.describe_dot(lane, at),
        duel.records,
        places,
        strict=True,
    ):
        g, h = depths[0], HEURISTICS[name](board, GOAL)
        assert len(set(depths)) == 1, "A* with a consistent estimate expands a board once, at its distance"
        end = "not expanded." if place < 0 else f"expanded as number {place + 1:,}."
        assert line == f"{label}: g {g} + h {h} = {g + h}, {end}"
        if g + h < 20:
            assert place >= 0, "each board below the line is expanded"
        if place >= 0:
            assert record.state(place) == duel.records[lane].state(at)
            assert g + h <= 20


def test_a_board_is_found_between_others_that_look_like_it() -> None:
    record = Record((0, 1, 1), bytes([0, 0, 1, 0, 1, 0]), 2)
    assert [record.find(bytes(state)) for state in ((0, 0), (1, 0), (0, 1), (1, 1))] == [0, 1, None, None]
    assert Record().find(b"\0") is None


def test_lanes_whose_boards_or_estimates_are_not_known_say_so() -> None:
    duel = hold("breadth-first;bidirectional", "1 2 3/4 0 6/7 5 8")
    assert duel.describe_dot(0, 0) == (
        "Breadth-first: g 0, expanded as number 1.",
        "Bidirectional breadth-first: g 0, from its start or from the goal, expanded as number 1.",
    )
    duel = hold("astar manhattan;idastar pattern-tables", "1 2 3/4 0 6/7 5 8")
    assert duel.describe_dot(0, 0) == (
        "A* with Manhattan distance: g 0 + h 2 = 2, expanded as number 1.",
        "IDA* with Additive pattern databases: its boards were not recorded.",
    )
    assert "says" not in describe_estimates(duel.race.lanes, duel.problem.start, duel.problem.goal)[1]


@pytest.mark.parametrize(
    ("guess", "expanded", "verdict"),
    [
        (("", ""), (180, 10), ""),
        (("", "5"), (180, 10), ""),
        (("1", ""), (180, 10), "Your guess was right."),
        (
            ("1", "5"),
            (180, 10),
            "Your guess was right: the other search expanded 18 times as many boards in all.",
        ),
        (
            ("1", "20"),
            (180, 10),
            "Right, but the other search expanded 18 times as many boards in all.",
        ),
        (
            ("1", "20"),
            (200, 10),
            "Your guess was right: the other search expanded 20 times as many boards in all.",
        ),
        (
            ("1", "1"),
            (19, 10),
            "Your guess was right: the other search expanded 1.9 times as many boards in all.",
        ),
        (("0", "5"), (180, 10), "Your guess was Misplaced tiles, but the other search expanded fewer."),
        (("0", "5"), (10, 10), "You guessed, but neither is ahead: both expanded the same number of boards."),
        (("0", "5"), (0, 10), "Your guess was right."),
    ],
)
def test_a_guess_is_judged_by_the_boards_expanded(
    guess: tuple[str, str], expanded: tuple[int, int], verdict: str
) -> None:
    reports = tuple(Report(state="solved", length=31, expanded=count) for count in expanded)
    race = Race(FIRST, GOAL, parse_lanes("astar misplaced;astar manhattan"), reports, over=True)
    assert judge_guess(Guess(*guess), race) == verdict
    stopped = replace(race, reports=(reports[0], Report(state="cancelled")))
    assert judge_guess(Guess(*guess), stopped) == ""
