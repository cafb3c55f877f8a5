"""The messages in troubleshooting.md are the messages of the programs."""

from __future__ import annotations

import re

import pytest

from npuzzle import site
from tests.support.documents import FOLDER, Document

PAGE = Document.at(FOLDER / "troubleshooting.md")
OTHERS = {"No module named npuzzle"}  # from Python itself
QUOTES = sorted(set(re.findall(r'"([^"]+)"', PAGE.text)) - OTHERS)
PROGRAMS = " ".join(
    " ".join(re.sub(r'"\s*\n\s*f?"', "", path.read_text("utf-8")).split()).lower()
    for folder in ("npuzzle", "web/js", "web/page", "tests/__main__.py")
    for path in ([site.ROOT / folder] if folder.endswith(".py") else (site.ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".js", ".html")
)


@pytest.mark.parametrize("quote", QUOTES)
def test_a_message_that_is_quoted_is_shown_by_some_program(quote: str) -> None:
    parts = [part.strip(" .:").lower() for part in quote.split("…")]
    assert all(part in PROGRAMS for part in parts), quote


def test_most_messages_are_looked_up() -> None:
    assert len(QUOTES) >= 8
