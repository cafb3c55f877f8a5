"""Exercises have the requested depths, their answers are correct, and a seed always gives the same set."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import Board, InvalidJobError, Problem, Shape, goal_board, solve
from npuzzle.classroom import exercises as module
from npuzzle.classroom.exercises import (
    ANY,
    BY_HAND,
    PROPERTIES,
    ExerciseSet,
    Plan,
    PropertyCard,
    Question,
    iter_make_exercises,
    make_exercises,
)
from npuzzle.errors import WrongAnswerError
from npuzzle.lab.boards import MAX_LAYER, BoardsAtDepth, boards_by_depth
from tests.support import oracles
from tests.support.strategies import SMALL_SHAPES, four_goals
from web.page.commands.board import give_board
from web.page.link import from_fragment

GOAL = goal_board("blank-last", Shape(3, 3))
ALL = tuple(Question)


def plan(**changes: Any) -> Plan:
    return replace(Plan(goal=GOAL, depths=(4, 8), seed=1), **changes)


@st.composite
def small_plans(draw: st.DrawFn) -> Plan:
    """Draw a plan that can be fulfilled, for a small shape and one of four goals."""
    goal = draw(st.sampled_from([goal for shape in SMALL_SHAPES for goal in four_goals(shape)]))
    counts = Counter(oracles.distances(goal).values())
    most = 2 if goal.shape.cells > 4 else 1  # on 2x2, a depth has at most two boards
    each, students = draw(st.integers(1, most)), draw(st.integers(0, most))
    enough = [depth for depth, count in counts.items() if depth and count >= each * max(1, students)]
    depths = draw(st.lists(st.sampled_from(enough), min_size=1, max_size=3, unique=True))
    return Plan(
        goal=goal,
        depths=tuple(depths),
        each=each,
        unsolvable=draw(st.integers(0, 1)),
        students=tuple(f"Student {at}" for at in range(students)),
        questions=ALL,
        seed=draw(st.integers(0, 2**40)),
    )


@cache
def shortest_paths(board: Board, goal: Board) -> int:
    """Count the shortest paths by stepping back from the goal."""
    here = oracles.distance(board, goal)
    assert here is not None
    if here == 0:
        return 1
    return sum(shortest_paths(after, goal) for after in nearer(board, goal))


def nearer(board: Board, goal: Board) -> list[Board]:
    here = oracles.distance(board, goal)
    assert here is not None
    children = [board.slide(src) for src in board.movable]
    return [child for child in children if oracles.distance(child, goal) == here - 1]


def hold_to_truth(made: ExerciseSet) -> None:
    """Check every statement about the exercises against the slow twins."""
    for exercise in made.exercises:
        board, goal, answer = exercise.board, exercise.goal, exercise.answer
        distance = oracles.distance(board, goal)
        assert exercise.depth == distance
        assert (answer is None) == (distance is None)
        assert exercise.reason.startswith("Not solvable" if answer is None else "Solvable")
        assert [exercise.estimates[name] for name in BY_HAND] == [
            oracles.misplaced(board, goal),
            oracles.manhattan(board, goal),
            oracles.linear_conflict(board, goal),
        ]
        if answer is not None:
            assert Problem(board, goal).replay(answer.path) == goal
            assert answer.claim == "proved shortest"
            assert answer.paths == shortest_paths(board, goal)
            first = [board.slide(move.src) for move in answer.first]
            assert sorted(map(str, first)) == sorted(map(str, nearer(board, goal)))


@pytest.mark.slow
@given(small_plans())
@settings(max_examples=60)
def test_every_board_lies_at_its_depth_and_every_answer_is_true(small: Plan) -> None:
    made = make_exercises(small)
    hold_to_truth(made)
    assert len({exercise.board for exercise in made.exercises}) == small.total
    for student, sheet in made.sheets():
        assert {exercise.student for exercise in sheet} == {student}
        assert [exercise.number for exercise in sheet] == list(range(1, len(sheet) + 1))
        depths = [exercise.depth for exercise in sheet if exercise.depth is not None]
        assert depths == [depth for depth in small.depths for _ in range(small.each)]
        assert len(sheet) == len(depths) + small.unsolvable


@pytest.mark.slow
def test_the_answers_are_true_on_the_3x3_down_to_the_deepest() -> None:
    hold_to_truth(make_exercises(plan(depths=(1, 4, 13, 22, 31), each=2, unsolvable=2, questions=ALL)))


@pytest.mark.slow
@given(small_plans())
@settings(max_examples=20)
def test_the_same_plan_gives_the_same_set(small: Plan) -> None:
    assert make_exercises(small).exercises == make_exercises(small).exercises


@pytest.mark.slow
def test_it_goes_on_board_by_board_however_few_have_the_property() -> None:
    """The generator pauses after each board it tries, so that a visitor can press Stop."""
    steps = iter_make_exercises(plan(depths=(2,), wanted=PROPERTIES["two-first"]))
    assert [step.done for step in islice(steps, 1 + 4)] == [0] * 5
    with pytest.raises(InvalidJobError, match="of the 4 boards tried at depth 2, 0 have"):
        next(steps)


def test_another_seed_gives_other_boards() -> None:
    sets = [make_exercises(plan(depths=(12, 16), seed=seed)).exercises for seed in range(5)]
    assert len({exercise.board for made in sets for exercise in made}) == 10


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 4, 7])
def test_all_boards_of_a_depth_can_be_had_and_no_more(depth: int) -> None:
    wanted = {tiles for tiles, distance in oracles.distances(GOAL).items() if distance == depth}
    made = make_exercises(plan(depths=(depth,), each=len(wanted)))
    assert {exercise.board.tiles for exercise in made.exercises} == wanted
    more = len(wanted) + 1
    said = f"3x3 has {len(wanted)} boards at depth {depth}, fewer than the {more} that are needed"
    with pytest.raises(InvalidJobError, match=said):
        make_exercises(plan(depths=(depth,), each=more))


@pytest.mark.slow
@pytest.mark.parametrize("shape", [Shape(2, 5), Shape(4, 4)], ids=str)
def test_near_the_goal_of_larger_shapes_every_board_is_known(shape: Shape) -> None:
    goal = goal_board("spiral", shape)
    depths = tuple(range(1, 11))
    for source, layer in zip(boards_by_depth(goal, depths), islice(oracles.layers(goal), 1, None)):
        assert source.states is not None
        assert set(source.draw_distinct(len(layer), Random(1))) == {Board(shape, tiles) for tiles in layer}


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "depth"), [(Shape(4, 4), 18), (Shape(3, 4), 22)], ids=str)
def test_farther_away_walks_meet_boards_by_depth_just_that_depth(shape: Shape, depth: int) -> None:
    goal = goal_board("blank-first", shape)
    made = make_exercises(Plan(goal=goal, depths=(depth,), each=3, seed=2))
    (source,) = made.drawn_from
    assert source.states is None
    assert "each with a proof" in source.how
    boards = [exercise.board for exercise in made.exercises]
    assert len(set(boards)) == 3
    assert [oracles.apart(board, goal) for board in boards] == [depth] * 3
    assert [exercise.depth for exercise in made.exercises] == [depth] * 3


@pytest.mark.slow
def test_the_layers_that_are_known_end_where_they_grow_too_large() -> None:
    known = [source.states for source in boards_by_depth(goal_board("blank-last", Shape(4, 4)), range(1, 20))]
    sizes = [len(states) for states in known if states is not None]
    assert sizes == [2, 4, 10, 24, 54, 107, 212, 446, 946, 1_948, 3_938, 7_808, 15_544]
    assert sizes[-1] <= MAX_LAYER
    assert known[len(sizes) :] == [None] * (19 - len(sizes))


@pytest.mark.slow
def test_a_depth_that_no_walk_reaches_is_refused_with_the_farthest_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("npuzzle.lab.boards.MOST_PROOFS", 3)
    goal = goal_board("blank-last", Shape(3, 4))
    with pytest.raises(
        InvalidJobError, match=r"no 3x4 board 53 moves .* with 3 proofs; the farthest was \d+"
    ):
        make_exercises(plan(goal=goal, depths=(53,)))


@pytest.mark.slow
def test_unsolvable_boards_look_like_the_others() -> None:
    """Swapping two tiles of an unsolvable board gives a board of the requested depth."""
    made = make_exercises(plan(depths=(6,), unsolvable=5, questions=ALL))
    unsolvable = [exercise.board for exercise in made.exercises if exercise.answer is None]
    assert len(unsolvable) == 5
    for board in unsolvable:
        pairs = [(a, b) for a in board.tiles for b in board.tiles if a and b and a < b]
        assert any(oracles.distance(board.swap(a, b), GOAL) == 6 for a, b in pairs)


@pytest.mark.slow
def test_unsolvable_boards_stand_anywhere_among_the_others() -> None:
    students = tuple(f"Student {at}" for at in range(60))
    made = make_exercises(plan(students=students, unsolvable=1, depths=(9, 12), questions=ALL))
    places = Counter(e.number for e in made.exercises if e.answer is None)
    assert set(places) == {1, 2, 3}


def test_a_board_that_is_at_another_depth_is_never_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(goal: Board, depths: Any) -> tuple[BoardsAtDepth, ...]:
        (source,) = boards_by_depth(goal, [6])
        return (BoardsAtDepth(goal, 4, source.states),)

    monkeypatch.setattr(module, "boards_by_depth", mistaken)
    with pytest.raises(WrongAnswerError, match="was drawn for depth 4 but has another depth"):
        make_exercises(plan(depths=(4,)))


@given(small_plans())
@settings(max_examples=20)
def test_the_page_opens_each_link_with_just_that_board_and_goal(small: Plan) -> None:
    for exercise in make_exercises(replace(small, site="https://example.org/npuzzle/")).exercises:
        site, _, fragment = exercise.link.partition("#")
        restored = from_fragment(fragment)
        assert (site, restored.problems) == ("https://example.org/npuzzle/", ())
        given_boards = [event for event in restored.calls if event.command is give_board]
        assert given_boards == [give_board(exercise.board, exercise.goal)]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"goal": goal_board("spiral", Shape(5, 5))}, "up to 16 cells, .* 5x5 has 25"),
        ({"depths": ()}, "needs at least one depth"),
        ({"depths": (0,)}, "a depth must be from 1 to 200 moves, got 0"),
        ({"depths": (201,)}, "got 201"),
        ({"depths": (4, 8, 4)}, "depth 4 is given twice"),
        ({"each": 0}, "per depth must be at least 1, got 0"),
        ({"unsolvable": -1}, r"0 to 100 unsolvable boards, got -1"),
        ({"unsolvable": 1}, "ask whether a board is solvable"),
        ({"each": 2_501}, "up to 5,000 exercises, got 5,002"),
        ({"questions": ()}, "ask at least one question: solvable, length, first, heuristics"),
        ({"title": ""}, "the title must be one line of 1 to 80 printable characters, got ''"),
        ({"title": "a\nb"}, "the title"),
        ({"students": ("Ada", "")}, "a student's name"),
        ({"students": ("x" * 81,)}, "a student's name"),
        ({"students": ("Ada", "\x1b[31m")}, "a student's name"),
        ({"students": ("Ada", "ADA")}, "the student 'ADA' is given twice"),
        ({"site": "example.org"}, "the site must be the address of the page, .* got 'example.org'"),
        ({"site": "javascript:alert(1)"}, "the site"),
        ({"site": "https://example.org/#board"}, "the site"),
        ({"site": 'https://example.org/"><b>'}, "the site"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidJobError, match=says):
        plan(**changes)


CHOSEN = [card for card in PROPERTIES if card is not ANY]


def has(wanted: PropertyCard, board: Board) -> bool:
    """Tell whether a board has the property, computed by the slow twins."""
    if wanted.name == "one-path":
        return shortest_paths(board, GOAL) == 1
    if wanted.name == "two-first":
        return len(nearer(board, GOAL)) > 1
    found = solve(board, GOAL, algorithm="greedy", heuristic="manhattan").length
    distance = oracles.distance(board, GOAL)
    assert found is not None
    assert distance is not None
    return found > distance


@pytest.mark.slow
@given(st.sampled_from(CHOSEN), st.integers(0, 2**20))
@settings(max_examples=15)
def test_every_board_has_the_wanted_property(wanted: PropertyCard, seed: int) -> None:
    made = make_exercises(plan(depths=(10, 16), each=2, wanted=wanted, seed=seed))
    assert [exercise.depth for exercise in made.exercises] == [10, 10, 16, 16]
    assert all(has(wanted, exercise.board) for exercise in made.exercises)


@pytest.mark.slow
@pytest.mark.parametrize("wanted", CHOSEN, ids=lambda card: card.name)
def test_all_boards_with_a_property_can_be_had_and_no_more(wanted: PropertyCard) -> None:
    boards = [Board(GOAL.shape, tiles) for tiles, far in oracles.distances(GOAL).items() if far == 8]
    there = {board for board in boards if has(wanted, board)}
    assert 0 < len(there) < len(boards)
    made = make_exercises(plan(depths=(8,), each=len(there), wanted=wanted))
    assert {exercise.board for exercise in made.exercises} == there
    said = f"of the {len(boards)} boards tried at depth 8, {len(there)} have the property {wanted.name}"
    with pytest.raises(InvalidJobError, match=said):
        make_exercises(plan(depths=(8,), each=len(there) + 1, wanted=wanted))
