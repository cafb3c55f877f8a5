"""The command `proofs`: list and remove the proofs of large boards that `solve` goes on with."""

from __future__ import annotations

import argparse
from typing import Any

from npuzzle.cli.board_arguments import BOARD_HELP, add_goal, add_json
from npuzzle.cli.going_on import WHEN, describe_earlier, find_proofs
from npuzzle.cli.inputs import choose_goal, read_argument
from npuzzle.cli.output import NOT_SOLVED, OK, print_json, print_text
from npuzzle.cli.parser import Parser, Place
from npuzzle.errors import UsageError
from npuzzle.puzzle.board import goal_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.problem import Problem
from npuzzle.solving.earlier import Earlier
from npuzzle.solving.proofs import Kept, Proofs
from npuzzle.text import count


def add_arguments(parser: Parser) -> None:
    """Add the actions of `proofs`, each with its arguments."""
    actions = parser.add_subparsers(required=True, metavar="ACTION", dest="action")
    actions.add_parser(
        "list",
        help="list the boards whose proof goes on, with what is ruled out",
        example="npuzzle proofs list --json",
        fill=_add_list,
    )
    actions.add_parser(
        "remove",
        help="remove what is kept of boards, or of all",
        example="npuzzle proofs remove --all",
        fill=_add_remove,
    )


def _add_list(parser: Parser) -> None:
    add_json(parser)
    parser.set_defaults(run=_list)


def _add_remove(parser: Parser) -> None:
    parser.add_argument("boards", metavar="BOARD", nargs="*", help=BOARD_HELP, offer=Place.FILE)
    add_goal(parser, default=None)
    parser.add_argument("--all", action="store_true", dest="every", help="remove all that is kept")
    add_json(parser)
    parser.set_defaults(run=_remove)


def _list(options: argparse.Namespace) -> int:
    proofs = _require_proofs()
    found = proofs.list()
    if options.json:
        print_json({"proofs": [_make_entry(kept) for kept in found], "folder": str(proofs.folder)})
    else:
        for kept in found:
            print_text(kept.error if kept.earlier is None else _describe_proof(kept, kept.earlier))
        print_text(f"Proofs are kept in {proofs.folder}")
    return NOT_SOLVED if any(kept.error for kept in found) else OK


def _remove(options: argparse.Namespace) -> int:
    if options.every == bool(options.boards):
        raise UsageError("proofs remove takes boards, or --all")
    proofs = _require_proofs()
    if options.every:
        removed = proofs.clear()
    else:
        problems = [Problem(*choose_goal(read_argument(board), options.goal)) for board in options.boards]
        removed = sum(map(proofs.remove, problems))
    if options.json:
        print_json({"removed": removed})
    else:
        print_text(f"Removed {count(removed, 'proof')} from {proofs.folder}")
    return OK if options.every or removed == len(options.boards) else NOT_SOLVED


def _describe_proof(kept: Kept, earlier: Earlier) -> str:
    """Say in one line what is kept of a board."""
    goal = earlier.problem.goal
    other = "" if goal == goal_board(DEFAULT_GOAL, goal.shape) else f" to {goal}"
    took = count(max(1, round(earlier.seconds)), "second")
    return f"{earlier.problem.start}{other}: {describe_earlier(earlier)}, after {took}, {kept.when:{WHEN}}"


def _make_entry(kept: Kept) -> dict[str, Any]:
    """Return a file as plain data."""
    earlier = kept.earlier
    if earlier is None:
        return {"name": str(kept.path), "error": kept.error}
    return {
        "name": str(kept.path),
        "board": str(earlier.problem.start),
        "goal": str(earlier.problem.goal),
        "lower_bound": earlier.bound,
        "parts": len(earlier.done),
        "length": len(earlier.path) or None,
        "seconds": earlier.seconds,
        "when": kept.when.isoformat(timespec="seconds"),
    }


def _require_proofs() -> Proofs:
    found = find_proofs()
    if found is None:
        raise UsageError("there is no home folder to keep proofs in; name one in NPUZZLE_CACHE")
    return found
