"""What the Race room knows; pure.

CHOOSING   lanes are set up; the last race and the last comparison are on show
RACING     all lanes run on one board
COMPARING  all lanes run on many boards
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from web.page.state import UiState
from web.page.texts_from_links import is_linked
from web.rooms.race.lanes import DEFAULT, PRESETS, Lane, format_lanes, parse_lanes
from web.rooms.race.many import Comparison
from web.rooms.race.report import Race

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
            lane.find_problem(board, goal, source=self.source, certified=page.certified)
            for lane in self.lanes
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
