"""The Learn room's state in every situation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.command import Call, perform
from web.rooms.learn import state as states
from web.rooms.learn.parts import Deed, Mark, Question, Step
from web.rooms.learn.state import (
    LearnState,
    answer,
    check,
    choose_path,
    forget_answers,
    format_answers,
    format_note,
    go_on,
    go_to,
    open_lesson,
    open_list,
    open_upcoming,
    parse_note,
    show_answer,
    show_teachers,
)
from web.rooms.learn.table import BY_NAME, CHAPTERS, LESSONS, NAMES, PATHS

STEPS = [(number, step) for number, lesson in enumerate(LESSONS) for step in range(lesson.steps)]
FIRST = BY_NAME["solvability"]  # its first answer is 1, its second one a choice


def step_at(place: tuple[int, int]) -> Step:
    return LESSONS[place[0]].load()[place[1]]


CALLS = (
    open_lesson(0),
    open_lesson(4),
    open_lesson(-1),
    open_lesson(99),
    check("This is missing."),
    check(""),
    answer(""),
    answer("1"),
    answer("nonsense"),
    show_answer(),
    go_on(),
    go_to(1),
    go_to(99),
    open_list(),
    forget_answers(),
    choose_path("week"),
    choose_path("no such"),
    show_teachers(is_wanted=True),
    show_teachers(is_wanted=False),
    open_upcoming(),
)


def test_every_event_is_tried_here() -> None:
    assert {call.command for call in CALLS} == {*states.command.by_name.values()}


@given(st.lists(st.sampled_from(CALLS), max_size=30))
def test_whatever_happens_the_state_holds_together(calls: list[Call]) -> None:
    state = LearnState()
    for call in calls:
        state = perform(state, call)
        assert state.place is None or state.place in STEPS
        assert [*map(len, state.answers)] == [lesson.steps for lesson in LESSONS]
        assert bool(state.position) == (state.place is not None) == bool(state.prompt)
        again = parse_note(format_note(state), format_answers(state))
        assert again == LearnState(state.place, state.answers, state.path, state.is_for_teachers)


@pytest.mark.parametrize("call", CALLS[4:14], ids=lambda call: call.command.name)
def test_in_the_list_only_opening_and_forgetting_mean_anything(call: Call) -> None:
    assert perform(LearnState(), call) == LearnState()


def open_step(lesson: int = FIRST, step: int = 0) -> LearnState:
    return LearnState(place=(lesson, step))


def test_a_wrong_answer_gets_a_hint_and_a_right_one_its_reason() -> None:
    question = step_at((FIRST, 0)).question
    assert isinstance(question, Question)
    wrong = perform(open_step(), answer("7"))
    assert (wrong.mark, wrong.feedback, wrong.is_passed, wrong.can_show) == (
        *(Mark.WRONG, question.wrong, False, True),
    )
    right = perform(wrong, answer(question.answer))
    assert (right.mark, right.feedback, right.is_passed, right.can_show) == (
        *(Mark.RIGHT, question.right, True, False),
    )
    assert perform(right, answer("7")) is right
    assert "number" in perform(open_step(), answer("x")).feedback
    assert "Choose" in perform(open_step(FIRST, 1), answer("")).feedback


def test_the_answer_is_shown_after_a_wrong_one_only() -> None:
    assert perform(open_step(), show_answer()) == open_step()
    shown = perform(perform(open_step(), answer("7")), show_answer())
    assert shown.is_passed
    assert shown.feedback == step_at((FIRST, 0)).question.right


def test_a_deed_is_checked_and_its_answer_is_how_to_do_it() -> None:
    deed = step_at((0, 0)).question
    assert isinstance(deed, Deed)
    state = open_step(0, 0)
    assert perform(state, answer("1")) is state
    wrong = perform(state, check("Slide on."))
    assert (wrong.mark, wrong.feedback, wrong.can_show) == (Mark.WRONG, "Slide on.", True)
    shown = perform(wrong, show_answer())
    assert (shown.is_passed, shown.feedback) == (True, f"{deed.how} {deed.right}")
    done = perform(wrong, check(""))
    assert (done.mark, done.feedback) == (Mark.RIGHT, deed.right)
    assert perform(open_step(), check("")) == open_step()  # this does not answer a question


def test_a_known_mistake_has_an_explanation_of_its_own() -> None:
    place = BY_NAME["state-space"], 2
    question = step_at(place).question
    assert isinstance(question, Question)
    (given, said), *_ = question.mistakes.items()
    assert perform(open_step(*place), answer(f"{int(given):,}")).feedback == said
    assert perform(open_step(*place), answer("7")).feedback == question.wrong


def test_the_bar_asks_the_question_until_it_is_answered() -> None:
    place = BY_NAME["admissible"], 2
    state = open_step(*place)
    assert state.position == f"Lesson {place[0] + 1}, step 3"
    assert state.prompt == step_at(place).question.text
    assert perform(state, answer("78")).prompt == step_at(place).title


def test_how_a_step_was_answered_is_known() -> None:
    """On the first try, after another try, or shown; a wrong answer still counts on a later visit."""
    number = BY_NAME["solvability"]
    right = [step.question.answer for step in LESSONS[number].load() if isinstance(step.question, Question)]
    state = perform(perform(open_step(number), answer(right[0])), go_on())
    state = perform(perform(perform(state, answer("By any number")), answer(right[1])), go_on())
    state = perform(perform(perform(state, answer("Blank last")), show_answer()), go_on())
    state = perform(perform(state, answer("")), answer("7"))
    assert state.answers[number] == "12340"
    assert state.passed_steps(number) == 3
    later = parse_note(format_note(state), format_answers(state))
    assert perform(later, answer(right[3])).answers[number] == "12320"


def test_a_lesson_is_done_when_all_its_steps_are() -> None:
    number = BY_NAME["solvability"]
    state = perform(LearnState(), open_lesson(number))
    for step in LESSONS[number].load():
        assert not state.is_done(number)
        assert isinstance(step.question, Question)
        state = perform(perform(state, answer(step.question.answer)), go_on())
    assert state.place is None
    assert state.is_done(number)
    assert format_answers(state) == "solvability=11111"
    assert perform(state, open_lesson(number)).place == (number, 0)
    assert perform(perform(state, choose_path("week")), forget_answers()) == LearnState(path="week")


def test_the_paths_lead_from_lesson_to_lesson_and_fit_their_time() -> None:
    assert sum(LESSONS[BY_NAME[name]].minutes for name in PATHS["short"][1]) <= 45
    assert PATHS["week"][1] == NAMES
    assert len(CHAPTERS) == 4
    state = LearnState()
    for name in PATHS["short"][1]:
        assert state.upcoming == BY_NAME[name]
        state = perform(state, open_upcoming())
        for step in LESSONS[BY_NAME[name]].load():
            done = check("") if isinstance(step.question, Deed) else answer(step.question.answer)
            state = perform(perform(state, done), go_on())
    assert state.place is None
    assert perform(state, choose_path("week")).upcoming == BY_NAME["solvability"]


def test_tiles_are_pressed_for_an_answer() -> None:
    place = BY_NAME["estimates"], 0
    question = step_at(place).question
    assert isinstance(question, Question)
    assert question.asks_tiles
    assert perform(open_step(*place), answer("")).mark is Mark.MISSING
    assert perform(open_step(*place), answer("1 2")).feedback == question.wrong
    assert perform(open_step(*place), answer("1 2 3 4 5 7 8")).mark is Mark.RIGHT


def test_a_lesson_opens_at_its_first_step_that_is_not_done() -> None:
    number = BY_NAME["not-shortest"]
    assert perform(parse_note("", "not-shortest=11401"), open_lesson(number)).place == (number, 2)


def test_a_link_opens_its_step_and_what_was_done_before_stays() -> None:
    state = parse_note("astar.2", "week state-space=1111 patterns=1000")
    assert state.place == (BY_NAME["astar"], 1)
    assert format_note(state) == "astar.2"
    assert format_answers(state) == "week state-space=1111 patterns=1000"


@pytest.mark.parametrize(
    ("note", "answers", "state"),
    [
        ("", "", LearnState()),
        ("admissible.3", "", open_step(BY_NAME["admissible"], 2)),
        ("admissible.6", "", LearnState()),
        ("nothing.1", "", LearnState()),
        ("teachers", "short", LearnState(is_for_teachers=True)),
        ("9.9 <b>", "state-space=99 state-space.1 x=1 week", LearnState(path="week")),
        ("٢.٣ ²", "state-space=² astar=", LearnState()),
        ("<script>" * 10_000, "<script>" * 10_000, LearnState()),
    ],
)
def test_a_note_is_read_only_as_far_as_it_is_valid(note: str, answers: str, state: LearnState) -> None:
    assert parse_note(note, answers) == state


@given(st.text(max_size=2_000) | st.text(alphabet="0123456789. ", max_size=2_000))
def test_any_note_can_be_read(note: str) -> None:
    state = parse_note(note, note)
    assert parse_note(format_note(state), format_answers(state)) == state
    assert len(format_answers(state)) < states.LONGEST
