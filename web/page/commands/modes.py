"""Enter and leave the three modes of the board: play, edit its cells, paste a text."""

from __future__ import annotations

from dataclasses import replace

from npuzzle import Shape
from web.command import Kind
from web.page.commands.cells import announce_goal, fit_goal, put_board, put_text, put_words
from web.page.commands.command import AT_REST, command
from web.page.entering import list_numbers, place, put
from web.page.parts.history import IN_HANDS
from web.page.state import Mode, Phase, UiState

SAID = {
    Mode.PLAY: "Playing with the board.",
    Mode.EDIT: "Editing the board.",
    Mode.PASTE: "Type or paste a board.",
}

PUT_AWAY = "The text is not a board, so the board stays as it was. Paste shows your text again."


@command(*AT_REST, kind=Kind.BY_HAND)
def choose_mode(state: UiState, mode: Mode) -> UiState:
    """Change the mode. A solution closes at its current board. Paste later shows an unreadable text again."""
    if mode is state.mode:
        return state
    settled = _settle(state)
    if mode is Mode.PASTE and (text := _text_put_away(state)):
        return put_text(settled, text)
    valid, verdict = settled.board.check.valid, settled.board.verdict
    spoken = SAID[mode]
    if state.board.text_problem and state.board.text.strip():
        spoken = PUT_AWAY
        settled = replace(settled, problems=replace(settled.problems, file=PUT_AWAY))
    if mode is Mode.PLAY and not valid:
        spoken = f"{': '.join(filter(None, (verdict.headline, verdict.detail.removesuffix('.'))))}."
    phase = Phase.EDITING if mode is Mode.EDIT or not valid else Phase.READY
    board = replace(settled.board, is_pasting=mode is Mode.PASTE)
    return announce_goal(state, replace(settled, phase=phase, board=board, spoken=spoken))


@command(*AT_REST, kind=Kind.BY_HAND)
def toggle_edit(state: UiState) -> UiState:
    """Start or stop editing the cells."""
    if state.mode is not Mode.EDIT:
        return choose_mode.change(state, Mode.EDIT)
    after = choose_mode.change(state, Mode.PLAY)
    return replace(after, spoken="Done editing.") if after.phase is Phase.READY else after


@command(Phase.EDITING, kind=Kind.BY_HAND | Kind.TYPE)
def type_cell(state: UiState, row: int, col: int, word: str) -> UiState:
    """Put the typed `word` into the cell at `row`, `col`."""
    if not (0 <= row < state.board.rows and 0 <= col < state.board.cols):
        return state
    return put_words(state, put(state.board.words, (row, col), word.strip()))


@command(Phase.EDITING, kind=Kind.BEGIN)
def clear_cells(state: UiState) -> UiState:
    """Empty all cells, so that the user can enter another board."""
    words = [[""] * state.board.cols] * state.board.rows
    return replace(put_words(state, words), spoken="All cells are empty.")


@command(*AT_REST, kind=Kind.BEGIN | Kind.DESCRIBED)
def begin_mine(state: UiState) -> UiState:
    """Empty all cells, so that the user can enter the puzzle in their hands."""
    board = replace(state.board, is_pasting=False)
    after = clear_cells.change(replace(fit_goal(state, Shape(board.rows, board.cols)), board=board))
    return hold_board.change(replace(after, phase=Phase.EDITING), is_in_hands=True)


@command()
def hold_board(state: UiState, is_in_hands: bool = False) -> UiState:
    """Treat the board as the puzzle in the user's hands. If not `is_in_hands`, show all controls again."""
    if state.history.is_in_hands == is_in_hands:
        return state
    return replace(state, history=replace(state.history, about=IN_HANDS if is_in_hands else ""))


@command(Phase.EDITING, kind=Kind.BY_HAND)
def place_number(state: UiState, row: int, col: int, number: str) -> UiState:
    """Put the number that was pressed into the cell at `row`, `col`. `0` is the blank."""
    board = state.board
    if not (0 <= row < board.rows and 0 <= col < board.cols and number in list_numbers(board.words)):
        return state
    after = put_words(state, place(board.words, (row, col), number))
    is_moved = not board.words[row][col] and any(number in line for line in board.words)
    if number == "0" or not is_moved:
        return after
    about = f"{number} was used before: it moved here, and its old cell is empty."
    return replace(after, board=replace(after.board, text_about=about), spoken=about)


@command(Phase.EDITING, kind=Kind.BY_HAND)
def swap_cells(state: UiState, a: int, b: int) -> UiState:
    """Swap two cells: one was dragged onto the other."""
    cols = state.board.cols
    cells = range(state.board.rows * cols)
    if a == b or a not in cells or b not in cells:
        return state
    words = [list(row) for row in state.board.words]
    (r, c), (row, col) = divmod(a, cols), divmod(b, cols)
    words[r][c], words[row][col] = words[row][col], words[r][c]
    after = put_words(state, words)
    return replace(after, spoken=f"Swapped. {after.spoken}")


def _text_put_away(state: UiState) -> str:
    """Return the text that was put away, if the board has not changed since, otherwise ""."""
    past = state.history.past
    text = past[-1].text if past else None
    return text if text and text.strip() else ""


def _settle(state: UiState) -> UiState:
    """Leave a solution or a text: the page keeps the current board, and drops a goal of another size."""
    if state.phase is Phase.PLAYING:
        assert state.current_board is not None, "only a board can be shown outside EDITING"
        return put_board(state, state.current_board)
    if state.board.is_pasting or state.board.text_problem:
        shape = Shape(state.board.rows, state.board.cols)
        return put_words(fit_goal(state, shape), state.board.words)
    return state
