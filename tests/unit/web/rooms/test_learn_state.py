"""The Learn room's state in every situation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.rooms.learn import state as states
from web.rooms.learn.exercises import EXERCISES
from web.rooms.learn.parts import Mark, Step
from web.rooms.learn.state import (
    Answered,
    AnswerShown,
    Forgotten,
    LearnState,
    ListOpened,
    Opened,
    StartedAgain,
    WentBack,
    WentOn,
    format_note,
    parse_note,
    update,
)

STEPS = [(e, s) for e, exercise in enumerate(EXERCISES) for s in range(len(exercise.steps))]


def step_at(place: tuple[int, int]) -> Step:
    return EXERCISES[place[0]].steps[place[1]]


EVENTS = (
    Opened(0),
    Opened(4),
    Opened(-1),
    Opened(99),
    Answered(""),
    Answered("1"),
    Answered("nonsense"),
    AnswerShown(),
    WentOn(),
    WentBack(),
    ListOpened(),
    StartedAgain(),
    Forgotten(),
)


def test_every_event_is_tried_here() -> None:
    assert {type(event) for event in EVENTS} == set(states._HANDLERS)


@given(st.lists(st.sampled_from(EVENTS), max_size=30))
def test_whatever_happens_the_state_holds_together(events: list[object]) -> None:
    state = LearnState()
    for event in events:
        before, state = state, update(state, event)
        assert state.place is None or state.place in STEPS
        assert state.passed <= set(STEPS)
        assert state.passed >= before.passed or isinstance(event, (StartedAgain, Forgotten))
        assert bool(state.position) == (state.place is not None) == bool(state.prompt)
        assert parse_note(format_note(state)) == LearnState(state.place, state.passed)


@pytest.mark.parametrize("event", EVENTS[4:12], ids=lambda event: type(event).__name__)
def test_in_the_list_only_opening_and_forgetting_mean_anything(event: object) -> None:
    assert update(LearnState(), event) == LearnState()


def open_step(exercise: int = 0, step: int = 0) -> LearnState:
    return LearnState(place=(exercise, step))


def test_a_wrong_answer_gets_a_hint_and_a_right_one_its_reason() -> None:
    question = step_at((0, 0)).question
    wrong = update(open_step(), Answered("7"))
    assert (wrong.mark, wrong.feedback, wrong.is_passed, wrong.can_show) == (
        *(Mark.WRONG, question.wrong, False, True),
    )
    right = update(wrong, Answered(question.answer))
    assert (right.mark, right.feedback, right.is_passed, right.can_show) == (
        *(Mark.RIGHT, question.right, True, False),
    )
    assert update(right, Answered("7")) is right
    assert "number" in update(open_step(), Answered("x")).feedback
    assert "Choose" in update(open_step(0, 1), Answered("")).feedback


def test_the_answer_is_shown_after_a_wrong_one_only() -> None:
    assert update(open_step(), AnswerShown()) == open_step()
    shown = update(update(open_step(), Answered("7")), AnswerShown())
    assert shown.is_passed
    assert shown.feedback == step_at((0, 0)).question.right


def test_the_bar_asks_the_question_until_it_is_answered() -> None:
    state = open_step(1, 2)
    assert state.position == "Exercise 2, step 3"
    assert state.prompt == step_at((1, 2)).question.text
    assert update(state, Answered("78")).prompt == step_at((1, 2)).title


def test_an_exercise_is_done_when_all_its_questions_are_answered() -> None:
    state = update(LearnState(), Opened(1))
    for step in EXERCISES[1].steps:
        assert not state.is_done(1)
        state = update(update(state, Answered(step.question.answer)), WentOn())
    assert state.place is None
    assert state.is_done(1)
    assert update(state, Opened(1)).place == (1, 0)
    assert update(update(state, Opened(1)), StartedAgain()) == open_step(1, 0)
    assert update(state, Forgotten()) == LearnState()


def test_an_exercise_opens_at_its_first_unanswered_step() -> None:
    assert update(parse_note("0 3.1 3.2 3.4"), Opened(2)).place == (2, 2)


@pytest.mark.parametrize(
    ("note", "state"),
    [
        ("", LearnState()),
        ("0", LearnState()),
        ("2.3", open_step(1, 2)),
        ("0 1.1 1.1 9.9 x 0.0 1.99 -1.1 1.1.1", LearnState(passed=frozenset({(0, 0)}))),
        ("9.1 1.2", LearnState(passed=frozenset({(0, 1)}))),
        ("٢.٣ ²", LearnState()),
        ("<script>" * 10_000, LearnState()),
    ],
)
def test_a_note_is_read_only_as_far_as_it_is_valid(note: str, state: LearnState) -> None:
    assert parse_note(note) == state


@given(st.text(max_size=2_000) | st.text(alphabet="0123456789. ", max_size=2_000))
def test_any_note_can_be_read(note: str) -> None:
    state = parse_note(note)
    assert parse_note(format_note(state)) == state
    assert len(format_note(state)) < states.LONGEST
