"""`Job`: one request, as plain data and back. Command line and page are two skins over `start`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from math import inf
from typing import Any

from npuzzle.errors import InvalidJobError, KernelError, require, shown
from npuzzle.heuristics import HeuristicCard, HeuristicLike, as_card
from npuzzle.kernel import engine_named
from npuzzle.pattern_databases.table import MOST_CELLS
from npuzzle.puzzle.board import Board, read_board
from npuzzle.puzzle.goals import DEFAULT_GOAL, goal_board
from npuzzle.puzzle.moves import Notation, require_notation
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO, is_auto
from npuzzle.search import ALGORITHMS, AlgorithmCard
from npuzzle.search.anytime.solver import MOST_BEAMED
from npuzzle.search.beam import DEFAULT_WIDTH
from npuzzle.solving.driver import Limits
from npuzzle.solving.options import explain_options
from npuzzle.solving.run import Result, Run

DEFAULT_WEIGHT = 1.5
MAX_WEIGHT = 1_000_000  # far beyond use; keeps weight * h exact enough for the bound
MAX_WIDTH = 10_000_000
SMALL = 9  # cells up to which A* is the automatic choice: its memory stays small
TABLED = 16  # cells up to which IDA* proves a shortest path of any board, with tables, within a second
IMPROVED = MOST_BEAMED  # cells up to which a path can be made much shorter within seconds
NO_LIMITS = Limits()
LIMITS = [limit.name for limit in fields(Limits)]
WITHIN = 10.0  # seconds that an improving search has unless told otherwise

#: What the automatic choices are, in words.
AUTOMATIC = {
    "algorithm": (
        f"A* for boards of up to {SMALL} cells, IDA* up to {TABLED}: both prove the shortest path; "
        f"anytime improvement up to {IMPROVED} cells, the constructive solver above"
    ),
    "heuristic": f"pattern tables for IDA* on {SMALL + 1} to {MOST_CELLS} cells, linear conflict elsewhere",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Solve `board` for `goal`. Names are those of the cards; `auto` chooses by size.

    `engine`: what runs kernels, see `npuzzle.kernel.engines`; the result tells what was used.
    `every`: when a shortest path is proved, list all of them (boards of up to 25 cells).
    `within`: seconds after which the best path found by then is the answer; for the automatic choice,
    which then is a search that improves on boards above 9 cells, and for `anytime`, which has WITHIN
    seconds unless told this, or a limit of seconds or of expanded states. It goes with no heuristic.

    The heuristic may be one of your own: a card, a class or a function (see `from_function`). Such a
    job is no plain data: its `to_dict` keeps the heuristic's name only.

    Raises UnknownNameError, GoalMismatchError, InvalidHeuristicError or InvalidJobError.
    """

    board: Board
    goal: Board
    algorithm: str = AUTO
    heuristic: HeuristicLike = AUTO
    weight: float = DEFAULT_WEIGHT
    width: int = DEFAULT_WIDTH
    limits: Limits = field(default_factory=Limits)
    notation: Notation = Notation.TILE
    engine: str = AUTO
    every: bool = False
    within: float | None = None

    def __post_init__(self) -> None:
        Problem(self.board, self.goal)
        require(self.algorithm, str, "the algorithm is a name, such as 'astar' (of a card: its name)")
        require(self.limits, Limits, "the limits are Limits, such as Limits(seconds=10)")
        require_notation(self.notation)
        require(self.engine, str, "the engine is a name, such as 'auto'")
        algorithm = self.algorithm_card
        if self.within is not None:
            self._check_within()
        heuristic = heuristic_card(self.heuristic, algorithm, self.board.shape)
        if algorithm.informed:
            heuristic.hold_to(self.board.shape)
        try:
            if not is_auto(self.engine):
                engine_named(self.engine)
        except KernelError as error:
            raise InvalidJobError(str(error)) from None
        if type(self.every) is not bool:
            raise InvalidJobError(f"every is true or false, got {shown(self.every)}")
        if self.every and self.board.shape.cells > MOST_CELLS:
            raise InvalidJobError(
                f"every shortest path is listed for boards of up to {MOST_CELLS} cells; "
                f"{self.board.shape} has {self.board.shape.cells}"
            )
        if type(self.weight) not in (int, float) or not 1 <= self.weight <= MAX_WEIGHT:
            raise InvalidJobError(f"the weight is a number, 1..{MAX_WEIGHT:,}, got {shown(self.weight)}")
        if type(self.width) is not int or not 1 <= self.width <= MAX_WIDTH:
            raise InvalidJobError(f"the width is a whole number, 1..{MAX_WIDTH:,}, got {shown(self.width)}")

    @property
    def algorithm_card(self) -> AlgorithmCard:
        """The algorithm meant."""
        return algorithm_card(
            self.algorithm, self.board.shape, within=self.within, informed=self.names_heuristic
        )

    @property
    def names_heuristic(self) -> bool:
        """Whether a heuristic was named, and not left to this package."""
        return not is_auto(self.heuristic)

    @property
    def why(self) -> str:
        """Why the automatic choice is what it is, in a sentence; empty if the algorithm was named."""
        if not is_auto(self.algorithm):
            return ""
        cells = self.board.shape.cells
        if self.names_heuristic:
            return f"{self.algorithm_card.label} was chosen: it asks the heuristic that was named."
        if self.within is not None and self.algorithm_card.improves:
            return (
                f"{self.algorithm_card.label} was chosen: the best path within {self.within:g} seconds was "
                "asked for."
            )
        reason = {
            "astar": f"{cells:,} cells are few enough for it to prove the shortest path at once",
            "idastar": f"with pattern tables it proves the shortest path of any board of {cells:,} cells",
            "anytime": f"a proof for {cells:,} cells may take too long, so it improves a path until it ends",
            "constructive": f"with {cells:,} cells any path is long, and this one is there at once",
        }[self.algorithm_card.name]
        return f"{self.algorithm_card.label} was chosen: {reason}."

    def _check_within(self) -> None:
        if type(self.within) not in (int, float) or not 0 <= self.within < inf:  # type: ignore[operator]
            raise InvalidJobError(f"within is a number of seconds, 0 or more, got {shown(self.within)}")
        if self.names_heuristic:
            raise InvalidJobError(
                "within chooses a search that asks no heuristic; leave the heuristic out, or set a limit of "
                "seconds instead"
            )
        if not is_auto(self.algorithm) and not self.algorithm_card.improves:
            raise InvalidJobError(
                f"within is for searches that have a path before they end, {AUTO} and anytime; "
                f"{self.algorithm_card.name} is ended by a limit of seconds"
            )

    @property
    def run_limits(self) -> Limits:
        """The limits, with the seconds of a search that improves."""
        if not self.algorithm_card.improves:
            return self.limits
        unlimited = self.limits.seconds is None and self.limits.expanded is None
        own = WITHIN if self.within is None and unlimited else self.within
        given = [seconds for seconds in (own, self.limits.seconds) if seconds is not None]
        return replace(self.limits, seconds=min(given, default=None))

    @classmethod
    @explain_options(LIMITS)
    def create(
        cls,
        board: Board | str,
        goal: Board | str = DEFAULT_GOAL,
        *,
        algorithm: str = AUTO,
        heuristic: HeuristicLike = AUTO,
        weight: float = DEFAULT_WEIGHT,
        width: int = DEFAULT_WIDTH,
        limits: Limits = NO_LIMITS,
        notation: Notation = Notation.TILE,
        engine: str = AUTO,
        every: bool = False,
        within: float | None = None,
    ) -> Job:
        """A job from text: `board` in any format, `goal` by name or as a board."""
        board = read_board(board)
        return cls(
            board=board,
            goal=goal_board(goal, board.shape),
            algorithm=algorithm,
            heuristic=heuristic,
            weight=weight,
            width=width,
            limits=limits,
            notation=notation,
            engine=engine,
            every=every,
            within=within,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data that `from_dict` reads."""
        return {
            "board": str(self.board),
            "goal": str(self.goal),
            "algorithm": self.algorithm,
            "heuristic": self.heuristic if isinstance(self.heuristic, str) else as_card(self.heuristic).name,
            "weight": self.weight,
            "width": self.width,
            "limits": asdict(self.limits),
            "notation": self.notation.value,
            "engine": self.engine,
            "every": self.every,
            "within": self.within,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Job:
        """The job of plain data; what is left out has its default. Raises as `Job`, or InvalidJobError."""
        require(data, Mapping, "a job is made of a mapping, such as to_dict gives")
        known = set(cls.__dataclass_fields__)
        limits = data.get("limits", {})
        if not isinstance(limits, Mapping):
            raise InvalidJobError(f"limits are a mapping, got {shown(limits)}")
        strange = sorted(set(data) - known) + sorted(set(limits) - set(Limits.__dataclass_fields__))
        if strange or "board" not in data:
            wrong = f"does not have {', '.join(map(shown, strange[:4]))}" if strange else "needs a board"
            raise InvalidJobError(f"a job {wrong}; its fields are {', '.join(sorted(known))}")
        options = dict(data)
        texts = ("board", "goal", "algorithm", "heuristic", "notation", "engine")
        for name in texts:
            if name in options and not isinstance(options[name], str):
                raise InvalidJobError(f"the {name} of a job is text, got {shown(options[name])}")
        if "notation" in options:
            options["notation"] = notation_named(options["notation"])
        if "limits" in options:
            options["limits"] = Limits(**limits)
        return cls.create(options.pop("board"), options.pop("goal", DEFAULT_GOAL), **options)


def start(job: Job) -> Run:
    """The run that carries out `job`; nothing is searched before its first `step`."""
    require(job, Job, "a job is a Job, such as Job.create gives")
    algorithm = job.algorithm_card
    return Run(
        Problem(job.board, job.goal),
        algorithm,
        heuristic_card(job.heuristic, algorithm, job.board.shape),
        weight=float(job.weight),
        width=job.width,
        limits=job.run_limits,
        engine=job.engine,
        every=job.every,
        why=job.why,
    )


@explain_options(LIMITS)
def solve(
    board: Board | str,
    goal: Board | str = DEFAULT_GOAL,
    *,
    algorithm: str = AUTO,
    heuristic: HeuristicLike = AUTO,
    weight: float = DEFAULT_WEIGHT,
    width: int = DEFAULT_WIDTH,
    limits: Limits = NO_LIMITS,
    notation: Notation = Notation.TILE,
    engine: str = AUTO,
    every: bool = False,
    within: float | None = None,
) -> Result:
    """Search to the end; the options are the fields of `Job`.

    >>> result = solve("2 3 7/1 8 0/6 5 4", "blank-first")
    >>> result.length, result.claim
    (17, 'proved shortest')
    """
    job = Job.create(
        board,
        goal,
        algorithm=algorithm,
        heuristic=heuristic,
        weight=weight,
        width=width,
        limits=limits,
        notation=notation,
        engine=engine,
        every=every,
        within=within,
    )
    run = start(job)
    while run.result is None:
        run.step(seconds=1)
    return run.result


def algorithm_card(
    name: str, shape: Shape, *, within: float | None = None, informed: bool = False
) -> AlgorithmCard:
    """The algorithm meant by `name`; `auto` goes by the number of cells, see AUTOMATIC.

    `informed`: a heuristic was named, so one that asks it is wanted.
    """
    if is_auto(name):
        if shape.cells <= SMALL:
            name = "astar"
        elif within is None and (shape.cells <= TABLED or informed):
            name = "idastar"
        else:
            name = "constructive" if within is None and shape.cells > IMPROVED else "anytime"
    return ALGORITHMS[name]


def heuristic_card(heuristic: HeuristicLike, algorithm: AlgorithmCard, shape: Shape) -> HeuristicCard:
    """The heuristic meant; `auto`: pattern tables for IDA* on 10 to 25 cells, linear conflict elsewhere."""
    if not is_auto(heuristic):
        return as_card(heuristic)
    tabled = algorithm.name == "idastar" and SMALL < shape.cells <= MOST_CELLS
    return as_card("pattern-tables" if tabled else "linear-conflict")


def notation_named(name: str) -> Notation:
    try:
        return Notation(name)
    except ValueError:
        raise InvalidJobError(f"the notation is tile or blank, got {shown(name)}") from None
