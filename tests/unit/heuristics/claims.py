"""A heuristic judged on every state of a small board: what its card claims, and what is true."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from npuzzle import HEURISTICS, Board, Heuristic, HeuristicCard, Problem, Shape
from tests.support import oracles

State = tuple[int, ...]
Edge = tuple[int, tuple[int, int], int]

SAMPLE = 31  # one move in so many is a fair sample where all would take too long


def goal_with_blank_at(shape: Shape, home: int) -> Board:
    others = list(range(1, shape.cells))
    return Board(shape, (*others[:home], 0, *others[home:]))


#: The goal of the 3x3 that is judged in the quick run; a half turn makes it blank first.
BLANK_LAST = goal_with_blank_at(Shape(3, 3), 8)


def estimate(name: str, board: Board, goal: Board) -> float:
    """What the card of this name says of `board`."""
    return HEURISTICS[name].make(goal).estimate(Problem(board, goal).initial)


@lru_cache(maxsize=2)
def states_by_distance(goal: Board) -> dict[State, int]:
    """Flood fill in normal form."""
    aim = oracles.goal_cells(goal)
    return {tuple([aim[t] for t in tiles]): far for tiles, far in oracles.distances(goal).items()}


@lru_cache(maxsize=1)
def edges(goal: Board) -> tuple[list[State], list[Edge]]:
    """The states of `states_by_distance`; and every two that are a move apart, once, the nearer first."""
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
    """Over all states that can reach the goal: how often each claim is broken, and how high it goes."""

    too_large: int
    jumps: int
    mean: float
    most: float


def judge(heuristic: Heuristic, *, every: int = 1, slack: float = 0.0) -> Verdict:
    """Estimates all states; fails unless the goal gets 0, no state less, and step == estimate both ways.

    `step` is asked on each `every`-th move only, and on a sample where it is inherited and asks for the
    estimate anew. `slack` forgives the claims float dust.
    """
    if type(heuristic).step is Heuristic.step:
        every = max(every, SAMPLE)
    distances = states_by_distance(heuristic.goal).values()
    states, moves = edges(heuristic.goal)
    h = [heuristic.estimate(state) for state in states]
    assert h[0] == 0, "the goal itself needs no moves"
    assert min(h) >= 0, "nothing needs less than no moves"
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
    """The verdict, if it breaks no claim of the card."""
    verdict = judge(card.make(goal), every=every, slack=slack)
    assert not (card.admissible and verdict.too_large), f"{card.name} is too large: {verdict}"
    assert not (card.consistent and verdict.jumps), f"{card.name} jumps: {verdict}"
    return verdict


def hold_to_the_truth(card: HeuristicCard, goal: Board, *, every: int = 1) -> Verdict:
    """The verdict, if it breaks no claim of the card, and breaks each that the card does not make."""
    verdict = hold_to_its_claims(card, goal, every=every)
    assert card.admissible or verdict.too_large, f"{card.name} could claim to be admissible: {verdict}"
    assert card.consistent or verdict.jumps, f"{card.name} could claim to be consistent: {verdict}"
    return verdict


@cache
def states_of_the_3x3() -> list[State]:
    """All 181,440, blank last, the nearest first."""
    return list(states_by_distance(BLANK_LAST))


@cache
def verdict_on_the_3x3(card: HeuristicCard) -> Verdict:
    """Over all 181,440 states, blank last; `step` on a sample of the moves."""
    return hold_to_the_truth(card, BLANK_LAST, every=SAMPLE)
