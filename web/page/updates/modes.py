"""Playing with the board, typing into its cells, or pasting it: the three modes, and how one leaves each."""

from __future__ import annotations

from dataclasses import replace

from npuzzle import Shape
from web.page.events import CellsSwapped, CellTyped, EditPressed, ModeChosen
from web.page.state import Mode, Phase, UiState
from web.page.updates.cells import told_of_goal, with_board, with_goal_of_size, with_words
from web.page.updates.register import AT_REST, on

SAID = {
    Mode.PLAY: "Playing with the board.",
    Mode.EDIT: "Editing the board.",
    Mode.PASTE: "Type or paste a board.",
}


@on(ModeChosen, *AT_REST)
def _mode_chosen(state: UiState, event: ModeChosen) -> UiState:
    """A solution is left at the board on show; a text that is no board is put away."""
    if event.mode is state.mode:
        return state
    settled = _settled(state)
    phase = Phase.EDITING if event.mode is Mode.EDIT or not settled.check.valid else Phase.READY
    spoken = SAID[event.mode]
    if state.text_problem:
        spoken = "The text is no board, so the board is as it was."
    if event.mode is Mode.PLAY and not settled.check.valid:
        spoken = f"{settled.verdict.headline}: {settled.verdict.detail}."
    after = replace(settled, phase=phase, pasting=event.mode is Mode.PASTE, spoken=spoken)
    return told_of_goal(state, after)


@on(EditPressed, *AT_REST)
def _edit_pressed(state: UiState, event: EditPressed) -> UiState:
    """Start or end typing into cells, as the key for it does."""
    if state.mode is not Mode.EDIT:
        return _mode_chosen(state, ModeChosen(Mode.EDIT))
    after = _mode_chosen(state, ModeChosen(Mode.PLAY))
    return replace(after, spoken="Done editing.") if after.phase is Phase.READY else after


@on(CellTyped, Phase.EDITING)
def _cell_typed(state: UiState, event: CellTyped) -> UiState:
    words = [list(row) for row in state.words]
    if not (0 <= event.row < state.rows and 0 <= event.col < state.cols):
        return state
    words[event.row][event.col] = event.word.strip()
    return with_words(state, words)


@on(CellsSwapped, Phase.EDITING)
def _cells_swapped(state: UiState, event: CellsSwapped) -> UiState:
    cells = range(state.rows * state.cols)
    if event.a == event.b or event.a not in cells or event.b not in cells:
        return state
    words = [list(row) for row in state.words]
    (r, c), (row, col) = divmod(event.a, state.cols), divmod(event.b, state.cols)
    words[r][c], words[row][col] = words[row][col], words[r][c]
    after = with_words(state, words)
    return replace(after, spoken=f"Swapped. {after.spoken}")


def _settled(state: UiState) -> UiState:
    """The board on show becomes the board, the text is the board's, an own goal of another size goes."""
    if state.phase is Phase.PLAYING:
        assert state.shown is not None, "only a board can be shown outside EDITING"
        return with_board(state, state.shown)
    if state.pasting or state.text_problem:
        return with_words(with_goal_of_size(state, Shape(state.rows, state.cols)), state.words)
    return state
