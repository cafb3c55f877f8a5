"""`python -m tests.options`: write npuzzle/docs/options.md from the parsers of the command line.

A test fails if the page is out of date.
"""

from __future__ import annotations

from argparse import Action
from collections.abc import Iterator

from npuzzle.cli.main import make_parser
from npuzzle.cli.parser import Parser
from tests.support.documents import FOLDER

PAGE = FOLDER / "options.md"
LONG = 50  # characters; a longer text is written once

HEAD = """# Options

The arguments and options of every command, as `npuzzle COMMAND --help` shows them. For the commands see
[the command line](command-line.md). This page is made from the code: `python -m tests.options` writes it.
"""


def write_page() -> str:
    """Return the text of the page. A long text that repeats is replaced with a link to the first command."""
    first: dict[str, str] = {}
    return "\n".join(
        [HEAD, *(line for parser in make_parser().walk() for line in write_command(parser, first))]
    )


def write_command(parser: Parser, first: dict[str, str]) -> Iterator[str]:
    """Yield the section of a command with arguments and without subcommands."""
    command = parser.prog.removeprefix("npuzzle ")
    actions = [action for action in parser._actions if action.help and action.dest != "help"]
    if not actions or parser.below:
        return
    yield f"## {command}\n\n| argument | meaning |\n|---|---|"
    for action in actions:
        text = escape(parser._get_formatter()._expand_help(action))
        cell = f"`{escape(name_action(action))}`"
        seen = first.setdefault(f"{cell} {text}", command)
        if seen != command and len(text) > LONG:
            text = f"as for [{seen}](#{seen.replace(' ', '-')})"
        yield f"| {cell} | {text} |"
    yield ""


def name_action(action: Action) -> str:
    """Return an argument as typed, with the name of its value."""
    value = action.metavar or "|".join(map(str, action.choices or ())) or action.dest.upper()
    names = ", ".join(action.option_strings)
    return f"{names} {value}" if names and action.nargs != 0 else names or str(value)


def escape(text: str) -> str:
    """Escape the text for a table cell."""
    return " ".join(text.split()).replace("|", r"\|").replace("*", r"\*")


if __name__ == "__main__":
    PAGE.write_text(write_page(), encoding="utf-8")
    print(f"{PAGE.name} is written")
