"""Everything the page knows, and what follows from it; no browser in here.

    EDITING   cells can be typed into; the board may be faulty
    READY     a board, to be slid by hand or solved
    SOLVING   a run is under way
    PLAYING   a solution is on show, at some step of it

`web.page.updates.update` is the only way from one state to the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from npuzzle import ALGORITHMS, Board, Check, Job, Limits, Move, Notation, NPuzzleError, Problem
from npuzzle.errors import InvalidJobError, sentence
from npuzzle.puzzle.solvability import Repair
from npuzzle.registry import AUTO
from npuzzle.search.beam import DEFAULT_WIDTH
from npuzzle.solving.guarantee import promise
from npuzzle.solving.job import DEFAULT_WEIGHT
from web.hints.model import EXACT_CELLS, Hint, Plan
from web.page.path_cursor import Track, track_of
from web.rooms.solve.task import Answer, Progress

if TYPE_CHECKING:  # comes with the first hint
    from npuzzle.lab.distance_table import Exact

EACH = 60  # moves a second up to which each of them is drawn: faster ones go several at a time

MIN_SIDE, MAX_SIDE = 2, 10  # of a board in the grid; a larger one is a map
LARGEST_SIDE = 127
OWN = "own"  # the goal that is typed
ON = "on"  # of a box that is ticked

#: What the solver may be doing.
BUSY = {
    "solve": "A search",
    "race": "A race",
    "compare": "A comparison",
    "trace": "A search for the tree",
    "certify": "A certificate",
    "hint": "The search for a hint",
}

#: Speeds of playback and their moves a second.
SPEEDS = {
    "slow": 1,
    "normal": 2,
    "fast": 5,
    "faster": 16,
    "100": 100,
    "1000": 1_000,
    "10000": 10_000,
    "100000": 100_000,
}


class Phase(Enum):
    EDITING = "editing"
    READY = "ready"
    SOLVING = "solving"
    PLAYING = "playing"


class Mode(Enum):
    """What hands do to the board."""

    PLAY = "play"
    EDIT = "edit"
    PASTE = "paste"


Words = tuple[tuple[str, ...], ...]


class Moment(NamedTuple):
    """What Undo goes back to. `origin`: the cells before moves and edits by hand, `about` their source.

    `text`: what was typed that is no board, which the cells do not tell; None if they tell it.
    """

    words: Words
    goal_name: str
    goal_text: str
    by_hand: int
    origin: Words
    about: str
    text: str | None


@dataclass(frozen=True, slots=True)
class Options:
    """What is chosen for the next run, as typed. `every`: ON to look for all shortest paths."""

    algorithm: str = "auto"
    heuristic: str = "auto"
    weight: str = f"{DEFAULT_WEIGHT:g}"
    width: str = str(DEFAULT_WIDTH)
    seconds: str = "60"
    expanded: str = ""
    stored: str = ""
    depth: str = ""
    every: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of the board at once: `kind` is `solvable`, `unsolvable` or `faulty`."""

    kind: str
    headline: str
    detail: str


@dataclass(frozen=True, slots=True)
class UiState:
    """The whole page. `words` are the cells as typed, `text` the same as one line.

    `choice`: of all shortest paths, if they were found, the one on show.
    """

    words: tuple[tuple[str, ...], ...]
    text: str
    check: Check
    goal: Board | None
    goal_name: str = "blank-last"
    goal_text: str = ""
    goal_problem: str = ""
    text_problem: str = ""
    options: Options = field(default_factory=Options)
    notation: Notation = Notation.TILE
    phase: Phase = Phase.READY
    solver_ready: bool = False
    busy: str = ""  # the task the solver has, empty if none
    solver_problem: str = ""  # what is wrong with the solver now
    stuck: bool = False  # whether to start it again is offered
    solver_note: str = ""  # what it has to do without
    stopping: bool = False
    progress: Progress | None = None
    answer: Answer | None = None
    problem: str = ""  # why a run could not be, or was lost
    choice: int = 0
    step: int = 0
    step_problem: str = ""  # with the number of a move that was typed
    playing: bool = False
    speed: str = "normal"
    spoken: str = ""
    grouped: bool = False  # moves that go the same way are listed as one
    hints: bool = False  # on a small board: wanted after every move
    hinting: bool = False  # on a larger one: the solver is to look for one
    hint_board: Board | None = None  # the board for which Hint was pressed
    hint_problem: str = ""
    exact: Exact | None = None  # all distances of a small tray, once they came
    plan: Plan | None = None  # the moves that the last hint of a larger board was taken from
    pasting: bool = False  # the text lies in the tray's place
    by_hand: int = 0  # single-tile moves since `origin`
    origin: Words = ()  # the cells that Reset goes back to
    about: str = ""  # where the board is from, in a sentence
    past: tuple[Moment, ...] = ()  # the latest last
    future: tuple[Moment, ...] = ()  # the next one last
    typing: str = ""  # the field whose typing is one entry of the past
    size_problem: str = ""
    distance_problem: str = ""
    file_problem: str = ""
    picture: str = ""  # the address of the tiles' picture, empty if they have none
    aspect: float = 1.0  # its width by its height
    numbers: bool = True  # on tiles with a picture

    @property
    def mode(self) -> Mode:
        """What hands do to the board now."""
        if self.pasting and self.phase in (Phase.EDITING, Phase.READY):
            return Mode.PASTE
        return Mode.EDIT if self.phase is Phase.EDITING else Mode.PLAY

    @property
    def has_board(self) -> bool:
        """Whether what is on the page is a board: not while its cells, or the text typed, are faulty."""
        return self.check.valid and not self.text_problem

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """What would make the board solvable; nothing while a text is typed that is no board."""
        return self.check.repairs if self.has_board else ()

    @property
    def can_reset(self) -> bool:
        """Whether the board on show is another than the one before moves and edits by hand."""
        return self.words != self.origin or (self.phase is Phase.PLAYING and self.step > 0)

    @property
    def racing(self) -> bool:
        """Whether a playback is under way that goes several moves at a time."""
        return self.playing and SPEEDS[self.speed] > EACH

    @property
    def large(self) -> bool:
        """Whether the board is too large for the grid, and drawn as a map."""
        return max(self.rows, self.cols) > MAX_SIDE

    @property
    def rows(self) -> int:
        return len(self.words)

    @property
    def cols(self) -> int:
        return len(self.words[0])

    @property
    def path(self) -> str:
        """The moves on show, in tile letters; empty if there are none."""
        if self.answer is None or self.phase is not Phase.PLAYING:
            return ""
        return self.paths[self.choice]

    @property
    def paths(self) -> tuple[str, ...]:
        """All paths that can be put on show."""
        if self.answer is None or self.answer.moves is None:
            return ()
        return tuple(self.answer.every["paths"]) if self.answer.every else (self.answer.moves,)

    @property
    def track(self) -> Track | None:
        """The path on show, to be stepped through; None if there is none."""
        if not self.path or self.check.board is None or self.goal is None:
            return None
        return track_of(self.check.board, self.goal, self.path)

    def move(self, number: int) -> Move:
        """The move of that number of the path on show, which has it; the first is number 1."""
        assert self.track is not None
        return self.track.move(number)

    def moves(self, first: int, last: int) -> list[Move]:
        """The moves of those numbers of the path on show, both included."""
        return [] if self.track is None else self.track.moves(first, last)

    @property
    def shown(self) -> Board | None:
        """The board to draw: the one on the page, after the steps taken so far."""
        track = self.track if self.step else None
        return self.check.board if track is None else track.board(self.step)

    @property
    def bad_cells(self) -> frozenset[tuple[int, int]]:
        """Row and column of each cell that a defect names."""
        return frozenset(place for defect in self.check.defects for place in defect.places)

    @property
    def verdict(self) -> Verdict:
        """What is true of the board as it stands, in a headline and a sentence or more."""
        if self.text_problem:
            return Verdict(
                "faulty", "Not a board yet", "What the text says is no board; the problem is named below it."
            )
        if not self.check.valid:
            faults = "; ".join(defect.message for defect in self.check.defects[:6])
            more = len(self.check.defects) - 6
            return Verdict("faulty", "Not a board yet", faults + (f"; and {more} more" if more > 0 else ""))
        if self.check.explanation is None:
            return Verdict("faulty", "The goal cannot be used", "Mend the goal, or choose a named one.")
        detail = self.check.reason.split(": ", 1)[1]
        detail = detail[:1].upper() + detail[1:]
        if self.check.solvable:
            return Verdict("solvable", "Solvable", detail)
        return Verdict("unsolvable", "Not solvable for this goal", detail)

    @property
    def options_problem(self) -> str:
        """What is wrong with the options, in words; empty if nothing is."""
        if self.check.board is None or self.goal is None:
            return ""
        try:
            self.job()
        except NPuzzleError as error:
            return sentence(error)
        return ""

    @property
    def why_not_solve(self) -> str:
        """Why Solve cannot be pressed now, in a sentence; empty if it can."""
        if self.phase is Phase.SOLVING:
            return "A search is under way."
        if self.text_problem or not self.check.solvable:
            return f"{self.verdict.headline}."
        return self.options_problem or self.why_not_start

    @property
    def why_not_start(self) -> str:
        """Why the solver takes no task now, in a sentence; empty if it does: a hint gives way."""
        if not self.solver_ready:
            return "The solver is not running." if self.stuck else "The solver is still loading."
        return f"{BUSY.get(self.busy, self.busy)} is under way." if self.busy not in ("", "hint") else ""

    @property
    def promise(self) -> str:
        """What the choice guarantees before anything is searched; empty if it cannot be carried out."""
        try:
            plan = self.job().resolve()
        except NPuzzleError:
            return ""
        weight, depth = plan.options.weight, plan.limits.depth
        return promise(plan.algorithm, plan.heuristic, weight=weight, depth=depth).sentence

    @property
    def small(self) -> bool:
        """Whether the exact distance of every board of this size can be known."""
        return self.rows * self.cols <= EXACT_CELLS

    @property
    def hint(self) -> Hint | None:
        """The hint for the board on show; None if none is wanted or none is known."""
        board, goal = self.shown, self.goal
        if self.phase is not Phase.READY or not self.has_board or board is None or goal is None:
            return None
        if self.small:
            return Hint.exact(board, goal, self.exact) if self.hints and self.exact is not None else None
        if board != self.hint_board or self.plan is None or self.plan.goal != goal:
            return None
        return self.plan.hint(board)

    @property
    def hint_wanted(self) -> dict[str, Any] | None:
        """What the solver is to be asked for the hint that is missing; None if none is."""
        board, goal = self.check.board, self.goal
        if self.phase is not Phase.READY or not self.has_board or board is None or goal is None:
            return None
        if not self.check.solvable:
            return None
        if self.small:
            known = self.exact is not None and self.exact.fits(Problem(board, goal))
            asked = {"rows": self.rows, "cols": self.cols, "home": goal.blank}
            return asked if self.hints and not known else None
        if not self.hinting or board != self.hint_board:
            return None
        return {"board": str(board), "goal": str(goal)}

    def job(self) -> Job:
        """The request that Solve makes. Raises NPuzzleError if an option cannot be read."""
        if self.check.board is None or self.goal is None:
            raise InvalidJobError("there is no board to solve")
        options = self.options
        weight = _number("weight", options.weight, float) if self.option == "weight" else None
        width = _number("width", options.width, int) if self.option == "width" else None
        return Job(
            board=self.check.board,
            goal=self.goal,
            algorithm=options.algorithm,
            heuristic=options.heuristic if self.informed else AUTO,
            weight=DEFAULT_WEIGHT if weight is None else weight,
            width=DEFAULT_WIDTH if width is None else width,
            limits=Limits(
                seconds=_number("time limit", options.seconds, float),
                expanded=_number("limit on expanded states", options.expanded, int),
                stored=_number("limit on stored states", options.stored, int),
                depth=_number("depth limit", options.depth, int),
            ),
            every=options.every == ON,
        )

    @property
    def option(self) -> str | None:
        """The one option that the chosen algorithm heeds and others do not: weight or width."""
        return None if self.options.algorithm == AUTO else ALGORITHMS[self.options.algorithm].option

    @property
    def informed(self) -> bool:
        """Whether the chosen algorithm uses the heuristic."""
        return self.options.algorithm == AUTO or ALGORITHMS[self.options.algorithm].informed


def still(state: UiState) -> UiState:
    """The state but for what runs: a playback and the progress of a search leave it as it is."""
    return replace(state, step=0, step_problem="", playing=False, progress=None, spoken="")


N = TypeVar("N", int, float)


def _number(name: str, text: str, kind: type[N]) -> N | None:
    """The number typed into a field, None if it was left empty."""
    text = text.strip()
    if not text:
        return None
    try:
        if len(text) > 15 or "_" in text:
            raise ValueError
        return kind(text)
    except ValueError:
        expected = "a whole number" if kind is int else "a number"
        raise InvalidJobError(f"the {name} is {expected}, got {text[:15]!r}") from None
