"""What can happen to the page: one small class for each event.

`web.page.updates` says what an event does, and in which phases. Named tuples start faster than dataclasses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from npuzzle import Board, Notation
from web.hints.model import Plan
from web.page.parts.answer import Answer, Progress
from web.page.parts.board import Words
from web.page.parts.own_moves import CheckedMoves
from web.page.parts.timer import Best
from web.page.state import Mode

if TYPE_CHECKING:
    from npuzzle.lab.space import DistanceTable
    from web.page.heuristic_choice import CertifiedHeuristic


class CellTyped(NamedTuple):
    """`word` was typed into the cell at `row`, `col`."""

    row: int
    col: int
    word: str


class CellsEmptied(NamedTuple):
    """All cells were emptied, to enter another board."""


class TextTyped(NamedTuple):
    """The board as text was typed or pasted."""

    text: str


class TextGiven(NamedTuple):
    """A whole text came at once, pasted onto the page or from a file."""

    text: str


class CellsSwapped(NamedTuple):
    """One cell was dragged onto another."""

    a: int
    b: int


class ModeChosen(NamedTuple):
    mode: Mode


class SizeChosen(NamedTuple):
    rows: int
    cols: int


class GoalChosen(NamedTuple):
    """A named goal, or OWN."""

    name: str


class GoalTyped(NamedTuple):
    text: str


class BoardGiven(NamedTuple):
    """A board from elsewhere on the page; `goal` None keeps the goal."""

    board: Board
    goal: Board | None = None


class RandomPressed(NamedTuple):
    seed: int


class DistanceRandomPressed(NamedTuple):
    """A random board that many moves from the goal, as typed."""

    moves: str
    seed: int


class ExampleChosen(NamedTuple):
    name: str


class HandJudged(NamedTuple):
    """The shortest path from the board that was solved by hand to the goal has `shortest` moves."""

    origin: Words
    goal: Board
    shortest: int


class UndoPressed(NamedTuple):
    pass


class RedoPressed(NamedTuple):
    pass


class ResetPressed(NamedTuple):
    """Back to the board before moves and edits by hand."""


class PictureChosen(NamedTuple):
    """A picture for the tiles, its width by its height; no address takes it away."""

    address: str
    aspect: float = 1.0


class NumbersTicked(NamedTuple):
    """Numbers on tiles with a picture, or none."""

    shown: bool


class TimerTicked(NamedTuple):
    wanted: bool


class TimerRecalled(NamedTuple):
    """An earlier visit left these: whether the timer is on, and the best time of each size."""

    is_on: bool
    bests: Mapping[str, Best]


class ClockStopped(NamedTuple):
    """The goal was reached by hand, and the clock shows this many seconds."""

    seconds: float


class HuesTicked(NamedTuple):
    wanted: bool


class FileRefused(NamedTuple):
    """A file cannot be used; why, in a sentence."""

    problem: str


class RepairPressed(NamedTuple):
    """The repair at `place` in the check's list."""

    place: int


class EditPressed(NamedTuple):
    """Start typing into cells, or end it."""


class CellPressed(NamedTuple):
    """A tile was clicked; in line with the blank, it slides with all between them."""

    cell: int


class ArrowPressed(NamedTuple):
    """Slide a tile the way of the arrow: U, D, L or R; or all that are in line there."""

    letter: str
    line: bool = False


class OptionChosen(NamedTuple):
    """A field of `Options` got a new value."""

    name: str
    value: str


class SolverChanged(NamedTuple):
    """The state of the solver changed; the fields are those of `web.solver.client.SolverClient`."""

    ready: bool
    busy: str = ""
    problem: str = ""
    stuck: bool = False
    note: str = ""


class SolveFailed(NamedTuple):
    """A run ended without an answer."""

    problem: str


class SolvePressed(NamedTuple):
    """Start a run."""


class SolveOtherwisePressed(NamedTuple):
    """Start a run with what Automatic chooses."""


class StopPressed(NamedTuple):
    """End the run, keep what is known."""


class Progressed(NamedTuple):
    progress: Progress


class BetterPathPressed(NamedTuple):
    """The shorter path that was found meanwhile is to be shown, from its start."""


class Finished(NamedTuple):
    answer: Answer


class HeuristicCertified(NamedTuple):
    """The heuristic in the Lab is certified to be admissible, or is not any more."""

    found: CertifiedHeuristic | None = None


class MovesTyped(NamedTuple):
    text: str


class CheckMovesPressed(NamedTuple):
    """Check the user's own moves."""


class StopCheckPressed(NamedTuple):
    """End the check, keep what is known."""


class MovesPlayed(NamedTuple):
    """The moves under check were played: `said` says whether they are legal, and where they end."""

    said: str


class MovesChecked(NamedTuple):
    """The end of a check: what is known of the moves, or why nothing is."""

    found: CheckedMoves | None = None
    problem: str = ""


class ShowMovesPressed(NamedTuple):
    """Step through the moves that were checked."""


class PrintPressed(NamedTuple):
    """Print a worksheet, or ask whether to solve its board first."""


class SolveAndPrintPressed(NamedTuple):
    """Solve, and print when the solution is there."""


class PrintAnywayPressed(NamedTuple):
    """Print without a solution."""


class PathGiven(NamedTuple):
    """A path from a link, in tile letters, to be shown at that step.

    `bound`: the length below which there is no path, as the link says. `is_saved`: the page saved it itself.
    `metric`: in which both lengths count; None: in that of the options.
    """

    moves: str
    step: int = 0
    bound: int | None = None
    is_saved: bool = False
    metric: str | None = None


class LinkRead(NamedTuple):
    """A link was read, and is on show. `problem`: what in it could not be used; empty if all was."""

    problem: str = ""


class JumpedTo(NamedTuple):
    """Show the board after that many moves; out of range means the nearest end."""

    step: int


class StepTyped(NamedTuple):
    """The number of a move to go to, as typed."""

    text: str


class PathChosen(NamedTuple):
    """Another one of all shortest paths."""

    choice: int


class PlayPressed(NamedTuple):
    """Play, or pause."""


class Ticked(NamedTuple):
    """Time for the next move of a playback, or the next moves."""

    moves: int = 1


class SpeedChosen(NamedTuple):
    name: str


class NotationChosen(NamedTuple):
    notation: Notation


class GroupingChosen(NamedTuple):
    """List runs of moves in one direction as one entry, or each move by itself."""

    grouped: bool


class HintsChosen(NamedTuple):
    """Hints after every move, on a board small enough; or no more."""

    on: bool


class HintPressed(NamedTuple):
    """Look for one hint on a larger board; pressed again, end the search."""


class HintCame(NamedTuple):
    """The end of a search for a hint: the table of a small board, or moves for a larger one, or neither."""

    distances: DistanceTable | None = None
    plan: Plan | None = None
    problem: str = ""
