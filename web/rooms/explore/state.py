"""The state of the Explore room, and what each event does to it. It knows no browser.

    EMPTY      no tree yet
    BUILDING   the solver searches
    SHOWN      a trace is on show, after `at` of its steps

During a quiz the tree moves on only when a question is answered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from npuzzle import HEURISTICS
from npuzzle.heuristics.combine import is_formula
from npuzzle.lab import Node, Status, Trace
from npuzzle.text import count
from web.page.heuristic_choice import COMBINE, YOURS
from web.page.own_code import OWN
from web.page.state import UiState
from web.rooms.explore.choices import FIELDS, OFFERED, Choices
from web.rooms.explore.events import (
    BuildFailed,
    BuildPressed,
    Built,
    Chosen,
    DuplicatesShown,
    FitPressed,
    Guessed,
    Noted,
    PlayPressed,
    PredictPressed,
    SampleChosen,
    Selected,
    SteppedTo,
    Ticked,
    Zoomed,
)
from web.rooms.explore.layout import is_duplicate
from web.rooms.explore.quiz import Quiz
from web.rooms.explore.sample import WORD, Drawn
from web.rooms.explore.task import TOO_SOON
from web.rooms.explore.words import describe_step

LONGEST_NOTE = 300  # characters of a note that are read
ZOOMS = (0.35, 0.5, 0.7, 1.0, 1.4)
EXAMPLE = ("2 8 1/4 6 3/0 7 5", "1 2 3/8 0 4/7 6 5")  # of the textbooks, 12 moves: estimates differ on it


class Phase(Enum):
    EMPTY = "empty"
    BUILDING = "building"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class ExploreState(Choices):
    """The state of the room. `problem`: why there is no tree; `selected`: the number of the node in view."""

    phase: Phase = Phase.EMPTY
    problem: str = ""
    trace: Trace | None = None
    at: int = 0
    playing: bool = False
    selected: int | None = None
    duplicates: bool = True
    zoom: int = 3
    fits: bool = False  # the whole tree is shown, whatever the zoom
    quiz: Quiz | None = None
    spoken: str = ""

    @property
    def last(self) -> int:
        """Return the number of steps."""
        return 0 if self.trace is None else len(self.trace.steps)

    @property
    def is_asking(self) -> bool:
        """Return whether a quiz is waiting for an answer."""
        return self.quiz is not None and not self.quiz.over

    @property
    def current(self) -> Node | None:
        """Return the node of the step on show; before the first step, the start."""
        if self.trace is None:
            return None
        return self.trace.nodes[self.trace.steps[self.at - 1] if self.at else 0]

    @property
    def round(self) -> int:
        return 0 if self.current is None else self.current.round

    @property
    def node_in_detail(self) -> Node | None:
        """Return the node whose details are shown: the selected one, else the current one."""
        if self.trace is None or self.selected is None:
            return self.current
        return self.trace.nodes[self.selected]

    def why_not_build(self, page: UiState, source: str = "") -> str:
        """Say why no tree can be built now; empty if one can. `source`: the text of the Lab."""
        return self.tree_problem or self.why_not_search(page, source)

    def why_not_search(self, page: UiState, source: str = "") -> str:
        """Say why no search can start now, for a tree or for the whole space; empty if one can."""
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

    def describe_difference(self, page: UiState) -> str:
        """Say which board the tree belongs to, if the page now shows another board or goal; else empty."""
        trace = self.trace
        if trace is None or (str(page.current_board), str(page.goal.board)) == (trace.board, trace.goal):
            return ""
        if str(page.goal.board) == trace.goal:
            return f"This tree is for the board {trace.board}, not for the one shown now."
        both = f"the board {trace.board} and the goal {trace.goal}"
        return f"This tree is for {both}, not for those shown now."


def update(state: ExploreState, event: object) -> ExploreState:
    """Return the state after the event; the same object if the event changes nothing."""
    quiet = replace(state, spoken="") if state.spoken else state
    after = _update(quiet, event)
    return state if after is quiet else after


def _update(state: ExploreState, event: object) -> ExploreState:
    match event:
        case Chosen(name, value):
            return _choose(state, name, value)
        case Noted(text):
            return _read_note(state, text)
        case SampleChosen(sample):
            return replace(state, sample=sample)
        case BuildPressed() if state.phase is not Phase.BUILDING:
            return replace(state, phase=Phase.BUILDING, problem="", playing=False, quiz=None)
        case BuildFailed(problem) if state.phase is Phase.BUILDING:
            return _fail(state, problem)
        case Built(trace) if state.phase is Phase.BUILDING and not trace.nodes:
            return _fail(state, TOO_SOON)
        case Built(trace) if state.phase is Phase.BUILDING:
            said = f"The tree has {count(len(trace.nodes), 'board')}. {describe_step(trace, 0)[0]}"
            return replace(state, phase=Phase.SHOWN, trace=trace, at=0, selected=None, spoken=said)
        case DuplicatesShown(shown):
            return _select(replace(state, duplicates=shown), state.selected)
        case Zoomed(way):
            return replace(state, fits=False, zoom=max(0, min(state.zoom + way, len(ZOOMS) - 1)))
        case FitPressed():
            return replace(state, fits=not state.fits)
        case _ if state.phase is Phase.SHOWN and state.trace is not None:
            return _update_tree(state, state.trace, event)
    return state


def _fail(state: ExploreState, problem: str) -> ExploreState:
    phase = Phase.EMPTY if state.trace is None else Phase.SHOWN
    return replace(state, phase=phase, problem=problem, spoken=problem)


def _update_tree(state: ExploreState, trace: Trace, event: object) -> ExploreState:
    match event:
        case SteppedTo(at) if not state.is_asking:
            return _go_to(replace(state, playing=False, quiz=None), at)
        case PlayPressed() if not state.is_asking:
            if state.playing:
                return replace(state, playing=False)
            at = 0 if state.at == state.last else state.at
            return replace(_go_to(state, at), playing=True, quiz=None, spoken="")
        case Ticked() if state.playing:
            after = _go_to(state, state.at + 1)
            return after if not after.playing else replace(after, spoken="")
        case Selected(number):
            return _select(state, number)
        case PredictPressed() if state.is_asking:
            assert state.quiz is not None
            return _end_quiz(state, state.quiz)
        case PredictPressed() if trace.has_rule:
            return _go_to_question(
                replace(_go_to(state, 0), playing=False, quiz=Quiz(), selected=None, spoken="")
            )
        case Guessed(number) if state.is_asking:
            return _judge(state, trace, number)
    return state


def _go_to(state: ExploreState, at: int) -> ExploreState:
    """Show the tree after that many steps, and select nothing."""
    assert state.trace is not None
    at = max(0, min(at, state.last))
    if at == state.at:
        return state
    said = " ".join(describe_step(state.trace, at)[:1])
    after = replace(state, at=at, playing=state.playing and at < state.last, spoken=said)
    return replace(after, selected=None)


def _select(state: ExploreState, number: int | None) -> ExploreState:
    """Select that node if it is on show, otherwise none."""
    trace = state.trace
    if trace is None or number is None or not 0 <= number < len(trace.nodes):
        return replace(state, selected=None)
    node = trace.nodes[number]
    hidden = node.round != state.round or (is_duplicate(node) and not state.duplicates)
    if hidden or trace.status(number, state.at) is Status.UNMADE:
        return replace(state, selected=None)
    return replace(state, selected=number)


def _judge(state: ExploreState, trace: Trace, number: int) -> ExploreState:
    """Judge the guess, say why, and take the step."""
    if state.quiz is None or all(node.number != number for node in trace.frontier(state.at)):
        return state
    quiz = state.quiz.judge(trace, state.at, number)
    after = _go_to_question(replace(_go_to(state, state.at + 1), quiz=quiz))
    return replace(after, spoken=" ".join([*quiz.said, after.quiz.summary if after.quiz else ""]).strip())


def _go_to_question(state: ExploreState) -> ExploreState:
    """Move on to the next step with a choice; end the quiz if there is none."""
    quiz = state.quiz
    assert state.trace is not None
    assert quiz is not None
    while state.at < state.last and len(state.trace.frontier(state.at)) == 1:
        state = _go_to(state, state.at + 1)
    return _end_quiz(state, quiz) if state.at == state.last else state


def _end_quiz(state: ExploreState, quiz: Quiz) -> ExploreState:
    over = replace(quiz, over=True)
    return replace(state, quiz=over, spoken=over.summary)


def _choose(state: ExploreState, name: str, value: str) -> ExploreState:
    heuristics = (*(card.name for card in HEURISTICS), OWN, YOURS, COMBINE)
    known = {"algorithm": OFFERED, "heuristic": heuristics}
    if name not in FIELDS or value not in known.get(name, (value,)):
        return state
    return state.choose(name, value)


def _read_note(state: ExploreState, text: str) -> ExploreState:
    """Take from a note what can be read."""
    words = text[:LONGEST_NOTE].split()
    samples = [drawn for drawn in map(Drawn.parse, words) if drawn is not None]
    state = replace(state, sample=samples[0] if samples else None)
    algorithm, heuristic, number = (*(word for word in words if not word.startswith(WORD)), "", "", "")[:3]
    state = _choose(state, "algorithm", algorithm)
    if is_formula(heuristic):
        state = _choose(_choose(state, "heuristic", COMBINE), "formula", heuristic)
    elif heuristic not in (YOURS, COMBINE):
        state = _choose(state, "heuristic", heuristic)
    if number and state.numbers:
        state = _choose(state, state.numbers[0].name, number)
    return state
