"""The command `proofs`, and the messages of `solve` about saved proofs of large boards.

`solve` resumes a saved proof without being asked, so it prints that it does. `proofs` lists and removes the
files.
"""

from __future__ import annotations

import argparse
from typing import Any

from npuzzle.cli.board_io import BOARD_HELP, add_goal, add_json, choose_goal, read_argument
from npuzzle.cli.parser import Parser, Place
from npuzzle.cli.terminal import NOT_SOLVED, OK, print_hint, print_json, print_text
from npuzzle.errors import UsageError
from npuzzle.puzzle.board import goal_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.problem import Problem
from npuzzle.solving.job import Job, start
from npuzzle.solving.resume import Proof, ProofFile, Proofs, SavingRun
from npuzzle.solving.run import Run
from npuzzle.storage import user_folder
from npuzzle.text import count

FOLDER = "proofs"  # a folder in the user's folder
WHEN = "%Y-%m-%d %H:%M"


def add_proofs(parser: Parser) -> None:
    """Add the actions of `proofs`, each with its arguments."""
    actions = parser.add_subparsers(required=True, metavar="ACTION", dest="action")
    actions.add_parser(
        "list",
        help="list the boards with a saved proof, and their bounds",
        example="npuzzle proofs list --json",
        fill=_add_list,
    )
    actions.add_parser(
        "remove",
        help="remove the saved proofs of boards, or all",
        example="npuzzle proofs remove --all",
        fill=_add_remove,
    )


def _add_list(parser: Parser) -> None:
    add_json(parser)
    parser.set_defaults(run=_list)


def _add_remove(parser: Parser) -> None:
    parser.add_argument("boards", metavar="BOARD", nargs="*", help=BOARD_HELP, offer=Place.FILE)
    add_goal(parser, default=None)
    parser.add_argument("--all", action="store_true", dest="every", help="remove all saved proofs")
    add_json(parser)
    parser.set_defaults(run=_remove)


def add_anew(parser: Parser) -> None:
    """Add `--anew`, an option of `solve`."""
    parser.add_argument(
        "--anew",
        action="store_true",
        help="start over: ignore the saved proof of this board (17 to 25 cells)",
    )


def begin(job: Job, *, anew: bool, quiet: bool) -> Run:
    """Start a job, and print whether it resumes a saved proof. `anew`: ignore any saved proof."""
    proofs = _find_proofs()
    run = start(job) if proofs is None else proofs.start(job, anew=anew)
    if isinstance(run, SavingRun) and run.file is not None and not quiet:
        when, proof = run.file.when, run.file.proof
        if proof is None:
            print_hint(f"{run.file.error}; the search starts over.")
        else:
            print_hint(f"Resuming the search of {when:{WHEN}}: {_describe(proof)}. To start over: --anew.")
    return run


def suggest_resuming(run: Run) -> str:
    """Explain how to resume the proof, or why it is not saved. Return "" if nothing can be resumed."""
    if not isinstance(run, SavingRun):
        return ""
    if run.trouble:
        return f"The proof could not be saved: {run.trouble}."
    saved = "Run the same command again to continue (npuzzle proofs list shows all saved proofs)."
    return saved if run.is_saved else ""


def _list(options: argparse.Namespace) -> int:
    proofs = _require_proofs()
    files = proofs.list()
    if options.json:
        print_json({"proofs": [_make_entry(file) for file in files], "folder": str(proofs.folder)})
    else:
        for file in files:
            print_text(file.error if file.proof is None else _write_line(file, file.proof))
        print_text(f"{count(len(files), 'saved proof')} in {proofs.folder}")
    return NOT_SOLVED if any(file.error for file in files) else OK


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


def _write_line(file: ProofFile, proof: Proof) -> str:
    """Write a saved proof in one line."""
    goal = proof.problem.goal
    other = "" if goal == goal_board(DEFAULT_GOAL, goal.shape) else f" to {goal}"
    took = count(max(1, round(proof.seconds)), "second")
    return f"{proof.problem.start}{other}: {_describe(proof)}, after {took}, {file.when:{WHEN}}"


def _describe(proof: Proof) -> str:
    """Describe the bound and the path of a saved proof."""
    path = f", the best path has {len(proof.path)}" if proof.path else ""
    return f"no path has fewer than {count(proof.bound, 'move')}{path}"


def _make_entry(file: ProofFile) -> dict[str, Any]:
    """Return the file of a saved proof as plain data."""
    proof = file.proof
    if proof is None:
        return {"name": str(file.path), "error": file.error}
    return {
        "name": str(file.path),
        "board": str(proof.problem.start),
        "goal": str(proof.problem.goal),
        "lower_bound": proof.bound,
        "parts": len(proof.done),
        "length": len(proof.path) or None,
        "seconds": proof.seconds,
        "when": file.when.isoformat(timespec="seconds"),
    }


def _find_proofs() -> Proofs | None:
    """Return the proofs of this user, or None if the user has no home folder."""
    folder = user_folder()
    return None if folder is None else Proofs(folder / FOLDER)


def _require_proofs() -> Proofs:
    proofs = _find_proofs()
    if proofs is None:
        raise UsageError("there is no home folder to save proofs in; name one in NPUZZLE_CACHE")
    return proofs
