"""`Run`: every outcome reached for real, limits kept exactly, nothing claimed that is not so."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    AlgorithmCard,
    Board,
    HeuristicCard,
    InvalidHeuristicError,
    Limits,
    Notation,
    Outcome,
    Problem,
    Result,
    Run,
    Shape,
    Snapshot,
    goal_board,
)
from npuzzle.errors import WrongAnswerError
from npuzzle.heuristics.tile_sum import Manhattan
from npuzzle.search.base import Search
from npuzzle.search.drive import ENOUGH
from npuzzle.search.run import MEMORY, default_stored
from tests.oracles import distance, distances
from tests.search.common import SEARCHING, SOME
from tests.strategies import four_goals

HARD = Board.parse("8 6 7/2 5 4/3 0 1")  # 31 moves from blank-last
EASY = Board.parse("1 2 3/4 0 6/7 5 8")  # 2 moves
LAST = goal_board("blank-last", Shape(3, 3))
FIFTEEN = Board.parse("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0").swap(1, 5)  # far from solved
MANHATTAN = HEURISTICS["manhattan"]
ALL_CARDS = list(ALGORITHMS)

each_algorithm = pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card.name)
each_search = pytest.mark.parametrize("card", SEARCHING, ids=lambda card: card.name)


def run_of(
    board: Board,
    algorithm: str | AlgorithmCard = "astar",
    *,
    goal: str | Board = "blank-last",
    heuristic: HeuristicCard = MANHATTAN,
    limits: Limits | None = None,
    **options: Any,
) -> Run:
    card = ALGORITHMS[algorithm] if isinstance(algorithm, str) else algorithm
    return Run(Problem(board, goal_board(goal, board.shape)), card, heuristic, limits=limits, **options)


def finish(run: Run) -> Result:
    while run.result is None:
        run.step(10)
    return run.result


def card_of(search: Callable[..., Search], *, informed: bool = True) -> AlgorithmCard:
    return AlgorithmCard(name="mine", label="Mine", summary="a test's own", search=search, informed=informed)


class Clock:
    """A clock that advances by `tick` whenever it is read."""

    def __init__(self, tick: float = 0.0) -> None:
        self.now, self.tick = 100.0, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


# Outcomes


@each_algorithm
def test_solved(card: AlgorithmCard) -> None:
    result = finish(run_of(EASY, card, limits=Limits(depth=10)))
    assert result.outcome is Outcome.SOLVED
    assert result.path is not None
    assert Problem(EASY, LAST).replay(result.path) == LAST
    assert result.algorithm == card.name
    assert result.heuristic == ("manhattan" if card.informed else None)


@each_algorithm
def test_an_unsolvable_board_is_told_at_once_and_never_searched(card: AlgorithmCard) -> None:
    def never(*args: Any) -> Search:
        raise AssertionError("an unsolvable board was searched")

    board = Board.parse("1 2 3/4 5 6/8 7 0")
    run = run_of(board, replace(card, search=never))
    assert run.result is not None
    assert run.result.outcome is Outcome.UNSOLVABLE
    assert run.result.lower_bound is None
    assert run.result.path is run.result.length is run.result.claim is None
    assert run.result.snapshot == Snapshot()
    assert run.step(1) is run.cancel() is run.result


@each_search
def test_no_path_within_the_depth(card: AlgorithmCard) -> None:
    board = Board.parse("4 5 0/1 2 3")  # the estimates allow the limit, the truth does not
    truth = distance(board, goal_board("blank-last", board.shape))
    limit = truth - 1
    result = finish(run_of(board, card, limits=Limits(depth=limit)))
    assert result.outcome is Outcome.NO_PATH
    assert result.snapshot.expanded > 0
    assert result.lower_bound == truth


@each_search
def test_cancelled(card: AlgorithmCard) -> None:
    run = run_of(FIFTEEN, card, goal="blank-last")
    assert run.step(0) is None
    assert run.step(0) is None
    known = run.snapshot
    result = run.cancel()
    assert result.outcome is Outcome.CANCELLED
    assert result.snapshot == known
    assert known.expanded > 0
    assert result.path is None
    assert result.lower_bound == run.lower_bound > 0


@each_algorithm
def test_a_run_can_be_cancelled_before_its_first_step(card: AlgorithmCard) -> None:
    result = run_of(HARD, card).cancel()
    assert result.outcome is Outcome.CANCELLED
    assert result.snapshot.expanded == 0
    assert result.lower_bound is not None
    assert 0 < result.lower_bound <= 31


@each_search
def test_out_of_time(card: AlgorithmCard) -> None:
    run = run_of(FIFTEEN, card, limits=Limits(seconds=5), clock=Clock(0.5))
    result = finish(run)
    assert result.outcome is Outcome.OUT_OF_TIME
    assert result.seconds == 5
    assert result.snapshot.expanded > 0


@pytest.mark.parametrize("expanded", [1, 2, 3, 19, 20, 21, 100, 777])
@each_search
def test_out_of_nodes_exactly_at_the_limit(card: AlgorithmCard, expanded: int) -> None:
    for heuristic in (MANHATTAN, HEURISTICS["zero"]):
        run = run_of(FIFTEEN, card, heuristic=heuristic, limits=Limits(expanded=expanded))
        while run.result is None:
            run.step(0)
            assert run.snapshot.expanded <= expanded
        assert run.result.outcome is Outcome.OUT_OF_NODES
        assert run.result.snapshot.expanded == expanded


@pytest.mark.parametrize("limits", [Limits(expanded=0), Limits(seconds=0), Limits(stored=0)])
@each_algorithm
def test_a_limit_of_nothing_expands_nothing(card: AlgorithmCard, limits: Limits) -> None:
    result = finish(run_of(FIFTEEN, card, limits=limits))
    if card.improves and limits.seconds == 0:
        assert (result.outcome, result.ended) == (Outcome.SOLVED, Outcome.OUT_OF_TIME)  # its first path
    else:
        assert result.outcome in (Outcome.OUT_OF_NODES, Outcome.OUT_OF_TIME, Outcome.OUT_OF_MEMORY)
    assert result.snapshot.expanded == 0


@each_search
def test_as_many_nodes_as_are_needed_are_enough(card: AlgorithmCard) -> None:
    board, depth = Board.parse("4 1 3/7 2 5/8 0 6"), 12
    needed = finish(run_of(board, card, limits=Limits(depth=depth))).snapshot.expanded
    assert needed > 1
    enough = finish(run_of(board, card, limits=Limits(depth=depth, expanded=needed)))
    assert enough.outcome is Outcome.SOLVED
    short = finish(run_of(board, card, limits=Limits(depth=depth, expanded=needed - 1)))
    assert short.outcome is Outcome.OUT_OF_NODES


@pytest.mark.parametrize("stored", [2, 5, 50, 51, 52, 53, 1000])
@pytest.mark.parametrize(
    "algorithm",
    ["breadth-first", "uniform-cost", "bidirectional", "astar", "weighted-astar", "greedy", "beam"],
)
def test_out_of_memory_within_one_expansion_of_the_limit(algorithm: str, stored: int) -> None:
    result = finish(run_of(FIFTEEN, algorithm, limits=Limits(stored=stored)))
    assert result.outcome is Outcome.OUT_OF_MEMORY
    assert stored <= result.snapshot.stored <= stored + 3


@pytest.mark.parametrize("algorithm", ["depth-first", "idastar", "iterative-deepening", "rbfs"])
def test_depth_first_searches_stay_within_their_stored_limit(algorithm: str) -> None:
    result = finish(run_of(FIFTEEN, algorithm, limits=Limits(stored=6)))
    assert result.outcome is Outcome.OUT_OF_MEMORY
    assert 6 <= result.snapshot.stored <= 9


def test_a_forgotten_search_has_a_memory_limit() -> None:
    result = finish(run_of(FIFTEEN, "astar", limits=Limits(expanded=1)))
    assert result.outcome is Outcome.OUT_OF_NODES
    small, large = default_stored(Shape(3, 3)), default_stored(Shape(127, 127))
    assert small > 181_440 > large
    assert large * 127 * 127 * 8 < MEMORY


def test_a_depth_that_no_path_needs_is_no_limit() -> None:
    assert finish(run_of(EASY, limits=Limits(depth=10**30))).length == 2


# The result


@each_algorithm
def test_a_result_is_final(card: AlgorithmCard) -> None:
    run = run_of(EASY, card, limits=Limits(depth=6))
    result = finish(run)
    assert run.step(10) is result
    assert run.cancel() is result
    assert run.result is result
    assert result.outcome is Outcome.SOLVED
    with pytest.raises(AttributeError):
        result.path = ""  # type: ignore[misc]


def test_cancel_twice_is_cancel_once() -> None:
    run = run_of(HARD)
    assert run.cancel() is run.cancel() is run.step(1)


@pytest.mark.parametrize("ended", [True, False])
def test_a_search_is_closed_as_soon_as_its_run_is_dropped_and_not_before(ended: bool) -> None:
    """Giving back what a search stored takes time, and the result must not wait for it."""
    closed = []

    def watched(*args: Any) -> Search:
        try:
            while True:
                yield Snapshot()
        finally:
            closed.append(True)

    gc.disable()  # memory of that size must not wait for the collector of rings
    try:
        run = run_of(HARD, card_of(watched))
        run.step(0)
        if ended:
            run.cancel()
        assert closed == []
        del run
        assert closed == [True]
    finally:
        gc.enable()


@each_algorithm
def test_every_slicing_gives_the_same_result(card: AlgorithmCard) -> None:
    board = Board.parse("4 1 3/7 2 5/8 0 6")
    whole = finish(run_of(board, card, limits=Limits(depth=12)))
    run = run_of(board, card, limits=Limits(depth=12), clock=Clock(0.01))
    while run.result is None:
        run.step(0)
    assert (run.result.path, run.result.snapshot) == (whole.path, whole.snapshot)


def test_a_result_as_plain_data() -> None:
    result = finish(run_of(EASY, "idastar", clock=Clock(0.25)))
    data = result.to_dict()
    assert list(data) == [
        *("board", "goal", "outcome", "claim", "lower_bound", "length", "moves", "notation"),
        *("expanded", "generated", "peak_frontier", "seconds", "algorithm", "heuristic"),
        *("option", "promised", "engine", "tables", "note", "every", "ended", "lengths", "why"),
    ]
    assert data["board"] == "1 2 3/4 0 6/7 5 8"
    assert data["goal"] == "1 2 3/4 5 6/7 8 0"
    assert (data["outcome"], data["claim"]) == ("solved", "proved shortest")
    assert (data["lower_bound"], data["length"], data["moves"]) == (2, 2, "UL")
    assert (data["algorithm"], data["heuristic"], data["engine"]) == ("idastar", "manhattan", "python")
    assert (data["notation"], data["seconds"]) == ("tile", result.seconds)
    assert data["option"] is data["promised"] is None
    in_blank = result.to_dict(Notation.BLANK)
    assert (in_blank["moves"], in_blank["notation"]) == ("DR", "blank")
    assert {**in_blank, "moves": "UL", "notation": "tile"} == data


def test_a_result_says_that_the_computer_slept() -> None:
    clock = Clock(0.02)
    run = run_of(HARD, clock=clock)
    for _ in range(ENOUGH + 1):
        run.step(0)
    assert run.result is None
    readings = iter([0.02, 0.02, 7200.0])  # of a step: at its start, before its slice, after it

    def night() -> float:
        clock.now += next(readings, 0.02)
        return clock.now

    run._drive._clock = night  # type: ignore[union-attr]
    run.step(0)
    result = run.cancel()
    assert result.seconds < 3
    assert "The computer seems to have slept for 7,200 seconds during the search" in result.note
    assert "slept" not in run_of(HARD).cancel().note


def test_a_result_without_a_path_as_plain_data() -> None:
    data = run_of(HARD).cancel().to_dict(Notation.BLANK)
    assert data["moves"] is data["length"] is data["claim"] is None
    assert data["outcome"] == "cancelled"


def test_outcomes_read_differently() -> None:
    assert len({outcome.value for outcome in Outcome}) == len(Outcome) == 8


# Claims


#: Blind, weak, with fractions, strong, and not admissible.
VARIOUS = [*SOME, "value-euclidean"]


def interrupted() -> Iterator[tuple[Limits, float]]:
    for expanded in (0, 1, 5, 40, 200):
        yield Limits(expanded=expanded), 0
    for stored in (3, 30):
        yield Limits(stored=stored, expanded=500), 0
    for depth in (0, 4, 9, 13):
        yield Limits(depth=depth, expanded=1500), 0
    yield Limits(seconds=2), 0.25


@pytest.mark.parametrize(
    ("card", "heuristic"),
    [(card, HEURISTICS[name]) for card in ALGORITHMS for name in (VARIOUS if card.informed else VARIOUS[:1])],
    ids=lambda card: card.name,
)
def test_the_lower_bound_is_true_and_of_the_right_parity_whatever_the_outcome(
    card: AlgorithmCard, heuristic: HeuristicCard
) -> None:
    outcomes = set()
    for goal in four_goals(Shape(3, 3))[1::2]:
        known = distances(goal)
        for tiles in Random(3).sample([t for t, far in known.items() if far <= 24], 1):
            for limits, tick in interrupted():
                run = run_of(
                    Board(goal.shape, tiles),
                    card,
                    goal=goal,
                    heuristic=heuristic,
                    limits=limits,
                    clock=Clock(tick),
                    weight=1.5,
                )
                while run.result is None:
                    assert run.lower_bound <= known[tiles]
                    assert (run.lower_bound - known[tiles]) % 2 == 0
                    run.step(0)
                bound = run.result.lower_bound
                assert bound is not None
                assert bound <= known[tiles]
                assert (bound - known[tiles]) % 2 == 0
                outcomes.add(run.result.outcome)
    assert len(outcomes) >= 3


class Tripled(Manhattan):
    """Far too much."""

    def estimate(self, state: Sequence[int]) -> int:
        return 3 * super().estimate(state)

    def step(self, h: float, state: Any, slide: Any) -> float:
        return self.estimate(state)


TRIPLED = HeuristicCard(
    name="tripled", label="", summary="", make=Tripled, admissible=False, consistent=False
)


@pytest.mark.parametrize("algorithm", ["astar", "weighted-astar", "idastar", "rbfs", "greedy"])
def test_an_inadmissible_heuristic_is_not_trusted(algorithm: str) -> None:
    proved = longer = 0
    for goal in four_goals(Shape(2, 3)):
        for tiles, truth in list(distances(goal).items())[::9]:
            result = finish(
                run_of(Board(goal.shape, tiles), algorithm, goal=goal, heuristic=TRIPLED, weight=2.0)
            )
            assert result.outcome is Outcome.SOLVED
            assert result.length is not None
            assert result.excess is not None
            assert result.lower_bound is not None
            assert result.lower_bound <= truth
            assert result.length - result.excess <= truth <= result.length
            proved += result.claim == "proved shortest"
            longer += result.length > truth
    assert proved > 0
    assert longer > 0


@pytest.mark.parametrize("algorithm", ["astar", "weighted-astar", "idastar", "rbfs", "greedy", "beam"])
def test_an_inadmissible_heuristic_hides_no_path_within_the_depth(algorithm: str) -> None:
    for goal in four_goals(Shape(2, 3)):
        for tiles, truth in list(distances(goal).items())[5::60]:
            for depth in (truth - 1, truth):
                limits = Limits(depth=depth)
                result = finish(
                    run_of(Board(goal.shape, tiles), algorithm, goal=goal, heuristic=TRIPLED, limits=limits)
                )
                assert (result.outcome is Outcome.SOLVED) == (depth == truth)
                assert result.lower_bound is not None
                assert result.lower_bound <= truth


def test_an_uninformed_search_is_trusted_whatever_heuristic_came_along() -> None:
    result = finish(run_of(EASY, "breadth-first", heuristic=TRIPLED))
    assert result.claim == "proved shortest"
    assert result.heuristic is None


def test_only_an_admissible_heuristic_makes_the_weight_a_promise() -> None:
    for card in (*HEURISTICS, TRIPLED):
        for weight in (1.0, 1.5):
            run = run_of(EASY, "weighted-astar", heuristic=card, weight=weight)
            assert finish(run).promised == (weight if card.admissible else None)
            assert finish(run).option == ("weight", weight)
    assert finish(run_of(EASY, "astar", weight=1.5)).promised is None


def test_a_weight_below_one_promises_no_more_than_one_does() -> None:
    result = finish(run_of(EASY, "weighted-astar", weight=0.5))
    assert result.times_shortest == result.promised == 1
    assert result.option == ("weight", 0.5)


@each_algorithm
def test_the_option_is_the_one_its_card_names(card: AlgorithmCard) -> None:
    result = finish(run_of(EASY, card, weight=3.0, width=7, limits=Limits(depth=10)))
    expected = {"weight": ("weight", 3.0), "width": ("width", 7), None: None}[card.option]
    assert result.option == expected
    assert result.to_dict()["option"] == (None if expected is None else {expected[0]: expected[1]})


def test_times_shortest_is_one_without_moves_and_none_without_a_path() -> None:
    assert finish(run_of(LAST)).times_shortest == 1
    assert run_of(HARD).cancel().times_shortest is None
    assert run_of(Board.parse("1 2 3/4 5 6/8 7 0")).cancel().times_shortest is None


# Faults of a search are never passed on


@pytest.mark.parametrize("path", [(), ((5, 4),), ((1, 4),), ((0, 1), (3, 0)), ((4, 5), (5, 8), (4, 5))])
def test_a_search_that_lies_about_its_path_is_caught(path: tuple[tuple[int, int], ...]) -> None:
    def lying(*args: Any) -> Search:
        yield Snapshot()
        yield Snapshot(expanded=1, path=path)

    run = run_of(EASY, card_of(lying))
    with pytest.raises(WrongAnswerError):
        finish(run)
    assert run.result is None


def test_a_heuristic_that_lies_about_itself_is_caught() -> None:
    with pytest.raises(InvalidHeuristicError, match="tripled claims to be admissible and is not"):
        finish(run_of(EASY, heuristic=replace(TRIPLED, admissible=True)))


@pytest.mark.parametrize("informed", [True, False])
def test_a_search_that_lies_about_its_bound_is_caught(informed: bool) -> None:
    def lying(*args: Any) -> Search:
        yield Snapshot()
        yield Snapshot(expanded=1, bound=3, path=((7, 4), (8, 7)))

    with pytest.raises(WrongAnswerError, match="a path of 2 moves is below the lower bound 4"):
        finish(run_of(EASY, card_of(lying, informed=informed)))


@pytest.mark.parametrize("limits", [Limits(expanded=0), Limits(seconds=0), Limits(stored=0), Limits(depth=0)])
def test_a_solved_board_needs_no_search_and_no_limit_forbids_it(limits: Limits) -> None:
    result = run_of(LAST, limits=limits).result
    assert result is not None
    assert (result.outcome, result.path, result.lower_bound) == (Outcome.SOLVED, "", 0)


def test_a_search_that_failed_does_not_turn_into_one_that_found_nothing() -> None:
    def failing(*args: Any) -> Search:
        yield Snapshot()
        raise ZeroDivisionError("in a heuristic of yours")

    run = run_of(HARD, card_of(failing))
    for _ in range(3):
        with pytest.raises(ZeroDivisionError, match="of yours"):
            finish(run)
    assert run.result is None
    assert run.cancel().outcome is Outcome.CANCELLED
    assert run.step(1) is run.result is not None
