"""What the Race room knows and what happens in it; pure.

CHOOSING   lanes are set up; the last race and the last comparison are on show
RACING     all lanes run on one board
COMPARING  all lanes run on many boards
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from npuzzle import ALGORITHMS, HEURISTICS
from npuzzle.search.base import known_numbers
from web.page.heuristic_choice import COMBINE, YOURS
from web.page.own_code import OWN
from web.page.state import UiState
from web.page.texts_from_links import is_linked
from web.rooms.race.events import (
    Compared,
    CompareStarted,
    CompareTold,
    Failed,
    FieldTyped,
    LaneAdded,
    LaneChanged,
    LaneRemoved,
    NoteRead,
    OwnRaced,
    PresetChosen,
    RaceStarted,
    RaceTold,
    SourceRead,
    StopPressed,
)
from web.rooms.race.lanes import DEFAULT, FEWEST, MOST, PRESETS, Lane, format_lanes, note_own, parse_lanes
from web.rooms.race.many import Comparison, Run
from web.rooms.race.report import Race, Report

COUNTS = ("10", "50", "200")  # boards of a comparison
MOST_SECONDS = 3_600
LARGEST_SEED = 1_000_000_000

#: A link may bring code, and lanes that ask for it: who presses the button should know. Of their own text,
#: and of one that they have changed, they know.
LINKED_RUNS = (
    "A lane uses the code in the Lab, which came with a link and runs when you start: read it first."
)
OTHER_BOARD = "The board has changed: this race goes on with the one it started on."
LANES_LATER = "The new lanes are set up when this run is over."


class Phase(Enum):
    CHOOSING = "choosing"
    RACING = "racing"
    COMPARING = "comparing"


@dataclass(frozen=True, slots=True)
class RaceState:
    """The whole room. `seconds`, `count`, `seed` as typed; `done` of `boards` in a comparison under way.

    `later_note`, `later_source`: lanes and a Lab's text that came during a run, for when it is over.
    """

    lanes: tuple[Lane, ...] = parse_lanes(PRESETS[DEFAULT])
    seconds: str = "30"
    count: str = "50"
    seed: str = "1"
    source: str = ""  # what is written in the Lab
    phase: Phase = Phase.CHOOSING
    stopping: bool = False
    race: Race | None = None
    comparison: Comparison | None = None
    done: int = 0
    boards: int = 0
    problem: str = ""
    later_note: str | None = None
    later_source: str | None = None

    @property
    def note(self) -> str:
        """Return the lanes as a note for links."""
        return format_lanes(self.lanes)

    @property
    def preset(self) -> str:
        """Return the name of the preset with these lanes; empty if there is none."""
        return next((name for name, note in PRESETS.items() if note == self.note), "")

    def say_hint(self, linked: str) -> str:
        """Say what to know before a start, or what waits for the end of a run; mostly empty.

        `linked`: the note of the texts that came with a link, see `web.page.texts_from_links`.
        """
        if self.phase is not Phase.CHOOSING:
            return "" if self.later_note is None else LANES_LATER
        runs_source = self.source.strip() and any(lane.is_own for lane in self.lanes)
        return LINKED_RUNS if runs_source and is_linked(linked, self.source) else ""

    def board_note(self, page: UiState) -> str:
        """Say while a race runs that the page shows another board by now; empty if it does not."""
        if self.phase is not Phase.RACING or self.race is None or self.race.board == str(page.current_board):
            return ""
        return OTHER_BOARD

    def lane_problems(self, page: UiState) -> tuple[str, ...]:
        """Say for each lane why it cannot start on the page's board; empty if it can."""
        board, goal = page.current_board, page.goal.board
        if board is None or goal is None:
            return ("",) * len(self.lanes)
        return tuple(
            lane.problem(board, goal, source=self.source, certified=page.certified) for lane in self.lanes
        )

    def why_not_race(self, page: UiState) -> str:
        """Say why no race can start now; empty if one can."""
        if self.phase is not Phase.CHOOSING:
            return ""
        if why := why_no_board(page):
            return why
        if not page.board.check.solvable or page.current_board is None:
            return "No lane could win: this board cannot be solved. Repair it, or choose another goal."
        return self._why_no_start(page) or seconds_problem(self.seconds)

    def why_not_compare(self, page: UiState) -> str:
        """Say why no comparison can start now; empty if one can."""
        if self.phase is not Phase.CHOOSING:
            return ""
        return why_no_board(page) or self._why_no_start(page) or seed_problem(self.seed)

    def _why_no_start(self, page: UiState) -> str:
        for at, problem in enumerate(self.lane_problems(page), 1):
            if problem:
                return f"Lane {at} cannot start: its card says why."
        return page.why_not_start

    def _make_request(self, page: UiState) -> dict[str, Any]:
        """Make what the requests for a race and for a comparison have in common."""
        ticket = page.certified.ticket if page.certified is not None else ""
        return {
            "certified": ticket,
            "board": str(page.current_board),
            "goal": str(page.goal.board),
            "lanes": [lane.to_dict() for lane in self.lanes],
            "source": self.source,
        }

    def make_race_request(self, page: UiState) -> dict[str, Any]:
        return self._make_request(page) | {"seconds": float(self.seconds)}

    def make_compare_request(self, page: UiState) -> dict[str, Any]:
        return self._make_request(page) | {"count": int(self.count), "seed": int(self.seed)}


def why_no_board(page: UiState) -> str:
    """Say why the page has no usable board and goal; empty if it has."""
    if not page.board.is_valid:
        return "The board has faults: fix them first."
    return "" if page.goal.board is not None else "The goal cannot be used: fix it, or choose a named one."


def seconds_problem(text: str) -> str:
    try:
        fine = len(text) <= 8 and 0 < float(text) <= MOST_SECONDS
    except ValueError:
        fine = False
    return "" if fine else f"The seconds for a lane are a number above 0, up to {MOST_SECONDS:,}."


def seed_problem(text: str) -> str:
    fine = text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= LARGEST_SEED
    return "" if fine else f"The seed is a whole number, 0 to {LARGEST_SEED:,}."


SETTING_UP = (
    LaneAdded | LaneRemoved | LaneChanged | PresetChosen | NoteRead | OwnRaced | FieldTyped | SourceRead
)


def update(state: RaceState, event: object) -> RaceState:
    """Return the state after the event; the same object if the event changes nothing."""
    match state.phase:
        case Phase.CHOOSING if isinstance(event, SETTING_UP):
            return _set_up(state, event)
        case Phase.CHOOSING:
            return _start(state, event)
        case Phase.RACING | Phase.COMPARING:
            return _catch_up(_follow_run(state, event))


def _set_up(state: RaceState, event: object) -> RaceState:
    lanes = state.lanes
    match event:
        case LaneAdded() if len(lanes) < MOST:
            return _set_lanes(state, (*lanes, _choose_another(lanes)))
        case LaneRemoved(at) if len(lanes) > FEWEST and 0 <= at < len(lanes):
            return _set_lanes(state, lanes[:at] + lanes[at + 1 :])
        case LaneChanged(at, name, value) if 0 <= at < len(lanes) and _is_choice(name, value):
            changed = lanes[at].choose(name, value)
            return _set_lanes(state, (*lanes[:at], changed, *lanes[at + 1 :]))
        case PresetChosen(name) if name in PRESETS:
            return _set_lanes(state, parse_lanes(PRESETS[name]))
        case NoteRead(note):
            return _set_lanes(state, parse_lanes(note))
        case OwnRaced():
            return _set_lanes(state, parse_lanes(note_own(state.source)))
        case SourceRead(source) if source != state.source:
            stale = any(lane.is_own for lane in lanes)
            return replace(state, source=source, race=None if stale else state.race)
        case FieldTyped("seconds", value):
            return replace(state, seconds=value.strip())
        case FieldTyped("seed", value):
            return replace(state, seed=value.strip())
        case FieldTyped("count", value) if value in COUNTS:
            return replace(state, count=value)
    return state


def _start(state: RaceState, event: object) -> RaceState:
    match event:
        case RaceStarted(board, goal):
            race = Race(board, goal, state.lanes, tuple(Report() for _ in state.lanes))
            return replace(state, phase=Phase.RACING, stopping=False, problem="", race=race)
        case CompareStarted():
            boards = int(state.count)
            return replace(
                state,
                phase=Phase.COMPARING,
                stopping=False,
                problem="",
                comparison=None,
                done=0,
                boards=boards,
            )
    return state


def _follow_run(state: RaceState, event: object) -> RaceState:
    race = state.race
    match event:
        case StopPressed():
            return replace(state, stopping=True)
        case Failed(problem):
            race = race if race is not None and race.over else None
            return replace(state, phase=Phase.CHOOSING, stopping=False, problem=problem, race=race)
        case RaceTold(told, over) if state.phase is Phase.RACING and race is not None:
            reports = tuple(Report(**report) for report in told["lanes"])
            phase = Phase.CHOOSING if over else Phase.RACING
            stopping = state.stopping and not over
            return replace(
                state, phase=phase, stopping=stopping, race=replace(race, reports=reports, over=over)
            )
        case CompareTold(told) if state.phase is Phase.COMPARING:
            return replace(state, done=told["done"], boards=told["boards"])
        case Compared(answer, goal) if state.phase is Phase.COMPARING:
            comparison = Comparison(
                goal=goal,
                lanes=state.lanes,
                runs=tuple(Run(**row) for row in answer["rows"]),
                problems=tuple(answer["problems"]),
                done=answer["done"],
                boards=answer["boards"],
                stopped=answer["stopped"],
                seed=state.seed,
            )
            return replace(state, phase=Phase.CHOOSING, stopping=False, comparison=comparison)
        case NoteRead(note):
            return replace(state, later_note=note)
        case OwnRaced():
            source = state.source if state.later_source is None else state.later_source
            return replace(state, later_note=note_own(source))
        case SourceRead(source):
            changed = source if source != state.source else None
            return state if changed == state.later_source else replace(state, later_source=changed)
    return state


def _catch_up(state: RaceState) -> RaceState:
    """After a run, apply what came from outside while it ran."""
    if state.phase is not Phase.CHOOSING:
        return state
    note, source = state.later_note, state.later_source
    state = replace(state, later_note=None, later_source=None)
    if source is not None:
        state = _set_up(state, SourceRead(source))
    return state if note is None else _set_up(state, NoteRead(note))


def _set_lanes(state: RaceState, lanes: tuple[Lane, ...]) -> RaceState:
    """Change the lanes and drop the race of the old ones. A comparison stays: it names its own lanes."""
    return state if lanes == state.lanes else replace(state, lanes=lanes, race=None, problem="")


def _is_choice(name: str, value: str) -> bool:
    match name:
        case "algorithm":
            return value == OWN or any(value == card.name for card in ALGORITHMS)
        case "heuristic":
            return value in (OWN, YOURS, COMBINE) or any(value == card.name for card in HEURISTICS)
        case "formula":
            return True
    return name in known_numbers()


def _choose_another(lanes: tuple[Lane, ...]) -> Lane:
    """Choose a new lane: the algorithm of the last one with a heuristic that is not there yet."""
    last = lanes[-1]
    names = [card.name for card in reversed(list(HEURISTICS)) if card.most_cells is None]
    spare = (replace(last, heuristic=name) for name in names)
    labels = {lane.label for lane in lanes}
    return next((lane for lane in spare if lane.label not in labels), Lane())
