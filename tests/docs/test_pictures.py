"""The README shows the picture that `python -m tests.pictures` takes, with its alternative text."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from npuzzle import site
from tests.pictures import FILM, FOLDER, MOVES, PICTURES, SCHEMES
from tests.support.documents import Document

MOST_BYTES = 600_000  # loaded by a reader, in light or dark colours
SHOWN = re.compile(
    r'<picture><source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">'
    r'<img src="([^"]+)" width="[\d.]+%" alt="([^"]+)"></picture>'
)


def test_the_readme_shows_each_picture_once_with_its_text() -> None:
    folder = FOLDER.relative_to(site.ROOT).as_posix()
    readme = Document("README.md").text
    shown = SHOWN.findall(readme)
    expected = [
        (f"{folder}/{each.file('dark')}", f"{folder}/{each.file('light')}", each.alt) for each in PICTURES
    ]
    assert sorted(shown) == sorted(expected)
    assert readme.count("<img") == len(PICTURES)
    assert "](" + folder not in readme, "every picture must have the form above"


def test_the_folder_holds_these_files_only_and_they_are_small() -> None:
    contents = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
    assert set(contents) == {each.file(scheme) for each in PICTURES for scheme in SCHEMES}
    assert all(content[:4] + content[8:12] == b"RIFFWEBP" for content in contents.values())
    for scheme in SCHEMES:
        assert sum(len(contents[each.file(scheme)]) for each in PICTURES) < MOST_BYTES


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_shows_the_page_at_work_once(scheme: str) -> None:
    with Image.open(FOLDER / f"solved-{scheme}.webp") as film:
        assert film.size == FILM
        assert film.n_frames == 2 + MOVES // 2, "the board, its solution, every second move, the seal"
        assert film.info["loop"] == 1


def test_the_page_loads_none_of_them() -> None:
    assert not [name for name in site.here().files() if name.endswith(".webp")]
