"""The definition of a move: names of metrics, problems in each metric, and numbers of moves in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, InvalidJobError, Metric, Problem, goal_board
from npuzzle.puzzle.problem import LineProblem, metric_of, pose_problem, read_metric, say_moves
from tests.support.strategies import boards_and_goals, possible_paths

START, GOAL = Board("1 2 3/4 5 6/0 7 8"), Board("1 2 3/4 5 6/7 8 0")


@pytest.mark.parametrize("metric", list(Metric))
def test_a_metric_is_read_from_itself_and_from_its_name(metric: Metric) -> None:
    assert read_metric(metric) is read_metric(metric.value) is metric
    problem = pose_problem(START, GOAL, metric)
    assert metric_of(problem) is metric
    assert (problem.start, problem.goal) == (START, GOAL)


@pytest.mark.parametrize("metric", ["moves", "", None, 1])
def test_another_metric_is_refused_with_those_there_are(metric: object) -> None:
    with pytest.raises(InvalidJobError) as caught:
        read_metric(metric)  # type: ignore[arg-type]
    assert str(caught.value) == f"the metric must be tiles or lines, got {metric!r}"


def test_line_moves_are_counted_on_boards_of_any_size() -> None:
    """No table of all slides is made: on the 40x40, each line move costs as much as copying the board."""
    for shape in ("4x4", "3x6", "40x40"):
        goal = goal_board("blank-last", shape)
        lines = pose_problem(goal, goal, Metric.LINES)
        assert isinstance(lines, LineProblem)
        assert type(pose_problem(goal, goal, Metric.TILES)) is Problem
        reached = [
            (lines.replay(lines.letters([slide])), state) for slide, state in lines.successors(lines.initial)
        ]
        assert len(reached) == lines.most_successors
        assert all(Problem(board, goal).initial == state for board, state in reached)


@given(boards_and_goals(3))
def test_a_problem_of_lines_has_the_same_ends_as_one_of_tiles(pair: tuple[Board, Board]) -> None:
    tiles, lines = (pose_problem(*pair, metric) for metric in Metric)
    assert (tiles.initial, tiles.solved, tiles.is_solvable) == (
        lines.initial,
        lines.solved,
        lines.is_solvable,
    )


@given(possible_paths())
def test_every_move_ends_where_the_next_begins(played: tuple[Problem, str]) -> None:
    problem, path = played
    for counted in (problem, LineProblem(problem.start, problem.goal)):
        ends = list(counted.ends(path))
        assert len(ends) == counted.count_moves(path)
        pieces = [path[first:last] for first, last in zip([0, *ends], ends)]
        assert "".join(pieces) == path
        assert all(piece and piece == piece[0] * len(piece) for piece in pieces)
    assert list(problem.ends(path)) == list(range(1, len(path) + 1))


@given(st.integers(0, 10**9))
def test_numbers_of_moves_in_words(count: int) -> None:
    plural = "" if count == 1 else "s"
    assert say_moves(count) == say_moves(count, Metric.TILES) == f"{count:,} move{plural}"
    assert say_moves(count, Metric.LINES) == f"{count:,} line move{plural}"
    assert (say_moves(1), say_moves(0)) == ("1 move", "0 moves")
