"""`Job`: one request, which converts to plain data and back. Command line and page both `start` it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import partial
from typing import Any, Unpack

from npuzzle.errors import InvalidJobError, KernelError, quote, require
from npuzzle.heuristics import HeuristicCard, HeuristicLike, as_card
from npuzzle.numbers import require_real
from npuzzle.own import AlgorithmLike, as_algorithm, name_if_registered
from npuzzle.puzzle.board import Board, BoardLike, read_problem
from npuzzle.puzzle.moves import Notation, read_notation, require_notation
from npuzzle.puzzle.problem import Metric, pose_problem, read_metric
from npuzzle.registry import AUTO, is_auto
from npuzzle.search import AlgorithmCard
from npuzzle.search.base import known_numbers
from npuzzle.solving import rules
from npuzzle.solving.limits import Limits
from npuzzle.solving.options import JobOptions, join_numbers, read_options
from npuzzle.solving.plan import ALONE, Plan, choose_algorithm, choose_heuristic
from npuzzle.solving.result import Result
from npuzzle.solving.run import Run

WITHIN = 10.0  # default seconds of a search that improves its path


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A request to solve `board` for `goal`.

    `algorithm`, `heuristic`: a name, or `auto`, which chooses by the size of the board.
    `numbers`: the numbers of the algorithm, such as {"weight": 2}. Any number left out has its default.
    `engine`: what runs kernels, see `npuzzle.compiler.engines`. The result names the engine that ran.
    `every`: list all shortest paths, once one is proved shortest (boards of up to 25 cells).
    `within`: seconds after which the best path found so far is the answer. Only `anytime` and the automatic
    choice accept it; the automatic choice is then `anytime` on boards above 9 cells. No heuristic may be
    named with `within`. Without `within`, and without a limit of seconds or expanded states, `anytime` stops
    after WITHIN seconds.
    `metric`: what counts as one move. If that is a line move, the heuristic must count line moves, too.
    `processes`: the most processes, this one included. Only two searches use several: IDA* with pattern
    databases, and `anytime` without a limit of expanded states.
    `order`: the letters U D L R in the order in which moves are tried, in the directions of `notation`.

    The heuristic may be your own: a card, a class or a function (see `from_function`). The algorithm may be
    your own, too: a card or a function (see `npuzzle.own`). `to_dict` writes only the names of both.

    Raises UnknownNameError, GoalMismatchError, InvalidHeuristicError or InvalidJobError.
    """

    board: Board
    goal: Board
    algorithm: AlgorithmLike = AUTO
    heuristic: HeuristicLike = AUTO
    numbers: Mapping[str, float] = field(default_factory=dict, hash=False)
    limits: Limits = field(default_factory=Limits)
    notation: Notation = Notation.TILE
    engine: str = AUTO
    every: bool = False
    within: float | None = None
    metric: Metric | str = Metric.TILES
    processes: int = 1
    order: str = ""
    _plan: Plan = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._check_fields()
        problem = pose_problem(self.board, self.goal, read_metric(self.metric))
        algorithm, heuristic, why = self._choose()
        if problem.counts_lines:
            rules.check_lines(algorithm, self.heuristic, every=self.every)
        if self.within is not None:
            named = None if is_auto(self.algorithm) else algorithm
            rules.check_within(named, has_heuristic=not is_auto(self.heuristic))
        rules.check_heuristic(algorithm, self.heuristic)
        object.__setattr__(self, "numbers", self._check_numbers(algorithm))
        heuristic.require_shape(self.board.shape)
        order = rules.read_order(self.order, self.notation, algorithm, problem)
        processes, is_chosen = self.processes, is_auto(self.algorithm) and is_auto(self.heuristic)
        if processes > 1 and is_chosen and not rules.can_split(algorithm, heuristic):
            processes, why = 1, f"{why} {ALONE}"
        if processes > 1:
            rules.check_processes(algorithm, heuristic, self.limits, order)
        options = algorithm.options(self.numbers, max_depth=self.limits.depth, engine=self.engine)
        plan = Plan(
            problem=problem,
            algorithm=algorithm,
            heuristic=heuristic,
            options=replace(options, order=order) if order else options,
            limits=self._choose_limits(algorithm),
            every=self.every,
            why=why,
            processes=processes,
        )
        object.__setattr__(self, "_plan", plan)

    def resolve(self) -> Plan:
        """Return the plan: the problem, the named or chosen cards, and why the algorithm was chosen."""
        return self._plan

    def __reduce__(self) -> tuple[Callable[[], Job], tuple[()]]:
        """Pickle the fields. The receiving process makes the plan again, with its own cards."""
        given = {given.name: getattr(self, given.name) for given in fields(self) if given.init}
        return partial(Job, **given), ()

    def _check_fields(self) -> None:
        """Check each field separately, and convert it to its plain form. Raises InvalidJobError."""
        require(self.limits, Limits, "the limits must be Limits, such as Limits(seconds=10)")
        require_notation(self.notation)
        require(self.engine, str, "the engine must be a name, such as 'auto'")
        try:
            if not is_auto(self.engine):
                from npuzzle.compiler import engine_named  # few requests name an engine

                engine_named(self.engine)
        except KernelError as error:
            raise InvalidJobError(str(error)) from None
        if type(self.every) is not bool:
            raise InvalidJobError(f"`every` must be true or false, got {quote(self.every)}")
        if self.every:
            rules.check_every(self.board.shape)
        plain: dict[str, object] = {
            "algorithm": name_if_registered(self.algorithm),
            "metric": read_metric(self.metric),
            "processes": rules.require_processes(self.processes),
            "order": self.order.upper() if isinstance(self.order, str) else self.order,
        }
        if self.within is not None:
            plain["within"] = require_real(self.within, "within must be a number of seconds, 0 or more")
        for name, value in plain.items():
            object.__setattr__(self, name, value)

    def _choose(self) -> tuple[AlgorithmCard, HeuristicCard, str]:
        """Return algorithm and heuristic, named or chosen, and why that algorithm was chosen."""
        shape, metric, has_heuristic = self.board.shape, read_metric(self.metric), not is_auto(self.heuristic)
        if is_auto(self.algorithm):
            algorithm, why = choose_algorithm(
                shape, within=self.within, has_heuristic=has_heuristic, metric=metric
            )
        else:
            algorithm, why = as_algorithm(self.algorithm), ""
        if has_heuristic:
            return algorithm, as_card(self.heuristic), why
        return algorithm, choose_heuristic(algorithm, shape, metric), why

    def _check_numbers(self, algorithm: AlgorithmCard) -> dict[str, float]:
        """Return the numbers that the algorithm uses. An automatically chosen algorithm uses none."""
        if is_auto(self.algorithm):
            return rules.check_numbers(self.numbers, [], AUTO)
        return rules.check_numbers(self.numbers, [algorithm], algorithm.name)

    def _choose_limits(self, algorithm: AlgorithmCard) -> Limits:
        """Return the limits. A search that improves its path stops after WITHIN seconds by default."""
        if not algorithm.improves:
            return self.limits
        unlimited = self.limits.seconds is None and self.limits.expanded is None
        own = WITHIN if self.within is None and unlimited else self.within
        given = [seconds for seconds in (own, self.limits.seconds) if seconds is not None]
        return replace(self.limits, seconds=min(given, default=None))

    @classmethod
    def create(cls, board: BoardLike, goal: BoardLike | None = None, **options: Unpack[JobOptions]) -> Job:
        """Make a job from a board in any form, a goal (its name or a board) and the options of `solve`."""
        return _make_job("Job.create", board, goal, options)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that `from_dict` reads.

        `algorithm`, `heuristic`, `engine`: a name, or `auto`.
        `limits`: `seconds`, `expanded`, `stored`, `depth`, each a number or None.
        `every`: whether all shortest paths are listed.
        `within`: seconds after which the best path found so far is the answer (`--time-budget`).
        `processes`: the most processes that search the board.
        """
        return {
            "board": str(self.board),
            "goal": str(self.goal),
            "algorithm": self.algorithm
            if isinstance(self.algorithm, str)
            else as_algorithm(self.algorithm).name,
            "heuristic": self.heuristic if isinstance(self.heuristic, str) else as_card(self.heuristic).name,
            **self.numbers,
            "limits": asdict(self.limits),
            "notation": self.notation.value,
            "engine": self.engine,
            "every": self.every,
            "within": self.within,
            "metric": read_metric(self.metric).value,
            "processes": self.processes,
            **({"order": self.order} if self.order else {}),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Job:
        """Make a job from plain data. Missing fields have their defaults. Raises the errors of `Job`."""
        require(data, Mapping, "a job must be read from a mapping, such as to_dict returns")
        known = {field.name for field in fields(cls) if field.init} | set(known_numbers())
        limits = data.get("limits", {})
        if not isinstance(limits, Mapping):
            raise InvalidJobError(f"limits must be a mapping, got {quote(limits)}")
        strange = sorted(set(data) - known) + sorted(set(limits) - set(Limits.__dataclass_fields__))
        if strange or "board" not in data:
            wrong = f"does not have {', '.join(map(quote, strange[:4]))}" if strange else "needs a board"
            raise InvalidJobError(f"a job {wrong}; its fields are {', '.join(sorted(known))}")
        options = {name: value for name, value in data.items() if name not in known_numbers()}
        numbers = {name: value for name, value in data.items() if name in known_numbers()}
        options["numbers"] = {**join_numbers(data.get("numbers"), numbers), **numbers}
        for name in ("board", "goal", "algorithm", "heuristic", "notation", "engine", "metric"):
            if name in options and not isinstance(options[name], str):
                raise InvalidJobError(f"the {name} of a job must be text, got {quote(options[name])}")
        if "notation" in options:
            options["notation"] = read_notation(options["notation"])
        if "limits" in options:
            options["limits"] = Limits(**limits)
        return cls.create(options.pop("board"), options.pop("goal", None), **options)


def _make_job(function: str, board: BoardLike, goal: BoardLike | None, options: Mapping[str, Any]) -> Job:
    """Make a job from the arguments of a function."""
    start, aim = read_problem(board, goal)
    return Job(board=start, goal=aim, **read_options(function, JobOptions, options, "board", "goal"))


def start(job: Job) -> Run:
    """Begin a job: return its `Run`, which searches when `step` is called.

    Parameters
    ----------
    job
        The job to start, made by `Job.create` for example.

    Returns
    -------
    Run
        Call its `step` until its `result` is not None.

    Raises
    ------
    InvalidJobError
        If `job` is not a `Job`.

    Examples
    --------
    >>> run = start(Job.create("1 2 3/4 5 6/0 7 8"))
    >>> run.step(seconds=1).length
    2
    """
    require(job, Job, "a job must be a Job, such as Job.create returns")
    return Run(job.resolve(), falls_back=True)


def solve(board: BoardLike, goal: BoardLike | None = None, **options: Unpack[JobOptions]) -> Result:
    """Search for a path from the board to the goal, until the search ends or reaches a limit.

    Parameters
    ----------
    board
        Text, rows of numbers, one flat list, an array, or a `Board`.
    goal
        The name of a goal, such as "spiral", or a board. Default: the goal in the board's text, else
        "blank-last".
    algorithm
        A name such as "astar", a card or a function. "auto" chooses by the size of the board.
    heuristic
        A name such as "manhattan", a card, a class, a function of the board, a certificate, or "auto".
    weight
        How much weighted A* trusts the heuristic, 1 or more.
    width
        How many states beam search keeps at each depth.
    numbers
        The numbers of the algorithm as a mapping, such as {"weight": 2}.
    seconds
        The time limit.
    expanded
        The most states to expand.
    stored
        The most states to keep in memory.
    depth
        The most moves of a path.
    limits
        The four limits above as one argument: a `Limits`, or a mapping such as {"seconds": 1}.
    notation
        Whether the letters of moves, as in `order`, name directions of the tile or of the blank. A result can
        be written in either notation.
    engine
        The engine that runs the kernels, such as "python".
    every
        Whether to list all shortest paths, once one is proved shortest.
    within
        Seconds after which the best path found so far is the answer. If no path is found before that, the
        first one found later is the answer.
    metric
        What counts as one move: "tiles", or "lines" for slides of whole lines.
    processes
        The most processes that search the board. Only IDA* with pattern databases and "anytime" use several.
    order
        The order in which moves are tried, such as "UDLR", in the directions of `notation`.

    Returns
    -------
    Result
        The path, its claim, and the counts of the search. No path is a result, too.

    Raises
    ------
    InvalidBoardError
        If the board or the goal is not a valid board.
    GoalMismatchError
        If board and goal differ in shape.
    UnknownNameError
        If no goal, algorithm or heuristic has that name.
    UnknownOptionError
        If an option is misspelled. The message suggests the nearest one.
    InvalidJobError
        If an option is out of range, or the algorithm would ignore it.
    InvalidHeuristicError
        If the heuristic cannot be used, or does not return a number.

    Examples
    --------
    >>> result = solve("2 3 7/1 8 0/6 5 4", "blank-first")
    >>> result.length, result.claim
    (17, 'proved shortest')
    """
    run = start(_make_job("solve", board, goal, options))
    while run.result is None:
        run.step(seconds=1)
    return run.result
