"""`Job`: one request, as plain data and back. Command line and page are two skins over `start`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import partial
from math import inf
from typing import Any

from npuzzle.errors import InvalidJobError, KernelError, require, shown
from npuzzle.heuristics import HeuristicLike, as_card
from npuzzle.kernel import engine_named
from npuzzle.pattern_databases.table import MOST_CELLS
from npuzzle.puzzle.board import Board, read_board
from npuzzle.puzzle.goals import DEFAULT_GOAL, goal_board
from npuzzle.puzzle.moves import Notation, require_notation
from npuzzle.puzzle.problem import Problem
from npuzzle.registry import AUTO, is_auto
from npuzzle.search import ALGORITHMS, AlgorithmCard, SearchOptions
from npuzzle.search.beam import DEFAULT_WIDTH
from npuzzle.solving.automatic import choose_algorithm, choose_heuristic
from npuzzle.solving.limits import Limits
from npuzzle.solving.options import explain_options
from npuzzle.solving.plan import Plan
from npuzzle.solving.result import Result
from npuzzle.solving.run import Run

DEFAULT_WEIGHT = 1.5
MAX_WEIGHT = 1_000_000  # far beyond use; keeps weight * h exact enough for the bound
MAX_WIDTH = 10_000_000
NO_LIMITS = Limits()
LIMITS = [limit.name for limit in fields(Limits)]
WITHIN = 10.0  # seconds that an improving search has unless told otherwise


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
    _plan: Plan = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._check_form()
        problem = Problem(self.board, self.goal)
        algorithm, why = self._choose_algorithm()
        self._check_within(algorithm)
        self._check_ignored(algorithm)
        if is_auto(self.heuristic):
            heuristic = choose_heuristic(algorithm, self.board.shape)
        else:
            heuristic = as_card(self.heuristic)
            heuristic.require_shape(self.board.shape)
        options = SearchOptions(
            weight=float(self.weight), width=self.width, max_depth=self.limits.depth, engine=self.engine
        )
        plan = Plan(
            problem=problem,
            algorithm=algorithm,
            heuristic=heuristic,
            options=options,
            limits=self._limits_of(algorithm),
            every=self.every,
            why=why,
        )
        object.__setattr__(self, "_plan", plan)

    def resolve(self) -> Plan:
        """What the job comes to: its problem, the cards that are meant or chosen, and why."""
        return self._plan

    def __reduce__(self) -> tuple[Callable[[], Job], tuple[()]]:
        """Pickle what was asked; the plan is made again, where the heuristics of that place are known."""
        asked = {asked.name: getattr(self, asked.name) for asked in fields(self) if asked.init}
        return partial(Job, **asked), ()

    def _check_form(self) -> None:
        """Raise unless each field is of its type and within its bounds, whatever the others are."""
        require(self.algorithm, str, "the algorithm is a name, such as 'astar' (of a card: its name)")
        require(self.limits, Limits, "the limits are Limits, such as Limits(seconds=10)")
        require_notation(self.notation)
        require(self.engine, str, "the engine is a name, such as 'auto'")
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
        within = self.within
        if within is not None and (type(within) not in (int, float) or not 0 <= within < inf):
            raise InvalidJobError(f"within is a number of seconds, 0 or more, got {shown(within)}")

    def _choose_algorithm(self) -> tuple[AlgorithmCard, str]:
        """The algorithm, and why it was chosen; empty if it was named."""
        if not is_auto(self.algorithm):
            return ALGORITHMS[self.algorithm], ""
        has_heuristic = not is_auto(self.heuristic)
        return choose_algorithm(self.board.shape, within=self.within, has_heuristic=has_heuristic)

    def _check_within(self, algorithm: AlgorithmCard) -> None:
        if self.within is None:
            return
        if not is_auto(self.heuristic):
            raise InvalidJobError(
                "within chooses a search that asks no heuristic; leave the heuristic out, or set a limit of "
                "seconds instead"
            )
        if not is_auto(self.algorithm) and not algorithm.improves:
            raise InvalidJobError(
                f"within is for searches that have a path before they end, {AUTO} and anytime; "
                f"{algorithm.name} is ended by a limit of seconds"
            )

    def _check_ignored(self, algorithm: AlgorithmCard) -> None:
        """Refuse options that the algorithm ignores: people would believe that they count."""
        for option, usual in (("weight", DEFAULT_WEIGHT), ("width", DEFAULT_WIDTH)):
            if getattr(self, option) != usual and (is_auto(self.algorithm) or algorithm.option != option):
                raise option_ignored(option, self.algorithm)
        if not algorithm.informed and not is_auto(self.heuristic):
            raise InvalidJobError(f"{algorithm.name} uses no heuristic: leave the heuristic out")

    def _limits_of(self, algorithm: AlgorithmCard) -> Limits:
        """The limits, with the seconds of a search that improves."""
        if not algorithm.improves:
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
        known = {field.name for field in fields(cls) if field.init}
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


def option_ignored(option: str, algorithm: str) -> InvalidJobError:
    """The error that names the algorithms which take this option."""
    takers = ", ".join(card.name for card in ALGORITHMS if card.option == option)
    return InvalidJobError(f"the {option} is for {takers}; got the algorithm {algorithm}")


def start(job: Job) -> Run:
    """The run that carries out `job`; nothing is searched before its first `step`."""
    require(job, Job, "a job is a Job, such as Job.create gives")
    return Run(job.resolve())


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


def notation_named(name: str) -> Notation:
    try:
        return Notation(name)
    except ValueError:
        raise InvalidJobError(f"the notation is tile or blank, got {shown(name)}") from None
