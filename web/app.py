"""Put the page together: draw each change, carry out its effects, and open the page as it was left.

What the browser lacks is a JavaScript null, which is false but is not None.
"""

import asyncio
import sys
from collections.abc import Awaitable
from functools import partial
from typing import Any, Protocol

if "npuzzle.zip" not in sys.path:
    sys.path.insert(0, "npuzzle.zip")  # imported from as it is: to unpack it takes longer

from web.page.slices import import_in_slices

await import_in_slices()  # type: ignore[top-level-await]  # noqa: F704

from pyscript import document

from npuzzle import Job
from web.page.api import PageApi
from web.page.effects import (
    Announce,
    Effect,
    JudgeByHand,
    MoveFocus,
    PreparePath,
    PrintSheet,
    ReturnLent,
    SavePage,
    SaveTimes,
    StartCheck,
    StartClock,
    StartPlayback,
    StartSearch,
    StopClock,
    StopSearch,
    UpdateHintSearch,
    effects_of,
)
from web.page.events import (
    CellPressed,
    Finished,
    HandJudged,
    MovesChecked,
    MovesPlayed,
    Progressed,
    SolveFailed,
    SolverChanged,
)
from web.page.hint_search import HintSearch
from web.page.parts.answer import Progress
from web.page.parts.board import Words
from web.page.parts.own_moves import CheckedMoves
from web.page.state import UiState
from web.page.store import call_all, store
from web.page.updates.solving import end_of
from web.page.views import player, printing, share, timer, welcome
from web.page.views.board import BoardView
from web.page.views.hints import HintsView
from web.page.views.notice import NoticeView
from web.page.views.player import PlayerView
from web.page.views.printing import PrintView
from web.page.views.setup import SetupView
from web.page.views.timer import TimerView
from web.page.views.tools import ToolsView
from web.page.views.welcome import WelcomeView
from web.rooms.shell import Rooms
from web.rooms.solve.large_boards_view import LargeBoards
from web.rooms.solve.moves_view import MovesView
from web.rooms.solve.view import SolveView
from web.sandbox.browser import PageSandboxes
from web.solver.browser import PageBrowser
from web.solver.client import SolverClient, SolverError, in_background
from web.ui.dom import by_id

PAUSE = 0.4  # seconds before something is spoken
SAY_IT_THEMSELVES = ("slider", "moves")  # these tell a screen reader of their value when it changes


class View(Protocol):
    """Draw one part of the page."""

    def draw(self, state: UiState) -> None: ...


def report_solver() -> None:
    """Tell the page the state of its solver."""
    store.dispatch(SolverChanged(solver.ready, solver.busy, solver.problem, solver.stuck, solver.note))


solver = SolverClient(PageBrowser(), PageSandboxes(), report_solver)
hint_search = HintSearch(solver, store)
timer_view = TimerView()
large_boards = LargeBoards(solver)
views: list[View] = [
    BoardView(),
    ToolsView(),
    timer_view,
    SetupView(),
    SolveView(),
    large_boards,
    MovesView(),
    PlayerView(),
    HintsView(),
    PrintView(),
    WelcomeView(),
    NoticeView(solver),
]
speeches = 0
is_taking_over = False


def follow(before: UiState, state: UiState, event: object) -> None:
    """Draw a change and carry out its effects; all of them even if one fails, whose error is its own."""
    focused = document.activeElement.id if document.activeElement else ""
    drawings = [partial(view.draw, state) for view in views]
    effects = [partial(carry_out, effect, focused) for effect in effects_of(before, state, event)]
    call_all([*drawings, *effects])


def carry_out(effect: Effect, focused: str) -> None:
    """Carry out an effect; `focused`: the element that had the focus before the page was drawn."""
    match effect:
        case MoveFocus(origins, target):
            if focused in origins:
                by_id(target).focus()
        case StartSearch(job, ticket):
            given = {**job.to_dict(), "certified": ticket} if ticket else job.to_dict()
            in_background(search(solver.run("solve", large_boards.start(given), report_progress)))
        case JudgeByHand(origin, job):
            in_background(judge(origin, job))
        case StartClock():
            timer.start_clock(timer_view)
        case StopClock():
            timer.stop_clock()
        case ReturnLent():
            api.take_back()
        case SaveTimes():
            timer.save()
        case StartCheck(given):
            in_background(check_moves(solver.run("verify", given, report_play)))
        case StopSearch():
            solver.stop()
        case Announce(text, is_step):
            if not is_taking_over and not (is_step and focused in SAY_IT_THEMSELVES):
                say(text)
        case StartPlayback():
            player.start_playback()
        case PreparePath(cursor):
            in_background(player.prepare(cursor))
        case UpdateHintSearch():
            hint_search.update()
        case SavePage():
            api.keep_soon()
        case PrintSheet():
            printing.print_sheet(store.state)


def report_progress(progress: dict[str, Any]) -> None:
    large_boards.save(progress)
    store.dispatch(Progressed(Progress(**progress)))


async def search(coming: Awaitable[dict[str, Any]]) -> None:
    """Wait for the end of a search, and tell the page."""
    try:
        answer = await coming
    except SolverError as error:
        store.dispatch(SolveFailed(str(error)))
    else:
        large_boards.end(answer)
        store.dispatch(end_of(answer))


async def judge(origin: Words, job: Job) -> None:
    """Find the shortest path of a board that was solved by hand; say nothing if none is found in time."""
    try:
        found = await solver.run("solve", job.to_dict(), lambda progress: None)
    except SolverError:
        return
    end = end_of(found)
    if isinstance(end, Finished) and end.answer.is_optimal and end.answer.length is not None:
        store.dispatch(HandJudged(origin, job.goal, end.answer.length))


def report_play(progress: dict[str, Any]) -> None:
    store.dispatch(MovesPlayed(progress["said"]))


async def check_moves(coming: Awaitable[dict[str, Any]]) -> None:
    """Wait for the end of a check of moves, and tell the page."""
    try:
        answer = await coming
    except SolverError as error:
        store.dispatch(MovesChecked(problem=str(error)))
    else:
        store.dispatch(MovesChecked(CheckedMoves(**answer)))


def say(text: str) -> None:
    """Announce a text after a pause, so that fast typing is not read out key by key."""
    global speeches
    speeches += 1
    by_id("spoken").textContent = ""  # else the same words twice would be heard once
    in_background(_say(text, speeches))


async def _say(text: str, this: int) -> None:
    await asyncio.sleep(PAUSE)
    if this == speeches:
        by_id("spoken").textContent = text


def take_over() -> None:
    """Repeat what was pressed before Python was there, if it was on this board; it was announced then."""
    global is_taking_over
    board = by_id("board")
    pressed = (board.getAttribute("data-pressed") or "").split()
    if pressed and str(store.state.current_board) == board.getAttribute("data-from"):
        is_taking_over = True
        store.dispatch(*(CellPressed(int(cell)) for cell in pressed))
        is_taking_over = False


api = PageApi(store, solver, say)
rooms = Rooms(api)
store.listen(follow)
store.listen(rooms.follow)
share.begin(api)  # which draws the page as it was left
timer.recall()
welcome.begin(api)
take_over()
document.body.setAttribute("data-ready", "")
by_id("boot").hidden = True
await solver.attach()  # type: ignore[top-level-await]  # noqa: F704
