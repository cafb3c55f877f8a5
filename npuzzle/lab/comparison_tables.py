"""The tables of a comparison as text, HTML and CSV: each is a list of entries, plain data by name."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from html import escape
from io import StringIO
from itertools import takewhile
from types import NoneType
from typing import Any, NamedTuple

from npuzzle.errors import UnknownNameError
from npuzzle.text import align_within

Entries = Sequence[Mapping[str, Any]]

TITLES = {
    "runs": "Every run",
    "totals": "In all, best first",
    "depths": "Means by depth (the shortest length)",
}

#: The first columns, which say what a line is about.
KEYS = ("board", "rank", "depth", "algorithm", "heuristic")

#: The heads of columns that differ from the names in the plain data.
HEADS = {
    "length": "moves",
    "peak_frontier": "peak frontier",
    "per_second": "expanded/s",
    "branching": "b*",
}


def require_table(table: str) -> None:
    """Raise UnknownNameError unless it is the name of a table."""
    if not isinstance(table, str) or table not in TITLES:
        raise UnknownNameError("table", table, TITLES)


def format_text(table: str, entries: Entries, columns: int | None = None) -> str:
    """Format a table as text: its title, then aligned columns, with numbers to the right.

    One that is wider than `columns` characters is written as several, below each other.
    """
    heads, lines, numeric = _make_columns(entries)
    keys = len(list(takewhile(KEYS.__contains__, heads)))
    return f"{TITLES[table]}\n{align_within(columns, [heads, *lines], numeric, keys=keys)}"


def format_csv(entries: Entries) -> str:
    """Format a table as CSV, after a line of names; empty without entries."""
    out = StringIO()
    if entries:
        writer = csv.DictWriter(out, list(entries[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(entries)
    return out.getvalue()


def format_html(table: str, entries: Entries) -> str:
    """Format a table as HTML, which takes its colours from the page around it."""
    heads, lines, numeric = _make_columns(entries)
    sides = ["right" if right else "left" for right in numeric]
    head = "".join(_format_cell("th", text, side, ' scope="col"') for text, side in zip(heads, sides))
    rows = "".join(
        f"<tr>{''.join(_format_cell('td', text, side) for text, side in zip(line, sides))}</tr>"
        for line in lines
    )
    body = f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
    return f'<table><caption style="text-align: left">{escape(TITLES[table])}</caption>{body}</table>'


class _Columns(NamedTuple):
    """The columns of a table: heads, lines of text, and which columns hold numbers."""

    heads: list[str]
    lines: list[list[str]]
    numeric: list[bool]


def _make_columns(entries: Entries) -> _Columns:
    """Make the columns of a table; leave out one without any value."""
    used = [name for name in entries[0] if any(entry[name] is not None for entry in entries)]
    return _Columns(
        [HEADS.get(name, name) for name in used],
        [[_format_value(name, entry[name]) for name in used] for entry in entries],
        [all(isinstance(entry[name], (int, float, NoneType)) for entry in entries) for name in used],
    )


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
