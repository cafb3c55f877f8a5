"""The Lab loses no text and obeys Stop, after any commands in any phase."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.support.bound import check_bound_values
from tests.support.certificates import BROKEN, FAULTY, GOOD, STOPPED
from tests.support.page_states import in_phase, page
from tests.support.room_events import MANY, WRITING
from web.command import Call, perform
from web.page.state import Phase
from web.rooms.lab import state as lab
from web.rooms.lab.examples import EXAMPLES
from web.rooms.lab.lesson_heuristics import SOURCES
from web.rooms.lab.shown import Shown

CERTIFYING: st.SearchStrategy[Call] = st.one_of(
    st.just(lab.start()),
    st.builds(
        lab.take_progress, st.fixed_dictionaries({"done": st.integers(0, 9), "total": st.integers(0, 9)})
    ),
    st.builds(lab.take_solver, st.sampled_from(["", "A search is in progress."])),
    st.just(lab.tick()),
    st.just(lab.stop()),
    st.builds(lab.take_answer, st.sampled_from([GOOD, BROKEN, FAULTY, STOPPED])),
    st.just(lab.fail("It was lost.")),
)

HERE = (page(), in_phase(Phase.SOLVING), in_phase(Phase.EDITING))


class AnyLabEvent(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.state = lab.LabState()

    def happens(self, call: Call) -> None:
        before = self.state
        after = perform(before, call)
        assert perform(before, call) == after
        own = before.text.strip() and before.text not in {*SOURCES, *(each.source for each in EXAMPLES)}
        if own and call.command is not lab.type_source:
            assert before.text in (after.text, after.kept), "the user's text is not lost"
        if call.command in (lab.take_answer, lab.fail) and before.phase is lab.Phase.RUNNING:
            assert after.spoken, "the page says how the task ended"
        self.state = after

    @rule(call=st.one_of(WRITING, CERTIFYING))
    def something_happens(self, call: Call) -> None:
        self.happens(call)

    @rule(answer=st.sampled_from([GOOD, BROKEN, FAULTY, STOPPED]), meanwhile=WRITING)
    def it_is_certified(self, answer: dict[str, Any], meanwhile: Call) -> None:
        """A verdict belongs to the text that was tested, even if the user has typed another text since."""
        asked = self.state.text if self.state.phase is lab.Phase.FREE else self.state.tried
        self.happens(lab.take_solver(""))
        self.happens(lab.start())
        self.happens(meanwhile)
        self.happens(lab.take_answer(answer))
        state = self.state
        assert (state.phase, state.judged) == (lab.Phase.FREE, asked)
        assert (state.certificate is not None, bool(state.problem), bool(state.note)).count(True) == 1
        assert state.is_stale == (state.text != asked)

    @invariant()
    def all_that_html_names_is_there(self) -> None:
        for here in HERE:
            shown = Shown(self.state, here, "")
            check_bound_values("lab", shown)
            assert bool(shown.go_label) == (self.state.line is not None)

    @invariant()
    def the_room_is_whole(self) -> None:
        state = self.state
        certifying = state.phase is lab.Phase.RUNNING
        assert state.can_start == (not (certifying or state.why_not))
        assert not (certifying and state.why_not_now)
        assert not state.suspicion or certifying
        assert not state.verdict_sentence or (state.certificate is not None and not certifying)
        assert state.progress_sentence
        assert state.against
        assert state.kept != state.text or not state.kept
        assert state.line is None or state.text == state.tried, "the line belongs to the text on show"
        shown = next((each for each in EXAMPLES if each.look == state.look), None)
        assert shown is None or shown.source == state.text, (
            "a report on an example is not shown with another text"
        )
        assert isinstance(state.look, str)

    @invariant()
    def a_certificate_can_always_be_left_for_another(self) -> None:
        state = self.state
        if state.phase is lab.Phase.RUNNING:
            stopped = perform(state, lab.stop())
            assert stopped.is_stopping, "Stop is obeyed"
            for end in (lab.take_answer(STOPPED), lab.fail("It was lost.")):
                free = perform(stopped, end)
                assert (free.phase, free.is_stopping) == (lab.Phase.FREE, False)
                assert free.spoken
                assert free.text == state.text
            state = free
        started = perform(perform(state, lab.take_solver("")), lab.start())
        assert (started.phase, started.tried, started.is_stopping) == (lab.Phase.RUNNING, state.text, False)
        assert (started.problem, started.note, started.spoken) == ("", "", "")


TestAnyLabEvent = AnyLabEvent.TestCase
TestAnyLabEvent.settings = MANY
