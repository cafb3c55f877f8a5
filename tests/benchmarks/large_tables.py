"""How much large pattern databases help on 5x5: `python -m tests.benchmarks.large_tables`.

IDA* searches Korf's first twenty 24-puzzles with the package's 5-5-5-5-4 tables and with 6-6-6-6 tables,
until every path within a bound is ruled out: the last bound for which the package's tables need at most
STATES states. Counts are exact; seconds are CPU time. The large tables are built first, or read from
--folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from npuzzle import Shape
from npuzzle.kernels import pattern_ida
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.build import iter_build
from npuzzle.pattern_databases.codec import pack, unpack
from npuzzle.pattern_databases.partition import divide
from npuzzle.pattern_databases.table import PatternSet
from npuzzle.progress import run_to_end
from npuzzle.puzzle.problem import State
from npuzzle.search.base import Stats
from npuzzle.search.move_pruning import skip_duplicates
from npuzzle.search.pattern_search import PatternSearch
from tests.support.known_boards import korf

SHAPE = Shape(5, 5)
STATES = 30_000_000  # default for --states
SLICE = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", type=int, help="numbers of boards (default: all twenty)")
    parser.add_argument("--states", type=int, default=STATES, help=f"limit of states (default: {STATES:,})")
    parser.add_argument("--folder", type=Path, help="folder with the large tables")
    parser.add_argument("--prove", type=float, help="only prove, with the large tables; seconds per board")
    options = parser.parse_args()
    small = run_to_end(catalogue.iter_find(SHAPE, 0)).tables
    with TemporaryDirectory() as folder:
        large = find_large(options.folder or Path(folder))
    if options.prove:
        prove_all(PatternSearch(large, skip_duplicates(), "auto"), options.boards, options.prove)
        return
    searches = [PatternSearch(tables, skip_duplicates(), "auto") for tables in (small, large)]
    print(f"{'':>5} {'':>6} {'generated':>27} {'seconds':>15} {'ratio':>13}")
    print(f"{'board':>5} {'bound':>6} {small.sizes:>13} {large.sizes:>13} {'':15} {'states':>6} {'time':>6}")
    ratios = []
    for number, state in read_boards(options.boards):
        bound, *first = refute(searches[0], state, most=options.states)
        _, *second = refute(searches[1], state, bound=bound)
        states, time = second[0] / first[0], second[1] / first[1]
        ratios.append((states, time))
        print(
            f"{number:5} {bound:6} {first[0]:13,} {second[0]:13,} {first[1]:7.2f} {second[1]:7.2f} "
            f"{states:6.3f} {time:6.2f}",
            flush=True,
        )
    means = [prod(column) ** (1 / len(ratios)) for column in zip(*ratios)]
    print(f"geometric mean of the ratios: states {means[0]:.3f}, time {means[1]:.2f}")


def prove_all(search: PatternSearch, numbers: Sequence[int], seconds: float) -> None:
    """Print each board's shortest length, or the lower bound reached within `seconds`."""
    for number, state in read_boards(numbers):
        bound = search.least(state, 0)
        search.begin(state, 0, bound)
        stats, began, outcome = Stats(), process_time(), pattern_ida.MORE
        while outcome != pattern_ida.SOLVED and process_time() - began < seconds:
            stats.report_at = stats.expanded + SLICE
            outcome = search.search(stats)
            if outcome == pattern_ida.NOTHING:
                bound += 2
                search.begin_again(bound)
        proved = "moves, proved" if outcome == pattern_ida.SOLVED else "moves or more"
        took = process_time() - began
        print(f"board {number}: {bound} {proved}; {stats.generated:,} generated, {took:.1f} s", flush=True)


def read_boards(numbers: Sequence[int]) -> Iterator[tuple[int, State]]:
    """Yield the number and the state of the boards with these numbers; of all boards if there are none."""
    for number, (problem, _) in enumerate(korf("korf50-24")[:20], 1):
        if not numbers or number in numbers:
            yield number, problem.initial


def find_large(folder: Path) -> PatternSet:
    """Read the large tables from the folder; if it has none, build them and save them there."""
    partition = divide(SHAPE, 0, 6)
    path = folder / catalogue.file_name(SHAPE, 0, partition)
    if path.exists():
        return unpack(path.read_bytes())
    began = process_time()
    tables = run_to_end(iter_build(SHAPE, 0, partition, 2))
    count = len(tables.distinct_data)
    print(f"{count} large tables built in {process_time() - began:.1f} s of CPU time")
    path.write_bytes(pack(tables))
    return tables


def refute(search: PatternSearch, state: State, *, bound: int = 0, most: int = 0) -> tuple[int, int, float]:
    """Rule out all paths up to a bound; with 0, up to the last bound that needs at most `most` states.

    Return the bound, the states generated, and the seconds.
    """
    least = search.least(state, 0)
    search.begin(state, 0, least)
    stats, began, result = Stats(), process_time(), (least, 1, 1e-9)
    current = least
    while not bound or current <= bound:
        outcome = pattern_ida.MORE
        while outcome == pattern_ida.MORE:
            if most and stats.expanded > most:
                return result
            stats.report_at = stats.expanded + SLICE
            outcome = search.search(stats)
        assert outcome == pattern_ida.NOTHING, "the bound is below the shortest length"
        result = current, stats.generated, process_time() - began
        current += 2
        search.begin_again(current)
    return result


if __name__ == "__main__":
    main()
