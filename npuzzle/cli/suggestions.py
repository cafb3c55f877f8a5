"""What `solve` suggests after an answer that is not proved shortest: larger pattern databases."""

from __future__ import annotations

from npuzzle.compiler import PLAIN
from npuzzle.pattern_databases import MAX_PATTERN_CELLS
from npuzzle.solving.result import Result


def suggest_larger_tables(result: Result) -> str:
    """Say how to build larger databases than the search had; empty if there are none, or nothing is left."""
    shape, has = result.problem.start.shape, result.snapshot.tables
    if not has or result.is_optimal or result.engine in PLAIN or shape.cells > MAX_PATTERN_CELLS:
        return ""
    from npuzzle.pattern_databases.catalogue import find_larger

    larger = find_larger(shape, result.problem.home)
    if larger is None or larger.sizes == has:
        return ""
    most = max(map(len, larger.partition))
    return (
        f"Larger tables prove more: npuzzle tables build {shape} --max-group {most} builds {larger.sizes} "
        f"once, and keeps them ({larger.bytes / 1e6:,.0f} MB)."
    )
