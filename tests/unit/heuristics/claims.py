"""Judge a heuristic on every state of a small board: compare the claims of its card with the truth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from npuzzle import HEURISTICS, Board, Heuristic, HeuristicCard, Problem, Shape
from tests.support import oracles

State = tuple[int, ...]
Edge = tuple[int, tuple[int, int], int]

SAMPLE = 31  # where all moves would take too long, every 31st is a fair sample


def goal_with_blank_at(shape: Shape, home: int) -> Board:
    others = list(range(1, shape.cells))
    return Board(shape, (*others[:home], 0, *others[home:]))


#: The goal of the 3x3 in the quick tests. A half turn makes it blank first.
BLANK_LAST = goal_with_blank_at(Shape(3, 3), 8)


def estimate(name: str, board: Board, goal: Board) -> float:
    """Return the estimate of the card with this name for `board`."""
    return HEURISTICS[name].make(goal).estimate(Problem(board, goal).initial)


@lru_cache(maxsize=2)
def states_by_distance(goal: Board) -> dict[State, int]:
    """Return the distance of every state, in normal form."""
    aim = oracles.goal_cells(goal)
    return {tuple([aim[t] for t in tiles]): far for tiles, far in oracles.distances(goal).items()}


@lru_cache(maxsize=1)
def edges(goal: Board) -> tuple[list[State], list[Edge]]:
    """Return the states of `states_by_distance`, and each pair one move apart once, the nearer first."""
    problem, distances = Problem(goal, goal), states_by_distance(goal)
    number = {state: at for at, state in enumerate(distances)}
    found = []
    for state, far in distances.items():
        for slide, child in problem.successors(state):
            if distances[child] > far:
                found.append((number[state], slide, number[child]))
    return list(distances), found


@dataclass(frozen=True, slots=True)
class Verdict:
    """For all states that can reach the goal: how often the estimate breaks a claim, and how high it is."""

    too_large: int
    jumps: int
    mean: float
    most: float


def judge(heuristic: Heuristic, *, every: int = 1, slack: float = 0.0) -> Verdict:
    """Estimate all states. Fail if the goal's estimate is not 0, any is negative, or `step` disagrees.

    `step` is compared on every `every`-th move in both directions, and on a sample of moves if it is the
    inherited one, which calls `estimate`. `slack` is the rounding error that the claims tolerate.
    """
    if type(heuristic).step is Heuristic.step:
        every = max(every, SAMPLE)
    distances = states_by_distance(heuristic.goal).values()
    states, moves = edges(heuristic.goal)
    h = [heuristic.estimate(state) for state in states]
    assert h[0] == 0, "the goal itself needs no moves"
    assert min(h) >= 0, "no estimate may be negative"
    for here, (src, dst), there in moves[::every]:
        away = heuristic.step(h[here], states[there], (src, dst))
        back = heuristic.step(h[there], states[here], (dst, src))
        met = (away, back) == (h[there], h[here])
        assert met, f"step differs from estimate between {states[here]} and {states[there]}"
    return Verdict(
        too_large=sum([value > far + slack for value, far in zip(h, distances)]),
        jumps=sum([abs(h[here] - h[there]) > 1 + slack for here, _, there in moves]),
        mean=sum(h) / len(h),
        most=max(h),
    )


def hold_to_its_claims(card: HeuristicCard, goal: Board, *, every: int = 1, slack: float = 0.0) -> Verdict:
    """Return the verdict. Fail if it breaks a claim of the card."""
    verdict = judge(card.make(goal), every=every, slack=slack)
    assert not (card.admissible and verdict.too_large), f"{card.name} is too large: {verdict}"
    assert not (card.consistent and verdict.jumps), f"{card.name} jumps: {verdict}"
    return verdict


def hold_to_the_truth(card: HeuristicCard, goal: Board, *, every: int = 1) -> Verdict:
    """Return the verdict. Fail if it breaks a claim of the card, or meets one that the card does not make."""
    verdict = hold_to_its_claims(card, goal, every=every)
    assert card.admissible or verdict.too_large, f"{card.name} could claim to be admissible: {verdict}"
    assert card.consistent or verdict.jumps, f"{card.name} could claim to be consistent: {verdict}"
    return verdict


@cache
def verdict_on_the_3x3(card: HeuristicCard) -> Verdict:
    """Judge a card on all 181,440 states, blank last, with `step` on a sample of the moves."""
    return hold_to_the_truth(card, BLANK_LAST, every=SAMPLE)
