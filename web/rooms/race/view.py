"""The view of Race: a duel of two searches, or a race of up to four.

`clouds_view` draws the clouds, `lanes_view` the forms of the lanes, and `many_view` the comparison.
"""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING, Any

from web.command import Call
from web.page.api import PageApi, RoomView
from web.page.commands.board import choose_size, draw_at_distance
from web.page.texts_from_links import NOTE as LINKED
from web.rooms.race.charts import race_table
from web.rooms.race.clouds_view import CloudsView
from web.rooms.race.duel import TIMES
from web.rooms.race.lanes import PRESETS, note_own
from web.rooms.race.lanes_view import LanesView
from web.rooms.race.many_view import ManyView
from web.rooms.race.shown import Shown
from web.rooms.race.state import (
    Phase,
    RaceState,
    add_lane,
    command,
    end_comparison,
    fail_run,
    name_board,
    note_deal,
    read_note,
    read_source,
    set_up_own,
    start_comparison,
    start_race,
    take_comparison,
    take_race,
    update,
)
from web.rooms.race.why import explain_result
from web.solver.task_run import TaskRun
from web.ui.dom import by_id, write_sentences
from web.ui.download import fill_table
from web.ui.events import when
from web.ui.part import Part

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.solver.client import Answer


class RaceRoom(Part[RaceState], RoomView):
    """The view, which holds the room's state, sends requests to the solver and draws changes."""

    place, commands = "race", command

    def __init__(self, desk: PageApi) -> None:
        super().__init__(RaceState(), desk.say)
        self._desk = desk
        self._known_note: str | None = None
        self._lanes, self._many, self._clouds = LanesView(), ManyView(desk), CloudsView(desk, self.draw)
        self._given: dict[str, Any] = {}  # the last request to the solver
        self._racing = TaskRun(
            desk.solver,
            "race",
            self._end_race,
            self._fail,
            on_progress=lambda told: self.dispatch(take_race(told)),
        )
        self._comparing = TaskRun(
            desk.solver,
            "compare",
            lambda answer: self.dispatch(end_comparison(answer, self._given["goal"])),
            self._fail,
            on_progress=lambda told: self.dispatch(take_comparison(told)),
        )
        self._dom.fill("race-preset", [("", "Your own")] + [(name, name) for name in PRESETS])
        self._dom.fill("race-guess-times", [("", "How many times?"), *TIMES])
        when("change", "#race-moves")(lambda event: self.deal())

    def enter(self) -> None:
        """Read the notes from links, from the last visit and from the Lab."""
        self.dispatch(read_source(self._desk.notes.get("source", "")))
        note = self._desk.notes.get("race")
        if note is not None and note != self._known_note:
            self._known_note = note
            self.dispatch(read_note(note))
        self.draw()

    def race_own(self) -> None:
        """Race the code in the Lab against A* with Manhattan distance."""
        source = self._desk.notes.get("source", "")
        self.dispatch(read_source(source))
        self._known_note = note_own(source)  # even if the code must wait for the end of a run
        self._desk.note("race", self._known_note)
        self.dispatch(set_up_own())
        self.show_off()

    def follow(self, before: UiState, state: UiState, call: Call) -> None:
        """Draw the room for the page's board. A race on another board ends."""
        if self.state.phase is Phase.RACING and not self.state.is_of(state):
            self._racing.stop()
        self.draw()

    def change(self, call: Call) -> RaceState:
        return update(self.state, call)

    def dispatch(self, call: Call) -> None:
        before = self.state
        super().dispatch(call)
        if self.state is before:
            self.draw()  # a menu may still show a rejected choice

    def follow_change(self, before: RaceState, after: RaceState) -> None:
        if after.lanes != before.lanes:
            self._known_note = after.note
            self._desk.note("race", self._known_note)

    def add(self) -> None:
        self.dispatch(add_lane())
        by_id(f"race-{len(self.state.lanes) - 1}-algorithm").focus()

    def play(self) -> None:
        """Run the race, or, once it is over, replay it."""
        shown = self._show()
        if shown.is_replayed and self._clouds.is_open:
            self._clouds.play()
        elif shown.can_start:
            given = self._given = self.state.make_race_request(self._desk.state)
            self._clouds.drop()
            self.dispatch(start_race(given["board"], given["goal"]))
            self._racing.start(given)

    def show_off(self) -> None:
        if not self.state.say_hint(self._desk.notes.get(LINKED, "")):
            self.play()

    def deal(self) -> None:
        """Deal a 3x3 board that is as many moves from the goal as the slider says."""
        before = self._desk.state
        size = [] if (before.board.rows, before.board.cols) == (3, 3) else [choose_size(3, 3)]
        seed = SystemRandom().getrandbits(64)
        self._desk.dispatch(*size, draw_at_distance(str(self.state.moves), seed))
        after = self._desk.state
        if after is not before and not after.problems.distance:
            self.dispatch(note_deal(*name_board(after)))

    def start_many(self) -> None:
        page = self._desk.state
        if self.state.phase is Phase.CHOOSING and not self.state.why_not_compare(page):
            given = self._given = self.state.make_compare_request(page)
            self.dispatch(start_comparison())
            self._comparing.start(given)

    def stop(self) -> None:
        self._racing.stop()
        self._comparing.stop()
        self._clouds.stop()

    def _end_race(self, answer: Answer) -> None:
        end = take_race(answer, over=True)
        race = self.change(end).race
        if race is not None and self.state.is_of(self._desk.state):
            # requested before drawing, so that Stop stays and keeps the focus
            self._clouds.record(race, self._given)
        self.dispatch(end)

    def _fail(self, problem: str) -> None:
        self.dispatch(fail_run(problem))

    # Drawing

    def _show(self) -> Shown:
        linked = self._desk.notes.get(LINKED, "")
        return Shown(self.state, self._desk.state, linked, is_drawing=self._clouds.is_running)

    def draw(self) -> None:
        page, state, shown = self._desk.state, self.state, self._show()
        self._lanes.draw(page, state)
        if self._dom.has_changed("names", shown.names):
            choices = [("", "Who looks at fewer?"), *((str(at), name) for at, name in enumerate(shown.names))]
            self._dom.fill("race-guess-lane", choices)
        self._bindings.draw(shown)
        self._clouds.draw_race(page, state.lanes, shown.on_show)
        self._draw_result(shown)
        self._many.draw(state.comparison)

    def _draw_result(self, shown: Shown) -> None:
        race, duel = shown.result, self._clouds.duel
        known = duel if duel is not None and duel.race == race else None
        if not self._dom.has_changed("race", (race, known)) or race is None:
            return
        because = known.explain() if known is not None else ""
        write_sentences("race-why", (because,) if because else explain_result(race))
        fill_table(by_id("race-table"), race_table(race))
