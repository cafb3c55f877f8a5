"""The lessons: every number in them is computed again, and each step's set-up is right."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from heapq import heappop, heappush
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import (
    HEURISTICS,
    Board,
    HeuristicCard,
    Problem,
    Result,
    Shape,
    check,
    from_function,
    goal_board,
    random_board,
    solve,
)
from npuzzle.lab import Certificate, certify, effective_branching, enumerate_states
from npuzzle.lab.exhibits import EXHIBITS
from npuzzle.lab.space import StateSpace
from npuzzle.puzzle.solvability import count_inversions, invariant, inversion_pairs
from tests.support.options import select_used
from tests.support.oracles import distances
from tests.support.quick import mostly_slow
from web.page.commands import initial_state
from web.page.commands import update as page_update
from web.page.commands.solving import choose_option
from web.page.parts.search import Options
from web.room_table import BY_NAME, NOTES
from web.rooms.lab import lesson_heuristics
from web.rooms.learn import compute
from web.rooms.learn.boards import (
    BLANK_FIRST,
    COURSE,
    MISLED,
    ONE_MOVE,
    ONE_OF_THREE,
    PRIZE,
    REVERSED,
    SHORT,
)
from web.rooms.learn.figures import figures_of
from web.rooms.learn.lesson_text import read_sections
from web.rooms.learn.parts import Deed, Mark, Question, SetUp, Step
from web.rooms.learn.steps import make_steps
from web.rooms.learn.table import BY_NAME as LESSON_NUMBERS
from web.rooms.learn.table import LESSONS, Lesson
from web.rooms.race.lanes import format_lanes, parse_lanes

SQUARE = Shape(3, 3)
EXERCISES = [
    LESSONS[LESSON_NUMBERS[name]].load()
    for name in ("solvability", "admissible", "not-shortest", "conflicts", "dominance")
]
BETTER_ESTIMATES = EXERCISES[-1]
LAST, FIRST = goal_board("blank-last", SQUARE), goal_board("blank-first", SQUARE)
FOUR = Shape(4, 4)
THREE = ("misplaced", "manhattan", "linear-conflict")
COUNTS, PAIRS = lesson_heuristics.COUNTS_THE_BLANK, lesson_heuristics.CONFLICTS_BY_PAIRS


def step_at(place: tuple[int, int]) -> Step:
    return EXERCISES[place[0]][place[1]]


def card(source: str) -> HeuristicCard:
    """Return the card of a heuristic text for the Lab."""
    namespace: dict[str, object] = {}
    exec(source, namespace)
    return from_function(namespace["heuristic"], name="own")  # type: ignore[arg-type]


def h(name: str, board: str, goal: Board) -> float:
    return HEURISTICS[name].make(goal).estimate(Problem(Board.parse(board), goal).initial)


def astar_that_adds_h_into_g(board: str) -> int:
    """Return the length of the path that the mistake of exercise 3 finds."""
    problem = Problem(Board.parse(board), FIRST)
    heuristic = HEURISTICS["manhattan"].make(FIRST)
    heap, closed, tie = [(heuristic.estimate(problem.initial), 0, problem.initial, 0)], set(), 0
    while True:
        f, _, now, moves = heappop(heap)
        if problem.is_goal(now):
            return moves
        if now in closed:
            continue
        closed.add(now)
        for _, child in problem.successors(now):
            tie += 1
            g = f + 1  # the mistake: f holds h
            heappush(heap, (g + heuristic.estimate(child), tie, child, moves + 1))


def conflict_pairs(board: Board) -> int:
    """Count the pairs that are reversed in their own line: half the pairwise sum's excess over Manhattan."""
    state = Problem(board, LAST).initial
    by_pairs = EXHIBITS["pairwise-conflict"].make(LAST).estimate(state)
    return int(by_pairs - HEURISTICS["manhattan"].make(LAST).estimate(state)) // 2


def numbers_in(text: str) -> set[str]:
    """Return every number in a text, without its commas."""
    return {found.replace(",", "").rstrip(".") for found in re.findall(r"\d[\d,]*(?:\.\d+)?", text)}


def texts_of(step: Step) -> list[str]:
    question = step.question
    assert isinstance(question, Question)
    return [step.title, *step.text, question.text, question.answer, question.right, question.wrong]


@cache
def certify_source(source: str, goal: Board = LAST) -> Certificate:
    return certify(card(source), goal=goal, against=[])


@cache
def run(board: str, heuristic: str, algorithm: str = "astar", weight: float = 1.0) -> Result:
    """Solve any of the course's boards, with the goal blank first."""
    return solve(board, "blank-first", **select_used(algorithm, heuristic=heuristic, weight=weight))


def count_expanded(board: str, *way: str) -> int:
    return run(board, *way).snapshot.expanded


def branching_factor(heuristic: str) -> float:
    result = run(COURSE[2], heuristic)
    return effective_branching(result.snapshot.generated, result.length or 0) or 0.0


def length(result: Result) -> int:
    assert result.length is not None
    return result.length


def numbers_of(board: str) -> set[float]:
    return set(Board.parse(board).tiles)


def estimates(board: str) -> set[float]:
    return {h(name, board, FIRST) for name in THREE}


prize, prize_goal, blank_first = (
    invariant(board)
    for board in (Board.parse(PRIZE), goal_board("blank-last", FOUR), Board.parse(BLANK_FIRST))
)

#: For each step, all numbers that it may say: those of its board, or computed ones.
FACTS: dict[tuple[int, int], Callable[[], set[float]]] = {
    (0, 0): lambda: {prize.inversions, *next(inversion_pairs(Board.parse(PRIZE)))},
    (0, 1): lambda: {SQUARE.cols, *changes_of_inversions(), 1},
    (0, 2): lambda: {
        *(count_inversions(b) for b in (Board.parse(ONE_OF_THREE), LAST, FIRST, goal_board("spiral", SQUARE)))
    },
    (0, 3): lambda: {FOUR.cols, FOUR.cols - 1, 1, prize.total, prize_goal.inversions, prize_goal.total},
    (0, 4): lambda: {FOUR.cols, blank_first.inversions, blank_first.blank_row, blank_first.total},
    (1, 0): lambda: {distances(FIRST)[Board.parse(ONE_MOVE).tiles]},
    (1, 1): lambda: {
        distances(FIRST)[Board.parse(ONE_MOVE).tiles],
        sum(map(int.__ne__, Board.parse(ONE_MOVE).tiles, FIRST.tiles)),
    },
    (1, 2): lambda: {certify_source(COUNTS, FIRST).states, certify_source(COUNTS, FIRST).bad_states, 1},
    (1, 3): lambda: {certify_source(lesson_heuristics.LEAVES_THE_BLANK_OUT, FIRST).bad_states},
    (2, 0): lambda: {h("manhattan", COURSE[1], FIRST), *numbers_of(COURSE[1])},
    (2, 1): lambda: {
        count_expanded(COURSE[1], "manhattan"),
        count_expanded(COURSE[1], "manhattan", "greedy"),
    },
    (2, 2): lambda: {length(run(COURSE[1], "manhattan")), length(run(COURSE[1], "manhattan", "greedy"))},
    (2, 3): lambda: {
        2,
        length(run(COURSE[1], "manhattan")),
        length(search_adding_h_twice()),
        search_adding_h_twice().snapshot.expanded,
    },
    (2, 4): lambda: {length(run(COURSE[1], "manhattan")), astar_that_adds_h_into_g(COURSE[1])},
    (3, 0): lambda: {4, 5, 6, len([*combinations((6, 5, 4), 2)])},
    (3, 1): lambda: {1, 2, 3, 2 * 2, 3 * 2},
    (3, 2): lambda: {
        *numbers_of(REVERSED),
        *(h(name, REVERSED, LAST) for name in ("manhattan", "linear-conflict")),
        h("linear-conflict", REVERSED, LAST) - h("manhattan", REVERSED, LAST),
        h("manhattan", REVERSED, LAST) + 2 * conflict_pairs(Board.parse(REVERSED)),
        distances(LAST)[Board.parse(REVERSED).tiles],
    },
    (3, 3): lambda: {
        certify_source(PAIRS).states,
        certify_source(PAIRS).bad_states,
        round(certify_source(PAIRS).states / certify_source(PAIRS).bad_states, -3),
    },
    (3, 4): lambda: {
        certify_source(PAIRS).bad_states,
        distances(LAST)[Board.parse(MISLED).tiles],
        length(solve(MISLED, algorithm="astar", heuristic=card(PAIRS))),
    },
    (3, 5): lambda: {certify_source(lesson_heuristics.CONFLICTS_BY_TILES).bad_states},
    (4, 0): lambda: {length(run(COURSE[0], "manhattan")), *estimates(COURSE[0]), *FIRST.tiles},
    (4, 1): lambda: {count_expanded(COURSE[0], name) for name in THREE},
    (4, 2): lambda: {28, *estimates(COURSE[2]), *(count_expanded(COURSE[2], name) for name in THREE)},
    (4, 3): lambda: {
        length(run(COURSE[2], "manhattan")),
        *(run(COURSE[2], name).snapshot.generated for name in THREE),
        *(round(branching_factor(name), 2) for name in THREE),
        1.8,  # a wrong choice
    },
}


STEPS = list(FACTS)


def search_adding_h_twice() -> Result:
    return run(COURSE[1], "manhattan", "weighted-astar", 2.0)


def changes_of_inversions() -> set[int]:
    """Return by how much moves change the number of inversions, over a sample of the 3x3 boards."""
    return {
        abs(count_inversions(board) - count_inversions(board.slide(cell)))
        for board in (Board(SQUARE, tiles) for tiles in list(permutations(range(9)))[::101])
        for cell in board.movable
    }


#: Steps with statements about all states of 3x3.
OF_ALL_STATES = [(1, 2), (1, 3), (3, 3), (3, 4), (3, 5)]


@pytest.mark.parametrize("place", mostly_slow(STEPS, lambda place: place not in OF_ALL_STATES))
def test_every_number_that_a_step_says_is_computed(place: tuple[int, int]) -> None:
    said = set().union(*map(numbers_in, texts_of(step_at(place))))
    assert {float(number) for number in said} <= {float(number) for number in FACTS[place]()}


# The claims one by one


@pytest.mark.slow
def test_can_it_be_solved() -> None:
    assert str(Board.parse(PRIZE).swap(14, 15)) == str(goal_board("blank-last", Shape(4, 4)))
    assert list(inversion_pairs(Board.parse(PRIZE))) == [(15, 14)]
    assert invariant(Board.parse(PRIZE)).total == 5
    assert not check(PRIZE).solvable
    assert [
        name for name in ("blank-last", "blank-first", "spiral") if check(ONE_OF_THREE, name).solvable
    ] == ["spiral"]
    assert changes_of_inversions() == {0, 2}


def test_the_rule_for_blank_last_is_wrong_on_every_4x4_board_for_blank_first() -> None:
    goals = goal_board("blank-last", FOUR), goal_board("blank-first", FOUR)
    assert goals[1] == Board.parse(BLANK_FIRST)
    for seed in range(200):
        board = random_board(goals[seed % 2], Random(seed))
        by_the_rule = invariant(board).total % 2 == 0
        assert by_the_rule == check(board, goals[0]).solvable
        assert by_the_rule != check(board, goals[1]).solvable


@pytest.mark.slow
def test_counting_the_blank() -> None:
    assert distances(FIRST)[Board.parse(ONE_MOVE).tiles] == 1
    wrong = certify_source(COUNTS, FIRST)
    assert (wrong.states, wrong.bad_states, wrong.worst_excess) == (181_440, 78, 1)
    assert wrong.counterexample is not None
    assert (str(wrong.counterexample.board), wrong.counterexample.h) == (ONE_MOVE, 2)
    assert certify_source(lesson_heuristics.LEAVES_THE_BLANK_OUT, FIRST).admissible


@pytest.mark.slow
def test_a_path_that_is_not_shortest() -> None:
    assert h("manhattan", COURSE[1], FIRST) == 17
    assert run(COURSE[1], "manhattan").length == 25
    assert run(COURSE[1], "manhattan").claim == "proved shortest"
    assert run(COURSE[1], "manhattan", "greedy").length == 53
    assert search_adding_h_twice().length == 27
    assert astar_that_adds_h_into_g(COURSE[1]) == 27


@pytest.mark.slow
def test_conflicts_counted_twice() -> None:
    board = Board.parse(REVERSED)
    assert list(board.rows)[1] == (6, 5, 4)
    assert [row[1] for row in board.rows] == [8, 5, 2]
    assert conflict_pairs(board) == 7
    assert h("manhattan", REVERSED, LAST) == 14
    assert h("linear-conflict", REVERSED, LAST) == 24
    assert distances(LAST)[board.tiles] == 26
    pairs, tiles = certify_source(PAIRS), certify_source(lesson_heuristics.CONFLICTS_BY_TILES)
    assert (pairs.bad_states, tiles.bad_states) == (7, 0)
    assert round(pairs.states / pairs.bad_states, -3) == 26_000


@pytest.fixture(scope="module")
def state_space() -> StateSpace:
    return enumerate_states(SQUARE, LAST.blank)


@pytest.mark.slow
def test_what_the_lab_is_given_is_the_exhibit_and_linear_conflict(state_space: StateSpace) -> None:
    for source, twin in (
        (lesson_heuristics.CONFLICTS_BY_PAIRS, EXHIBITS["pairwise-conflict"]),
        (lesson_heuristics.CONFLICTS_BY_TILES, HEURISTICS["linear-conflict"]),
    ):
        own, other = card(source).make(LAST), twin.make(LAST)
        assert all(own.estimate(state) == other.estimate(state) for state in state_space.states[::50])


@pytest.mark.slow
def test_the_pairs_mislead_astar_as_every_shortest_path_meets_a_wrong_board(state_space: StateSpace) -> None:
    pairs = EXHIBITS["pairwise-conflict"]
    estimate = pairs.make(LAST).estimate
    wrong = {state for state, true in zip(state_space.states, state_space.distance) if estimate(state) > true}
    assert len(wrong) == 7
    found = solve(MISLED, algorithm="astar", heuristic=card(PAIRS))
    every = solve(MISLED, algorithm="astar", heuristic="linear-conflict", every=True).every
    assert found.length == 30
    assert every is not None
    assert every.complete
    problem = Problem(Board.parse(MISLED), LAST)
    for path in every.paths:
        assert len(path) == 28
        boards = [problem.replay(path[:at]) for at in range(len(path))]
        assert wrong & {Problem(board, LAST).initial for board in boards}


@pytest.mark.slow
def test_better_estimates_expand_fewer_boards() -> None:
    for board, shortest in zip(COURSE, (17, 25, 28)):
        assert {run(board, name).length for name in THREE} == {shortest}
        misplaced, manhattan, conflict = (count_expanded(board, name) for name in THREE)
        assert misplaced > manhattan > conflict
    question = BETTER_ESTIMATES[3].question
    assert isinstance(question, Question)
    assert question.answer == f"{branching_factor('linear-conflict'):.2f}"


# The data


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_each_step_of_a_lesson_can_be_set_up(lesson: Lesson) -> None:
    for step in lesson.load():
        board = Board.parse(step.set_up.board)
        goal_board(step.set_up.goal, board.shape)
        assert step.set_up.room in ("", *BY_NAME)
        page = initial_state(board)
        for name, value in step.set_up.options:
            assert name == "weight" or name in Options.__dataclass_fields__
            page = page_update(page, choose_option(name, value))
        assert page.options_problem == ""
        assert {name for name, _ in step.set_up.notes} <= set(NOTES)
        race = dict(step.set_up.notes).get("race", "")
        assert not race or format_lanes(parse_lanes(race)) == race
        question = step.question
        if isinstance(question, Question):
            assert question.mark(question.answer) is Mark.RIGHT
            assert len(set(question.choices)) == len(question.choices)


@pytest.mark.slow
@pytest.mark.parametrize("search", [*compute.KNOWN], ids=str)
def test_the_figures_that_no_page_computes_are_those_of_the_search(
    search: tuple[str, str, str | HeuristicCard, int],
) -> None:
    assert compute.search(*search) == compute.KNOWN[search]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_no_lesson_searches_long_when_it_is_opened(lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's own interpreter opens the lesson, and cannot respond meanwhile."""
    made: list[compute.Figures] = []
    search = compute.search
    monkeypatch.setattr(compute, "search", lambda *given: made.append(search(*given)) or made[-1])
    monkeypatch.setattr("npuzzle.lab.space.enumerate_states", None)
    compute.run.cache_clear()
    figures_of(lesson.name)
    assert sum(found.generated for found in made) < 15_000


@pytest.mark.slow
def test_the_farthest_boards(state_space: StateSpace) -> None:
    distances = state_space.distance
    assert (max(distances), distances.count(max(distances))) == (compute.FARTHEST, compute.MOST_DISTANT)


def test_the_lab_knows_every_text_that_a_lesson_puts_into_it() -> None:
    notes = [note for lesson in LESSONS for step in lesson.load() for note in step.set_up.notes]
    assert {text for name, text in notes if name == "source"} == set(lesson_heuristics.SOURCES)


LESSON = """# A lesson
aim: to see how one is written.

## The first step
A paragraph: with a colon.
Another one.
term f = g + h: a sum.
board: {SHORT}
set depth:
set seconds: 5
room: solve
button: Show it
ask: How many: {states:,}?
choice: {states}
choice: none
answer: {states}
right: Yes.
wrong: No.
wrong none: Not none.
"""


def test_a_lesson_is_read_from_its_text() -> None:
    head, section = read_sections(LESSON)
    assert (head.title, head.read("aim")) == ("A lesson", "to see how one is written.")
    (step,) = make_steps("state-space", [section], {})
    assert step == Step(
        title="The first step",
        text=("A paragraph: with a colon.", "Another one."),
        words=(("f = g + h", "a sum."),),
        set_up=SetUp(
            label="Show it",
            board=SHORT,
            goal="blank-first",
            room="solve",
            options=(("depth", ""), ("seconds", "5")),
        ),
        question=Question(
            text="How many: 181,440?",
            choices=("181440", "none"),
            answer="181440",
            right="Yes.",
            wrong="No.",
            mistakes={"none": "Not none."},
        ),
    )


@pytest.mark.parametrize("line", ["board", "button", "ask", "answer", "right", "wrong"])
def test_a_line_that_a_lesson_lacks_is_named(line: str) -> None:
    text = "".join(each for each in LESSON.splitlines(keepends=True) if not each.startswith(f"{line}:"))
    with pytest.raises(KeyError, match=f"the step 'The first step' has no line '{line}'"):
        make_steps("state-space", read_sections(text)[1:], {})


def test_there_are_sixteen_lessons_of_three_to_six_steps() -> None:
    assert len(LESSONS) == 16
    assert all(3 <= lesson.steps <= 6 for lesson in LESSONS)
    assert [len(lesson.load()) for lesson in LESSONS] == [lesson.steps for lesson in LESSONS]
    assert len({lesson.title for lesson in LESSONS}) == len({lesson.name for lesson in LESSONS}) == 16


@pytest.mark.parametrize(
    ("typed", "mark"),
    [
        ("51230", Mark.RIGHT),
        ("51,230", Mark.RIGHT),
        (" 51 230 ", Mark.RIGHT),
        ("51.230", Mark.MISSING),
        ("51231", Mark.WRONG),
        ("", Mark.MISSING),
        ("many", Mark.MISSING),
        ("-1", Mark.MISSING),
        ("٥", Mark.MISSING),
        ("9" * 9999, Mark.WRONG),
    ],
)
def test_a_typed_number_is_read_with_or_without_its_commas(typed: str, mark: Mark) -> None:
    assert Question(text="?", answer="51230", right="", wrong="").mark(typed) is mark


@given(st.text())
@settings(max_examples=30)
def test_any_text_can_be_an_answer(text: str) -> None:
    for place in STEPS:
        question = step_at(place).question
        assert isinstance(question, Deed) or question.mark(text) in Mark
