"""Check a heuristic on every state of a small puzzle: `certify` and `measure_errors`.

A puzzle of up to 9 cells has at most 181,440 states, so a claim about all states can be checked on each.
Certifying has two steps, because they may run in different places. `evaluate` asks the heuristic for its
estimate of every state. `judge` compares these numbers with the true distances and never runs the heuristic.
The page evaluates a visitor's heuristic in a sandbox and judges the numbers outside of it.

Every estimate is checked where it is made, and again in `judge`, because anybody can send estimates there.
Lists are compared as a whole (`map`, `min`, `max`), and the state to blame is looked for only if something is
wrong.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import islice, permutations
from math import inf, nan
from operator import gt, sub
from struct import pack
from typing import TypeVar

from npuzzle.errors import InvalidHeuristicError, quote, require, require_several
from npuzzle.heuristics import HEURISTICS, Heuristic, HeuristicCard, HeuristicLike, as_card
from npuzzle.heuristics.base import are_estimates, call_heuristic, describe_refused, is_built_in
from npuzzle.heuristics.own import BatchFunction, iter_prepare
from npuzzle.lab.certificate import Arc, Certificate, Counterexample, Standing, digest_of
from npuzzle.lab.space import (
    UNREACHABLE,
    DistanceTable,
    StateSpace,
    count_states,
    iter_build_distance_table,
    iter_enumerate_states,
)
from npuzzle.progress import Progress, Work, forward, run_to_end
from npuzzle.puzzle.board import Board, BoardLike, goal_board, read_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.problem import State, board_of
from npuzzle.puzzle.shape import ShapeLike
from npuzzle.search.base import ROUNDING
from npuzzle.version import __version__

STATES_PER_STEP = 250  # states between reports, so that a caller can cancel

T = TypeVar("T")


def certify(
    heuristic: HeuristicLike,
    shape: ShapeLike = "3x3",
    goal: BoardLike = DEFAULT_GOAL,
    *,
    against: Iterable[HeuristicLike] | None = None,
) -> Certificate:
    """Check a heuristic on every state that can reach the goal, for shapes of up to 9 cells.

    Parameters
    ----------
    heuristic
        A name, a card, a class, or a function of the board.
    shape
        The size of the puzzle, such as "3x3", (2, 4) or 3.
    goal
        The name of a goal, or a board.
    against
        The heuristics to compare this one with. By default all registered ones.

    Returns
    -------
    Certificate
        Whether the heuristic is admissible and consistent, with a counterexample if not. The certificate of
        an admissible heuristic can be used as a heuristic: answers found with it are proved shortest.

    Raises
    ------
    InvalidHeuristicError
        If an estimate is not a number, 0 or more. The message names the board.
    InvalidJobError
        If the shape has more than 9 cells.

    Examples
    --------
    >>> proof = certify("n-max-swap", "2x3", against=["misplaced"])
    >>> proof.admissible, proof.consistent, proof.states, proof.against["misplaced"].relation
    (True, True, 360, 'dominates')
    """
    return run_to_end(iter_certify(heuristic, shape, goal, against=against))


def iter_certify(
    heuristic: HeuristicLike,
    shape: ShapeLike = "3x3",
    goal: BoardLike = DEFAULT_GOAL,
    *,
    against: Iterable[HeuristicLike] | None = None,
) -> Work[Certificate]:
    """Certify step by step: run `evaluate` and then `judge`."""
    card, goal = as_card(heuristic), goal_board(goal, shape)
    others = [other for other in _read_cards(against) if other is not card]
    return _certify(card, goal, others, digest_of(heuristic))


def evaluate(
    heuristic: HeuristicLike, shape: ShapeLike = "3x3", goal: BoardLike = DEFAULT_GOAL
) -> Work[list[float]]:
    """Compute the estimate of every state that can reach `goal`, step by step.

    The estimates are in the order of `enumerate_states(shape, goal.blank).states`: the goal first, then
    nearest first.

    >>> estimates = run_to_end(evaluate("manhattan", "2x2", "blank-first"))
    >>> estimates[:3], len(estimates)
    ([0, 1, 1], 12)

    Raises InvalidHeuristicError, with the board, for an estimate that is not a number, 0 or more, and for a
    `step` that contradicts `estimate`. Raises InvalidJobError for shapes of more than 9 cells.
    """
    return _evaluate(as_card(heuristic), goal_board(goal, shape))


def judge(
    name: str,
    goal: BoardLike,
    values: Sequence[float],
    *,
    against: Iterable[HeuristicLike] | None = None,
) -> Work[Certificate]:
    """Certify the heuristic `name` by its estimates alone, step by step.

    `values`: one estimate for each state, in the order of `evaluate`. The heuristic itself does not run here.

    >>> found = run_to_end(judge("mine", "0 1/2 3", [0] * 12, against=["manhattan"]))
    >>> found.admissible, found.against["manhattan"].relation
    (True, 'dominated')

    Raises InvalidHeuristicError unless `values` is a list or tuple of exactly as many ints or floats as there
    are states, each 0 or more and finite. Raises InvalidJobError for shapes of more than 9 cells.
    """
    goal = read_board(goal, subject="the goal")
    count = count_states(goal.shape)
    require(name, str, "the name of a heuristic must be text", InvalidHeuristicError)
    if type(values) not in (list, tuple):
        raise InvalidHeuristicError(f"the estimates of {name} must be a list, got {quote(values)}")
    if len(values) != count:
        raise InvalidHeuristicError(
            f"{goal.shape} has {count:,} states; {name} needs an estimate for each, got {len(values):,}"
        )
    return _judge(name, goal, list(values), _read_cards(against))


def _read_cards(against: Iterable[HeuristicLike] | None) -> list[HeuristicCard]:
    if against is None:
        return list(HEURISTICS)
    rule = "against must be a list of heuristics"
    return [as_card(other) for other in require_several(against, rule, InvalidHeuristicError)]


def _certify(
    card: HeuristicCard, goal: Board, others: Sequence[HeuristicCard], source: str
) -> Work[Certificate]:
    count = count_states(goal.shape)
    total = count * (2 + len(others))
    values = yield from _do_part(_evaluate(card, goal), 0, total)
    found = yield from _do_part(_judge(card.name, goal, values, others), count, total)
    return replace(found, source=source)


def _evaluate(card: HeuristicCard, goal: Board) -> Work[list[float]]:
    count = count_states(goal.shape)
    total = 2 * count
    known = yield from _do_part(iter_enumerate_states(goal.shape, goal.blank), 0, total)
    values = yield from _do_part(_estimate_all(card, goal, known), count, total)
    yield Progress(total, total)
    return list(values)  # a copy, because estimates of built-in heuristics are stored


def _judge(name: str, goal: Board, values: list[float], others: Sequence[HeuristicCard]) -> Work[Certificate]:
    count = count_states(goal.shape)
    total = count * (1 + len(others))
    known = yield from _do_part(iter_enumerate_states(goal.shape, goal.blank), 0, total)
    for start in range(0, count, STATES_PER_STEP):
        yield Progress(count, total)
        some = slice(start, start + STATES_PER_STEP)
        if not are_estimates(values[some]):
            raise InvalidHeuristicError(
                _describe_wrong_estimate(values[some], name, known.states[some], goal)
            )
    standings: dict[str, Standing] = {}
    for place, other in enumerate(others, 1):
        theirs = yield from _do_part(_estimate_all(other, goal, known), place * count, total)
        title = other.name if other.name not in standings else f"{other.name} ({len(standings) + 1})"
        standings[title] = Standing(sum(map(gt, values, theirs)), sum(map(gt, theirs, values)))
    yield Progress(total, total)
    return _make_certificate(name, goal, known, values, standings)


def _do_part(work: Work[T], before: int, total: int) -> Work[T]:
    """Do one part of the work. Add `before`, the progress of the parts before it, to its reports."""
    return (yield from forward(work, lambda now: Progress(before + now.done, total)))


def _estimate_all(card: HeuristicCard, goal: Board, known: StateSpace) -> Work[list[float]]:
    """Estimate every state. Estimates of built-in heuristics are stored."""
    built_in = is_built_in(card)
    key = f"{card.name} for {goal}"
    if built_in and key in known.estimates:
        return known.estimates[key]
    heuristic, count = card.make(goal), len(known.states)
    yield from forward(iter_prepare(heuristic, card.name), lambda share: Progress(0, count))
    values: list[float] = []
    for start in range(0, count, STATES_PER_STEP):
        yield Progress(start, count)
        values += check_estimates(heuristic, card.name, known.states[start : start + STATES_PER_STEP])
    if built_in:
        known.estimates[key] = values
    elif type(heuristic).step is not Heuristic.step:
        yield from _check_step(values, heuristic, card.name, known)
    return values


def check_estimates(heuristic: Heuristic, name: str, states: Sequence[State]) -> list[float]:
    """Return the estimates of states. Raises InvalidHeuristicError, with the board, for an invalid one."""
    if isinstance(heuristic, BatchFunction):
        return heuristic.estimate_all(states)
    try:
        values = list(map(heuristic.estimate, states))
        if are_estimates(values):
            return values
    except (Exception, SystemExit):  # the slow loop below names the board that caused it
        pass
    goal = heuristic.goal
    return [call_heuristic(partial(heuristic.estimate, state), name, state, goal) for state in states]


def _describe_wrong_estimate(
    values: Sequence[object], name: str, states: Sequence[State], goal: Board
) -> str:
    """Name the first of the values that is not an estimate, and its board."""
    value, state = next(pair for pair in zip(values, states) if not are_estimates([pair[0]]))
    return describe_refused(value, name, board_of(state, goal))


def _check_step(values: Sequence[float], heuristic: Heuristic, name: str, known: StateSpace) -> Work[None]:
    """Check that `step`, which searches use, agrees with `estimate` on every move, in both directions.

    InvalidHeuristicError names the first move on which they disagree.
    """
    states, home, goal = known.states, heuristic.home, heuristic.goal
    for at, (one, other) in enumerate(zip(*known.arcs)):
        if at % STATES_PER_STEP == 0:
            yield Progress(len(states), len(states))
        for here, there in ((one, other), (other, one)):
            state = states[there]
            slide = (state.index(home), states[here].index(home))
            found = call_heuristic(partial(heuristic.step, values[here], state, slide), name, state, goal)
            if not -ROUNDING <= found - values[there] <= ROUNDING:
                raise InvalidHeuristicError(
                    f"{name} contradicts itself: from {board_of(states[here], goal)} "
                    f"to {board_of(state, goal)} step says {found:.10g}, estimate {values[there]:.10g}"
                )


def _find_outside(values: Sequence[float], least: float, most: float) -> list[int]:
    """Return the places of the values outside the range: usually none."""
    if least <= min(values) and max(values) <= most:
        return []
    return [place for place, value in enumerate(values) if not least <= value <= most]


def _make_certificate(
    name: str, goal: Board, known: StateSpace, h: Sequence[float], against: dict[str, Standing]
) -> Certificate:
    """Compare the estimates `h` with the true distances, and make the certificate."""
    distance = known.distance
    excess = list(map(sub, h, distance))
    bad = _find_outside(excess, -inf, ROUNDING)
    here, there = known.arcs
    slopes = list(map(sub, map(h.__getitem__, here), map(h.__getitem__, there)))
    bad_arcs = _find_outside(slopes, -1 - ROUNDING, 1 + ROUNDING)
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
        mean_error=sum(excess) / len(h),
        errors={str(error): number for error, number in sorted(Counter(map(round, excess)).items())},
        sha256=sha256(pack(f"<{len(h)}d", *h)).hexdigest(),
        versions=f"npuzzle {__version__}, Python {sys.version.split()[0]}",
        exact=sum([-ROUNDING <= more <= ROUNDING for more in excess]) / len(h),
        against=against,
        values=tuple(h),
    )


@dataclass(frozen=True, slots=True)
class HeuristicErrors:
    """The estimates h of a heuristic on every state, and the true distances in moves.

    `counts`: the number of states for each error, h minus the distance, the lowest error first. `estimates`:
    h by the rank of the state, NaN for states that cannot reach the goal. `table`: the distances by rank.
    """

    goal: Board
    counts: dict[float, int]
    estimates: array[float]
    table: DistanceTable

    @property
    def states(self) -> int:
        """The number of states that can reach the goal."""
        return sum(self.counts.values())

    @property
    def too_high(self) -> int:
        """The number of states whose estimate is above the distance: 0 if the heuristic is admissible."""
        return sum(number for error, number in self.counts.items() if error > ROUNDING)

    @property
    def by_move(self) -> dict[int, int]:
        """The number of states by error to the nearest whole move, the lowest first, with no gaps."""
        return round_errors(self.counts)


def measure_errors(
    heuristic: HeuristicLike, shape: ShapeLike = "3x3", goal: BoardLike = DEFAULT_GOAL
) -> HeuristicErrors:
    """Count by how much a heuristic misses the true distance, over the states that `certify` checks.

    The arguments and the errors are the same as for `certify`.

    >>> measure_errors("misplaced", "2x2", "blank-last").counts
    {-3: 1, -2: 2, -1: 2, 0: 7}
    """
    return run_to_end(iter_measure_errors(heuristic, shape, goal))


def iter_measure_errors(
    heuristic: HeuristicLike,
    shape: ShapeLike = "3x3",
    goal: BoardLike = DEFAULT_GOAL,
    *,
    table: DistanceTable | None = None,
) -> Work[HeuristicErrors]:
    """Measure step by step. `table`: the distances, if they are known already."""
    card, goal = as_card(heuristic), goal_board(goal, shape)
    total = count_states(goal.shape)
    if table is None:
        building = iter_build_distance_table(goal.shape, goal.blank)
        table = yield from forward(building, lambda known: Progress(0, total))
    measuring = card.make(goal)
    yield from forward(iter_prepare(measuring, card.name), lambda share: Progress(0, total))
    estimates, counts = array("d", [nan]) * len(table.by_rank), Counter[float]()
    ranks = (number for number, moves in enumerate(table.by_rank) if moves != UNREACHABLE)
    in_order = permutations(range(goal.shape.cells))  # in lexicographic order, the order of ranks
    states = (state for state, moves in zip(in_order, table.by_rank) if moves != UNREACHABLE)
    for start in range(0, total, STATES_PER_STEP):
        yield Progress(start, total)
        some = list(islice(states, STATES_PER_STEP))
        these, found_h = list(islice(ranks, len(some))), check_estimates(measuring, card.name, some)
        for number, h in zip(these, found_h):
            estimates[number] = h
        counts.update(count_errors(found_h, [table.by_rank[number] for number in these]))
    return HeuristicErrors(goal, dict(sorted(counts.items())), estimates, table)


def count_errors(estimates: Sequence[float], distances: Sequence[int]) -> Counter[float]:
    """Count the states by the error of their estimate, h minus the distance."""
    return Counter(_settle(h - moves) for h, moves in zip(estimates, distances, strict=True))


def round_errors(counts: Mapping[float, int]) -> dict[int, int]:
    """Return the number of states by error to the nearest whole move, the lowest first, with no gaps."""
    near: Counter[int] = Counter()
    for error, number in counts.items():
        near[round(error)] += number
    return {error: near[error] for error in range(min(near), max(near) + 1)}


def _settle(error: float) -> float:
    """Return the error, rounded if it is almost a whole number."""
    whole = round(error)
    return whole if -ROUNDING <= error - whole <= ROUNDING else error
