"""Every algorithm keeps its promises with every heuristic."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    AlgorithmCard,
    HeuristicCard,
    Run,
    Shape,
    goal_board,
    random_board,
    solve,
)
from npuzzle.search import Risk
from npuzzle.solving.claims import Guarantee, Promise, describe_risk, promise
from npuzzle.solving.job import Job, start
from npuzzle.solving.limits import Limits
from tests.support.options import select_used
from tests.support.quick import mostly_slow
from tests.unit.search.common import finish

GOALS = (("blank-last", Shape(2, 3)), ("blank-first", Shape(2, 3)), ("spiral", Shape(3, 2)))
BOARDS = [
    (random_board(goal_board(name, shape), Random(seed)), goal_board(name, shape))
    for name, shape in GOALS
    for seed in range(3)
]


#: Blind algorithms use no heuristic, and most algorithms have no weight.
PROMISED = [
    (algorithm, heuristic, weight)
    for algorithm in ALGORITHMS
    for heuristic in (HEURISTICS if algorithm.informed else [HEURISTICS["manhattan"]])
    for weight in ((1.0, 1.5, 3.0) if any(n.name == "weight" for n in algorithm.numbers) else (1.5,))
]


def is_quick(case: tuple[AlgorithmCard, HeuristicCard, float]) -> bool:
    algorithm, heuristic, _ = case
    return algorithm.name != "anytime" and heuristic.name in ("manhattan", "value-euclidean")


@pytest.mark.parametrize(
    ("algorithm", "heuristic", "weight"),
    mostly_slow(PROMISED, is_quick, unpack=True),
    ids=lambda value: getattr(value, "name", value),
)
def test_a_promise_is_kept(algorithm: AlgorithmCard, heuristic: HeuristicCard, weight: float) -> None:
    names = [number.name for number in algorithm.numbers]
    told = promise(algorithm, heuristic, algorithm.options({"weight": weight}))
    if not algorithm.informed:
        assert all(promise(algorithm, other, algorithm.options({})) == told for other in HEURISTICS)
    for board, goal in BOARDS:
        job = Job(
            board=board,
            goal=goal,
            algorithm=algorithm.name,
            heuristic=heuristic.name if algorithm.informed else "auto",
            numbers={name: value for name, value in {"weight": weight, "width": 5}.items() if name in names},
            limits=Limits(expanded=200_000),
        )
        result = finish(start(job))
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


@pytest.mark.slow
def test_what_is_not_promised_is_not_always_so() -> None:
    """For each weaker promise there is a board for which the stronger one would be false."""
    board, goal = "8 6 7/2 5 4/3 0 1", goal_board("blank-last", Shape(3, 3))
    for name in ("greedy", "weighted-astar", "depth-first"):
        assert solve(board, goal, **select_used(name, weight=5.0)).claim != "proved shortest"
    results = []
    for seed in range(20):
        board_drawn = random_board(goal, Random(seed))
        job = Job(board=board_drawn, goal=goal, algorithm="beam", heuristic="zero", numbers={"width": 1})
        run = Run(job.resolve())  # without the fallback to another search
        results.append(finish(run).path)
    assert None in results


AFTERWARDS = "says afterwards how far it may be from the shortest"
SHORTEST = Promise(Guarantee.SHORTEST, "Finds a shortest path and proves it.", 1.0)
PERHAPS = Promise(Guarantee.PERHAPS, f"May give up without a path; if it finds one, {AFTERWARDS}.")
UNTRUSTED = Promise(
    Guarantee.SOME_PATH,
    f"Finds a path, which need not be shortest, as this heuristic can overestimate; {AFTERWARDS}.",
)


def bounded(said: str, times: float) -> Promise:
    sentence = f"Finds a path at most {said} times as long as the shortest."
    return Promise(Guarantee.BOUNDED, sentence, times)


def within(moves: int) -> Promise:
    said = "1 move" if moves == 1 else f"{moves} moves"
    return Promise(Guarantee.PERHAPS, f"Finds a path of up to {said}, if there is one; {AFTERWARDS}.")


@pytest.mark.parametrize(
    ("algorithm", "heuristic", "options", "told"),
    [
        ("astar", "manhattan", {}, SHORTEST),
        ("astar", "manhattan", {"weight": 3.0, "depth": 5}, SHORTEST),
        ("idastar", "pattern-tables", {}, SHORTEST),
        ("breadth-first", "value-euclidean", {}, SHORTEST),
        ("weighted-astar", "manhattan", {}, bounded("1.5", 1.5)),
        ("weighted-astar", "manhattan", {"weight": 1.0}, SHORTEST),
        ("weighted-astar", "manhattan", {"weight": 1.25}, bounded("1.25", 1.25)),
        ("weighted-astar", "manhattan", {"weight": 2.0, "depth": 9}, bounded("2", 2.0)),
        ("idastar", "value-euclidean", {}, UNTRUSTED),
        ("weighted-astar", "value-euclidean", {"weight": 2.0}, UNTRUSTED),
        ("greedy", "value-euclidean", {}, UNTRUSTED),
        ("greedy", "manhattan", {}, Promise(Guarantee.SOME_PATH, f"Finds a path quickly; {AFTERWARDS}.")),
        ("beam", "manhattan", {}, PERHAPS),
        ("constructive", "manhattan", {"depth": 80}, PERHAPS),
        ("depth-first", "manhattan", {}, within(100)),
        ("depth-first", "manhattan", {"depth": 12}, within(12)),
        ("depth-first", "manhattan", {"depth": 0}, within(0)),
        ("depth-first", "manhattan", {"depth": 1}, within(1)),
        (
            "anytime",
            "manhattan",
            {},
            Promise(
                Guarantee.SOME_PATH,
                "Finds a path immediately, then shorter ones until it ends;"
                " always says how far it may be from the shortest.",
            ),
        ),
        (
            "anytime",
            "manhattan",
            {"depth": 30},
            Promise(
                Guarantee.PERHAPS,
                "Looks for a path of up to 30 moves, which it may miss, then for shorter ones;"
                " always says how far it may be from the shortest.",
            ),
        ),
    ],
)
def test_each_choice_has_its_guarantee_in_words_and_as_a_number(
    algorithm: str, heuristic: str, options: dict[str, Any], told: Promise
) -> None:
    card, depth = ALGORITHMS[algorithm], options.pop("depth", None)
    assert promise(card, HEURISTICS[heuristic], card.options(options, max_depth=depth)) == told


HARD_24 = str(random_board(goal_board("blank-last", Shape(5, 5)), Random(1)))
HARD_15 = "15 11 8 12/14 10 13 9/2 7 4 5/3 6 1 0"  # 80 moves
STATES = "this size has 10,461,394,944,000 boards"


@pytest.mark.parametrize(
    ("board", "asked", "risk"),
    [
        (HARD_15, {}, ""),
        (HARD_15, {"seconds": 60.0}, "The hardest boards may take longer than 60 seconds."),
        (HARD_15, {"seconds": 1.0}, "The hardest boards may take longer than 1 second."),
        (HARD_15, {"seconds": 60.0, "expanded": 1_000_000}, "It may reach one of your limits first."),
        (HARD_15, {"algorithm": "breadth-first"}, f"It may run out of memory first: {STATES}."),
        (
            HARD_15,
            {"algorithm": "breadth-first", "seconds": 60.0},
            f"It may run out of time (60 seconds) or memory first: {STATES}.",
        ),
        (  # too many boards to count
            HARD_24,
            {"algorithm": "breadth-first", "seconds": 60.0},
            "It may run out of time (60 seconds) or memory first.",
        ),
        (
            HARD_15,
            {"algorithm": "idastar", "heuristic": "manhattan", "seconds": 60.0},
            "It may run out of time (60 seconds) first.",
        ),
        (HARD_15, {"algorithm": "rbfs"}, "It may take very long."),
        (HARD_15, {"algorithm": "beam", "seconds": 60.0}, ""),  # it promises no path
        (HARD_15, {"algorithm": "anytime", "seconds": 1.0}, ""),  # it has a path immediately
        (HARD_15, {"algorithm": "constructive", "seconds": 1.0}, ""),
        ("8 6 7/2 5 4/3 0 1", {"algorithm": "breadth-first", "seconds": 60.0}, ""),
        (
            "8 6 7/2 5 4/3 0 1",
            {"algorithm": "breadth-first", "seconds": 1.0},
            "It may run out of time (1 second) or memory first: this size has 181,440 boards.",
        ),
        ("8 6 7/2 5 4/3 0 1", {"algorithm": "breadth-first", "stored": 181_440}, ""),
        (
            "8 6 7/2 5 4/3 0 1",
            {"algorithm": "breadth-first", "stored": 1_000},
            "It may reach one of your limits first.",
        ),
        ("8 6 7/2 5 4/3 0 1", {"algorithm": "idastar", "seconds": 60.0}, ""),
        (
            "8 6 7/2 5 4/3 0 1",
            {"algorithm": "idastar", "heuristic": "zero", "seconds": 60.0},
            "It may run out of time (60 seconds) first.",
        ),
    ],
)
def test_what_may_end_a_search_first_follows_from_the_card_the_size_and_the_limits(
    board: str, asked: dict[str, Any], risk: str
) -> None:
    assert describe_risk(Job.create(board, **asked).resolve()) == risk


@pytest.mark.slow
@pytest.mark.slow_cases("weighted-astar", "uniform-cost", "astar", "greedy", "rbfs")
@pytest.mark.parametrize("algorithm", [*ALGORITHMS], ids=lambda card: card.name)
def test_what_runs_out_of_memory_stores_every_board_it_meets(algorithm: AlgorithmCard) -> None:
    """Measured on the hardest 3x3 board, without the help of a heuristic."""
    if algorithm.improves:
        assert algorithm.risk is Risk.NONE
        return
    heuristic = {"heuristic": "zero"} if algorithm.informed else {}
    found = solve("8 6 7/2 5 4/3 0 1", algorithm=algorithm.name, expanded=30_000, **heuristic)
    stores = found.stored > found.expanded / 2 > 1
    assert stores == (algorithm.risk is Risk.MEMORY)
    if algorithm.risk is Risk.NONE:
        assert found.path is not None


def test_guarantees_go_by_these_names_from_most_to_least() -> None:
    assert [kind.value for kind in Guarantee] == ["shortest", "bounded", "some path", "perhaps"]
