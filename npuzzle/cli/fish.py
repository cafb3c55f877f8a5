"""Write the script that completes command lines in the shell fish, from the parser alone."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from npuzzle.cli.parser import Parser, Place

HEAD = """\
# Completion of npuzzle for fish: save it as ~/.config/fish/completions/npuzzle.fish
function __npuzzle_at
    set -l words (commandline -opc)
    set -e words[1]
    test (count $words) -ge (count $argv); or return 1
    for at in (seq (count $argv))
        test "$words[$at]" = "$argv[$at]"; or return 1
    end
end
function __npuzzle_group
    set -l words (commandline -opc)
    test (count $words) -eq (math (count $argv) + 1); and __npuzzle_at $argv
end
complete -c npuzzle -f"""


def write_fish_script(parser: Parser) -> str:
    """Write the script that completes command lines of `parser`."""
    return "\n".join([HEAD, *_iter_lines(parser)])


def _iter_lines(parser: Parser) -> Iterator[str]:
    """Yield a line for each command, option and argument."""
    for below in parser.walk():
        names = " ".join(below.prog.split()[1:])
        for action in below._actions:
            if isinstance(action, argparse._SubParsersAction):
                yield from _write_commands(action, names)
            elif action.option_strings:
                when = f"__npuzzle_at {names}" if names else "__npuzzle_group"
                spelt = "".join(_spell(name) for name in action.option_strings)
                takes = "" if action.nargs == 0 else _offer(action, below)
                yield _complete(when, f"{spelt}{takes}", _describe(action, below))
            else:
                yield _complete(f"__npuzzle_at {names}", _offer(action, below).replace(" -x", ""), "")


def _write_commands(action: argparse._SubParsersAction[Parser], names: str) -> Iterator[str]:
    helps = {choice.dest: choice.help for choice in action._choices_actions}
    for name in action.choices:
        yield _complete(f"__npuzzle_group {names}".rstrip(), f" -a {name}", helps[name] or "")


def _complete(when: str, what: str, text: str) -> str:
    described = f" -d {_quote(text)}" if text else ""
    return f"complete -c npuzzle -n {_quote(when)}{what}{described}"


def _spell(name: str) -> str:
    return f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"


def _offer(action: argparse.Action, parser: Parser) -> str:
    """Say what an argument takes: files, folders, one of some names, or any text."""
    offer = parser.offers.get(action)
    if offer is Place.FILE:
        return " -r -F"
    if offer is Place.FOLDER:
        return " -x -a '(__fish_complete_directories)'"
    names = list(action.choices or ()) if offer is None else list(offer())
    return f" -x -a {_quote(' '.join(map(str, names)))}" if names else " -x"


def _describe(action: argparse.Action, parser: Parser) -> str:
    text = parser._get_formatter()._expand_help(action) if action.help else ""
    return " ".join(text.split())


def _quote(text: str) -> str:
    r"""Quote a text for fish.

    >>> print(_quote("the user's"))
    'the user\'s'
    """
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
