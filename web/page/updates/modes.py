"""The three modes of the board: play, edit its cells, paste a text; and leaving each."""

from __future__ import annotations

from dataclasses import replace

from npuzzle import Shape
from web.page.events import CellsEmptied, CellsSwapped, CellTyped, EditPressed, ModeChosen
from web.page.state import Mode, Phase, UiState
from web.page.updates.cells import announce_goal, fit_goal, put_board, put_text, put_words
from web.page.updates.register import AT_REST, on

SAID = {
    Mode.PLAY: "Playing with the board.",
    Mode.EDIT: "Editing the board.",
    Mode.PASTE: "Type or paste a board.",
}

PUT_AWAY = "The text is not a board, so the board stays as it was. Paste shows your text again."


@on(ModeChosen, *AT_REST)
def _choose_mode(state: UiState, event: ModeChosen) -> UiState:
    """Close a solution at its current board; put away a text that is not a board, which Paste shows again."""
    if event.mode is state.mode:
        return state
    settled = _settle(state)
    if event.mode is Mode.PASTE and (text := _text_put_away(state)):
        return put_text(settled, text)
    valid, verdict = settled.board.check.valid, settled.board.verdict
    spoken = SAID[event.mode]
    if state.board.text_problem and state.board.text.strip():
        spoken = PUT_AWAY
        settled = replace(settled, problems=replace(settled.problems, file=PUT_AWAY))
    if event.mode is Mode.PLAY and not valid:
        spoken = f"{verdict.headline}: {verdict.detail.removesuffix('.')}."
    phase = Phase.EDITING if event.mode is Mode.EDIT or not valid else Phase.READY
    board = replace(settled.board, is_pasting=event.mode is Mode.PASTE)
    return announce_goal(state, replace(settled, phase=phase, board=board, spoken=spoken))


@on(EditPressed, *AT_REST)
def _press_edit(state: UiState, event: EditPressed) -> UiState:
    """Start or end typing into cells."""
    if state.mode is not Mode.EDIT:
        return _choose_mode(state, ModeChosen(Mode.EDIT))
    after = _choose_mode(state, ModeChosen(Mode.PLAY))
    return replace(after, spoken="Done editing.") if after.phase is Phase.READY else after


@on(CellTyped, Phase.EDITING)
def _type_cell(state: UiState, event: CellTyped) -> UiState:
    words = [list(row) for row in state.board.words]
    if not (0 <= event.row < state.board.rows and 0 <= event.col < state.board.cols):
        return state
    words[event.row][event.col] = event.word.strip()
    return put_words(state, words)


@on(CellsEmptied, Phase.EDITING)
def _empty_cells(state: UiState, event: CellsEmptied) -> UiState:
    words = [[""] * state.board.cols] * state.board.rows
    return replace(put_words(state, words), spoken="All cells are empty.")


@on(CellsSwapped, Phase.EDITING)
def _swap_cells(state: UiState, event: CellsSwapped) -> UiState:
    cols = state.board.cols
    cells = range(state.board.rows * cols)
    if event.a == event.b or event.a not in cells or event.b not in cells:
        return state
    words = [list(row) for row in state.board.words]
    (r, c), (row, col) = divmod(event.a, cols), divmod(event.b, cols)
    words[r][c], words[row][col] = words[row][col], words[r][c]
    after = put_words(state, words)
    return replace(after, spoken=f"Swapped. {after.spoken}")


def _text_put_away(state: UiState) -> str:
    """Return the text that was typed last and is not a board, if nothing has changed since; else nothing."""
    past = state.history.past
    text = past[-1].text if past else None
    return text if text and text.strip() else ""


def _settle(state: UiState) -> UiState:
    """Take over the current board; reset the text to it, and drop a typed goal of another size."""
    if state.phase is Phase.PLAYING:
        assert state.current_board is not None, "only a board can be shown outside EDITING"
        return put_board(state, state.current_board)
    if state.board.is_pasting or state.board.text_problem:
        shape = Shape(state.board.rows, state.board.cols)
        return put_words(fit_goal(state, shape), state.board.words)
    return state
