"""The Race room's `update` under any event in any phase.

It never raises, never stays where nothing can be started any more, and hears Stop whatever it does.
"""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.support.room_events import ANY_PAGE, MANY, NOTES, SETTING_UP, TEXTS, compared, told
from web.page.state import UiState
from web.rooms.race import events as race_events
from web.rooms.race import state as race
from web.rooms.race.lanes import FEWEST, MOST, parse_lanes


class AnyRaceEvent(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.state = race.RaceState()

    def happens(self, event: object) -> None:
        before = self.state
        after = race.update(before, event)
        assert race.update(before, event) == after
        if after.phase is not race.Phase.CHOOSING:
            assert after.lanes == before.lanes, "nothing changes the lanes while they run"
            assert after.source == before.source, "nor the code in them"
        self.state = after

    @rule(event=SETTING_UP)
    def something_is_set_up(self, event: object) -> None:
        self.happens(event)

    @rule(how=st.sampled_from(["start", "compare", "stop", "fail", "told", "over", "how far", "compared"]))
    def it_runs(self, how: str) -> None:
        state = self.state
        self.happens(
            {
                "start": race_events.RaceStarted("1 2/3 0", "1 2/3 0"),
                "compare": race_events.CompareStarted(),
                "stop": race_events.StopPressed(),
                "fail": race_events.Failed("It was lost."),
                "told": told(state, over=False),
                "over": told(state, over=True),
                "how far": race_events.CompareTold({"done": 1, "boards": 3}),
                "compared": compared(state),
            }[how]
        )

    @rule(note=NOTES, source=TEXTS)
    def what_comes_during_a_run_is_there_after_it(self, note: str, source: str) -> None:
        self.happens(race_events.NoteRead(note))
        self.happens(race_events.SourceRead(source))
        state = self.state
        if state.phase is not race.Phase.CHOOSING:
            state = race.update(state, race_events.Failed("It was lost."))
        assert (state.lanes, state.source) == (parse_lanes(note), source)

    @rule(at=ANY_PAGE)
    def whether_it_can_start_is_true(self, at: UiState) -> None:
        state = self.state
        assert len(state.lane_problems(at)) == len(state.lanes)
        if state.phase is not race.Phase.CHOOSING:
            return
        if not state.why_not_race(at):
            assert state.make_race_request(at)["seconds"] > 0
        if not state.why_not_compare(at):
            assert state.make_compare_request(at)["count"] > 0

    @invariant()
    def the_room_is_whole(self) -> None:
        state = self.state
        choosing = state.phase is race.Phase.CHOOSING
        assert FEWEST <= len(state.lanes) <= MOST
        assert not (state.stopping and choosing)
        assert not choosing or (state.later_note, state.later_source) == (None, None)
        assert (state.race is not None and not state.race.over) == (state.phase is race.Phase.RACING)
        if state.race is not None:
            assert len(state.race.reports) == len(state.race.lanes) == len(state.lanes)
            assert state.race.lanes == state.lanes, "the report is about the lanes on show"
        if state.comparison is not None:
            assert len(state.comparison.problems) == len(state.comparison.lanes)
        assert len(parse_lanes(state.note)) == len(state.lanes)
        assert isinstance(state.say_hint("") + state.preset, str)

    @invariant()
    def a_run_can_always_be_left_for_another(self) -> None:
        state = self.state
        if state.phase is not race.Phase.CHOOSING:
            stopped = race.update(state, race_events.StopPressed())
            assert stopped.stopping, "Stop is heard"
            answer = told(state, over=True) if state.phase is race.Phase.RACING else compared(state)
            for end in (race_events.Failed("It was lost."), answer):
                free = race.update(stopped, end)
                assert (free.phase, free.stopping) == (race.Phase.CHOOSING, False)
            assert (
                race.update(stopped, race_events.Failed("It was lost.")).problem
                or state.later_note is not None
            )
            state = free
        started = race.update(state, race_events.RaceStarted("1 2/3 0", "1 2/3 0"))
        assert (started.phase, started.stopping, started.problem) == (race.Phase.RACING, False, "")


TestAnyRaceEvent = AnyRaceEvent.TestCase
TestAnyRaceEvent.settings = MANY
