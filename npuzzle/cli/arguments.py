"""The options of a search, the job that they describe, and `--certified`.

`solve`, `batch`, `compare` and `trace` share these options, so each option is declared once. `--certified`
first certifies your own heuristic on all states, so that the answers found with this heuristic are proved.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from npuzzle.cli.board_io import add_goal, add_metric, add_quiet
from npuzzle.cli.parser import Parser
from npuzzle.cli.terminal import Meter
from npuzzle.compiler.kernel import ENGINES
from npuzzle.errors import InvalidHeuristicError, UsageError
from npuzzle.heuristics import HEURISTICS, HeuristicCard, HeuristicLike, as_card
from npuzzle.heuristics.base import is_built_in, list_assumptions
from npuzzle.heuristics.combine import is_formula, read_formula
from npuzzle.own import AlgorithmLike, as_algorithm, find_in_file, load, read_own_file
from npuzzle.progress import run_to_end
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.moves import Notation
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO, is_auto
from npuzzle.search import ALGORITHMS, AlgorithmCard
from npuzzle.search.base import known_numbers
from npuzzle.solving.job import Job
from npuzzle.solving.limits import Limits
from npuzzle.text import count

if TYPE_CHECKING:
    from npuzzle.progress import Progress
    from npuzzle.solving.result import Result


def algorithm_names() -> tuple[str, ...]:
    """List the names that an argument for an algorithm accepts."""
    return (AUTO, *(card.name for card in ALGORITHMS))


def heuristic_names() -> tuple[str, ...]:
    """List the names that an argument for a heuristic accepts, including the names of the exhibits."""
    from npuzzle.lab.exhibits import EXHIBITS

    return tuple(dict.fromkeys([AUTO, *(card.name for cards in (HEURISTICS, EXHIBITS) for card in cards)]))


def find_algorithm(named: str) -> AlgorithmLike:
    """Find an algorithm by name, or load it from FILE.py:NAME. Raises UsageError."""
    own = read_own_file(named, "algorithm")
    return named if own is None else as_algorithm(find_in_file(own))


def find_heuristic(named: str) -> HeuristicLike:
    """Find a heuristic or exhibit by name, load a heuristic from FILE.py:NAME, or read a combination."""
    own = read_own_file(named)
    if own is not None:
        return load(own)
    if is_formula(named):
        return read_formula(named, find_heuristic)
    if is_auto(named) or named in HEURISTICS:
        return named
    from npuzzle.lab.exhibits import EXHIBITS  # few commands need it

    if named in EXHIBITS:
        return EXHIBITS[named]
    return named  # if the name is unknown, the job reports it


def engine_names() -> tuple[str, ...]:
    """List the names that an argument for an engine accepts."""
    return (AUTO, *ENGINES)


def add_solving(parser: Parser) -> None:
    """Add the options that `solve` and `batch` share."""
    add_goal(parser, default=None)
    parser.add_argument(
        "--algorithm",
        default=AUTO,
        metavar="A",
        help=f"{', '.join(algorithm_names())}, or your own as FILE.py:NAME",
        offer=algorithm_names,
    )
    parser.add_argument(
        "--heuristic",
        default=AUTO,
        metavar="H",
        help=f"{AUTO}, {', '.join(card.name for card in HEURISTICS)}, your own as FILE.py:NAME, or a "
        "combination, such as 'max(manhattan, misplaced)' or 'patterns(1 2 3 | 4 5)'",
        offer=heuristic_names,
    )
    parser.add_argument(
        "--time-budget",
        dest="within",
        type=float,
        metavar="S",
        help="return the best path found in S seconds, or, if there is none yet, the first path found later "
        "(default for anytime: 10, without --max-seconds and --max-expanded)",
    )
    parser.add_argument("--all", action="store_true", dest="every", help="list every shortest path")
    add_metric(parser)
    add_limits(parser)
    add_quiet(parser)
    parser.add_argument(
        "--notation",
        choices=[n.value for n in Notation],
        default="tile",
        help="the letters name the direction of the tile or of the blank",
    )
    parser.add_argument(
        "--order",
        default="",
        metavar="UDLR",
        help="the order in which moves are tried, in the letters of --notation (default: DRLU for tiles)",
    )


def add_processes(parser: Parser) -> None:
    """Add the option for the number of processes that search one board."""
    parser.add_argument(
        "-j",
        "--jobs",
        dest="processes",
        type=int,
        default=1,
        metavar="N",
        help="use up to N processes for one board; only IDA* with pattern databases and anytime can be "
        "split (default: 1)",
    )


def add_limits(parser: Parser) -> None:
    """Add the numbers of algorithms, the engine, and the limits of a search."""
    add_numbers(parser)
    number = parser.add_argument
    number(
        "--engine",
        default=AUTO,
        metavar="E",
        help=f"the engine that runs kernels: {AUTO}, {', '.join(ENGINES)}",
        offer=engine_names,
    )
    number("--max-seconds", type=float, metavar="S", help="give up after S seconds of search")
    number("--max-expanded", type=int, metavar="N", help="give up after N expanded states")
    number("--max-stored", type=int, metavar="N", help="give up at N stored states")
    number("--max-depth", type=int, metavar="D", help="look for paths of up to D moves")


def add_numbers(parser: Parser, algorithms: Iterable[AlgorithmCard] = ALGORITHMS) -> None:
    """Add an option for each number declared on the card of an algorithm."""
    for number in {number.name: number for card in algorithms for number in card.numbers}.values():
        takers = ", ".join(card.name for card in algorithms if number in card.numbers)
        parser.add_argument(
            f"--{number.name}",
            type=number.kind,
            metavar="N" if number.kind is int else "X",
            help=f"the {number.name} {number.help}, {number.least:,} or more, for {takers} "
            f"(default: {number.default:g})",
        )


def read_numbers(options: argparse.Namespace) -> dict[str, float]:
    """Read the options of `add_numbers` that were given."""
    given = {name: getattr(options, name, None) for name in known_numbers()}
    return {name: value for name, value in given.items() if value is not None}


def read_limits(options: argparse.Namespace) -> Limits:
    """Read the four limits of a search from the options of `add_limits`."""
    return Limits(
        seconds=options.max_seconds,
        expanded=options.max_expanded,
        stored=options.max_stored,
        depth=options.max_depth,
    )


def make_job(
    board: Board | str,
    options: argparse.Namespace,
    goal: Board | str,
    heuristic: HeuristicLike | None = None,
) -> Job:
    """Make the job that the options of `solve` describe. `heuristic` replaces the one in the options."""
    return Job.create(
        board,
        goal,
        algorithm=find_algorithm(options.algorithm),
        heuristic=find_heuristic(options.heuristic) if heuristic is None else heuristic,
        numbers=read_numbers(options),
        limits=read_limits(options),
        notation=Notation(options.notation),
        engine=options.engine,
        every=options.every,
        within=options.within,
        metric=options.metric,
        processes=getattr(options, "processes", 1),
        order=options.order,
    )


def add_certified(parser: Parser) -> None:
    """Add `--certified`."""
    parser.add_argument(
        "--certified",
        action="store_true",
        help="first certify your own heuristic (up to 9 cells), so that answers are proved",
    )


def certify_first(heuristic: HeuristicLike, goal: Board) -> HeuristicCard:
    """Certify a heuristic for `goal`. Return a card with the certified claims, or a built-in card unchanged.

    Raises InvalidHeuristicError, with a counterexample, if the heuristic is not admissible.
    """
    if is_auto(heuristic):
        raise UsageError("--certified needs a heuristic to certify: name it with --heuristic")
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
            f"but is {count(case.distance, 'move')} from the goal; leave out --certified to search with it "
            "anyway"
        )
    return proof.card


def suggest_certified(job: Job, result: Result) -> str:
    """Return a hint that `--certified` could prove the path, if it was found with your heuristic, or ""."""
    plan = job.resolve()
    algorithm, card = plan.algorithm, plan.heuristic
    is_proved = is_built_in(card) or not list_assumptions(card)
    is_own = algorithm.informed and not (is_proved or card.parts)
    if not is_own or not algorithm.optimal or not result or result.is_optimal:
        return ""
    from npuzzle.lab.space import MAX_ENUMERATED_CELLS

    if job.board.shape.cells > MAX_ENUMERATED_CELLS:
        return ""
    return f"Add --certified to certify {card.name} first: if that succeeds, the answer is proved."


def count_progress(progress: Progress, shape: Shape) -> str:
    """Describe how many states have been checked. Each pass checks all states again.

    >>> from npuzzle.progress import Progress
    >>> count_progress(Progress(200_000, 362_880), Shape(3, 3))
    '18,560 of 181,440 states, pass 2 of 2'
    """
    from npuzzle.lab.space import count_states

    count = count_states(shape)
    passes = progress.total // count
    finished = min(progress.done // count, passes - 1)
    return f"{progress.done - finished * count:,} of {count:,} states, pass {finished + 1} of {passes}"
