"""The Race room on the page: the lanes, the race and its result. `many_view` runs them on many boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from web.command import Call
from web.page.api import PageApi, RoomView
from web.page.texts_from_links import NOTE as LINKED
from web.rooms.race.charts import race_chart, race_table
from web.rooms.race.clouds_view import CloudsView
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
from web.rooms.race.words import race_sentence
from web.solver.client import in_background
from web.solver.task_run import TaskRun
from web.ui.chart import Chart
from web.ui.dom import bring_into_view, by_id, make
from web.ui.download import fill_table, save_picture
from web.ui.part import Part

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.rooms.race.report import Race
    from web.solver.client import Answer


class RaceRoom(Part[RaceState], RoomView):
    """The room: it holds the state, sends requests to the solver and draws what changes."""

    place, commands = "race", command

    def __init__(self, desk: PageApi) -> None:
        super().__init__(RaceState(), desk.say)
        self._desk = desk
        self._known_note: str | None = None
        self._chart = Chart("race-chart", "race-picture")
        self._lanes, self._many, self._clouds = LanesView(), ManyView(desk), CloudsView(desk)
        self._given: dict[str, Any] = {}  # what the solver was given last
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

    def enter(self) -> None:
        """Read the notes that links, the last visit or the Lab have left."""
        self.dispatch(read_source(self._desk.notes.get("source", "")))
        note = self._desk.notes.get("race")
        if note is not None and note != self._known_note:
            self._known_note = note
            self.dispatch(read_note(note))
        self.draw()

    def race_own(self) -> None:
        """Set up a race of what is written in the Lab against A* with Manhattan distance."""
        source = self._desk.notes.get("source", "")
        self.dispatch(read_source(source))
        self._known_note = note_own(source)  # also if it has to wait for the end of a run
        self._desk.note("race", self._known_note)
        self.dispatch(set_up_own())

    def follow(self, before: UiState, state: UiState, call: Call) -> None:
        self.draw()

    def change(self, call: Call) -> RaceState:
        return update(self.state, call)

    def dispatch(self, call: Call) -> None:
        before = self.state
        super().dispatch(call)
        if self.state is before:
            self.draw()  # a menu may show a choice that was not taken

    def follow_change(self, before: RaceState, after: RaceState) -> None:
        if after.lanes != before.lanes:
            self._known_note = after.note
            self._desk.note("race", self._known_note)

    def add(self) -> None:
        self.dispatch(add_lane())
        by_id(f"race-{len(self.state.lanes) - 1}-algorithm").focus()

    def start(self) -> None:
        page = self._desk.state
        if self.state.phase is Phase.CHOOSING and not self.state.why_not_race(page):
            given = self._given = self.state.make_race_request(page)
            self.dispatch(start_race(given["board"], given["goal"]))
            self._clouds.hide()
            self._racing.start(given)

    def start_many(self) -> None:
        page = self._desk.state
        if self.state.phase is Phase.CHOOSING and not self.state.why_not_compare(page):
            given = self._given = self.state.make_compare_request(page)
            self.dispatch(start_comparison())
            self._comparing.start(given)

    def stop(self) -> None:
        self._racing.stop()
        self._comparing.stop()

    def _end_race(self, answer: Answer) -> None:
        self.dispatch(take_race(answer, over=True))
        if self.state.race is not None:
            self._clouds.show(self.state.race, self._given)
        bring_into_view("race-result")

    def _fail(self, problem: str) -> None:
        self.dispatch(fail_run(problem))

    # Drawing

    def draw(self) -> None:
        page, state = self._desk.state, self.state
        self._lanes.draw(page, state)
        shown = Shown(state, page, self._desk.notes.get(LINKED, ""))
        self._bindings.draw(shown)
        self._draw_result(shown.result)
        self._many.draw(state.comparison)

    def _draw_result(self, race: Race | None) -> None:
        if not self._dom.has_changed("race", race) or race is None:
            return
        sentences = [make("p", said) for said in explain_result(race)]
        sentences[0].className = "winner"
        by_id("race-why").replaceChildren(*sentences)
        by_id("race-on").textContent = f"Raced on {race.board} for the goal {race.goal}."
        fill_table(by_id("race-table"), race_table(race))
        in_background(self._chart.show(race_chart(race), race_sentence(race)))

    def save_picture(self) -> None:
        save_picture(self._chart, "race.png")
