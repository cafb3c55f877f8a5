"""Kernels and tables of IDA*: made on demand, reused by the next search, dropped with a broken one."""

from __future__ import annotations

import gc
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from npuzzle import HEURISTICS, Problem, Shape, Snapshot
from npuzzle.compiler import Kernel, available
from npuzzle.errors import KernelMemoryError
from npuzzle.pattern_databases import build, catalogue
from npuzzle.search import pattern_search
from npuzzle.search.base import Stepper
from npuzzle.search.pattern_search import make_ready
from tests.support.known_boards import korf
from tests.unit.heuristics.claims import goal_with_blank_at
from tests.unit.pattern_databases.common import empty_store
from tests.unit.search.common import drive, last, one_by_one
from tests.unit.search.kernel_searches import EIGHT, length_of, problems, same, search

pytestmark = pytest.mark.usefixtures("no_kernel_lies_idle")


def test_a_solved_board_takes_no_tables_and_no_kernel(kernels: list[Kernel]) -> None:
    with empty_store():
        found = last(search(Problem(EIGHT, EIGHT)))
        assert (found.path, found.expanded, found.generated, found.bound) == ((), 0, 0, 0)
        assert catalogue._session == {}
    assert kernels == []


@pytest.mark.slow
@pytest.mark.slow_cases("checked")
@pytest.mark.parametrize("engine", available())
def test_closed_in_the_middle_a_search_leaves_no_trace_in_the_next(
    engine: str, kernels: list[Kernel]
) -> None:
    """This holds for any board and any moment: a closed search drops its kernel."""
    boards = problems(EIGHT, 6, 12, least=24)
    alone = [same(last(search(problem))) for problem, _ in boards]
    kernels.clear()
    pattern_search._idle.clear()
    for slices, (problem, _) in enumerate(boards * 2):
        broken = search(problem, engine=engine)
        drive(broken, [3] * slices)
        broken.close()
        other = (slices + 1) % len(boards)
        assert same(last(search(boards[other][0], engine=engine))) == alone[other]
    assert len(pattern_search._idle) == 1
    made = len(kernels)
    for problem, _ in boards:
        last(search(problem, engine=engine))
    assert len(kernels) == made, "searches that end share one kernel"


def test_a_search_that_is_collected_never_gives_its_kernel_back() -> None:
    """Its memory may have been released already."""
    problem, _ = problems(EIGHT, 1, 12, least=24)[0]
    expected = same(last(search(problem)))
    gc.freeze()  # so that objects of other tests are not collected each time
    for _ in range(3):
        ring: list[Any] = [search(problem)]
        drive(ring[0], [3])
        ring.append(ring)
        before = list(pattern_search._idle)
        del ring
        gc.collect()
        assert [kernel for kernel in pattern_search._idle if kernel not in before] == []
        assert same(last(search(problem))) == expected


@pytest.mark.slow
def test_two_searches_taken_along_in_turn_do_not_disturb_each_other(kernels: list[Kernel]) -> None:
    pairs = problems(EIGHT, 8, 14, least=22)
    for (one, _), (other, _) in pairwise(pairs):
        alone = [same(last(search(one))), same(last(search(other)))]
        together = [one_by_one(search(one)), one_by_one(search(other))]
        ends: list[Snapshot | None] = [None, None]
        running = [0, 1]
        while running:
            for at in list(running):
                now = next(together[at], None)
                if now is None:
                    running.remove(at)
                else:
                    ends[at] = now
        assert [same(end) for end in ends if end is not None] == alone
    assert len(kernels) == 2, "each pair reuses the kernels of the last"


@pytest.mark.slow
def test_no_more_kernels_lie_idle_than_there_is_room_for() -> None:
    under_way = [one_by_one(search(problem)) for problem, _ in problems(EIGHT, 6, 1, least=25)]
    for one in under_way:
        next(one)
        next(one)
    for one in under_way:
        list(one)
    assert len(pattern_search._idle) == pattern_search.KEPT == 2


def test_the_first_snapshot_comes_before_any_table_is_looked_for() -> None:
    with empty_store():
        problem, _ = problems(EIGHT, 1, 1, least=20)[0]
        began = search(problem)
        first = next(began)
        assert catalogue._session == {}
        assert first.bound == HEURISTICS["manhattan"].make(EIGHT).estimate(problem.initial)
        assert (first.expanded, first.engine) == (0, available()[0])
        began.close()


def test_while_tables_are_built_it_reports_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "STATES_PER_FAST_STEP", 50)
    monkeypatch.setattr(build, "STATES_PER_STEP", {})
    problem, far = problems(EIGHT, 1, 1, least=20)[0]
    with empty_store():
        stopped = search(problem)
        assert [next(stopped).expanded for _ in range(20)] == [0] * 20
        stopped.close()
        assert (catalogue._session, pattern_search._idle) == ({}, [])
        snapshots = list(Stepper(search(problem)).snapshots(2_000))
        assert len(snapshots) > 50
        assert snapshots[-1].path is not None
        assert len(snapshots[-1].path) == far


@pytest.mark.slow
def test_made_ready_the_next_search_makes_no_kernel(kernels: list[Kernel]) -> None:
    assert all(0 <= done <= 1 for done in make_ready(Shape(3, 3)))
    assert len(kernels) == 1
    for home in (0, 2, 6, 8):
        for problem, far in problems(goal_with_blank_at(Shape(3, 3), home), 2, home):
            assert length_of(problem) == far
    assert len(kernels) == 1


@pytest.mark.slow
def test_where_memory_is_short_smaller_tables_are_searched_with_and_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem, length = korf()[41]
    monkeypatch.setattr(pattern_search, "Kernel", partial(Kernel, most_bytes=1_000_000))
    monkeypatch.setattr(catalogue, "MOST_BUILT_COMPILED", 50_000)
    with empty_store():
        found = last(search(problem, depth=length - 10))
        assert (
            "kernel pattern_ida needs 8 MB, but the limit is 1 MB: a smaller set of tables is used."
            in found.note
        )
        assert pattern_search._idle[-1].tables.sizes == "4-4-4-3"


@pytest.mark.slow
def test_what_went_wrong_on_the_way_to_smaller_tables_is_reported_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem, length = korf()[41]
    monkeypatch.setattr(pattern_search, "Kernel", partial(Kernel, most_bytes=1_000_000))
    monkeypatch.setattr(build, "Kernel", partial(Kernel, most_bytes=3_000_000))
    with empty_store():
        found = last(search(problem, engine=available()[0], depth=length - 10))
        assert "kernel pattern_ida needs 8 MB, but the limit is 1 MB" in found.note
        if found.engine != "python":
            assert (
                "kernel pattern_build needs 5 MB, but the limit is 3 MB. A 4-4-4-3 set is used" in found.note
            )


def test_without_memory_for_any_tables_that_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern_search, "Kernel", partial(Kernel, most_bytes=1_000))
    problem, _ = problems(EIGHT, 1, 1)[0]
    with empty_store(), pytest.raises(KernelMemoryError, match="no memory for pattern databases of 3x3"):
        last(search(problem))
