"""Describe whether a board can be solved, with the verdict in colour on a terminal."""

from __future__ import annotations

from npuzzle.cli.output import output
from npuzzle.cli.terminal import Colour, paint
from npuzzle.puzzle.check import Check


def explain_check(found: Check) -> str:
    """Say whether a board can be solved, why, and if not, what would help."""
    return paint_verdict(str(found), good=found.solvable)


def paint_verdict(text: str, *, good: bool) -> str:
    """Colour the part of the text before its colon, on a terminal."""
    head, colon, rest = text.partition(":")
    return paint(head, Colour.GREEN if good else Colour.YELLOW, output()) + colon + rest
