"""Everything that the course projects before npuzzle could do, done right."""

from __future__ import annotations

from random import Random

import pytest

from npuzzle import Board, Limits, Shape, goal_board, solve
from npuzzle.lab import boards_at_depths, compare, contenders
from npuzzle.puzzle.problem import Problem
from npuzzle.search.best_first import best_first
from npuzzle.solving.driver import explore
from npuzzle.solving.limits import Outcome
from tests.support.command_line import Call
from tests.support.oracles import distances
from tests.support.quick import mostly_slow

NOTEBOOK = ["2 3 7/1 8 0/6 5 4", "7 0 8/4 6 1/5 3 2", "5 7 6/2 4 3/8 1 0"]
#: b1 to b4 of the eight-puzzle lab, and their distances to the spiral.
LAB = {"1 3 4/8 6 2/7 0 5": 5, "2 8 1/0 4 3/7 6 5": 9, "2 8 1/4 6 3/0 7 5": 12, "5 6 7/4 0 8/3 2 1": 30}


# The CS152 notebook


@pytest.mark.slow
def test_the_notebooks_table_of_heuristics_and_boards(call: Call) -> None:
    data = call(
        "compare", *NOTEBOOK, "--goal", "blank-first", "--heuristics", "misplaced,manhattan", "--json"
    ).json
    table = {(run["board"], run["heuristic"]): run for run in data["runs"]}
    assert [table[board, "manhattan"]["length"] for board in NOTEBOOK] == [17, 25, 28]
    assert [table[board, "misplaced"]["length"] for board in NOTEBOOK] == [17, 25, 28]
    assert [table[board, "manhattan"]["expanded"] for board in NOTEBOOK] == [57, 1137, 1090]
    assert [table[board, "misplaced"]["expanded"] for board in NOTEBOOK] == [572, 24_490, 51_230]
    names = {"length", "expanded", "generated", "peak_frontier", "seconds"}
    assert all(names <= set(run) for run in data["runs"])


# The six-heuristics study


@pytest.mark.long
def test_its_ranking_of_all_heuristics_on_60_seeded_boards(call: Call) -> None:
    data = call("compare", "--random", "60", "--walk", "20", "--heuristics", "all", "--json").json
    ranking = {entry["heuristic"]: entry for entry in data["totals"]}
    assert list(ranking) == [
        *("pattern-tables", "linear-conflict", "walking-distance", "manhattan", "euclidean", "mix"),
        "n-max-swap",
        *("misplaced", "blank-distance", "blank-chebyshev", "value-euclidean", "zero"),
    ]
    assert {entry["solved"] for entry in data["totals"]} == {60}
    lengths = {name: entry["length"] for name, entry in ranking.items()}
    assert lengths.pop("value-euclidean") > 1056
    assert set(lengths.values()) == {1056}
    assert [ranking[n]["expanded"] for n in ("linear-conflict", "manhattan", "zero")] == [
        5562,
        9763,
        1_636_895,
    ]


# The 15-puzzle comparison


def test_its_board_takes_17_moves_with_misplaced_and_manhattan_side_by_side() -> None:
    ways = contenders(["astar"], ["misplaced", "manhattan"])
    misplaced, manhattan = compare(["2 8 3 4/1 6 0 7/5 9 10 11/13 14 15 12"], ways).rows
    assert misplaced.result.length == manhattan.result.length == 17
    assert misplaced.result.claim == manhattan.result.claim == "proved shortest"
    assert (misplaced.result.snapshot.expanded, manhattan.result.snapshot.expanded) == (645, 117)


# The eight-puzzle lab


@pytest.mark.parametrize(
    "algorithm", mostly_slow(["astar", "bidirectional", "idastar", "breadth-first", "rbfs"], 3)
)
def test_its_four_boards_have_their_lengths(algorithm: str) -> None:
    comparison = compare(LAB, contenders([algorithm], ["manhattan"]), "spiral")
    assert [row.result.length for row in comparison.rows] == list(LAB.values())


@pytest.mark.slow
@pytest.mark.parametrize("nodes", mostly_slow([5_000, 10_000, 25_000]))
@pytest.mark.parametrize("algorithm", ["breadth-first", "depth-first"])
def test_its_blind_searches_within_depth_1000_and_its_node_limits(algorithm: str, nodes: int) -> None:
    limits = Limits(depth=1000, expanded=nodes)
    for board, length in LAB.items():
        result = solve(board, "spiral", algorithm=algorithm, limits=limits)
        assert result.length is not None
        if result.outcome is Outcome.SOLVED:
            assert length <= result.length <= 1000
        else:
            assert (result.outcome, result.snapshot.expanded) == (Outcome.OUT_OF_NODES, nodes)
    hard = solve("5 6 7/4 0 8/3 2 1", "spiral", algorithm=algorithm, limits=limits)
    assert hard.outcome is Outcome.OUT_OF_NODES


@pytest.mark.slow
@pytest.mark.parametrize("nodes", mostly_slow([5_000, 10_000, 25_000]))
def test_breadth_first_and_depth_first_are_evaluators_of_one_search(nodes: int) -> None:
    """Breadth-first takes the depth as cost, depth-first its negative as priority; neither estimates."""
    goal = goal_board("spiral", Shape(3, 3))
    for text, length in LAB.items():
        problem = Problem(Board.parse(text), goal)
        broad = explore(best_first(problem, max_depth=1000), Limits(expanded=nodes))
        deep = explore(best_first(problem, priority=lambda g, h: -g, max_depth=1000), Limits(expanded=nodes))
        twin = solve(text, "spiral", algorithm="breadth-first", limits=Limits(depth=1000, expanded=nodes))
        assert (broad.outcome, broad.snapshot.expanded) == (twin.outcome, twin.snapshot.expanded)
        assert broad.path is None or len(broad.path) == length
        assert deep.outcome is Outcome.OUT_OF_NODES or (
            deep.path is not None and length <= len(deep.path) <= 1000
        )


@pytest.mark.slow
def test_is_the_limit_the_heuristic_or_the_speed() -> None:
    """A better heuristic expands fewer states, which saves more than speed does. A comparison shows both."""
    totals = compare(
        [NOTEBOOK[2]], contenders(["astar"], ["zero", "linear-conflict"]), "blank-first"
    ).totals()
    strong, blind = totals
    assert (strong["heuristic"], blind["heuristic"]) == ("linear-conflict", "zero")
    assert strong["expanded"] * 300 < blind["expanded"]
    assert strong["per_second"] is not None
    assert blind["per_second"] is not None


@pytest.mark.slow
def test_what_makes_a_board_hard() -> None:
    """The depth does: in a sample of every depth, expanded states grow about tenfold per 8 moves."""
    goal = goal_board("spiral", Shape(3, 3))
    boards = list(boards_at_depths(goal, 4, Random(1)))
    entries = compare(boards, contenders(["astar"], ["manhattan"]), goal).depths()
    assert [entry["depth"] for entry in entries] == list(range(31))
    by_depth = [entry["expanded"] for entry in entries]
    for depth in range(8, 30, 4):
        assert by_depth[depth] > by_depth[depth - 8] * 2
    assert by_depth[30] > 100 * by_depth[8]


@pytest.mark.slow
def test_does_growth_follow_theory() -> None:
    """b* hardly depends on the depth, and a better heuristic makes it smaller. The frontiers of best-first
    searches grow with the depth; those of depth-first searches equal it.
    """
    goal = goal_board("blank-first", Shape(3, 3))
    boards = [b for b in boards_at_depths(goal, 3, Random(2)) if 10 <= distances(goal)[b.tiles] <= 22]
    ways = contenders(["astar", "idastar"], ["misplaced", "manhattan"])
    entries = compare(boards, ways, goal).depths()
    b = {(e["depth"], e["algorithm"], e["heuristic"]): e["branching"] for e in entries}
    peak = {(e["depth"], e["algorithm"], e["heuristic"]): e["peak_frontier"] for e in entries}
    for depth in range(12, 23):
        assert 1 < b[depth, "astar", "manhattan"] < b[depth, "astar", "misplaced"] < 1.6
        assert peak[depth, "idastar", "manhattan"] == depth
    assert abs(b[22, "astar", "misplaced"] - b[14, "astar", "misplaced"]) < 0.1
    assert peak[22, "astar", "misplaced"] > 10 * peak[14, "astar", "misplaced"]
