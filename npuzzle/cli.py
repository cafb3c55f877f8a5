"""The command line: solve, check, scramble, batch; the laboratory; tables; the page (serve, build).

Exit codes: 0 solved or solvable, 1 not, 2 bad input. What was asked for goes to standard output;
progress and errors to standard error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from random import Random

from npuzzle import __version__, batch_cli, lab_cli, site_cli, tables_cli
from npuzzle.cards import AUTO
from npuzzle.errors import InvalidBoardError, NPuzzleError, brief
from npuzzle.geometry import Shape
from npuzzle.goals import goal_board
from npuzzle.heuristics import HEURISTICS
from npuzzle.job import start
from npuzzle.notation import Notation, format_moves, multi_tile_length
from npuzzle.patterns import store
from npuzzle.scramble import random_board, random_walk
from npuzzle.search import ALGORITHMS
from npuzzle.search.drive import Outcome
from npuzzle.search.run import Result, Run
from npuzzle.solvability import check
from npuzzle.terminal import (
    BAD_INPUT,
    NOT_SOLVED,
    OK,
    Meter,
    Parser,
    add_goal,
    add_json,
    add_limits,
    error_dict,
    interrupts,
    job_of,
    print_json,
    text_of,
)

FORMATS = "rows by / or line, numbers by spaces or commas, 0 for the blank; - reads standard input"


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command line; the exit code."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    store.keep_in(store.user_folder())
    try:
        options = _parser().parse_args(arguments)
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
    except NPuzzleError as error:
        if "--json" in arguments:
            print_json(error_dict(error))
        else:
            print(f"npuzzle: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of a pipe has had enough
        sys.stderr.close()
        return OK
    except OSError as error:
        print(f"npuzzle: {brief(str(error))}", file=sys.stderr)
        return BAD_INPUT


def _parser() -> Parser:
    parser = Parser(
        prog="npuzzle",
        description="Sliding-tile puzzles, solved and proved.",
        epilog='Example: npuzzle solve "8 6 7/2 5 4/3 0 1"',
    )
    parser.add_argument("--version", action="version", version=f"npuzzle {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")

    solving = Parser(add_help=False)
    add_goal(solving)
    solving.add_argument(
        "--algorithm",
        default=AUTO,
        metavar="A",
        help=f"{AUTO}, {', '.join(card.name for card in ALGORITHMS)}",
    )
    solving.add_argument(
        "--heuristic",
        default=AUTO,
        metavar="H",
        help=f"{AUTO}, {', '.join(card.name for card in HEURISTICS)}, or your own, FILE.py:NAME",
    )
    solving.add_argument(
        "--within",
        type=float,
        metavar="S",
        help="the best path found in so many seconds, or the first (10 where a path is improved)",
    )
    solving.add_argument("--all", action="store_true", dest="every", help="list every shortest path")
    add_limits(solving)
    solving.add_argument(
        "--notation", choices=[n.value for n in Notation], default="tile", help="letters: whose way they name"
    )

    solve = commands.add_parser("solve", parents=[solving], help="find a path to the goal")
    solve.add_argument("board", metavar="BOARD", help=FORMATS)
    add_json(solve)
    solve.set_defaults(run=_solve)

    checking = commands.add_parser("check", help="is it a board, can it be solved, and if not, what would do")
    checking.add_argument("board", metavar="BOARD", help=FORMATS)
    add_goal(checking)
    add_json(checking)
    checking.set_defaults(run=_check)

    scramble = commands.add_parser("scramble", help="a random board that can be solved")
    scramble.add_argument("shape", metavar="RxC", help="rows x columns, each 2..127, as in 4x4")
    scramble.add_argument("--seed", type=int, metavar="S", help="the same seed gives the same board")
    scramble.add_argument("--walk", type=int, metavar="K", help="K random moves from the goal, not uniform")
    add_goal(scramble)
    scramble.set_defaults(run=_scramble)

    batch_cli.add_command(commands, solving)
    lab_cli.add_commands(commands)
    tables_cli.add_commands(commands)

    site_cli.add_commands(commands)
    return parser


def _solve(options: argparse.Namespace) -> int:
    job = job_of(text_of(options.board), options)
    with interrupts() as interrupted:
        result = _run_to_end(start(job), Meter(sys.stderr), interrupted)
    if options.json:
        print_json(result.to_dict(job.notation))
    else:
        print(_described(result, job.notation))
    return OK if result.outcome is Outcome.SOLVED else NOT_SOLVED


def _check(options: argparse.Namespace) -> int:
    found = check(text_of(options.board), options.goal)
    if options.json:
        print_json(found.to_dict())
    elif found.board is None:
        raise InvalidBoardError(found.defects)
    else:
        print(found.reason)
        for repair in found.repairs:
            print(f"Repair: {repair.label[:1].lower()}{repair.label[1:]}")
    if not found.valid:
        return BAD_INPUT
    return OK if found.solvable else NOT_SOLVED


def _scramble(options: argparse.Namespace) -> int:
    goal = goal_board(options.goal, Shape.parse(options.shape))
    random = Random(options.seed)
    board = random_board(goal, random) if options.walk is None else random_walk(goal, options.walk, random)
    print(board)
    return OK


def _run_to_end(run: Run, meter: Meter, interrupted: list[int]) -> Result:
    """The result; Ctrl-C cancels the run and keeps what is known."""
    while run.result is None:
        if interrupted:
            run.cancel()
            break
        run.step(seconds=0.1)
        meter.show(lambda: _progress(run))
    meter.clear()
    assert run.result is not None
    return run.result


def _progress(run: Run) -> str:
    """How far a run has come, in one line."""
    now = run.snapshot
    rate = now.expanded / run.seconds if run.seconds else 0
    in_hand = f"{run.lengths[-1][1]:,} moves so far, " if run.lengths else ""
    return (
        f"{in_hand}expanded {now.expanded:,} ({rate:,.0f} per second), frontier {now.frontier:,}, "
        f"at least {run.lower_bound:,} moves, {run.seconds:.1f} s"
        + (f"; {run.found:,} shortest paths so far" if run.found else "")
    )


def _described(result: Result, notation: Notation) -> str:
    """A result for people."""
    now = result.snapshot
    tables = f" {now.tables}" if now.tables else ""
    used = result.algorithm + (f" with {result.heuristic}{tables}" if result.heuristic else "")
    used += f", {result.engine}"
    figures = (
        f"expanded {now.expanded:,}, generated {now.generated:,}, peak frontier {now.peak_frontier:,}, "
        f"{result.seconds:.3f} seconds ({used})"
        + (f"\nNote: {result.note}" if result.note else "")
        + (f"\n{result.why}" if result.why else "")
    )
    if result.path is not None:
        head = f"Solved in {_moves(len(result.path))}: {result.claim}"
        if result.excess:
            head += f" than the shortest (which has {result.lower_bound:,} or more)"
            head += f", so at most {result.times_shortest:.2f} x its length"
            if result.promised is not None:
                head += f"; the weight allows {result.promised:g} x"
        lines = f"{_moves(multi_tile_length(result.path))} if whole lines may slide"
        listed = _every(result, notation)
        return f"{head}.\n{format_moves(result.path, notation)}\n{lines}\n{figures}{listed}"
    if result.outcome is Outcome.UNSOLVABLE:
        return check(result.problem.start, result.problem.goal).reason
    bound = f"no path has fewer than {_moves(result.lower_bound or 0)}"
    hint = ""
    if result.outcome is Outcome.GAVE_UP and result.algorithm == "beam":
        hint = " (the beam ran out of boards to go on from; a greater --width may find a path)"
    elif result.outcome is Outcome.GAVE_UP:
        hint = " (the path it made is longer than the depth limit)"
    return f"Not solved, {result.outcome.value}{hint}: {bound}.\n{figures}"


def _every(result: Result, notation: Notation) -> str:
    """The list of all shortest paths, if there is one."""
    every = result.every
    if every is None:
        return ""
    head = f"Shortest paths, {every.expanded:,} more expanded in {every.seconds:.3f} seconds: {every.count:,}"
    if not every.complete:
        head += " or more (ended before all were found)"
    if len(every.paths) < every.count:
        head += f"; the first {len(every.paths):,}"
    return "\n".join(["", f"{head}:", *(format_moves(path, notation) for path in every.paths)])


def _moves(count: int) -> str:
    return f"{count} move" if count == 1 else f"{count:,} moves"
