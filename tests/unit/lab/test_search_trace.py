"""A trace shows the search as it ran: its order, counts, frontier and answer are the algorithm's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, cast

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, Board, InvalidJobError, Limits, Problem, goal_board, random_walk
from npuzzle.heuristics.simple import Zero
from npuzzle.lab import TRACED, Status, Trace, trace
from npuzzle.lab.recorder import Node
from npuzzle.lab.tracing import DEPTH_FIRST, RULES, WITHOUT_TREE
from npuzzle.puzzle.problem import board_of
from npuzzle.puzzle.shape import Shape
from npuzzle.search.base import SearchOptions
from tests.support.options import select_used
from tests.support.strategies import shuffled
from tests.unit.lab.traces import CASES, GOALS, WIDTH, WORST, Cases, cases, find_comebacks, traced
from tests.unit.search.common import Watched, last, one_by_one, search_to_end


@cases
@pytest.mark.parametrize("algorithm", TRACED)
@pytest.mark.parametrize("heuristic", ["misplaced", "euclidean", "linear-conflict"])
def test_counts_and_path_are_those_of_the_real_run(algorithm: str, heuristic: str, cases: Cases) -> None:
    for goal, board in cases:
        found = traced(board, goal, algorithm, heuristic=heuristic, weight=1.7, width=WIDTH)
        limits = Limits(depth=9) if algorithm == "depth-first" else Limits()
        real = search_to_end(
            Problem(board, goal), algorithm, heuristic, weight=1.7, width=WIDTH, limits=limits
        )
        assert (found.expanded, found.generated) == (real.snapshot.expanded, real.snapshot.generated)
        assert found.path == real.path
        assert found.complete
        roots = sum(node.parent is None for node in found.nodes)
        assert len(found.nodes) == found.generated + roots + len(find_comebacks(found))
        assert len(found.steps) == found.expanded + 1  # the last step is the goal


@cases
@pytest.mark.parametrize("algorithm", RULES)
@pytest.mark.parametrize("heuristic", ["manhattan", WORST])
def test_states_are_expanded_in_the_order_of_the_real_search(
    algorithm: str, heuristic: Any, cases: Cases
) -> None:
    card = HEURISTICS[heuristic] if isinstance(heuristic, str) else heuristic
    for goal, board in cases:
        found = traced(board, goal, algorithm, heuristic=heuristic, weight=1.7, most=200)
        watched = Watched(Problem(board, goal))
        search = ALGORITHMS[algorithm].search(
            cast(Problem, watched), card.make(goal), ALGORITHMS[algorithm].options({"weight": 1.7})
        )
        frontiers = [snapshot.frontier for snapshot in islice(one_by_one(search), found.expanded + 1)]
        expanded = [found.nodes[number].board for number in found.steps[: found.expanded]]
        assert expanded == [str(board_of(state, goal)) for state in watched.expanded[: found.expanded]]
        assert [len(found.frontier(at)) for at in range(1, found.expanded)] == frontiers[1 : found.expanded]


def test_depth_first_expands_in_the_order_of_the_real_search() -> None:
    for goal, board in CASES:
        found = traced(board, goal, "depth-first")
        problem = Problem(board, goal)
        watched = Watched(problem)
        options = SearchOptions(max_depth=9)
        last(ALGORITHMS["depth-first"].search(cast(Problem, watched), Zero(goal), options))
        ours = ["".join(node.letter for node in found.line(number)) for number in found.steps[:-1]]
        assert ours == [problem.letters(state.path) for state in watched.expanded]


@cases
@pytest.mark.parametrize("algorithm", [*RULES, "rbfs", "beam"])
@pytest.mark.parametrize("heuristic", ["zero", "manhattan", "euclidean", WORST])
def test_the_next_one_is_always_the_first_of_the_frontier(
    algorithm: str, heuristic: Any, cases: Cases
) -> None:
    for goal, board in cases:
        found = traced(board, goal, algorithm, heuristic=heuristic, weight=1.7, width=4, most=200)
        for at, number in enumerate(found.steps):
            assert found.frontier(at)[0].number == number


@cases
@pytest.mark.parametrize("algorithm", TRACED)
def test_the_answer_is_a_line_of_the_tree_played_by_its_letters(algorithm: str, cases: Cases) -> None:
    for goal, board in cases:
        found = traced(board, goal, algorithm, heuristic="manhattan")
        if found.has_two_trees:
            check_that_two_lines_meet(found)
            continue
        line = [found.nodes[number] for number in found.answer]
        assert "".join(node.letter for node in line) == found.path
        problem = Problem(board, goal)
        for at, node in enumerate(line):
            assert node.g == at
            assert node.board == str(problem.replay((found.path or "")[:at]))
        assert line[-1].board == str(goal)
        assert found.status(found.answer[-1], len(found.steps)) is Status.GOAL


def check_that_two_lines_meet(found: Trace) -> None:
    """Check that the path goes down one tree and up the other, and that its boards are correct."""
    problem, path = Problem(found.board, found.goal), found.path or ""
    line = [found.nodes[number] for number in found.answer]
    near = [node for node in line if not found.is_from_goal(node.number)]
    far = [node for node in line if found.is_from_goal(node.number)]
    boards = [node.board for node in (*near, *far[1:])]
    assert boards == [str(problem.replay(path[:at])) for at in range(len(path) + 1)]
    assert not far or near[-1].board == far[0].board
    assert [node.g for node in near] == list(range(len(near)))
    assert [node.g for node in far] == list(range(len(far)))[::-1]
    assert found.steps[-1] in (near[-1].number, far[0].number if far else 0)
    assert found.status(found.steps[-1], len(found.steps)) is Status.GOAL


@pytest.mark.parametrize("algorithm", TRACED)
def test_every_node_is_a_slide_away_from_its_parent_and_stands_somewhere(algorithm: str) -> None:
    goal, board = CASES[0]
    found = traced(board, goal, algorithm, heuristic="manhattan")
    for node in found.nodes:
        line = found.line(node.number)
        first = line[0].board
        assert first == str(goal if found.is_from_goal(node.number) else board)
        assert str(Problem(first, goal).replay("".join(step.letter for step in line))) == node.board
        for at in range(len(found.steps) + 1):
            assert (found.status(node.number, at) is Status.UNMADE) == (node.made > at)
        if node.twin is not None:
            assert found.nodes[node.twin].board == node.board
    assert [node.number for at in range(len(found.steps) + 1) for node in found.generated_in(at)] == list(
        range(len(found.nodes))
    )


def test_bounds_rise_and_every_round_starts_anew() -> None:
    for goal, board in CASES:
        found = traced(board, goal, "idastar", heuristic="manhattan")
        assert list(found.bounds) == sorted(set(found.bounds))
        assert {node.round for node in found.nodes} == set(range(1, len(found.bounds) + 1))
        for node in found.nodes:
            beyond = node.f > found.bounds[node.round - 1]
            assert beyond == (found.status(node.number, len(found.steps)) is Status.CUT)


@pytest.mark.slow
def test_a_shorter_path_replaces_the_longer_one() -> None:
    nodes = [
        node
        for goal, board in CASES
        for node in traced(board, goal, "weighted-astar", heuristic=WORST, weight=9, most=500).nodes
        if node.dropped is not None and node.dropped > node.made
    ]
    assert nodes
    assert any(node.taken is not None for node in nodes), "some were expanded and opened again"


@pytest.mark.parametrize("algorithm", TRACED)
def test_it_is_left_after_so_many_expansions(algorithm: str) -> None:
    found = trace("8 6 7/2 5 4/3 0 1", **select_used(algorithm, heuristic="zero"), most=40)
    assert (found.expanded, len(found.steps), found.complete, found.path) == (40, 40, False, None)
    whole = trace("8 6 7/2 5 4/3 0 1", **select_used(algorithm, heuristic="zero"), most=80)
    assert found.steps == whole.steps[:40]


@pytest.mark.parametrize("algorithm", TRACED)
def test_a_solved_board_has_one_step(algorithm: str) -> None:
    found = trace("1 2 3/4 5 6/7 8 0", algorithm=algorithm)
    assert (found.path, found.expanded, found.steps, found.answer) == ("", 0, (0,), (0,))
    assert found.status(0, 0) is Status.FRONTIER
    assert found.status(0, 1) is Status.GOAL


def test_no_path_at_all_is_a_trace_that_ends_without_one() -> None:
    board = next(b for b in (shuffled(Shape(2, 2), seed) for seed in range(9)) if not solvable(b))
    found = trace(board, algorithm="astar")
    assert (found.path, found.complete, found.expanded) == (None, True, 12)
    assert found.frontier(len(found.steps)) == ()


def solvable(board: Board) -> bool:
    return Problem(board, goal_board("blank-last", board.shape)).is_solvable


@pytest.mark.parametrize("algorithm", TRACED)
def test_plain_data_and_back(algorithm: str) -> None:
    goal, board = CASES[1]
    found = traced(board, goal, algorithm, heuristic="euclidean")
    assert Trace.from_dict(json.loads(json.dumps(found.to_dict()))) == found


@cases
@pytest.mark.parametrize("algorithm", TRACED)
def test_the_text_counts_the_frontier_and_what_was_made_as_the_trace_does(
    algorithm: str, cases: Cases
) -> None:
    for goal, board in cases:
        found = traced(board, goal, algorithm, heuristic=WORST, weight=1.7, most=60)
        for at, line in enumerate(found.to_text().splitlines(), 1):
            made, frontier = len(found.generated_in(at)), len(found.frontier(at))
            assert line.endswith(
                f"{found.status(found.steps[at - 1], at).value}, {made} made, frontier {frontier}"
            )


class Counted(tuple[Node, ...]):
    """A list of nodes that counts how often a node is read."""

    read = 0

    def __iter__(self) -> Iterator[Node]:
        for node in super().__iter__():
            Counted.read += 1
            yield node


@pytest.mark.parametrize("algorithm", ["astar", "idastar"])
def test_the_text_of_a_long_trace_reads_no_node_many_times(algorithm: str) -> None:
    found = traced(Board.parse("8 6 7/2 5 4/3 0 1"), GOALS[0], algorithm, heuristic="zero", most=500)
    Counted.read = 0
    replace(found, nodes=Counted(found.nodes)).to_text()
    assert 0 < Counted.read <= 4 * len(found.nodes)


def test_the_text_has_a_line_for_every_step() -> None:
    lines = trace("2 8 3/1 6 4/7 0 5", "spiral", algorithm="astar", heuristic="misplaced").to_text()
    assert lines.splitlines()[0] == "   1  2 8 3/1 6 4/7 0 5  g 0 h 4 f 4  expanded, 3 made, frontier 3"
    assert lines.splitlines()[-1].endswith("the goal, 0 made, frontier 6")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"algorithm": "anytime"}, "anytime has no search tree: it finds a path with compiled kernels"),
        (
            {"algorithm": "constructive"},
            "constructive has no search tree: it places one tile after the other",
        ),
        ({"algorithm": "beam", "limits": Limits(depth=3)}, "without a depth limit"),
        ({"algorithm": "astar", "most": 0}, "1 or more"),
        ({"algorithm": "astar", "limits": Limits(depth=3)}, "without a depth limit"),
        ({"algorithm": "idastar", "heuristic": "pattern-tables"}, "cannot be traced"),
    ],
)
def test_what_cannot_be_traced_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidJobError, match=said):
        trace("1 2 3/4 5 6/7 0 8", **options)


def test_the_depth_first_ones_have_a_path_for_a_frontier() -> None:
    assert {*DEPTH_FIRST, *RULES, "bidirectional", "rbfs", "beam"} == set(TRACED)
    assert {*TRACED, *WITHOUT_TREE} <= {card.name for card in ALGORITHMS}
    assert not {*TRACED} & {*WITHOUT_TREE}
    found = trace("2 8 3/1 6 4/7 0 5", "spiral", algorithm="idastar", heuristic="manhattan")
    last = found.frontier(len(found.steps))
    assert [node.number for node in last] == list(found.answer)[::-1]


@pytest.mark.parametrize("shape", ["3x4", "5x5"])
def test_where_pattern_tables_cannot_be_watched_the_automatic_choice_is_another(shape: str) -> None:
    board = random_walk(goal_board("blank-last", Shape.parse(shape)), 8, Random(1))
    found = trace(board, algorithm="idastar")
    assert found.heuristic == "linear-conflict"
    assert found.path is not None
