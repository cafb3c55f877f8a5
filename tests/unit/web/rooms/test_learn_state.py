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
    forget_answers,
    format_note,
    format_passed,
    go_back,
    go_on,
    open_lesson,
    open_list,
    parse_note,
    show_answer,
    start_again,
)
from web.rooms.learn.table import BY_NAME, LESSONS, OLD_NUMBERS

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
    go_back(),
    open_list(),
    start_again(),
    forget_answers(),
)


def test_every_event_is_tried_here() -> None:
    assert {call.command for call in CALLS} == {*states.command.by_name.values()}


@given(st.lists(st.sampled_from(CALLS), max_size=30))
def test_whatever_happens_the_state_holds_together(calls: list[Call]) -> None:
    state = LearnState()
    for call in calls:
        before, state = state, perform(state, call)
        assert state.place is None or state.place in STEPS
        assert state.passed <= set(STEPS)
        assert state.passed >= before.passed or call.command in (start_again, forget_answers)
        assert bool(state.position) == (state.place is not None) == bool(state.prompt)
        again = parse_note(format_note(state), format_passed(state))
        assert again == LearnState(state.place, state.passed)


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
    assert perform(open_step(), check("")) == open_step()  # a question is not answered so


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


def test_a_lesson_is_done_when_all_its_steps_are() -> None:
    number = BY_NAME["solvability"]
    state = perform(LearnState(), open_lesson(number))
    for step in LESSONS[number].load():
        assert not state.is_done(number)
        assert isinstance(step.question, Question)
        state = perform(perform(state, answer(step.question.answer)), go_on())
    assert state.place is None
    assert state.is_done(number)
    assert format_passed(state) == "solvability.1-5"
    assert perform(state, open_lesson(number)).place == (number, 0)
    assert perform(perform(state, open_lesson(number)), start_again()) == open_step(number, 0)
    assert perform(state, forget_answers()) == LearnState()


def test_a_lesson_opens_at_its_first_step_that_is_not_done() -> None:
    number = BY_NAME["not-shortest"]
    assert perform(parse_note("", "not-shortest.1-2 not-shortest.4"), open_lesson(number)).place == (
        number,
        2,
    )


def test_links_of_earlier_versions_still_open_their_exercise() -> None:
    for old, name in OLD_NUMBERS.items():
        assert parse_note(f"{old}.3 {old}.1").place == (BY_NAME[name], 2)
        assert parse_note(f"{old}.3 {old}.1").passed == {(BY_NAME[name], 0)}
    assert parse_note("0 1.1 2.2").passed == {(BY_NAME["solvability"], 0), (BY_NAME["admissible"], 1)}


def test_a_link_opens_its_step_and_what_was_done_before_stays() -> None:
    state = parse_note("astar.2", "state-space.1-4 patterns.1")
    assert state.place == (BY_NAME["astar"], 1)
    assert format_note(state) == "astar.2"
    assert format_passed(state) == "state-space.1-4 patterns.1"


@pytest.mark.parametrize(
    ("note", "state"),
    [
        ("", LearnState()),
        ("0", LearnState()),
        ("admissible.3", open_step(BY_NAME["admissible"], 2)),
        ("0 1.1 1.1 9.9 x 0.0 1.99 -1.1 1.1.1 1.3-2", LearnState(passed=frozenset({(FIRST, 0)}))),
        ("9.1 1.2", LearnState(passed=frozenset({(FIRST, 1)}))),
        ("0 1.1-99", LearnState(passed=frozenset((FIRST, step) for step in range(5)))),
        ("٢.٣ ²", LearnState()),
        ("<script>" * 10_000, LearnState()),
    ],
)
def test_a_note_is_read_only_as_far_as_it_is_valid(note: str, state: LearnState) -> None:
    assert parse_note(note) == state


@given(st.text(max_size=2_000) | st.text(alphabet="0123456789. ", max_size=2_000))
def test_any_note_can_be_read(note: str) -> None:
    state = parse_note(note)
    assert parse_note(format_note(state), format_passed(state)) == state
    assert len(format_passed(state)) < states.LONGEST
