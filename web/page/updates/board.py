"""Whole boards and goals: pasted, drawn, chosen, repaired."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from npuzzle import Board, InvalidShapeError, Shape, random_board
from npuzzle.errors import sentence
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.puzzle.problem import board_of
from npuzzle.puzzle.scramble import random_walk
from npuzzle.puzzle.solvability import SwapTiles
from web.page.events import (
    BoardGiven,
    DistanceRandomPressed,
    ExampleChosen,
    FileRefused,
    GoalChosen,
    GoalTyped,
    NumbersTicked,
    PictureChosen,
    RandomPressed,
    RepairPressed,
    SizeChosen,
    TextGiven,
    TextTyped,
)
from web.page.examples import SHELF
from web.page.state import OWN, Mode, Phase, UiState
from web.page.updates.cells import (
    judged,
    read_text,
    told_of_goal,
    with_board,
    with_goal_of_size,
    with_text,
    with_words,
)
from web.page.updates.register import AT_REST, on
from web.page.words import count

MOST_CELLS = 9  # up to which the distance of every board is known
LONGEST_WALK = 100_000


@on(TextTyped, *AT_REST)
def _text_typed(state: UiState, event: TextTyped) -> UiState:
    return with_text(state, event.text)


@on(TextGiven, *AT_REST)
def _text_given(state: UiState, event: TextGiven) -> UiState:
    """The same for a text that comes at once: shown as a board, or refused if it fits no tray."""
    words, problem = read_text(event.text)
    if not words:
        return replace(state, file_problem=problem, spoken=problem)
    shape = Shape(len(words), len(words[0]))
    after = with_words(with_goal_of_size(state, shape), words)
    phase = Phase.READY if after.check.valid else Phase.EDITING
    return told_of_goal(state, replace(after, phase=phase, pasting=False))


@on(FileRefused, *AT_REST)
def _file_refused(state: UiState, event: FileRefused) -> UiState:
    return replace(state, file_problem=event.problem, spoken=event.problem)


@on(SizeChosen, *AT_REST)
def _size_chosen(state: UiState, event: SizeChosen) -> UiState:
    """A tray of another size starts out solved; an own goal of another size is put away.

    While cells are typed into, those that the new size has too stay as they are, and the others are empty.
    """
    try:
        shape = Shape(event.rows, event.cols)
    except InvalidShapeError as error:
        return replace(state, size_problem=sentence(error), spoken=sentence(error))
    before, state = state, replace(with_goal_of_size(state, shape), size_problem="")
    if state.mode is Mode.EDIT:
        after = with_words(state, _resized(state.words, shape))
        return told_of_goal(before, after)
    goal = Board.parse(state.goal_text) if state.goal_name == OWN else GOALS[state.goal_name].board(shape)
    after = with_board(replace(state, phase=Phase.READY, pasting=False), goal)
    return told_of_goal(before, after)


def _resized(words: Sequence[Sequence[str]], shape: Shape) -> list[list[str]]:
    """The cells of a tray of that shape: those there were, and empty ones."""
    rows = [*words, *[()] * shape.rows][: shape.rows]
    return [[*row, *[""] * shape.cols][: shape.cols] for row in rows]


@on(BoardGiven, *AT_REST)
def _board_given(state: UiState, event: BoardGiven) -> UiState:
    """A goal that has a name is shown by it; one of another size than the board's is put away."""
    before, goal = state, event.goal or state.goal
    if goal is None or goal.shape != event.board.shape:
        named = state.goal_name in GOALS and event.goal is None
        goal = GOALS[state.goal_name if named else DEFAULT_GOAL].board(event.board.shape)
    if goal != state.goal:
        name = next((card.name for card in GOALS if card.board(goal.shape) == goal), OWN)
        state = replace(state, goal_name=name, goal_text=str(goal) if name == OWN else "")
    after = with_board(replace(state, phase=Phase.READY, pasting=False), event.board)
    return after if event.goal is not None else told_of_goal(before, after)


@on(ExampleChosen, *AT_REST)
def _example_chosen(state: UiState, event: ExampleChosen) -> UiState:
    example = SHELF.get(event.name)
    if example is None:
        return state
    board = Board.parse(example.board)
    after = _board_given(state, BoardGiven(board, GOALS[example.goal].board(board.shape)))
    return replace(after, about=example.note, spoken=f"{example.label}. {example.note} {after.spoken}")


@on(RandomPressed, *AT_REST)
def _random_pressed(state: UiState, event: RandomPressed) -> UiState:
    """A board of this size drawn from all that can reach the goal."""
    board = random_board(_goal_or_default(state), Random(event.seed))
    about = "Drawn from all boards that can reach the goal, each as likely as any other."
    return _drawn(state, board, about)


@on(DistanceRandomPressed, *AT_REST)
def _distance_random_pressed(state: UiState, event: DistanceRandomPressed) -> UiState:
    """A board at that true distance where every distance is known, else a walk of that many moves."""
    goal = _goal_or_default(state)
    text = event.moves.strip()
    moves = int(text) if text.isascii() and text.isdigit() and len(text) <= 7 else 0
    if not 1 <= moves <= LONGEST_WALK:
        problem = f"The number of moves is 1 to {LONGEST_WALK:,}, got {text[:15]!r}."
        return replace(state, distance_problem=problem, spoken=problem)
    if goal.shape.cells > MOST_CELLS:
        board = random_walk(goal, moves, Random(event.seed))
        about = (
            f"A random walk of {count(moves, 'move')} from the goal; its shortest solution may be shorter."
        )
        return _drawn(state, board, about)
    from npuzzle.lab.state_space import everything  # a tenth of a second, and not every visit needs it

    known = everything(goal.shape, goal.blank)
    farthest = known.distance[-1]
    if moves > farthest:
        problem = f"No {goal.shape} board is more than {count(farthest, 'move')} from this goal."
        return replace(state, distance_problem=problem, spoken=problem)
    start = known.distance.index(moves)
    place = Random(event.seed).randrange(start, start + known.distance.count(moves))
    about = f"Drawn from all boards that are exactly {count(moves, 'move')} from the goal."
    return _drawn(state, board_of(known.states[place], goal), about)


def _goal_or_default(state: UiState) -> Board:
    return state.goal or GOALS[DEFAULT_GOAL].board(Shape(state.rows, state.cols))


def _drawn(state: UiState, board: Board, about: str) -> UiState:
    state = with_board(replace(state, phase=Phase.READY, pasting=False, distance_problem=""), board)
    what = f"Random board of {board.shape}" if state.large else f"Random board {board}"
    return replace(state, about=about, spoken=f"{what}. {state.verdict.headline}. {about}")


@on(RepairPressed, *AT_REST)
def _repair_pressed(state: UiState, event: RepairPressed) -> UiState:
    if not 0 <= event.place < len(state.repairs):
        return state
    repair = state.repairs[event.place]
    if isinstance(repair, SwapTiles):
        return with_board(state, repair.board)
    return _goal_chosen(state, GoalChosen(repair.goal))


# The goal


@on(GoalChosen, *AT_REST)
def _goal_chosen(state: UiState, event: GoalChosen) -> UiState:
    """A goal by name; one's own starts from the goal there was."""
    if event.name == OWN and state.goal is not None:
        state = replace(state, goal_text=str(state.goal))
    return judged(replace(state, goal_name=event.name))


@on(GoalTyped, *AT_REST)
def _goal_typed(state: UiState, event: GoalTyped) -> UiState:
    return judged(replace(state, goal_name=OWN, goal_text=event.text))


# The tiles' picture


@on(PictureChosen, *Phase)
def _picture_chosen(state: UiState, event: PictureChosen) -> UiState:
    spoken = "The tiles show the picture." if event.address else "The tiles show their numbers."
    aspect = max(event.aspect, 0.01)
    return replace(state, picture=event.address, aspect=aspect, file_problem="", spoken=spoken)


@on(NumbersTicked, *Phase)
def _numbers_ticked(state: UiState, event: NumbersTicked) -> UiState:
    return replace(state, numbers=event.shown)
