"""`Comparison`: the results of many contenders on the same boards, and their tables.

A table is a list of entries, plain data by name. JSON, CSV, HTML, text and pandas are ways to write a table,
each from the entries alone. `runs` has a row for each run, and `totals` has one for each contender. `depths`
has means for each depth, the length of a shortest path, over the boards whose depth is proved.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib import import_module
from io import BytesIO, StringIO
from itertools import takewhile
from math import inf
from types import NoneType
from typing import Any, TypeVar

from npuzzle.errors import InvalidJobError, MissingLibraryError, UnknownNameError, require_several
from npuzzle.numbers import require_whole
from npuzzle.solving.limits import Outcome
from npuzzle.solving.result import Result
from npuzzle.text import align_within

T = TypeVar("T")
Entries = Sequence[Mapping[str, Any]]

TITLES = {
    "runs": "Every run",
    "totals": "In all, best first",
    "depths": "Means by depth (the shortest length)",
}
KEYS = ("board", "rank", "depth", "algorithm", "heuristic")  # the first columns: what a line is about
HEADS = {"length": "moves", "peak_frontier": "peak frontier", "per_second": "expanded/s", "branching": "b*"}
MAX_GENERATED = 10**18  # most generated states for which b* is computed


@dataclass(frozen=True, slots=True)
class Row:
    """One run of a contender on a board, solved or not. `contender`: the number of the contender, from 0.

    `error`: the error of the run. Its result then has the counts so far, and no path.
    """

    result: Result
    contender: int
    error: str = ""

    @property
    def branching(self) -> float | None:
        """The effective branching factor b*, from generated states and length."""
        length = self.result.length
        return None if length is None else effective_branching(self.result.snapshot.generated, length)

    @property
    def way(self) -> tuple[str, str, str]:
        """The algorithm, the algorithm's numbers, and the heuristic, as text."""
        option = ", ".join(f"{name} {value:g}" for name, value in self.result.numbers.items())
        return self.result.algorithm, option, self.result.heuristic or ""

    def named(self) -> dict[str, str | None]:
        """Return the contender as plain data."""
        return dict(zip(("algorithm", "option", "heuristic"), [text or None for text in self.way]))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: the values of `Result`, and `branching` and `error`.

        `option`: the numbers of the algorithm, such as "weight 1.5". `outcome`: as in a result, or `error`.
        `branching`: the effective branching factor b*.
        `error`: the error of the run, whose counts end there.
        """
        result, now = self.result, self.result.snapshot
        return {
            "board": str(result.problem.start),
            **self.named(),
            "outcome": "error" if self.error else result.outcome.value,
            "claim": result.claim,
            "length": result.length,
            "expanded": now.expanded,
            "generated": now.generated,
            "peak_frontier": now.peak_frontier,
            "seconds": round(result.seconds, 6),
            "branching": _round(self.branching),
            "error": self.error or None,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """All rows, in the order in which they were made: board by board."""

    rows: tuple[Row, ...]

    def totals(self) -> list[dict[str, Any]]:
        """Return one entry per contender, the best first: most boards solved, then fewest states expanded.

        `rank`: the place, 1 for the best contender. None if the contender solved no board.
        `option`: the numbers of the algorithm, such as "weight 1.5".
        `boards`: the number of boards. `solved`: how many were solved. `proved`: how many were proved
        shortest.
        `length`: the sum over solved boards. None if there are none.
        `expanded`, `generated`, `seconds`: the sum over boards. `peak_frontier`: the largest value.
        `per_second`: states expanded per second. None if the runs took no time.
        `branching`: the mean of b*, over the boards solved.
        """
        entries = [self._add_up(rows) for rows in _group(self.rows, lambda row: row.contender).values()]
        entries.sort(key=lambda entry: (-entry["solved"], entry["expanded"], entry["generated"]))
        return [{"rank": rank if entry["solved"] else None, **entry} for rank, entry in enumerate(entries, 1)]

    def depths(self) -> list[dict[str, Any]]:
        """Return one entry, with means, for each contender and depth, the length of a shortest path.

        The means include only boards whose depth some row has proved, and only rows with a path.

        `depth`: the length of a shortest path. `boards`: the number of boards.
        `option`: the numbers of the algorithm, such as "weight 1.5".
        `expanded`, `generated`, `peak_frontier`, `branching`: the mean.
        """
        depth = {row.result.problem.start: row.result.length for row in self.rows if row.result.is_optimal}
        solved = [
            row for row in self.rows if row.result.length is not None and row.result.problem.start in depth
        ]
        groups = _group(solved, lambda row: (depth[row.result.problem.start], row.contender))
        return [
            {
                "depth": key[0],
                **rows[0].named(),
                "boards": len(rows),
                **{
                    name: _round(_mean([getattr(row.result.snapshot, name) for row in rows]), 1)
                    for name in ("expanded", "generated", "peak_frontier")
                },
                "branching": _round(_mean([row.branching for row in rows])),
            }
            for key, rows in sorted(groups.items(), key=lambda item: item[0])
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: `runs`, `totals` and `depths`."""
        return {
            "runs": [row.to_dict() for row in self.rows],
            "totals": self.totals(),
            "depths": self.depths(),
        }

    def to_pandas(self, table: str = "runs") -> Any:
        """Return the table `runs`, `totals` or `depths` as a pandas DataFrame.

        Raises UnknownNameError, or MissingLibraryError without pandas.
        """
        _require_table(table)
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise MissingLibraryError("pandas is not installed here: pip install pandas") from None
        return pandas.DataFrame(self.to_dict()[table])

    def plot(self) -> Any:
        """Draw states expanded and b* against depth by matplotlib, with a line for each contender.

        Return the Figure: a notebook shows it, `figure.savefig("comparison.svg")` saves it. A point is a mean
        over the boards of that depth. Boards without a proved shortest length are left out.

        Raises MissingLibraryError without matplotlib, and InvalidJobError if there is nothing to draw.
        """
        entries = self.depths()
        if not entries:
            raise InvalidJobError("there is nothing to draw: no board has a length that is proved shortest")
        figure = _make_figure()
        left, right = figure.subplots(1, 2)
        for name, points in _group(entries, _name_way).items():
            depths = [point["depth"] for point in points]
            left.plot(depths, [point["expanded"] for point in points], marker="o", label=name)
            right.plot(depths, [point["branching"] for point in points], marker="o", label=name)
        left.set(xlabel="moves of a shortest path", ylabel="states expanded (mean)", yscale="log")
        right.set(xlabel="moves of a shortest path", ylabel="effective branching factor b*")
        left.legend()
        return figure

    def _repr_html_(self) -> str:
        """Return the HTML for a notebook: the totals, and the means by depth, if any."""
        tables = {"totals": self.totals(), "depths": self.depths()}
        return "".join(_format_html(name, entries) for name, entries in tables.items() if entries)

    def _repr_pretty_(self, printer: Any, _: bool) -> None:
        """Print the same tables in a terminal."""
        printer.text(self.to_text(["totals", "depths"]))

    def to_csv(self, table: str = "runs") -> str:
        """Write the table `runs`, `totals` or `depths` after a line of names. Raises UnknownNameError."""
        _require_table(table)
        return _format_csv(self.to_dict()[table])

    def to_text(
        self, tables: Sequence[str] = ("runs", "totals", "depths"), *, columns: int | None = None
    ) -> str:
        """Write tables with aligned columns, each in parts if it is wider than `columns` characters.

        Raises UnknownNameError.
        """
        for table in require_several(tables, f"the tables must be a list of {', '.join(TITLES)}"):
            _require_table(table)
        data = self.to_dict()
        return "\n\n".join(_format_text(table, data[table], columns) for table in tables if data[table])

    def _add_up(self, rows: Sequence[Row]) -> dict[str, Any]:
        results = [row.result for row in rows]
        lengths = [result.length for result in results if result.length is not None]
        seconds = sum(result.seconds for result in results)
        expanded = sum(result.snapshot.expanded for result in results)
        return {
            **rows[0].named(),
            "boards": len(rows),
            "solved": sum(result.outcome is Outcome.SOLVED for result in results),
            "proved": sum(result.is_optimal for result in results),
            "length": sum(lengths) if lengths else None,
            "expanded": expanded,
            "generated": sum(result.snapshot.generated for result in results),
            "peak_frontier": max(result.snapshot.peak_frontier for result in results),
            "seconds": round(seconds, 6),
            "per_second": round(expanded / seconds) if seconds else None,
            "branching": _round(_mean([row.branching for row in rows])),
        }


def _name_way(entry: Mapping[str, Any]) -> str:
    """Name a contender for a legend: the algorithm, its numbers, the heuristic."""
    return ", ".join(str(entry[name]) for name in ("algorithm", "option", "heuristic") if entry[name])


def _make_figure() -> Any:
    """Make an empty Figure of matplotlib that a notebook shows. Raises MissingLibraryError."""
    try:
        figure: Any = import_module("matplotlib.figure").Figure(figsize=(9, 3.6), layout="constrained")
    except ImportError:
        raise MissingLibraryError("matplotlib is not installed here: pip install matplotlib") from None

    def draw_png() -> bytes:
        file = BytesIO()
        figure.savefig(file, format="png")
        return file.getvalue()

    figure._repr_png_ = draw_png  # a notebook that has not imported pyplot shows figures as text
    return figure


def _group(rows: Iterable[T], key: Callable[[T], Any]) -> dict[Any, list[T]]:
    groups: dict[Any, list[T]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _round(value: float | None, digits: int = 4) -> float | None:
    return None if value is None else round(value, digits)


def effective_branching(generated: int, depth: int) -> float | None:
    """Compute b* of a search with this many `generated` states and a path of `depth` moves.

    b* is the number of successors of each state in a uniform tree with as many states: b* + b*^2 + ... +
    b*^depth = generated (Nilsson, 1971). It is computed to 9 digits, by bisection. None if `depth` is 0 or
    `generated` is below `depth`.

    >>> round(effective_branching(2 + 4 + 8, 3), 6)
    2.0
    """
    depth = require_whole(depth, "depth must be a whole number", -inf)
    generated = require_whole(generated, "generated must be a whole number", -inf)
    require_whole(generated, f"generated must be at most {MAX_GENERATED:,}", -inf, MAX_GENERATED)
    if depth < 1 or generated < depth:
        return None
    low, high = 1.0, float(max(2, generated))
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        if _count_tree(middle, depth, generated) < generated:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _count_tree(b: float, depth: int, enough: int) -> float:
    """Count the states of a uniform tree below its root, and stop at `enough`."""
    total, level = 0.0, 1.0
    for _ in range(depth):
        level *= b
        total += level
        if total >= enough:
            break
    return total


def _require_table(table: str) -> None:
    """Raise UnknownNameError unless it is the name of a table."""
    if not isinstance(table, str) or table not in TITLES:
        raise UnknownNameError("table", table, TITLES)


def _format_text(table: str, entries: Entries, columns: int | None = None) -> str:
    """Format a table as text: its title, then aligned columns, with numbers to the right.

    A table wider than `columns` characters is split into several, one below the other.
    """
    heads, lines, numeric = _make_columns(entries)
    keys = len(list(takewhile(KEYS.__contains__, heads)))
    return f"{TITLES[table]}\n{align_within(columns, [heads, *lines], numeric, keys=keys)}"


def _format_csv(entries: Entries) -> str:
    """Format a table as CSV: a line of names, then the entries. Empty if there are no entries."""
    out = StringIO()
    if entries:
        writer = csv.DictWriter(out, list(entries[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(entries)
    return out.getvalue()


def _format_html(table: str, entries: Entries) -> str:
    """Format a table as HTML, in the colours of the page around the table."""
    heads, lines, numeric = _make_columns(entries)
    sides = ["right" if right else "left" for right in numeric]
    head = "".join(_format_cell("th", text, side, ' scope="col"') for text, side in zip(heads, sides))
    rows = "".join(
        f"<tr>{''.join(_format_cell('td', text, side) for text, side in zip(line, sides))}</tr>"
        for line in lines
    )
    body = f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
    return f'<table><caption style="text-align: left">{escape(TITLES[table])}</caption>{body}</table>'


def _make_columns(entries: Entries) -> tuple[list[str], list[list[str]], list[bool]]:
    """Return heads, lines of text, and which columns are numbers, all without the empty columns."""
    used = [name for name in entries[0] if any(entry[name] is not None for entry in entries)]
    heads = [HEADS.get(name, name) for name in used]
    lines = [[_format_value(name, entry[name]) for name in used] for entry in entries]
    numeric = [all(isinstance(entry[name], (int, float, NoneType)) for entry in entries) for name in used]
    return heads, lines, numeric


def _format_value(name: str, value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.3f}" if name in ("seconds", "branching") else f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _format_cell(kind: str, text: str, side: str, attributes: str = "") -> str:
    """Format a cell, aligned twice: some notebook readers remove `style`, others overrule `align`."""
    style = f"text-align: {side}; white-space: nowrap"
    return f'<{kind}{attributes} align="{side}" style="{style}">{escape(text)}</{kind}>'
