"""The commands for one board: `check`, `scramble`, `verify` and `play`.

The code of searches is loaded only by `verify`, to compare moves with a shortest path, by `scramble --depth`,
to prove a distance, and by `play`, for hints.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from npuzzle.classroom.csv_table import format_csv
from npuzzle.cli.board_io import (
    BOARD_HELP,
    add_blank,
    add_board,
    add_goal,
    add_json,
    add_metric,
    add_quiet,
    choose_goal,
    draw_seed,
    parse_seed,
    read_argument,
    read_goal,
    read_problem,
    read_size,
)
from npuzzle.cli.parser import Parser, Place, require_quotes
from npuzzle.cli.terminal import (
    BAD_INPUT,
    NOT_SOLVED,
    OK,
    Colour,
    Meter,
    catch_ctrl_c,
    output,
    paint,
    paint_verdict,
    print_json,
    print_text,
    takes_codes,
)
from npuzzle.errors import IllegalMoveError, InvalidBoardError, InvalidMovesError, UsageError, sentence
from npuzzle.progress import run_to_end
from npuzzle.puzzle.board import Board, goal_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.moves import Notation, undo
from npuzzle.puzzle.play import parse_moves
from npuzzle.puzzle.problem import Metric
from npuzzle.puzzle.scramble import iter_scrambled
from npuzzle.puzzle.shape import Shape
from npuzzle.puzzle.solvability import Check, check

if TYPE_CHECKING:
    from npuzzle.cli.play import Game
    from npuzzle.solving.run import Run
    from npuzzle.solving.verify import Verification


def add_check(parser: Parser) -> None:
    """Add the arguments of `check`."""
    add_board(parser)
    add_goal(parser, default=None)
    add_json(parser)
    parser.add_argument(
        "--print", dest="printed", choices=["solvable"], help="print only whether it is solvable: YES or NO"
    )
    parser.set_defaults(run=_check)


def _check(options: argparse.Namespace) -> int:
    if options.printed is not None and options.json:
        raise UsageError("--print prints one answer only: leave out --json")
    try:
        reading = read_argument(options.board, options.blank)
    except InvalidBoardError as error:
        if not options.json:
            raise
        print_json({**Check(None, error.defects).to_dict(), "reason": sentence(error)})
        return BAD_INPUT
    found = check(*choose_goal(reading, options.goal))
    if options.printed is not None:
        print_text("YES" if found.solvable else "NO")
    elif options.json:
        print_json(found.to_dict())
    else:
        print_text(paint_verdict(str(found), good=found.solvable))
    return OK if found.solvable else NOT_SOLVED


def add_scramble(parser: Parser) -> None:
    """Add the arguments of `scramble`."""
    parser.add_argument("shape", metavar="RxC", help="rows x columns, each 2 to 127, as in 4x4")
    parser.add_argument("--seed", type=parse_seed, metavar="S", help="the same seed gives the same boards")
    far = "exactly D moves from the goal, proved (above 16 cells only near the goal)"
    parser.add_argument("--depth", type=int, metavar="D", help=far)
    parser.add_argument("--walk", type=int, metavar="K", help="K random moves from the goal, not uniform")
    parser.add_argument(
        "--count", type=int, default=1, metavar="N", help="N different boards, one per line (default: 1)"
    )
    add_goal(parser)
    formats = parser.add_mutually_exclusive_group()
    formats.add_argument("--csv", action="store_true", help="print a table as CSV")
    formats.add_argument("--json", action="store_true", help="print a JSON object per board")
    parser.set_defaults(run=_scramble)


def _scramble(options: argparse.Namespace) -> int:
    """Print random boards. The keys of JSON:

    `board`: the random board. `seed`: the seed of all boards of the command, for `--seed`.
    `walk`: the random moves from the goal, if `--walk` was given.
    `depth`: the moves of a shortest path, if `--depth` was given. `claim`: that this depth is proved.
    """
    goal = goal_board(options.goal, Shape.parse(options.shape))
    chosen = draw_seed() if options.seed is None else options.seed
    drawn = _draw(goal, chosen, options)
    about = {"goal": str(goal), "seed": chosen, "walk": options.walk, "depth": options.depth}
    about |= {"metric": Metric.TILES.value, "claim": None if options.depth is None else "proved shortest"}
    columns = ("board", *about)
    if options.csv:
        print_text(format_csv(columns, []), end="")
    for board in drawn:
        row = {"board": str(board), **about}
        if options.json:
            print_json(row)
        elif options.csv:
            print_text(format_csv(columns, [row]).partition("\n")[2], end="")
        else:
            print_text(board)
    return OK


def _draw(goal: Board, chosen: int, options: argparse.Namespace) -> Iterator[Board]:
    """Draw random boards. Load the search only for a depth, because that takes a while."""
    if options.depth is None:
        return iter_scrambled(goal, options.count, seed=chosen, walk=options.walk)
    from npuzzle.lab.boards import iter_random_boards

    return iter_random_boards(goal, options.count, seed=chosen, depth=options.depth, walk=options.walk)


def add_verify(parser: Parser) -> None:
    """Add the arguments of `verify`."""
    parser.add_argument(
        "board",
        metavar="BOARD",
        help=f"{BOARD_HELP}; or a size, such as 3x3, to find the board that the moves solve",
        offer=Place.FILE,
    )
    parser.add_argument(
        "moves",
        metavar="MOVES",
        nargs="+",
        help="letters with counts (U L2 D), words, arrows, tile numbers (7 8 5), or tile numbers with "
        "directions (7L 8U); a tile that is not next to the blank pushes the tiles in between",
    )
    add_goal(parser, default=None)
    add_blank(parser)
    parser.add_argument(
        "--notation",
        choices=[notation.value for notation in Notation],
        help="the letters name the direction of the tile or of the blank (default: the reading "
        "that leads further)",
    )
    add_metric(parser)
    parser.add_argument(
        "--max-seconds",
        type=float,
        default=10.0,
        metavar="S",
        help="search for a shortest path for at most S seconds (default: 10)",
    )
    add_quiet(parser)
    add_json(parser)
    parser.set_defaults(run=_verify)


def _verify(options: argparse.Namespace) -> int:
    from npuzzle.solving.verify import iter_verify  # loads the searches

    require_quotes([options.board, *options.moves], options.parser)
    notation = None if options.notation is None else Notation(options.notation)
    moves, size = " ".join(options.moves), read_size(options.board)
    if size is None:
        board, goal = read_problem(options)
    else:
        goal = goal_board(options.goal or DEFAULT_GOAL, size)
        board = find_solved_by(goal, moves, notation)
    checking = iter_verify(
        board,
        moves,
        goal,
        notation=notation,
        seconds=options.max_seconds,
        metric=options.metric,
    )
    with catch_ctrl_c() as interrupted, Meter(sys.stderr) as meter:

        def watch(run: Run) -> None:
            """Show progress. After Ctrl-C, end the search and keep its results so far."""
            if interrupted:
                run.cancel()
            meter.show(lambda: f"searching for a shortest path, expanded {run.snapshot.expanded:,}")

        found = run_to_end(checking, watch)
    if options.json:
        print_json(found.to_dict())
    else:
        if size is not None:
            print_text(f"These moves solve the board {board}.")
        print_text(_paint(found))
    return OK if found.reaches_goal else NOT_SOLVED


def _paint(found: Verification) -> str:
    """Colour the first line, which says whether the goal is reached, on a terminal."""
    head, newline, rest = str(found).partition("\n")
    return paint(head, Colour.GREEN if found.reaches_goal else Colour.YELLOW, output()) + newline + rest


def find_solved_by(goal: Board, moves: str, notation: Notation | None) -> Board:
    """Return the board from which these moves lead to the goal. Raises InvalidMovesError if none exists.

    Without a notation, directions are read as the tile's, or, if that is impossible, as the blank's.
    """
    why: list[str] = []
    for way in Notation if notation is None else [notation]:
        try:
            return goal.play(undo(parse_moves(moves, way)))
        except IllegalMoveError as error:
            why.append(str(error))
    raise InvalidMovesError(
        f"no {goal.shape} board is solved by these moves; played backwards from the goal, {why[0]}"
    )


MOST_SIDE = 10  # rows or columns; more do not fit on a terminal


def add_play(parser: Parser) -> None:
    """Add the arguments of `play`."""
    parser.add_argument(
        "board",
        metavar="BOARD",
        nargs="?",
        default="4x4",
        help="a size RxC for a random board (default: 4x4), or a board as for solve",
        offer=Place.FILE,
    )
    add_goal(parser, default=None)
    parser.add_argument("--seed", type=parse_seed, metavar="S", help="the same seed gives the same boards")
    parser.set_defaults(run=_play)


def _play(options: argparse.Namespace) -> int:
    """Play in this terminal. Raises UsageError without a terminal or Textual, or for too large a board."""
    random = Random(options.seed)
    game = open_game(options.board, options.goal, random)
    try:
        from npuzzle.cli.play_app import PlayApp
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "textual":
            raise
        raise UsageError('play needs Textual: pip install "npuzzle[play]", or just textual') from None
    if not (takes_codes(sys.stdin) and takes_codes(output())):
        raise UsageError("play needs a terminal, to read keys from and to draw on")
    PlayApp(game, random).run()
    return OK


def open_game(text: str, goal: str | None, random: Random) -> Game:
    """Open a game with a board, or, for a size such as 4x4, with a random board."""
    from npuzzle.cli.play import Game  # loads the laboratory

    size = read_size(text)
    if size is None:
        board, target = choose_goal(read_argument(text), goal)
    else:
        target = read_goal(goal or DEFAULT_GOAL, size)
        board = target.shuffled(random)
    if max(board.shape.rows, board.shape.cols) > MOST_SIDE:
        raise UsageError(f"play can draw up to {MOST_SIDE} rows and columns, got {board.shape}")
    return Game(board, target)
