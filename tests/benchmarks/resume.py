"""`python -m tests.benchmarks.resume`: how much work a resumed proof saves. Run it alone.

IDA* proves Korf's 24-puzzles with these numbers, in one process, from the beginning. Then it stops after a
part of the states, and resumes from a file. Seconds are CPU time. It uses this user's tables: `npuzzle tables
build 5x5 --max-group 6` makes the larger ones.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from npuzzle import Job, Limits, Result
from npuzzle.solving.resume import Proofs
from npuzzle.storage import keep_in, user_folder
from tests.benchmarks.anytime import known

PARTS = (0.5, 0.9)  # shares of the states after which a search stops


def measure(proofs: Proofs, job: Job) -> tuple[Result, float]:
    """Solve with the saved proof; return the result and the CPU seconds."""
    began = process_time()
    result = proofs.solve(job)
    return result, process_time() - began


def compare(job: Job, length: int) -> list[str]:
    """Return a board's lines: for the proof from the beginning, and for each part, stopped and resumed."""
    with TemporaryDirectory() as folder:
        proofs = Proofs(Path(folder))
        whole, seconds = measure(proofs, job)
        assert (whole.length, whole.is_optimal) == (length, True)
        lines = [f"from the beginning: {seconds:.1f} s, {whole.expanded:,} states, {whole.length} moves"]
        for part in PARTS:
            first, spent = measure(proofs, replace(job, limits=Limits(expanded=int(part * whole.expanded))))
            (file,) = proofs.list()
            size = file.path.stat().st_size
            last, more = measure(proofs, job)
            together = (first.expanded + last.expanded) / whole.expanded
            assert (last.path, last.is_optimal) == (whole.path, True)
            lines.append(
                f"  stopped after {spent:.1f} s, at {first.lower_bound} moves, {size:,} bytes saved: "
                f"{more:.1f} s more, {last.expanded:,} states; together {together:.3f} of those"
            )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", type=int, nargs="*", default=[1, 5], metavar="NUMBER", help="of Korf's")
    options = parser.parse_args()
    keep_in(user_folder())
    boards = known()
    for number in options.boards:
        text, length = boards[number - 1]
        job = Job.create(text, "blank-first", algorithm="idastar", heuristic="pattern-tables")
        print(f"board {number},", "\n".join(compare(job, length)), flush=True)


if __name__ == "__main__":
    main()
