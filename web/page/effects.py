"""The effects that a change has outside the page's state: one table, read from top to bottom. Pure.

Commands define what the page shows. This module lists all other effects of a change: in the solver, on
paper, in the browser's storage and for screen readers. `web.app` carries them out in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol

from npuzzle import Board, Job
from npuzzle.puzzle.path_cursor import PathCursor
from web.command import Call, Kind
from web.page.commands.printing import ask_print, print_anyway
from web.page.parts.board import Words
from web.page.state import Phase, UiState
from web.page.words import describe_change

LONGEST_REVIEWED = 1_000  # moves
MOST_REVIEWED = 16  # cells

Effect = Callable[[], None]


class Outside(Protocol):
    """The world outside the page's state."""

    def move_focus(self, origins: tuple[str, ...], target: str) -> None:
        """Move the focus to `target` if it is on one of `origins`, which the change has disabled."""

    def bring_into_view(self, name: str) -> None:
        """Scroll to an element unless it is already in view."""

    def start_search(self, job: Job, ticket: str) -> None:
        """Start a search. `ticket`: names the certified estimates that the search uses, if any."""

    def stop_search(self) -> None:
        """Stop the solver's task that the user started: a search, or a check of moves."""

    def review_by_hand(self, origin: Words, goal: Board, path: str) -> None:
        """Review the moves by which a board was solved by hand."""

    def return_lent(self) -> None:
        """Restore the user's own board once the search on a finished lesson's board has stopped."""

    def start_check(self, given: dict[str, Any]) -> None:
        """Check moves. `given`: the request, as `web.rooms.solve.verify_task` defines it."""

    def announce(self, text: str, is_step: bool) -> None:
        """Announce a text. `is_step`: the slider or the list of moves, if focused, announces it itself."""

    def start_playback(self) -> None: ...

    def prepare_path(self, cursor: PathCursor) -> None:
        """Make a long path ready for jumps, in the background."""

    def update_hint_search(self) -> None:
        """Start the search for a wanted hint, or end the search for an unwanted one."""

    def save_page(self) -> None:
        """Save the page in the browser once it has not changed for a moment."""

    def print_sheet(self) -> None:
        """Print the worksheet of the board."""


def effects_of(before: UiState, after: UiState, call: Call, outside: Outside) -> Iterator[Effect]:
    """List the effects of the change from `before` to `after` by that call."""
    was_solving, is_solving = before.phase is Phase.SOLVING, after.phase is Phase.SOLVING
    player = after.player
    if is_solving and not was_solving:
        yield partial(outside.move_focus, ("solve", "solve-otherwise"), "stop")
        yield partial(outside.start_search, after.job(), after.ticket)
    if was_solving and not is_solving:
        yield partial(outside.move_focus, ("stop",), "forward" if player.path else "solve")
    if not is_solving and after.mine is not None and after.mine.is_due:
        yield outside.return_lent
    if after.search.is_stopping and not before.search.is_stopping:
        yield outside.stop_search
    yield from _check_effects(before, after, outside)
    if after.is_solved_by_hand and not before.is_solved_by_hand:
        yield from _review_by_hand(after, outside)
    if after.is_reviewed and not before.is_reviewed:
        yield partial(outside.bring_into_view, "review")
    if after.review.chosen != before.review.chosen and after.review.chosen:
        yield partial(outside.bring_into_view, "review-move")
    if after.hands != before.hands:
        yield partial(outside.bring_into_view, "hands")
    in_hands = after.hands == "follow"
    if player.path and player.step == 0:
        yield partial(outside.move_focus, ("first", "back"), "forward" if in_hands else "slider")
    if player.path and player.step == len(player.path):
        yield partial(outside.move_focus, ("forward", "last"), "another" if in_hands else "slider")
    if after.spoken:
        is_step = bool(call.command.kind & Kind.STEP)
        yield partial(outside.announce, describe_change(before, after), is_step)
    if player.is_playing and not before.player.is_playing:
        yield outside.start_playback
    if after.cursor is not None and player.path is not before.player.path:
        yield partial(outside.prepare_path, after.cursor)
    if after.hint_request is not None or before.hint_request is not None:
        yield outside.update_hint_search
    yield outside.save_page
    if _is_printed(before, after, call):
        yield outside.print_sheet


def _review_by_hand(state: UiState, outside: Outside) -> Iterator[Effect]:
    """Ask for a review of the moves, unless there are too many or they are reviewed already."""
    goal, path = state.goal.board, state.path_by_hand
    if goal is None or not path or goal.shape.cells > MOST_REVIEWED or len(path) > LONGEST_REVIEWED:
        return
    if not state.why_not_start and not state.is_reviewed:
        yield partial(outside.review_by_hand, state.history.origin, goal, path)


def _check_effects(before: UiState, after: UiState, outside: Outside) -> Iterator[Effect]:
    """List the effects on the check of the user's own moves."""
    was_checking, is_checking = before.typed.is_checking, after.typed.is_checking
    if is_checking and not was_checking:
        yield partial(outside.move_focus, ("moves-check",), "moves-stop")
        yield partial(outside.start_check, after.check_request())
    if was_checking and not is_checking:
        yield partial(outside.move_focus, ("moves-stop",), "moves-check")
    if after.typed.is_stopping and not before.typed.is_stopping:
        yield outside.stop_search


def _is_printed(before: UiState, after: UiState, call: Call) -> bool:
    """Return whether to print now: Print was pressed, and any solution it waited for has come."""
    if call.command is ask_print:
        return not (before.printing.is_offered or after.printing.is_offered)
    solved = before.phase is Phase.SOLVING and after.phase is Phase.PLAYING
    return call.command is print_anyway or (before.printing.is_awaited and solved)
