"""Exercises for a course: boards at exact depths, drawn by a seed, each with proved answers.

A `Plan` determines a set completely: the same plan gives the same boards, on every machine. Boards are drawn
at a depth (see `npuzzle.lab.boards`), and then solved again, with all shortest paths, for the key. So a bug
in the drawing causes an error, not a wrong key. Each property that `--property` can ask for is a `Card` with
a test of a board. Boards without the property are drawn, too, but left out. Drawing gives up after MOST_TRIED
boards of a depth.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random

from npuzzle.classroom.csv_table import comparison_key
from npuzzle.errors import InvalidJobError, UsageError, WrongAnswerError, quote
from npuzzle.heuristics import HEURISTICS
from npuzzle.lab.boards import MOST_DEPTH, BoardsAtDepth, boards_by_depth, draw_unsolvable, find_shortest
from npuzzle.progress import Progress, Work, run_to_end
from npuzzle.puzzle.board import Board, name_goal
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.moves import Move
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.scramble import draw_distinct
from npuzzle.puzzle.solvability import check
from npuzzle.registry import Card, Registry
from npuzzle.solving.distance import best_moves
from npuzzle.solving.job import solve
from npuzzle.solving.limits import Outcome
from npuzzle.solving.plan import TABLED

BY_HAND = ("misplaced", "manhattan", "linear-conflict")

MOST_EXERCISES = 5_000  # of a set, for all students together
MOST_UNSOLVABLE = 100  # boards on a sheet
LONGEST_NAME = 80  # characters of a student's name, and of a title
LONGEST_SITE = 500  # characters
MOST_TRIED = 500  # boards that are tried per depth before giving up


class Question(Enum):
    """The questions that can be asked about a board."""

    SOLVABLE = "solvable"
    LENGTH = "length"
    FIRST = "first"
    HEURISTICS = "heuristics"


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyCard(Card):
    """A property of boards. `holds(board, goal)` tests whether a solvable board has it."""

    holds: Callable[[Board, Board], bool]


def _has_one_path(board: Board, goal: Board) -> bool:
    every = find_shortest(board, goal, every=True).every
    return every is not None and every.complete and every.count == 1


def _has_two_first_moves(board: Board, goal: Board) -> bool:
    return len(best_moves(board, goal)) > 1


def _misleads_greedy(board: Board, goal: Board) -> bool:
    found = solve(board, goal, algorithm="greedy", heuristic="manhattan")
    is_own = found.outcome is Outcome.SOLVED  # otherwise another search found the path
    return is_own and (found.length or 0) > (find_shortest(board, goal).length or 0)


#: The properties. To add a property, write a test of a board, and add a card.
PROPERTIES: Registry[PropertyCard] = Registry("property")
ANY = PROPERTIES.add(
    PropertyCard(
        name="any",
        label="any board",
        summary="any board of this depth",
        holds=lambda board, goal: True,
    )
)
for _card in (
    PropertyCard(
        name="one-path",
        label="exactly one shortest path",
        summary="answers are easy to compare",
        holds=_has_one_path,
    ),
    PropertyCard(
        name="two-first",
        label="two or more moves that start a shortest path",
        summary="there is a choice already at the start",
        holds=_has_two_first_moves,
    ),
    PropertyCard(
        name="greedy-longer",
        label="greedy search with Manhattan distance finds a longer path",
        summary="greedy search and A* differ",
        holds=_misleads_greedy,
    ),
):
    PROPERTIES.add(_card)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plan of a set of exercises: `each` boards of each depth, for each student or the same for all.

    `wanted`: the property that every solvable board must have. `unsolvable`: the number of additional boards
    on each sheet that cannot reach the goal. `site`: the address of the page, for links. Raises
    InvalidJobError.
    """

    goal: Board
    depths: tuple[int, ...]
    seed: int
    each: int = 1
    wanted: PropertyCard = ANY
    unsolvable: int = 0
    students: tuple[str, ...] = ()
    questions: tuple[Question, ...] = (Question.LENGTH,)
    title: str = "Sliding puzzles"
    site: str | None = None

    def __post_init__(self) -> None:
        cells = self.goal.shape.cells
        if cells > TABLED:
            raise InvalidJobError(
                f"exercises need a board of up to {TABLED} cells, so that answers can be proved shortest; "
                f"{self.goal.shape} has {cells} cells"
            )
        if not self.depths:
            raise InvalidJobError("a set of exercises needs at least one depth, such as 8")
        for at, depth in enumerate(self.depths):
            if not 1 <= depth <= MOST_DEPTH:
                raise InvalidJobError(f"a depth must be from 1 to {MOST_DEPTH} moves, got {quote(depth)}")
            if depth in self.depths[:at]:
                raise InvalidJobError(
                    f"depth {depth} is given twice: name it once, and ask for more boards per depth"
                )
        if self.each < 1:
            raise InvalidJobError(f"the number of boards per depth must be 1 or more, got {quote(self.each)}")
        if not 0 <= self.unsolvable <= MOST_UNSOLVABLE:
            raise InvalidJobError(
                f"a sheet can have 0 to {MOST_UNSOLVABLE} unsolvable boards, got {quote(self.unsolvable)}"
            )
        if self.total > MOST_EXERCISES:
            raise InvalidJobError(f"a set can have up to {MOST_EXERCISES:,} exercises, got {self.total:,}")
        if not self.questions:
            raise InvalidJobError(f"ask at least one question: {', '.join(q.value for q in Question)}")
        if self.unsolvable and Question.SOLVABLE not in self.questions:
            raise InvalidJobError("a set with unsolvable boards must ask whether a board is solvable")
        require_line("the title", self.title)
        _check_names(self.students)
        if self.site is not None and (
            len(self.site) > LONGEST_SITE or not re.fullmatch(r"https?://[^\s#\"'<>\\]+", self.site)
        ):
            raise InvalidJobError(
                f"the site must be the address of the page, such as https://example.org/npuzzle/, "
                f"got {quote(self.site)}"
            )

    @property
    def sheets(self) -> tuple[str, ...]:
        """The student of each sheet. A single sheet for everybody has the name ''."""
        return self.students or ("",)

    @property
    def total(self) -> int:
        """The number of exercises on all sheets."""
        return len(self.sheets) * (len(self.depths) * self.each + self.unsolvable)

    @property
    def goal_name(self) -> str:
        """The goal as it is typed: its name if it has one, otherwise its text."""
        return name_goal(self.goal)

    def link(self, board: Board) -> str:
        """Return the link that opens the board on the page, or "" if the plan names no site."""
        if self.site is None:
            return ""
        goal = "" if self.goal_name == DEFAULT_GOAL else f"&goal={self.goal_name.replace(' ', '_')}"
        return f"{self.site}#board={board.to_link()}{goal}"


@dataclass(frozen=True, slots=True)
class Answer:
    """The proved answer for a solvable board. `path`: a shortest path. `paths`: how many there are.

    `first`: every move that begins a shortest path, if the plan asks for these moves.
    """

    path: str
    paths: int
    claim: str
    first: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """A board and its answers.

    `answer`: None if the board is unsolvable. `reason`: why the board is solvable or not. `estimates`: the
    estimates of the heuristics in BY_HAND, by name.
    """

    number: int
    student: str
    board: Board
    goal: Board
    answer: Answer | None
    reason: str
    estimates: dict[str, int]
    link: str

    @property
    def depth(self) -> int | None:
        """The moves of a shortest path, or None if the board is unsolvable."""
        return None if self.answer is None else len(self.answer.path)


@dataclass(frozen=True, slots=True)
class ExerciseSet:
    """The exercises of a plan, sheet by sheet, and for each depth the boards from which they were drawn."""

    plan: Plan
    drawn_from: tuple[BoardsAtDepth, ...]
    exercises: tuple[Exercise, ...]

    def sheets(self) -> Iterator[tuple[str, tuple[Exercise, ...]]]:
        """Yield each student with their exercises."""
        each = len(self.exercises) // len(self.plan.sheets)
        for at, student in enumerate(self.plan.sheets):
            yield student, self.exercises[at * each : (at + 1) * each]


def parse_depths(text: str) -> tuple[int, ...]:
    """Read depths such as `4,8` or `4-8`. Raises UsageError."""
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:-\s*([0-9]{1,3})\s*)?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if first > last:
            raise UsageError(f"depths must be written like 4,8 or 4-20, got {quote(part)}")
        found += range(first, last + 1)
    return tuple(found)


def make_exercises(plan: Plan) -> ExerciseSet:
    """Make the exercises of a plan. The same plan gives the same exercises.

    >>> from npuzzle import Shape, goal_board
    >>> plan = Plan(goal=goal_board("blank-last", Shape(3, 3)), depths=(4, 8), seed=1)
    >>> [(exercise.depth, exercise.answer.claim) for exercise in make_exercises(plan).exercises]
    [(4, 'proved shortest'), (8, 'proved shortest')]

    Raises InvalidJobError if there are not enough boards.
    """
    return run_to_end(iter_make_exercises(plan))


def iter_make_exercises(plan: Plan) -> Work[ExerciseSet]:
    """Make the exercises step by step."""
    random = Random(plan.seed)
    places = boards_by_depth(plan.goal, plan.depths)
    yield Progress(0, plan.total)
    need = plan.each * len(plan.sheets)
    drawn = [(place, _draw(plan, place, need, random)) for place in places]
    unsolvable = draw_distinct(lambda: draw_unsolvable(places, random), "that cannot be solved")
    made: list[Exercise] = []
    for student in plan.sheets:
        listed: list[tuple[Board, int | None]] = []
        for place, boards in drawn:
            wanted = len(listed) + plan.each
            while len(listed) < wanted:
                board = next(boards)
                if board is not None:
                    listed.append((board, place.depth))
                yield Progress(len(made), plan.total)
        for _ in range(plan.unsolvable):
            listed.insert(random.randrange(len(listed) + 1), (next(unsolvable), None))
        for number, (board, depth) in enumerate(listed, 1):
            made.append(_exercise(plan, number, student, board, depth))
            yield Progress(len(made), plan.total)
    return ExerciseSet(plan, places, tuple(made))


def _draw(plan: Plan, source: BoardsAtDepth, need: int, random: Random) -> Iterator[Board | None]:
    """Yield `need` different boards with the property of the plan, and None for each board without it."""
    if plan.wanted is ANY:
        return source.draw_distinct(need, random)
    most = need if source.states is None else len(source.states)
    return _choose(source.draw_distinct(most, random), plan.wanted, plan.goal, need, source.depth)


def _exercise(plan: Plan, number: int, student: str, board: Board, depth: int | None) -> Exercise:
    """Make the exercise of a board of this depth (None: unsolvable). The solver proves the depth again."""
    problem = Problem(board, plan.goal)
    answer = None if depth is None else _answer(problem, Question.FIRST in plan.questions)
    if (depth is None) == problem.is_solvable or (answer is not None and len(answer.path) != depth):
        raise WrongAnswerError(f"the board {board} was drawn for depth {depth} but has another depth")
    return Exercise(
        number=number,
        student=student,
        board=board,
        goal=plan.goal,
        answer=answer,
        reason=check(board, plan.goal).reason,
        estimates={name: int(HEURISTICS[name].make(plan.goal).estimate(problem.initial)) for name in BY_HAND},
        link=plan.link(board),
    )


def _answer(problem: Problem, asks_first: bool) -> Answer:
    result = find_shortest(problem.start, problem.goal, every=True)
    assert result.path is not None
    every = result.every
    assert every is not None
    assert every.complete, "nothing limits that search"
    first = best_moves(problem.start, problem.goal) if asks_first else ()
    return Answer(result.path, every.count, str(result.claim), first)


def _check_names(students: Sequence[str]) -> None:
    seen: set[str] = set()
    for student in students:
        require_line("a student's name", student)
        if comparison_key(student) in seen:
            raise InvalidJobError(f"the student {quote(student)} is given twice")
        seen.add(comparison_key(student))


def require_line(what: str, text: str) -> None:
    """Raise InvalidJobError if the text is not a line for a sheet. `what`: the text's name in messages."""
    if not 0 < len(text.strip()) == len(text) <= LONGEST_NAME or not text.isprintable():
        raise InvalidJobError(
            f"{what} must be one line of 1 to {LONGEST_NAME} printable characters, got {quote(text)}"
        )


def _choose(
    boards: Iterator[Board], wanted: PropertyCard, goal: Board, count: int, depth: int
) -> Iterator[Board | None]:
    """Yield `count` of the boards that have the property, and None for each board that lacks it.

    Raises InvalidJobError if too few of MOST_TRIED boards have it.
    """
    found = tried = 0
    while found < count:
        board = next(boards, None)
        if board is None or tried == MOST_TRIED:
            raise InvalidJobError(
                f"of the {tried:,} boards tried at depth {depth}, {found:,} "
                f"{'has' if found == 1 else 'have'} the property {wanted.name} ({wanted.label}); "
                f"{count:,} are needed"
            )
        tried += 1
        has_it = wanted.holds(board, goal)
        found += has_it
        yield board if has_it else None
