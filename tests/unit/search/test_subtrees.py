"""The subtrees of a bound add up to one search, in its order. A searcher runs them one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice, pairwise
from random import Random

import pytest

from npuzzle import Board, Problem, Shape, goal_board, random_walk
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.progress import run_to_end
from npuzzle.puzzle.problem import State
from npuzzle.search import subtrees
from npuzzle.search.base import Refuted, Stats, Ways
from npuzzle.search.pattern_search import PatternSearch, iter_kernel
from npuzzle.search.subtrees import Ended, Report, Subtree, SubtreeSearcher, TreeTop

Start = tuple[PatternSearch, State, int]
HARD = Problem(Board.parse("13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6"), goal_board("blank-first", Shape(4, 4)))
SEARCHED = 51  # one of its bounds: 1,707 states, no solution


@pytest.fixture(autouse=True)
def _few_roots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subtrees, "ROOTS", 8)
    monkeypatch.setattr(subtrees, "SHARE", 10)
    monkeypatch.setattr(subtrees, "LARGE", 5)


def begin(problem: Problem) -> Start:
    heuristic = PatternDatabases(problem.goal)
    symmetry = heuristic.symmetry
    kernel = run_to_end(iter_kernel(heuristic, "python"))
    return kernel, symmetry.of_state(problem.initial), symmetry.image[problem.home]


@pytest.fixture(scope="module", params=[Shape(2, 4), Shape(3, 3), Shape(4, 4)], ids=str)
def start(request: pytest.FixtureRequest) -> Start:
    """Prepare a kernel and a board of each shape, 10 to 24 moves from the goal."""
    goal = goal_board("blank-last", request.param)
    return begin(Problem(random_walk(goal, 40, Random(6)), goal))


@pytest.fixture(scope="module")
def hard() -> Start:
    return begin(HARD)


def bounds_of(start: Start) -> Iterator[int]:
    """Yield the bounds that a search tries, in order."""
    return count(start[0].least(*start[1:]), 2)


def search_whole(start: Start, bound: int) -> tuple[bool, Stats, list[tuple[int, int]]]:
    """Search a bound undivided. Return whether there is a solution, the counts, and the path."""
    kernel, stats = start[0], Stats(report_at=10**9)
    kernel.begin(*start[1:], bound)
    solved = kernel.search(stats) == 2
    return solved, stats, kernel.solution() if solved else []


def divide(top: TreeTop, bound: int, refuted: Refuted | None = None) -> tuple[list[Subtree], Stats]:
    """Return the subtrees of a bound, and the counts above them. Each step is one expansion."""
    stats = Stats()
    dividing, steps = top.divide(bound, stats, refuted or Refuted()), 0
    while True:
        try:
            assert next(dividing) is stats
            steps += 1
            assert steps == stats.expanded
        except StopIteration as end:
            return end.value, stats


def finish(searcher: SubtreeSearcher, draw: Random) -> list[Report]:
    """Search all waiting subtrees, a random number of states at a time."""
    reports = []
    while searcher.current:
        number, most = searcher.current.number, draw.randint(1, 40)
        reports.append(searcher.search(most))
        assert reports[-1].number == number
        assert reports[-1].expanded <= most
    return reports


def test_the_parts_of_a_bound_are_the_whole_search(start: Start) -> None:
    """Together they have its states and its longest path; the first solution is the same."""
    refuted, top, draw, solved = Refuted(), TreeTop(*start), Random(1), False
    for bound in bounds_of(start):
        refuted.raise_to(bound)
        solved, whole, path = search_whole(start, bound)
        found, stats = divide(top, bound, refuted)
        searcher = SubtreeSearcher(*start)
        for subtree in found:
            searcher.add(subtree)
        reports = finish(searcher, draw)
        solutions = [report for report in reports if report.ended is Ended.SOLVED]
        assert bool(solutions) == solved
        if solved:
            assert list(solutions[0].slides) == path
            assert len(path) == bound
            return
        assert stats.expanded + sum(report.expanded for report in reports) == whole.expanded
        assert stats.generated + sum(report.generated for report in reports) == whole.generated
        assert max((report.peak for report in reports), default=0) in (0, whole.peak_frontier)
        refuted.done = dict.fromkeys([subtree.ways for subtree in found], 0)
        for report in reports:
            refuted.done[found[report.number].ways] += report.expanded


def test_subtrees_are_numbered_in_the_order_of_one_search(start: Start) -> None:
    for bound in islice(bounds_of(start), 4):
        found, _ = divide(TreeTop(*start), bound)
        ways = [subtree.ways for subtree in found]
        assert ways == sorted(ways)
        assert not any(two[: len(one)] == one for one, two in pairwise(ways)), "no subtree contains another"
        assert [subtree.number for subtree in found] == list(range(len(found)))
        assert {subtree.bound for subtree in found} <= {bound}
        assert all(len(one) < bound for one in ways), "the goal is below every root"


def test_the_top_ends_at_the_first_level_with_enough_roots(
    hard: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    top, depths, counts = TreeTop(*hard), list[int](), list[int]()
    for roots in range(1, 30):
        monkeypatch.setattr(subtrees, "ROOTS", roots)
        found, _ = divide(top, SEARCHED)
        (depth,) = {len(subtree.ways) for subtree in found}
        assert len(found) >= roots
        depths.append(depth)
        counts.append(len(found))
    assert (depths[0], counts[0]) == (0, 1), "for one root, the start is enough"
    for roots, (depth, deeper) in enumerate(pairwise(depths), 2):
        assert deeper == depth if counts[roots - 2] >= roots else deeper > depth, "no deeper than necessary"


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_a_near_goal_is_below_the_roots(moves: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sizes and parts of earlier searches do not change this, down to the last move."""
    goal = goal_board("blank-last", Shape(3, 3))
    start = begin(Problem(random_walk(goal, moves, Random(3)), goal))
    bound = start[0].least(*start[1:])
    deepest, _ = divide(TreeTop(*start), bound)
    ways = [subtree.ways for subtree in deepest]
    assert {len(one) for one in ways} == {bound - 1}
    large = Refuted(bound, {}, dict.fromkeys(ways, 10**6))
    assert divide(TreeTop(*start), bound, large)[0] == deepest
    monkeypatch.setattr(subtrees, "ROOTS", 1)
    left, _ = divide(TreeTop(*start), bound, Refuted(bound, {ways[0]: 1}))
    assert [subtree.ways for subtree in left if ways[0][: len(subtree.ways)] == subtree.ways] == []


def measure(start: Start) -> tuple[list[Subtree], dict[Ways, int]]:
    """Return the subtrees of a bound, and the number of states of each."""
    found, _ = divide(TreeTop(*start), SEARCHED)
    searcher, sizes = SubtreeSearcher(*start), dict[Ways, int]()
    for subtree in found:
        searcher.add(subtree)
        sizes[subtree.ways] = searcher.search(10**9).expanded
    return found, sizes


@pytest.mark.parametrize(
    ("size", "others", "share", "least", "is_divided"),
    [
        (101, 0, 500, 100, True),
        (100, 0, 500, 100, False),
        (101, 899, 10, 5, True),
        (100, 900, 10, 5, False),
        (101, 899, 10, 101, False),
    ],
)
def test_a_subtree_that_was_large_is_divided_and_no_other(
    hard: Start,
    size: int,
    others: int,
    share: int,
    least: int,
    is_divided: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Large means more than one part in SHARE of all states, and more than LARGE."""
    ways = [subtree.ways for subtree in divide(TreeTop(*hard), SEARCHED)[0]]
    monkeypatch.setattr(subtrees, "SHARE", share)
    monkeypatch.setattr(subtrees, "LARGE", least)
    large, rest = ways[3], [*ways[:3], *ways[4:]]
    sizes = {one: others // len(rest) for one in rest}
    sizes |= {large: size, rest[0]: sizes[rest[0]] + others % len(rest)}
    now = [subtree.ways for subtree in divide(TreeTop(*hard), SEARCHED, Refuted(SEARCHED, {}, sizes))[0]]
    assert (large not in now) == is_divided
    assert [one for one in now if one[: len(large)] != large and one in rest[1:]] == rest[1:]
    assert any(one[: len(large)] == large for one in now), "its parts are listed instead"


def test_the_parts_of_a_large_subtree_are_divided_by_what_they_had(
    hard: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parts' sizes are known if the bound before divided the subtree; otherwise they count as equal."""
    monkeypatch.setattr(subtrees, "SHARE", 10**6)
    monkeypatch.setattr(subtrees, "LARGE", 10)
    roots, _ = divide(TreeTop(*hard), SEARCHED)
    root = max((subtree.ways for subtree in roots), key=lambda ways: len(parts_of(hard, ways)))
    parts = parts_of(hard, root)
    cases = [({**dict.fromkeys(parts, 10), part: 11}, [part]) for part in parts]
    cases += [({root: 11 * len(parts)}, parts), ({root: 10 * len(parts)}, [])]
    for sizes, divided in cases:
        found, _ = divide(TreeTop(*hard), SEARCHED, Refuted(SEARCHED, {}, sizes))
        now = {subtree.ways for subtree in found}
        assert root not in now
        assert [part for part in parts if part not in now] == divided


def parts_of(start: Start, root: Ways) -> list[Ways]:
    """Return the parts of a root that is divided once."""
    refuted = Refuted(SEARCHED, {}, {root: subtrees.LARGE + 1})
    found, _ = divide(TreeTop(*start), SEARCHED, refuted)
    return [one.ways for one in found if one.ways[: len(root)] == root and len(one.ways) == len(root) + 1]


def test_what_is_done_is_left_out_and_nothing_else(hard: Start) -> None:
    """The rest has exactly the states of the whole search without the finished subtrees."""
    draw = Random(2)
    found, sizes = measure(hard)
    _, whole, _ = search_whole(hard, SEARCHED)
    for number in (1, 4, len(found) - 1):
        done = {ways: sizes[ways] for ways in draw.sample(sorted(sizes), number)}
        left, stats = divide(TreeTop(*hard), SEARCHED, Refuted(SEARCHED, done))
        searcher = SubtreeSearcher(*hard)
        for subtree in left:
            searcher.add(subtree)
        expanded = stats.expanded + sum(report.expanded for report in finish(searcher, draw))
        assert expanded == whole.expanded - sum(done.values())
    assert divide(TreeTop(*hard), SEARCHED, Refuted(SEARCHED, sizes))[0] == []
    everything, stats = divide(TreeTop(*hard), SEARCHED, Refuted(SEARCHED, {(): 1}))
    assert (everything, stats.expanded) == ([], 0)


def test_a_root_above_what_is_done_is_divided_down_to_it(
    hard: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subtrees, "LARGE", 10**6)
    shallow, _ = divide(TreeTop(*hard), SEARCHED)
    monkeypatch.setattr(subtrees, "ROOTS", 40)
    deep, _ = divide(TreeTop(*hard), SEARCHED)
    monkeypatch.setattr(subtrees, "ROOTS", 8)
    done = deep[5].ways
    left, _ = divide(TreeTop(*hard), SEARCHED, Refuted(SEARCHED, {done: 3}))
    now = [subtree.ways for subtree in left]
    assert done not in now
    assert [one for one in now if done[: len(one)] == one] == [], (
        "no remaining subtree contains a finished one"
    )
    others = [subtree.ways for subtree in shallow if done[: len(subtree.ways)] != subtree.ways]
    assert [one for one in now if one in others] == others, "the others are unchanged"


def large_subtrees(start: Start) -> tuple[list[Subtree], list[int]]:
    """Return the subtrees with more than three states, and their numbers of states."""
    found, sizes = measure(start)
    large = [subtree for subtree in found if sizes[subtree.ways] > 3]
    assert len(large) >= 3
    return large, [sizes[subtree.ways] for subtree in large]


@pytest.mark.slow
def test_a_searcher_does_what_it_is_given_in_that_order(hard: Start) -> None:
    given, sizes = large_subtrees(hard)
    for most in (1, 2, 7, 10**6):
        searcher = SubtreeSearcher(*hard)
        assert searcher.current is None
        assert not searcher.can_search
        for subtree in given[::-1]:
            searcher.add(subtree)
        assert searcher.current == given[-1]
        counted = dict.fromkeys([subtree.number for subtree in given], 0)
        ended = []
        while searcher.can_search:
            report = searcher.search(most)
            assert 0 <= report.expanded <= most
            counted[report.number] += report.expanded
            if report.ended is not Ended.NOT_YET:
                assert report.ended is Ended.NO_SOLUTION
                assert report.slides == ()
                ended.append(report.number)
        assert ended == [subtree.number for subtree in given[::-1]]
        assert list(counted.values()) == sizes


def test_dropping_leaves_the_number_itself_and_what_is_begun_below(hard: Start) -> None:
    given, sizes = large_subtrees(hard)
    first, second, third = given[:3]
    searcher = SubtreeSearcher(*hard)
    for subtree in (second, first, third):
        searcher.add(subtree)
    begun = searcher.search(2)
    assert begun.ended is Ended.NOT_YET
    assert searcher.drop_above(second.number) == [Report(third.number, Ended.DROPPED)]
    assert searcher.current == second
    rest = searcher.search(10**6)
    assert begun.expanded + rest.expanded == sizes[1], "it continues where it stopped"
    assert searcher.current == first
    assert searcher.search(10**6).expanded == sizes[0]
    assert searcher.current is None


def test_a_subtree_that_is_dropped_while_it_is_searched_does_not_disturb_the_next(hard: Start) -> None:
    given, sizes = large_subtrees(hard)
    first, second, third = given[:3]
    searcher = SubtreeSearcher(*hard)
    for subtree in (third, first):
        searcher.add(subtree)
    searcher.search(2)
    assert searcher.drop_above(second.number) == [Report(third.number, Ended.DROPPED)]
    searcher.add(second)
    reports = finish(searcher, Random(4))
    counted = [sum(r.expanded for r in reports if r.number == one.number) for one in (first, second)]
    assert counted == sizes[:2]


def test_no_more_states_are_expanded_than_are_allowed(hard: Start) -> None:
    given, sizes = large_subtrees(hard)
    searcher = SubtreeSearcher(*hard, 0)
    for subtree in given:
        searcher.add(subtree)
    assert not searcher.can_search
    total = 0
    for allowed in (1, 3, 2):
        searcher.allow(allowed + 1)
        searcher.allow(-1)  # withdrawn
        spent = 0
        while searcher.can_search:
            spent += searcher.search(10**6 if allowed > 1 else 1).expanded
        assert spent == allowed
        total += spent
    searcher.allow(10**6)
    while searcher.can_search:
        total += searcher.search(5).expanded
    assert total == sum(sizes)


def test_a_solution_comes_with_its_whole_path_and_the_next_subtree_follows(start: Start) -> None:
    bound = next(bound for bound in bounds_of(start) if search_whole(start, bound)[0])
    _, _, path = search_whole(start, bound)
    found, _ = divide(TreeTop(*start), bound)
    searcher, reports = SubtreeSearcher(*start), list[Report]()
    for subtree in found:
        searcher.add(subtree)
    while not reports or reports[-1].ended is not Ended.SOLVED:
        reports.append(searcher.search(10**6))
    assert list(reports[-1].slides) == path
    rest = found[reports[-1].number + 1 :]
    left = finish(searcher, Random(1))
    assert sorted({report.number for report in left}) == [subtree.number for subtree in rest]
    for subtree in rest:
        alone = SubtreeSearcher(*start)
        alone.add(subtree)
        expanded = sum(report.expanded for report in left if report.number == subtree.number)
        assert alone.search(10**6).expanded == expanded, "the same as if searched alone"
