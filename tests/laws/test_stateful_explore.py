"""The Explore room can always build a tree, after any events in any phase."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from npuzzle.lab import Trace
from tests.support.room_events import ANY_PAGE, FORM, MANY, NOTHING, TEXTS, TREES
from web.command import Call, perform
from web.page.state import UiState
from web.rooms.explore import state as explore

STEPPING: st.SearchStrategy[Call] = st.one_of(
    st.builds(explore.step_to, st.integers(-2, 30)),
    st.builds(explore.step, st.sampled_from(["first", "back", "forward", "last"])),
    st.just(explore.play()),
    st.just(explore.tick()),
    st.builds(explore.select, st.none() | st.integers(-1, 30)),
    st.just(explore.fit()),
    st.just(explore.predict()),
    st.builds(explore.guess, st.integers(-1, 30)),
)


class AnyExploreEvent(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.state = explore.ExploreState()

    def happens(self, call: Call) -> None:
        before = self.state
        after = perform(before, call)
        assert perform(before, call) == after
        does = call.command
        if before.is_asking and after.is_asking and does is not explore.guess:
            assert after.at == before.at, "while a guess is asked for, only an answer continues the tree"
        ending = (explore.guess, explore.predict, explore.start_build)
        if before.is_asking and does not in ending:
            assert after.quiz is before.quiz, "nothing else ends the quiz"
        if does is explore.guess and before.is_asking and after is not before:
            assert after.spoken, "the page says whether the guess was right"
        if after.at != before.at and not (
            after.player.is_playing or does in (explore.take_tree, explore.tick)
        ):
            assert after.spoken or does in (explore.predict, explore.play)
        self.state = after

    @rule(call=st.one_of(STEPPING, FORM))
    def something_happens(self, call: Call) -> None:
        self.happens(call)

    @rule(call=STEPPING)
    def it_is_stepped_through(self, call: Call) -> None:
        self.happens(call)

    @rule(tree=st.sampled_from([*TREES, NOTHING, None]), started=st.booleans())
    def a_tree_comes(self, tree: Trace | None, started: bool) -> None:
        if started:
            self.happens(explore.start_build())
        building = self.state.phase is explore.Phase.BUILDING
        self.happens(explore.fail_build("It was lost.") if tree is None else explore.take_tree(tree))
        if building:
            assert self.state.phase is not explore.Phase.BUILDING
            assert self.state.spoken, "the page says that the tree is built, or why not"
            assert bool(self.state.problem) == (tree in (None, NOTHING))

    @rule()
    def it_is_built(self) -> None:
        self.happens(explore.start_build())

    @precondition(lambda self: self.state.is_asking)
    @rule(place=st.integers(0, 5))
    def the_next_one_is_guessed(self, place: int) -> None:
        assert self.state.trace is not None
        frontier = self.state.trace.frontier(self.state.at)
        before = self.state
        self.happens(explore.guess(frontier[place % len(frontier)].number))
        assert self.state.at > before.at, "every guess continues the tree"

    @rule(at=ANY_PAGE, source=TEXTS)
    def whether_it_can_be_built_is_true(self, at: UiState, source: str) -> None:
        if not self.state.why_not_build(at, source):
            given = self.state.make_request(str(at.current_board), str(at.goal.board), source)
            assert ("weight" in given) == (self.state.algorithm == "weighted-astar")
            assert ("width" in given) == (self.state.algorithm == "beam")
            assert ("depth" in given) == (self.state.algorithm == "depth-first")

    @invariant()
    def the_room_is_whole(self) -> None:
        state = self.state
        assert (state.phase in explore.WITH_TREE) <= (state.trace is not None)
        assert (state.phase is explore.Phase.EMPTY) <= (state.trace is None)
        assert 0 <= state.at <= state.last
        assert not state.player.is_playing or (state.phase is explore.Phase.SHOWN and state.at < state.last)
        assert not state.is_asking or state.at < state.last
        assert state.is_asking == (state.quiz is not None and not state.quiz.over)
        assert state.trace is None or state.node_in_detail is not None
        quiz = state.quiz
        if quiz is not None:
            assert 0 <= quiz.streak <= quiz.best <= quiz.right <= quiz.asked
            assert bool(quiz.summary) == quiz.over

    @invariant()
    def there_is_always_a_way_to_a_tree(self) -> None:
        state = self.state
        if state.phase is explore.Phase.BUILDING:
            failed = perform(state, explore.fail_build("It was lost."))
            assert failed.phase is (explore.Phase.EMPTY if state.trace is None else explore.Phase.SHOWN)
            assert failed.problem == failed.spoken == "It was lost."
            state = failed
        building = perform(state, explore.start_build())
        assert (building.phase, building.problem) == (explore.Phase.BUILDING, "")
        shown = perform(building, explore.take_tree(TREES[0]))
        assert (shown.phase, shown.at, shown.player.is_playing, shown.quiz) == (
            explore.Phase.SHOWN,
            0,
            False,
            None,
        )
        assert perform(shown, explore.step_to(1)).at == 1

    @invariant()
    def a_quiz_can_always_be_left(self) -> None:
        if self.state.is_asking:
            ended = perform(self.state, explore.predict())
            assert (ended.is_asking, bool(ended.spoken)) == (False, True)


TestAnyExploreEvent = AnyExploreEvent.TestCase
TestAnyExploreEvent.settings = MANY
