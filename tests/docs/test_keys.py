"""keys.md, the page of all JSON keys, agrees with the code and its docstrings."""

from __future__ import annotations

from tests.keys import PAGE, write_page


def test_the_page_is_what_the_code_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_page(), "run: python -m tests.keys"
