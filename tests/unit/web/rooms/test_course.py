"""The whole course with right and wrong answers to each step, in English and Chinese."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from npuzzle import Board, HeuristicCard, Problem, goal_board
from npuzzle.heuristics import from_function
from npuzzle.lab.space import enumerate_states
from tests.support.certificates import answer_to
from tests.support.page_states import page
from tests.support.quick import mostly_slow
from tests.support.translations import FILES, misses
from web.command import perform
from web.page.commands import initial_state
from web.page.commands import update as page_update
from web.page.commands.board import give_board
from web.page.commands.sliding import press_cell
from web.page.commands.solving import (
    certify_heuristic,
    change_solver,
    choose_option,
    finish_search,
    start_search,
)
from web.page.parts.answer import Answer
from web.page.state import UiState
from web.rooms.lab import lesson_heuristics
from web.rooms.lab import state as lab
from web.rooms.learn import state as learn
from web.rooms.learn.compute import GOAL
from web.rooms.learn.figures import JUMPS
from web.rooms.learn.hand_in import HEADINGS
from web.rooms.learn.parts import Deed, Mark, Question, Step
from web.rooms.learn.shown import Shown
from web.rooms.learn.table import BY_NAME, CHAPTERS, LESSONS, Lesson
from web.rooms.solve.task import SolveTask

SOLVED = goal_board(GOAL, "3x3")


def set_up(step: Step) -> UiState:
    """Return the page as the button of a step leaves it."""
    board = Board.parse(step.set_up.board)
    page = page_update(initial_state(board), change_solver(ready=True))
    page = page_update(page, give_board(board, goal_board(step.set_up.goal, board.shape)))
    for name, value in step.set_up.options:
        page = page_update(page, choose_option(name, value))
    return page


def solve_with(page: UiState, **options: str) -> UiState:
    """Choose options, press Solve, and wait for the result."""
    for name, value in {"seconds": "2", **options}.items():
        page = page_update(page, choose_option(name, value))
    page = page_update(page, start_search())
    task = SolveTask(page.job().to_dict())
    while (answer := task.answer()) is None:
        task.step(0.5)
    return page_update(page, finish_search(Answer(**answer)))


def press(page: UiState, *tiles: int) -> UiState:
    for tile in tiles:
        assert page.current_board is not None
        page = page_update(page, press_cell(page.current_board.tiles.index(tile)))
    return page


def slide_home(page: UiState) -> UiState:
    board, goal = page.current_board, page.goal.board
    assert board is not None
    assert goal is not None
    problem = Problem(board, goal)
    solved = solve_with(page, algorithm="astar", heuristic="manhattan").player.answer
    assert solved is not None
    assert solved.moves is not None
    for move in problem.moves(solved.moves):
        page = page_update(page, press_cell(move.src))
    return page


def certify(page: UiState, source: str) -> UiState:
    room = perform(perform(lab.LabState(), lab.type_source(source)), lab.start())
    room = perform(room, lab.take_answer(answer_to(source, "1 2 0/3 4 5")))
    return page_update(page, certify_heuristic(room.offer))


Do = Callable[[UiState], UiState]
GOOD = {"algorithm": "astar", "heuristic": "combine", "formula": "patterns(1,2,3,4|5,6,7,8)"}

#: For each action that a step asks for: calls that do it, then attempts that do not.
DEEDS: dict[tuple[str, int], tuple[Do, *tuple[Do, ...]]] = {
    ("state-space", 1): (slide_home, lambda page: page, lambda page: page_update(page, give_board(SOLVED))),
    ("breadth-first", 1): (solve_with, lambda page: solve_with(page, algorithm="astar"), lambda page: page),
    ("estimates", 3): (
        lambda page: press(page, 3, 4, 1),
        lambda page: page,
        lambda page: press(page, 1, 4, 3, 1),
    ),
    ("astar", 4): (
        solve_with,
        lambda page: solve_with(page, heuristic="misplaced"),
        lambda page: solve_with(page_update(page, give_board(SOLVED))),
    ),
    ("admissible", 5): (
        lambda page: press(page, 1, 2),
        lambda page: page,
        lambda page: press(page, 1),
        lambda page: press(page, 1, 4, 3, 1),
    ),
    ("consistent", 1): (
        lambda page: certify(page, lesson_heuristics.EVERY_OTHER_BOARD),
        lambda page: page,
        lambda page: certify(page, lesson_heuristics.LEAVES_THE_BLANK_OUT),
    ),
    ("dominance", 5): (
        lambda page: solve_with(page, formula="max(linear-conflict, walking-distance)"),
        solve_with,
        lambda page: solve_with(page, heuristic="manhattan"),
    ),
    ("ida-star", 3): (solve_with, lambda page: solve_with(page, algorithm="astar"), lambda page: page),
    ("patterns", 2): (
        lambda page: solve_with(page, **GOOD),
        lambda page: page,
        lambda page: solve_with(page, heuristic="manhattan"),
        lambda page: solve_with(page, **{**GOOD, "formula": "patterns(1,2|3)"}),
    ),
    ("patterns", 3): (
        lambda page: solve_with(page, **GOOD),
        lambda page: solve_with(page, **{**GOOD, "formula": "patterns(1,2|3,4|5,6|7,8)"}),
        lambda page: solve_with(page, **{**GOOD, "formula": "patterns(1)"}),
    ),
    ("weighted", 3): (
        lambda page: solve_with(page, weight="2"),
        lambda page: solve_with(page, weight="5"),
        lambda page: solve_with(page, weight="1.1"),
        lambda page: page,
    ),
    ("large", 1): (solve_with, lambda page: page),
    ("large", 3): (solve_with, lambda page: solve_with(page, algorithm="constructive")),
}

FAR = ("breadth-first", "state-space", "three-questions")  # these lessons have boards that take long to solve
PLACES = [(lesson.name, number) for lesson in LESSONS for number in range(1, lesson.steps + 1)]


def step_at(place: tuple[str, int]) -> Step:
    return LESSONS[BY_NAME[place[0]]].load()[place[1] - 1]


def give(place: tuple[str, int], event: object) -> learn.LearnState:
    return perform(learn.parse_note(f"{place[0]}.{place[1]}"), event)


@pytest.mark.slow_cases("depth-first.1", "three-questions.1", "state-space.1", "breadth-first.1", "astar.4")
@pytest.mark.parametrize(
    "place",
    mostly_slow(PLACES, lambda place: place != ("large", 3) and place[0] not in FAR),
    ids=lambda place: f"{place[0]}.{place[1]}",
)
def test_right_and_wrong_answers_are_explained_in_both_languages(place: tuple[str, int]) -> None:
    question = step_at(place).question
    if isinstance(question, Question):
        wrong = [*question.choices, *question.mistakes, "", "7654321"]
        states = {given: give(place, learn.answer(given)) for given in wrong if given != question.answer}
        right = give(place, learn.answer(question.answer))
    else:
        do, *others = DEEDS[place]
        step = step_at(place)
        states = {
            str(at): give(place, learn.check(question.check(other(set_up(step)))))
            for at, other in enumerate(others)
        }
        right = give(place, learn.check(question.check(do(set_up(step)))))
    assert right.mark is Mark.RIGHT, right.feedback
    assert right.feedback == question.right
    for given, state in states.items():
        assert state.mark in (Mark.WRONG, Mark.MISSING), given
        assert not state.is_passed
        assert misses(FILES[0], [state.feedback]) == []
    shown = [perform(state, learn.show_answer()).feedback for state in states.values() if state.can_show]
    assert shown
    assert misses(FILES[0], [right.feedback, *shown]) == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_all_that_a_lesson_says_is_there_in_chinese(lesson: Lesson) -> None:
    said = [lesson.title, lesson.learn]
    for step in lesson.load():
        said += [step.title, *step.text, step.set_up.label, step.question.text]
        said += [text for pair in step.words for text in pair]
        said += step.question.choices if isinstance(step.question, Question) else ()
    state = learn.parse_note(f"{lesson.name}.1", f"{lesson.name}=1")
    said += [f"{lesson.minutes} minutes", f"1 of {lesson.steps} steps done", state.position]
    shown = Shown(state, page())
    said += [shown.where, shown.start_label, shown.summary, *[title for title, _ in CHAPTERS], *HEADINGS]
    assert misses(FILES[0], said) == []


def test_every_deed_is_done_here() -> None:
    assert {place for place in PLACES if isinstance(step_at(place).question, Deed)} == set(DEEDS)


@pytest.mark.slow
def test_the_estimate_that_jumps_is_what_its_text_says() -> None:
    namespace: dict[str, object] = {}
    exec(lesson_heuristics.EVERY_OTHER_BOARD, namespace)
    own: HeuristicCard = from_function(namespace["heuristic"], name="own")  # type: ignore[arg-type]
    ours, theirs = JUMPS.make(SOLVED), own.make(SOLVED)
    for state in enumerate_states(SOLVED.shape, SOLVED.blank).states[::500]:
        assert ours.estimate(state) == theirs.estimate(state)


def test_a_board_that_no_moves_solve_refutes_nothing() -> None:
    deed = LESSONS[BY_NAME["admissible"]].load()[4].question
    assert isinstance(deed, Deed)
    page_then = page_update(page(), give_board(Board.parse("0 2 1/3 4 5/6 7 8"), SOLVED))
    assert "it has no distance" in deed.check(page_then)
