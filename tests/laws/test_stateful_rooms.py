"""The rooms' `update` under any event in any phase, alone and together with the page and its one solver.

A room never raises, never stays where nothing can be started any more, and hears Stop whatever it does.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from npuzzle import ALGORITHMS, HEURISTICS, Board
from npuzzle.lab import TRACED, Trace, trace
from tests.laws.test_stateful_page import BOARDS, CHANGING, OPTIONS
from tests.unit.web.rooms.test_lab import BROKEN, FAULTY, GOOD, MINE, STOPPED
from tests.unit.web.test_updates import answer_of, page
from web.page import events as e
from web.page.state import Phase, UiState
from web.page.updates import update
from web.page.updates.solving import end_of
from web.rooms.explore import events as tree_events
from web.rooms.explore import state as explore
from web.rooms.lab import state as lab
from web.rooms.lab.examples import EXAMPLES
from web.rooms.learn import state as learn
from web.rooms.learn.exercises import EXERCISES
from web.rooms.learn.parts import Mark
from web.rooms.learn.sources import SOURCES
from web.rooms.race import events as race_events
from web.rooms.race import state as race
from web.rooms.race.lanes import FEWEST, MOST, OWN, PRESETS, parse_lanes
from web.solver.state import BUSY

NUMBERS = st.sampled_from(
    ["", "0", "1", "2", "1.5", "10", "50", "x", "nan", "inf", "-1", "1_0", "9" * 20, "; "]
)
NOTES = st.sampled_from(
    [
        "",
        "nonsense",
        "astar manhattan;astar own",
        "bfs;ucs",
        *PRESETS.values(),
        "idastar own 3",
        "greedy zero",
    ]
)
TEXTS = st.sampled_from(["", " \n", MINE, "\ud800\r\n", *SOURCES, *(example.source for example in EXAMPLES)])
PAGES = ("1 2 3/4 5 6/0 7 8", "2 8 1/0 4 3/7 6 5", "3 1/2 0")


@cache
def some_page(text: str, editing: bool) -> UiState:
    state = page(text)
    return update(update(state, e.EditPressed()), e.CellTyped(0, 0, "x")) if editing else state


ANY_PAGE = st.builds(some_page, st.sampled_from(PAGES), st.booleans())


# Race

REPORT = {"state": "solved", "length": 2, "claim": "proved shortest", "seconds": 0.5, "place": 1}
RUN = {"lane": 0, "board": "1 2/3 0", "depth": 2, "outcome": "solved", "claim": None, "length": 2}
RUN |= {"expanded": 3, "generated": 4, "peak_frontier": 2, "seconds": 0.1, "branching": 1.5}

SETTING_UP: st.SearchStrategy[object] = st.one_of(
    st.just(race_events.LaneAdded()),
    st.builds(race_events.LaneRemoved, st.integers(-1, 4)),
    st.builds(
        race_events.LaneChanged,
        st.integers(-1, 4),
        st.just("algorithm"),
        st.sampled_from([*(card.name for card in ALGORITHMS), "no such"]),
    ),
    st.builds(
        race_events.LaneChanged,
        st.integers(-1, 4),
        st.just("heuristic"),
        st.sampled_from([*(card.name for card in HEURISTICS), OWN, "no such"]),
    ),
    st.builds(race_events.LaneChanged, st.integers(-1, 4), st.sampled_from(["weight", "width"]), NUMBERS),
    st.builds(race_events.PresetChosen, st.sampled_from([*PRESETS, "no such"])),
    st.builds(race_events.NoteRead, NOTES),
    st.just(race_events.OwnRaced()),
    st.builds(race_events.SourceRead, TEXTS),
    st.builds(race_events.FieldTyped, st.sampled_from(["seconds", "count", "seed", "no such"]), NUMBERS),
)


def told(state: race.RaceState, *, over: bool) -> race_events.RaceTold:
    return race_events.RaceTold({"lanes": [REPORT] * len(state.lanes)}, over)


def compared(state: race.RaceState) -> race_events.Compared:
    answer = {"rows": [RUN], "problems": [""] * len(state.lanes), "done": 1, "boards": 1, "stopped": False}
    return race_events.Compared(answer, "1 2/3 0")


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
            assert state.race.lanes == state.lanes, "what is told is of the lanes on show"
        if state.comparison is not None:
            assert len(state.comparison.problems) == len(state.comparison.lanes)
        assert len(parse_lanes(state.note)) == len(state.lanes)
        assert isinstance(state.hint + state.preset, str)

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


# Explore

TREES = tuple(
    trace(board, goal, **options)
    for board, goal, options in (
        (*explore.EXAMPLE, {"algorithm": "astar", "heuristic": "misplaced"}),
        (*explore.EXAMPLE, {"algorithm": "idastar", "heuristic": "manhattan"}),
        ("1 2/3 0", "1 2/3 0", {"algorithm": "breadth-first"}),
        ("8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0", {"algorithm": "greedy", "heuristic": "zero", "most": 12}),
    )
)
NOTHING = Trace.from_dict({**TREES[0].to_dict(), "nodes": [], "steps": [], "path": None})
STEPPING: st.SearchStrategy[object] = st.one_of(
    st.builds(tree_events.SteppedTo, st.integers(-2, 30)),
    st.just(tree_events.PlayPressed()),
    st.just(tree_events.Ticked()),
    st.builds(tree_events.Selected, st.none() | st.integers(-1, 30)),
    st.builds(tree_events.Zoomed, st.sampled_from([-1, 1])),
    st.builds(tree_events.DuplicatesShown, st.booleans()),
    st.just(tree_events.PredictPressed()),
    st.builds(tree_events.Guessed, st.integers(-1, 30)),
)
FORM: st.SearchStrategy[object] = st.one_of(
    st.builds(tree_events.Chosen, st.just("algorithm"), st.sampled_from([*TRACED, "beam", "no such"])),
    st.builds(tree_events.Chosen, st.just("heuristic"), st.sampled_from(["manhattan", OWN, "no such"])),
    st.builds(tree_events.Chosen, st.sampled_from(["weight", "depth", "no such"]), NUMBERS),
    st.builds(tree_events.Noted, NOTES),
)


class AnyExploreEvent(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.state = explore.ExploreState()

    def happens(self, event: object) -> None:
        before = self.state
        after = explore.update(before, event)
        assert explore.update(before, event) == after
        if before.asking and after.asking and not isinstance(event, tree_events.Guessed):
            assert after.at == before.at, "while a prediction is asked the tree goes on by answers only"
        ending = (tree_events.Guessed, tree_events.PredictPressed, tree_events.BuildPressed)
        if before.asking and not isinstance(event, ending):
            assert after.quiz is before.quiz, "nor does anything else end the quiz"
        if isinstance(event, tree_events.Guessed) and before.asking and after is not before:
            assert after.spoken, "what a guess was worth is said"
        if after.at != before.at and not (
            after.playing or isinstance(event, (tree_events.Built, tree_events.Ticked))
        ):
            assert after.spoken or isinstance(event, (tree_events.PredictPressed, tree_events.PlayPressed))
        self.state = after

    @rule(event=st.one_of(STEPPING, FORM))
    def something_happens(self, event: object) -> None:
        self.happens(event)

    @rule(event=STEPPING)
    def it_is_stepped_through(self, event: object) -> None:
        self.happens(event)

    @rule(tree=st.sampled_from([*TREES, NOTHING, None]), started=st.booleans())
    def a_tree_comes(self, tree: Trace | None, started: bool) -> None:
        if started:
            self.happens(tree_events.BuildPressed())
        building = self.state.phase is explore.Phase.BUILDING
        self.happens(tree_events.BuildFailed("It was lost.") if tree is None else tree_events.Built(tree))
        if building:
            assert self.state.phase is not explore.Phase.BUILDING
            assert self.state.spoken, "that the tree is there, or why not, is said"
            assert bool(self.state.problem) == (tree in (None, NOTHING))

    @rule()
    def it_is_built(self) -> None:
        self.happens(tree_events.BuildPressed())

    @precondition(lambda self: self.state.asking)
    @rule(place=st.integers(0, 5))
    def the_next_one_is_guessed(self, place: int) -> None:
        assert self.state.trace is not None
        frontier = self.state.trace.frontier(self.state.at)
        before = self.state
        self.happens(tree_events.Guessed(frontier[place % len(frontier)].number))
        assert self.state.at > before.at, "every guess goes on"

    @rule(at=ANY_PAGE, source=TEXTS)
    def whether_it_can_be_built_is_true(self, at: UiState, source: str) -> None:
        if not self.state.why_not_build(at, source):
            given = self.state.make_request(str(at.shown), str(at.goal.board), source)
            assert ("weight" in given) == (self.state.algorithm == "weighted-astar")
            assert ("depth" in given) == (self.state.algorithm == "depth-first")

    @invariant()
    def the_room_is_whole(self) -> None:
        state = self.state
        assert (state.phase is explore.Phase.SHOWN) <= (state.trace is not None)
        assert (state.phase is explore.Phase.EMPTY) <= (state.trace is None)
        assert 0 <= state.at <= state.last
        assert not state.playing or (state.phase is explore.Phase.SHOWN and state.at < state.last)
        assert not (state.playing and state.asking)
        assert not state.asking or (state.phase is explore.Phase.SHOWN and state.at < state.last)
        assert 0 <= state.zoom < len(explore.ZOOMS)
        assert state.trace is None or state.detail is not None
        quiz = state.quiz
        if quiz is not None:
            assert 0 <= quiz.streak <= quiz.best <= quiz.right <= quiz.asked
            assert bool(quiz.summary) == quiz.over

    @invariant()
    def there_is_always_a_way_to_a_tree(self) -> None:
        state = self.state
        if state.phase is explore.Phase.BUILDING:
            failed = explore.update(state, tree_events.BuildFailed("It was lost."))
            assert failed.phase is (explore.Phase.EMPTY if state.trace is None else explore.Phase.SHOWN)
            assert failed.problem == failed.spoken == "It was lost."
            state = failed
        building = explore.update(state, tree_events.BuildPressed())
        assert (building.phase, building.problem) == (explore.Phase.BUILDING, "")
        shown = explore.update(building, tree_events.Built(TREES[0]))
        assert (shown.phase, shown.at, shown.playing, shown.quiz) == (explore.Phase.SHOWN, 0, False, None)
        assert explore.update(shown, tree_events.SteppedTo(1)).at == 1

    @invariant()
    def a_quiz_can_always_be_left(self) -> None:
        if self.state.asking:
            ended = explore.update(self.state, tree_events.PredictPressed())
            assert (ended.asking, bool(ended.spoken)) == (False, True)


# The Lab

WRITING: st.SearchStrategy[object] = st.one_of(
    st.builds(lab.Typed, TEXTS),
    st.builds(lab.SourceCame, TEXTS),
    st.builds(lab.KeptCame, TEXTS),
    st.builds(lab.ExampleChosen, st.sampled_from([*(example.name for example in EXAMPLES), "no such"])),
    st.just(lab.LoadPressed()),
    st.just(lab.BackPressed()),
    st.builds(lab.BesideAllChosen, st.booleans()),
)
CERTIFYING: st.SearchStrategy[object] = st.one_of(
    st.just(lab.CertifyPressed()),
    st.builds(lab.Progressed, st.integers(0, 9), st.integers(0, 9)),
    st.just(lab.Ticked()),
    st.just(lab.StopPressed()),
    st.builds(lab.Answered, st.sampled_from([GOOD, BROKEN, FAULTY, STOPPED])),
    st.just(lab.Lost("It was lost.")),
)


class AnyLabEvent(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.state = lab.LabState()

    def happens(self, event: object) -> None:
        before = self.state
        after = lab.update(before, event)
        assert lab.update(before, event) == after
        own = before.text.strip() and before.text not in {*SOURCES, *(each.source for each in EXAMPLES)}
        if own and not isinstance(event, lab.Typed):
            assert before.text in (after.text, after.kept), "what somebody wrote is kept"
        if isinstance(event, (lab.Answered, lab.Lost)) and before.phase is lab.Phase.CERTIFYING:
            assert after.spoken, "how it ended is said"
        self.state = after

    @rule(event=st.one_of(WRITING, CERTIFYING))
    def something_happens(self, event: object) -> None:
        self.happens(event)

    @rule(answer=st.sampled_from([GOOD, BROKEN, FAULTY, STOPPED]), meanwhile=WRITING)
    def it_is_certified(self, answer: dict[str, Any], meanwhile: object) -> None:
        """A verdict is about the text it was asked for, whatever is written meanwhile."""
        asked = self.state.text if self.state.phase is lab.Phase.WRITING else self.state.tried
        self.happens(lab.CertifyPressed())
        self.happens(meanwhile)
        self.happens(lab.Answered(answer))
        state = self.state
        assert (state.phase, state.judged) == (lab.Phase.WRITING, asked)
        assert (state.certificate is not None, bool(state.problem), bool(state.note)).count(True) == 1
        assert state.is_stale == (state.text != asked)

    @invariant()
    def the_room_is_whole(self) -> None:
        state = self.state
        certifying = state.phase is lab.Phase.CERTIFYING
        assert not state.stopping or certifying
        assert not state.suspicion or certifying
        assert not state.done_in_words or (state.certificate is not None and not certifying)
        assert state.how_far
        assert state.against
        assert state.kept != state.text or not state.kept
        assert state.line is None or state.text == state.tried, "a line of the text on show"
        shown = next((each for each in EXAMPLES if each.look == state.look), None)
        assert shown is None or shown.source == state.text, (
            "what is said of an example is not of another text"
        )
        assert isinstance(state.look, str)

    @invariant()
    def a_certificate_can_always_be_left_for_another(self) -> None:
        state = self.state
        if state.phase is lab.Phase.CERTIFYING:
            stopped = lab.update(state, lab.StopPressed())
            assert stopped.stopping, "Stop is heard"
            for end in (lab.Answered(STOPPED), lab.Lost("It was lost.")):
                free = lab.update(stopped, end)
                assert (free.phase, free.stopping) == (lab.Phase.WRITING, False)
                assert free.spoken
                assert free.text == state.text
            state = free
        started = lab.update(state, lab.CertifyPressed())
        assert (started.phase, started.tried, started.stopping) == (lab.Phase.CERTIFYING, state.text, False)
        assert (started.problem, started.note, started.spoken) == ("", "", "")


# Learn

ANSWERS = st.sampled_from(["", "nonsense", "1", "11", "4", "0", *EXERCISES[0].steps[2].question.choices])
LEARNING: st.SearchStrategy[object] = st.one_of(
    st.builds(learn.Opened, st.integers(-1, 6)),
    st.builds(learn.Answered, ANSWERS),
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
        if isinstance(event, learn.Answered) and before.step is not None:
            assert self.state.feedback, "what an answer is worth is said"

    @precondition(lambda self: self.state.step is not None)
    @rule()
    def it_is_answered(self) -> None:
        assert self.state.step is not None
        self.state = learn.update(self.state, learn.Answered(self.state.step.question.answer))
        assert self.state.is_passed

    @invariant()
    def the_room_is_whole(self) -> None:
        state = self.state
        assert (state.place is None) == (state.step is None) == (state.where == "") == (state.asked == "")
        assert state.mark is None or state.place is not None
        assert (state.mark is Mark.RIGHT) <= state.is_passed
        assert state.can_show <= (not state.is_passed)
        assert learn.parse_note(learn.format_note(state)) == learn.LearnState(state.place, state.passed)

    @invariant()
    def every_step_leads_on_and_back_to_the_list(self) -> None:
        state, steps = self.state, 0
        assert learn.update(state, learn.ListOpened()).place is None
        while state.place is not None:
            state, steps = learn.update(state, learn.WentOn()), steps + 1
            assert steps <= 10
        assert learn.update(state, learn.Opened(0)).place is not None


# All of them, the page, and the one solver


class AnyHouse(RuleBasedStateMachine):
    """What the views do with the states: a room starts what it sees no reason against, on one solver."""

    @initialize(board=BOARDS)
    def open(self, board: Board) -> None:
        self.page = page(str(board))
        self.race, self.explore, self.lab = race.RaceState(), explore.ExploreState(), lab.LabState()
        self.given: dict[str, Any] = {}  # what the task under way was asked for

    def on_page(self, event: object) -> None:
        self.page = update(self.page, event)

    def takes(self, task: str, **given: Any) -> None:
        assert not self.page.solver.busy, "the solver has one task at a time"
        self.given = given
        self.on_page(e.SolverChanged(ready=True, busy=task))

    def ends(self) -> None:
        self.on_page(e.SolverChanged(ready=True))

    @rule(event=st.one_of(*CHANGING.values()))
    def the_board_is_handled(self, event: object) -> None:
        before = self.page
        self.on_page(event)
        if before.phase is Phase.SOLVING:
            assert self.page is before, "the board is the solver's while it works"

    @rule(pair=OPTIONS)
    def an_option_is_chosen(self, pair: tuple[str, str]) -> None:
        self.on_page(e.OptionChosen(*pair))

    @rule(event=st.one_of(SETTING_UP, FORM, WRITING))
    def a_room_is_used(self, event: object) -> None:
        self.race = race.update(self.race, event)
        self.explore = explore.update(self.explore, event)
        self.lab = lab.update(self.lab, event)

    @rule()
    def the_lab_lends_its_text(self) -> None:
        self.race = race.update(self.race, race_events.SourceRead(self.lab.text))
        self.race = race.update(self.race, race_events.OwnRaced())

    @rule(what=st.sampled_from(["solve", "race", "compare", "trace", "certify"]))
    def something_is_started(self, what: str) -> None:
        source = self.lab.text
        if what == "solve":
            self.on_page(e.SolvePressed())
            if self.page.phase is Phase.SOLVING and not self.page.solver.busy:
                self.takes(what, **self.page.job().to_dict())
        elif (
            what == "race"
            and self.race.phase is race.Phase.CHOOSING
            and not self.race.why_not_race(self.page)
        ):
            given = self.race.make_race_request(self.page)
            self.race = race.update(self.race, race_events.RaceStarted(given["board"], given["goal"]))
            self.takes(what, **given)
        elif (
            what == "compare"
            and self.race.phase is race.Phase.CHOOSING
            and not self.race.why_not_compare(self.page)
        ):
            given = self.race.make_compare_request(self.page)
            self.race = race.update(self.race, race_events.CompareStarted())
            self.takes(what, **given)
        elif what == "trace" and not self.explore.why_not_build(self.page, source):
            given = self.explore.make_request(str(self.page.shown), str(self.page.goal.board), source)
            self.explore = explore.update(self.explore, tree_events.BuildPressed())
            self.takes(what, **given)
        elif what == "certify" and not self.page.why_not_start:
            self.lab = lab.update(self.lab, lab.CertifyPressed())
            self.takes(what, goal=str(lab.choose_goal(self.page)))

    @rule(lost=st.booleans(), stopped=st.booleans())
    def the_solver_ends_its_task(self, lost: bool, stopped: bool) -> None:
        self.end(lost=lost, stopped=stopped)

    def end(self, *, lost: bool, stopped: bool) -> None:
        task = self.page.solver.busy
        if task == "solve":
            if stopped:
                self.on_page(e.StopPressed())
            found = answer_of(self.page, algorithm="greedy")
            end = e.SolveFailed("It was lost.") if lost else end_of({} if stopped else _plain(found))
            self.on_page(end)
        elif task in ("race", "compare"):
            if stopped:
                self.race = race.update(self.race, race_events.StopPressed())
            answer = told(self.race, over=True) if task == "race" else compared(self.race)
            self.race = race.update(self.race, race_events.Failed("It was lost.") if lost else answer)
        elif task == "trace":
            built = (
                tree_events.BuildFailed("It was lost.")
                if lost
                else tree_events.Built(NOTHING if stopped else TREES[0])
            )
            self.explore = explore.update(self.explore, built)
        elif task == "certify":
            if stopped:
                self.lab = lab.update(self.lab, lab.StopPressed())
            end = lab.Lost("It was lost.") if lost else lab.Answered(STOPPED if stopped else GOOD)
            self.lab = lab.update(self.lab, end)
        self.ends()

    @rule(board=BOARDS, goal=st.none() | BOARDS)
    def a_room_gives_a_board(self, board: Board, goal: Board | None) -> None:
        before = self.page
        self.on_page(e.BoardGiven(board, goal))
        if before.phase is Phase.SOLVING:
            assert self.page is before, "the board is the solver's while it works"
        else:
            assert self.page.shown == board, "it is on the page, as the room says"

    @invariant()
    def who_works_is_who_has_the_solver(self) -> None:
        working = {
            "solve": self.page.phase is Phase.SOLVING,
            "race": self.race.phase is race.Phase.RACING,
            "compare": self.race.phase is race.Phase.COMPARING,
            "trace": self.explore.phase is explore.Phase.BUILDING,
            "certify": self.lab.phase is lab.Phase.CERTIFYING,
        }
        assert [task for task, does in working.items() if does] == (
            [self.page.solver.busy] if self.page.solver.busy else []
        )
        assert self.page.solver.busy in ("", *BUSY)
        if self.page.solver.busy:
            said = {self.page.why_not_solve, self.page.why_not_start}
            assert all(said), "why nothing else can be started is said"

    @invariant()
    def a_run_keeps_the_board_it_was_started_on(self) -> None:
        if self.race.phase is race.Phase.RACING and self.race.race is not None:
            assert (self.race.race.board, self.race.race.goal) == (self.given["board"], self.given["goal"])

    def teardown(self) -> None:
        """Whatever happened: once the task is over and the board is one, everything can be started."""
        if not hasattr(self, "page"):
            return
        self.end(lost=True, stopped=True)
        self.on_page(e.BoardGiven(Board.parse("1 2 3/4 5 6/0 7 8"), Board.parse("1 2 3/4 5 6/7 8 0")))
        for name, value in (
            ("algorithm", "auto"),
            ("heuristic", "auto"),
            ("weight", "2"),
            ("width", "9"),
            ("every", ""),
        ):
            self.on_page(e.OptionChosen(name, value))
        for name in ("seconds", "expanded", "stored", "depth"):
            self.on_page(e.OptionChosen(name, ""))
        for event in (race_events.NoteRead("bfs;ucs"), race_events.FieldTyped("seconds", "1")):
            self.race = race.update(self.race, event)
        self.race = race.update(self.race, race_events.FieldTyped("seed", "1"))
        self.explore = explore.update(self.explore, tree_events.Noted("breadth-first"))
        for why in (
            self.page.why_not_solve,
            self.race.why_not_race(self.page),
            self.race.why_not_compare(self.page),
            self.explore.why_not_build(self.page),
        ):
            assert why == ""


def _plain(answer: Any) -> dict[str, Any]:
    return {name: getattr(answer, name) for name in answer.__dataclass_fields__}


MANY = settings(max_examples=50, stateful_step_count=20)
TestAnyRaceEvent = AnyRaceEvent.TestCase
TestAnyRaceEvent.settings = MANY
TestAnyExploreEvent = AnyExploreEvent.TestCase
TestAnyExploreEvent.settings = MANY
TestAnyLabEvent = AnyLabEvent.TestCase
TestAnyLabEvent.settings = MANY
TestAnyLearnEvent = AnyLearnEvent.TestCase
TestAnyLearnEvent.settings = MANY
TestAnyHouse = AnyHouse.TestCase
TestAnyHouse.settings = MANY
