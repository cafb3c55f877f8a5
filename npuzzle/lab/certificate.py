"""`Certificate`: the result of `certify`, as data and as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from npuzzle.errors import InvalidHeuristicError
from npuzzle.heuristics import HeuristicCard, HeuristicLike
from npuzzle.lab.certified import card_of_source, card_of_values
from npuzzle.puzzle.board import Board, goal_board
from npuzzle.puzzle.goals import GOALS
from npuzzle.text import count


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A board whose estimate `h` is above its true `distance`."""

    board: Board
    h: float
    distance: int


@dataclass(frozen=True, slots=True)
class Arc:
    """Two boards one move apart whose estimates differ by more than 1."""

    board: Board
    h: float
    other: Board
    other_h: float


@dataclass(frozen=True, slots=True)
class Standing:
    """A heuristic compared with another one: the number of states on which it is higher, or lower."""

    higher: int
    lower: int

    @property
    def relation(self) -> str:
        """`dominates`: never lower and somewhere higher; `dominated`: never higher and somewhere lower."""
        if not self.lower:
            return "dominates" if self.higher else "equal"
        return "incomparable" if self.higher else "dominated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """The properties of a heuristic on all states that can reach the goal.

    Admissible: it is never above the true distance; `bad_states` counts the states where it is. Consistent:
    no move changes it by more than 1; `bad_arcs` counts the moves that do. The counterexample and the arc are
    the nearest to the goal. `exact` is the share of the states, 0..1, on which it equals the true distance.

    A certificate can be used in place of the heuristic, for the shape and goal that it is for: `solve(board,
    heuristic=certificate)`. Its claims then count, so that answers are proved shortest.

    `source`: the SHA-256 of the text that defines the heuristic; empty if that is not known.
    `values`: the estimates that were certified; None in a certificate that was read from plain data.
    """

    heuristic: str
    goal: Board
    states: int
    goal_value: float
    bad_states: int
    bad_arcs: int
    worst_excess: float
    counterexample: Counterexample | None
    arc: Arc | None
    mean: float
    maximum: float
    exact: float
    against: dict[str, Standing]
    source: str = field(default="", compare=False)
    values: Sequence[float] | None = field(default=None, repr=False, compare=False)

    @property
    def card(self) -> HeuristicCard:
        """The heuristic with its certified claims, which looks up the certified estimates.

        Raises InvalidHeuristicError if the certificate was read from plain data: see `card_for`.
        """
        if self.values is None:
            raise InvalidHeuristicError(
                f"this certificate of {self.heuristic} was read from plain data, which has no estimates: "
                "use card_for with the heuristic itself"
            )
        return card_of_values(self.heuristic, self._claims, self.goal, self.values)

    def card_for(self, heuristic: HeuristicLike) -> HeuristicCard:
        """Return the heuristic with its certified claims, if its source is the one that was certified.

        Raises InvalidHeuristicError if the source has changed, or is not known.
        """
        return card_of_source(self.heuristic, self._claims, self.goal, heuristic, self.source)

    @property
    def _claims(self) -> tuple[bool, bool]:
        return self.admissible, self.consistent

    @property
    def admissible(self) -> bool:
        """Whether it is never above the true distance."""
        return self.bad_states == 0

    @property
    def consistent(self) -> bool:
        """Whether no move changes it by more than 1."""
        return self.bad_arcs == 0

    def to_dict(self) -> dict[str, object]:
        """Return plain data for JSON."""
        case, arc = self.counterexample, self.arc
        return {
            "heuristic": self.heuristic,
            "shape": str(self.goal.shape),
            "goal": str(self.goal),
            "states": self.states,
            "goal_value": self.goal_value,
            "admissible": self.admissible,
            "consistent": self.consistent,
            "bad_states": self.bad_states,
            "bad_arcs": self.bad_arcs,
            "worst_excess": self.worst_excess,
            "counterexample": case and {"board": str(case.board), "h": case.h, "distance": case.distance},
            "arc": arc
            and {"board": str(arc.board), "h": arc.h, "other": str(arc.other), "other_h": arc.other_h},
            "mean": self.mean,
            "maximum": self.maximum,
            "exact": self.exact,
            "against": {
                name: {"relation": s.relation, "higher": s.higher, "lower": s.lower}
                for name, s in self.against.items()
            },
            "source": self.source,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Certificate:
        """Make a certificate from the data that `to_dict` returns."""
        case, arc = data["counterexample"], data["arc"]
        plain = ("heuristic", "states", "goal_value", "bad_states", "bad_arcs", "worst_excess")
        return cls(
            **{name: data[name] for name in (*plain, "mean", "maximum", "exact")},
            goal=Board.parse(data["goal"]),
            counterexample=case and Counterexample(**{**case, "board": Board.parse(case["board"])}),
            arc=arc and Arc(Board.parse(arc["board"]), arc["h"], Board.parse(arc["other"]), arc["other_h"]),
            against={name: Standing(s["higher"], s["lower"]) for name, s in data["against"].items()},
            source=data.get("source", ""),
        )

    def __str__(self) -> str:
        """Describe the certificate in a few lines."""
        goal = next((c.name for c in GOALS if goal_board(c, self.goal.shape) == self.goal), str(self.goal))
        exact = 100 if self.exact == 1 else min(100 * self.exact, 99.99)  # not 100 % if one state differs
        lines = [
            f"{self.heuristic} on all {self.states:,} states of {self.goal.shape}, goal {goal}",
            f"admissible   {self._say_admissible()}",
            f"consistent   {self._say_consistent()}",
            f"at the goal  {self.goal_value:g}" + ("" if self.goal_value == 0 else ", where it should be 0"),
            f"mean {self.mean:.4f}, largest {self.maximum:g}, exact on {exact:.2f}% of the states",
        ]
        width = max(map(len, self.against), default=0)
        for name, standing in self.against.items():
            counts = f"higher on {standing.higher:,}, lower on {standing.lower:,}"
            lines.append(f"against {name:{width}}  {standing.relation:12}  {counts}")
        return "\n".join(lines)

    def _say_admissible(self) -> str:
        if self.counterexample is None:
            return "yes, never above the true distance"
        case = self.counterexample
        return (
            f"no, too large on {count(self.bad_states, 'state')}, by {self.worst_excess:g} at worst; "
            f"nearest: {case.board} has h = {case.h:.10g}, but is {case.distance} from the goal"
        )

    def _say_consistent(self) -> str:
        if self.arc is None:
            return "yes, no move changes it by more than 1"
        arc = self.arc
        return (
            f"no, {self.bad_arcs:,} moves change it by more than 1; "
            f"nearest: {arc.board} has h = {arc.h:.10g}, "
            f"one move from {arc.other} with h = {arc.other_h:.10g}"
        )
