"""`certify`: whether a heuristic keeps its promises, on every state there is."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import gt, sub
from typing import Any, TypeVar, cast

from npuzzle.errors import InvalidHeuristicError, require, require_several, shown
from npuzzle.heuristics import HEURISTICS, Heuristic, HeuristicCard, HeuristicLike, as_card
from npuzzle.heuristics.base import is_built_in
from npuzzle.heuristics.custom import LARGEST, call_heuristic, prepare
from npuzzle.lab.state_space import Everything, Progress, flooding, how_many
from npuzzle.progress import forward
from npuzzle.puzzle.board import Board, require_board
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS, goal_board
from npuzzle.puzzle.problem import board_of
from npuzzle.puzzle.shape import Shape, read_shape
from npuzzle.search.base import ROUNDING

AT_ONCE = 250  # states between two looks at the one who waits

T = TypeVar("T")


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
    """A heuristic beside another one: on how many states it is higher, and on how many lower."""

    higher: int
    lower: int

    @property
    def relation(self) -> str:
        """`dominates`: never lower and somewhere higher; `dominated`: the other way round."""
        if not self.lower:
            return "dominates" if self.higher else "equal"
        return "incomparable" if self.higher else "dominated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What is true of a heuristic on all states that can reach the goal.

    Admissible: on no state above the true distance (`bad_states`). Consistent: no move changes it
    by more than 1 (`bad_arcs`). The counterexample and the arc are those nearest to the goal.
    `exact` is the share of states, 0..1, on which it is the true distance.
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

    @property
    def admissible(self) -> bool:
        return self.bad_states == 0

    @property
    def consistent(self) -> bool:
        return self.bad_arcs == 0

    def to_dict(self) -> dict[str, object]:
        """Plain data."""
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
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Certificate:
        """The certificate that `to_dict` made that of."""
        case, arc = data["counterexample"], data["arc"]
        plain = ("heuristic", "states", "goal_value", "bad_states", "bad_arcs", "worst_excess")
        return cls(
            **{name: data[name] for name in (*plain, "mean", "maximum", "exact")},
            goal=Board.parse(data["goal"]),
            counterexample=case and Counterexample(**{**case, "board": Board.parse(case["board"])}),
            arc=arc and Arc(Board.parse(arc["board"]), arc["h"], Board.parse(arc["other"]), arc["other_h"]),
            against={name: Standing(s["higher"], s["lower"]) for name, s in data["against"].items()},
        )

    def __str__(self) -> str:
        """Some lines for people."""
        goal = next((c.name for c in GOALS if c.board(self.goal.shape) == self.goal), str(self.goal))
        exact = 100 if self.exact == 1 else min(100 * self.exact, 99.99)  # never 100 % of all but one
        lines = [
            f"{self.heuristic} on all {self.states:,} states of {self.goal.shape}, goal {goal}",
            f"admissible   {self._admissible()}",
            f"consistent   {self._consistent()}",
            f"at the goal  {self.goal_value:g}" + ("" if self.goal_value == 0 else ", where it should be 0"),
            f"mean {self.mean:.4f}, largest {self.maximum:g}, exact on {exact:.2f}% of the states",
        ]
        width = max(map(len, self.against), default=0)
        for name, standing in self.against.items():
            counts = f"higher on {standing.higher:,}, lower on {standing.lower:,}"
            lines.append(f"against {name:{width}}  {standing.relation:12}  {counts}")
        return "\n".join(lines)

    def _admissible(self) -> str:
        if self.counterexample is None:
            return "yes, never above the true distance"
        case = self.counterexample
        return (
            f"no, too large on {self.bad_states:,} states, by {self.worst_excess:g} at worst; "
            f"nearest: {case.board} has h = {case.h:.10g}, but is {case.distance} from the goal"
        )

    def _consistent(self) -> str:
        if self.arc is None:
            return "yes, no move changes it by more than 1"
        arc = self.arc
        return (
            f"no, {self.bad_arcs:,} moves change it by more than 1; "
            f"nearest: {arc.board} has h = {arc.h:.10g}, "
            f"one move from {arc.other} with h = {arc.other_h:.10g}"
        )


def certify(
    heuristic: HeuristicLike,
    shape: Shape | str = "3x3",
    goal: Board | str = DEFAULT_GOAL,
    *,
    against: Iterable[HeuristicLike] | None = None,
) -> Certificate:
    """Look at a heuristic on every state that can reach `goal`; shapes of up to 9 cells.

    >>> proof = certify("n-max-swap", "2x3", against=["misplaced"])
    >>> proof.admissible, proof.consistent, proof.states, proof.against["misplaced"].relation
    (True, True, 360, 'dominates')

    `against`: the heuristics to set it beside, all built-in ones unless given. Raises
    InvalidHeuristicError, with the board, for what is no number, 0 or more; and InvalidJobError for
    larger shapes.
    """
    for progress in certifying(heuristic, shape, goal, against=against):
        if progress.found is not None:
            return progress.found
    raise AssertionError("the last Progress carries the certificate")


def certifying(
    heuristic: HeuristicLike,
    shape: Shape | str = "3x3",
    goal: Board | str = DEFAULT_GOAL,
    *,
    against: Iterable[HeuristicLike] | None = None,
) -> Iterator[Progress[Certificate]]:
    """The same bit by bit; the last Progress carries the certificate. To cancel, stop asking.

    It is `evaluate` and then `judge`.
    """
    card, goal = as_card(heuristic), _goal_of(goal, shape)
    return _certify(card, goal, [other for other in _cards(against) if other is not card])


def evaluate(
    heuristic: HeuristicLike, shape: Shape | str = "3x3", goal: Board | str = DEFAULT_GOAL
) -> Iterator[Progress[list[float]]]:
    """Ask a heuristic about every state that can reach `goal`; the last Progress carries the estimates.

    They are in the order of `everything(shape, goal.blank).states`: the goal first, then nearest first.

    >>> *_, last = evaluate("manhattan", "2x2", "blank-first")
    >>> last.found[:3], len(last.found)
    ([0, 1, 1], 12)

    Raises InvalidHeuristicError, with the board, for an estimate that is not a number, 0 or more, and
    for a `step` that contradicts `estimate`; InvalidJobError for shapes of more than 9 cells.
    """
    return _evaluate(as_card(heuristic), _goal_of(goal, shape))


def judge(
    name: str,
    goal: Board,
    values: Sequence[float],
    *,
    against: Iterable[HeuristicLike] | None = None,
) -> Iterator[Progress[Certificate]]:
    """Certify the heuristic `name` by its estimates alone; the last Progress carries the certificate.

    `values` may come from anywhere: one estimate for each state, in the order of `evaluate`. Nothing
    of the heuristic runs here.

    >>> *_, last = judge("mine", Board.parse("0 1/2 3"), [0] * 12, against=["manhattan"])
    >>> last.found.admissible, last.found.against["manhattan"].relation
    (True, 'dominated')

    Raises InvalidHeuristicError unless `values` is a list or tuple of exactly as many ints or floats as
    there are states, each 0 or more and finite; InvalidJobError for shapes of more than 9 cells.
    """
    count = how_many(require_board(goal, "the goal").shape)
    require(name, str, "the name of a heuristic is text", InvalidHeuristicError)
    if type(values) not in (list, tuple):
        raise InvalidHeuristicError(f"the estimates of {name} must be a list, got {shown(values)}")
    if len(values) != count:
        raise InvalidHeuristicError(
            f"{goal.shape} has {count:,} states; {name} needs an estimate for each, got {len(values):,}"
        )
    return _judge(name, goal, list(values), _cards(against))


def _goal_of(goal: Board | str, shape: Shape | str) -> Board:
    return goal_board(goal, read_shape(shape))


def _cards(against: Iterable[HeuristicLike] | None) -> list[HeuristicCard]:
    if against is None:
        return list(HEURISTICS)
    rule = "against is a list of heuristics"
    return [as_card(other) for other in require_several(against, rule, InvalidHeuristicError)]


def _certify(
    card: HeuristicCard, goal: Board, others: Sequence[HeuristicCard]
) -> Iterator[Progress[Certificate]]:
    count = how_many(goal.shape)
    total = count * (2 + len(others))
    values: list[float] = []
    for evaluated in _evaluate(card, goal):
        yield Progress(evaluated.done, total)
        values = evaluated.found or values
    for judged in _judge(card.name, goal, values, others):
        yield Progress(count + judged.done, total, judged.found)


def _evaluate(card: HeuristicCard, goal: Board) -> Iterator[Progress[list[float]]]:
    count = how_many(goal.shape)
    total = 2 * count
    known = yield from _report(flooding(goal.shape, goal.blank), 0, total)
    values = yield from _report(_estimates(card, goal, known), count, total)
    yield Progress(total, total, list(values))  # a copy: those of built-in heuristics are kept


def _judge(
    name: str, goal: Board, values: list[float], others: Sequence[HeuristicCard]
) -> Iterator[Progress[Certificate]]:
    count = how_many(goal.shape)
    total = count * (1 + len(others))
    known: Everything = yield from _report(flooding(goal.shape, goal.blank), 0, total)
    for start in range(0, count, AT_ONCE):
        yield Progress(count, total)
        _require_estimates(values, start, name, known, goal)
    standings: dict[str, Standing] = {}
    for place, other in enumerate(others, 1):
        theirs = yield from _report(_estimates(other, goal, known), place * count, total)
        title = other.name if other.name not in standings else f"{other.name} ({len(standings) + 1})"
        standings[title] = Standing(sum(map(gt, values, theirs)), sum(map(gt, theirs, values)))
    yield Progress(total, total, _certificate(name, goal, known, values, standings))


def _report(work: Generator[int, None, T], before: int, total: int) -> Generator[Progress[Any], None, T]:
    """Do a part of the work; its own count is added to that of the parts `before`."""
    return (yield from forward(work, lambda done: Progress(before + done, total)))


def _estimates(card: HeuristicCard, goal: Board, known: Everything) -> Generator[int, None, list[float]]:
    """The estimate of every state; yields how many are done. Those of built-in heuristics are kept."""
    built_in = is_built_in(card)
    key = f"{card.name} for {goal}"
    if built_in and key in known.estimates:
        return known.estimates[key]
    heuristic = card.make(goal)
    for _ in prepare(heuristic, card.name):
        yield 0
    values: list[float] = []
    for start in range(0, len(known.states), AT_ONCE):
        yield start
        values += _check_estimates(heuristic, card.name, known.states[start : start + AT_ONCE])
    if not built_in and type(heuristic).step is not Heuristic.step:
        yield from _check_step(values, heuristic, card.name, known)
    if built_in:
        known.estimates[key] = values
    return values


def _check_estimates(heuristic: Heuristic, name: str, states: Sequence[tuple[int, ...]]) -> list[float]:
    """Their estimates, each a number, 0 or more; InvalidHeuristicError, with the board, if one is not."""
    try:
        values = list(map(heuristic.estimate, states))
        if _are_estimates(values):
            return values
    except (Exception, SystemExit):  # whatever it was, the slow way finds the board and says so
        pass
    goal = heuristic.goal
    return [call_heuristic(partial(heuristic.estimate, state), name, state, goal) for state in states]


def _are_estimates(values: Sequence[object]) -> bool:
    """Whether they are plain numbers, 0 or more; some large ones are not recognized together."""
    if not set(map(type, values)) <= {int, float}:
        return False
    plain = cast(Sequence[float], values)
    return min(plain) >= 0 and sum(plain) <= LARGEST


def _require_estimates(
    values: Sequence[object], start: int, name: str, known: Everything, goal: Board
) -> None:
    """Check AT_ONCE values from `start`; InvalidHeuristicError names the first that is no estimate."""
    if _are_estimates(values[start : start + AT_ONCE]):
        return
    for state, value in zip(known.states[start : start + AT_ONCE], values[start:]):
        if not _are_estimates([value]):
            raise InvalidHeuristicError(
                f"a heuristic gives a number, 0 or more; {name} gave {shown(value)} "
                f"for the board {board_of(state, goal)}"
            )


def _check_step(values: Sequence[float], heuristic: Heuristic, name: str, known: Everything) -> Iterator[int]:
    """Whether `step`, which searches use, agrees with `estimate` on every move, both ways.

    Yields as it goes. InvalidHeuristicError names the first move where it does not.
    """
    states, home, goal = known.states, heuristic.home, heuristic.goal
    for at, (one, other) in enumerate(zip(*known.arcs)):
        if at % AT_ONCE == 0:
            yield len(states)
        for here, there in ((one, other), (other, one)):
            state = states[there]
            slide = (state.index(home), states[here].index(home))
            found = call_heuristic(partial(heuristic.step, values[here], state, slide), name, state, goal)
            if not -ROUNDING <= found - values[there] <= ROUNDING:
                raise InvalidHeuristicError(
                    f"{name} contradicts itself: from {board_of(states[here], goal)} "
                    f"to {board_of(state, goal)} step says {found:.10g}, estimate {values[there]:.10g}"
                )


def _certificate(
    name: str, goal: Board, known: Everything, h: Sequence[float], against: dict[str, Standing]
) -> Certificate:
    distance = known.distance
    excess = list(map(sub, h, distance))
    bad = [index for index, more in enumerate(excess) if more > ROUNDING]
    here, there = known.arcs
    steep = 1 + ROUNDING
    bad_arcs = [
        at
        for at, (a, b) in enumerate(zip(map(h.__getitem__, here), map(h.__getitem__, there)))
        if not -steep <= a - b <= steep
    ]
    counterexample, arc = None, None
    if bad:
        counterexample = Counterexample(board_of(known.states[bad[0]], goal), h[bad[0]], distance[bad[0]])
    if bad_arcs:
        one, other = here[bad_arcs[0]], there[bad_arcs[0]]
        arc = Arc(board_of(known.states[one], goal), h[one], board_of(known.states[other], goal), h[other])
    return Certificate(
        heuristic=name,
        goal=goal,
        states=len(h),
        goal_value=h[0],
        bad_states=len(bad),
        bad_arcs=len(bad_arcs),
        worst_excess=max(0, max(excess)) if bad else 0,
        counterexample=counterexample,
        arc=arc,
        mean=sum(h) / len(h),
        maximum=max(h),
        exact=sum([-ROUNDING <= more <= ROUNDING for more in excess]) / len(h),
        against=against,
    )
