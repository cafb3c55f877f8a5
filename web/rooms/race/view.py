"""The Race room on the page: the lanes, the race and its result. `many_view` runs them on many boards."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

from web.command import Call
from web.page.api import PageApi, RoomView
from web.page.texts_from_links import NOTE as LINKED
from web.rooms.race.charts import race_chart, race_table
from web.rooms.race.clouds_view import CloudsView
from web.rooms.race.events import (
    Compared,
    CompareStarted,
    CompareTold,
    Failed,
    FieldTyped,
    LaneAdded,
    NoteRead,
    OwnRaced,
    PresetChosen,
    RaceStarted,
    RaceTold,
    SourceRead,
    StopPressed,
)
from web.rooms.race.lanes import MOST, PRESETS, note_own
from web.rooms.race.lanes_view import LanesView
from web.rooms.race.many_view import ManyView
from web.rooms.race.state import Phase, RaceState, update
from web.rooms.race.why import explain_result
from web.rooms.race.words import race_sentence
from web.solver.client import SolverError, in_background
from web.ui.chart import Chart
from web.ui.dom import Dom, bring_into_view, by_id, make
from web.ui.download import fill_table, save_picture
from web.ui.events import when

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.solver.client import Answer
    from web.ui.protocols import Event

_room: RaceRoom


class RaceRoom(RoomView):
    """The room: it holds the state, sends requests to the solver and draws what changes."""

    def __init__(self, desk: PageApi) -> None:
        global _room
        _room = self
        self._dom = Dom()
        self._desk, self.state = desk, RaceState()
        self._known_note: str | None = None
        self._chart = Chart("race-chart", "race-picture")
        self._lanes = LanesView(self.dispatch)
        self._many = ManyView(self.dispatch, desk)
        self._clouds = CloudsView(desk)
        self._dom.fill("race-preset", [("", "Your own")] + [(name, name) for name in PRESETS])

    def enter(self) -> None:
        """Read the notes that links, the last visit or the Lab have left."""
        self.dispatch(SourceRead(self._desk.notes.get("source", "")))
        note = self._desk.notes.get("race")
        if note is not None and note != self._known_note:
            self._known_note = note
            self.dispatch(NoteRead(note))
        self.draw()

    def race_own(self) -> None:
        """Set up a race of what is written in the Lab against A* with Manhattan distance."""
        source = self._desk.notes.get("source", "")
        self.dispatch(SourceRead(source))
        self._known_note = note_own(source)  # also if it has to wait for the end of a run
        self._desk.note("race", self._known_note)
        self.dispatch(OwnRaced())

    def follow(self, before: UiState, state: UiState, call: Call) -> None:
        self.draw()

    def dispatch(self, event: object) -> None:
        before, self.state = self.state, update(self.state, event)
        if self.state is before:
            return
        if self.state.lanes != before.lanes:
            self._known_note = self.state.note
            self._desk.note("race", self._known_note)
        self.draw()
        if self.state.stopping and not before.stopping:
            self._desk.solver.stop()

    def start_race(self) -> None:
        page = self._desk.state
        if self.state.phase is not Phase.CHOOSING or self.state.why_not_race(page):
            return
        given = self.state.make_race_request(page)
        self.dispatch(RaceStarted(given["board"], given["goal"]))
        coming = self._desk.solver.run("race", given, lambda told: self.dispatch(RaceTold(told)))
        in_background(self._race(coming, given))

    def start_comparison(self) -> None:
        page = self._desk.state
        if self.state.phase is not Phase.CHOOSING or self.state.why_not_compare(page):
            return
        given = self.state.make_compare_request(page)
        self.dispatch(CompareStarted())
        coming = self._desk.solver.run("compare", given, lambda told: self.dispatch(CompareTold(told)))
        in_background(self._compare(coming, given["goal"]))

    async def _race(self, coming: Awaitable[Answer], given: dict[str, Any]) -> None:
        self._desk.say("The race is on.")
        self._clouds.hide()
        try:
            answer = await coming
        except SolverError as error:
            self._fail(error)
        else:
            self.dispatch(RaceTold(answer, over=True))
            race = self.state.race  # none if its lanes, or the Lab's heuristic, are others now
            self._desk.say(explain_result(race)[0] if race else "The race is over.")
            if race is not None:
                self._clouds.show(race, given)
            bring_into_view("race-result")

    async def _compare(self, coming: Awaitable[Answer], goal: str) -> None:
        self._desk.say("The lanes run on many boards.")
        try:
            answer = await coming
        except SolverError as error:
            self._fail(error)
        else:
            self.dispatch(Compared(answer, goal))
            self._many.say_result(self.state.comparison)

    def _fail(self, error: SolverError) -> None:
        self.dispatch(Failed(str(error)))
        self._desk.say(str(error))

    # Drawing

    def draw(self) -> None:
        page, state = self._desk.state, self.state
        self._lanes.draw(page, state)
        choosing, racing = state.phase is Phase.CHOOSING, state.phase is Phase.RACING
        why_not = state.why_not_race(page)
        self._dom.value("race-preset", state.preset)
        self._dom.value("race-seconds", state.seconds)
        for name in ("race-preset", "race-seconds"):
            self._dom.enable(name, choosing)
        self._dom.enable("race-add", choosing and len(state.lanes) < MOST)
        self._dom.enable("race-start", choosing and not why_not)
        self._dom.enable("race-stop", racing)
        self._dom.hide("race-stop", not racing)
        hint = state.say_hint(self._desk.notes.get(LINKED, ""))
        self._dom.text(
            "race-help", " ".join(said for said in (why_not, hint, state.board_note(page)) if said)
        )
        self._dom.text("race-problem", state.problem)
        self._draw_result(state)
        self._many.draw(state, page)

    def _draw_result(self, state: RaceState) -> None:
        race = state.race if state.race is not None and state.race.over else None
        self._dom.hide("race-result", race is None)
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


@when("change", "#race-preset")
def on_preset(event: Event) -> None:
    _room.dispatch(PresetChosen(event.target.value))
    _room.draw()  # "Your own" is no choice of its own: the menu shows what the lanes are


@when("input", "#race-seconds, #compare-count, #compare-seed")
def on_field(event: Event) -> None:
    _room.dispatch(FieldTyped(event.target.id.split("-")[1], event.target.value))


@when("click", "#race-add")
def on_add(event: Event) -> None:
    _room.dispatch(LaneAdded())
    at = len(_room.state.lanes) - 1
    by_id(f"race-{at}-algorithm").focus()


@when("click", "#race-start")
def on_start(event: Event) -> None:
    _room.start_race()


@when("click", "#compare-start")
def on_compare(event: Event) -> None:
    _room.start_comparison()


@when("click", "#race-stop, #compare-stop")
def on_stop(event: Event) -> None:
    _room.dispatch(StopPressed())


@when("click", "#race-picture")
def on_picture(event: Event) -> None:
    _room.save_picture()
