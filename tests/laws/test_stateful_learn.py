"""The Learn room's `update` under any event at any step: it never raises, and every step leads on."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.support.room_events import MANY
from web.rooms.learn import state as learn
from web.rooms.learn.parts import Deed, Mark
from web.rooms.learn.table import LESSONS

ANSWERS = st.sampled_from(["", "nonsense", "1", "11", "4", "0", "Spiral (snail)", "Greedy"])
LEARNING: st.SearchStrategy[object] = st.one_of(
    st.builds(learn.Opened, st.integers(-1, len(LESSONS))),
    st.builds(learn.Answered, ANSWERS),
    st.builds(learn.Checked, st.sampled_from(["", "Something is missing."])),
    st.sampled_from(
        [learn.AnswerShown(), learn.WentOn(), learn.WentBack(), learn.ListOpened(), learn.StartedAgain()]
    ),
    st.just(learn.Forgotten()),
)


class AnyLearnEvent(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.state = learn.LearnState()

    @rule(event=LEARNING)
    def something_happens(self, event: object) -> None:
        before, self.state = self.state, learn.update(self.state, event)
        if not isinstance(event, (learn.Forgotten, learn.StartedAgain)):
            assert before.passed <= self.state.passed, "what was answered stays so"
        if self.state.place != before.place:
            assert self.state.mark is None, "what an answer was worth is said of its own step only"
        is_deed = before.step is not None and isinstance(before.step.question, Deed)
        if isinstance(event, learn.Answered) and before.step is not None and not is_deed:
            assert self.state.feedback, "what an answer is worth is said"

    @precondition(lambda self: self.state.step is not None)
    @rule()
    def it_is_answered(self) -> None:
        assert self.state.step is not None
        question = self.state.step.question
        event = learn.Checked("") if isinstance(question, Deed) else learn.Answered(question.answer)
        self.state = learn.update(self.state, event)
        assert self.state.is_passed

    @invariant()
    def the_room_is_whole(self) -> None:
        state = self.state
        assert (state.place is None) == (state.step is None) == (state.position == "") == (state.prompt == "")
        assert state.mark is None or state.place is not None
        assert (state.mark is Mark.RIGHT) <= state.is_passed
        assert state.can_show <= (not state.is_passed)
        assert learn.parse_note(learn.format_note(state), learn.format_passed(state)) == learn.LearnState(
            state.place, state.passed
        )

    @invariant()
    def every_step_leads_on_and_back_to_the_list(self) -> None:
        state, steps = self.state, 0
        assert learn.update(state, learn.ListOpened()).place is None
        while state.place is not None:
            state, steps = learn.update(state, learn.WentOn()), steps + 1
            assert steps <= 10
        assert learn.update(state, learn.Opened(0)).place is not None


TestAnyLearnEvent = AnyLearnEvent.TestCase
TestAnyLearnEvent.settings = MANY
