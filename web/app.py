"""Turns what people do into events, draws the state each leads to, and carries out what it asks for.

What the browser does not have it gives as a JavaScript null, which is false but is not None.
"""

import asyncio
from random import SystemRandom

from pyscript import create_named_worker, document, when, workers

from npuzzle import Board, Notation
from web import wire
from web.events import (
    ArrowPressed,
    CellPressed,
    CellTyped,
    EditPressed,
    Finished,
    GoalChosen,
    GoalTyped,
    JumpedTo,
    NotationChosen,
    OptionChosen,
    PathChosen,
    PlayPressed,
    Progressed,
    RandomPressed,
    RepairPressed,
    SizeChosen,
    SolvePressed,
    SolverLost,
    SolverReady,
    SpeedChosen,
    StopPressed,
    TextTyped,
    Ticked,
)
from web.state import ON, SPEEDS, Phase
from web.update import initial_state, update
from web.view import View, by_id

STEP = 0.05  # seconds of search between two looks at the page
PAUSE = 0.4  # seconds before something is spoken
SAY_IT_THEMSELVES = ("slider", "moves")  # these tell a screen reader of their value when it changes
PATIENCE = 1.0  # seconds a stopped worker may take to answer before it is replaced
START_PATIENCE = 60.0  # seconds a worker may take to start

FIRST_BOARD = "8 6 7/2 5 4/3 0 1"

ARROWS = {"ArrowUp": "U", "ArrowDown": "D", "ArrowLeft": "L", "ArrowRight": "R"}

# The page's one store: what is on it, who draws it, who solves, and the tasks under way.
state = initial_state(Board.parse(FIRST_BOARD))
view = View()
solver = None
tasks = set()
runs = playbacks = speeches = 0  # how many there were: a task whose number is not the last one is out of date


def dispatch(event):
    """Every change of the page goes through here."""
    global state, runs, playbacks
    before, state = state, update(state, event)
    if state is before:
        return
    focused = document.activeElement
    focused = focused.id if focused else ""
    view.draw(state)
    if state.phase is Phase.SOLVING and before.phase is not Phase.SOLVING:
        runs += 1
        if focused == "solve":
            by_id("stop").focus()
        in_background(search(runs))
    if before.phase is Phase.SOLVING and state.phase is not Phase.SOLVING and focused == "stop":
        by_id("slider" if state.path else "solve").focus()
    if state.stopping and not before.stopping:
        in_background(insist(runs))
    if state.playing and not before.playing:
        playbacks += 1
        in_background(play(playbacks))
    keep_focus_in_player(focused)
    if state.spoken and not (isinstance(event, JumpedTo) and focused in SAY_IT_THEMSELVES):
        in_background(speak(state.spoken))


async def speak(text):
    """Say it once it has stood a moment, so that fast typing is not read out key by key."""
    global speeches
    speeches += 1
    this = speeches
    by_id("spoken").textContent = ""  # else the same words twice would be heard once
    await asyncio.sleep(PAUSE)
    if this == speeches:
        by_id("spoken").textContent = text


def keep_focus_in_player(focused):
    """A stepping button that has just been disabled hands its focus to the slider."""
    if focused in ("first", "back", "forward", "last") and by_id(focused).disabled:
        by_id("slider").focus()


def in_background(coroutine):
    """Run it beside the page; the set keeps it from being collected half-way."""
    task = asyncio.ensure_future(coroutine)
    tasks.add(task)
    task.add_done_callback(tasks.discard)


# Solving: the page asks for short steps, so Stop is never far.


async def ask(message):
    return wire.Reply.from_text(await solver.handle(message))


async def search(this):
    """One run from start to end, as long as nobody gives up on it."""
    try:
        reply = await ask(wire.start_message(state.job()))
        while this == runs and state.phase is Phase.SOLVING:
            if reply.problem is not None:
                dispatch(SolverLost(reply.problem, ready=True))
            elif reply.answer is not None:
                dispatch(Finished(reply.answer))
            else:
                dispatch(Progressed(reply.progress))
                reply = await ask(wire.stop_message() if state.stopping else wire.step_message(STEP))
    except Exception as error:
        if this == runs and state.phase is Phase.SOLVING:
            await replace_solver(f"The solver failed ({last_line(error)}) and is being started anew.")


def last_line(error):
    """The line of a traceback that says what happened."""
    return (str(error).strip() or type(error).__name__).splitlines()[-1]


async def insist(run):
    """A worker that does not answer Stop is replaced: the emergency exit, and the only one."""
    await asyncio.sleep(PATIENCE)
    if run == runs and state.phase is Phase.SOLVING:
        await replace_solver("The solver did not answer and is being started anew.")


async def replace_solver(why):
    """End the worker, whatever it does, and start another."""
    global runs
    runs += 1
    dispatch(SolverLost(why, ready=False))
    script = document.querySelector("script[worker]")
    if script:
        script.xworker.terminate()
        script.remove()
    await attach(
        create_named_worker(src="./web/worker.py", name=f"solver-{runs}", config="./web/pyscript.json")
    )


async def attach(coming):
    """Wait for a worker and use it."""
    global solver
    try:
        solver = await asyncio.wait_for(coming, START_PATIENCE)
    except Exception as error:
        dispatch(
            SolverLost(
                f"The solver could not be started: {last_line(error)}. Reload to try again.", ready=False
            )
        )
    else:
        dispatch(SolverReady())
        in_background(prepare(solver))


async def prepare(this):
    """The tables of the 4x4, loaded while nobody waits; a solver without them builds some, and says so."""
    problem = await this.prepare(site())
    document.body.dataset.tables = problem or "ready"


def site():
    """The site's address, which ends in /."""
    return document.baseURI.split("?")[0].split("#")[0].rsplit("/", 1)[0] + "/"


async def play(this):
    while True:
        await asyncio.sleep(SPEEDS[state.speed])
        if not state.playing or this != playbacks:
            return
        dispatch(Ticked())


# What people do

OPTIONS = ("algorithm", "heuristic", "weight", "width", "seconds", "expanded", "stored", "depth")


@when("click", "#random")
def on_random(event):
    dispatch(RandomPressed(SystemRandom().getrandbits(64)))


@when("click", "#edit")
def on_edit(event):
    dispatch(EditPressed())
    if state.phase is Phase.EDITING:
        (
            document.querySelector("#board [aria-invalid=true]") or document.querySelector("#board input")
        ).focus()
    else:
        by_id("board").focus()


@when("click", "#board")
def on_cell(event):
    cell = event.target.closest("[data-cell]")
    if cell:
        dispatch(CellPressed(int(cell.dataset.cell)))


@when("input", "#board")
def on_cell_typed(event):
    place = event.target.dataset
    dispatch(CellTyped(int(place.row), int(place.col), event.target.value))


@when("keydown", "#board")
def on_board_key(event):
    if event.key == "Escape" and state.phase is Phase.EDITING:
        on_edit(event)
        return
    if event.key not in ARROWS or event.ctrlKey or event.altKey or event.metaKey:
        return
    event.preventDefault()
    if state.phase is not Phase.EDITING:
        dispatch(ArrowPressed(ARROWS[event.key]))
        return
    field = event.target.closest("[data-row]")
    if not field:
        return
    row, col = int(field.dataset.row), int(field.dataset.col)
    row += {"ArrowUp": -1, "ArrowDown": 1}.get(event.key, 0)
    col += {"ArrowLeft": -1, "ArrowRight": 1}.get(event.key, 0)
    beside = document.querySelector(f'#board [data-row="{row}"][data-col="{col}"]')
    if beside:
        beside.focus()


@when("focusin", "#board")
def on_cell_focus(event):
    """What is typed replaces what was there."""
    if event.target.tagName == "INPUT":
        event.target.select()


@when("paste", "body")
def on_paste(event):
    """A board pasted anywhere but into a text field is taken as a whole."""
    text = event.clipboardData.getData("text")
    in_field = event.target.closest("textarea, input:not([data-row])")
    if not in_field and len(text.strip()) > 3:
        event.preventDefault()
        dispatch(TextTyped(text))


@when("click", "#repairs")
def on_repair(event):
    button = event.target.closest("[data-repair]")
    if button:
        dispatch(RepairPressed(int(button.dataset.repair)))
        if not document.activeElement or document.activeElement.tagName == "BODY":
            by_id("solve" if not by_id("solve").disabled else "board").focus()


@when("input", "#text")
def on_text(event):
    dispatch(TextTyped(event.target.value))


@when("change", "#rows, #cols")
def on_size(event):
    dispatch(SizeChosen(int(by_id("rows").value), int(by_id("cols").value)))


@when("change", "#goal")
def on_goal(event):
    dispatch(GoalChosen(event.target.value))


@when("input", "#goal-text")
def on_goal_text(event):
    dispatch(GoalTyped(event.target.value))


@when("input", ", ".join(f"#{name}" for name in OPTIONS))
def on_option(event):
    dispatch(OptionChosen(event.target.id, event.target.value))


@when("change", "#every")
def on_every(event):
    dispatch(OptionChosen("every", ON if event.target.checked else ""))


@when("change", "#path")
def on_path(event):
    dispatch(PathChosen(int(event.target.value)))


@when("click", "#solve")
def on_solve(event):
    dispatch(SolvePressed())


@when("click", "#stop")
def on_stop(event):
    dispatch(StopPressed())


@when("click", "#first, #back, #play, #forward, #last")
def on_step(event):
    step_by(event.target.id)


def step_by(how):
    if how == "play":
        dispatch(PlayPressed())
        return
    target = {"first": 0, "back": state.step - 1, "forward": state.step + 1, "last": len(state.path)}
    dispatch(JumpedTo(target[how]))


@when("input", "#slider")
def on_slider(event):
    dispatch(JumpedTo(int(event.target.value)))


@when("click", "#moves")
def on_move(event):
    option = event.target.closest("[data-step]")
    if option:
        dispatch(JumpedTo(int(option.dataset.step)))


PLAYER_KEYS = {"ArrowLeft": "back", "ArrowRight": "forward", "Home": "first", "End": "last", "p": "play"}
LIST_KEYS = {**PLAYER_KEYS, "ArrowUp": "back", "ArrowDown": "forward"}


@when("keydown", "#player")
def on_player_key(event):
    own_keys = event.target.tagName == "SELECT" or (event.target.id == "slider" and event.key != "p")
    listed = LIST_KEYS if event.target.id == "moves" else PLAYER_KEYS
    if event.key in listed and not own_keys and not (event.ctrlKey or event.altKey or event.metaKey):
        event.preventDefault()
        step_by(listed[event.key])


@when("change", "#speed")
def on_speed(event):
    dispatch(SpeedChosen(event.target.value))


@when("change", "#notation")
def on_notation(event):
    dispatch(NotationChosen(Notation(event.target.value)))


view.draw(state)
document.body.setAttribute("data-ready", "")
by_id("boot").style.visibility = "hidden"
await attach(workers["solver"])  # noqa: F704
