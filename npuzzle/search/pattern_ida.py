"""IDA* with additive pattern databases, by the kernel `pattern_ida`: one shortest path, or all of them.

`pattern_ida_star` prunes every sequence of moves that another sequence, tried earlier, makes needless.
`every_shortest` prunes only moves straight back, so that no shortest path is lost. All path lengths of a
board have the same parity, so the bound rises by 2. When the search within one bound took long, the searches
within the next bounds are divided among workers (`split_search`). A resumed search is divided from the start,
because it begins at a bound that took long.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from npuzzle.compiler import engine_named
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.kernels import pattern_ida
from npuzzle.pattern_databases.catalogue import FoundTables
from npuzzle.pattern_databases.table import format_partition
from npuzzle.progress import forward
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import Helpers, Path, Refuted, Search, SearchOptions, Stats
from npuzzle.search.move_pruning import skip_duplicates, skip_returns
from npuzzle.search.pattern_search import DEEPEST, PatternSearch, iter_make
from npuzzle.search.split_search import NoHelpers, SplitSearch, describe_request, is_worth_splitting


def pattern_ida_star(problem: Problem, heuristic: PatternDatabases, options: SearchOptions) -> Search:
    """Find or build the databases, then search as `ida_star` does. Both yield between steps."""
    stats = _first_stats(problem, heuristic, options)
    refuted = Refuted() if options.refuted is None else options.refuted
    stats.bound = max(stats.bound, refuted.bound)
    yield stats
    if problem.is_goal(problem.initial):
        stats.hold(1, 1)
        return ()
    making = iter_make(heuristic, options.engine, skip_duplicates())
    kernel = yield from _begin(making, problem, heuristic, stats, refuted.bound)
    resumes = refuted.bound > 0
    refuted.raise_to(int(stats.bound))
    if resumes:  # resume at the bound that the earlier search did not finish
        return (yield from _split(kernel, problem, heuristic, options, stats))
    while stats.bound <= _depth_limit(options):
        stats.start_iteration(stats.bound)
        before, outcome = stats.expanded, pattern_ida.MORE
        while outcome != pattern_ida.NOTHING:
            outcome = kernel.search(stats)
            if outcome == pattern_ida.SOLVED:
                path = _read_path(kernel, heuristic)
                kernel.release()
                return path
            yield stats
        stats.bound += 2  # all path lengths have the same parity
        refuted.raise_to(int(stats.bound))
        kernel.begin_again(int(stats.bound))
        if _should_split(_helpers_of(options), stats.expanded - before, kernel.engine):
            return (yield from _split(kernel, problem, heuristic, options, stats))
    kernel.release()
    return None


def every_shortest(
    problem: Problem,
    heuristic: PatternDatabases,
    options: SearchOptions,
    *,
    report: Callable[[Path], None],
    at_least: int = 0,
) -> Search:
    """Call `report` with each shortest path. The caller knows that no path is shorter than `at_least`."""
    stats = _first_stats(problem, heuristic, options)
    yield stats
    if problem.is_goal(problem.initial):
        stats.hold(1, 1)
        report(())
        return None
    making = iter_make(heuristic, options.engine, skip_returns())
    kernel = yield from _begin(making, problem, heuristic, stats, at_least)
    solved = False
    while stats.bound <= _depth_limit(options) and not solved:
        outcome = pattern_ida.MORE
        while outcome != pattern_ida.NOTHING:
            outcome = kernel.search(stats)
            if outcome == pattern_ida.SOLVED:
                solved = True
                report(_read_path(kernel, heuristic))
            yield stats
        if not solved:
            stats.bound += 2
            kernel.begin_again(int(stats.bound))
    kernel.release()
    return None


def _helpers_of(options: SearchOptions) -> Helpers | None:
    """Return the helpers, or NoHelpers if a search whose parts are saved has no helpers."""
    return NoHelpers() if options.helpers is None and options.refuted is not None else options.helpers


def _should_split(helpers: Helpers | None, expanded: int, engine: str) -> bool:
    """Return whether to search the next bound with helpers. The last bound took `expanded` states."""
    return helpers is not None and helpers.is_time() and is_worth_splitting(expanded, engine)


def _split(
    kernel: PatternSearch, problem: Problem, heuristic: PatternDatabases, options: SearchOptions, stats: Stats
) -> Search:
    """Continue the search with helpers, from the current bound."""
    helpers, symmetry = _helpers_of(options), heuristic.symmetry
    assert helpers is not None
    tables, is_limited = format_partition(kernel.tables.partition), options.most_expanded is not None
    request = describe_request(problem, kernel.engine, tables, is_limited=is_limited)
    helpers.open(request, kernel.kernel.bytes)
    try:
        start = symmetry.of_state(problem.initial), symmetry.image[problem.home]
        search = SplitSearch(kernel, start, stats, helpers, options)
        while stats.bound <= _depth_limit(options):
            stats.start_iteration(stats.bound)
            slides = yield from search.try_bound()
            if slides is not None:
                kernel.release()
                return tuple([symmetry.back(slide) for slide in slides])
            stats.bound += 2
    finally:
        helpers.close()
    kernel.release()
    return None


def _first_stats(problem: Problem, heuristic: PatternDatabases, options: SearchOptions) -> Stats:
    """Make the stats for the time before databases are found. The bound is the Manhattan distance."""
    symmetry = heuristic.symmetry
    initial, home = symmetry.of_state(problem.initial), symmetry.image[problem.home]
    far = sum(symmetry.shape.distance(c, tile) for c, tile in enumerate(initial) if tile != home)
    return Stats(bound=far, engine=engine_named(options.engine))


#: A generator that makes a kernel, and yields the share of the work done, from 0 to 1.
Making = Generator[float, None, "tuple[PatternSearch, FoundTables]"]


def _begin(
    making: Making, problem: Problem, heuristic: PatternDatabases, stats: Stats, at_least: int = 0
) -> Generator[Stats, None, PatternSearch]:
    """Make a kernel and begin the search. Write the bound, the engine and the databases into `stats`."""
    kernel, found = yield from forward(making, lambda done: stats.pause())
    symmetry = heuristic.symmetry
    initial, home = symmetry.of_state(problem.initial), symmetry.image[problem.home]
    least = kernel.least(initial, home)
    first = least + (max(at_least - least, 0) + 1) // 2 * 2  # the parity of all path lengths
    stats.bound, stats.engine = first, kernel.engine
    stats.note, stats.tables = found.note, kernel.tables.sizes
    kernel.begin(initial, home, first)
    return kernel


def _depth_limit(options: SearchOptions) -> int:
    return DEEPEST if options.max_depth is None else min(options.max_depth, DEEPEST)


def _read_path(kernel: PatternSearch, heuristic: PatternDatabases) -> tuple[Slide, ...]:
    """Return the path that the kernel has found, as slides of the original board."""
    return tuple([heuristic.symmetry.back(slide) for slide in kernel.solution()])
