"""The groups of tiles chosen for pattern databases, and the commands that change them. No browser here.

While the solver builds and measures the databases, the groups cannot change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import Any

from npuzzle import Board, NPuzzleError, goal_board
from npuzzle.errors import sentence
from npuzzle.heuristics.databases import format_groups
from npuzzle.pattern_databases.chosen import Groups, count_bytes, count_placements, parse_groups, why_not_fit
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.shape import Shape
from web.page.state import UiState
from web.running import Phase, Running, TaskCommands, TaskState

MOST_CELLS = 16  # cells of the largest board whose tiles can be put into groups here
LETTERS = ascii_uppercase[:6]  # the names of groups
LONGEST = 200  # characters of groups as text
DOING = {"build": "Building", "measure": "Measuring the mean", "race": "Solving boards"}
GOAL = goal_board(DEFAULT_GOAL, Shape(3, 3))


@dataclass(frozen=True, slots=True)
class PatternsState(TaskState):
    """The state. `letter_of`: each tile's group. `letter`: the group that a pressed tile goes into.

    `typed`: the text in the field. `text_problem`: the error in that text. `answer`: the measurements of the
    groups `measured`, see `web.rooms.lab.patterns_task`.
    """

    goal: Board = GOAL
    letter_of: Mapping[int, str] = field(default_factory=dict)
    letter: str = LETTERS[0]
    typed: str = ""
    text_problem: str = ""
    measured: tuple[Board, Groups] | None = None
    answer: Mapping[str, Any] | None = None
    note: str = ""

    @property
    def groups(self) -> Groups:
        """Return the groups that contain tiles, in the order of their letters."""
        tiles = self.letter_of.items()
        found = [tuple(sorted(t for t, own in tiles if own == letter)) for letter in LETTERS]
        return tuple([group for group in found if group])

    @property
    def text(self) -> str:
        """Return the groups as text."""
        return format_text(self.groups)

    @property
    def heuristic(self) -> str:
        """Return the text that names the heuristic of these groups, or "" without groups."""
        return format_groups(self.groups) if self.groups else ""

    @property
    def problem(self) -> str:
        """Explain in a sentence why databases of these groups cannot be built, or return ""."""
        if self.text_problem:
            return self.text_problem
        if not self.groups:
            return "Press the tiles of a first group."
        why = why_not_fit(self.groups, self.goal.shape)
        return f"{why[0].upper()}{why[1:]}." if why else ""

    @property
    def problem_typed(self) -> str:
        """Describe the error in the field's text. For an empty field `cost` has the explanation."""
        return self.problem if self.typed.strip() else ""

    @property
    def can_build(self) -> bool:
        return self.can_start and not self.problem

    @property
    def can_use(self) -> bool:
        return self.run is None and not self.problem

    @property
    def cost(self) -> str:
        """Describe the size of the databases, or ask for a first group."""
        if self.problem:
            return "" if self.typed.strip() else self.problem
        shape = self.goal.shape
        kept, working = count_bytes(self.groups, shape)
        states = count_placements(self.groups, shape)
        return (
            f"{states:,} placements to look at; the databases take {format_bytes(kept)}, "
            f"and building them takes {format_bytes(working)} of memory."
        )

    @property
    def left_out(self) -> str:
        """Name the tiles that are in no group, or return "" if all tiles are in groups, or none is."""
        tiles = [tile for tile in range(1, self.goal.shape.cells) if tile not in self.letter_of]
        if not tiles or not self.groups:
            return ""
        listed = " ".join(map(str, tiles))
        return f"In no group: {listed}. Each of these adds its Manhattan distance."

    @property
    def is_current(self) -> bool:
        """Return whether the groups on show are the measured ones."""
        return self.measured == (self.goal, self.groups)

    @property
    def progress_sentence(self) -> str:
        """Describe the task's progress in a sentence."""
        if self.is_stopping:
            return "Stopping."
        doing = "build" if self.run is None else self.run.news.get("doing", "build")
        return f"{DOING[doing]}: {self.share:.0%}"

    def request(self) -> dict[str, Any]:
        """Return the request to the solver."""
        return {"goal": str(self.goal), "heuristic": self.heuristic}


command = TaskCommands[PatternsState]()
stop, take_progress, take_solver = command.stop, command.take_progress, command.take_solver


@command(Phase.FREE)
def press_tile(state: PatternsState, tile: int) -> PatternsState:
    """Put a tile into the current group, or take it out of that group."""
    if not 0 < tile < state.goal.shape.cells:
        return state
    letters = dict(state.letter_of)
    if letters.get(tile) == state.letter:
        del letters[tile]
    else:
        letters[tile] = state.letter
    return _with_letters(state, letters)


@command(Phase.FREE)
def put_tile(state: PatternsState, tile: int, letter: str) -> PatternsState:
    """Put a tile into the group of that letter."""
    if not 0 < tile < state.goal.shape.cells or letter not in LETTERS:
        return state
    return replace(_with_letters(state, {**state.letter_of, tile: letter}), letter=letter)


@command()
def choose_letter(state: PatternsState, letter: str) -> PatternsState:
    """Choose the group that pressed tiles go into."""
    return replace(state, letter=letter) if letter in LETTERS else state


@command(Phase.FREE)
def type_groups(state: PatternsState, text: str) -> PatternsState:
    """Take the groups from the field's text. While the text is unreadable, the groups do not change."""
    text = text[:LONGEST]
    if not text.strip():
        return replace(_with_letters(state, {}), typed=text)
    try:
        groups = parse_groups(text)
    except NPuzzleError as error:
        return replace(state, typed=text, text_problem=sentence(error))
    if len(groups) > len(LETTERS):
        return replace(state, typed=text, text_problem=f"There can be at most {len(LETTERS)} groups here.")
    if (
        why := why_not_fit(groups, state.goal.shape)
        if max(map(max, groups)) >= state.goal.shape.cells
        else ""
    ):
        return replace(state, typed=text, text_problem=f"{why[0].upper()}{why[1:]}.")
    letters = {tile: letter for letter, group in zip(LETTERS, groups) for tile in group}
    return replace(_with_letters(state, letters), typed=text)


@command(Phase.FREE)
def empty_groups(state: PatternsState) -> PatternsState:
    """Remove all tiles from their groups."""
    return replace(_with_letters(state, {}), letter=LETTERS[0])


@command(Phase.FREE)
def take_goal(state: PatternsState, goal: Board) -> PatternsState:
    """Take the page's new goal. Tiles that the goal lacks leave their groups."""
    if goal == state.goal:
        return state
    fitting = {tile: own for tile, own in state.letter_of.items() if tile < goal.shape.cells}
    return _with_letters(replace(state, goal=goal), fitting)


@command(Phase.FREE)
def start(state: PatternsState) -> PatternsState:
    """Start building the databases of the groups."""
    if not state.can_build:
        return state
    return replace(state, run=Running(), note="", answer=None, measured=(state.goal, state.groups))


@command(Phase.RUNNING)
def take_answer(state: PatternsState, answer: Mapping[str, Any]) -> PatternsState:
    """Take the task's answer, see `web.rooms.lab.patterns_task`."""
    if answer["stopped"]:
        return fail.change(state, "Stopped: nothing was measured.")
    return replace(state, run=None, answer=answer, spoken="The databases are built and measured.")


@command(Phase.RUNNING)
def fail(state: PatternsState, problem: str) -> PatternsState:
    """Report that the task ended without an answer."""
    return replace(state, run=None, note=problem, spoken=problem)


def _with_letters(state: PatternsState, letters: Mapping[int, str]) -> PatternsState:
    after = replace(state, letter_of=dict(letters), text_problem="", note="")
    return replace(after, typed=after.text)


def format_text(groups: Groups) -> str:
    """Write groups with spaces between tiles: 1 2 3 | 4 5."""
    return " | ".join(" ".join(map(str, group)) for group in groups)


def format_bytes(count: int) -> str:
    """Write a number of bytes with a unit that people use."""
    return f"{count / 1e6:,.1f} MB" if count >= 100_000 else f"{count / 1e3:,.1f} kB"


def choose_goal(page: UiState) -> Board:
    """Return the goal to build for: the page's, or, if the board is too large, the usual 4x4 goal."""
    goal = page.goal.board
    if goal is not None and goal.shape.cells <= MOST_CELLS:
        return goal
    return goal_board(DEFAULT_GOAL, Shape(4, 4))


def groups_in(formula: str) -> str:
    """Return the text of the groups in the name of a heuristic, or "" if it names something else."""
    inside = formula.strip()
    if not (inside.startswith("patterns(") and inside.endswith(")")):
        return ""
    return inside[len("patterns(") : -1].replace(",", " ").replace("|", " | ")
