"""Record each change of the board or its goal, so that it can be undone."""

from __future__ import annotations

from dataclasses import replace

from web.command import Call, Kind
from web.page.parts.history import UndoEntry
from web.page.state import Phase, UiState

MOST_ENTRIES = 1000
MOST_CELLS = 1_000_000  # cells in all entries, about 35 MB; a thousand boards of 127x127 would take 500 MB


def entry_of(state: UiState) -> UndoEntry:
    """Make an undo entry of the page's board, without the solution on show."""
    board, goal, history = state.board, state.goal, state.history
    text = board.text if board.text_problem else None
    return UndoEntry(board.words, goal.name, goal.text, history.by_hand, history.origin, history.about, text)


def entry_with_solution(state: UiState) -> UndoEntry:
    """Make an undo entry of the page's board and the solution on show, if any."""
    solution = replace(state.player, is_playing=False) if state.phase is Phase.PLAYING else None
    return entry_of(state)._replace(solution=solution)


def record(before: UiState, after: UiState, call: Call) -> UiState:
    """Add `before` to the history of `after` if the command changed the board or its goal."""
    if after.board.is_pasting and after.phase in (Phase.SOLVING, Phase.PLAYING):
        after = replace(after, board=replace(after.board, is_pasting=False))
    kind = call.command.kind
    if kind & Kind.HISTORY:
        problems = replace(after.problems, file="")
        return replace(after, history=replace(after.history, typing=""), problems=problems)
    if after.board.words != before.board.words:
        after = _record_source(before, after, kind)
    is_said = bool(kind & Kind.DESCRIBED) or after.history.is_in_hands
    if after.goal.board != before.goal.board and not is_said:
        after = replace(after, history=replace(after.history, about=""))  # it described the old goal
    entry = entry_of(before)
    closes = (
        before.phase is Phase.PLAYING and after.phase in (Phase.READY, Phase.EDITING) and kind & Kind.BY_HAND
    )
    if entry_of(after)._replace(about=entry.about) == entry and not closes:
        return after
    field = _field(call)
    if field and field == before.history.typing:
        return after
    past = _latest((*before.history.past, entry_with_solution(before) if closes else entry))
    return replace(after, history=replace(after.history, past=past, future=(), typing=field))


def _record_source(before: UiState, after: UiState, kind: Kind) -> UiState:
    """Record the origin of the new cells: moves or edits by hand, or another command."""
    history, problems = after.history, after.problems
    history = replace(history, by_hand=history.by_hand if kind & Kind.SLIDE else 0)
    if not kind & Kind.BY_HAND:
        about = history.about if kind & Kind.DESCRIBED else ""
        history = replace(history, origin=after.board.words, about=about)
    if problems.file == before.problems.file:
        problems = replace(problems, file="")
    return replace(after, history=history, problems=problems)


def _latest(past: tuple[UndoEntry, ...]) -> tuple[UndoEntry, ...]:
    """Return the latest entries, up to the limits. Rows that several boards share count once."""
    seen, cells = set[int](), 0
    for number, entry in enumerate(reversed(past)):
        for row in (*entry.words, *entry.origin):
            if id(row) not in seen:
                seen.add(id(row))
                cells += len(row)
        cells += len(entry.text or "") + (len(entry.solution.path) if entry.solution else 0)
        if number == MOST_ENTRIES or (number and cells > MOST_CELLS):
            return past[len(past) - number :]
    return past


def _field(call: Call) -> str:
    """Name the field that a call types into, by all its arguments except the text, or return ""."""
    return " ".join(map(str, (call.command, *call.args[:-1]))) if call.command.kind & Kind.TYPE else ""
