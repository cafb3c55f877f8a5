"""Completion of commands, options, names and files in a shell, by scripts of shtab, an optional library."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator

from npuzzle.classroom.plan import Question
from npuzzle.errors import UsageError
from npuzzle.heuristics import HEURISTICS
from npuzzle.kernel import ENGINES
from npuzzle.lab import EXHIBITS, TRACED
from npuzzle.puzzle.goals import GOALS
from npuzzle.registry import AUTO
from npuzzle.search import ALGORITHMS

SHELLS = ("bash", "zsh", "tcsh")

_ALGORITHMS = tuple(card.name for card in ALGORITHMS)
_HEURISTICS = tuple(dict.fromkeys(card.name for cards in (HEURISTICS, EXHIBITS) for card in cards))

#: What may stand for an option or argument, by its name among the parsed options, or by command and name.
NAMES = {
    "against": ("all", "none", *_HEURISTICS),
    "algorithm": (AUTO, *_ALGORITHMS),
    "algorithms": ("all", AUTO, *_ALGORITHMS),
    "ask": tuple(question.value for question in Question),
    "encoding": ("big5", "cp1250", "cp1251", "cp1252", "cp932", "cp949", "gb18030", "mac-roman"),
    "engine": (AUTO, *ENGINES),
    "goal": GOALS.names(),
    "heuristic": (AUTO, *_HEURISTICS),
    "heuristics": ("all", AUTO, *_HEURISTICS),
    "trace algorithm": tuple(TRACED),
}
FILES = {"answers", "board", "boards", "file", "files", "key", "output", "students"}
FOLDERS = {"folder", "runtime"}


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """What the shell reads to complete command lines of `parser`, which is of no other use afterwards.

    Raises UsageError if shtab is not installed.
    """
    try:
        shtab = importlib.import_module("shtab")
    except ImportError:
        raise UsageError(
            'for completion there is an extra: pip install "npuzzle[completion]", or just shtab'
        ) from None
    for command, action in actions(parser):
        names = NAMES.get(f"{command} {action.dest}") or NAMES.get(action.dest)
        if names is not None:
            action.choices = names
        elif action.dest in FILES | FOLDERS:
            kind = shtab.FILE if action.dest in FILES else shtab.DIRECTORY
            action.complete = kind  # type: ignore[attr-defined]  # where shtab looks for it
    found: str = shtab.complete(parser, shell=shell)
    return found


def actions(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.Action]]:
    """Every option and argument of the parser and those below it, each with its command's last word."""
    for action in parser._actions:
        yield parser.prog.rpartition(" ")[2], action
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from actions(below)
