"""A search that a limit stops still gives a path, found by `anytime`, and describes it truthfully."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from npuzzle import (
    ALGORITHMS,
    AlgorithmCard,
    Job,
    Limits,
    Outcome,
    Problem,
    Result,
    Run,
    Stats,
    compare,
    explore,
    solve,
    start,
)
from npuzzle.search.base import Search

HARDEST = "0 12 9 13/15 11 10 14/3 7 5 6/4 8 2 1"  # 80 moves
COLUMNS = "1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 0"  # 72 moves
SEARCHES = [card for card in ALGORITHMS if card.name not in ("anytime", "constructive")]


@pytest.mark.parametrize("metric", ["tiles", "lines"])
@pytest.mark.parametrize(
    ("limits", "outcome"),
    [
        (Limits(seconds=1e-9), Outcome.OUT_OF_TIME),
        (Limits(expanded=40), Outcome.OUT_OF_NODES),
        (Limits(stored=8), Outcome.OUT_OF_MEMORY),
        (Limits(seconds=0), Outcome.OUT_OF_TIME),
    ],
    ids=str,
)
@pytest.mark.parametrize("card", SEARCHES, ids=lambda card: card.name)
def test_every_search_that_a_limit_stops_has_a_path(
    card: AlgorithmCard, limits: Limits, outcome: Outcome, metric: str
) -> None:
    metric = metric if card.counts_lines else "tiles"
    heuristic = "auto" if metric == "lines" or not card.informed else "manhattan"
    for board in (HARDEST, COLUMNS):
        result = solve(board, algorithm=card, heuristic=heuristic, limits=limits, metric=metric)
        ends = (outcome,) if card.complete else (outcome, Outcome.GAVE_UP)
        assert result.outcome in ends
        assert result.algorithm == card.name
        assert result.path is not None
        assert result.problem.replay(result.path) == result.problem.goal
        assert result.length is not None
        assert result.lower_bound is not None
        assert result.lower_bound <= result.length
        assert result.promised is None, "no weight bounds the path of another search"
        said = result.outcome.value
        assert f"The search ended without a path: {said}. The algorithm Anytime" in result.note
        assert result.headline.startswith(f"{said.capitalize()}, but a path of {result.length} ")
        read = Result.from_dict(result.to_dict())  # its bound becomes a condition
        assert replace(read, assumes=result.assumes).to_dict() == result.to_dict()


def test_a_path_may_be_proved_shortest_by_the_bound_of_the_search() -> None:
    result = solve("1 2 3/4 5 6/0 7 8", algorithm="breadth-first", expanded=1)
    assert (result.outcome, result.claim, result.moves[0].tile) == (
        Outcome.OUT_OF_NODES,
        "proved shortest",
        7,
    )


@pytest.mark.slow
def test_a_beam_that_gives_up_has_a_path() -> None:
    result = solve(HARDEST, algorithm="beam", width=1)
    assert (result.outcome, result.solved) == (Outcome.GAVE_UP, True)


def test_a_run_that_is_cancelled_has_the_first_path_at_once() -> None:
    run = start(Job.create(HARDEST, algorithm="astar"))
    run.step(0)
    result = run.cancel()
    assert (result.outcome, result.length) == (Outcome.CANCELLED, 148)
    assert run.cancel() is result


def test_cancelled_while_it_looks_for_a_path_it_ends_as_the_search_did() -> None:
    run = start(Job.create(HARDEST, algorithm="astar", expanded=10))
    while run.snapshot.expanded < 10:
        run.step(0)
    assert run.result is None
    result = run.cancel()
    assert (result.outcome, result.solved) == (Outcome.OUT_OF_NODES, True)


@pytest.mark.slow
def test_a_better_path_of_an_earlier_search_is_kept() -> None:
    better = solve(HARDEST, algorithm="weighted-astar", heuristic="manhattan", weight=3).path
    assert better is not None
    plan = Job.create(HARDEST, algorithm="idastar", expanded=10).resolve()
    run = Run(replace(plan, options=replace(plan.options, known_path=better)), falls_back=True)
    run.step(0)
    assert run.cancel().path == better


def test_a_stopped_run_finds_its_path_in_the_next_steps() -> None:
    run = start(Job.create(HARDEST, algorithm="astar"))
    run.step(0)
    run.stop()
    steps = 0
    while run.result is None:
        run.stop()
        run.step(0)
        steps += 1
    assert steps > 1
    assert (run.result.outcome, run.result.length) == (Outcome.CANCELLED, 148)
    run.stop()
    assert run.cancel() is run.result


def wandering(problem: Problem) -> Search:
    stats = Stats()
    while stats.expanded < 100:
        stats.expanded += 1
        yield stats
    return None


def test_where_no_path_is_due_there_is_none() -> None:
    nothing = [
        solve("2 1 3/4 5 6/7 8 0", seconds=0),
        solve(HARDEST, algorithm="astar", depth=79, expanded=100),
        solve(HARDEST, algorithm="astar", depth=20),
        solve(HARDEST, algorithm=wandering, expanded=10),
        solve(HARDEST, algorithm=wandering),
        explore(wandering(Problem(HARDEST, "blank-last"))),
    ]
    assert [found.outcome for found in nothing] == [
        Outcome.UNSOLVABLE,
        Outcome.OUT_OF_NODES,
        Outcome.NO_PATH,
        Outcome.OUT_OF_NODES,
        Outcome.GAVE_UP,
        Outcome.GAVE_UP,
    ]
    assert [found.path for found in nothing] == [None] * len(nothing)


def list_measurements() -> Iterator[tuple[str, Result | None]]:
    limits = Limits(expanded=100)
    yield "compare", compare(HARDEST, "astar", limits=limits).rows[0].result
    run = Run(Job.create(HARDEST, algorithm="astar", limits=limits).resolve())
    while run.step(1) is None:
        pass
    yield "a Run of a plan", run.result


def test_what_measures_an_algorithm_counts_its_own_paths_only() -> None:
    for name, result in list_measurements():
        assert result is not None, name
        assert (result.outcome, result.path) == (Outcome.OUT_OF_NODES, None), name


def test_all_shortest_paths_are_listed_within_what_is_left_of_the_limits() -> None:
    result = solve("1 2 3/4 5 6/0 7 8", algorithm="depth-first", expanded=0, every=True)
    assert result.every is not None
    assert (result.every.count, result.every.complete, result.outcome) == (1, False, Outcome.OUT_OF_NODES)
