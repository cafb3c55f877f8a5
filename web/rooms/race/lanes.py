"""The lanes of a race, each a `SearchChoice`: their note, and presets of lanes that are worth a race."""

from __future__ import annotations

import re
from collections.abc import Sequence

from npuzzle import ALGORITHMS
from web.page.own_code import OWN, defines_search
from web.page.search_choice import SearchChoice

FEWEST, MOST = 2, 4  # lanes
LONGEST_NOTE = 1_000  # characters of a note that are read
Lane = SearchChoice
OFFERED = (*(card.name for card in ALGORITHMS), OWN)

#: The presets: notes with lanes that are worth a race, by name.
PRESETS = {
    "Two estimates": "astar misplaced;astar manhattan",
    "A* with four heuristics": "astar misplaced;astar manhattan;astar linear-conflict;astar walking-distance",
    "Breadth-first against A*": "breadth-first;astar manhattan",
    "A* against IDA*": "astar linear-conflict;idastar linear-conflict",
    "Weights": "astar manhattan;weighted-astar manhattan 1.5;weighted-astar manhattan 3;greedy manhattan",
    "Searches without an estimate": "breadth-first;uniform-cost;bidirectional;iterative-deepening",
    "A short memory": "astar manhattan;idastar manhattan;rbfs manhattan",
}
DEFAULT = "Two estimates"
SPARE = "astar manhattan;astar linear-conflict"  # the lanes to add if a note has too few
RACE_OWN = f"astar manhattan;astar {OWN}"
RACE_OWN_ALGORITHM = f"astar manhattan;{OWN} manhattan"
RACE_OWN_BLIND = f"astar manhattan;{OWN} zero"  # the algorithm takes no heuristic


def note_own(source: str) -> str:
    """Return the note for racing the Lab's heuristic or algorithm against A* with Manhattan distance."""
    if not defines_search(source):
        return RACE_OWN
    is_blind = re.search(r"^def search\s*\(\s*\w+\s*(:[^,)]*)?,?\s*\)", source, re.MULTILINE)
    return RACE_OWN_BLIND if is_blind else RACE_OWN_ALGORITHM


def format_lanes(lanes: Sequence[Lane]) -> str:
    """Write lanes as a note: `astar manhattan;weighted-astar manhattan 2;breadth-first`."""
    return ";".join(_format_lane(lane) for lane in lanes)


def parse_lanes(note: str) -> tuple[Lane, ...]:
    """Read the lanes of a note, except unreadable ones. If too few lanes remain, add others."""
    found = _read_lanes(note[:LONGEST_NOTE])[:MOST]
    spare = _read_lanes(SPARE)
    return tuple(found + spare[: max(0, FEWEST - len(found))])


def _format_lane(lane: Lane) -> str:
    heuristic = [lane.heuristic_word] if lane.informed else []
    return " ".join([lane.algorithm, *heuristic, *lane.number_words])


def _read_lanes(note: str) -> list[Lane]:
    lanes = (Lane().read_words(text.split(), OFFERED) for text in note.split(";"))
    return [lane for lane in lanes if lane is not None]
