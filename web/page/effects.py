"""The effects of a change outside the page's state: one table, read from top to bottom; pure.

Updates say what the page is, see `web.page.updates`. Whatever else shall happen, in the solver, on paper, in
the browser's storage or in a listener's ear, is an effect; `web.app` carries them out in this order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from npuzzle import Board, Job, Limits
from npuzzle.puzzle.cells import find_defects
from npuzzle.puzzle.path_cursor import PathCursor
from web.page.events import JumpedTo, PrintAnywayPressed, PrintPressed, Ticked
from web.page.parts.board import Words
from web.page.state import Phase, UiState
from web.page.words import describe_change

MOST_JUDGED = 16  # cells of a board solved by hand whose shortest path is looked for
JUDGED_FOR = 5.0  # seconds


class MoveFocus(NamedTuple):
    """Move the focus to an element if it is on one of these, which the change has disabled."""

    origins: tuple[str, ...]
    target: str


class StartSearch(NamedTuple):
    """Start a search; `ticket` names the certified estimates that it uses, if any."""

    job: Job
    ticket: str = ""


class StopSearch(NamedTuple):
    """End what the solver was asked for: a search, or a check of moves."""


class JudgeByHand(NamedTuple):
    """Find out how many moves the shortest path has from the board that was solved by hand."""

    origin: Words
    job: Job


class StartClock(NamedTuple):
    """Start the clock of the moves by hand."""


class StopClock(NamedTuple):
    """Stop that clock, and tell what it shows."""


class SaveTimes(NamedTuple):
    """Save whether moves by hand are timed, and the best times."""


class ReturnLent(NamedTuple):
    """Give the user's own board back: the search for the board of a lesson that is over has stopped."""


class StartCheck(NamedTuple):
    """Check moves; `given` is what `web.rooms.solve.verify_task` takes."""

    given: dict[str, Any]


class Announce(NamedTuple):
    """Announce a text to a screen reader. `is_step`: the slider and the list of moves announce it already."""

    text: str
    is_step: bool


class StartPlayback(NamedTuple):
    pass


class PreparePath(NamedTuple):
    """Make a long path ready for jumps, in the background."""

    cursor: PathCursor


class UpdateHintSearch(NamedTuple):
    """Start the search for the hint that is wanted, or end one that is not wanted any more."""


class SavePage(NamedTuple):
    """Save the page in the browser once it has not changed for a moment."""


class PrintSheet(NamedTuple):
    """Print the worksheet of the board."""


Effect = (
    MoveFocus
    | JudgeByHand
    | StartClock
    | StopClock
    | SaveTimes
    | ReturnLent
    | StartSearch
    | StopSearch
    | StartCheck
    | Announce
    | StartPlayback
    | PreparePath
    | UpdateHintSearch
    | SavePage
    | PrintSheet
)


def effects_of(before: UiState, after: UiState, event: object) -> Iterator[Effect]:
    """List the effects of the change from `before` to `after` by `event`."""
    was_solving, is_solving = before.phase is Phase.SOLVING, after.phase is Phase.SOLVING
    player = after.player
    if is_solving and not was_solving:
        yield MoveFocus(("solve", "solve-otherwise"), "stop")
        yield StartSearch(after.job(), after.ticket)
    if was_solving and not is_solving:
        yield MoveFocus(("stop",), "forward" if player.path else "solve")
    if not is_solving and after.mine is not None and after.mine.is_due:
        yield ReturnLent()
    if after.search.is_stopping and not before.search.is_stopping:
        yield StopSearch()
    yield from _check_effects(before, after)
    yield from _clock_effects(before, after)
    if after.is_solved_by_hand and not before.is_solved_by_hand:
        yield from _judge_by_hand(after)
    if player.path and player.step == 0:
        yield MoveFocus(("first", "back"), "slider")
    if player.path and player.step == len(player.path):
        yield MoveFocus(("forward", "last"), "slider")
    if after.spoken:
        yield Announce(describe_change(before, after), isinstance(event, JumpedTo | Ticked))
    if player.is_playing and not before.player.is_playing:
        yield StartPlayback()
    if after.cursor is not None and player.path is not before.player.path:
        yield PreparePath(after.cursor)
    if after.hint_request is not None or before.hint_request is not None:
        yield UpdateHintSearch()
    yield SavePage()
    if _is_printed(before, after, event):
        yield PrintSheet()


def _clock_effects(before: UiState, after: UiState) -> Iterator[Effect]:
    """Start the clock with the first move of a board, stop it at the goal, and save what it shows."""
    timer = after.timer
    is_begun = timer.origin not in ((), before.timer.origin)
    if is_begun:
        yield StartClock()
    if timer.origin and not timer.is_running and (is_begun or before.timer.is_running):
        yield StopClock()
    if (timer.is_on, timer.bests) != (before.timer.is_on, before.timer.bests):
        yield SaveTimes()


def _judge_by_hand(state: UiState) -> Iterator[JudgeByHand]:
    """Ask for the shortest path from where the moves by hand began, if it is found soon and not known yet."""
    goal, origin = state.goal.board, state.history.origin
    if goal is None or goal.shape.cells > MOST_JUDGED or state.why_not_start:
        return
    if state.history.shortest_to(goal) is None and not find_defects(origin):
        start, limits = Board.from_words(origin), Limits(seconds=JUDGED_FOR)
        yield JudgeByHand(origin, Job(board=start, goal=goal, limits=limits))


def _check_effects(before: UiState, after: UiState) -> Iterator[Effect]:
    """List what the user's own moves set going."""
    was_checking, is_checking = before.typed.is_checking, after.typed.is_checking
    if is_checking and not was_checking:
        yield MoveFocus(("moves-check",), "moves-stop")
        yield StartCheck(after.check_request())
    if was_checking and not is_checking:
        yield MoveFocus(("moves-stop",), "moves-check")
    if after.typed.is_stopping and not before.typed.is_stopping:
        yield StopSearch()


def _is_printed(before: UiState, after: UiState, event: object) -> bool:
    """Return whether to print now: Print was pressed, and any solution it waited for has come."""
    if isinstance(event, PrintPressed):
        return not (before.printing.is_offered or after.printing.is_offered)
    solved = before.phase is Phase.SOLVING and after.phase is Phase.PLAYING
    return isinstance(event, PrintAnywayPressed) or (before.printing.is_awaited and solved)
