"""The command `solve`: read a board, run a search, and describe the path and its claim.

The search runs in steps of a tenth of a second. Between two steps the command shows progress and checks for
Ctrl-C, which ends the search with the result so far.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from npuzzle import storage
from npuzzle.cli.arguments import (
    add_certified,
    add_processes,
    add_solving,
    certify_first,
    find_heuristic,
    make_job,
    suggest_certified,
)
from npuzzle.cli.board_io import (
    add_board,
    add_json,
    count_width,
    draw_larger_first,
    draw_path,
    draw_rows,
    read_goal,
    read_problem,
    read_size,
)
from npuzzle.cli.parser import Parser, Place
from npuzzle.cli.proofs import add_anew, begin, suggest_resuming
from npuzzle.cli.terminal import (
    BAD_INPUT,
    NOT_SOLVED,
    OK,
    Colour,
    Meter,
    catch_ctrl_c,
    count_columns,
    output,
    paint,
    paint_verdict,
    print_error,
    print_hint,
    print_json,
    print_text,
    report_unwritable,
)
from npuzzle.compiler import PLAIN
from npuzzle.errors import IllegalMoveError, InvalidJobError, UsageError, brief
from npuzzle.pattern_databases import MAX_PATTERN_CELLS
from npuzzle.puzzle.board import Board, make_board, name_goal
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.moves import Notation, cancel, format_moves, multi_tile_length, runs, undo
from npuzzle.puzzle.play import play_moves
from npuzzle.puzzle.problem import Metric, metric_of, say_moves
from npuzzle.puzzle.solvability import check
from npuzzle.puzzle.svg import MAX_ANIMATED
from npuzzle.solving.claims import write_condition
from npuzzle.solving.job import Job
from npuzzle.solving.limits import Outcome
from npuzzle.solving.result import MOVE_FORMS, Result, format_path
from npuzzle.solving.run import Run

LONGEST_GOAL = 40  # characters shown of a goal without a name; enough for a 4x4 board


def add_solve(parser: Parser) -> None:
    """Add the arguments of `solve`."""
    add_solving(parser)
    add_processes(parser)
    add_anew(parser)
    add_certified(parser)
    parser.add_argument(
        "--statistics",
        action="store_true",
        help="also show the deepest level, the stored states, the frontier at the end and the memory",
    )
    parser.add_argument("--boards", action="store_true", help="also show the boards along the path")
    parser.add_argument(
        "--show", action="store_true", help="also draw the board, the goal and the boards along the path"
    )
    parser.add_argument(
        "--svg",
        type=Path,
        metavar="FILE",
        help="also save a drawing of board, goal and moves as SVG",
        offer=Place.FILE,
    )
    parser.add_argument("--animate", action="store_true", help="let the drawing of --svg play the path")
    add_print(parser)
    parser.add_argument(
        "--scramble",
        metavar="MOVES",
        help="first play these moves from BOARD, or from the goal if BOARD is a size, such as 4x4",
    )
    add_board(parser)
    add_json(parser)
    parser.set_defaults(run=_solve)


def _solve(options: argparse.Namespace) -> int:
    if options.animate and options.svg is None:
        raise InvalidJobError("--animate needs --svg FILE, the file to save the drawing in")
    if options.show and options.json:
        raise InvalidJobError("--show cannot be used with --json; use --boards instead")
    check_print(options)
    if options.svg is not None:
        with report_unwritable(options.svg):
            storage.require_writable(options.svg)
    board, goal, about = _read_start(options)
    job = _make_job(board, goal, options)
    with catch_ctrl_c() as interrupted, Meter(sys.stderr) as meter:
        run = begin(job, anew=options.anew, quiet=options.quiet)
        result = _run_to_end(run, meter, interrupted)
    if options.printed is not None:
        print_answer(result, options)
    elif options.json and options.boards:
        _print_json_with_boards(result, job.notation)
    elif options.json:
        print_json(result.to_dict(job.notation))
    else:
        print_text(_describe(result, job.notation))
        if about:
            print_text(about)
        if options.statistics:
            print_text(_write_statistics(result))
        for hint in (suggest_certified(job, result), suggest_resuming(run), suggest_larger_tables(result)):
            if hint:
                print_text(hint)
        if options.boards and result:
            _print_boards(result, job.notation)
        if options.show:
            _print_drawings(result, job.notation)
    if options.svg is not None and not _save_drawing(result, options, job.notation):
        return BAD_INPUT
    return OK if result else NOT_SOLVED


def _read_start(options: argparse.Namespace) -> tuple[Board, Board, str]:
    """Read the board and its goal. Also return a sentence about the moves of `--scramble`, or ""."""
    if options.scramble is None:
        return *read_problem(options), ""
    return read_scrambled(options, Notation(options.notation))


def read_scrambled(options: argparse.Namespace, notation: Notation) -> tuple[Board, Board, str]:
    """Play `--scramble` from BOARD, or, for a size, from its goal. Return the board, the goal and a sentence.

    Raises InvalidMovesError if the text is not moves, and IllegalMoveError if a move is illegal.
    """
    size = read_size(options.board)
    if size is None:
        start, goal = read_problem(options)
    else:
        start = goal = read_goal(options.goal or DEFAULT_GOAL, size)
    played = play_moves(start, options.scramble, notation)
    if played.illegal is not None:
        advice = "; for the blank's directions add --notation blank" if notation is Notation.TILE else ""
        raise IllegalMoveError(
            f"move {played.illegal.number:,} of --scramble, {played.illegal.written}, is illegal: "
            f"{played.illegal.reason}{advice}"
        )
    end, left = make_board(goal.shape, played.tiles), cancel(played.path)
    number = say_moves(len(played.path))
    if not left:
        return end, goal, f"The scramble has {number}, which all cancel."
    cancelled = len(played.path) - len(left)
    which = f", of which {cancelled:,} cancel" if cancelled else ""
    undone = format_moves(undo(left), notation)
    return end, goal, f"The scramble has {number}{which}; to undo it: {undone}."


def _save_drawing(result: Result, options: argparse.Namespace, notation: Notation) -> bool:
    """Save the drawing, after the answer was printed. Return whether that was possible.

    Without a path there is nothing to animate, and the drawing says how the run ended. If a path is too long
    for an animation, the drawing is a still picture.
    """
    moves = len(result.path or "")
    is_animated = options.animate and result.path is not None and moves <= MAX_ANIMATED
    if options.animate and moves > MAX_ANIMATED:
        print_hint(
            f"The drawing is a still picture: an animation can have at most {MAX_ANIMATED:,} moves; "
            f"this path has {moves:,}."
        )
    drawing = result.animated_svg() if is_animated else result.svg(notation)
    try:
        with report_unwritable(options.svg):
            storage.write(options.svg, drawing.encode())
    except UsageError as error:
        print_error(error)
        return False
    return True


def _print_json_with_boards(result: Result, notation: Notation) -> None:
    """Print the result with the boards along the path, or null. Print boards one by one: they may be many."""
    if not result:
        print_json({**result.to_dict(notation), "boards": None})
        return
    print_text(json.dumps(result.to_dict(notation)).removesuffix("}"), end=', "boards": [')
    for number, board in enumerate(result.boards):
        print_text(f"{', ' if number else ''}{json.dumps(str(board))}", end="")
    print_text("]}")


def _print_boards(result: Result, notation: Notation) -> None:
    """Print the start, then each move and the board after it."""
    print_text(f"\nStart\n{result.boards[0].pretty()}")
    for number, step in enumerate(_iter_steps(result), 1):
        tiles = f"tile{'s' if len(step.tiles) > 1 else ''} {', '.join(map(str, step.tiles))}"
        print_text(f"\n{number:,}. {format_moves(step.path, notation)} ({tiles})\n{step.board.pretty()}")


def _print_drawings(result: Result, notation: Notation) -> None:
    """Draw the start next to the goal, then the board after each move, as wide as the terminal allows."""
    columns = count_columns(output())
    start, goal = result.problem.start, result.problem.goal
    whole = (drawing for drawing in draw_larger_first(start, goal) if count_width(drawing) <= columns)
    print_text(f"\n{next(whole, draw_rows(start))}")
    if not result:
        return
    steps = (
        (
            f"{number:,}. {format_moves(step.path, notation)} {' '.join(map(str, step.tiles))}",
            step.board,
            partial(_paint_moved, step.tiles),
        )
        for number, step in enumerate(_iter_steps(result), 1)
    )
    for strip in draw_path(steps, columns):
        print_text(f"\n{strip}")


class _Step(NamedTuple):
    """A move: the tiles that slide, the letters of their slides, and the board after the move."""

    tiles: tuple[int, ...]
    path: str
    board: Board


def _iter_steps(result: Result) -> Iterator[_Step]:
    """Yield the moves of the path in the metric of the result."""
    moves, boards = iter(result.moves), islice(result.boards, 1, None)
    lengths = (1 for _ in result.moves)
    if result.metric is Metric.LINES:
        lengths = (length for _, length in runs(result.path or ""))
    for length in lengths:
        line = [*islice(moves, length)]
        board = [*islice(boards, length)][-1]
        yield _Step(tuple(move.tile for move in line), "".join(move.letter for move in line), board)


def _paint_moved(moved: tuple[int, ...], tile: int, text: str) -> str:
    """Colour the tiles that have just moved, on a terminal."""
    return paint(text, Colour.GREEN, output()) if tile in moved else text


def _make_job(board: Board, goal: Board, options: argparse.Namespace) -> Job:
    """Make the job. With `--certified`, certify the heuristic first."""
    if not options.certified:
        return make_job(board, options, goal)
    return make_job(board, options, goal, certify_first(find_heuristic(options.heuristic), goal))


def _run_to_end(run: Run, meter: Meter, interrupted: list[int]) -> Result:
    """Run until there is a result. Ctrl-C cancels the run, which then returns the result so far."""
    while run.result is None:
        if interrupted:
            run.cancel()
            break
        run.step(seconds=0.1)
        meter.show(lambda: _describe_progress(run))
    assert run.result is not None
    return run.result


def _describe_progress(run: Run) -> str:
    """Describe the progress of a run in one line."""
    now = run.snapshot
    rate = now.expanded / run.seconds if run.seconds else 0
    best = f"best path {run.lengths[-1][1]:,} moves, " if run.lengths else ""
    return (
        f"{best}expanded {now.expanded:,} ({rate:,.0f} per second), frontier {now.frontier:,}, "
        f"shortest path at least {say_moves(run.lower_bound, metric_of(run.problem))}, {run.seconds:.1f} s"
        + (f"; {run.found:,} shortest paths so far" if run.found else "")
    )


def _describe(result: Result, notation: Notation) -> str:
    """Describe a result in a few lines."""
    goal = brief(name_goal(result.problem.goal), LONGEST_GOAL)
    if result.path is not None:
        return "\n".join(
            [
                f"{_write_headline(result)} Goal: {goal}",
                format_moves(result.path, notation),
                _count_otherwise(result, result.path),
                *_list_figures(result),
                *_list_all(result, notation),
            ]
        )
    if result.outcome is Outcome.UNSOLVABLE:
        found = check(result.problem.start, result.problem.goal)
        return paint_verdict(str(found), good=False)
    hint = ""
    if result.outcome is Outcome.GAVE_UP and result.algorithm == "beam":
        hint = " (the beam ran out of boards to expand; a larger --width may find a path)"
    elif result.outcome is Outcome.GAVE_UP:
        hint = " (the search found no path within its limits)"
    bound = f"no path to {goal} has fewer than {say_moves(result.lower_bound or 0, result.metric)}"
    rests = f", {write_condition(result.assumes)}, which is not proved" if result.assumes else ""
    head = f"Not solved, {result.outcome.value}{hint}: {bound}{rests}."
    more = "For a path of any length, use --algorithm anytime without --max-depth."
    return paint_verdict("\n".join([head, more, *_list_figures(result)]), good=False)


def _count_otherwise(result: Result, path: str) -> str:
    """Count the moves of a path in the other metric."""
    lines = multi_tile_length(path)
    if result.metric is Metric.LINES:
        count = f"{say_moves(len(path))} of single tiles"
    else:
        count = say_moves(lines, Metric.LINES)
    return f"{count} in this path" + ("; another may have fewer" if lines > 1 else "")


def _write_headline(result: Result) -> str:
    """Describe how long the path is, and how far that can be from the shortest."""
    text = result.headline
    if result.is_optimal:
        return paint(f"{text}.", Colour.GREEN, output())
    if not result.excess:
        return f"{text}, which is not proved."
    text += (
        f" (which has {result.lower_bound:,} or more), so at most {result.times_shortest:.2f} times as long"
    )
    return text + (f"; the weight allows {result.promised:g} times." if result.promised is not None else ".")


def _list_figures(result: Result) -> list[str]:
    """List the costs of the search, its note, and why the algorithm was chosen."""
    now = result.snapshot
    tables = f" {now.tables}" if now.tables else ""
    used = result.algorithm + (f" with {result.heuristic}{tables}" if result.heuristic else "")
    cost = (
        f"expanded {now.expanded:,}, generated {now.generated:,}, peak frontier {now.peak_frontier:,}, "
        f"{result.seconds:.3f} seconds ({used}, {result.engine})"
    )
    return [line for line in (cost, result.note and f"Note: {result.note}", result.why) if line]


def _write_statistics(result: Result) -> str:
    """Write the counts that the usual output leaves out."""
    level = "" if result.deepest is None else f"deepest level {result.deepest:,}, "
    return (
        f"{level}stored {result.stored:,}, frontier at the end {result.frontier:,}, "
        f"memory about {result.memory / 1e6:,.1f} MB (estimated from the stored states)"
    )


def _list_all(result: Result, notation: Notation) -> list[str]:
    """List all shortest paths, if they were requested."""
    every = result.every
    if every is None:
        return []
    cost = f"{every.expanded:,} more states expanded in {every.seconds:.3f} seconds"
    head = f"Shortest paths, {cost}: {every.count:,}"
    if not every.complete:
        head += " or more (the search ended before it had found all)"
    if len(every.paths) < every.count:
        head += f"; the first {len(every.paths):,}"
    return [f"{head}:", *(format_moves(path, notation) for path in every.sort(notation))]


LENGTH, CLAIM = "length", "claim"


def add_print(parser: Parser) -> None:
    """Add `--print` and `--one-per-line`."""
    parser.add_argument(
        "--print",
        dest="printed",
        choices=[LENGTH, CLAIM, *MOVE_FORMS],
        help="print only this: the length (-1 if the board is not solvable), the claim, or the path as moves "
        "(R2 U), letters (RRU), words, arrows or tile numbers",
    )
    parser.add_argument("--one-per-line", action="store_true", help="print one move of --print per line")


def check_print(options: argparse.Namespace) -> None:
    """Raise UsageError for options that cannot be combined with `--print`."""
    if options.one_per_line and options.printed not in MOVE_FORMS:
        raise UsageError(f"--one-per-line needs --print with one of {', '.join(MOVE_FORMS)}")
    others = [name for name in ("json", "boards", "show", "statistics") if getattr(options, name)]
    if options.printed is not None and others:
        raise UsageError(f"--print prints one answer only: leave out --{others[0]}")


def print_answer(result: Result, options: argparse.Namespace) -> None:
    """Print what `--print` asks for. If there is no path or no proof, say so on standard error."""
    if result.path is not None:
        print_text(_write(result, result.path, options))
    elif result.outcome is Outcome.UNSOLVABLE and options.printed == LENGTH:
        print_text(-1)
    if not result.is_optimal:
        print_hint(f"npuzzle: {result.headline}.")
    every = result.every
    if every is not None and not (every.complete and len(every.paths) == every.count):
        print_hint(f"npuzzle: these are {len(every.paths):,} of {every.count:,} or more shortest paths")


def _write(result: Result, path: str, options: argparse.Namespace) -> object:
    """Write the answer. With `--all`, write every shortest path, one per line or with empty lines between."""
    if options.printed == LENGTH:
        return result.length
    if options.printed == CLAIM:
        return result.claim
    between = "\n" if options.one_per_line else None
    notation = Notation(options.notation)
    paths = [path] if result.every is None else result.every.sort(notation)
    written = [format_path(result.problem, one, options.printed, notation, between) for one in paths]
    return ("\n\n" if options.one_per_line else "\n").join(written)


def suggest_larger_tables(result: Result) -> str:
    """Explain how to build larger databases than the search used. Return "" if there are none."""
    shape, has = result.problem.start.shape, result.snapshot.tables
    if not has or result.is_optimal or result.engine in PLAIN or shape.cells > MAX_PATTERN_CELLS:
        return ""
    from npuzzle.pattern_databases.catalogue import find_larger

    larger = find_larger(shape, result.problem.home)
    if larger is None or larger.sizes == has:
        return ""
    most = max(map(len, larger.partition))
    return (
        f"Larger tables prove more: npuzzle tables build {shape} --max-group {most} builds {larger.sizes} "
        f"once, and saves them ({larger.bytes / 1e6:,.0f} MB)."
    )
