"""`Run`: every outcome is reached, limits hold exactly, and every claim is true."""

from __future__ import annotations

import gc
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest

from npuzzle import HEURISTICS, AlgorithmCard, Board, Limits, Outcome, Problem, Shape, Snapshot
from npuzzle.heuristics.base import Prepared
from npuzzle.heuristics.simple import Manhattan
from npuzzle.puzzle.shape import slides
from npuzzle.registry import AUTO
from npuzzle.search import WEIGHT, WIDTH, Risk, base
from npuzzle.search.base import Search, SearchOptions, Stats
from npuzzle.solving import run as run_module
from npuzzle.solving.run import default_stored
from tests.unit.search.common import Clock, finish
from tests.unit.search.runs import (
    EASY,
    FIFTEEN,
    HARD,
    LAST,
    MANHATTAN,
    card_of,
    each_algorithm,
    each_search,
    run_of,
)

MOST_SUCCESSORS = 4  # per state

# Outcomes


@each_algorithm
def test_an_unsolvable_board_is_reported_at_once_and_never_searched(card: AlgorithmCard) -> None:
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
    ended = result.outcome
    if card.improves:  # it has a path with any limit
        assert ended is Outcome.SOLVED
        ended = result.ended
    assert ended in (Outcome.OUT_OF_NODES, Outcome.OUT_OF_TIME, Outcome.OUT_OF_MEMORY)
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


@pytest.mark.parametrize("stored", [2, 6, 50, 51, 52, 53, 1000])
@each_search
def test_out_of_memory_within_one_expansion_of_the_limit(card: AlgorithmCard, stored: int) -> None:
    if card.risk is not Risk.MEMORY:
        stored = min(stored, 6)  # it stores only a path
    result = finish(run_of(FIFTEEN, card, limits=Limits(stored=stored)))
    assert result.outcome is Outcome.OUT_OF_MEMORY
    assert stored <= result.snapshot.stored <= stored + 3


def test_a_depth_that_no_path_needs_is_no_limit() -> None:
    assert finish(run_of(EASY, limits=Limits(depth=10**30))).length == 2


def test_the_memory_of_a_forgotten_search_is_counted_in_states_of_its_shape(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert default_stored(Shape(3, 3)) == 3_731_343
    assert default_stored(Shape(4, 4)) == 3_275_109
    assert default_stored(Shape(127, 127)) == 11_595
    monkeypatch.setattr(run_module, "MEMORY", 50 * (330 + 8 * 16))
    result = finish(run_of(FIFTEEN))
    assert result.outcome is Outcome.OUT_OF_MEMORY
    assert 50 <= result.snapshot.stored < 50 + MOST_SUCCESSORS


def test_an_expansion_stores_as_many_states_as_there_are_ways_to_slide() -> None:
    assert max(map(len, slides(Shape(3, 3)))) == MOST_SUCCESSORS
    run = run_of(FIFTEEN, limits=Limits(stored=1 + 20 * MOST_SUCCESSORS))
    run.step(0)
    run.step(0)
    assert run.snapshot.expanded == 20, "at least 20 expansions fit"


# Input and reports of a run


def test_a_run_without_options_is_unweighted_and_has_no_reason() -> None:
    run = run_of(EASY, "weighted-astar")
    assert run.options == SearchOptions(numbers={"weight": 1.0}, max_depth=None, engine="auto")
    assert run.limits == Limits()
    assert (run.found, run.lengths, run.snapshot) == (0, (), Snapshot())
    result = finish(run)
    assert (result.why, result.asked_for_every, result.slept) == ("", False, 0.0)


def test_the_options_of_a_run_reach_its_search_and_its_result() -> None:
    seen: list[SearchOptions] = []

    def noting(problem: Problem, heuristic: Any, options: SearchOptions) -> Search:
        seen.append(options)
        yield Stats()
        return ((7, 4), (8, 7))

    run = run_of(
        EASY,
        replace(card_of(noting), numbers=(WEIGHT, WIDTH)),
        weight=3.0,
        width=7,
        engine="python",
        why="It is small.",
        limits=Limits(depth=9),
    )
    assert finish(run).why == "It is small."
    assert seen == [SearchOptions(numbers={"weight": 3.0, "width": 7}, max_depth=9, engine="python")]


@pytest.mark.parametrize("board", [LAST, Board.parse("1 2 3/4 5 6/8 7 0")], ids=str)
def test_what_is_known_at_once_takes_no_time_and_no_search(board: Board) -> None:
    run = run_of(board)
    assert run.result is not None
    assert (run.seconds, run.found, run.lengths) == (0.0, 0, ())
    assert (run.result.seconds, run.result.slept, run.result.lengths) == (0.0, 0.0, ())
    solved = Snapshot(frontier=1, peak_frontier=1, stored=1, path=())
    assert run.snapshot == (solved if board == LAST else Snapshot())


def test_an_uninformed_search_gets_a_heuristic_that_knows_nothing() -> None:
    estimates = []

    def asking(problem: Problem, heuristic: Any, options: SearchOptions) -> Search:
        estimates.append(heuristic.estimate(problem.initial))
        yield Stats()
        return ((7, 4), (8, 7))

    finish(run_of(EASY, card_of(asking, informed=False)))
    assert estimates == [0]


@pytest.mark.parametrize(
    ("complete", "within_depth", "depth", "outcome"),
    [
        (True, True, None, Outcome.NO_PATH),
        (True, True, 9, Outcome.NO_PATH),
        (True, False, None, Outcome.NO_PATH),
        (True, False, 9, Outcome.GAVE_UP),
        (False, True, None, Outcome.GAVE_UP),
        (False, True, 9, Outcome.GAVE_UP),
    ],
)
def test_a_search_that_may_miss_a_path_gives_up_where_another_has_shown_that_there_is_none(
    complete: bool, within_depth: bool, depth: int | None, outcome: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    def empty(*args: Any) -> Search:
        yield Stats()

    card = replace(card_of(empty), complete=complete, within_depth=within_depth)
    assert finish(run_of(EASY, card, limits=Limits(depth=depth))).outcome is Outcome.GAVE_UP, (
        "a user's card proves nothing"
    )
    monkeypatch.setattr(base, "BUILT_IN", [card])
    assert finish(run_of(EASY, card, limits=Limits(depth=depth))).outcome is outcome


@each_algorithm
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_path_that_is_just_as_long_as_the_depth_allows_is_one(card: AlgorithmCard, depth: int) -> None:
    result = finish(run_of(EASY, card, limits=Limits(depth=depth)))
    assert (result.outcome, result.path) == (
        (Outcome.SOLVED, "UL") if depth >= 2 else (Outcome.NO_PATH, None)
    )


def improving(*paths: str | None) -> AlgorithmCard:
    """Make an algorithm that never ends, with these best paths one after another."""

    def search(*args: Any) -> Search:
        for best in paths:
            yield Stats(best=best)
        while True:
            yield Stats(best=paths[-1])

    return replace(card_of(search), improves=True)


def test_the_path_in_hand_is_the_answer_of_a_run_that_is_ended() -> None:
    run = run_of(EASY, improving(None, "UDUDUL", "UDUL"), clock=Clock(0.5))
    for _ in range(3):
        assert run.step(0) is None
    result = run.cancel()
    assert (result.outcome, result.ended, result.path) == (Outcome.SOLVED, Outcome.CANCELLED, "UDUL")
    assert result.lengths == run.lengths == ((1.0, 6), (1.5, 4))


@pytest.mark.parametrize("depth", [None, 6, 5, 4, 3])
def test_a_path_in_hand_counts_if_it_is_within_the_depth(depth: int | None) -> None:
    run = run_of(EASY, improving("UDUDUL", "UDUL"), limits=Limits(depth=depth), clock=Clock(0.5))
    run.step(0)
    run.step(0)
    result = run.cancel()
    lengths = [length for _, length in run.lengths]
    assert lengths == [length for length in (6, 4) if depth is None or length <= depth]
    if depth is not None and depth < 4:
        assert (result.outcome, result.path, result.ended) == (Outcome.CANCELLED, None, None)
    else:
        assert (result.outcome, result.path, result.ended) == (Outcome.SOLVED, "UDUL", Outcome.CANCELLED)


def test_a_path_proved_shortest_was_not_ended_by_anything() -> None:
    run = run_of(EASY, improving("UL"))
    run.step(0)
    result = run.cancel()
    assert (result.path, result.claim, result.ended) == ("UL", "proved shortest", None)


def test_a_list_that_was_asked_for_is_there_whenever_a_run_is_cancelled_with_a_proved_path() -> None:
    for paths, every in ((("UDUL", "UL"), ("UL",)), (("UDUL",), None), ((None,), None)):
        run = run_of(EASY, improving(*paths), every=True)
        for _ in paths:
            run.step(0)
        result = run.cancel()
        assert (result.every and result.every.paths) == every
        assert result.every is None or not result.every.complete
        assert run.step(1) is run.cancel() is result


class Slow(Manhattan):
    """Takes three steps to prepare."""

    told = Prepared(tables="6-6-3", note="From the shelf.")

    def iter_prepare(self, engine: str = AUTO) -> Generator[float, None, Prepared]:
        yield from (0.25, 0.5, 0.75)
        return self.told


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace every heuristic by a slow one, as if it were built in."""
    monkeypatch.setattr("npuzzle.solving.run.instantiate", lambda card, goal: Slow(goal))


@pytest.mark.usefixtures("slow")
def test_what_a_heuristic_gets_ready_is_done_bit_by_bit_and_told_of() -> None:
    run = run_of(HARD, clock=Clock())
    for _ in range(3):
        assert run.step(0) is None
        assert run.snapshot == Snapshot()
    run.step(0)
    assert run.snapshot.bound > 0
    run.step(0)
    assert run.snapshot.expanded > 1, "the pace requested during preparation counts"
    result = finish(run)
    assert (result.snapshot.tables, result.snapshot.note) == ("6-6-3", "From the shelf.")


@pytest.mark.usefixtures("slow")
def test_a_search_that_tells_of_its_own_tables_is_believed() -> None:
    def own(*args: Any) -> Search:
        yield Stats(tables="5-5-5", note="Built.")
        yield Stats(tables="5-5-5", note="Built.")
        return ((7, 4), (8, 7))

    result = finish(run_of(EASY, card_of(own)))
    assert (result.snapshot.tables, result.snapshot.note) == ("5-5-5", "Built.")


@pytest.mark.parametrize("informed", [True, False])
def test_a_search_may_know_its_answer_at_once(informed: bool) -> None:
    def sudden(*args: Any) -> Search:
        if args:
            return ((7, 4), (8, 7))
        yield Stats()

    result = finish(run_of(EASY, card_of(sudden, informed=informed)))
    assert (result.path, result.snapshot.expanded) == ("UL", 0)


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


@pytest.mark.parametrize("ended", [True, False])
def test_a_search_is_closed_as_soon_as_its_run_is_dropped_and_not_before(ended: bool) -> None:
    """Freeing the memory of a search takes time, and the result must not wait for it."""
    closed = []

    def watched(*args: Any) -> Search:
        try:
            while True:
                yield Stats()
        finally:
            closed.append(True)

    gc.disable()  # closing must not wait for the garbage collector
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


@pytest.mark.parametrize("limits", [Limits(expanded=0), Limits(seconds=0), Limits(stored=0), Limits(depth=0)])
def test_a_solved_board_needs_no_search_and_no_limit_forbids_it(limits: Limits) -> None:
    result = run_of(LAST, limits=limits).result
    assert result is not None
    assert (result.outcome, result.path, result.lower_bound) == (Outcome.SOLVED, "", 0)
