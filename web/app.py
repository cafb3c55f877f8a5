"""Put the page together: draw each change, carry out its effects, and open the page as it was left.

A value missing in the browser is a JavaScript null: falsy, but not None.
"""

import asyncio
import sys
from collections.abc import Awaitable
from dataclasses import replace
from functools import partial
from typing import Any

if "npuzzle.zip" not in sys.path:
    sys.path.insert(0, "npuzzle.zip")  # imported straight from the zip: unpacking takes longer

from web.page.slices import import_in_slices

await import_in_slices()  # type: ignore[top-level-await]  # noqa: F704

from pyscript import document

from npuzzle import Board, Job
from npuzzle.puzzle.path_cursor import PathCursor
from web.calc import Drawing
from web.command import Call
from web.page.api import PageApi
from web.page.commands import COMMANDS
from web.page.commands.own_moves import take_check, take_play
from web.page.commands.sliding import press_cell
from web.page.commands.solving import change_solver, end_of, fail_search, take_progress
from web.page.commands.undo import take_review
from web.page.effects import effects_of
from web.page.hint_search import HintSearch
from web.page.parts.answer import Progress
from web.page.parts.board import Words
from web.page.parts.own_moves import CheckedMoves
from web.page.parts.review import ReviewState
from web.page.shown import Shown
from web.page.state import Phase, UiState
from web.page.store import call_all, store
from web.page.views import player, printing, share
from web.page.views.board import BoardView
from web.page.views.hints import HintsView
from web.page.views.player import PlayerView
from web.page.views.review import ReviewView
from web.page.views.setup import SetupView
from web.page.views.tools import ToolsView
from web.rooms.shell import Rooms
from web.rooms.solve.large_boards_view import LargeBoards
from web.rooms.solve.moves_view import MovesView
from web.rooms.solve.view import SolveView
from web.sandbox.browser import PageSandbox
from web.solver.browser import PageBrowser
from web.solver.client import SolverClient, SolverError, in_background
from web.solver.task_run import TaskRun
from web.ui.bind import Bindings
from web.ui.dom import bring_into_view, by_id
from web.ui.press import PAGE, offer, press

PAUSE = 0.4  # seconds to wait before a text is announced
SAY_IT_THEMSELVES = ("slider", "moves")  # elements that announce their new value themselves


class Outside:
    """Carry out the effects of a change. See `web.page.effects`."""

    focused = ""  # the id of the element that had the focus before the page was drawn
    is_taking_over = False  # whether presses made before Python started are being repeated, unannounced

    def move_focus(self, origins: tuple[str, ...], target: str) -> None:
        if self.focused in origins:
            by_id(target).focus()

    def bring_into_view(self, name: str) -> None:
        bring_into_view(name)

    def start_search(self, job: Job, ticket: str) -> None:
        given = {**job.to_dict(), "certified": ticket} if ticket else job.to_dict()
        searching.start(large_boards.start(given))

    def stop_search(self) -> None:
        solver.stop()

    def review_by_hand(self, origin: Words, goal: Board, path: str) -> None:
        given = {"board": str(Board.from_words(origin)), "goal": str(goal), "path": path}
        in_background(review(ReviewState(origin, goal, path), solver.run("review", given, lambda news: None)))

    def return_lent(self) -> None:
        api.take_back()

    def start_check(self, given: dict[str, Any]) -> None:
        checking.start(given)

    def announce(self, text: str, is_step: bool) -> None:
        if not self.is_taking_over and not (is_step and self.focused in SAY_IT_THEMSELVES):
            say(text)

    def start_playback(self) -> None:
        player.ticker.start()

    def prepare_path(self, cursor: PathCursor) -> None:
        in_background(player.prepare(cursor))

    def update_hint_search(self) -> None:
        hint_search.update()

    def save_page(self) -> None:
        api.keep_soon()

    def print_sheet(self) -> None:
        printing.print_sheet(store.state)


def report_solver() -> None:
    """Report the solver's state to the page, but not that it is busy with the page's own search."""
    busy = "" if store.state.phase is Phase.SOLVING and solver.busy == "solve" else solver.busy
    store.dispatch(change_solver(solver.ready, busy, solver.problem, solver.stuck, solver.note))


solver = SolverClient(PageBrowser(), PageSandbox, report_solver)
hint_search = HintSearch(solver, store)
large_boards = LargeBoards(solver)
outside = Outside()
drawings = [
    Drawing(view.draw)
    for view in (
        BoardView(),
        ToolsView(),
        SetupView(),
        SolveView(),
        large_boards,
        MovesView(),
        PlayerView(),
        ReviewView(),
        HintsView(),
    )
]
bindings = Bindings(document)
speeches = 0


def follow(before: UiState, state: UiState, call: Call) -> None:
    """Draw a change and carry out all its effects. If one fails, the others still follow."""
    outside.focused = document.activeElement.id if document.activeElement else ""
    drawn = [partial(drawing.draw, state) for drawing in drawings]
    call_all([*drawn, partial(bindings.draw, Shown(state)), *effects_of(before, state, call, outside)])


def report_progress(progress: dict[str, Any]) -> None:
    large_boards.save(progress)
    store.dispatch(take_progress(Progress(**progress)))


def end_search(answer: dict[str, Any]) -> None:
    large_boards.end(answer)
    store.dispatch(end_of(answer))


async def review(asked: ReviewState, coming: Awaitable[dict[str, Any]]) -> None:
    """Wait for a review of moves by hand. If it fails, say nothing."""
    try:
        found = await coming
    except SolverError:
        return
    if found["distances"]:
        distances, better = tuple(found["distances"]), tuple(found["better"])
        store.dispatch(take_review(replace(asked, distances=distances, better=better)))


searching = TaskRun(
    solver,
    "solve",
    end_search,
    lambda problem: store.dispatch(fail_search(problem)),
    on_progress=report_progress,
)
checking = TaskRun(
    solver,
    "verify",
    lambda answer: store.dispatch(take_check(CheckedMoves(**answer))),
    lambda problem: store.dispatch(take_check(problem=problem)),
    on_progress=lambda news: store.dispatch(take_play(news["said"])),
)


@press
def restart_solver() -> None:
    solver.restart()
    by_id("board").focus()  # the pressed button, which has the focus, disappears


def say(text: str) -> None:
    """Announce a text after a pause, so that fast typing is not read out key by key."""
    global speeches
    speeches += 1
    by_id("spoken").textContent = ""  # otherwise a screen reader would not repeat the same text
    in_background(_say(text, speeches))


async def _say(text: str, this: int) -> None:
    await asyncio.sleep(PAUSE)
    if this == speeches:
        by_id("spoken").textContent = text


def take_over() -> None:
    """Repeat the presses made before Python started, if they were made on the present board."""
    board = by_id("board")
    pressed = (board.getAttribute("data-pressed") or "").split()
    if pressed and str(store.state.current_board) == board.getAttribute("data-from"):
        outside.is_taking_over = True
        store.dispatch(*(press_cell(int(cell)) for cell in pressed))
        outside.is_taking_over = False


offer(PAGE, COMMANDS, store.dispatch)
api = PageApi(store, solver, say)
rooms = Rooms(api)
store.listen(follow)
store.listen(rooms.follow)
share.begin(api)  # draws the page as it was left
take_over()
if document.body.hasAttribute("data-embed"):
    from web.page.views.door import Door

    Door(solver)
document.body.setAttribute("data-ready", "")
by_id("boot").hidden = True
await solver.attach()  # type: ignore[top-level-await]  # noqa: F704
