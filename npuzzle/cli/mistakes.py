"""Explain what is wrong with a command line, and how it was probably meant."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from npuzzle.errors import UsageError, nearest
from npuzzle.puzzle.tiles import is_plain_board

if TYPE_CHECKING:
    from npuzzle.cli.parser import Parser

OF_A_BOARD = re.compile(r"[0-9xX_.,/]+")  # a word that may be a part of a board
LONGEST_BOARD = 100  # words: a larger board was not typed by hand


def explain_rest(rest: Sequence[str], options: argparse.Namespace) -> str:
    """Say what is wrong with arguments that the command does not take, and where its help is."""
    parser: Parser = options.parser
    unknown = next((word for word in rest if _is_option(word)), None)
    if unknown is not None:
        return f"{_explain_option(unknown, parser)} (see {parser.prog} --help)"
    board = getattr(options, "board", None)
    if isinstance(board, str) and all(map(OF_A_BOARD.fullmatch, rest)):
        return _say_how_to_quote([board, *rest], parser)
    return f"unrecognized arguments: {' '.join(rest)} (see {parser.prog} --help)"


def explain_missing(message: str, parser: Parser) -> str:
    """Say that arguments are missing; if an option was mistyped, say that instead: it may be the reason."""
    known = parser.options()
    given = parser.given[: [*parser.given, "--"].index("--")]
    for word in given:
        name = word.partition("=")[0]
        if name.startswith("--") and name not in known:
            return _explain_option(name, parser)
    if "required: BOARD" in message:
        return f"{message}; put -- before a board that begins with -"
    if parser.below:
        return f"{message}, one of {', '.join(parser.below)}"
    return message


def require_quotes(words: Sequence[str], parser: Parser) -> None:
    """Raise UsageError, with the command as it was meant, if the words are the parts of one board."""
    if len(words) < 2 or not all(map(OF_A_BOARD.fullmatch, words[:2])) or is_plain_board(words[0]):
        return
    for end in range(2, min(len(words), LONGEST_BOARD) + 1):
        if is_plain_board(" ".join(words[:end])):
            raise UsageError(_say_how_to_quote(words[:end], parser))


def _say_how_to_quote(words: Sequence[str], parser: Parser) -> str:
    others = list(parser.given)
    for word in words:
        others.remove(word)
    command = " ".join([parser.prog, f'"{" ".join(words)}"', *map(shlex.quote, others)])
    return f"a board is one argument, in quotes: {command}"


def _explain_option(unknown: str, parser: Parser) -> str:
    name = unknown.partition("=")[0]
    known = [option for option in parser.options() if option.startswith("--")]
    if name in known:  # it was given to the program
        return f"options come after the command: {parser.prog} {name}"
    begun = [option for option in known if len(name) > 2 and option.startswith(name)]
    near = begun[0] if len(begun) == 1 else nearest(name, known)
    perhaps = f"; did you mean {near}?" if near else ""
    return f"unknown option {name[:40]}{perhaps}"


def _is_option(word: str) -> bool:
    return word.startswith("-") and re.match(r"--?[A-Za-z]", word) is not None
