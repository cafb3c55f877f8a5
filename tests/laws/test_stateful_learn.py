"""The Learn room never raises, and every step leads to the next, after any calls at any step."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from npuzzle import Board, goal_board
from tests.support.bound import check_bound_values
from tests.support.page_states import in_phase, page
from tests.support.room_events import MANY
from web.command import Call, perform
from web.page.commands import update
from web.page.commands.board import give_board
from web.page.state import Phase
from web.rooms.learn import state as learn
from web.rooms.learn.boards import SHORT
from web.rooms.learn.compute import GOAL
from web.rooms.learn.hand_in import read_code
from web.rooms.learn.parts import Deed, Mark
from web.rooms.learn.shown import Shown
from web.rooms.learn.table import LESSONS, PATHS

ANSWERS = st.sampled_from(["", "nonsense", "1", "1 2 3 4 5 7 8", "11", "4", "0", "Spiral (snail)", "Greedy"])
LEARNING: st.SearchStrategy[Call] = st.one_of(
    st.builds(learn.open_lesson, st.integers(-1, len(LESSONS))),
    st.builds(learn.answer, ANSWERS),
    st.builds(learn.check, st.sampled_from(["", "Something is missing."])),
    st.sampled_from([learn.show_answer(), learn.go_on(), learn.open_list(), learn.open_upcoming()]),
    st.builds(learn.go_to, st.integers(-1, 6)),
    st.builds(learn.choose_path, st.sampled_from([*PATHS, "no such"])),
    st.builds(learn.show_teachers, st.booleans()),
    st.just(learn.forget_answers()),
)

HERE = (
    page(),
    in_phase(Phase.SOLVING),
    update(page(), give_board(Board.parse(SHORT), goal_board(GOAL, "3x3"))),
)


class AnyLearnEvent(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.state = learn.LearnState()

    @rule(call=LEARNING)
    def something_happens(self, call: Call) -> None:
        before, self.state = self.state, perform(self.state, call)
        if call.command is not learn.forget_answers:
            for was, now in zip("".join(before.answers), "".join(self.state.answers)):
                assert was == now or was in (learn.OPEN, learn.TRIED), "a final answer does not change"
                assert (was, now) != (learn.TRIED, learn.FIRST), "a second try does not count as a first one"
        if self.state.place != before.place:
            assert self.state.mark is None, "a verdict is shown only with its own step"
        is_deed = before.step is not None and isinstance(before.step.question, Deed)
        if call.command is learn.answer and before.step is not None and not is_deed:
            assert self.state.feedback, "the page says whether the answer is right"

    @precondition(lambda self: self.state.step is not None)
    @rule()
    def it_is_answered(self) -> None:
        assert self.state.step is not None
        question = self.state.step.question
        call = learn.check("") if isinstance(question, Deed) else learn.answer(question.answer)
        self.state = perform(self.state, call)
        assert self.state.is_passed

    @invariant()
    def all_that_html_names_is_there(self) -> None:
        for here in HERE:
            shown = Shown(self.state, here)
            check_bound_values("learn", shown)
            assert not shown.is_there or shown.step_title
            assert not self.state.is_passed or (shown.kind, shown.set_up_class) == ("right", "")
            assert read_code(shown.code) == self.state.answers

    @invariant()
    def the_room_is_whole(self) -> None:
        state = self.state
        assert (state.place is None) == (state.step is None) == (state.position == "") == (state.prompt == "")
        assert state.mark is None or state.place is not None
        assert (state.mark is Mark.RIGHT) <= state.is_passed
        assert state.can_show <= (not state.is_passed)
        assert learn.parse_note(learn.format_note(state), learn.format_answers(state)) == learn.LearnState(
            state.place, state.answers, state.path, state.is_for_teachers and state.place is None
        )

    @invariant()
    def every_step_leads_on_and_back_to_the_list(self) -> None:
        state, steps = self.state, 0
        assert perform(state, learn.open_list()).place is None
        while state.place is not None:
            state, steps = perform(state, learn.go_on()), steps + 1
            assert steps <= 10
        assert perform(state, learn.open_lesson(0)).place is not None


TestAnyLearnEvent = AnyLearnEvent.TestCase
TestAnyLearnEvent.settings = MANY
