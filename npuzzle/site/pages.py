"""Make index.html and web/style.css from the parts in web/page and in the folders of the rooms (tabs).

    python -m npuzzle.site.pages            write both files
    python -m npuzzle.site.pages --check    fail if a file differs from the output of its parts

Both files are committed, so that a checkout can be served as it is. To change them, change a part and run the
command. A test fails if that was forgotten.

`web/page/page.html` is the outline. A line `<!-- part: NAME.html -->` stands for that file, `<!-- tabs -->`
for the tabs of rooms and groups, `<!-- groups -->` for the tabs inside the groups, `<!-- panels -->` for the
panels of all rooms, `<!-- bars -->` for the bars shown above every room.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from runpy import run_path
from textwrap import indent
from typing import Protocol

from npuzzle.errors import SiteError
from npuzzle.site.files import ROOT

COMMAND = "python -m npuzzle.site.pages"
PARTS = "web/page"
ROOMS = "web/rooms"
TABLE = "web/room_table.py"  # the list of all rooms
PANEL, BAR, STYLE = (
    "panel.html",
    "bar.html",
    "style.css",
)  # the files of a room; a bar and a style are optional

#: The layers of the style sheet, the weakest first, each with its files. The styles of the rooms come last.
LAYERS = {
    "base": ("tokens.css", "base.css"),
    "parts": ("parts.css", "board.css", "sharing.css", "embed.css"),
}
MARKER = re.compile(r"^( *)<!-- (?:part: ([\w.-]+)|(tabs|groups|bars|panels)) -->\n", re.MULTILINE)
MADE = f"Made by `{COMMAND}`: change the parts in {PARTS} and {ROOMS}, not this file."


class Room(Protocol):
    """The columns of `web/room_table.py` that this module reads."""

    @property
    def name(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def group(self) -> str: ...


def read_rooms(root: Path = ROOT) -> tuple[Room, ...]:
    """Read a checkout's table of rooms without an import, because it may be a different checkout."""
    table = root / TABLE
    if not table.is_file():
        raise SiteError(f"a part of the page is missing: {table}")
    rooms: tuple[Room, ...] = run_path(str(table))["ROOMS"]
    return rooms


def make_page(root: Path = ROOT) -> str:
    """Make index.html from its parts. Raises SiteError if a part is missing."""
    rooms = read_rooms(root)

    def expand(found: re.Match[str]) -> str:
        margin, part, of_rooms = found.groups()
        if part:
            return indent(_read(root / PARTS / part), margin)
        writers = {"tabs": _write_tabs, "groups": _write_groups, "bars": _write_bars, "panels": _write_panels}
        made = writers[of_rooms](root, rooms)
        return indent(made, margin)

    page = MARKER.sub(expand, _read(root / PARTS / "page.html"))
    return page.replace("<head>\n", f"<head>\n<!-- {MADE} -->\n", 1)


def _write_tabs(root: Path, rooms: Sequence[Room]) -> str:
    """Write a tab for each room or group. The first is selected, and the arrow keys reach the others."""
    tabs = [
        (group, list(several)) for group, several in groupby(rooms, key=lambda room: room.group or room.name)
    ]
    return "".join(
        _write_tab(name.lower(), first.group or first.label, [first, *others], is_selected=not at)
        for at, (name, (first, *others)) in enumerate(tabs)
    )


def _write_groups(root: Path, rooms: Sequence[Room]) -> str:
    """Write a row of tabs for each group. A row is visible while one of its rooms is open."""
    return "".join(
        f'<div id="tabs-{group.lower()}" class="tabs" role="tablist" aria-label="{group}" hidden>\n'
        + indent("".join(_write_tab(room.name, room.label, [room]) for room in several), "  ")
        + "</div>\n"
        for group, several in groupby(rooms, key=lambda room: room.group)
        if group
    )


def _write_tab(name: str, label: str, rooms: Sequence[Room], *, is_selected: bool = False) -> str:
    panels = " ".join(f"room-{room.name}" for room in rooms)
    state = 'aria-selected="true"' if is_selected else 'aria-selected="false" tabindex="-1"'
    start = f'<button type="button" role="tab" id="tab-{name}" aria-controls="{panels}"'
    return f"{start} {state}>{label}</button>\n"


def _write_bars(root: Path, rooms: Sequence[Room]) -> str:
    bars = [root / ROOMS / room.name / BAR for room in rooms]
    return "".join(_read(bar) for bar in bars if bar.is_file())


def _write_panels(root: Path, rooms: Sequence[Room]) -> str:
    """Write the panel of each room. The first is open."""
    return "\n".join(
        f'<div id="room-{room.name}" class="room" role="tabpanel" aria-labelledby="tab-{room.name}" '
        f'tabindex="-1"{" hidden" if at else ""}>\n{_read(root / ROOMS / room.name / PANEL)}</div>\n'
        for at, room in enumerate(rooms)
    )


def make_style(root: Path = ROOT) -> str:
    """Make the style sheet from its parts. A later layer overrides an earlier one, whatever the selectors."""
    of_rooms = [root / ROOMS / room.name / STYLE for room in read_rooms(root)]
    layers = {layer: [root / PARTS / name for name in names] for layer, names in LAYERS.items()}
    layers["rooms"] = [path for path in of_rooms if path.is_file()]
    head = f"/* {MADE} */\n@layer {', '.join(layers)};\n"
    return head + "".join(_write_layer(name, map(_read, paths)) for name, paths in layers.items())


def _write_layer(name: str, styles: Iterable[str]) -> str:
    return f"\n@layer {name} {{\n" + "\n".join(styles) + "}\n"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SiteError(f"a part of the page is missing: {path}") from None


def make_all(root: Path = ROOT) -> dict[str, str]:
    """Make all files, and return their contents by name."""
    return {"index.html": make_page(root), "web/style.css": make_style(root)}


def find_stale(root: Path = ROOT) -> list[str]:
    """List the files that differ from the output of their parts."""
    return [name for name, text in make_all(root).items() if _read(root / name) != text]


def main(arguments: Sequence[str]) -> str | None:
    """Write the files, or check them. Return an error message, or None."""
    if arguments not in ([], ["--check"]):
        return __doc__
    if arguments:
        stale = find_stale()
        return f"out of date: {', '.join(stale)}; run {COMMAND}" if stale else None
    for name, text in make_all(ROOT).items():
        (ROOT / name).write_text(text, encoding="utf-8")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
