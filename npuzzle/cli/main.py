"""The command line: solve, check, scramble, batch; laboratory; courses; tables; play; completion; the page.

Exit codes: 0 solved or solvable, 1 not, 2 bad input or an answer that cannot be written, 130 ended by
Ctrl-C. What was asked for goes to standard output; progress and errors to standard error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from random import Random

from npuzzle import __version__
from npuzzle.cli import batch, completion, exercises, lab, site, tables
from npuzzle.cli.arguments import add_board, add_goal, add_json, add_limits, draw_seed, job_of, seed
from npuzzle.cli.inputs import board_of
from npuzzle.cli.output import (
    BAD_INPUT,
    NOT_SOLVED,
    OK,
    STOPPED,
    OutputError,
    error_dict,
    give_up,
    keep_output_for_answers,
    let_output_say_all,
    output,
    print_error,
    print_json,
    print_text,
)
from npuzzle.cli.parser import Parser
from npuzzle.cli.play import play
from npuzzle.cli.terminal import Colour, Meter, interrupts, paint
from npuzzle.errors import InvalidBoardError, NPuzzleError, brief, sentence
from npuzzle.heuristics import HEURISTICS
from npuzzle.pattern_databases import catalogue
from npuzzle.puzzle.goals import goal_board
from npuzzle.puzzle.moves import Notation, format_moves, multi_tile_length
from npuzzle.puzzle.scramble import random_board, random_walk
from npuzzle.puzzle.shape import Shape
from npuzzle.puzzle.solvability import Check, check
from npuzzle.registry import AUTO
from npuzzle.search import ALGORITHMS
from npuzzle.solving.job import start
from npuzzle.solving.limits import Outcome
from npuzzle.solving.result import Result
from npuzzle.solving.run import Run

NOTES = """\
Exit codes: 0 solved or solvable, 1 not, 2 bad input, 130 ended by Ctrl-C with nothing to show
Environment: NO_COLOR=1 (no colour on a terminal), NPUZZLE_CACHE (the folder where tables are kept)"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command line; the exit code."""
    let_output_say_all()
    try:
        with keep_output_for_answers():
            return _carry_out(sys.argv[1:] if arguments is None else list(arguments))
    except OutputError as error:
        give_up(sys.stdout)
        if error.reader_left:  # it has had enough
            return OK
        print_error(error)
        return BAD_INPUT
    except KeyboardInterrupt:
        return STOPPED


def _carry_out(arguments: list[str]) -> int:
    """Carry out one command line, or say what is wrong; the exit code. Raises OutputError."""
    catalogue.keep_in(catalogue.user_folder())
    try:
        options = _parser().parse_args(arguments)
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
    except OutputError:
        raise
    except (NPuzzleError, OSError) as error:
        named = [*arguments, "--"]
        _say_what_is_wrong(error, as_json="--json" in named[: named.index("--")])
        return BAD_INPUT


def _say_what_is_wrong(error: NPuzzleError | OSError, *, as_json: bool) -> None:
    if not isinstance(error, NPuzzleError):  # of this machine: no memory, too many open files ...
        error = NPuzzleError(brief(str(error)) or type(error).__name__)
    if as_json:
        print_json(error_dict(error))
    else:
        print_error(error)


def _parser() -> Parser:
    parser = Parser(
        prog="npuzzle",
        description="Sliding-tile puzzles, solved and proved.",
        notes=NOTES,
        example='npuzzle solve "8 6 7/2 5 4/3 0 1"',
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

    solve = commands.add_parser(
        "solve",
        parents=[solving],
        help="find a path to the goal",
        example='npuzzle solve "2 3 7/1 8 0/6 5 4" --goal blank-first',
    )
    add_board(solve)
    add_json(solve)
    solve.set_defaults(run=_solve)

    checking = commands.add_parser(
        "check",
        help="is it a board, can it be solved, and if not, what would do",
        example='npuzzle check "2 8 1/0 4 3/7 6 5" --goal spiral',
    )
    add_board(checking)
    add_goal(checking)
    add_json(checking)
    checking.set_defaults(run=_check)

    scramble = commands.add_parser(
        "scramble", help="a random board that can be solved", example="npuzzle scramble 4x4 --seed 1"
    )
    scramble.add_argument("shape", metavar="RxC", help="rows x columns, each 2..127, as in 4x4")
    scramble.add_argument("--seed", type=seed, metavar="S", help="the same seed gives the same board")
    scramble.add_argument("--walk", type=int, metavar="K", help="K random moves from the goal, not uniform")
    add_goal(scramble)
    add_json(scramble)
    scramble.set_defaults(run=_scramble)

    batch.add_command(commands, solving)
    lab.add_commands(commands)
    exercises.add_commands(commands)
    tables.add_commands(commands)

    playing = commands.add_parser(
        "play", help="play a board here in the terminal, with hints", example="npuzzle play 3x3 --goal spiral"
    )
    playing.add_argument(
        "board",
        metavar="BOARD",
        nargs="?",
        default="4x4",
        help="RxC for a random one (default: 4x4), or as for solve",
    )
    add_goal(playing)
    playing.add_argument("--seed", type=seed, metavar="S", help="the same seed gives the same boards")
    playing.set_defaults(run=_play)

    completing = commands.add_parser(
        "completion",
        help="a script that lets a shell complete commands, options, names and files",
        example="npuzzle completion bash",
    )
    completing.add_argument("shell", choices=completion.SHELLS, help="which shell")
    completing.set_defaults(run=_completion)

    site.add_commands(commands)
    return parser


def _solve(options: argparse.Namespace) -> int:
    job = job_of(board_of(options.board), options)
    with interrupts() as interrupted, Meter(sys.stderr) as meter:
        result = _run_to_end(start(job), meter, interrupted)
    if options.json:
        print_json(result.to_dict(job.notation))
    else:
        print_text(_describe(result, job.notation))
    return OK if result.outcome is Outcome.SOLVED else NOT_SOLVED


def _check(options: argparse.Namespace) -> int:
    try:
        board = board_of(options.board)
    except InvalidBoardError as error:
        if not options.json:
            raise
        print_json({**Check(None, error.defects).to_dict(), "reason": sentence(error)})
        return BAD_INPUT
    found = check(board, options.goal)
    if options.json:
        print_json(found.to_dict())
    else:
        print_text(_explain_check(found))
    return OK if found.solvable else NOT_SOLVED


def _explain_check(found: Check) -> str:
    """Whether a board can be solved, why, and if not, what would do."""
    repairs = [f"Repair: {repair.label[:1].lower()}{repair.label[1:]}" for repair in found.repairs]
    return "\n".join([_verdict(found.reason, good=found.solvable), *repairs])


def _scramble(options: argparse.Namespace) -> int:
    goal = goal_board(options.goal, Shape.parse(options.shape))
    chosen = draw_seed() if options.seed is None else options.seed
    random = Random(chosen)
    board = random_board(goal, random) if options.walk is None else random_walk(goal, options.walk, random)
    if options.json:
        print_json({"board": str(board), "goal": str(goal), "seed": chosen, "walk": options.walk})
    else:
        print_text(board)
    return OK


def _play(options: argparse.Namespace) -> int:
    play(options.board, options.goal, Random(options.seed))
    return OK


def _completion(options: argparse.Namespace) -> int:
    print_text(completion.script(_parser(), options.shell))
    return OK


def _run_to_end(run: Run, meter: Meter, interrupted: list[int]) -> Result:
    """The result; Ctrl-C cancels the run and keeps what is known."""
    while run.result is None:
        if interrupted:
            run.cancel()
            break
        run.step(seconds=0.1)
        meter.show(lambda: _progress(run))
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


def _describe(result: Result, notation: Notation) -> str:
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
        slides = multi_tile_length(result.path)
        lines = f"{slides:,} line move{'' if slides == 1 else 's'} in this path; another may have fewer"
        listed = _every(result, notation)
        head = f"{head}."
        if not result.excess:
            head = paint(head, Colour.GREEN, output())
        return f"{head}\n{format_moves(result.path, notation)}\n{lines}\n{figures}{listed}"
    if result.outcome is Outcome.UNSOLVABLE:
        return _explain_check(check(result.problem.start, result.problem.goal))
    bound = f"no path has fewer than {_moves(result.lower_bound or 0)}"
    hint = ""
    if result.outcome is Outcome.GAVE_UP and result.algorithm == "beam":
        hint = " (the beam ran out of boards to go on from; a greater --width may find a path)"
    elif result.outcome is Outcome.GAVE_UP:
        hint = " (the path it made is longer than the depth limit)"
    return _verdict(f"Not solved, {result.outcome.value}{hint}: {bound}.\n{figures}", good=False)


def _verdict(text: str, *, good: bool) -> str:
    """The text, on a terminal with what stands before its colon in colour."""
    head, colon, rest = text.partition(":")
    return paint(head, Colour.GREEN if good else Colour.YELLOW, output()) + colon + rest


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
