"""The option `--certified`: certify your own heuristic first, so that answers found with it are proved."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from npuzzle.cli.parser import Parser
from npuzzle.cli.terminal import Meter
from npuzzle.errors import InvalidHeuristicError, UsageError
from npuzzle.heuristics import HeuristicCard, HeuristicLike, as_card
from npuzzle.heuristics.base import is_built_in, list_assumptions
from npuzzle.progress import Progress, run_to_end
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import is_auto

if TYPE_CHECKING:
    from npuzzle.solving.job import Job
    from npuzzle.solving.result import Result


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
        proof = run_to_end(
            iter_certify(heuristic, goal.shape, goal, against=[]),
            lambda now: meter.show(lambda: f"certifying {card.name}: {count_progress(now, goal.shape)}"),
        )
    if proof.counterexample is not None:
        case = proof.counterexample
        raise InvalidHeuristicError(
            f"{card.name} is not admissible, so it proves nothing: {case.board} has h = {case.h:.10g}, "
            f"but is {case.distance} from the goal; leave out --certified to search with it anyway"
        )
    return proof.card


def suggest_certified(job: Job, result: Result) -> str:
    """Say what `--certified` would add to a path found with an own heuristic; empty if nothing."""
    plan = job.resolve()
    algorithm, card = plan.algorithm, plan.heuristic
    is_proved = is_built_in(card) or not list_assumptions(card)
    is_own = algorithm.informed and not (is_proved or card.parts)
    if not is_own or not algorithm.optimal or not result or result.is_optimal:
        return ""
    from npuzzle.lab.space import MAX_ENUMERATED_CELLS  # loads the laboratory

    if job.board.shape.cells > MAX_ENUMERATED_CELLS:
        return ""
    return f"Add --certified: it certifies {card.name} first, so that the answer is proved if that succeeds."


def count_progress(progress: Progress, shape: Shape) -> str:
    """Say how many of the states have been looked at; each pass looks at all of them once more.

    >>> count_progress(Progress(200_000, 362_880), Shape(3, 3))
    '18,560 of 181,440 states, pass 2 of 2'
    """
    from npuzzle.lab.space import count_states  # loads the laboratory

    count = count_states(shape)
    passes = progress.total // count
    finished = min(progress.done // count, passes - 1)
    return f"{progress.done - finished * count:,} of {count:,} states, pass {finished + 1} of {passes}"
