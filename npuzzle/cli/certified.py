"""The option `--certified`: certify your own heuristic first, so that answers found with it are proved."""

from __future__ import annotations

import sys

from npuzzle.cli.parser import Parser
from npuzzle.cli.terminal import Meter
from npuzzle.errors import InvalidHeuristicError, UsageError
from npuzzle.heuristics import HeuristicCard, HeuristicLike, as_card
from npuzzle.heuristics.base import is_built_in
from npuzzle.puzzle.board import Board
from npuzzle.registry import is_auto


def add_certified(parser: Parser) -> None:
    """Add `--certified`."""
    parser.add_argument(
        "--certified",
        action="store_true",
        help="first certify your own heuristic (up to 9 cells), so that answers are proved",
    )


def certify_first(heuristic: HeuristicLike, goal: Board) -> HeuristicCard:
    """Certify a heuristic for `goal` and return it with its claims; return a built-in one as it is.

    Raises InvalidHeuristicError, with a counterexample, if it is not admissible.
    """
    if is_auto(heuristic):
        raise UsageError("--certified needs a heuristic to certify: name it by --heuristic")
    card = as_card(heuristic)
    if is_built_in(card):
        return card
    from npuzzle.lab import iter_certify  # loads the laboratory

    with Meter(sys.stderr) as meter:
        for progress in iter_certify(heuristic, goal.shape, goal, against=[]):
            share = progress.done / progress.total
            meter.show(lambda: f"certifying {card.name} on every state, {share:.0%}")  # noqa: B023 - asked at once
            proof = progress.found
    assert proof is not None, "the last Progress carries the certificate"
    if proof.counterexample is not None:
        case = proof.counterexample
        raise InvalidHeuristicError(
            f"{card.name} is not admissible, so it proves nothing: {case.board} has h = {case.h:.10g}, "
            f"but is {case.distance} from the goal; leave out --certified to search with it anyway"
        )
    return proof.card
