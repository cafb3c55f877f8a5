"""What each event makes of the page's state; pure.

`_on` registers what an event does and the phases in which it means anything. In any other phase it
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from npuzzle import (
    Board,
    Check,
    GoalMismatchError,
    InvalidBoardError,
    Shape,
    UnknownNameError,
    check,
    goal_board,
    random_board,
)
from npuzzle.defects import find_defects
from npuzzle.errors import sentence
from npuzzle.geometry import source
from npuzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.solvability import SwapTiles
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
from web.state import MAX_SIDE, OWN, SPEEDS, Phase, UiState
from web.words import WAYS, badge, count, describe, headline

E = TypeVar("E")
_Handler = Callable[[UiState, Any], UiState]
_HANDLERS: dict[type, tuple[frozenset[Phase], _Handler]] = {}

AT_REST = (Phase.EDITING, Phase.READY, Phase.PLAYING)


def update(state: UiState, event: object) -> UiState:
    """The state after `event`; the same state where the event means nothing."""
    phases, handler = _HANDLERS[type(event)]
    if state.phase not in phases:
        return state
    quiet = replace(state, spoken="") if state.spoken else state
    after = handler(quiet, event)
    return state if after is quiet else after


def phases_of(event: type) -> frozenset[Phase]:
    """The phases in which an event of this type means something."""
    return _HANDLERS[event][0]


def initial_state(board: Board) -> UiState:
    """The page as it opens."""
    return _with_board(
        UiState(words=(), text="", check=Check(None), goal=None, goal_name=DEFAULT_GOAL), board
    )


def _on(
    event: type[E], *phases: Phase
) -> Callable[[Callable[[UiState, E], UiState]], Callable[[UiState, E], UiState]]:
    def register(handler: Callable[[UiState, E], UiState]) -> Callable[[UiState, E], UiState]:
        _HANDLERS[event] = (frozenset(phases), handler)
        return handler

    return register


# The board


@_on(CellTyped, Phase.EDITING)
def _cell_typed(state: UiState, event: CellTyped) -> UiState:
    words = [list(row) for row in state.words]
    words[event.row][event.col] = event.word.strip()
    return _with_words(state, words)


@_on(TextTyped, *AT_REST)
def _text_typed(state: UiState, event: TextTyped) -> UiState:
    """A text that is a board is taken; one that fits the grid is shown there with its faults."""
    words: Sequence[Sequence[str]]
    try:
        words = [[str(tile) for tile in row] for row in Board.parse(event.text).rows()]
        problem = ""
    except InvalidBoardError as error:
        words = error.rows
        problem = sentence(error)
    fits = bool(words) and len({len(row) for row in words}) == 1 and min(len(words), len(words[0])) >= 2
    if fits and max(len(words), len(words[0])) > MAX_SIDE:
        fits = False
        problem = problem or (
            f"A board of {len(words)}x{len(words[0])} does not fit this page "
            f"({MAX_SIDE}x{MAX_SIDE} at most); "
            "the command line solves any up to 127x127."
        )
    if not fits:
        return replace(state, text=event.text, text_problem=problem, spoken=problem)
    state = _with_words(state, words)
    phase = Phase.READY if state.check.valid else Phase.EDITING
    return replace(state, text=event.text, phase=phase)


@_on(SizeChosen, *AT_REST)
def _size_chosen(state: UiState, event: SizeChosen) -> UiState:
    """A tray of another size starts out solved; an own goal of the old size is put away."""
    shape = Shape(event.rows, event.cols)
    name = DEFAULT_GOAL if state.goal_name == OWN else state.goal_name
    board = GOALS[name].board(shape)
    return _with_board(replace(state, goal_name=name, goal_text="", phase=Phase.READY), board)


@_on(RandomPressed, *AT_REST)
def _random_pressed(state: UiState, event: RandomPressed) -> UiState:
    """A board of this size drawn from all that can reach the goal."""
    goal = state.goal or GOALS[DEFAULT_GOAL].board(Shape(state.rows, state.cols))
    board = random_board(goal, Random(event.seed))
    state = _with_board(replace(state, phase=Phase.READY), board)
    return replace(state, spoken=f"Random board {board}. {state.verdict.headline}.")


@_on(RepairPressed, *AT_REST)
def _repair_pressed(state: UiState, event: RepairPressed) -> UiState:
    if not 0 <= event.place < len(state.check.repairs):
        return state
    repair = state.check.repairs[event.place]
    if isinstance(repair, SwapTiles):
        return _with_board(state, repair.board)
    return _goal_chosen(state, GoalChosen(repair.goal))


@_on(EditPressed, *AT_REST)
def _edit_pressed(state: UiState, event: EditPressed) -> UiState:
    if state.phase is not Phase.EDITING:
        shown = state.shown
        assert shown is not None, "only a board can be shown outside EDITING"
        return replace(_with_board(state, shown), phase=Phase.EDITING, spoken="Editing the board.")
    if not state.check.valid:
        return replace(state, spoken=f"{state.verdict.headline}: {state.verdict.detail}.")
    return replace(state, phase=Phase.READY, spoken="Done editing.")


@_on(CellPressed, Phase.READY, Phase.PLAYING)
def _cell_pressed(state: UiState, event: CellPressed) -> UiState:
    board = state.shown
    if board is None or event.cell not in board.movable:
        return state
    tile, dst = board.tiles[event.cell], board.blank
    way = {1: "right", -1: "left"}.get(dst - event.cell, "down" if dst > event.cell else "up")
    after = _with_board(replace(state, phase=Phase.READY), board.slide(event.cell))
    done = " That is the goal." if after.check.board == after.goal else ""
    return replace(after, spoken=f"Tile {tile} {way}.{done}")


@_on(ArrowPressed, Phase.READY, Phase.PLAYING)
def _arrow_pressed(state: UiState, event: ArrowPressed) -> UiState:
    board = state.shown
    cell = source(board.shape, board.blank, event.letter) if board is not None else None
    if cell is None:
        return replace(state, spoken=f"No tile can slide {WAYS[event.letter]}.")
    return _cell_pressed(state, CellPressed(cell))


# The goal


@_on(GoalChosen, *AT_REST)
def _goal_chosen(state: UiState, event: GoalChosen) -> UiState:
    """A goal by name; one's own starts from the goal there was."""
    if event.name == OWN and state.goal is not None:
        state = replace(state, goal_text=str(state.goal))
    return _judged(replace(state, goal_name=event.name))


@_on(GoalTyped, *AT_REST)
def _goal_typed(state: UiState, event: GoalTyped) -> UiState:
    return _judged(replace(state, goal_name=OWN, goal_text=event.text))


# Solving


@_on(OptionChosen, *AT_REST)
def _option_chosen(state: UiState, event: OptionChosen) -> UiState:
    state = replace(state, options=replace(state.options, **{event.name: event.value}))
    return replace(state, spoken=state.options_problem)


@_on(SolverReady, *Phase)
def _solver_ready(state: UiState, event: SolverReady) -> UiState:
    return replace(state, solver_ready=True)


@_on(SolverLost, *Phase)
def _solver_lost(state: UiState, event: SolverLost) -> UiState:
    phase = Phase.READY if state.phase is Phase.SOLVING else state.phase
    return replace(
        state,
        phase=phase,
        solver_ready=event.ready,
        stopping=False,
        problem=event.problem,
        spoken=event.problem,
    )


@_on(SolvePressed, *AT_REST)
def _solve_pressed(state: UiState, event: SolvePressed) -> UiState:
    if state.why_not_solve:
        return replace(state, spoken=state.why_not_solve)
    return replace(
        _without_answer(state), phase=Phase.SOLVING, progress=None, stopping=False, spoken="Solving."
    )


@_on(StopPressed, Phase.SOLVING)
def _stop_pressed(state: UiState, event: StopPressed) -> UiState:
    return replace(state, stopping=True)


@_on(Progressed, Phase.SOLVING)
def _progressed(state: UiState, event: Progressed) -> UiState:
    return replace(state, progress=event.progress)


@_on(Finished, Phase.SOLVING)
def _finished(state: UiState, event: Finished) -> UiState:
    answer = event.answer
    solved = answer.moves is not None
    return replace(
        state,
        phase=Phase.PLAYING if solved else Phase.READY,
        answer=answer,
        stopping=False,
        choice=0,
        step=0,
        spoken=headline(answer) + ". " + badge(answer) + ".",
    )


# Stepping


@_on(JumpedTo, Phase.PLAYING)
def _jumped_to(state: UiState, event: JumpedTo) -> UiState:
    return _at_step(replace(state, playing=False), event.step)


@_on(PathChosen, Phase.PLAYING)
def _path_chosen(state: UiState, event: PathChosen) -> UiState:
    if not 0 <= event.choice < len(state.paths):
        return state
    spoken = f"Path {event.choice + 1} of {len(state.paths)}."
    return replace(state, choice=event.choice, step=0, playing=False, spoken=spoken)


@_on(PlayPressed, Phase.PLAYING)
def _play_pressed(state: UiState, event: PlayPressed) -> UiState:
    """At the end it starts again from the first board."""
    if state.playing or not state.path:
        return replace(state, playing=False, spoken="Paused.")
    step = 0 if state.step == len(state.path) else state.step
    return replace(state, playing=True, step=step, spoken="Playing.")


@_on(Ticked, Phase.PLAYING)
def _ticked(state: UiState, event: Ticked) -> UiState:
    if not state.playing:
        return state
    state = _at_step(state, state.step + 1)
    at_end = state.step == len(state.path)
    return replace(state, playing=not at_end, spoken=state.spoken if at_end else "")


@_on(SpeedChosen, *Phase)
def _speed_chosen(state: UiState, event: SpeedChosen) -> UiState:
    return replace(state, speed=event.name) if event.name in SPEEDS else state


@_on(NotationChosen, *Phase)
def _notation_chosen(state: UiState, event: NotationChosen) -> UiState:
    return replace(state, notation=event.notation)


def _at_step(state: UiState, step: int) -> UiState:
    last = len(state.path)
    step = max(0, min(step, last))
    if step == 0:
        spoken = f"Start, {last} to go."
    else:
        spoken = f"{describe(state.moves[step - 1])}, " + (
            "solved." if step == last else f"{last - step} to go."
        )
    return replace(state, step=step, spoken=spoken)


# Parts of the above


def _with_board(state: UiState, board: Board) -> UiState:
    return _with_words(state, [[str(tile) for tile in row] for row in board.rows()])


def _with_words(state: UiState, words: Sequence[Sequence[str]]) -> UiState:
    """Other cells: whatever was found for the old ones is gone."""
    frozen = tuple(tuple(row) for row in words)
    text = "/".join(" ".join(word or "_" for word in row) for row in frozen)
    state = replace(_without_answer(state), words=frozen, text=text, text_problem="")
    if state.phase is Phase.PLAYING:
        state = replace(state, phase=Phase.READY)
    return _judged(state)


def _judged(state: UiState) -> UiState:
    """The same cells and goal, checked anew; says the verdict."""
    goal, goal_problem = None, ""
    shape = Shape(state.rows, state.cols)
    try:
        goal = goal_board(state.goal_text if state.goal_name == OWN else state.goal_name, shape)
    except (InvalidBoardError, GoalMismatchError, UnknownNameError) as error:
        goal_problem = sentence(error)
    verdict = Check(None, find_defects(state.words))
    if not verdict.defects:
        board = Board.from_words(state.words)
        verdict = Check(board) if goal is None else check(board, goal)
    state = replace(_without_answer(state), check=verdict, goal=goal, goal_problem=goal_problem)
    if state.phase is Phase.PLAYING:
        state = replace(state, phase=Phase.READY)
    return replace(state, spoken=_said_of(state))


def _said_of(state: UiState) -> str:
    """The verdict for a listener: the first fault only, and whether there is a way out."""
    said = f"{state.verdict.headline}."
    if state.check.defects:
        said += f" {state.check.defects[0].message.capitalize()}."
    if state.check.repairs:
        said += f" {count(len(state.check.repairs), 'repair')} offered."
    return said


def _without_answer(state: UiState) -> UiState:
    return replace(state, answer=None, choice=0, step=0, playing=False, problem="", progress=None)
