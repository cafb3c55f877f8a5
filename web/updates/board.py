"""The board and its goal: typed, pasted, drawn, slid, repaired."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from npuzzle import Board, InvalidBoardError, Shape, random_board
from npuzzle.errors import sentence
from npuzzle.geometry import source
from npuzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.solvability import SwapTiles
from web.events import (
    ArrowPressed,
    BoardGiven,
    CellPressed,
    CellTyped,
    EditPressed,
    GoalChosen,
    GoalTyped,
    RandomPressed,
    RepairPressed,
    SizeChosen,
    TextTyped,
)
from web.state import MAX_SIDE, OWN, Phase, UiState
from web.updates.cells import judged, with_board, with_words
from web.updates.register import AT_REST, on
from web.words import WAYS


@on(CellTyped, Phase.EDITING)
def _cell_typed(state: UiState, event: CellTyped) -> UiState:
    words = [list(row) for row in state.words]
    words[event.row][event.col] = event.word.strip()
    return with_words(state, words)


@on(TextTyped, *AT_REST)
def _text_typed(state: UiState, event: TextTyped) -> UiState:
    """A text that is a board is taken; one that fits the grid is shown there with its faults."""
    words: Sequence[Sequence[str]]
    try:
        words = [[str(tile) for tile in row] for row in Board.parse(event.text).rows()]
        problem = ""
    except InvalidBoardError as error:
        words = error.rows
        problem = sentence(error)
    fits = bool(words) and len({len(row) for row in words}) == 1 and min(len(words), len(words[0])) >= 2
    if fits and max(len(words), len(words[0])) > MAX_SIDE:
        fits = False
        problem = problem or (
            f"A board of {len(words)}x{len(words[0])} does not fit this page "
            f"({MAX_SIDE}x{MAX_SIDE} at most); "
            "the command line solves any up to 127x127."
        )
    if not fits:
        return replace(state, text=event.text, text_problem=problem, spoken=problem)
    state = with_words(state, words)
    phase = Phase.READY if state.check.valid else Phase.EDITING
    return replace(state, text=event.text, phase=phase)


@on(SizeChosen, *AT_REST)
def _size_chosen(state: UiState, event: SizeChosen) -> UiState:
    """A tray of another size starts out solved; an own goal of the old size is put away."""
    shape = Shape(event.rows, event.cols)
    name = DEFAULT_GOAL if state.goal_name == OWN else state.goal_name
    board = GOALS[name].board(shape)
    return with_board(replace(state, goal_name=name, goal_text="", phase=Phase.READY), board)


@on(BoardGiven, *AT_REST)
def _board_given(state: UiState, event: BoardGiven) -> UiState:
    """A goal that has a name is shown by it; one of another size than the board's is put away."""
    goal = event.goal or state.goal
    if goal is None or goal.shape != event.board.shape:
        goal = GOALS[DEFAULT_GOAL].board(event.board.shape)
    if goal != state.goal:
        name = next((card.name for card in GOALS if card.board(goal.shape) == goal), OWN)
        state = replace(state, goal_name=name, goal_text=str(goal) if name == OWN else "")
    return with_board(replace(state, phase=Phase.READY), event.board)


@on(RandomPressed, *AT_REST)
def _random_pressed(state: UiState, event: RandomPressed) -> UiState:
    """A board of this size drawn from all that can reach the goal."""
    goal = state.goal or GOALS[DEFAULT_GOAL].board(Shape(state.rows, state.cols))
    board = random_board(goal, Random(event.seed))
    state = with_board(replace(state, phase=Phase.READY), board)
    return replace(state, spoken=f"Random board {board}. {state.verdict.headline}.")


@on(RepairPressed, *AT_REST)
def _repair_pressed(state: UiState, event: RepairPressed) -> UiState:
    if not 0 <= event.place < len(state.check.repairs):
        return state
    repair = state.check.repairs[event.place]
    if isinstance(repair, SwapTiles):
        return with_board(state, repair.board)
    return _goal_chosen(state, GoalChosen(repair.goal))


@on(EditPressed, *AT_REST)
def _edit_pressed(state: UiState, event: EditPressed) -> UiState:
    if state.phase is not Phase.EDITING:
        shown = state.shown
        assert shown is not None, "only a board can be shown outside EDITING"
        return replace(with_board(state, shown), phase=Phase.EDITING, spoken="Editing the board.")
    if not state.check.valid:
        return replace(state, spoken=f"{state.verdict.headline}: {state.verdict.detail}.")
    return replace(state, phase=Phase.READY, spoken="Done editing.")


@on(CellPressed, Phase.READY, Phase.PLAYING)
def _cell_pressed(state: UiState, event: CellPressed) -> UiState:
    board = state.shown
    if board is None or event.cell not in board.movable:
        return state
    tile, dst = board.tiles[event.cell], board.blank
    way = {1: "right", -1: "left"}.get(dst - event.cell, "down" if dst > event.cell else "up")
    after = with_board(replace(state, phase=Phase.READY), board.slide(event.cell))
    done = " That is the goal." if after.check.board == after.goal else ""
    return replace(after, spoken=f"Tile {tile} {way}.{done}")


@on(ArrowPressed, Phase.READY, Phase.PLAYING)
def _arrow_pressed(state: UiState, event: ArrowPressed) -> UiState:
    board = state.shown
    cell = source(board.shape, board.blank, event.letter) if board is not None else None
    if cell is None:
        return replace(state, spoken=f"No tile can slide {WAYS[event.letter]}.")
    return _cell_pressed(state, CellPressed(cell))


# The goal


@on(GoalChosen, *AT_REST)
def _goal_chosen(state: UiState, event: GoalChosen) -> UiState:
    """A goal by name; one's own starts from the goal there was."""
    if event.name == OWN and state.goal is not None:
        state = replace(state, goal_text=str(state.goal))
    return judged(replace(state, goal_name=event.name))


@on(GoalTyped, *AT_REST)
def _goal_typed(state: UiState, event: GoalTyped) -> UiState:
    return judged(replace(state, goal_name=OWN, goal_text=event.text))
