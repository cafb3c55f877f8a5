"""Slide tiles by hand: one tile, or all tiles from the pressed one to the blank."""

from __future__ import annotations

from dataclasses import replace

from npuzzle import Board, Check, Problem
from npuzzle.puzzle.moves import undo
from npuzzle.puzzle.shape import letter, source
from npuzzle.puzzle.solvability import Explanation, Invariant, repairs
from web.command import Kind
from web.page.commands.cells import put_board, put_cells, words_of
from web.page.commands.command import command
from web.page.commands.stepping import go_to, pause
from web.page.parts.player import PlayerState
from web.page.state import Phase, UiState
from web.page.words import WAYS


@command(Phase.READY, Phase.PLAYING, kind=Kind.SLIDE | Kind.BY_HAND)
def press_cell(state: UiState, cell: int) -> UiState:
    """Slide the tiles between a cell and the blank. Unless that is a step of the path, the path closes."""
    board = state.current_board
    sources = line_to(board, cell) if board is not None and state.picked is None else []
    if board is None or not sources:
        return state
    if state.phase is Phase.PLAYING and (step := find_step(state.player, board, sources)) is not None:
        return go_to(pause(state), step)
    tile, dst = board.tiles[sources[0]], board.blank
    way = {1: "right", -1: "left"}.get(dst - sources[0], "down" if dst > sources[0] else "up")
    after = slide(state, board, sources)
    what = f"Tile {tile}" if len(sources) == 1 else f"{len(sources)} tiles"
    done = " That is the goal." if after.board.check.board == after.goal.board else ""
    closed = " That is not on the path: Undo brings the path back." if state.phase is Phase.PLAYING else ""
    return replace(after, spoken=f"{what} {way}.{done or closed}")


@command(Phase.READY, Phase.PLAYING, kind=Kind.SLIDE | Kind.BY_HAND)
def press_arrow(state: UiState, letter: str, line: bool = False) -> UiState:
    """Slide a tile in the direction of the arrow (U, D, L or R), or, if `line`, all tiles that can follow."""
    board = state.current_board
    cell = source(board.shape, board.blank, letter) if board is not None else None
    if board is None or cell is None:
        return replace(state, spoken=f"No tile can slide {WAYS[letter]}.")
    while line and (further := source(board.shape, cell, letter)) is not None:
        cell = further
    return press_cell.change(state, cell)


def line_to(board: Board, cell: int) -> list[int]:
    """Return the cells whose tiles slide when the tile at `cell` is pushed, nearest the blank first.

    >>> line_to(Board.parse("1 2 3/4 5 6/7 8 0"), 6), line_to(Board.parse("1 2 3/4 5 6/7 8 0"), 0)
    ([7, 6], [])
    """
    if not 0 <= cell < board.shape.cells or cell == board.blank:
        return []
    (row, col), (blank_row, blank_col) = board.shape.place(cell), board.shape.place(board.blank)
    if row == blank_row:
        step = 1
    elif col == blank_col:
        step = board.shape.cols
    else:
        return []
    step = step if cell > board.blank else -step
    return list(range(board.blank + step, cell + step, step))


def find_step(player: PlayerState, board: Board, sources: list[int]) -> int | None:
    """Return the step of the path that these slides lead to, or None if they leave the path."""
    path, step, count = player.path, player.step, len(sources)
    slides = zip(sources, [board.blank, *sources], strict=False)
    letters = "".join(letter(board.shape, slide) for slide in slides)
    if path.startswith(letters, step):
        there = step + count
    elif count <= step and path[step - count : step] == undo(letters):
        there = step - count
    else:
        return None
    return there if there in player.ends else None


def slide(state: UiState, board: Board, sources: list[int]) -> UiState:
    """Slide the tiles at `sources` of `board`, one after the other.

    Each move updates the counts of the verdict, because counting everything again would take half a second
    on the largest boards.
    """
    tiles, blank = list(board.tiles), board.blank
    check = state.board.check
    known = check.explanation if board is check.board else None
    change = 0
    for src in sources:
        change += count_gained_inversions(tiles, src, blank)
        tiles[blank], tiles[src] = tiles[src], 0
        blank = src
    after = Board(board.shape, tuple(tiles))
    history = replace(state.history, by_hand=state.history.by_hand + len(sources))
    state, goal = replace(state, phase=Phase.READY, history=history), state.goal.board
    if known is None or goal is None:
        return put_board(state, after)
    now = Invariant(known.board.inversions + change, blank // board.shape.cols + 1, board.shape.cols)
    explanation = Explanation(now, known.goal)
    mends = () if explanation.solvable else repairs(Problem(after, goal))
    state = put_cells(state, words_of(after))
    return replace(state, board=replace(state.board, check=Check(after, (), explanation, mends)))


def count_gained_inversions(tiles: list[int], src: int, dst: int) -> int:
    """Count how many inversions are gained when the tile at `src` moves to the blank at `dst`."""
    tile = tiles[src]
    passed = tiles[src + 1 : dst] if src < dst else tiles[dst + 1 : src]
    larger = sum(other > tile for other in passed)
    gained = 2 * larger - len(passed)
    return gained if src < dst else -gained
