"""A lane: one way of solving, as it is chosen, noted and named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from npuzzle import ALGORITHMS, HEURISTICS, Board, Job, NPuzzleError
from npuzzle.errors import InvalidJobError, sentence
from npuzzle.search.beam import DEFAULT_WIDTH
from npuzzle.solving.job import DEFAULT_WEIGHT

FEWEST, MOST = 2, 4  # lanes
OWN = "own"  # the heuristic written in the Lab
OWN_LABEL = "Yours (Lab)"
NO_SOURCE = "There is no heuristic of yours yet: write one in the Lab."
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


@dataclass(frozen=True, slots=True)
class Lane:
    """One way of solving; `weight` and `width` as typed, heeded by the algorithms that have them.

    An algorithm without an estimate keeps its heuristic for when another is chosen.
    """

    algorithm: str = "astar"
    heuristic: str = "manhattan"
    weight: str = f"{DEFAULT_WEIGHT:g}"
    width: str = str(DEFAULT_WIDTH)

    @property
    def informed(self) -> bool:
        return ALGORITHMS[self.algorithm].informed

    @property
    def option(self) -> str | None:
        """The one number the algorithm heeds: weight or width."""
        return ALGORITHMS[self.algorithm].option

    @property
    def is_own(self) -> bool:
        """Whether it needs the heuristic of the Lab."""
        return self.informed and self.heuristic == OWN

    @property
    def label(self) -> str:
        """The lane in words: `Weighted A* (3) with Manhattan distance`."""
        name = ALGORITHMS[self.algorithm].label
        if self.option is not None:
            name += f" ({getattr(self, self.option).strip()[:LONGEST_WORD]})"
        if not self.informed:
            return name
        return f"{name} with {'your heuristic' if self.is_own else HEURISTICS[self.heuristic].label}"

    def problem(self, board: Board, goal: Board, *, source: bool) -> str:
        """Why it cannot start on this board, in a sentence; empty if it can."""
        if self.is_own and not source:
            return NO_SOURCE
        try:
            given = self.given()
            if self.is_own:
                given["heuristic"] = "zero"  # which fits every board, as a function does
            Job(board=board, goal=goal, **given)
        except NPuzzleError as error:
            return sentence(error)
        return ""

    def given(self) -> dict[str, Any]:
        """The fields of `Job` that a lane fills. Raises InvalidJobError for what is no number."""
        given: dict[str, Any] = {"algorithm": self.algorithm}
        if self.informed:
            given["heuristic"] = self.heuristic
        if self.option == "weight":
            given["weight"] = _number("weight", self.weight, float)
        if self.option == "width":
            given["width"] = _number("width", self.width, int)
        return given

    def to_dict(self) -> dict[str, str]:
        return asdict(self)


def format_lanes(lanes: Sequence[Lane]) -> str:
    """The lanes as a note: `astar manhattan;weighted-astar manhattan 2;breadth-first`."""
    return ";".join(_note(lane) for lane in lanes)


def parse_lanes(note: str) -> tuple[Lane, ...]:
    """The lanes of a note; what cannot be read is left out, and too few are filled up."""
    found = [lane for lane in map(_lane, note[:LONGEST_NOTE].split(";")) if lane is not None][:MOST]
    spare = [lane for lane in map(_lane, PRESETS[DEFAULT].split(";")[1:3]) if lane is not None]
    return tuple(found + spare[: max(0, FEWEST - len(found))])


def _note(lane: Lane) -> str:
    words = [lane.algorithm]
    if lane.informed:
        words.append(lane.heuristic)
    if lane.option is not None:
        words += getattr(lane, lane.option).replace(";", " ").split()[:1]
    return " ".join(words)


def _lane(text: str) -> Lane | None:
    """The lane of one part of a note; None if it names none."""
    words = text.split()
    if not words or words[0] not in ALGORITHMS:
        return None
    card = ALGORITHMS[words.pop(0)]
    heuristic = Lane().heuristic
    if card.informed and words:
        name = words.pop(0)
        if name != OWN and name not in HEURISTICS:
            return None
        heuristic = OWN if name == OWN else HEURISTICS[name].name
    lane = {"algorithm": card.name, "heuristic": heuristic}
    if card.option is not None and words:
        lane[card.option] = words[0][:LONGEST_WORD]
    return Lane(**lane)


def _number(name: str, text: str, kind: type[int] | type[float]) -> int | float:
    text = text.strip()
    try:
        if len(text) > LONGEST_WORD or "_" in text:
            raise ValueError
        return kind(text)
    except ValueError:
        expected = "a whole number" if kind is int else "a number"
        raise InvalidJobError(f"the {name} is {expected}, got {text[:LONGEST_WORD]!r}") from None
