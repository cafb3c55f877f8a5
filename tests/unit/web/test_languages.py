"""The translation files are well formed and complete for the page at rest."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from npuzzle import ALGORITHMS, GOALS, HEURISTICS, site
from npuzzle.lab.exhibits import EXHIBITS
from npuzzle.puzzle.solvability import ChangeGoal
from npuzzle.solving.plan import AUTOMATIC
from tests.support.translations import (
    FILES,
    misses,
    pairs,
    places,
    small,
)
from web.page.words import describe_repair
from web.solver.state import BUSY

SCRIPT = (site.ROOT / "web/js/language.js").read_text(encoding="utf-8")

SPOKEN = {"aria-label", "aria-description", "aria-roledescription", "title", "placeholder", "alt", "label"}
UNREAD = {"script", "style", "code", "textarea"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
class TestFile:
    def test_no_text_stands_twice_and_none_is_empty(self, file: Path) -> None:
        keys = [key for key, _ in pairs(file)]
        plain = Counter(key if " @" in key else small(key) for key in keys)
        assert [key for key, times in plain.items() if times > 1] == []
        assert [key for key, text in pairs(file) if not (key.strip() and text.strip())] == []

    def test_key_and_text_have_the_same_places(self, file: Path) -> None:
        for key, text in pairs(file):
            given = [name for name in places(key) if not re.fullmatch(r"s\d?", name)]
            assert Counter(given) == Counter(places(text)), key
            assert len(set(places(key))) == len(places(key)), key

    def test_a_button_is_called_by_its_name(self, file: Path) -> None:
        """A lesson that says “Press “Build the tree”” must use the button's name on the page."""
        names = {small(key): text for key, text in pairs(file)}
        wrong = [
            (key, names[small(name)])
            for key, text in pairs(file)
            for name in re.findall("“(.+?)”", key)
            if small(name) in names and names[small(name)] not in text
        ]
        assert wrong == []

    def test_a_key_says_what_it_is_for(self, file: Path) -> None:
        """A key that starts with a placeholder must continue with fixed text, or it would match any text."""
        for key, _ in pairs(file):
            assert not re.match(r"\{(?!(?:n|w|b)\d?\})\w+\}.{,4}(?:$|\{)", key), key
            assert not re.search(r"[^.][.!?]$", key), key

    def test_every_card_is_covered(self, file: Path) -> None:
        said = [
            text
            for card in (*ALGORITHMS, *HEURISTICS, *GOALS, *EXHIBITS)
            for text in (card.label, card.summary, getattr(card, "lesson", ""))
        ]
        said += [*AUTOMATIC.values(), *(describe_repair(ChangeGoal(card.name)) for card in GOALS)]
        assert misses(file, said) == []

    def test_every_task_under_way_is_covered(self, file: Path) -> None:
        assert misses(file, [f"{label} is in progress." for label in BUSY.values()]) == []

    def test_every_text_of_the_page_is_covered(self, file: Path) -> None:
        reader = Reader()
        reader.feed((site.ROOT / "index.html").read_text(encoding="utf-8"))
        assert len(reader.texts) > 100
        assert misses(file, reader.texts) == []


def test_every_language_offered_has_a_file() -> None:
    found = re.search(r"NAMES = \{(.*?)\}", SCRIPT)
    assert found is not None
    assert {*re.findall(r"(\w+):", found[1])} == {"en", *(file.stem for file in FILES)}


def test_a_miss_is_seen() -> None:
    assert misses(FILES[0], ["Solve", "Some words that nobody wrote.", "Solve: such words"]) == [
        "Some words that nobody wrote.",
        "Solve: such words",
    ]


class Reader(HTMLParser):
    """Collects the texts of a page, including those for screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in UNREAD
        described = ("name", "description") in attrs
        names = SPOKEN | ({"content"} if described else set())
        self.texts += [value for name, value in attrs if name in names and value]

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in UNREAD

    def handle_data(self, data: str) -> None:
        if not self._unread and data.strip():
            self.texts.append(" ".join(data.split()))
