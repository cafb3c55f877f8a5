"""options.md, the page of all options, agrees with the help of the command line."""

from __future__ import annotations

import re

from npuzzle.cli.main import make_parser
from tests.options import PAGE, write_page


def test_the_page_is_what_the_help_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_page(), "run: python -m tests.options"


def test_each_option_is_on_it() -> None:
    words = set(re.findall(r"--[\w-]+", write_page()))
    for parser in make_parser().walk():
        assert {name for name in parser.options() if name.startswith("--")} <= {*words, "--help", "--version"}
