"""Hints while playing by hand: the controls, the text, and the marks on the board."""

from __future__ import annotations

from typing import Any

from npuzzle import Move
from web.page.state import UiState
from web.page.words import ARROWS, WAYS
from web.ui.dom import Dom, by_id, make


class HintsView:
    def __init__(self) -> None:
        self.dom = Dom()

    def draw(self, state: UiState) -> None:
        moves = _best_moves(state)
        if self.dom.has_changed("marks", (state.board.rows, state.board.cols, moves)):
            texts = ["" if state.shows_path else ARROWS[move.letter] for move in moves]
            marks = [_mark(move.src, text, move, state.board.cols) for move, text in zip(moves, texts)]
            if state.shows_path and moves:  # draw the next move as a large arrow in the blank
                arrow = _mark(moves[0].dst, ARROWS[moves[0].letter], moves[0], state.board.cols)
                arrow.classList.add("arrow")
                marks.append(arrow)
            by_id("marks").replaceChildren(*marks)


def _mark(cell: int, text: str, move: Move, cols: int) -> Any:
    """Make a frame around a cell, with a text in the frame's corner."""
    mark = make("div", **{"class": "mark tile", "data-way": WAYS[move.letter]})
    row, col = divmod(cell, cols)
    mark.style.setProperty("--row", str(row))
    mark.style.setProperty("--col", str(col))
    mark.append(make("b", text))
    return mark


def _best_moves(state: UiState) -> tuple[Move, ...]:
    """Return the moves to mark on the board: the solution's next move, or the moves of the hint."""
    player = state.player
    if state.shows_path and not player.is_skipping_frames and player.step < len(player.path):
        return tuple(state.moves(player.step + 1, player.ends[player.number + 1]))
    return () if state.hint is None else state.hint.moves
