"""adding.md names every file that keeps a list of all heuristics, algorithms, rooms or languages."""

from __future__ import annotations

import re
import subprocess
from functools import cache

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, site
from tests.support.documents import FOLDER, Document
from web.page.link import NOTES, ROOMS

ADDING = Document.at(FOLDER / "adding.md")

#: Share of all names in a file that make it one which keeps a list.
ENOUGH = 0.75
READ = (".py", ".md", ".html", ".json")
NAMES = {
    "## A heuristic": [card.name for card in HEURISTICS if card.name not in ("zero", "mix")],
    "## An algorithm": [card.name for card in ALGORITHMS],
    "## A room of the page": [room for room in ROOMS if room not in ("solve", "tour")],
}
LABELS = {
    "## A heuristic": [card.label for card in HEURISTICS],
    "## An algorithm": [card.label for card in ALGORITHMS],
}


@cache
def files() -> dict[str, str]:
    """The texts of the project."""
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=site.ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    here = [name for name in tracked if name.endswith(READ) and (site.ROOT / name).is_file()]
    return {name: (site.ROOT / name).read_text(encoding="utf-8") for name in here}


def part(heading: str) -> str:
    return re.split(r"^## ", ADDING.text.split(f"{heading}\n", 1)[1], flags=re.MULTILINE)[0]


def keepers(names: list[str]) -> list[str]:
    """The files with most of these names as words."""
    words = [re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])") for name in names]
    return [
        file
        for file, text in files().items()
        if sum(bool(word.search(text)) for word in words) >= ENOUGH * len(words)
    ]


@pytest.mark.parametrize(
    ("heading", "names"), [*NAMES.items(), *LABELS.items()], ids=lambda value: str(value)[:20]
)
def test_every_file_that_lists_them_is_named(heading: str, names: list[str]) -> None:
    found = keepers(names)
    assert found
    told = part(heading)
    elsewhere = ("CHANGELOG.md", "npuzzle/docs/")
    assert [file for file in found if f"`{file}`" not in told and not file.startswith(elsewhere)] == []


def test_every_file_that_is_to_be_touched_for_a_language_names_the_one_there_is() -> None:
    for file in ("web/js/language.js", "npuzzle/site/files.py", "tests/browser/test_language.py"):
        assert f"`{file}`" in part("## A language")
        assert "zh" in (site.ROOT / file).read_text(encoding="utf-8")


def test_every_language_is_served() -> None:
    found = {path.relative_to(site.ROOT).as_posix() for path in (site.ROOT / "web/languages").glob("*.json")}
    assert found
    assert found <= set(site.PAGE)


def test_rooms_and_notes_are_where_they_are_told_to_be() -> None:
    told = part("## A room of the page")
    rooms = (site.ROOT / "web/rooms/shell.py").read_text(encoding="utf-8")
    page = (site.ROOT / "index.html").read_text(encoding="utf-8")
    for room in ROOMS:
        assert f'"{room}": ' in rooms
        assert f'id="tab-{room}"' in page
        assert f'id="room-{room}"' in page
    assert NOTES
    for name in ("ROOMS", "NOTES", "TASKS", "BUSY", "PAGE"):
        assert f"`{name}`" in told


def test_a_room_has_the_modules_told() -> None:
    rooms = sorted(path for path in (site.ROOT / "web/rooms").iterdir() if (path / "view.py").exists())
    assert len(rooms) == len(ROOMS)
    for room in rooms:
        if room.name != "solve":
            assert {"__init__.py", "state.py", "view.py"} <= {path.name for path in room.iterdir()}
