"""The state of the Race room. Pure.

CHOOSING   the user sets up lanes; the last race and the last comparison are on show
RACING     all lanes run on one board
COMPARING  all lanes run on many boards
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from npuzzle import HEURISTICS
from web.command import Call, Commands, perform
from web.page.heuristic_choice import LONGEST_FORMULA
from web.page.search_choice import is_choice
from web.page.state import UiState
from web.page.texts_from_links import is_linked
from web.rooms.race.duel import TIMES
from web.rooms.race.lanes import (
    DEFAULT,
    FEWEST,
    MOST,
    OFFERED,
    PRESETS,
    Lane,
    format_lanes,
    note_own,
    parse_lanes,
)
from web.rooms.race.many import Comparison, Run
from web.rooms.race.report import NO_GUESS, Guess, Race, Report
from web.rooms.race.why import explain_result
from web.rooms.race.words import summarize

COUNTS = ("10", "50", "200")  # the choices for the number of boards in a comparison
LEAST_HARD, MOST_HARD = 4, 31  # moves from the goal to the 3x3 boards that the slider deals
MOST_SECONDS = 3_600
LARGEST_SEED = 1_000_000_000

#: The warning before the first run of code that came with a link. Visitors need no warning of code that they
#: wrote or changed.
LINKED_RUNS = (
    "A lane uses the code in the Lab, which came with a link and runs when you start: read it first."
)
LANES_LATER = "The new lanes are set up when this run is over."


class Phase(Enum):
    CHOOSING = "choosing"
    RACING = "racing"
    COMPARING = "comparing"


@dataclass(frozen=True, slots=True)
class RaceState:
    """The whole room. `seconds`, `count`, `seed`: as typed. `done`, `boards`: a comparison's progress.

    `guess`: for the next race. `moves`: the value of the slider, how far the board `moves_of` is from the
    goal. `moves_of` is None while such a board is being dealt. `later_note`, `later_source`: lanes, and code
    in the Lab, that arrived during a run and wait for its end.
    """

    lanes: tuple[Lane, ...] = parse_lanes(PRESETS[DEFAULT])
    seconds: str = "30"
    count: str = "50"
    seed: str = "1"
    source: str = ""  # the code in the Lab
    phase: Phase = Phase.CHOOSING
    guess: Guess = NO_GUESS
    moves: int = MOST_HARD
    moves_of: tuple[str, str] | None = ("", "")
    race: Race | None = None
    comparison: Comparison | None = None
    done: int = 0
    boards: int = 0
    problem: str = ""
    later_note: str | None = None
    later_source: str | None = None
    spoken: str = ""

    @property
    def note(self) -> str:
        """Return the lanes as a note for links."""
        return format_lanes(self.lanes)

    @property
    def preset(self) -> str:
        """Return the name of the preset with the present lanes, or ""."""
        return next((name for name, note in PRESETS.items() if note == self.note), "")

    def say_hint(self, linked: str) -> str:
        """Warn before running code from a link, or announce a change that waits for the end of a run, or "".

        `linked`: the note about code that came with a link, see `web.page.texts_from_links`.
        """
        if self.phase is not Phase.CHOOSING:
            return "" if self.later_note is None else LANES_LATER
        runs_source = self.source.strip() and any(lane.is_own for lane in self.lanes)
        return LINKED_RUNS if runs_source and is_linked(linked, self.source) else ""

    def is_of(self, page: UiState) -> bool:
        """Return whether there is a race, running or over, on the page's board and goal."""
        return self.race is not None and (self.race.board, self.race.goal) == name_board(page)

    def lane_problems(self, page: UiState) -> tuple[str, ...]:
        """Explain for each lane why it cannot run on the page's board, with "" for lanes that can."""
        board, goal = page.current_board, page.goal.board
        if board is None or goal is None:
            return ("",) * len(self.lanes)
        return tuple(
            lane.find_problem(board, goal, source=self.source, certified=page.certified)
            for lane in self.lanes
        )

    def why_not_race(self, page: UiState) -> str:
        """Explain why no race can start now, or return ""."""
        if self.phase is not Phase.CHOOSING:
            return ""
        if why := why_no_board(page):
            return why
        if not page.board.check.solvable or page.current_board is None:
            return "No lane could win: this board cannot be solved. Repair it, or choose another goal."
        return self._why_no_start(page) or seconds_problem(self.seconds)

    def why_not_compare(self, page: UiState) -> str:
        """Explain why no comparison can start now, or return ""."""
        if self.phase is not Phase.CHOOSING:
            return ""
        return why_no_board(page) or self._why_no_start(page) or seed_problem(self.seed)

    def _why_no_start(self, page: UiState) -> str:
        for at, problem in enumerate(self.lane_problems(page), 1):
            if problem:
                return f"Lane {at} cannot start. {problem}"
        return page.why_not_start

    def _make_request(self, page: UiState) -> dict[str, Any]:
        """Make the part that the requests for a race and for a comparison have in common."""
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


def name_board(page: UiState) -> tuple[str, str]:
    """Return the page's board and goal as text."""
    return str(page.current_board), str(page.goal.board)


def why_no_board(page: UiState) -> str:
    """Explain why the page has no usable board and goal, or return ""."""
    if not page.board.is_valid:
        return "The board has defects: fix them first."
    return "" if page.goal.board is not None else "The goal cannot be used: fix it, or choose a named one."


def seconds_problem(text: str) -> str:
    try:
        fine = len(text) <= 8 and 0 < float(text) <= MOST_SECONDS
    except ValueError:
        fine = False
    return "" if fine else f"The seconds for a lane must be a number above 0, up to {MOST_SECONDS:,}."


def seed_problem(text: str) -> str:
    fine = text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= LARGEST_SEED
    return "" if fine else f"The seed must be a whole number from 0 to {LARGEST_SEED:,}."


command = Commands[RaceState]()


def update(state: RaceState, call: Call) -> RaceState:
    """Return the state after a call. At the end of a run, make the changes that have waited for it."""
    after = perform(state, call)
    if state.phase is Phase.CHOOSING or after.phase is not Phase.CHOOSING:
        return after
    note, source = after.later_note, after.later_source
    after = replace(after, later_note=None, later_source=None)
    if source is not None:
        after = read_source.change(after, source)
    if note is not None:
        after = read_note.change(after, note)
    is_dropped = call.command is take_race and after.race is None  # the lanes or the Lab's code have changed
    return replace(after, spoken="The race is over.") if is_dropped else after


# The lanes are set up


@command(Phase.CHOOSING)
def add_lane(state: RaceState) -> RaceState:
    """Add a lane that equals the last one except for the heuristic."""
    lanes = state.lanes
    return _set_lanes(state, (*lanes, _choose_another(lanes))) if len(lanes) < MOST else state


@command(Phase.CHOOSING)
def remove_lane(state: RaceState, at: int) -> RaceState:
    lanes = state.lanes
    if len(lanes) <= FEWEST or not 0 <= at < len(lanes):
        return state
    return _set_lanes(state, lanes[:at] + lanes[at + 1 :])


@command(Phase.CHOOSING)
def change_lane(state: RaceState, at: int, name: str, value: str) -> RaceState:
    """Give a field of the lane at that place a new value."""
    lanes = state.lanes
    if not (0 <= at < len(lanes) and is_choice(name, value, OFFERED)):
        return state
    changed = lanes[at].choose(name, value[:LONGEST_FORMULA])
    return _set_lanes(state, (*lanes[:at], changed, *lanes[at + 1 :]))


@command(Phase.CHOOSING)
def choose_preset(state: RaceState, name: str) -> RaceState:
    return _set_lanes(state, parse_lanes(PRESETS[name])) if name in PRESETS else state


@command(Phase.CHOOSING)
def type_field(state: RaceState, name: str, value: str) -> RaceState:
    """Take the `seconds` of a lane, or the `seed` or the `count` of many boards."""
    match name:
        case "seconds":
            return replace(state, seconds=value.strip(), race=None)  # a new race may use the new limit
        case "seed":
            return replace(state, seed=value.strip())
        case "count" if value in COUNTS:
            return replace(state, count=value)
    return state


@command(Phase.CHOOSING)
def make_guess(state: RaceState, name: str, value: str) -> RaceState:
    """Take a guess: the lane that expands fewer boards, or how many times as many the other expands."""
    known = {"lane": ("", "0", "1"), "times": ("", *(least for least, _ in TIMES))}
    if value not in known.get(name, ()):
        return state
    return replace(state, guess=replace(state.guess, **{name: value}))


@command()
def aim(state: RaceState, moves: int) -> RaceState:
    """Take the slider's new value: a board that far from the goal is to be dealt."""
    return replace(state, moves=max(LEAST_HARD, min(moves, MOST_HARD)), moves_of=None)


@command()
def note_deal(state: RaceState, board: str, goal: str) -> RaceState:
    """Note the board that was dealt for the slider."""
    return replace(state, moves_of=(board, goal), guess=NO_GUESS)


# Changes from outside, which wait for the end of a run


@command()
def read_note(state: RaceState, note: str) -> RaceState:
    """Take the lanes in a note from a link, from the last visit or from another room."""
    if state.phase is not Phase.CHOOSING:
        return replace(state, later_note=note)
    return _set_lanes(state, parse_lanes(note))


@command()
def set_up_own(state: RaceState) -> RaceState:
    """Set up a race of the Lab's heuristic or algorithm."""
    source = state.source if state.later_source is None else state.later_source
    return read_note.change(state, note_own(source))


@command()
def read_source(state: RaceState, source: str) -> RaceState:
    """Take the changed code of the Lab."""
    changed = source if source != state.source else None
    if state.phase is not Phase.CHOOSING:
        return state if changed == state.later_source else replace(state, later_source=changed)
    if changed is None:
        return state
    stale = any(lane.is_own for lane in state.lanes)
    return replace(state, source=source, race=None if stale else state.race)


# A run


@command(Phase.CHOOSING)
def start_race(state: RaceState, board: str, goal: str) -> RaceState:
    guess = state.guess if len(state.lanes) == 2 else NO_GUESS
    race = Race(board, goal, state.lanes, tuple(Report() for _ in state.lanes), guess=guess)
    return replace(state, phase=Phase.RACING, problem="", race=race, guess=NO_GUESS, spoken="The race is on.")


@command(Phase.CHOOSING)
def start_comparison(state: RaceState) -> RaceState:
    return replace(
        state,
        phase=Phase.COMPARING,
        problem="",
        comparison=None,
        done=0,
        boards=int(state.count),
        spoken="The lanes run on many boards.",
    )


@command(Phase.RACING)
def take_race(state: RaceState, told: dict[str, Any], over: bool = False) -> RaceState:
    """Take the progress of the race task, or, if `over`, the task's answer."""
    assert state.race is not None
    reports = tuple(Report(**report) for report in told["lanes"])
    race = replace(state.race, reports=reports, over=over)
    if not over:
        return replace(state, race=race)
    after = replace(state, phase=Phase.CHOOSING, race=race, spoken=explain_result(race)[0])
    moves = race.shortest
    if state.moves_of is None or moves is None or not LEAST_HARD <= moves <= MOST_HARD:
        return after
    return replace(after, moves=moves, moves_of=(race.board, race.goal))


@command(Phase.COMPARING)
def take_comparison(state: RaceState, told: dict[str, Any]) -> RaceState:
    """Take the progress, or the answer, of the comparison."""
    return replace(state, done=told["done"], boards=told["boards"])


@command(Phase.COMPARING)
def end_comparison(state: RaceState, answer: dict[str, Any], goal: str) -> RaceState:
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
    return replace(state, phase=Phase.CHOOSING, comparison=comparison, spoken=summarize(comparison)[0])


@command(Phase.RACING, Phase.COMPARING)
def fail_run(state: RaceState, problem: str) -> RaceState:
    """Report that the task ended without an answer."""
    race = state.race if state.race is not None and state.race.over else None
    return replace(state, phase=Phase.CHOOSING, problem=problem, race=race, spoken=problem)


def _set_lanes(state: RaceState, lanes: tuple[Lane, ...]) -> RaceState:
    """Change the lanes, and drop the old lanes' race. A comparison stays, because it names its lanes."""
    if lanes == state.lanes:
        return state
    return replace(state, lanes=lanes, race=None, problem="", guess=NO_GUESS)


def _choose_another(lanes: tuple[Lane, ...]) -> Lane:
    """Return a new lane: the last lane's algorithm with a heuristic that no lane has yet."""
    last = lanes[-1]
    names = [card.name for card in reversed(list(HEURISTICS)) if card.most_cells is None]
    spare = (replace(last, heuristic=name) for name in names)
    labels = {lane.label for lane in lanes}
    return next((lane for lane in spare if lane.label not in labels), Lane())
