"""`Certificate`: the result of `certify`, as data, as text, and as a heuristic.

A certificate is a claim about numbers: these estimates, one for each state, are never above the true
distance. So a search whose answer is to be proved gets the numbers, not the function that returned them. A
function may return other values later, and another function may get its file or name. `CertifiedMaker`
contains the numbers, and compares them with the true distances again before a search uses them. So it does
not matter who wrote a field of the certificate.

A certificate that was read from plain data has no estimates. Such a certificate is a report, and proves
nothing.
"""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields
from functools import lru_cache
from operator import le
from typing import Any, TypeVar

from npuzzle.errors import InvalidHeuristicError, quote, require
from npuzzle.heuristics import Heuristic, HeuristicCard, HeuristicLike, as_card
from npuzzle.heuristics.base import Prepared, are_estimates, is_built_in, trust
from npuzzle.lab.space import count_states, enumerate_states
from npuzzle.lazy import Lazy
from npuzzle.puzzle.board import Board, name_goal
from npuzzle.puzzle.problem import board_of
from npuzzle.registry import AUTO
from npuzzle.search.base import ROUNDING
from npuzzle.text import count

P = TypeVar("P")
Signed = float  #: a number that may be below 0
Claims = tuple[bool, bool]  #: whether a heuristic is admissible, and whether it is consistent

#: Why a heuristic may be wrong at the goal.
CAUSES = (
    "usual causes: it counts the blank, its goal has the blank elsewhere, or it treats state as tile numbers"
)


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
    """A heuristic compared with another one.

    `higher`, `lower`: the number of states where the certified heuristic's estimate is higher or lower.
    """

    higher: int
    lower: int

    @property
    def relation(self) -> str:
        """`dominates` (never lower, somewhere higher), `dominated`, `equal` or `incomparable`."""
        if not self.lower:
            return "dominates" if self.higher else "equal"
        return "incomparable" if self.higher else "dominated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """The properties of a heuristic on all states that can reach the goal.

    A heuristic is admissible if no estimate is above the true distance; `bad_states` counts the states whose
    estimate is. A heuristic is consistent if no move changes the estimate by more than 1; `bad_arcs` counts
    the moves that do. `counterexample` is the bad state nearest to the goal, `arc` the nearest bad move.
    `exact` is the share of the states, from 0 to 1, where the estimate equals the true distance.

    A certificate can be used as a heuristic, for its own shape and goal: `solve(board,
    heuristic=certificate)`. A search then looks up the certified estimates. If they are admissible, answers
    are proved shortest.

    `mean_error`: the mean of the estimates minus the distances. `errors`: the number of states by error, to
    the nearest move. `sha256`: the SHA-256 of the estimates as little-endian doubles, in the order of
    `evaluate`.

    `source`: the SHA-256 of the code that defines the heuristic, by which files can be compared, or "" if the
    code is unknown. `values`: the estimates that were certified, or None in a certificate that was read from
    plain data, which is a report and proves nothing.
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
    mean_error: Signed
    errors: dict[str, int]
    sha256: str
    versions: str = field(compare=False)
    against: dict[str, Standing]
    source: str = field(default="", compare=False)
    values: Sequence[float] | None = field(default=None, repr=False, compare=False)

    @property
    def card(self) -> HeuristicCard:
        """The card of a heuristic that looks up the certified estimates, with the certified claims.

        Raises InvalidHeuristicError if the certificate was read from plain data, which has no estimates.
        """
        if self.values is None:
            raise InvalidHeuristicError(
                f"this certificate of {self.heuristic} was read from plain data, which has no estimates: "
                f"certify {self.heuristic} again to use it"
            )
        return card_of_values(self.heuristic, (self.admissible, self.consistent), self.goal, self.values)

    @property
    def admissible(self) -> bool:
        """Whether no estimate is above the true distance."""
        return self.bad_states == 0

    @property
    def consistent(self) -> bool:
        """Whether no move changes the estimate by more than 1."""
        return self.bad_arcs == 0

    def to_dict(self) -> dict[str, object]:
        """Return plain data for JSON.

        `states`: states that can reach the goal. `goal_value`: the estimate of the goal, which should be 0.
        `admissible`: whether `bad_states` is 0. `consistent`: whether `bad_arcs` is 0.
        `bad_states`: states whose estimate is above the true distance.
        `bad_arcs`: moves that change the estimate by more than 1.
        `worst_excess`: the largest excess over the true distance.
        `counterexample`: the nearest state that is estimated too high, as `board`, `h` and `distance`.
        `arc`: the nearest move that changes h by more than 1, as `board`, `h`, `other` and `other_h`.
        `mean`: the mean of all estimates. `maximum`: the largest estimate.
        `exact`: the share of the states, 0 to 1, whose estimate is the true distance.
        `mean_error`: the mean of the estimate minus the true distance.
        `errors`: the number of states by error, rounded to a whole move.
        `sha256`: the SHA-256 of the estimates as little-endian doubles, the goal's first, then nearest first.
        `versions`: the versions of npuzzle and Python.
        `against`: by the name of another heuristic, how the two compare.
        `source`: the SHA-256 of the code that defines the heuristic, or "" if it is unknown.
        """
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
            "mean_error": self.mean_error,
            "errors": self.errors,
            "sha256": self.sha256,
            "versions": self.versions,
            "against": {
                name: {"relation": s.relation, "higher": s.higher, "lower": s.lower}
                for name, s in self.against.items()
            },
            "source": self.source,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Certificate:
        """Read the data that `to_dict` returns: a report, which has no estimates and proves nothing.

        Raises InvalidHeuristicError for data that is not a certificate's, and InvalidBoardError,
        GoalMismatchError or InvalidJobError for boards that no certificate can be about.
        """
        read = _read(cls, data)
        follows, wrong = read.to_dict(), read._list_contradictions()
        for name, value in follows.items():
            if name in wrong or data.get(name, value) != value:
                given = quote(data.get(name))
                raise InvalidHeuristicError(
                    f"the certificate contradicts itself: its other fields rule out {name} {given}"
                )
        return read

    def _list_contradictions(self) -> list[str]:
        """List the fields that contradict others. Most results of `certify` are not computed again."""
        case, arc, goal = self.counterexample, self.arc, self.goal
        excess = 0 if case is None else case.h - case.distance
        holds = {
            "states": self.states == count_states(goal.shape),
            "bad_states": self.bad_states <= self.states and self.admissible is (case is None),
            "bad_arcs": self.bad_arcs <= 2 * self.states and self.consistent is (arc is None),
            "worst_excess": excess <= self.worst_excess and self.admissible is (self.worst_excess == 0),
            "counterexample": case is None or (excess > 0 and case.board.is_solvable(goal)),
            "arc": arc is None
            or (abs(arc.h - arc.other_h) > 1 and arc.other in map(arc.board.move, arc.board.legal_moves)),
            "maximum": max(self.mean, self.goal_value) <= self.maximum,
            "exact": round(self.exact * self.states) <= self.states - self.bad_states,
            "errors": sum(self.errors.values()) == self.states
            and all(re.fullmatch("-?[0-9]{1,16}", error) for error in self.errors),
            "against": all(other.higher + other.lower <= self.states for other in self.against.values()),
        }
        return [name for name, is_so in holds.items() if not is_so]

    def __str__(self) -> str:
        """Describe the certificate in a few lines."""
        goal = name_goal(self.goal)
        exact = 100 if self.exact == 1 else min(100 * self.exact, 99.99)  # not 100 % if one state differs
        lines = [
            f"{self.heuristic} on all {self.states:,} states of {self.goal.shape}, goal {goal}",
            f"admissible   {self._describe_admissible()}",
            f"consistent   {self._describe_consistent()}",
            f"at the goal  {self.goal_value:g}"
            + ("" if self.goal_value == 0 else f", where it should be 0; {CAUSES}"),
            f"mean {self.mean:.4f}, largest {self.maximum:g}, exact on {exact:.2f}% of the states",
        ]
        width = max(map(len, self.against), default=0)
        for name, standing in self.against.items():
            counts = f"higher on {standing.higher:,}, lower on {standing.lower:,}"
            lines.append(f"against {name:{width}}  {standing.relation:12}  {counts}")
        return "\n".join(lines)

    def _describe_admissible(self) -> str:
        if self.counterexample is None:
            return "yes, never above the true distance"
        case = self.counterexample
        return (
            f"no, too large on {count(self.bad_states, 'state')}, by {self.worst_excess:g} at worst; "
            f"nearest: {case.board} has h = {case.h:.10g}, "
            f"but is {count(case.distance, 'move')} from the goal"
        )

    def _describe_consistent(self) -> str:
        if self.arc is None:
            return "yes, no move changes it by more than 1"
        arc = self.arc
        return (
            f"no, {self.bad_arcs:,} moves change it by more than 1; "
            f"nearest: {arc.board} has h = {arc.h:.10g}, "
            f"one move from {arc.other} with h = {arc.other_h:.10g}"
        )


#: The rule for the fields of a type: a test of the value, and a text for messages.
_RULES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "str": (lambda value: type(value) is str and value.isprintable(), "printable text"),
    "Board": (lambda value: type(value) is str and value.isprintable(), "printable text"),
    "int": (lambda value: type(value) is int and are_estimates([value]), "a whole number, 0 or more"),
    "Signed": (lambda value: type(value) in (int, float) and are_estimates([abs(value)]), "a number"),
    "float": (lambda value: are_estimates([value]), "a number, 0 or more"),
}
_PARTS = {"Counterexample | None": Counterexample, "Arc | None": Arc, "dict[str, Standing]": Standing}


def _read(kind: type[P], data: object) -> P:
    """Read a certificate, or a part of it, from plain data: each field according to its type."""
    data, found = _require_mapping(data), {}
    for each in fields(kind):  # type: ignore[arg-type]
        if each.name != "values" and (each.default is MISSING or each.name in data):
            found[each.name] = _read_field(data, each.name, str(each.type))
    return kind(**found)


def _read_field(data: Mapping[Any, Any], name: str, kind: str) -> Any:
    value: Any = data.get(name)
    part = _PARTS.get(kind)
    if kind == "dict[str, int]":
        return {
            str(key): _read_field({name: each}, name, "int") for key, each in _require_mapping(value).items()
        }
    if part is Standing:
        named = _require_mapping(value).items()
        return {_read_field({"name": key}, "name", "str"): _read(Standing, each) for key, each in named}
    if part is not None:
        return None if value is None else _read(part, value)
    is_right, rule = _RULES[kind]
    if not is_right(value):
        given = quote(value) if name in data else "none"
        raise InvalidHeuristicError(f"the {name} of a certificate must be {rule}, got {given}")
    return Board.parse(value) if kind == "Board" else value


def _require_mapping(data: object) -> Mapping[Any, Any]:
    rule = "a certificate and its parts must be mappings, such as to_dict returns"
    require(data, Mapping, rule, InvalidHeuristicError)
    assert isinstance(data, Mapping)
    return data


@trust
@dataclass(frozen=True, slots=True)
class CertifiedMaker:
    """A callable that makes the heuristic of these estimates, one for each state that can reach `goal`.

    `admissible`: whether no estimate is above the true distance. This is checked again before the estimates
    are used, so it does not matter who wrote them or this field.
    """

    name: str
    goal: Board
    values: tuple[float, ...]
    admissible: bool

    def __call__(self, goal: Board) -> Heuristic:
        if goal != self.goal:
            raise InvalidHeuristicError(
                f"{self.name} was certified for {self.goal.shape} and the goal {self.goal}; "
                f"the goal here is {goal}: certify it for that goal"
            )
        return CertifiedEstimates(self)

    @property
    def assumes(self) -> tuple[str, ...] | None:
        return () if self.admissible else None


class CertifiedEstimates(Heuristic):
    """A heuristic that looks up the certified estimates. The original heuristic is not called again.

    So the claims hold even for a function whose results change from call to call.
    """

    def __init__(self, maker: CertifiedMaker) -> None:
        super().__init__(maker.goal)
        self._maker = maker
        self._estimates: dict[tuple[int, ...], float] = {}

    def iter_prepare(self, engine: str = AUTO) -> Generator[float, None, Prepared]:
        """Enumerate the states, if this has not been done yet."""
        yield 0.0
        self._estimates = _index(self._maker)
        return Prepared()

    def estimate(self, state: Sequence[int]) -> float:
        """Look up the estimate of a state."""
        if not self._estimates:
            self._estimates = _index(self._maker)
        return self._estimates[tuple(state)]


@lru_cache(maxsize=1)
def _index(maker: CertifiedMaker) -> dict[tuple[int, ...], float]:
    """Map each state to its estimate. Raises InvalidHeuristicError if the estimates are not as claimed."""
    name, goal, values = maker.name, maker.goal, maker.values
    known = enumerate_states(goal.shape, goal.blank)
    if len(values) != len(known.states) or not are_estimates(values):
        raise InvalidHeuristicError(
            f"{name} needs an estimate, a number from 0, for each of {len(known.states):,} states: "
            "certify it again"
        )
    if maker.admissible and not all(map(le, values, known.distance)):
        for state, h, distance in zip(known.states, values, known.distance):
            if h > distance + ROUNDING:
                raise InvalidHeuristicError(
                    f"{name} is not admissible, though its certificate says so: "
                    f"{board_of(state, goal)} has h = {h:.10g}, "
                    f"but is {count(distance, 'move')} from the goal"
                )
    return dict(zip(known.states, values))


def card_of_values(name: str, claims: Claims, goal: Board, values: Sequence[float]) -> HeuristicCard:
    """Make the card of a heuristic that looks up the certified estimates."""
    admissible, consistent = claims
    return HeuristicCard(
        name=name,
        label=f"{name} (certified)",
        summary=f"certified on all states of the {goal.shape} puzzle for the goal {goal}",
        admissible=admissible,
        consistent=consistent,
        most_cells=goal.shape.cells,
        make=CertifiedMaker(name, goal, tuple(values), admissible),
    )


def digest_of(heuristic: HeuristicLike) -> str:
    """Return the SHA-256 of the code that defines a heuristic: its whole file, and its name.

    Return "" if the code cannot be read or is not enough: a function inside another one, a lambda and a
    `functools.partial` also depend on values outside of the code. Imported files are not part of the code.
    """
    text = _find_text(heuristic)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() if text else ""


def _find_text(heuristic: HeuristicLike) -> str:
    if isinstance(heuristic, str):
        heuristic = as_card(heuristic)
    if isinstance(heuristic, HeuristicCard):
        if not is_built_in(heuristic):
            return heuristic.text
        heuristic = heuristic.make.load() if isinstance(heuristic.make, Lazy) else heuristic.make
    name = getattr(heuristic, "__qualname__", "")
    if not name.isidentifier() or not (inspect.isfunction(heuristic) or inspect.isclass(heuristic)):
        return ""
    for thing in (inspect.getmodule(heuristic), heuristic):
        with suppress(Exception):  # there is no such code, or the file is no longer Python code
            if thing is not None:
                return f"{name}\n{inspect.getsource(thing)}"
    return ""
