"""Boards, runs, the page and its tabs are correct after any events, and a new task can always be started."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from npuzzle import Board
from tests.support.certificates import GOOD, STOPPED
from tests.support.page_commands import BOARDS, CHANGING, OPTIONS, e
from tests.support.page_states import answer_of, check_of, page
from tests.support.room_events import (
    FORM,
    MANY,
    NOTHING,
    SETTING_UP,
    TREES,
    WRITING,
    report_comparison,
    report_race,
)
from web.command import Call, perform
from web.page.commands import update
from web.page.commands.solving import end_of
from web.page.state import Phase
from web.rooms.explore import state as explore
from web.rooms.lab import state as lab
from web.rooms.race import state as race
from web.solver.state import BUSY


class AnyHouse(RuleBasedStateMachine):
    """All rooms and their one solver, as the views use them: a room starts a task unless it says why not."""

    @initialize(board=BOARDS)
    def open(self, board: Board) -> None:
        self.page = page(str(board))
        self.race, self.explore, self.lab = race.RaceState(), explore.ExploreState(), lab.LabState()
        self.given: dict[str, Any] = {}  # the request of the running task

    def on_page(self, event: object) -> None:
        self.page = update(self.page, event)

    def takes(self, task: str, **given: Any) -> None:
        assert not self.page.solver.busy, "the solver has one task at a time"
        self.given = given
        self.on_page(e.change_solver(ready=True, busy=task))

    def ends(self) -> None:
        self.on_page(e.change_solver(ready=True))

    @rule(event=st.one_of(*CHANGING.values()))
    def the_board_is_handled(self, event: object) -> None:
        before = self.page
        self.on_page(event)
        if before.phase is Phase.SOLVING:
            assert self.page is before, "the board is the solver's while it works"

    @rule(pair=OPTIONS)
    def an_option_is_chosen(self, pair: tuple[str, str]) -> None:
        self.on_page(e.choose_option(*pair))

    @rule(call=SETTING_UP)
    def lanes_are_set_up(self, call: Call) -> None:
        self.race = race.update(self.race, call)

    @rule(call=FORM)
    def a_tree_is_chosen(self, call: Call) -> None:
        self.explore = perform(self.explore, call)

    @rule(call=WRITING)
    def the_lab_is_written_in(self, call: Call) -> None:
        self.lab = perform(self.lab, call)

    @rule()
    def the_lab_lends_its_text(self) -> None:
        self.race = race.update(self.race, race.read_source(self.lab.text))
        self.race = race.update(self.race, race.set_up_own())

    @rule(what=st.sampled_from(["solve", "verify", "race", "compare", "trace", "certify"]))
    def something_is_started(self, what: str) -> None:
        source = self.lab.text
        if what == "solve":
            self.on_page(e.start_search())
            if self.page.phase is Phase.SOLVING and not self.page.solver.busy:
                self.takes(what, **self.page.job().to_dict())
        elif what == "verify":
            self.on_page(e.type_moves("L2"))
            was_checking = self.page.typed.is_checking
            self.on_page(e.check_moves())
            if self.page.typed.is_checking and not was_checking:
                self.takes(what, **self.page.check_request())
        elif (
            what == "race"
            and self.race.phase is race.Phase.CHOOSING
            and not self.race.why_not_race(self.page)
        ):
            given = self.race.make_race_request(self.page)
            self.race = race.update(self.race, race.start_race(given["board"], given["goal"]))
            self.takes(what, **given)
        elif (
            what == "compare"
            and self.race.phase is race.Phase.CHOOSING
            and not self.race.why_not_compare(self.page)
        ):
            given = self.race.make_compare_request(self.page)
            self.race = race.update(self.race, race.start_comparison())
            self.takes(what, **given)
        elif what == "trace" and not self.explore.why_not_build(self.page, source):
            given = self.explore.make_request(str(self.page.current_board), str(self.page.goal.board), source)
            self.explore = perform(self.explore, explore.start_build())
            self.takes(what, **given)
        elif what == "certify" and not self.page.why_not_start:
            self.lab = perform(self.lab, lab.start())
            self.takes(what, goal=str(lab.choose_goal(self.page)))

    @rule(lost=st.booleans(), stopped=st.booleans())
    def the_solver_ends_its_task(self, lost: bool, stopped: bool) -> None:
        self.end(lost=lost, stopped=stopped)

    def end(self, *, lost: bool, stopped: bool) -> None:
        task = self.page.solver.busy
        if task == "solve":
            if stopped:
                self.on_page(e.stop_search())
            found = answer_of(self.page, algorithm="greedy")
            end = e.fail_search("It was lost.") if lost else end_of({} if stopped else _plain(found))
            self.on_page(end)
        elif task == "verify":
            if stopped:
                self.on_page(e.stop_check())
            asked = dict(self.given)
            came = e.take_check(problem="It was lost.") if lost else check_of(asked, stopped=stopped)
            self.on_page(came)
        elif task in ("race", "compare"):
            answer = report_race(self.race, over=True) if task == "race" else report_comparison(self.race)
            self.race = race.update(self.race, race.fail_run("It was lost.") if lost else answer)
        elif task == "trace":
            built = (
                explore.fail_build("It was lost.")
                if lost
                else explore.take_tree(NOTHING if stopped else TREES[0])
            )
            self.explore = perform(self.explore, built)
        elif task == "certify":
            if stopped:
                self.lab = perform(self.lab, lab.stop())
            end = lab.fail("It was lost.") if lost else lab.take_answer(STOPPED if stopped else GOOD)
            self.lab = perform(self.lab, end)
        self.ends()

    @rule(board=BOARDS, goal=st.none() | BOARDS)
    def a_room_gives_a_board(self, board: Board, goal: Board | None) -> None:
        before = self.page
        self.on_page(e.give_board(board, goal))
        if before.phase is Phase.SOLVING:
            assert self.page is before, "the board is the solver's while it works"
        else:
            assert self.page.current_board == board, "it is on the page, as the room says"

    @invariant()
    def who_works_is_who_has_the_solver(self) -> None:
        working = {
            "solve": self.page.phase is Phase.SOLVING,
            "verify": self.page.typed.is_checking,
            "race": self.race.phase is race.Phase.RACING,
            "compare": self.race.phase is race.Phase.COMPARING,
            "trace": self.explore.phase is explore.Phase.BUILDING,
            "certify": self.lab.phase is lab.Phase.RUNNING,
        }
        assert [task for task, does in working.items() if does] == (
            [self.page.solver.busy] if self.page.solver.busy else []
        )
        assert self.page.solver.busy in ("", *BUSY)
        if self.page.solver.busy:
            said = {self.page.why_not_solve, self.page.why_not_start}
            assert all(said), "every room says why nothing else can be started"

    @invariant()
    def a_run_keeps_the_board_it_was_started_on(self) -> None:
        if self.race.phase is race.Phase.RACING and self.race.race is not None:
            assert (self.race.race.board, self.race.race.goal) == (self.given["board"], self.given["goal"])

    def teardown(self) -> None:
        """After any events, once no task runs and the board is valid, every task can be started."""
        if not hasattr(self, "page"):
            return
        self.end(lost=True, stopped=True)
        self.on_page(e.give_board(Board.parse("1 2 3/4 5 6/0 7 8"), Board.parse("1 2 3/4 5 6/7 8 0")))
        for name, value in (
            ("algorithm", "auto"),
            ("heuristic", "auto"),
            ("weight", "2"),
            ("width", "9"),
            ("every", ""),
        ):
            self.on_page(e.choose_option(name, value))
        for name in ("seconds", "expanded", "stored", "depth"):
            self.on_page(e.choose_option(name, ""))
        for call in (race.read_note("bfs;ucs"), race.type_field("seconds", "1")):
            self.race = race.update(self.race, call)
        self.race = race.update(self.race, race.type_field("seed", "1"))
        self.explore = perform(self.explore, explore.read_note("breadth-first"))
        for why in (
            self.page.why_not_solve,
            self.race.why_not_race(self.page),
            self.race.why_not_compare(self.page),
            self.explore.why_not_build(self.page),
        ):
            assert why == ""


def _plain(answer: Any) -> dict[str, Any]:
    return {name: getattr(answer, name) for name in answer.__dataclass_fields__}


TestAnyHouse = AnyHouse.TestCase
TestAnyHouse.settings = MANY
