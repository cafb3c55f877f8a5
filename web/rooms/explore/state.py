"""The state of the Explore room. No browser in here.

EMPTY      there is no tree yet
BUILDING   the solver is searching
SHOWN      a trace is on show, up to one of its steps
ASKING     the same, but a quiz waits for an answer, and only an answer leads to the next step
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from npuzzle.lab import Node, Status, Trace
from npuzzle.text import count
from web.command import Commands
from web.page.heuristic_choice import LONGEST_FORMULA
from web.page.search_choice import is_choice
from web.page.state import UiState
from web.player import Player
from web.rooms.explore.choices import NUMBERS, OFFERED, Choices
from web.rooms.explore.quiz import Quiz
from web.rooms.explore.task import TOO_SOON
from web.rooms.explore.words import describe_step

EXAMPLE = ("2 8 1/4 6 3/0 7 5", "1 2 3/8 0 4/7 6 5")  # from textbooks, 12 moves: estimates differ on it


class Phase(Enum):
    EMPTY = "empty"
    BUILDING = "building"
    SHOWN = "shown"
    ASKING = "asking"


@dataclass(frozen=True, slots=True)
class ExploreState(Choices):
    """The state of the room. `problem`: why there is no tree. `selected`: the number of the selected node.

    `player`: holds how many steps of the trace are on show.
    """

    phase: Phase = Phase.EMPTY
    problem: str = ""
    trace: Trace | None = None
    player: Player = field(default_factory=Player)
    selected: int | None = None
    duplicates: bool = True
    fits: bool = False  # whether the whole tree is shown, however small
    quiz: Quiz | None = None
    spoken: str = ""

    @property
    def at(self) -> int:
        """Return the number of steps that are on show."""
        return self.player.step

    @property
    def last(self) -> int:
        return self.player.last

    @property
    def is_asking(self) -> bool:
        """Return whether a quiz is waiting for an answer."""
        return self.phase is Phase.ASKING

    @property
    def current(self) -> Node | None:
        """Return the node that the step on show expanded, or, before the first step, the start."""
        if self.trace is None:
            return None
        return self.trace.nodes[self.trace.steps[self.at - 1] if self.at else 0]

    @property
    def round(self) -> int:
        return 0 if self.current is None else self.current.round

    @property
    def node_in_detail(self) -> Node | None:
        """Return the node whose details are shown: the selected node, otherwise the current one."""
        if self.trace is None or self.selected is None:
            return self.current
        return self.trace.nodes[self.selected]

    def why_not_build(self, page: UiState, source: str = "") -> str:
        """Explain why no tree can be built now, or return "". `source`: the code in the Lab."""
        return self.tree_problem or self.why_not_search(page, source)

    def why_not_search(self, page: UiState, source: str = "") -> str:
        """Explain why no search can start now, for a tree or for the whole space, or return ""."""
        if self.phase is Phase.BUILDING:
            return "The tree is being built."
        if (
            page.current_board is None
            or page.goal.board is None
            or not page.board.check.solvable
            or page.board.text_problem
        ):
            return f"{page.board.verdict.headline}: a tree needs a board that can be solved."
        if missing := self.find_missing_text(source):
            return missing
        problem = self.heuristic_problem(page.current_board, page.goal.board, page.certified)
        return self.options_problem or problem or page.why_not_start

    def request(self, page: UiState, source: str) -> dict[str, Any]:
        """Return the request to the solver for a search that builds a tree or fills the whole space."""
        ticket = page.certified.ticket if page.certified is not None else ""
        return self.make_request(str(page.current_board), str(page.goal.board), source, ticket)

    def describe_difference(self, page: UiState) -> str:
        """Name the tree's board if the page now shows another board or goal, otherwise return ""."""
        trace = self.trace
        if trace is None or (str(page.current_board), str(page.goal.board)) == (trace.board, trace.goal):
            return ""
        if str(page.goal.board) == trace.goal:
            return f"This tree is for the board {trace.board}, not for the one shown now."
        both = f"the board {trace.board} and the goal {trace.goal}"
        return f"This tree is for {both}, not for those shown now."


LONGEST_NOTE = 300  # characters of a note that are read
WITH_TREE = (Phase.SHOWN, Phase.ASKING)

command = Commands[ExploreState]()


# The form


@command()
def choose(state: ExploreState, name: str, value: str) -> ExploreState:
    """Give a field of the form a new value."""
    return state.choose(name, value[:LONGEST_FORMULA]) if is_choice(name, value, OFFERED, NUMBERS) else state


@command()
def read_note(state: ExploreState, text: str) -> ExploreState:
    """Take the readable part of a note: `algorithm heuristic [number]`."""
    words = text[:LONGEST_NOTE].split()
    return state.read_words(words, OFFERED) or state.read_words(words[:1], OFFERED) or state


# A tree is built


@command(Phase.EMPTY, Phase.SHOWN, Phase.ASKING)
def start_build(state: ExploreState) -> ExploreState:
    player = replace(state.player, is_playing=False)
    return replace(state, phase=Phase.BUILDING, problem="", player=player, quiz=None)


@command(Phase.BUILDING)
def take_tree(state: ExploreState, trace: Trace) -> ExploreState:
    if not trace.nodes:
        return fail_build.change(state, TOO_SOON)
    said = f"The tree has {count(len(trace.nodes), 'board')}. {describe_step(trace, 0)[0]}"
    player = Player(last=len(trace.steps))
    return replace(state, phase=Phase.SHOWN, trace=trace, player=player, selected=None, spoken=said)


@command(Phase.BUILDING)
def fail_build(state: ExploreState, problem: str) -> ExploreState:
    phase = Phase.EMPTY if state.trace is None else Phase.SHOWN
    return replace(state, phase=phase, problem=problem, spoken=problem)


# How the tree is drawn


@command()
def fit(state: ExploreState) -> ExploreState:
    """Fit the whole tree into view, or return to the usual size."""
    return replace(state, fits=not state.fits)


@command(*WITH_TREE)
def select(state: ExploreState, number: int | None) -> ExploreState:
    """Show the details of this node if the tree on show contains it, otherwise those of the current node."""
    trace = state.trace
    if trace is None or number is None or not 0 <= number < len(trace.nodes):
        return replace(state, selected=None)
    if trace.nodes[number].round != state.round or trace.status(number, state.at) is Status.UNMADE:
        return replace(state, selected=None)
    return replace(state, selected=number)


# The steps of the tree


@command(Phase.SHOWN)
def step_to(state: ExploreState, at: int) -> ExploreState:
    """Show the tree after this many steps. A number out of range means the nearest end."""
    return _show(replace(state, quiz=None), state.player.go_to(at))


@command(Phase.SHOWN)
def step(state: ExploreState, way: str) -> ExploreState:
    """Go one step `forward` or `back`, or to the `first` or the `last`."""
    return step_to.change(state, state.player.aim(way))


@command(Phase.SHOWN)
def play(state: ExploreState) -> ExploreState:
    """Play or pause. At the end, play again from the start."""
    quiz = state.quiz if state.player.is_playing else None
    return replace(_show(state, state.player.play()), quiz=quiz, spoken="")


@command(Phase.SHOWN)
def tick(state: ExploreState) -> ExploreState:
    """Take the next step of a playback."""
    if not state.player.is_playing:
        return state
    after = _show(state, state.player.go_on())
    return replace(after, spoken="") if after.player.is_playing else after


def _show(state: ExploreState, player: Player) -> ExploreState:
    """Show the tree at the player's step. If the step changed, announce it and clear the selection."""
    assert state.trace is not None
    if player.step == state.at:
        return replace(state, player=player)
    said = describe_step(state.trace, player.step)[0]
    return replace(state, player=player, spoken=said, selected=None)


# Predictions


@command(*WITH_TREE)
def predict(state: ExploreState) -> ExploreState:
    """Start a quiz from the first step, or end it."""
    if state.is_asking:
        return _end_quiz(state)
    if state.trace is None or not state.trace.has_rule:
        return state
    start = replace(_show(state, state.player.go_to(0)), selected=None, spoken="")
    return _go_to_question(replace(start, phase=Phase.ASKING, quiz=Quiz()))


@command(Phase.ASKING)
def guess(state: ExploreState, number: int) -> ExploreState:
    """Judge the guess that this node of the frontier comes next, explain the verdict, and take the step."""
    trace, quiz = state.trace, state.quiz
    if trace is None or quiz is None or all(node.number != number for node in trace.frontier(state.at)):
        return state
    quiz = quiz.judge(trace, state.at, number)
    after = _go_to_question(replace(_show(state, state.player.go_on()), quiz=quiz))
    return replace(after, spoken=" ".join([*quiz.said, after.quiz.summary if after.quiz else ""]).strip())


def _go_to_question(state: ExploreState) -> ExploreState:
    """Advance to the next step with more than one board to choose from, or end the quiz."""
    assert state.trace is not None
    while state.player.can_go_on and len(state.trace.frontier(state.at)) == 1:
        state = _show(state, state.player.go_on())
    return state if state.player.can_go_on else _end_quiz(state)


def _end_quiz(state: ExploreState) -> ExploreState:
    assert state.quiz is not None
    over = replace(state.quiz, over=True)
    return replace(state, phase=Phase.SHOWN, quiz=over, spoken=over.summary)
