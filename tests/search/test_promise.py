"""What is promised before a search is kept by every algorithm with every heuristic."""

from __future__ import annotations

from random import Random

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, AlgorithmCard, HeuristicCard, Shape, goal_board, random_board
from npuzzle.job import Job, start
from npuzzle.search.drive import Limits
from npuzzle.search.promise import Guarantee, promise

GOALS = (("blank-last", Shape(2, 3)), ("blank-first", Shape(2, 3)), ("spiral", Shape(3, 2)))
BOARDS = [
    (random_board(goal_board(name, shape), Random(seed)), goal_board(name, shape))
    for name, shape in GOALS
    for seed in range(3)
]


@pytest.mark.parametrize("heuristic", [*HEURISTICS], ids=lambda card: card.name)
@pytest.mark.parametrize("algorithm", [*ALGORITHMS], ids=lambda card: card.name)
@pytest.mark.parametrize("weight", [1.0, 1.5, 3.0])
def test_a_promise_is_kept(algorithm: AlgorithmCard, heuristic: HeuristicCard, weight: float) -> None:
    if weight != 1.5 and algorithm.option != "weight":
        return
    told = promise(algorithm, heuristic, weight=weight)
    for board, goal in BOARDS:
        job = Job(
            board=board,
            goal=goal,
            algorithm=algorithm.name,
            heuristic=heuristic.name,
            weight=weight,
            width=5,
            limits=Limits(expanded=200_000),
        )
        run = start(job)
        while run.result is None:
            run.step(1)
        result = run.result
        if told.guarantee is not Guarantee.PERHAPS:
            assert result.path is not None, result.outcome
        if result.path is None:
            continue
        assert result.claim is not None
        assert result.times_shortest is not None
        if told.guarantee is Guarantee.SHORTEST:
            assert result.claim == "proved shortest"
        if told.times is not None:
            assert result.times_shortest <= told.times + 1e-9
        if told.guarantee is Guarantee.BOUNDED:
            assert result.promised == told.times


def test_what_is_not_promised_is_not_always_so() -> None:
    """Each weaker promise has a board for which the stronger one would have been false."""
    board, goal = "8 6 7/2 5 4/3 0 1", goal_board("blank-last", Shape(3, 3))
    for name in ("greedy", "weighted-astar", "depth-first"):
        run = start(Job.create(board, goal, algorithm=name, weight=5.0))
        while run.result is None:
            run.step(1)
        assert run.result.claim != "proved shortest"
    results = []
    for seed in range(20):
        board_drawn = random_board(goal, Random(seed))
        run = start(Job(board=board_drawn, goal=goal, algorithm="beam", heuristic="zero", width=1))
        while run.result is None:
            run.step(1)
        results.append(run.result.path)
    assert None in results


def test_each_kind_has_its_own_words() -> None:
    def said(algorithm: str, heuristic: str = "manhattan", **options: float) -> str:
        return promise(ALGORITHMS[algorithm], HEURISTICS[heuristic], **options).sentence  # type: ignore[arg-type]

    assert said("astar") == said("breadth-first", "value-euclidean") == "Finds a shortest path and proves it."
    assert said("weighted-astar", weight=1) == said("astar")
    assert said("weighted-astar", weight=2.5) == "Finds a path at most 2.5 times as long as the shortest."
    assert said("greedy").startswith("Finds a path quickly; says afterwards")
    assert "can overestimate" in said("idastar", "value-euclidean")
    assert "can overestimate" in said("weighted-astar", "value-euclidean", weight=2)
    assert said("beam").startswith("May give up")
    assert "up to 100 moves" in said("depth-first")
    assert "up to 12 moves" in said("depth-first", depth=12)
    sentences = {promise(a, h, weight=2).sentence for a in ALGORITHMS for h in HEURISTICS}
    assert all(sentence.endswith(".") for sentence in sentences)
