"""`Drive` and `explore`: limits hold exactly in any state space, and each outcome has its name."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest

from npuzzle import ALGORITHMS, InvalidJobError, Limits, Outcome, Problem, Snapshot, best_first, explore
from npuzzle.errors import KernelMemoryError
from npuzzle.heuristics.simple import Zero
from npuzzle.search.base import Search, Stats
from npuzzle.solving.driver import MANY_SUCCESSORS, MEASURED_SLICES, Drive
from tests.unit.search.common import Clock
from tests.unit.search.spaces import Broad, Jugs, River, Roads

DEAD_END = Roads({"S": {"A": 1}, "A": {"S": 1, "B": 1}})
CHAIN = Roads({n: {n + 1: 1} for n in range(10_000)}, start=0, aim=10_000)


def drive_of(search: Search, limits: Limits | None = None, **options: Any) -> Drive:
    return Drive(search, Limits() if limits is None else limits, **options)


def finish(drive: Drive) -> Outcome:
    while drive.outcome is None:
        drive.step(0)
    return drive.outcome


def endless() -> Search:
    return best_first(Broad(3))


# Limits


@pytest.mark.parametrize("expanded", [0, 1, 2, 19, 20, 21, 99, 100, 101, 2_345])
def test_a_search_ends_exactly_at_its_node_limit(expanded: int) -> None:
    drive = drive_of(endless(), Limits(expanded=expanded))
    while drive.outcome is None:
        drive.step(0)
        assert drive.snapshot.expanded <= expanded
    assert drive.outcome is Outcome.OUT_OF_NODES
    assert drive.snapshot.expanded == expanded


@pytest.mark.parametrize("stored", [1, 2, 99, 100, 101, 2_000, 9_999])
@pytest.mark.parametrize("width", [1, 7, MANY_SUCCESSORS])
def test_the_stored_limit_is_passed_by_at_most_one_expansion(width: int, stored: int) -> None:
    drive = drive_of(best_first(Broad(width)), Limits(stored=stored))
    assert finish(drive) is Outcome.OUT_OF_MEMORY
    assert stored <= drive.snapshot.stored < stored + width


def test_the_number_of_states_that_an_expansion_stores_can_be_set() -> None:
    drive = drive_of(best_first(Broad(500)), Limits(stored=3_000), branching=500)
    assert finish(drive) is Outcome.OUT_OF_MEMORY
    assert 3_000 <= drive.snapshot.stored < 3_500


def test_most_stored_counts_unless_the_limits_say_otherwise() -> None:
    plain, told = drive_of(endless(), most_stored=50), drive_of(endless(), Limits(stored=90), most_stored=50)
    assert finish(plain) is finish(told) is Outcome.OUT_OF_MEMORY
    assert 50 <= plain.snapshot.stored < 53
    assert 90 <= told.snapshot.stored < 93


@pytest.mark.parametrize(
    ("error", "note"),
    [(MemoryError(), ""), (KernelMemoryError("tables of 5x5 take 77 MB"), "Tables of 5x5 take 77 MB.")],
)
def test_memory_running_out_for_real_is_an_outcome(error: MemoryError, note: str) -> None:
    def hungry() -> Search:
        yield Stats(bound=9)
        yield Stats(expanded=20, bound=15)
        raise error

    drive = drive_of(hungry())
    assert finish(drive) is Outcome.OUT_OF_MEMORY
    assert drive.snapshot == Snapshot(expanded=20, bound=15, note=note)


def test_seconds_end_a_search() -> None:
    drive = drive_of(endless(), Limits(seconds=5), clock=Clock(0.5))
    assert finish(drive) is Outcome.OUT_OF_TIME
    assert drive.seconds == 5
    assert drive.snapshot.expanded > 0


def test_only_time_inside_step_counts() -> None:
    clock = Clock()
    drive = drive_of(endless(), Limits(seconds=1), clock=clock)
    for _ in range(4):
        assert drive.step(0) is None
        clock.now += 1000
    assert drive.seconds == 0


def test_a_step_ends_early_when_the_search_waits_for_others_and_that_time_counts() -> None:
    clock, waits = Clock(), [False, True, False, False]
    drive = drive_of(sleeping(clock, {}), Limits(seconds=9), clock=clock, is_waiting=lambda: waits.pop(0))
    drive.step(1)
    assert (waits, drive.snapshot.expanded) == ([False, False], 1)
    clock.now += 0.5  # a message arrives
    drive.step(0.03)
    assert (waits, drive.snapshot.expanded) == ([], 3)
    clock.now += 1000  # the caller is busy
    assert drive.seconds == pytest.approx(0.56)


def sleeping(clock: Clock, slices: dict[int, float]) -> Search:
    """Search in slices of a fiftieth of a second by that clock, or as long as `slices` says."""
    for number in range(1_000_000):
        yield Stats(expanded=number)
        clock.now += slices.get(number, 0.02)


def test_an_hour_that_the_computer_slept_is_not_counted() -> None:
    clock = Clock()
    drive = drive_of(sleeping(clock, {60: 3600.0}), Limits(seconds=60), clock=clock)
    assert finish(drive) is Outcome.OUT_OF_TIME
    assert drive.slept == pytest.approx(3600, abs=0.1)
    assert drive.seconds == pytest.approx(60, abs=0.1)
    assert drive.snapshot.expanded == pytest.approx(3000, abs=5)


@pytest.mark.parametrize("slices", [{5: 3600.0}, {1: 1.0, 99: 99.0}, {99: 29.0}])
def test_a_slice_is_believed_without_many_shorter_ones_to_compare_it_with(slices: dict[int, float]) -> None:
    """So slow estimates count in full, beginning with the first one."""
    clock = Clock()
    drive = drive_of(sleeping(clock, slices), Limits(seconds=sum(slices.values())), clock=clock)
    assert finish(drive) is Outcome.OUT_OF_TIME
    assert drive.slept == 0
    assert drive.seconds == pytest.approx(clock.now - 100)


def after(slices: list[float]) -> Drive:
    """Run slices of these lengths in seconds, with no time in between."""
    clock = Clock()

    def lasting() -> Search:
        for number, seconds in enumerate(slices):
            clock.now += seconds
            yield Stats(expanded=number)

    drive = drive_of(lasting(), clock=clock)
    for _ in slices:
        drive.step(0)
    return drive


@pytest.mark.parametrize(
    ("slices", "slept"),
    [
        ([0.25] * MEASURED_SLICES + [3600.25], 3600),
        ([0.25] * (MEASURED_SLICES - 1) + [3600.25], 0),
        ([0.25] * MEASURED_SLICES + [30], 0),
        ([0.25] * MEASURED_SLICES + [30.25], 30),
        ([0.5] * MEASURED_SLICES + [50], 0),
        ([0.5] * MEASURED_SLICES + [50.5], 50),
        ([0.25] * MEASURED_SLICES + [100.25, 200.25], 300),
        ([0.25] * MEASURED_SLICES + [20, 2000], 0),
    ],
)
def test_slept_is_what_a_slice_lasted_beyond_the_longest_believed(slices: list[float], slept: float) -> None:
    drive = after(slices)
    assert drive.slept == slept
    assert drive.seconds == sum(slices) - slept


def test_step_returns_when_its_seconds_are_over() -> None:
    clock = Clock(0.125)
    drive = drive_of(endless(), clock=clock)
    began = clock.now
    assert drive.step(3) is None
    assert 3 <= clock.now - began < 3.5


def test_slices_are_as_long_as_the_speed_allows() -> None:
    """First 20 states, then as many as take a fiftieth of a second, at most 16 times as many as before."""
    paces: list[int] = []

    def steady() -> Search:
        expanded, stats = 0, Stats()
        while True:
            stats.expanded = expanded
            yield stats
            pace = stats.left
            clock.now += 0.000001 * pace
            expanded += pace
            paces.append(pace)

    clock = Clock()
    drive = drive_of(steady(), clock=clock)
    for _ in range(6):
        drive.step(0)
    assert paces[:3] == [20, 320, 5120]
    assert all(19_990 <= pace <= 20_000 for pace in paces[3:])


def test_slices_are_of_whole_states_and_end_short_of_the_memory() -> None:
    paces: list[Any] = []

    def watched() -> Search:
        expanded, stats = 0, Stats()
        while True:
            stats.expanded, stats.stored = expanded, 7 + expanded
            yield stats
            paces.append(stats.left)
            expanded += paces[-1] or 0

    finish(drive_of(watched(), Limits(stored=100), branching=10, clock=Clock()))
    assert paces[:3] == [9, 8, 7], "a tenth of the rest of 100, rounded down"
    assert all(type(pace) is int for pace in paces)


def test_the_lengths_of_the_path_in_hand_are_kept_as_it_becomes_shorter() -> None:
    clock = Clock()

    def improving() -> Search:
        for best in (None, "ULDRUL", "URDLUR", "ULDR", "ULDRUL", "UL"):
            clock.now += 1
            yield Stats(best=best)

    drive = drive_of(improving(), clock=clock)
    finish(drive)
    assert drive.lengths == [(2, 6), (4, 4), (6, 2)]


# Ends


def test_outcomes_have_these_words() -> None:
    assert [outcome.value for outcome in Outcome] == [
        *("solved", "unsolvable", "no path within the depth limit", "gave up"),
        *("cancelled", "out of time", "out of nodes", "out of memory"),
    ]


def test_the_step_in_which_it_ends_says_how() -> None:
    def at_once() -> Search:
        yield Stats()
        return ()

    drive = drive_of(at_once())
    assert drive.step(0) is None
    assert drive.step(0) is Outcome.SOLVED


def test_a_path_is_an_end() -> None:
    drive = drive_of(best_first(Jugs()))
    assert finish(drive) is Outcome.SOLVED
    assert drive.step(1) is Outcome.SOLVED
    drive.cancel()
    assert drive.outcome is Outcome.SOLVED


@pytest.mark.parametrize("exhausted", [Outcome.NO_PATH, Outcome.GAVE_UP])
def test_a_search_that_ends_without_a_path_is_what_its_owner_calls_it(exhausted: Outcome) -> None:
    drive = drive_of(best_first(DEAD_END), exhausted=exhausted)
    assert finish(drive) is exhausted
    assert drive.snapshot.expanded == 3


def test_a_judge_may_end_it_by_any_snapshot_but_not_one_with_a_path() -> None:
    def far(now: Snapshot) -> Outcome | None:
        return Outcome.GAVE_UP if now.bound >= 5 else None

    drive = drive_of(endless(), end_early=far)
    assert finish(drive) is Outcome.GAVE_UP
    assert drive.snapshot.bound >= 5
    assert finish(drive_of(best_first(River()), end_early=lambda now: None)) is Outcome.SOLVED

    def sudden() -> Search:
        stats = Stats()
        yield stats
        stats.bound = 5
        return ()

    assert finish(drive_of(sudden(), end_early=far)) is Outcome.SOLVED


def test_cancelled_it_keeps_what_is_known_and_stands_still() -> None:
    drive = drive_of(endless())
    drive.step(0)
    drive.step(0)
    known = drive.snapshot
    drive.cancel()
    assert drive.step(10) is drive.outcome is Outcome.CANCELLED
    assert drive.snapshot == known
    assert known.expanded > 0


# Explore


def test_explore_finds_a_path() -> None:
    found = explore(best_first(Jugs()))
    assert found.outcome is Outcome.SOLVED
    assert found.path is found.snapshot.path is not None
    assert len(found.path) == found.bound == found.snapshot.bound == 6
    assert found.seconds > 0


def test_explore_tells_that_there_is_no_way_at_all() -> None:
    found = explore(best_first(DEAD_END, estimate=lambda town: 1))
    assert (found.outcome, found.path, found.bound) == (Outcome.UNSOLVABLE, None, float("inf"))


UNSOLVABLE = Problem("1 2/0 3", "2 1/0 3")


@pytest.mark.parametrize("name", ["breadth-first", "bidirectional", "uniform-cost", "astar", "greedy"])
@pytest.mark.parametrize("depth", [None, 1, 50])
def test_explore_tells_the_same_of_a_board_whatever_searches_it(name: str, depth: int | None) -> None:
    card = ALGORITHMS[name]
    search = card.search(UNSOLVABLE, Zero(UNSOLVABLE.goal), card.options(max_depth=depth))
    found = explore(search)
    assert (found.outcome, found.path) == (Outcome.NO_PATH if depth == 1 else Outcome.UNSOLVABLE, None)
    with pytest.raises(InvalidJobError, match="this search has ended: make a new one"):
        explore(search)


def test_a_search_without_a_path_and_a_bound_gave_up() -> None:
    def search() -> Search:
        yield Stats()
        return None

    assert explore(search()).outcome is Outcome.GAVE_UP


@pytest.mark.parametrize("priority", [None, lambda g, h: -g])
def test_explore_does_not_call_unsolvable_what_was_cut_at_a_depth(
    priority: Callable[[float, float], float] | None,
) -> None:
    found = explore(best_first(Jugs(), max_depth=5, priority=priority))
    assert (found.outcome, found.path, found.bound) == (Outcome.NO_PATH, None, 6)
    assert explore(best_first(DEAD_END, max_depth=5, priority=priority)).outcome is Outcome.UNSOLVABLE


@pytest.mark.parametrize(
    ("limits", "outcome"),
    [
        (Limits(expanded=77), Outcome.OUT_OF_NODES),
        (Limits(stored=77), Outcome.OUT_OF_MEMORY),
        (Limits(seconds=0), Outcome.OUT_OF_TIME),
        (Limits(seconds=0.001), Outcome.OUT_OF_TIME),
    ],
)
def test_explore_ends_at_the_first_limit_met(limits: Limits, outcome: Outcome) -> None:
    found = explore(best_first(CHAIN), limits)
    assert (found.outcome, found.path) == (outcome, None)
    assert found.bound == found.snapshot.bound < 10_000
    if limits.seconds is None:
        assert 76 <= found.snapshot.expanded <= 77


def test_explore_leaves_the_depth_to_the_search() -> None:
    with pytest.raises(InvalidJobError, match="max_depth"):
        explore(best_first(CHAIN), Limits(depth=3))


def test_what_was_explored_is_free_at_once() -> None:
    closed = []

    def watched() -> Search:
        try:
            yield Stats()
            yield Stats()
            return ()
        finally:
            closed.append(True)

    gc.disable()  # closing must not wait for the garbage collector
    try:
        found = explore(watched())
        assert closed == [True]
        assert found.outcome is Outcome.SOLVED
    finally:
        gc.enable()


# Valid limits


@pytest.mark.parametrize("name", ["seconds", "expanded", "stored", "depth"])
@pytest.mark.parametrize("value", [-1, -0.5, float("nan"), float("inf"), -float("inf"), True, "3", [1]])
def test_an_invalid_limit_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(InvalidJobError) as caught:
        Limits(**{name: value})
    kind = "a number" if name == "seconds" else "a whole number"
    assert str(caught.value) == f"the {name} limit must be {kind}, 0 or more, got {value!r}"


def test_limits_may_be_nothing_absent_or_huge() -> None:
    assert Limits().seconds is Limits().expanded is Limits().stored is Limits().depth is None
    found = explore(best_first(Jugs()), Limits(seconds=10**300, expanded=10**30, stored=10**30))
    assert found.outcome is Outcome.SOLVED
