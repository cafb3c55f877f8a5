"""The laboratory's commands: `certify`, `compare` and `trace`.

The laboratory works in steps. Each command shows progress between the steps. After Ctrl-C, `compare` prints
the runs so far.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from npuzzle import lab
from npuzzle.cli.arguments import (
    add_certified,
    add_limits,
    add_numbers,
    algorithm_names,
    certify_first,
    count_progress,
    find_algorithm,
    find_heuristic,
    heuristic_names,
    read_limits,
    read_numbers,
)
from npuzzle.cli.board_io import (
    BOARD_HELP,
    add_board,
    add_goal,
    add_json,
    add_quiet,
    parse_seed,
    read_argument,
    read_boards,
    read_problem,
    require_goal,
    tell_reading,
)
from npuzzle.cli.parser import Parser, Place, require_quotes
from npuzzle.cli.terminal import (
    BAD_INPUT,
    NOT_SOLVED,
    OK,
    Meter,
    catch_ctrl_c,
    print_error,
    print_json,
    print_table,
    print_text,
    terminal_width,
)
from npuzzle.errors import NPuzzleError, UsageError
from npuzzle.heuristics import HEURISTICS, HeuristicLike
from npuzzle.heuristics.combine import split_names
from npuzzle.progress import run_to_end
from npuzzle.puzzle.board import Board, goal_board
from npuzzle.puzzle.scramble import random_walk
from npuzzle.puzzle.shape import Shape
from npuzzle.puzzle.solvability import check
from npuzzle.registry import AUTO, is_auto
from npuzzle.search import ALGORITHMS
from npuzzle.solving.limits import Limits, Outcome
from npuzzle.solving.plan import choose_heuristic
from npuzzle.text import count

TABLES = ("runs", "totals", "depths")


def add_certify(certify: Parser) -> None:
    """Add the arguments of `certify`."""
    certify.add_argument(
        "heuristic",
        metavar="H",
        nargs="?",
        help="the name of a heuristic or of an exhibit (a heuristic that is wrong on purpose), or your own "
        "heuristic, as FILE.py:NAME",
        offer=heuristic_names,
    )
    certify.add_argument(
        "--wrong-examples",
        dest="exhibits",
        action="store_true",
        help="certify the exhibits: five heuristics that are wrong on purpose",
    )
    certify.add_argument("--shape", default="3x3", metavar="RxC", help="size, up to 9 cells (default: 3x3)")
    add_goal(certify)
    certify.add_argument(
        "--against",
        default="all",
        metavar="H,H",
        help="heuristics to compare H with: names, all (default) or none",
        offer=lambda: ("all", "none", *(name for name in heuristic_names() if not is_auto(name))),
    )
    add_quiet(certify)
    add_json(certify)
    certify.set_defaults(run=_certify)


def add_compare(compare: Parser) -> None:
    """Add the arguments of `compare`."""
    add_limits(compare)
    compare.add_argument("board", metavar="BOARD", nargs="*", help=f"each: {BOARD_HELP}", offer=Place.FILE)
    compare.add_argument(
        "--boards", metavar="FILE", help="one board per line; - reads standard input", offer=Place.FILE
    )
    compare.add_argument("--random", type=int, metavar="N", help="N boards drawn at random")
    compare.add_argument(
        "--walk", type=int, metavar="K", help="make random boards by K random moves from the goal"
    )
    compare.add_argument(
        "--per-depth", type=int, metavar="N", help="N boards at each distance from the goal (up to 9 cells)"
    )
    compare.add_argument(
        "--shape", default="3x3", metavar="RxC", help="the size of random boards (default: 3x3)"
    )
    compare.add_argument(
        "--seed", type=parse_seed, default=1, metavar="S", help="the seed of random boards (default: 1)"
    )
    add_goal(compare)
    compare.add_argument(
        "--algorithms",
        "--algorithm",
        default="astar",
        metavar="A,A",
        help="names or FILE.py:NAME, separated by commas, or all (default: astar)",
        offer=lambda: ("all", *algorithm_names()),
    )
    compare.add_argument(
        "--heuristics",
        "--heuristic",
        default="misplaced,manhattan,linear-conflict",
        metavar="H,H",
        help="names or FILE.py:NAME, separated by commas, or all",
        offer=lambda: ("all", *heuristic_names()),
    )
    add_certified(compare)
    add_quiet(compare)
    compare.add_argument("--table", choices=TABLES, help="print only this table (default for CSV: runs)")
    formats = compare.add_mutually_exclusive_group()
    formats.add_argument("--csv", action="store_true", help="print CSV")
    formats.add_argument("--json", action="store_true", help="print one JSON object with all tables")
    compare.set_defaults(run=_compare)


def add_trace(traced: Parser) -> None:
    """Add the arguments of `trace`."""
    from npuzzle.lab.tracing import MOST  # only this command needs it

    add_board(traced)
    add_goal(traced, default=None)
    traced.add_argument(
        "--algorithm",
        default="astar",
        metavar="A",
        help=f"{', '.join(lab.TRACED)}, or your own as FILE.py:NAME",
        offer=lambda: lab.TRACED,
    )
    traced.add_argument(
        "--heuristic",
        default=AUTO,
        metavar="H",
        help="a name, or yours as FILE.py:NAME",
        offer=heuristic_names,
    )
    add_numbers(traced, [ALGORITHMS[name] for name in lab.TRACED])
    traced.add_argument(
        "--max-depth", type=int, metavar="D", help="depth limit of a depth-first search, in moves"
    )
    traced.add_argument(
        "--max-expanded",
        dest="most",
        type=int,
        default=MOST,
        metavar="N",
        help=f"stop after N expanded states (default: {MOST})",
    )
    add_json(traced)
    traced.set_defaults(run=_trace)


def _certify(options: argparse.Namespace) -> int:
    if bool(options.heuristic) == options.exhibits:
        came = "both" if options.exhibits else "neither"
        raise UsageError(f"certify needs either a heuristic or --wrong-examples, got {came}")
    if options.exhibits:
        return _certify_exhibits(options)
    proof = _make_certificate(_find_one(options.heuristic), options)
    if options.json:
        print_json(proof.to_dict())
    else:
        print_text(proof)
    return OK if proof.admissible else NOT_SOLVED


def _find_one(text: str) -> HeuristicLike:
    """Find the heuristic to certify. `auto` means the automatic choice for 3x3."""
    heuristic = find_heuristic(text)
    return choose_heuristic(ALGORITHMS["astar"], Shape(3, 3)) if is_auto(heuristic) else heuristic


def _certify_exhibits(options: argparse.Namespace) -> int:
    """Certify each exhibit: describe its error, and show a board that proves it."""
    options.against = "none"
    proofs = [(exhibit, _make_certificate(exhibit, options)) for exhibit in lab.EXHIBITS]
    if options.json:
        print_json({"exhibits": [{**proof.to_dict(), "lesson": e.lesson} for e, proof in proofs]})
    else:
        print_text("\n\n".join(f"{proof}\n{exhibit.lesson}" for exhibit, proof in proofs))
    return OK


def _make_certificate(heuristic: HeuristicLike, options: argparse.Namespace) -> lab.Certificate:
    against = None if options.against == "all" else _find_heuristics(options.against)
    shape = Shape.parse(options.shape)
    with Meter(sys.stderr) as meter:
        return run_to_end(
            lab.iter_certify(heuristic, shape, options.goal, against=against),
            lambda now: meter.show(lambda: f"certifying: {count_progress(now, shape)}"),
        )


def _compare(options: argparse.Namespace) -> int:
    boards = list(_choose_boards(options))
    algorithms = _parse_names(options.algorithms, [card.name for card in ALGORITHMS])
    heuristics = _find_heuristics(options.heuristics, boards)
    ways = lab.contenders(
        [find_algorithm(algorithm) for algorithm in algorithms],
        _certify_each(heuristics, boards, options.goal) if options.certified else heuristics,
        numbers=read_numbers(options),
        limits=read_limits(options),
        engine=options.engine,
    )
    if not boards or not ways:
        missing = "board to compare" if not boards else "algorithm with a heuristic to compare"
        raise UsageError(f"expected at least one {missing}, got none")
    comparison = _compare_until_stopped(boards, ways, options)
    errors = [row.error for row in comparison.rows if row.error]
    for error in errors[:1]:  # the rows have all errors
        print_error(NPuzzleError(error))
    if options.json:
        print_json(comparison.to_dict())
    elif options.csv:
        print_text(comparison.to_csv(options.table or TABLES[0]), end="")
    else:
        tables = [options.table] if options.table else TABLES
        print_text(comparison.to_text(tables, columns=terminal_width()))
    whole = len(comparison.rows) == len(boards) * len(ways)
    solved = all(row.result.outcome is Outcome.SOLVED for row in comparison.rows)
    return BAD_INPUT if errors else OK if whole and solved else NOT_SOLVED


def _certify_each(heuristics: list[HeuristicLike], boards: list[Board], goal: str) -> list[HeuristicLike]:
    """Certify each heuristic for the goal of these boards. Raises UsageError if the boards differ in size."""
    shapes = {board.shape for board in boards}
    if len(shapes) > 1:
        sizes = ", ".join(map(str, sorted(shapes)))
        raise UsageError(f"--certified needs boards of one size, got {sizes}: a certificate is for one goal")
    return [certify_first(heuristic, goal_board(goal, shape)) for shape in shapes for heuristic in heuristics]


def _trace(options: argparse.Namespace) -> int:
    found = lab.trace(
        *read_problem(options),
        most=options.most,
        algorithm=find_algorithm(options.algorithm),
        heuristic=find_heuristic(options.heuristic),
        numbers=read_numbers(options),
        limits=Limits(depth=options.max_depth),
    )
    if options.json:
        print_json(found.to_dict())
    else:
        print_table(found.to_text())
        if found.path is None:
            print_text(_explain_no_path(found))
    return OK if found.path is not None else NOT_SOLVED


def _explain_no_path(found: lab.Trace) -> str:
    verdict = check(found.board, found.goal)
    if not verdict.solvable:
        return verdict.reason
    steps = count(found.expanded, "expansion")
    return f"Not solved: {'the frontier is empty' if found.complete else 'the trace ends'} after {steps}."


def _compare_until_stopped(
    boards: list[Board], ways: tuple[lab.Contender, ...], options: argparse.Namespace
) -> lab.Comparison:
    """Solve every board with every contender. After Ctrl-C, keep the runs so far."""
    with catch_ctrl_c() as interrupted, Meter(sys.stderr) as meter:

        def show(now: lab.Progress) -> bool:
            meter.show(lambda: _describe_progress(now.done, now.total, ways))
            return bool(interrupted)

        return run_to_end(lab.iter_compare(boards, ways, options.goal), show)


def _describe_progress(done: int, total: int, ways: tuple[lab.Contender, ...]) -> str:
    """Describe in one line how many runs are done, and which one is in progress."""
    runs = f"{done:,} of {total:,} runs"
    if done == total:
        return runs
    board, way = divmod(done, len(ways))
    names = [
        part if isinstance(part, str) else getattr(part, "name", getattr(part, "__name__", "your own"))
        for part in (ways[way].algorithm, ways[way].heuristic)
    ]
    return f"{runs}, now {' with '.join(name for name in names if not is_auto(name))} on board {board + 1:,}"


def _choose_boards(options: argparse.Namespace) -> Iterable[Board]:
    """Get the boards to compare. Raises UsageError unless the options name exactly one source."""
    places = {
        "BOARD": bool(options.board),
        "--boards": options.boards is not None,
        "--random": options.random is not None,
        "--per-depth": options.per_depth is not None,
    }
    given = [name for name, is_given in places.items() if is_given]
    if len(given) != 1:
        raise UsageError(
            f"compare takes boards from one of {', '.join(places)}, got {' and '.join(given) or 'none'}"
        )
    if options.walk is not None and options.random is None:
        raise UsageError("--walk says how --random boards are made: give both")
    if options.board:
        require_quotes(options.board, options.parser)
        readings = [read_argument(text) for text in options.board]
        boards = [require_goal(reading, options.goal) for reading in readings]
        for reading in readings:
            tell_reading(replace(reading, goal=None))
        return boards
    if options.boards is not None:
        return read_boards(options.boards, options.goal)
    count = options.random if options.per_depth is None else options.per_depth
    if count < 1:
        raise UsageError(f"{given[0]} must be 1 or more, got {count}")
    goal, random = goal_board(options.goal, Shape.parse(options.shape)), Random(options.seed)
    if options.per_depth is not None:
        return lab.boards_at_depths(goal, count, random)
    if options.walk is not None:
        return (random_walk(goal, options.walk, random) for _ in range(count))
    return (goal.shuffled(random) for _ in range(count))


def _find_heuristics(text: str, boards: Iterable[Board] = ()) -> list[HeuristicLike]:
    """Find the named heuristics. `all` means every heuristic that fits all boards."""
    if text == "none":
        return []
    shapes = {board.shape for board in boards}
    fitting = [card.name for card in HEURISTICS if all(card.fits(shape) for shape in shapes)]
    return [find_heuristic(name) for name in _parse_names(text, fitting)]


def _parse_names(text: str, every: list[str]) -> list[str]:
    """Split a list of names at the commas outside parentheses. `all` means every name."""
    return every if text == "all" else split_names(text)
