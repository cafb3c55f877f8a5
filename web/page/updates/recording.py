"""Record each change of the board or its goal, so that it can be undone."""

from __future__ import annotations

from dataclasses import replace

from web.page.events import (
    ArrowPressed,
    CellPressed,
    CellsSwapped,
    CellTyped,
    DistanceRandomPressed,
    EditPressed,
    ExampleChosen,
    GoalTyped,
    ModeChosen,
    RandomPressed,
    RedoPressed,
    RepairPressed,
    ResetPressed,
    TextTyped,
    UndoPressed,
)
from web.page.parts.history import UndoEntry
from web.page.state import Phase, UiState

MOST_ENTRIES = 1000
MOST_CELLS = 1_000_000  # of all entries; some 35 MB. A thousand random boards of 127x127 would take 500 MB

SLIDES = (CellPressed, ArrowPressed)
#: After these, Reset still goes back to where it went before.
BY_HAND = (*SLIDES, CellTyped, CellsSwapped, RepairPressed, ModeChosen, EditPressed, ResetPressed)
#: These say themselves where their board is from.
DESCRIBED = (RandomPressed, DistanceRandomPressed, ExampleChosen)


def entry_of(state: UiState) -> UndoEntry:
    """Make an undo entry of the page's board, not of a solution's step."""
    board, goal, history = state.board, state.goal, state.history
    text = board.text if board.text_problem else None
    return UndoEntry(board.words, goal.name, goal.text, history.by_hand, history.origin, history.about, text)


def entry_with_solution(state: UiState) -> UndoEntry:
    """Make an undo entry of all that is on show."""
    solution = replace(state.player, is_playing=False) if state.phase is Phase.PLAYING else None
    return entry_of(state)._replace(solution=solution)


def record(before: UiState, after: UiState, event: object) -> UiState:
    """Add `before` to the history of `after` if the event changed the board or its goal."""
    if after.board.is_pasting and after.phase in (Phase.SOLVING, Phase.PLAYING):
        after = replace(after, board=replace(after.board, is_pasting=False))
    if isinstance(event, (UndoPressed, RedoPressed)):
        problems = replace(after.problems, file="")
        return replace(after, history=replace(after.history, typing=""), problems=problems)
    if after.board.words != before.board.words:
        after = _record_source(before, after, event)
    if after.goal.board != before.goal.board and not isinstance(event, DESCRIBED):
        after = replace(after, history=replace(after.history, about=""))  # it was said of the other goal
    entry = entry_of(before)
    closes = (
        before.phase is Phase.PLAYING
        and after.phase in (Phase.READY, Phase.EDITING)
        and isinstance(event, BY_HAND)
    )
    if entry_of(after) == entry and not closes:
        return after
    field = _field(event)
    if field and field == before.history.typing:
        return after
    past = _latest((*before.history.past, entry_with_solution(before) if closes else entry))
    return replace(after, history=replace(after.history, past=past, future=(), typing=field))


def _record_source(before: UiState, after: UiState, event: object) -> UiState:
    """Record where the new cells are from: moved or edited by hand, or brought by another event."""
    history, problems = after.history, after.problems
    history = replace(history, by_hand=history.by_hand if isinstance(event, SLIDES) else 0)
    if not isinstance(event, BY_HAND):
        about = history.about if isinstance(event, DESCRIBED) else ""
        history = replace(history, origin=after.board.words, about=about)
    if problems.file == before.problems.file:
        problems = replace(problems, file="")
    return replace(after, history=history, problems=problems)


def _latest(past: tuple[UndoEntry, ...]) -> tuple[UndoEntry, ...]:
    """Return as many of the latest entries as there is room for; shared rows count once."""
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


def _field(event: object) -> str:
    """Name the field that was typed into; typing on in it is one change."""
    if isinstance(event, CellTyped):
        return f"cell {event.row} {event.col}"
    return type(event).__name__ if isinstance(event, (TextTyped, GoalTyped)) else ""
