"""Whole boards and goals: pasted, drawn at random, chosen, repaired."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from npuzzle import Board, InvalidShapeError, Shape
from npuzzle.errors import sentence
from npuzzle.puzzle.board import goal_board
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.puzzle.problem import board_of
from npuzzle.puzzle.scramble import random_walk
from npuzzle.puzzle.solvability import SwapTiles
from npuzzle.text import count
from web.command import Kind
from web.page.commands.cells import (
    announce_goal,
    check_cells,
    fit_goal,
    put_board,
    put_goal,
    put_text,
    put_words,
    read_text,
)
from web.page.commands.command import AT_REST, command
from web.page.examples import EXAMPLES
from web.page.parts.board import OWN, GoalState
from web.page.parts.history import IN_HANDS, History
from web.page.state import Mode, Phase, UiState

MOST_CELLS = 9  # cells of the largest board whose exact distance can be computed
LONGEST_WALK = 100_000  # moves


@command(*AT_REST, kind=Kind.TYPE | Kind.BEGIN)
def type_text(state: UiState, text: str) -> UiState:
    """Take a typed or pasted text as a board."""
    return announce_goal(state, put_text(state, text))


@command(*AT_REST, kind=Kind.BEGIN)
def give_text(state: UiState, text: str) -> UiState:
    """Take a text that was not typed: show the board in it, or reject the text if it fits no tray."""
    words, problem, about, goal = read_text(state, text)
    if not words:
        return refuse_file.change(state, problem)
    shape = Shape(len(words), len(words[0]))
    after = put_words(put_goal(fit_goal(state, shape), goal), words)
    phase = Phase.READY if after.board.check.valid else Phase.EDITING
    board, spoken = replace(after.board, text_about=about), f"{about} {after.spoken}".lstrip()
    return announce_goal(state, _leave_paste(replace(after, phase=phase, board=board, spoken=spoken)))


@command(*AT_REST)
def refuse_file(state: UiState, problem: str) -> UiState:
    """Report that a file cannot be used. `problem`: the reason, in a sentence."""
    return replace(state, problems=replace(state.problems, file=problem), spoken=problem)


@command(*AT_REST, kind=Kind.BEGIN | Kind.DESCRIBED)
def choose_size(state: UiState, rows: int, cols: int) -> UiState:
    """Show the solved board of another size. A typed goal of the old size is dropped.

    While the user types into cells, cells that exist in both sizes stay unchanged, and new cells are empty.
    """
    try:
        shape = Shape(rows, cols)
    except InvalidShapeError as error:
        problem = sentence(error)
        return replace(state, problems=replace(state.problems, size=problem), spoken=problem)
    about = IN_HANDS if state.hands == "enter" else ""
    history = replace(state.history, about=about)
    before, state = state, replace(fit_goal(state, shape), history=history)
    state = replace(state, problems=replace(state.problems, size=""))
    if state.mode is Mode.EDIT:
        after = put_words(state, _resize(state.board.words, shape))
        return announce_goal(before, after)
    goal = Board.parse(state.goal.text) if state.goal.name == OWN else goal_board(state.goal.name, shape)
    return announce_goal(before, put_board(_leave_paste(replace(state, phase=Phase.READY)), goal))


def _resize(words: Sequence[Sequence[str]], shape: Shape) -> list[list[str]]:
    """Return the cells for a tray of that shape: old cells where they fit, and empty ones elsewhere."""
    rows = [*words, *[()] * shape.rows][: shape.rows]
    return [[*row, *[""] * shape.cols][: shape.cols] for row in rows]


@command(*AT_REST)
def give_board(state: UiState, board: Board, goal: Board | None = None) -> UiState:
    """Put a board and a goal on the page. A typed goal of another size gives way to the default goal."""
    before, shown = state, goal or state.goal.board
    if shown is None or shown.shape != board.shape:
        named = state.goal.name in GOALS and goal is None
        shown = goal_board(state.goal.name if named else DEFAULT_GOAL, board.shape)
    state = put_goal(state, shown)
    after = put_board(_leave_paste(replace(state, phase=Phase.READY)), board)
    return after if goal is not None else announce_goal(before, after)


@command(*AT_REST, kind=Kind.HISTORY)
def begin_board(state: UiState, board: Board, goal: Board) -> UiState:
    """Show a board that replaces nothing that the user made, so there is nothing to undo."""
    after = give_board.change(state, board, goal)
    return replace(after, history=History(origin=after.board.words))


@command(*AT_REST, kind=Kind.BEGIN | Kind.DESCRIBED)
def choose_example(state: UiState, name: str) -> UiState:
    example = EXAMPLES.get(name)
    if example is None:
        return state
    board = Board.parse(example.board)
    after = give_board.change(state, board, goal_board(example.goal, board.shape))
    spoken = f"{example.label}. {example.note} {after.spoken}"
    return replace(after, history=replace(after.history, about=example.note), spoken=spoken)


@command(*AT_REST, kind=Kind.BEGIN | Kind.DESCRIBED)
def draw_random(state: UiState, seed: int) -> UiState:
    """Deal a random board of this size that can reach the goal."""
    board = _goal_or_default(state).shuffled(Random(seed))
    about = "Dealt from all boards that can reach the goal, each equally likely."
    return _put_random_board(state, board, about)


@command(*AT_REST, kind=Kind.BEGIN | Kind.DESCRIBED)
def draw_at_distance(state: UiState, text: str, seed: int) -> UiState:
    """Deal a board at the typed distance. On a larger board, make as many random moves instead."""
    goal, text = _goal_or_default(state), text.strip()
    moves = int(text) if text.isascii() and text.isdigit() and len(text) <= 7 else 0
    if not 1 <= moves <= LONGEST_WALK:
        problem = f"The number of moves must be from 1 to {LONGEST_WALK:,}, got {text[:15]!r}."
        return _refuse_distance(state, problem)
    if goal.shape.cells > MOST_CELLS:
        board = random_walk(goal, moves, Random(seed))
        about = (
            f"A random walk of {count(moves, 'move')} from the goal; its shortest solution may be shorter."
        )
        return _put_random_board(state, board, about)
    from npuzzle.lab.space import enumerate_states  # slow: 0.1 s, and few visits need it

    known = enumerate_states(goal.shape, goal.blank)
    farthest = known.distance[-1]
    if moves > farthest:
        problem = f"No {goal.shape} board is more than {count(farthest, 'move')} from this goal."
        return _refuse_distance(state, problem)
    start = known.distance.index(moves)
    place = Random(seed).randrange(start, start + known.distance.count(moves))
    about = f"Dealt from all boards that are exactly {count(moves, 'move')} from the goal."
    return _put_random_board(state, board_of(known.states[place], goal), about)


def _refuse_distance(state: UiState, problem: str) -> UiState:
    return replace(state, problems=replace(state.problems, distance=problem), spoken=problem)


def _goal_or_default(state: UiState) -> Board:
    return state.goal.board or goal_board(DEFAULT_GOAL, Shape(state.board.rows, state.board.cols))


def _put_random_board(state: UiState, board: Board, about: str) -> UiState:
    """Put a random board on the page, and record in `about` where it is from."""
    state = replace(state, phase=Phase.READY, problems=replace(state.problems, distance=""))
    state = put_board(_leave_paste(state), board)
    what = f"Random board of {board.shape}" if state.board.is_large else f"Random board {board}"
    spoken = f"{what}. {state.board.verdict.headline}. {about}"
    return replace(state, history=replace(state.history, about=about), spoken=spoken)


def _leave_paste(state: UiState) -> UiState:
    return replace(state, board=replace(state.board, is_pasting=False))


@command(*AT_REST, kind=Kind.BY_HAND)
def repair_board(state: UiState, place: int) -> UiState:
    """Carry out the repair with the index `place` in the board's list."""
    repairs = state.board.repairs
    if not 0 <= place < len(repairs):
        return state
    repair = repairs[place]
    if isinstance(repair, SwapTiles):
        return put_board(state, repair.board)
    return choose_goal.change(state, repair.goal)


# The goal


@command(*AT_REST)
def choose_goal(state: UiState, name: str) -> UiState:
    """Choose a goal by name. If the user is to type the goal, the field starts with the previous goal."""
    goal = replace(state.goal, name=name)
    if name == OWN and goal.board is not None:
        goal = replace(goal, text=str(goal.board))
    return check_cells(replace(state, goal=goal))


@command(*AT_REST, kind=Kind.TYPE)
def type_goal(state: UiState, text: str) -> UiState:
    return check_cells(replace(state, goal=GoalState(state.goal.board, OWN, text)))


# The tiles' picture


@command()
def choose_picture(state: UiState, address: str, aspect: float = 1.0) -> UiState:
    """Put a picture on the tiles, or remove it if `address` is empty. `aspect`: width / height."""
    spoken = "The tiles show the picture." if address else "The tiles show their numbers."
    picture = replace(state.picture, address=address, aspect=max(aspect, 0.01))
    return replace(state, picture=picture, problems=replace(state.problems, file=""), spoken=spoken)


@command()
def show_hues(state: UiState, wanted: bool) -> UiState:
    return replace(state, picture=replace(state.picture, has_hues=wanted))


@command()
def show_numbers(state: UiState, shown: bool) -> UiState:
    """Show the numbers on tiles with a picture, or hide them."""
    return replace(state, picture=replace(state.picture, has_numbers=shown))
