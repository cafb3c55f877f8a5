"""The state of the page, and the values that depend on several parts of the state. No browser in here.

    EDITING   the user can type into cells; the board may have defects
    READY     the board is valid, and can be slid by hand or solved
    SOLVING   a search is running; the page may show a path found so far
    PLAYING   the page shows a solution, at one of its steps

Each part is a frozen dataclass in its own module: `state.board.words`, `state.player.step`.
`web.page.commands.update` is the only way from one state to the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple

from npuzzle import Board, Job, Move, NPuzzleError
from npuzzle.errors import InvalidJobError, sentence
from npuzzle.puzzle.path_cursor import PathCursor
from npuzzle.solving.claims import describe_risk, promise
from npuzzle.solving.limits import Outcome
from web.calc import calc
from web.hints.model import Hint
from web.hints.state import HintState
from web.page.heuristic_choice import YOURS, CertifiedHeuristic
from web.page.parts.board import BoardState, GoalState, Picture, Words
from web.page.parts.history import History, Mine
from web.page.parts.own_moves import CheckedMoves, MovesState
from web.page.parts.player import PlayerState
from web.page.parts.review import ReviewState
from web.page.parts.search import Options, SearchState
from web.page.paths import cursor_of
from web.solver.state import SolverState


class Phase(Enum):
    EDITING = "editing"
    READY = "ready"
    SOLVING = "solving"
    PLAYING = "playing"


#: The outcomes without a path after which another search may still find one.
WITHOUT_PATH = tuple(
    outcome.value
    for outcome in (Outcome.OUT_OF_TIME, Outcome.OUT_OF_NODES, Outcome.OUT_OF_MEMORY, Outcome.GAVE_UP)
)


class Mode(Enum):
    """The user's way to use the board: play, edit cells or paste a text."""

    PLAY = "play"
    EDIT = "edit"
    PASTE = "paste"


@dataclass(frozen=True, slots=True)
class FieldProblems:
    """Hold the error in a typed size, a typed distance, a file and a link (each empty without an error)."""

    size: str = ""
    distance: str = ""
    file: str = ""
    link: str = ""


class Helped(NamedTuple):
    """Hold the boards for which a solution and a hint were shown last, as they were before moves by hand."""

    solution: Words = ()
    hint: Words = ()


@dataclass(frozen=True, slots=True)
class Printing:
    """Hold whether the page offers to solve before printing, and whether it will print after the search."""

    is_offered: bool = False
    is_awaited: bool = False


@dataclass(frozen=True, slots=True)
class UiState:
    """Hold the whole page. `mine`: the user's own board, while a lesson or an example has lent another one.

    `picked`: the tiles pressed so far while a lesson asks for tiles, otherwise None, and a press slides.
    `spoken`: the last command's announcement.
    """

    board: BoardState
    goal: GoalState = field(default_factory=GoalState)
    phase: Phase = Phase.READY
    options: Options = field(default_factory=Options)
    search: SearchState = field(default_factory=SearchState)
    player: PlayerState = field(default_factory=PlayerState)
    hints: HintState = field(default_factory=HintState)
    certified: CertifiedHeuristic | None = None
    typed: MovesState = field(default_factory=MovesState)
    history: History = field(default_factory=History)
    review: ReviewState = field(default_factory=ReviewState)
    helped: Helped = field(default_factory=Helped)
    solver: SolverState = field(default_factory=SolverState)
    picture: Picture = field(default_factory=Picture)
    problems: FieldProblems = field(default_factory=FieldProblems)
    printing: Printing = field(default_factory=Printing)
    mine: Mine | None = None
    picked: frozenset[int] | None = None
    spoken: str = ""

    @property
    def mode(self) -> Mode:
        """Return the present mode of the board."""
        if self.board.is_pasting and self.phase in (Phase.EDITING, Phase.READY):
            return Mode.PASTE
        return Mode.EDIT if self.phase is Phase.EDITING else Mode.PLAY

    @property
    def is_along_path(self) -> bool:
        """Return whether the board on show is a later board of the path, not the path's start."""
        return self.phase is Phase.PLAYING and self.player.step > 0

    @property
    def shows_path(self) -> bool:
        """Return whether a path can be stepped through, perhaps while the search looks for a shorter one."""
        return self.phase is Phase.PLAYING or (self.phase is Phase.SOLVING and self.player.path != "")

    @property
    def hands(self) -> str:
        """Return what the user does with the puzzle in their hands: `enter`, `follow`, or "" for neither."""
        if not self.history.is_in_hands:
            return ""
        is_followed = self.phase in (Phase.SOLVING, Phase.PLAYING)
        return "enter" if self.mode is Mode.EDIT else "follow" if is_followed else ""

    @property
    def is_followed_to_end(self) -> bool:
        """Return whether the user has followed the solution of the puzzle in their hands to the end."""
        return self.hands == "follow" and self.phase is Phase.PLAYING and self.player.step == self.player.last

    @property
    def can_reset(self) -> bool:
        """Return whether the board on show differs from the board before moves and edits by hand."""
        return self.board.words != self.history.origin or self.player.step > 0

    @property
    def is_solved_by_hand(self) -> bool:
        """Return whether moves by hand have led to the goal."""
        at_goal = self.board.check.board is not None and self.board.check.board == self.goal.board
        return self.phase is Phase.READY and at_goal and self.history.by_hand > 0

    @calc("board", "history")
    def path_by_hand(self) -> str | None:
        """The letters of the moves by hand since the board was dealt or typed, or None if unknown."""
        if not self.board.is_valid:
            return None
        return self.history.path_by_hand(self.board.words)

    @property
    def shortest_by_hand(self) -> int | None:
        """The length of a shortest path from the board where the moves by hand began, or None if unknown."""
        review = self.review
        is_same = (review.origin, review.goal) == (self.history.origin, self.goal.board)
        return review.distances[0] if review.distances and is_same and self.path_by_hand is not None else None

    @property
    def is_reviewed(self) -> bool:
        """Return whether the board was solved by hand and the review is about these moves."""
        is_same = self.shortest_by_hand is not None and self.review.path == self.path_by_hand
        return is_same and self.is_solved_by_hand

    @property
    def cursor(self) -> PathCursor | None:
        """Return the cursor of the path on show, or None without a path."""
        board, path = self.board.check.board, self.player.path
        goal = self.player.end or self.goal.board
        return cursor_of(board, goal, path) if path and board is not None and goal is not None else None

    def move(self, number: int) -> Move:
        """Return the path's move of that number, counted from 1."""
        assert self.cursor is not None
        return self.cursor.move(number)

    def moves(self, first: int, last: int) -> list[Move]:
        """Return the path's moves with the numbers `first` to `last`."""
        return [] if self.cursor is None else self.cursor.moves(first, last)

    @property
    def current_board(self) -> Board | None:
        """Return the board to draw: the page's board after the steps taken so far."""
        step = self.player.step
        cursor = self.cursor if step else None
        return self.board.check.board if cursor is None else cursor.board(step)

    @calc("board", "goal", "options", "certified")
    def request(self) -> Job | str:
        """The request that Solve makes, or the error in an option. It is cached for the same choices."""
        board, goal = self.board.check.board, self.goal.board
        if board is None or goal is None:
            return "There is no board to solve."
        try:
            return self.options.job(board, goal, self.certified)
        except NPuzzleError as error:
            return sentence(error)

    def job(self) -> Job:
        """Return the request that Solve makes. Raises InvalidJobError if an option cannot be read."""
        if isinstance(self.request, str):
            raise InvalidJobError(self.request)
        return self.request

    @property
    def ticket(self) -> str:
        """Return the ticket of the certified estimates, or "" if the search does not use them."""
        uses = self.options.informed and self.options.heuristic == YOURS
        return self.certified.ticket if uses and self.certified is not None else ""

    @property
    def options_problem(self) -> str:
        """Describe the error in the options, or "" if there is none."""
        if self.board.check.board is None or self.goal.board is None:
            return ""
        return self.formula_problem or (self.request if isinstance(self.request, str) else "")

    @calc("board", "options")
    def formula_problem(self) -> str:
        """Describe the error in the combination of heuristics, or "" if there is none."""
        board = self.board.check.board
        return "" if board is None else self.options.formula_problem(board.shape)

    @property
    def why_not_solve(self) -> str:
        """Explain why Solve cannot be pressed now, or return "" if it can."""
        if self.phase is Phase.SOLVING:
            return "A search is in progress."
        if self.board.text_problem or not self.board.check.solvable:
            return f"{self.board.verdict.headline}."
        return self.options_problem or self.why_not_start

    @property
    def lacks_solution(self) -> bool:
        """Return whether no solution is on show although Solve could find one."""
        solved = self.phase is Phase.PLAYING and self.player.end is None
        return self.board.check.solvable and not solved

    @property
    def why_not_start(self) -> str:
        """Explain why the solver takes no task now, or return ""."""
        is_known = self.phase is Phase.SOLVING and self.solver.is_ready
        return "A search is in progress." if is_known else self.solver.why_not_start

    @property
    def why_not_check(self) -> str:
        """Explain why the user's own moves cannot be checked now, or return "" if they can."""
        if self.phase is Phase.SOLVING:
            return "A search is in progress."
        if self.board.text_problem or not self.board.check.valid:
            return f"{self.board.verdict.headline}."
        try:
            self.options.read_seconds()
        except NPuzzleError as error:
            return sentence(error)
        return self.typed.text_problem or self.why_not_start

    def check_request(self) -> dict[str, Any]:
        """Return the request to check the user's own moves within the time limit of a search."""
        board, goal = self.board.check.board, self.goal.board
        seconds = self.options.read_seconds()
        asked = {"board": str(board), "goal": str(goal), "moves": self.typed.text, "seconds": seconds}
        return {**asked, "metric": self.options.metric} if self.options.counts_lines else asked

    @property
    def checked_moves(self) -> CheckedMoves | None:
        """The verdict on the user's own moves, or None if there is none, or if it is about another board."""
        moves = self.typed
        is_current = moves.board == self.board.check.board and moves.goal == self.goal.board
        return moves.found if is_current and not moves.is_checking else None

    @calc("board", "goal", "options", "certified")
    def promise(self) -> str:
        """Describe the guarantee of the chosen search, and its limits, or "" if it cannot run."""
        if isinstance(self.request, str):
            return ""
        try:
            plan = self.request.resolve()
        except NPuzzleError:
            return ""
        said = promise(plan.algorithm, plan.heuristic, plan.options).sentence
        return f"{said} {describe_risk(plan)}".rstrip()

    @calc("board", "goal", "options", "certified", "player")
    def other_way(self) -> str:
        """Name Automatic's choice of a search if the user's choice has found no path, or return ""."""
        answer, options = self.player.answer, self.options.with_automatic()
        if answer is None or answer.outcome not in WITHOUT_PATH:
            return ""
        if options == self.options:
            return ""
        try:
            plan = replace(self, options=options).job().resolve()
        except NPuzzleError:
            return ""
        if (plan.algorithm.name, plan.heuristic.name) == (answer.algorithm, answer.heuristic):
            return ""
        guided = f" with {plan.heuristic.label}" if plan.algorithm.informed else ""
        return f"Automatic would choose {plan.algorithm.label}{guided} for this board."

    @property
    def hint(self) -> Hint | None:
        """Return the hint for the current board, or None if none is wanted or known."""
        board, goal = self.current_board, self.goal.board
        if self.phase is not Phase.READY or not self.board.is_valid or board is None or goal is None:
            return None
        return self.hints.find(board, goal)

    @property
    def hint_request(self) -> dict[str, Any] | None:
        """Return the request for a missing hint, or None if no hint is missing."""
        check, goal = self.board.check, self.goal.board
        if self.phase is not Phase.READY or not self.board.is_valid or check.board is None or goal is None:
            return None
        return self.hints.request(check.board, goal) if check.solvable else None
