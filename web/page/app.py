"""Puts the page together: what is shown, what a change sets going, which room is open.

What the browser does not have it gives as a JavaScript null, which is false but is not None.
"""

import asyncio
import sys

sys.path.insert(0, "npuzzle.zip")  # imported from as it is: to unpack it takes longer

from pyscript import document

from web.hints.view import HintsView
from web.page.api import Desk
from web.page.events import CellPressed, JumpedTo, Progressed, SolveFailed, SolverChanged
from web.page.state import BUSY, Phase
from web.page.store import store
from web.page.updates.solving import end_of
from web.page.views import player, printing, share
from web.page.views.board import BoardView
from web.page.views.notice import NoticeView
from web.page.views.player import PlayerView
from web.page.views.printing import KeepView
from web.page.views.setup import SetupView
from web.page.views.tools import ToolsView
from web.page.words import heard
from web.rooms.shell import Rooms
from web.rooms.solve.task import Progress
from web.rooms.solve.view import SolveView
from web.solver.client import Solver, SolverError, in_background
from web.ui.dom import by_id

PAUSE = 0.4  # seconds before something is spoken
SAY_IT_THEMSELVES = ("slider", "moves")  # these tell a screen reader of their value when it changes

solver = Solver(
    lambda: store.dispatch(
        SolverChanged(solver.ready, solver.busy, solver.problem, solver.stuck, solver.note)
    )
)
hints = HintsView(solver)
views = [
    BoardView(),
    ToolsView(),
    SetupView(),
    SolveView(),
    PlayerView(),
    hints,
    KeepView(),
    NoticeView(solver),
]
speeches = 0
is_taking_over = False


def redraw(before, state, event):
    focused = document.activeElement
    focused = focused.id if focused else ""
    for view in views:
        view.draw(state)
    if state.phase is Phase.SOLVING and before.phase is not Phase.SOLVING:
        if focused == "solve":
            by_id("stop").focus()
        in_background(search(solver.run("solve", state.job().to_dict(), progressed)))
    if before.phase is Phase.SOLVING and state.phase is not Phase.SOLVING and focused == "stop":
        by_id("slider" if state.path else "solve").focus()
    if state.busy != before.busy:
        document.body.dataset.busy = BUSY.get(state.busy, "")  # no new version takes over meanwhile
    if state.stopping and not before.stopping:
        solver.stop()
    if focused in ("first", "back", "forward", "last") and by_id(focused).disabled:
        by_id("slider").focus()  # a stepping button that has just been disabled
    if (
        state.spoken
        and not is_taking_over
        and not (isinstance(event, JumpedTo) and focused in SAY_IT_THEMSELVES)
    ):
        say(heard(before, state))


def progressed(progress):
    store.dispatch(Progressed(Progress(**progress)))


async def search(coming):
    try:
        answer = await coming
    except SolverError as error:
        store.dispatch(SolveFailed(str(error)))
    else:
        store.dispatch(end_of(answer))


def say(text):
    """Say it once it has stood a moment, so that fast typing is not read out key by key."""
    global speeches
    speeches += 1
    by_id("spoken").textContent = ""  # else the same words twice would be heard once
    in_background(_say(text, speeches))


async def _say(text, this):
    await asyncio.sleep(PAUSE)
    if this == speeches:
        by_id("spoken").textContent = text


def take_over():
    """Press what was pressed before Python was there, if it was on this board; in silence, it was told of."""
    global is_taking_over
    board = by_id("board")
    pressed = (board.getAttribute("data-pressed") or "").split()
    if pressed and str(store.state.shown) == board.getAttribute("data-from"):
        is_taking_over = True
        store.dispatch(*(CellPressed(int(cell)) for cell in pressed))
        is_taking_over = False


desk = Desk(store, solver, say)
rooms = Rooms(desk)
store.listen(redraw)
store.listen(player.follow)
store.listen(printing.follow)
store.listen(hints.follow)
store.listen(rooms.follow)
for view in views:
    view.draw(store.state)
share.begin(desk)
take_over()
document.body.setAttribute("data-ready", "")
by_id("boot").hidden = True
await solver.attach()  # noqa: F704
