"""The sentences of the Explore room about each step of a search."""

from __future__ import annotations

import re

import pytest

from npuzzle import Board, Job, Limits, goal_board
from npuzzle.lab import TRACED, Status, Trace, iter_trace, trace
from npuzzle.lab.tracing import BIDIRECTIONAL
from npuzzle.progress import run_to_end
from tests.support.options import select_used
from tests.unit.web.rooms.explore_trees import FOUND, LARGE, SMALL, show_tree
from web.command import perform
from web.rooms.explore import words
from web.rooms.explore.layout import lay_out_tree
from web.rooms.explore.state import (
    predict,
)


@pytest.mark.parametrize("algorithm", TRACED)
def test_every_step_is_described_in_whole_sentences(algorithm: str) -> None:
    found = trace(*SMALL, **select_used(algorithm, heuristic="misplaced", width=2), most=200)
    for at in range(len(found.steps) + 1):
        said = words.describe_step(found, at)
        assert all(not line[0].islower() and line.endswith(".") for line in said)
        for node in found.nodes:
            if found.status(node.number, at) is not Status.UNMADE:
                assert words.describe_node(found, node, at).startswith(node.board)
    assert algorithm in words.RULES


def test_each_step_says_which_of_two_trees_grows_and_the_last_where_they_meet() -> None:
    found = trace(*SMALL, algorithm=BIDIRECTIONAL)
    assert words.describe_step(found, 0)[0] == "So far: the start and the goal, a tree for each."
    assert words.describe_step(found, 1)[0] == "From the start: expanded 2 8 3/1 6 4/7 0 5, 0 moves away."
    sides = {words.describe_step(found, at)[0].split(":")[0] for at in range(1, found.expanded + 1)}
    assert sides == {"From the start", "From the goal"}
    last = len(found.steps)
    meeting = found.nodes[found.steps[-1]]
    said = words.describe_step(found, last)[0]
    assert said.startswith(f"The two trees meet at {meeting.board}: ")
    assert sum(map(int, re.findall(r"(\d+) moves? from", said))) == len(found.path or "") == 5
    assert words.describe_status(found, meeting, last) == "where the two trees meet"
    assert words.format_tag(found, meeting, last) == "meet"
    layout = lay_out_tree(found.nodes, Board.parse(found.board).shape)
    first = [layout.x[node.number] for node in found.nodes if not found.is_from_goal(node.number)]
    second = [layout.x[node.number] for node in found.nodes if found.is_from_goal(node.number)]
    assert max(first) < min(second), "the second tree must be right of the first"
    assert perform(show_tree(found), predict()).quiz is None


def test_each_step_says_what_rbfs_forgets_and_a_beam_cuts_off() -> None:
    found = trace(*SMALL, algorithm="rbfs", heuristic="zero", most=99)
    for node in found.nodes:
        if node.twin is not None and node.dropped is not None:
            said = words.describe_step(found, node.dropped)
            again = found.nodes[node.twin]
            assert f"{node.board} is open again, with the f that its branch led to: {again.f:g}." in said
            assert any(re.match(r"\d boards? forgotten", line) for line in said)
            assert words.format_sum(found, again) == f"{again.g}+0→{again.f:g}"
            assert words.format_value(found, again) == f"f = {again.f:g} (g {again.g} + h 0, raised)"
    found = trace(*SMALL, algorithm="beam", heuristic="misplaced", width=1, most=99)
    assert words.describe_step(found, 1) == (
        "Expanded 2 8 3/1 6 4/7 0 5 of level 0: smallest h = 4.",
        "3 successors added.",
        "Level 1 is complete: 2 boards cut off, the best 1 kept.",
    )
    assert words.explain_choice(found, len(found.steps) - 1).endswith(
        "the search ends as soon as it is generated."
    )


def test_the_first_steps_of_a_small_tree() -> None:
    assert words.describe_step(FOUND, 1) == (
        "Expanded 2 8 3/1 6 4/7 0 5: smallest f = 4 (g 0 + h 4).",
        "3 successors added.",
    )
    assert words.explain_choice(FOUND, 1) == "2 8 3/1 0 4/7 6 5 has the smallest f: 4."
    assert words.describe_step(FOUND, len(FOUND.steps))[0] == (
        "This is the goal, 1 2 3/8 0 4/7 6 5: the path has 5 moves."
    )
    assert words.describe_step(LARGE, len(LARGE.steps))[-1].startswith(
        "This is the goal" if LARGE.path is not None else "The tree ends here, after 400 expansions"
    )


def within(depth: int, board: str, goal: str) -> Trace:
    """Return the trace of a depth-first search down to that depth."""
    start = Board.parse(board)
    limits = Limits(depth=depth)
    job = Job(board=start, goal=goal_board(goal, start.shape), algorithm="depth-first", limits=limits)
    return run_to_end(iter_trace(job, most=400))


def test_a_depth_limit_proves_only_that_no_path_is_that_short() -> None:
    for depth in (1, 3):
        found = within(depth, *SMALL)
        assert (found.path, found.complete) == (None, True)
        assert words.describe_step(found, len(found.steps))[-1] == (
            "Every board within the depth limit has been seen: no path is that short."
        )
    found = within(5, *SMALL)
    assert words.describe_step(found, len(found.steps))[-1].startswith("This is the goal")


def test_without_a_cut_there_is_no_path() -> None:
    found = within(40, "2 1/3 0", "1 2/3 0")
    assert (found.path, found.complete) == (None, True)
    assert words.describe_step(found, len(found.steps))[-1] == (
        "Every board within reach has been seen: there is no path."
    )


@pytest.mark.slow
def test_ties_are_described_as_they_are_broken() -> None:
    kinds = set()
    for at in range(1, len(LARGE.steps)):
        first, second = LARGE.frontier(at)[:2]
        said = words.explain_choice(LARGE, at)
        tied = first.f == second.f
        assert ("boards have the smallest f" in said) == tied
        if tied:
            assert ("was generated first" in said) == (first.g == second.g)
        kinds.add((tied, first.g == second.g))
    assert len(kinds) >= 3
