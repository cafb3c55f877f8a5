"""Which searches several processes can share, and the processes themselves."""

from __future__ import annotations

from npuzzle.errors import InvalidJobError
from npuzzle.heuristics import HeuristicCard, pattern_tables
from npuzzle.numbers import require_whole
from npuzzle.pattern_databases import MAX_PATTERN_CELLS
from npuzzle.puzzle.shape import Shape
from npuzzle.search.base import AlgorithmCard, Helpers
from npuzzle.solving.limits import Limits

MOST_PROCESSES = 256  # for one board


ALONE = "It runs in one process, as only searches of larger boards are split."


def require_processes(processes: int) -> int:
    """Return a number of processes as a plain int. Raises InvalidJobError."""
    return require_whole(processes, f"processes is a whole number, 1..{MOST_PROCESSES}", 1, MOST_PROCESSES)


def check_processes(
    processes: int, algorithm: AlgorithmCard, heuristic: HeuristicCard, shape: Shape, limits: Limits
) -> None:
    """Check the number of processes, and that the search can be split. Raises InvalidJobError."""
    require_processes(processes)
    if processes == 1:
        return
    if not is_limited_alike(algorithm, limits):
        raise InvalidJobError(
            f"{algorithm.name} with a limit of expanded states runs in one process: leave one of them out"
        )
    if not can_split(algorithm, heuristic, shape):
        search = f"{algorithm.name} with {heuristic.name}" if algorithm.informed else algorithm.name
        raise InvalidJobError(
            f"{search} on {shape} runs in one process; several are for IDA* with pattern databases "
            f"and for anytime, on boards of up to {MAX_PATTERN_CELLS} cells"
        )


def is_limited_alike(algorithm: AlgorithmCard, limits: Limits) -> bool:
    """Whether the limits hold for several workers together: one of expanded states does not for anytime."""
    return not algorithm.improves or limits.expanded is None


def can_split(algorithm: AlgorithmCard, heuristic: HeuristicCard, shape: Shape) -> bool:
    """Whether several workers can share the search: it needs pattern databases; `anytime` finds its own."""
    has_databases = heuristic is pattern_tables if algorithm.informed else pattern_tables.fits(shape)
    return algorithm.splits and has_databases


def start_helpers(processes: int) -> Helpers | None:
    """Return the helpers of a search of so many processes; they start when there is enough to do."""
    if processes == 1:
        return None
    try:
        from npuzzle.processes.helpers import ProcessHelpers  # not in the page
    except ImportError:
        raise InvalidJobError("in a browser the number of processes is 1") from None
    return ProcessHelpers(processes - 1)
