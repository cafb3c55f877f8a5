"""index.html and the style sheet match the parts that they are made from."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from npuzzle import site
from npuzzle.errors import SiteError
from npuzzle.site import pages
from web.room_table import ROOMS


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the parts of the page, and make the page from them."""
    for name in (pages.PARTS, pages.ROOMS):
        shutil.copytree(site.ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(site.ROOT / pages.TABLE, tmp_path / pages.TABLE)
    for name, text in pages.make_all(tmp_path).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_committed_files_are_what_their_parts_make() -> None:
    assert pages.find_stale() == [], f"run {pages.COMMAND}, and commit what it writes"
    assert pages.main(["--check"]) is None


@pytest.mark.parametrize(
    ("part", "made"),
    [
        ("web/page/footer.html", "index.html"),
        ("web/rooms/lab/panel.html", "index.html"),
        ("web/rooms/learn/bar.html", "index.html"),
        ("web/page/base.css", "web/style.css"),
        ("web/rooms/race/style.css", "web/style.css"),
    ],
)
def test_a_part_that_was_changed_is_noticed(copy: Path, part: str, made: str) -> None:
    assert pages.find_stale(copy) == []
    with (copy / part).open("a", encoding="utf-8") as file:
        file.write("<!-- changed -->\n")
    assert pages.find_stale(copy) == [made]


def test_the_check_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "find_stale", lambda: ["index.html"])
    assert pages.main(["--check"]) == "out of date: index.html; run python -m npuzzle.site.pages"
    assert pages.main(["--chek"]) == pages.__doc__


def test_the_command_writes_both_files(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "ROOT", copy)
    (copy / "index.html").write_text("", encoding="utf-8")
    (copy / "web/style.css").unlink()
    assert pages.main([]) is None
    for name in ("index.html", "web/style.css"):
        same = (copy / name).read_bytes() == (site.ROOT / name).read_bytes()
        assert same, f"{name} differs: run {pages.COMMAND}"


@pytest.mark.parametrize("part", ["web/page/head.html", "web/rooms/race/panel.html", "web/room_table.py"])
def test_a_part_that_is_missing_is_named(copy: Path, part: str) -> None:
    (copy / part).unlink()
    with pytest.raises(SiteError, match=re.escape(part)):
        pages.make_page(copy)


def test_no_marker_is_left_and_no_part_is_left_out() -> None:
    page, style = pages.make_page(), pages.make_style()
    assert not re.search(r"<!-- (part|tabs|bars|panels)", page)
    folders = [site.ROOT / pages.PARTS, *(site.ROOT / pages.ROOMS / room.name for room in ROOMS)]
    for folder in folders:
        for part in folder.glob("*.html"):
            first = part.read_text(encoding="utf-8").split("\n")[0]
            assert first in page, part
        for part in folder.glob("*.css"):
            assert part.read_text(encoding="utf-8") in style, part


def test_rules_stand_in_layers_only() -> None:
    """A rule outside would override the rules of every layer, whatever its selector."""
    style = pages.make_style()
    assert "\n@layer base, parts, rooms;\n" in style
    depth, outside = 0, ""
    for piece in re.split(r"([{}])", re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)):
        outside += piece if depth == 0 else ""
        depth += {"{": 1, "}": -1}.get(piece, 0)
    assert depth == 0
    told = [" ".join(rule.split()) for rule in re.split(r"[{;]", outside)]
    assert told == ["@layer base, parts, rooms", "@layer base", "@layer parts", "@layer rooms", ""]


@pytest.mark.parametrize(
    "typed", ["border-radius: 8px;", "font-size: .875rem;", " gap: 8px;", "ui-monospace"]
)
def test_values_used_often_are_tokens(typed: str) -> None:
    style = pages.make_style()
    style = style.replace("--gap: 8px;", "").replace("--mono: ui-monospace", "")
    assert typed not in style
