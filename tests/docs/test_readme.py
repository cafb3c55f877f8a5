"""The README is short and correct, and the tables of the documents that it links to are complete."""

from __future__ import annotations

import re
from typing import Any

import pytest

from npuzzle import ALGORITHMS, site
from npuzzle.cli.main import COMMANDS, make_parser
from tests.support.documents import (
    Document,
    documents,
    hold_to_comments,
    printed_by,
    promised,
    run,
    takes_long,
    without_seconds,
)
from tests.support.known_cards import ALGORITHMS_TOLD
from tests.support.quick import mostly_slow

README = Document("README.md")
COMMAND_LINE, ALGORITHMS_PAGE, SECURITY = (
    Document(f"npuzzle/docs/{name}.md") for name in ("command-line", "algorithms", "security")
)
MOST_LINES = 130


def cases() -> list[Any]:
    """Return the commands with their outputs; certificates, which take seconds, are slow."""
    slow = {True: [pytest.mark.slow], False: []}
    return [pytest.param(*pair, id=pair[0], marks=slow["certify" in pair[0]]) for pair in README.console()]


@pytest.mark.parametrize(("command", "output"), cases())
def test_a_command_prints_what_the_readme_shows(command: str, output: str) -> None:
    assert printed_by(command) == without_seconds(output)


@pytest.mark.parametrize("code", mostly_slow(README.blocks("python"), lambda code: not takes_long(code)))
def test_code_runs_and_prints_what_its_comments_say(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert promised(code)
    run(code, README.name)
    hold_to_comments(code, capsys.readouterr().out)


def test_it_is_short() -> None:
    assert README.text.count("\n") <= MOST_LINES
    assert README.blocks("python")[0].count("\n") <= 6


def test_the_table_of_algorithms_is_whole() -> None:
    names = [row[0] for row in ALGORITHMS_PAGE.table_after("## The algorithms")]
    assert names == [card.name for card in ALGORITHMS if card.name in names]
    assert set(names) >= set(ALGORITHMS_TOLD)


def test_every_command_is_documented() -> None:
    commands = {parser.prog.removeprefix("npuzzle").strip() for parser in make_parser().walk()}
    assert {command.name for command in COMMANDS} <= commands
    for name in commands:
        assert f"`{name}" in COMMAND_LINE.text, name


def test_the_picture_is_there() -> None:
    for name in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README.text):
        assert (site.ROOT / name).is_file()


def test_each_command_of_the_tests_is_there() -> None:
    named = {
        module
        for document in [README, *documents()]
        for module in re.findall(r"python3? -m (tests[\w.]*)", document.text)
    }
    assert len(named) > 10
    for module in named:
        path = site.ROOT / module.replace(".", "/")
        assert (path / "__main__.py").is_file() or path.with_suffix(".py").is_file(), module


def test_the_policy_shown_is_that_of_the_page() -> None:
    shown = re.search(r"^```\n(default-src .*?)^```", SECURITY.text, re.MULTILINE | re.DOTALL)
    assert shown is not None
    assert " ".join(shown[1].split()) == site.here().policy()
