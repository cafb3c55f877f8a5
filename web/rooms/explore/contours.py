"""A second view of a search: how many boards it has expanded with each f and g, as a table."""

from __future__ import annotations

from collections import Counter

from npuzzle.lab import Status, Trace
from npuzzle.text import count
from web.ui.table import Table

MOST_COLUMNS = 24  # values of f in the table; a search with more has them in the last column


def count_expansions(trace: Trace, at: int) -> Counter[tuple[float, int]]:
    """Count the boards expanded in the first `at` steps by their priority f and their depth g."""
    nodes = (trace.nodes[number] for number in trace.steps[:at])
    return Counter((node.f, node.g) for node in nodes if trace.status(node.number, at) is not Status.GOAL)


def make_contours(trace: Trace, at: int) -> Table:
    """Make the table: a row for each depth, a column for each f, and how many boards were expanded."""
    found = count_expansions(trace, at)
    values = sorted({f for f, _ in found})[:MOST_COLUMNS]
    heads = ("g", *(f"f = {value:g}" for value in values), "all")
    rows = []
    for g in sorted({g for _, g in found}):
        numbers = [found[value, g] for value in values]
        total = sum(number for (_, depth), number in found.items() if depth == g)
        rows.append((str(g), *(str(number or "") for number in numbers), str(total)))
    return Table(heads, tuple(rows))


def shade(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return how dark each number of the table is, in hundredths of the largest."""
    numbers = [[int(cell or 0) for cell in row[1:-1]] for row in table.rows]
    largest = max((number for row in numbers for number in row), default=0) or 1
    return tuple(tuple(round(100 * number / largest) for number in row) for row in numbers)


def describe_contours(trace: Trace, at: int) -> str:
    """Say which values of f the search has gone through, in order, as contours around the start."""
    found = count_expansions(trace, at)
    if not found:
        return "Nothing is expanded yet."
    values = sorted({f for f, _ in found})
    if len(values) == 1:
        return f"{count(sum(found.values()), 'board')} expanded, all with f = {values[0]:g}."
    return f"{count(sum(found.values()), 'board')} expanded, with f from {values[0]:g} to {values[-1]:g}."
