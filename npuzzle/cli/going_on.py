"""What `solve` says of a proof that goes on, and the folder where proofs are kept."""

from __future__ import annotations

from npuzzle.cli.output import print_hint
from npuzzle.cli.parser import Parser
from npuzzle.solving.earlier import Earlier
from npuzzle.solving.job import Job, start
from npuzzle.solving.proofs import KeptRun, Proofs
from npuzzle.solving.run import Run
from npuzzle.storage import user_folder
from npuzzle.text import count

FOLDER = "proofs"  # in the user's folder
WHEN = "%Y-%m-%d %H:%M"


def add_anew(parser: Parser) -> None:
    """Add `--anew`."""
    parser.add_argument(
        "--anew",
        action="store_true",
        help="begin anew, though an earlier search of this board (17 to 25 cells) has ruled out something",
    )


def begin(job: Job, *, anew: bool, quiet: bool) -> Run:
    """Begin a job, and say if it goes on from where an earlier one ended; `anew`: it does not."""
    proofs = find_proofs()
    run = start(job) if proofs is None else proofs.start(job, anew=anew)
    if isinstance(run, KeptRun) and run.kept is not None and not quiet:
        kept, earlier = run.kept, run.kept.earlier
        if earlier is None:
            print_hint(f"{kept.error}; the search begins anew.")
        else:
            print_hint(f"Going on from {kept.when:{WHEN}}: {describe_earlier(earlier)}; --anew begins anew.")
    return run


def suggest_going_on(run: Run) -> str:
    """Say that the proof of a board is kept for later, or why not; empty if there is nothing to keep."""
    if not isinstance(run, KeptRun):
        return ""
    if run.trouble:
        return f"What was ruled out could not be kept: {run.trouble}."
    return (
        "The same command goes on from here (npuzzle proofs list shows what is kept)." if run.is_kept else ""
    )


def find_proofs() -> Proofs | None:
    """Return the proofs of this user; None if there is no home folder to keep them in."""
    folder = user_folder()
    return None if folder is None else Proofs(folder / FOLDER)


def describe_earlier(earlier: Earlier) -> str:
    """Say what is known of a board."""
    path = f", one of {len(earlier.path)} is known" if earlier.path else ""
    return f"no path has fewer than {count(earlier.bound, 'move')}{path}"
