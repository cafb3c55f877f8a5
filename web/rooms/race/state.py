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
from npuzzle.solving.result import PROVED
from web.page.state import UiState
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
from web.rooms.race.lanes import (
    DEFAULT,
    FEWEST,
    MOST,
    OWN,
    PRESETS,
    RACE_OWN,
    Lane,
    format_lanes,
    parse_lanes,
)
from web.rooms.race.many import Comparison, Run

COUNTS = ("10", "50", "200")  # boards of a comparison
MOST_SECONDS = 3_600
LARGEST_SEED = 1_000_000_000

#: A link may bring code, and lanes that ask for it: who presses the button should know what it does.
OWN_RUNS = (
    "A lane uses the code in the Lab, which runs when you start. It may have come with a link: read it first."
)
LANES_LATER = "The lanes that came meanwhile are set up when this run is over."


class Phase(Enum):
    CHOOSING = "choosing"
    RACING = "racing"
    COMPARING = "comparing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How far one lane has come. `state`: running, failed (`problem` says why), or how its run ended.

    `bound`: no path is shorter. `place`: 1 for the first by its own clock, 0 for one without a path.
    """

    state: str = "running"
    problem: str = ""
    expanded: int = 0
    generated: int = 0
    frontier: int = 0
    peak_frontier: int = 0
    bound: int = 0
    seconds: float = 0.0
    length: int | None = None
    claim: str | None = None
    engine: str = "python"
    note: str = ""
    place: int = 0

    @property
    def solved(self) -> bool:
        return self.length is not None

    @property
    def is_optimal(self) -> bool:
        """Whether its path is proved shortest."""
        return self.claim == PROVED

    @property
    def per_second(self) -> int:
        """Expanded states per second."""
        return round(self.expanded / self.seconds) if self.seconds else 0


@dataclass(frozen=True, slots=True)
class Race:
    """A race under way or over: on which board, by whom, and how far each has come."""

    board: str
    goal: str
    lanes: tuple[Lane, ...]
    reports: tuple[Report, ...]
    over: bool = False


@dataclass(frozen=True, slots=True)
class RaceState:
    """The whole room. `seconds`, `count`, `seed` as typed; `done` of `boards` in a comparison under way.

    `later_note`, `later_source`: lanes and a Lab's heuristic that came during a run, for when it is over.
    """

    lanes: tuple[Lane, ...] = parse_lanes(PRESETS[DEFAULT])
    seconds: str = "30"
    count: str = "50"
    seed: str = "1"
    source: str = ""  # of the Lab's heuristic
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
        """The lanes as others can read them."""
        return format_lanes(self.lanes)

    @property
    def preset(self) -> str:
        """The name of the preset that the lanes are; empty if they are none."""
        return next((name for name, note in PRESETS.items() if note == self.note), "")

    @property
    def hint(self) -> str:
        """What to know before a start, or of what waits for the end of a run; mostly empty."""
        if self.phase is not Phase.CHOOSING:
            return "" if self.later_note is None else LANES_LATER
        return OWN_RUNS if self.source.strip() and any(lane.is_own for lane in self.lanes) else ""

    def lane_problems(self, page: UiState) -> tuple[str, ...]:
        """What keeps each lane from starting on the page's board, in a sentence or nothing."""
        board = page.shown
        if board is None or page.goal is None:
            return ("",) * len(self.lanes)
        return tuple(lane.problem(board, page.goal, source=bool(self.source.strip())) for lane in self.lanes)

    def why_not_race(self, page: UiState) -> str:
        """Why no race can start now, in a sentence; empty if one can."""
        if self.phase is not Phase.CHOOSING:
            return ""
        if why := why_no_board(page):
            return why
        if not page.check.solvable or page.shown is None:
            return "No lane could win: this board cannot be solved. Repair it, or choose another goal."
        return self._why_no_start(page) or seconds_problem(self.seconds)

    def why_not_compare(self, page: UiState) -> str:
        """Why no comparison can start now, in a sentence; empty if one can."""
        if self.phase is not Phase.CHOOSING:
            return ""
        return why_no_board(page) or self._why_no_start(page) or seed_problem(self.seed)

    def _why_no_start(self, page: UiState) -> str:
        for at, problem in enumerate(self.lane_problems(page), 1):
            if problem:
                return f"Lane {at} cannot start, see there."
        return page.why_not_start

    def given(self, page: UiState) -> dict[str, Any]:
        """The task of a race on the board shown, and what a comparison on its size needs too."""
        return {
            "board": str(page.shown),
            "goal": str(page.goal),
            "lanes": [lane.to_dict() for lane in self.lanes],
            "source": self.source,
        }

    def race_given(self, page: UiState) -> dict[str, Any]:
        return self.given(page) | {"seconds": float(self.seconds)}

    def compare_given(self, page: UiState) -> dict[str, Any]:
        return self.given(page) | {"count": int(self.count), "seed": int(self.seed)}


def why_no_board(page: UiState) -> str:
    """Why the page has no board and goal to work with, in a sentence; empty if it has."""
    if not page.has_board:
        return "The board is not complete: mend it first."
    return "" if page.goal is not None else "The goal cannot be used: mend it, or choose a named one."


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
    """The room after `event`; the same state where the event means nothing."""
    match state.phase:
        case Phase.CHOOSING if isinstance(event, SETTING_UP):
            return _set_up(state, event)
        case Phase.CHOOSING:
            return _started(state, event)
        case Phase.RACING | Phase.COMPARING:
            return _caught_up(_under_way(state, event))


def _set_up(state: RaceState, event: object) -> RaceState:
    lanes = state.lanes
    match event:
        case LaneAdded() if len(lanes) < MOST:
            return _with_lanes(state, (*lanes, _another(lanes)))
        case LaneRemoved(at) if len(lanes) > FEWEST and 0 <= at < len(lanes):
            return _with_lanes(state, lanes[:at] + lanes[at + 1 :])
        case LaneChanged(at, name, value) if 0 <= at < len(lanes) and _is_choice(name, value):
            changed = replace(lanes[at], **{name: value})
            return _with_lanes(state, (*lanes[:at], changed, *lanes[at + 1 :]))
        case PresetChosen(name) if name in PRESETS:
            return _with_lanes(state, parse_lanes(PRESETS[name]))
        case NoteRead(note):
            return _with_lanes(state, parse_lanes(note))
        case OwnRaced():
            return _with_lanes(state, parse_lanes(RACE_OWN))
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


def _started(state: RaceState, event: object) -> RaceState:
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


def _under_way(state: RaceState, event: object) -> RaceState:
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
            return replace(state, later_note=RACE_OWN)
        case SourceRead(source):
            changed = source if source != state.source else None
            return state if changed == state.later_source else replace(state, later_source=changed)
    return state


def _caught_up(state: RaceState) -> RaceState:
    """Once a run is over: with what came during it."""
    if state.phase is not Phase.CHOOSING:
        return state
    note, source = state.later_note, state.later_source
    state = replace(state, later_note=None, later_source=None)
    if source is not None:
        state = _set_up(state, SourceRead(source))
    return state if note is None else _set_up(state, NoteRead(note))


def _with_lanes(state: RaceState, lanes: tuple[Lane, ...]) -> RaceState:
    """Other lanes: what was told of the old ones is gone; the last comparison stands, it names its own."""
    return state if lanes == state.lanes else replace(state, lanes=lanes, race=None, problem="")


def _is_choice(name: str, value: str) -> bool:
    match name:
        case "algorithm":
            return any(value == card.name for card in ALGORITHMS)
        case "heuristic":
            return value == OWN or any(value == card.name for card in HEURISTICS)
    return name in ("weight", "width")


def _another(lanes: tuple[Lane, ...]) -> Lane:
    """A lane that is not there yet: the last one's algorithm with the next heuristic."""
    last = lanes[-1]
    names = [card.name for card in reversed(list(HEURISTICS)) if card.most_cells is None]
    spare = (replace(last, heuristic=name) for name in names)
    labels = {lane.label for lane in lanes}
    return next((lane for lane in spare if lane.label not in labels), Lane())
