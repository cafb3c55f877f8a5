"""`compare`: solve the same boards with many contenders, and put the results in one table.

A `Contender` is one way to solve boards. `contenders` combines algorithms with heuristics. Every contender
solves every board, one run after another, because parallel runs would slow each other down. An error ends
only the run in which it occurs. The rows of the other runs are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Unpack

from npuzzle.errors import InvalidBoardError, InvalidJobError, require, require_several
from npuzzle.heuristics import HeuristicLike
from npuzzle.lab.comparison import Comparison, Row
from npuzzle.own import AlgorithmLike, as_algorithm
from npuzzle.progress import Progress, Work, run_to_end
from npuzzle.puzzle.board import Board, BoardLike, read_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.shape import elements
from npuzzle.registry import AUTO, is_auto
from npuzzle.search import AlgorithmCard
from npuzzle.solving.job import Job
from npuzzle.solving.limits import Limits, Outcome
from npuzzle.solving.many import describe_error
from npuzzle.solving.options import WayOptions, read_options
from npuzzle.solving.plan import SMALL
from npuzzle.solving.result import Result
from npuzzle.solving.rules import check_numbers
from npuzzle.solving.run import Run

RUNS = "the runs must be a list of Contenders, such as `contenders` returns"
ADMISSIBLE = ("misplaced", "manhattan", "linear-conflict")  # the heuristics of the default comparison
SLICE = 0.1  # seconds of work between reports to the caller


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """One way to solve boards: the fields of `Job` without a board. They are checked when a job is made."""

    algorithm: AlgorithmLike = "astar"
    heuristic: HeuristicLike = AUTO
    numbers: Mapping[str, float] = field(default_factory=dict, hash=False)
    limits: Limits = field(default_factory=Limits)
    engine: str = AUTO

    def job(self, board: BoardLike, goal: BoardLike) -> Job:
        """Make the job of solving a board in this way."""
        return Job.create(board, goal, **{name: getattr(self, name) for name in self.__dataclass_fields__})


def contenders(
    algorithms: Iterable[AlgorithmLike] | AlgorithmLike,
    heuristics: Iterable[HeuristicLike] | HeuristicLike = AUTO,
    **options: Unpack[WayOptions],
) -> tuple[Contender, ...]:
    """Combine every algorithm with every heuristic. An algorithm that uses no heuristic is listed once.

    A number, such as the weight, goes to the algorithms that have it. Raises InvalidJobError if none does.

    >>> [(c.algorithm, c.heuristic) for c in contenders(["bfs", "astar"], ["zero", "mix"])]
    [('bfs', 'auto'), ('astar', 'zero'), ('astar', 'mix')]
    """
    listed = _list_ways(algorithms, "the algorithms must be a list of names, cards or functions")
    asked = _list_ways(heuristics, "the heuristics must be a list of names, cards or functions")
    cards = [None if is_auto(each) else as_algorithm(each) for each in listed]
    given = read_options("contenders", WayOptions, options, "algorithms", "heuristics")
    names = ", ".join(AUTO if card is None else card.name for card in cards)
    used = check_numbers(given.get("numbers", {}), cards, names)
    limits = given.get("limits", Limits())
    return tuple(
        Contender(
            algorithm=algorithm,
            heuristic=heuristic,
            numbers=_select_numbers(used, card),
            limits=limits,
            engine=given.get("engine", AUTO),
        )
        for algorithm, card in zip(listed, cards)
        for heuristic in (asked if card is None or card.informed else [AUTO])
    )


def compare(
    boards: Iterable[BoardLike] | BoardLike,
    ways: Iterable[Contender] | Iterable[AlgorithmLike] | AlgorithmLike | None = None,
    goal: BoardLike = DEFAULT_GOAL,
    *,
    algorithms: Iterable[AlgorithmLike] | AlgorithmLike | None = None,
    heuristics: Iterable[HeuristicLike] | HeuristicLike | None = None,
    **options: Unpack[WayOptions],
) -> Comparison:
    """Solve every board with every contender, and put the results in one table.

    Parameters
    ----------
    boards
        A list of boards, or one board, in any form that `Board` takes.
    ways
        Algorithms, as names, cards or functions, or the `Contender`s that `contenders` makes. By default A*
        with misplaced tiles, Manhattan distance and linear conflict, on boards of up to 9 cells.
    goal
        The name of a goal, or a board.
    algorithms
        The same as `ways`.
    heuristics
        Each algorithm that uses a heuristic runs with each of these: names, cards, functions, certificates.
        By default npuzzle chooses one for each algorithm that you name.
    weight
        For weighted A*, as in `solve`.
    width
        For beam search, as in `solve`.
    numbers
        The numbers of the algorithms as a mapping.
    seconds
        The most time for each run.
    expanded
        The most states to expand in each run.
    stored
        The most states to keep in memory in each run.
    depth
        The most moves of a path.
    limits
        The four limits above as one argument: a `Limits`, or a mapping.
    engine
        The engine that runs the kernels, such as "python".

    Returns
    -------
    Comparison
        A row for each board and contender, totals, and means by depth. An unsolvable board is a row like any
        other. If a run raised an error, the row has that error as `error`.

    Raises
    ------
    InvalidBoardError
        If a board or the goal is not a valid board.
    UnknownNameError
        If no goal, algorithm or heuristic has that name.
    UnknownOptionError
        If an option is misspelled. The message suggests the nearest one.
    InvalidJobError
        If an option is out of range or used by no algorithm, or `ways` is missing above 9 cells.

    Examples
    --------
    >>> found = compare("2 8 3/1 6 4/7 0 5", "astar", "spiral", heuristics=["misplaced", "manhattan"])
    >>> [(row.result.heuristic, row.result.length, row.result.expanded) for row in found.rows]
    [('misplaced', 5, 5), ('manhattan', 5, 5)]
    """
    listed = _list_boards(boards)
    own = ("boards", "ways", "goal", "algorithms", "heuristics")
    options = read_options("compare", WayOptions, options, *own)  # type: ignore[assignment]
    given = [each for each in (ways, algorithms) if each is not None]
    if len(given) > 1:
        raise InvalidJobError("expected ways or algorithms, got both: leave one of them out")
    if given:
        chosen = _read_ways(given[0], heuristics, options)
    else:
        _require_small(listed)
        chosen = contenders("astar", ADMISSIBLE if heuristics is None else heuristics, **options)
    return run_to_end(iter_compare(listed, chosen, goal))


def iter_compare(
    boards: Iterable[BoardLike], runs: Iterable[Contender], goal: BoardLike = DEFAULT_GOAL
) -> Work[Comparison]:
    """Compare step by step. Send True to end with the current run, whose row is the last of the result."""
    runs = require_several(runs, RUNS)
    for run in runs:
        require(run, Contender, RUNS)
    jobs = [contender.job(board, goal) for board in _list_boards(boards) for contender in runs]
    return _run_jobs(jobs, len(runs))


def _list_boards(boards: Any) -> list[BoardLike]:
    """Return the boards as a list. One board, in any form, is a list of one."""
    if isinstance(boards, (str, Board)):
        return [boards]
    if elements(boards) is not None:
        with suppress(InvalidBoardError):
            return [read_board(boards)]
    return require_several(boards, "the boards must be a list of boards or of their texts")


def _require_small(boards: Sequence[BoardLike]) -> None:
    """Raise InvalidJobError unless every board is small enough for A* with any heuristic."""
    if any(read_board(board).shape.cells > SMALL for board in boards):
        raise InvalidJobError(
            f"name the ways to compare on boards above {SMALL} cells, such as "
            'compare(boards, ["idastar"], heuristics=["manhattan", "linear-conflict"], seconds=10)'
        )


def _read_ways(ways: Any, heuristics: Any, options: WayOptions) -> tuple[Contender, ...]:
    """Return the contenders: as given, or made from algorithms."""
    listed = _list_ways(
        ways, "the ways must be a list of algorithms, or of Contenders as made by contenders()"
    )
    if not any(isinstance(way, Contender) for way in listed):
        return contenders(listed, AUTO if heuristics is None else heuristics, **options)
    if heuristics is not None or options:
        raise InvalidJobError("Contenders have their own heuristics and options: give them to contenders()")
    return tuple(listed)


def _list_ways(value: Any, rule: str) -> list[Any]:
    """Return several values as a list, or one value (a name, a card, a function) as a list of one."""
    one = isinstance(value, (str, Contender)) or callable(value) or hasattr(value, "card")
    return [value] if one or isinstance(value, AlgorithmCard) else require_several(value, rule)


def _select_numbers(numbers: Mapping[str, float], card: AlgorithmCard | None) -> dict[str, float]:
    """Return the numbers that the card declares."""
    names = {number.name for number in card.numbers} if card is not None else set()
    return {name: value for name, value in numbers.items() if name in names}


def _run_jobs(jobs: Sequence[Job], ways: int) -> Work[Comparison]:
    rows: list[Row] = []
    for done, job in enumerate(jobs):
        run, stop, error = Run(job.resolve()), False, ""
        try:
            while run.step(SLICE) is None and not stop:
                stop = (yield Progress(done, len(jobs))) is True
            result = run.cancel()
        except Exception as raised:  # the rows of the other runs are not lost
            result, error = _count_failed(run), describe_error(raised)
        rows.append(Row(result, done % ways, error))
        if stop or (yield Progress(done + 1, len(jobs))) is True:
            break
    return Comparison(tuple(rows))


def _count_failed(run: Run) -> Result:
    """Make a result, which claims nothing, from the counts of a run that raised an error."""
    return Result(
        problem=run.problem,
        outcome=Outcome.GAVE_UP,
        path=None,
        lower_bound=0,
        snapshot=replace(run.snapshot, path=None, best=None),
        seconds=run.seconds,
        algorithm=run.algorithm.name,
        heuristic=run.heuristic.name if run.algorithm.informed else None,
        numbers=run.options.numbers,
    )
