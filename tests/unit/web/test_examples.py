"""The shelf's example boards, and every claim about them, checked by the package."""

from __future__ import annotations

import pytest

from npuzzle import HEURISTICS, Board, Problem, Shape, goal_board, solve
from npuzzle.lab.space import enumerate_states
from npuzzle.puzzle.problem import board_of
from web.page.examples import EXAMPLES, Example

ALL = list(EXAMPLES.values())
BY_NAME = [
    pytest.param(example, id=example.name, marks=[pytest.mark.long] if example.moves == 80 else [])
    for example in ALL
]


def problem_of(example: Example) -> Problem:
    board = Board.parse(example.board)
    return Problem(board, goal_board(example.goal, board.shape))


@pytest.mark.parametrize("example", BY_NAME)
def test_what_is_said_of_a_board_is_true(example: Example) -> None:
    problem = problem_of(example)
    assert str(problem.start) == example.board
    assert problem.is_solvable == (example.moves is not None)
    if example.moves is not None:
        every = example.ways is not None
        result = solve(problem.start, problem.goal, every=every)
        assert (result.length, result.claim) == (example.moves, "proved shortest")
        if every:
            told = result.to_dict()["every"]
            assert isinstance(told, dict)
            assert (told["count"], told["complete"]) == (example.ways, True)


def test_names_and_notes_are_distinguished_and_are_sentences() -> None:
    assert len({example.note for example in ALL}) == len({example.label for example in ALL}) == len(ALL)
    assert all(example.note.endswith(".") for example in ALL)
    assert list(EXAMPLES) == [example.name for example in ALL]


@pytest.mark.slow
def test_the_superlatives_of_the_3x3_hold_over_all_states() -> None:
    goal = goal_board("blank-last", Shape(3, 3))
    known = enumerate_states(goal.shape, goal.blank)
    ways = [1] + [0] * (len(known.states) - 1)
    for near, far in zip(*known.arcs):
        if known.distance[far] == known.distance[near] + 1:
            ways[far] += ways[near]
    farthest = [index for index, moves in enumerate(known.distance) if moves == 31]
    most = max(ways)

    def find_example(indices: list[int]) -> list[str]:
        return sorted(str(board_of(known.states[index], goal)) for index in indices)

    assert known.distance[-1] == 31
    assert find_example(farthest) == sorted(EXAMPLES[name].board for name in ("farthest-1", "farthest-2"))
    assert max(known.distance[index] for index, count in enumerate(ways) if count == 1) == 29
    assert EXAMPLES["most-ways"].board in find_example(
        [index for index, count in enumerate(ways) if count == most]
    )


def test_the_second_farthest_is_the_first_one_mirrored() -> None:
    first, second = (Board.parse(EXAMPLES[name].board).tiles for name in ("farthest-1", "farthest-2"))
    mirror = [0, 3, 6, 1, 4, 7, 2, 5, 8]  # cell by cell, across the diagonal
    name = {0: 0} | {cell + 1: mirror[cell] + 1 for cell in range(8)}
    assert second == tuple(name[first[mirror[cell]]] for cell in range(9))


@pytest.mark.parametrize(("name", "manhattan", "misplaced"), [("17", 15, 7), ("25", 17, 8), ("28", 18, 7)])
def test_the_estimates_of_the_course_boards(name: str, manhattan: int, misplaced: int) -> None:
    problem = problem_of(EXAMPLES[f"course-{name}"])
    for heuristic, said in (("manhattan", manhattan), ("misplaced", misplaced)):
        assert HEURISTICS[heuristic].make(problem.goal).estimate(problem.initial) == said
        assert f" {said}" in EXAMPLES[f"course-{name}"].note
