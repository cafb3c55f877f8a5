"""A lane of a race: one way of solving, its note and its label."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from npuzzle import ALGORITHMS, HEURISTICS, Board, Job, NPuzzleError
from npuzzle.errors import sentence
from npuzzle.heuristics.combine import is_formula
from web.page.heuristic_choice import (
    COMBINE,
    DEFAULT_FORMULA,
    LONGEST_FORMULA,
    CertifiedHeuristic,
    find_card,
)
from web.page.own_code import OWN, OWN_ALGORITHM, defines_search
from web.page.search_choice import SearchChoice

FEWEST, MOST = 2, 4  # lanes
LONGEST_NOTE = 1_000  # characters of a note that are read at all
LONGEST_WORD = 12  # of a number in one

#: Lanes worth a race, as notes by name.
PRESETS = {
    "A* with four heuristics": "astar misplaced;astar manhattan;astar linear-conflict;astar walking-distance",
    "Breadth-first against A*": "breadth-first;astar manhattan",
    "A* against IDA*": "astar linear-conflict;idastar linear-conflict",
    "Weights": "astar manhattan;weighted-astar manhattan 1.5;weighted-astar manhattan 3;greedy manhattan",
    "Searches without an estimate": "breadth-first;uniform-cost;bidirectional;iterative-deepening",
    "A short memory": "astar manhattan;idastar manhattan;rbfs manhattan",
}
DEFAULT = "A* with four heuristics"
RACE_OWN = f"astar manhattan;astar {OWN}"
RACE_OWN_ALGORITHM = f"astar manhattan;{OWN} manhattan"
RACE_OWN_BLIND = f"astar manhattan;{OWN} zero"  # the algorithm takes no heuristic


@dataclass(frozen=True, slots=True)
class Lane(SearchChoice):
    """One way of solving in a race."""

    @property
    def label(self) -> str:
        """Name the lane in words: `Weighted A* (3) with Manhattan distance`."""
        name = self.card.label
        for number in self.numbers:
            name += f" ({self.text(number)[:LONGEST_WORD]})"
        if not self.informed or (self.has_own_algorithm and self.heuristic == "zero"):
            return name
        if self.has_own_heuristic or self.uses_certified:
            return f"{name} with your {'certified ' if self.uses_certified else ''}heuristic"
        if self.combines:
            return f"{name} with {self.formula.strip()}"
        return f"{name} with {HEURISTICS[self.heuristic].label}"

    def problem(
        self, board: Board, goal: Board, *, source: str, certified: CertifiedHeuristic | None = None
    ) -> str:
        """Say why the lane cannot start on this board; empty if it can.

        `source`: the text in the Lab; `certified`: the heuristic that is certified, if any.
        """
        if missing := self.find_missing_text(source):
            return missing
        try:
            given = self.to_job()
            if self.has_own_heuristic:
                given["heuristic"] = "zero"  # which fits every board, as a function does
            if self.uses_certified:
                given["heuristic"] = find_card(certified, goal)
            Job(board=board, goal=goal, **given)
        except NPuzzleError as error:
            return sentence(error)
        return ""

    def to_job(self) -> dict[str, Any]:
        """Make the fields of a `Job` that the lane sets. Raises InvalidJobError for an unreadable number."""
        given: dict[str, Any] = {"algorithm": OWN_ALGORITHM if self.has_own_algorithm else self.algorithm}
        if self.informed:
            given["heuristic"] = self.asked_heuristic
        given["numbers"] = self.read_numbers()
        return given

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def note_own(source: str) -> str:
    """Return the note of a race of what the Lab's text defines against A* with Manhattan distance."""
    if not defines_search(source):
        return RACE_OWN
    is_blind = re.search(r"^def search\s*\(\s*\w+\s*(:[^,)]*)?,?\s*\)", source, re.MULTILINE)
    return RACE_OWN_BLIND if is_blind else RACE_OWN_ALGORITHM


def format_lanes(lanes: Sequence[Lane]) -> str:
    """Format lanes as a note: `astar manhattan;weighted-astar manhattan 2;breadth-first`."""
    return ";".join(_format_lane(lane) for lane in lanes)


def parse_lanes(note: str) -> tuple[Lane, ...]:
    """Parse the lanes of a note. What cannot be read is left out; if too few remain, others are added."""
    found = [lane for lane in map(_parse_lane, note[:LONGEST_NOTE].split(";")) if lane is not None][:MOST]
    spare = [lane for lane in map(_parse_lane, PRESETS[DEFAULT].split(";")[1:3]) if lane is not None]
    return tuple(found + spare[: max(0, FEWEST - len(found))])


def _format_lane(lane: Lane) -> str:
    words = [lane.algorithm]
    if lane.informed:
        words.append(lane.heuristic_word)
    for number in lane.numbers:
        words += lane.text(number).replace(";", " ").split()[:1]
    return " ".join(words)


def _parse_lane(text: str) -> Lane | None:
    """Parse one part of a note; None if it names no lane."""
    words = text.split()
    if not words or (words[0] != OWN and words[0] not in ALGORITHMS):
        return None
    name = words.pop(0)
    card = OWN_ALGORITHM if name == OWN else ALGORITHMS[name]
    heuristic, formula = Lane().heuristic, DEFAULT_FORMULA
    if card.informed and words:
        name = words.pop(0)
        if name == OWN or name in HEURISTICS:
            heuristic = OWN if name == OWN else HEURISTICS[name].name
        elif is_formula(name):
            heuristic, formula = COMBINE, name[:LONGEST_FORMULA]
        else:
            return None
    typed = {
        number.name: word[:LONGEST_WORD]
        for number, word in zip(card.numbers, words)
        if word != f"{number.default:g}"
    }
    return Lane(card.name, heuristic, typed, formula)
