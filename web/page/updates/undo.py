"""What is kept of each change of the board or its goal, so that it can be undone."""

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
from web.page.state import Moment, Phase, UiState
from web.page.updates.cells import words_of

MOST_MOMENTS = 1000
MOST_CELLS = 1_000_000  # of all moments; some 35 MB. A thousand random boards of 127x127 would take 500 MB

SLIDES = (CellPressed, ArrowPressed)
#: After these, Reset still goes back to where it went before.
BY_HAND = (*SLIDES, CellTyped, CellsSwapped, RepairPressed, ModeChosen, EditPressed, ResetPressed)
#: These say themselves where their board is from.
TOLD = (RandomPressed, DistanceRandomPressed, ExampleChosen)


def moment(state: UiState) -> Moment:
    """The board on the page, not that of a solution's step."""
    text = state.text if state.text_problem else None
    return Moment(
        state.words, state.goal_name, state.goal_text, state.by_hand, state.origin, state.about, text
    )


def remembered(before: UiState, after: UiState, event: object) -> UiState:
    """`after` with what `before` was in its past, if the event changed the board or its goal."""
    if after.pasting and after.phase in (Phase.SOLVING, Phase.PLAYING):
        after = replace(after, pasting=False)
    if isinstance(event, (UndoPressed, RedoPressed)):
        return replace(after, typing="", file_problem="")
    moved = after.words != before.words
    if moved:
        problem = "" if after.file_problem == before.file_problem else after.file_problem
        by_hand = after.by_hand if isinstance(event, SLIDES) else 0
        after = replace(after, file_problem=problem, by_hand=by_hand)
    if moved and not isinstance(event, BY_HAND):
        about = after.about if isinstance(event, TOLD) else ""
        after = replace(after, origin=after.words, about=about)
    if moment(after) == moment(before):
        return after
    field = _field(event)
    if field and field == before.typing:
        return replace(after, future=())
    past = (*before.past, moment(before), *_step_on_show(before, after))
    return replace(after, past=_latest(past), future=(), typing=field)


def _latest(past: tuple[Moment, ...]) -> tuple[Moment, ...]:
    """As many of the latest moments as there is room for; rows that several of them share count once."""
    met, cells = set[int](), 0
    for kept, then in enumerate(reversed(past)):
        for row in (*then.words, *then.origin):
            if id(row) not in met:
                met.add(id(row))
                cells += len(row)
        cells += len(then.text or "")
        if kept == MOST_MOMENTS or (kept and cells > MOST_CELLS):
            return past[len(past) - kept :]
    return past


def _field(event: object) -> str:
    """The field that was typed into; typing on in the same one is one change."""
    if isinstance(event, CellTyped):
        return f"cell {event.row} {event.col}"
    if isinstance(event, TextTyped):
        return "text"
    return "goal" if isinstance(event, GoalTyped) else ""


def _step_on_show(before: UiState, after: UiState) -> list[Moment]:
    """The board of a solution's step from which the page went on, if that is another than its first."""
    if before.phase is not Phase.PLAYING or not before.step or before.shown is None:
        return []
    words = tuple(tuple(row) for row in words_of(before.shown))
    return [] if words == after.words else [moment(before)._replace(words=words)]
