"""`Comparison`: the results of the same boards solved in many ways, and their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from typing import Any, TypeVar

from npuzzle.errors import InvalidJobError, MissingLibraryError, require_several
from npuzzle.lab.branching import effective_branching
from npuzzle.lab.comparison_tables import TITLES, format_csv, format_html, format_text, require_table
from npuzzle.solving.limits import Outcome
from npuzzle.solving.result import Result

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """One board solved in one way, or not solved; `contender`: the place of the way, from 0.

    `error`: what the run raised; its result then has the counts so far, and no path.
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
        """Algorithm, its numbers and the heuristic, as text."""
        option = ", ".join(f"{name} {value:g}" for name, value in self.result.numbers.items())
        return self.result.algorithm, option, self.result.heuristic or ""

    def named(self) -> dict[str, str | None]:
        """Return the way as plain data."""
        return dict(zip(("algorithm", "option", "heuristic"), [text or None for text in self.way]))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: the values of `Result`, `branching` and `error`; its outcome is then `error`."""
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
        """Return one entry for each way, the best first: most boards solved, then fewest states expanded.

        A way that solved nothing has no `rank` and no `length`: there is nothing to compare.
        `length`, `expanded`, `generated`, `seconds` are sums, `peak_frontier` is the largest,
        `branching` the mean of the boards solved, `per_second` states expanded.
        """
        entries = [self._add_up(rows) for rows in _group(self.rows, lambda row: row.contender).values()]
        entries.sort(key=lambda entry: (-entry["solved"], entry["expanded"], entry["generated"]))
        return [{"rank": rank if entry["solved"] else None, **entry} for rank, entry in enumerate(entries, 1)]

    def depths(self) -> list[dict[str, Any]]:
        """Return the means by depth, the shortest length: one entry for each depth and way.

        They include only boards whose shortest length some row has proved, and only rows that are solved.
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
        """Return one table, `runs`, `totals` or `depths`, as a pandas DataFrame.

        Raises UnknownNameError, or MissingLibraryError without pandas.
        """
        require_table(table)
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise MissingLibraryError("pandas is not installed here: pip install pandas") from None
        return pandas.DataFrame(self.to_dict()[table])

    def plot(self) -> Any:
        """Draw states expanded against depth, and b* against depth, with a line for each way; by matplotlib.

        Return the Figure: a notebook shows it, `figure.savefig("comparison.svg")` saves it. A point is a mean
        over the boards of that depth; boards without a proved shortest length are left out.

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
        """Return what a notebook shows: the totals, and the means by depth, if any."""
        tables = {"totals": self.totals(), "depths": self.depths()}
        return "".join(format_html(name, entries) for name, entries in tables.items() if entries)

    def _repr_pretty_(self, printer: Any, _: bool) -> None:
        """Print the same in a terminal."""
        printer.text(self.to_text(["totals", "depths"]))

    def to_csv(self, table: str = "runs") -> str:
        """Write one table, `runs`, `totals` or `depths`, after a line of names. Raises UnknownNameError."""
        require_table(table)
        return format_csv(self.to_dict()[table])

    def to_text(
        self, tables: Sequence[str] = ("runs", "totals", "depths"), *, columns: int | None = None
    ) -> str:
        """Write tables with aligned columns, each in parts if it is wider than `columns` characters.

        Raises UnknownNameError.
        """
        for table in require_several(tables, f"the tables are a list of {', '.join(TITLES)}"):
            require_table(table)
        data = self.to_dict()
        return "\n\n".join(format_text(table, data[table], columns) for table in tables if data[table])

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
    """Write a way for a legend: the algorithm, its numbers, the heuristic."""
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
