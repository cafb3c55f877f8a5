"""The Race room never raises, and a race can always be started again, after any events in any phase."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.support.room_events import ANY_PAGE, MANY, NOTES, SETTING_UP, TEXTS, report_comparison, report_race
from web.command import Call
from web.page.state import UiState
from web.rooms.race import state as race
from web.rooms.race.lanes import FEWEST, MOST, parse_lanes


class AnyRaceEvent(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.state = race.RaceState()

    def happens(self, call: Call) -> None:
        before = self.state
        after = race.update(before, call)
        assert race.update(before, call) == after
        if after.phase is not race.Phase.CHOOSING:
            assert after.lanes == before.lanes, "nothing changes the lanes while they run"
            assert after.source == before.source, "nor the code in them"
        self.state = after

    @rule(call=SETTING_UP)
    def something_is_set_up(self, call: Call) -> None:
        self.happens(call)

    @rule(how=st.sampled_from(["start", "compare", "fail", "told", "over", "how far", "compared"]))
    def it_runs(self, how: str) -> None:
        state = self.state
        self.happens(
            {
                "start": race.start_race("1 2/3 0", "1 2/3 0"),
                "compare": race.start_comparison(),
                "fail": race.fail_run("It was lost."),
                "told": report_race(state, over=False),
                "over": report_race(state, over=True),
                "how far": race.take_comparison({"done": 1, "boards": 3}),
                "compared": report_comparison(state),
            }[how]
        )

    @rule(note=NOTES, source=TEXTS)
    def what_comes_during_a_run_is_there_after_it(self, note: str, source: str) -> None:
        self.happens(race.read_note(note))
        self.happens(race.read_source(source))
        state = self.state
        if state.phase is not race.Phase.CHOOSING:
            state = race.update(state, race.fail_run("It was lost."))
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
            answer = (
                report_race(state, over=True)
                if state.phase is race.Phase.RACING
                else report_comparison(state)
            )
            for end in (race.fail_run("It was lost."), answer):
                free = race.update(state, end)
                assert free.phase is race.Phase.CHOOSING
                assert free.spoken, "the page says how the race ended"
            failed = race.update(state, race.fail_run("It was lost."))
            assert failed.problem or state.later_note is not None
            state = free
        started = race.update(state, race.start_race("1 2/3 0", "1 2/3 0"))
        assert (started.phase, started.problem) == (race.Phase.RACING, "")


TestAnyRaceEvent = AnyRaceEvent.TestCase
TestAnyRaceEvent.settings = MANY
