"""The state of the Lab, and the commands that change it. No browser in here.

While the solver checks every state, the user can still edit the code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from npuzzle import Board, goal_board
from npuzzle.heuristics import HEURISTICS
from npuzzle.lab import Certificate
from npuzzle.lab.space import MAX_ENUMERATED_CELLS, count_states
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.puzzle.shape import Shape
from web.page.heuristic_choice import CertifiedHeuristic
from web.page.state import UiState
from web.rooms.lab.examples import EXAMPLES, NAMED
from web.rooms.lab.lesson_heuristics import SOURCES
from web.rooms.lab.words import headline
from web.running import Phase, Running, TaskCommands, TaskState

MOST = 100_000  # characters of a text
SILENCE = 3  # seconds without an answer after which the page suspects an endless loop in the code
GROUND = Shape(3, 3)  # the shape that is certified if the page's board is too large

#: The heuristics to compare the user's with: a few fast ones, or all.
FEW = ("misplaced", "euclidean", "n-max-swap", "manhattan", "linear-conflict")
ALL = tuple(card.name for card in HEURISTICS)

ENDLESS = (
    "Your code did not answer, so it was stopped: it may run in a loop that never ends. Your text is safe."
)


@dataclass(frozen=True, slots=True)
class LabState(TaskState):
    """The state. `kept`: the user's own text, saved when another text replaced it.

    `tried`: the text last sent to be certified; `problem` and `line` are about that text. `judged`:
    the text that `certificate` is about. Problem and certificate stay until the next answer.
    """

    text: str = EXAMPLES[0].source
    kept: str = ""
    beside_all: bool = False
    tried: str = ""
    seconds: float = 0
    judged: str = ""
    certificate: Certificate | None = None
    ticket: str = ""  # names the certified estimates in the solver (empty if the heuristic is not admissible)
    note: str = ""
    problem: str = ""
    line: int | None = None

    @property
    def choice(self) -> str:
        """Return the name of the example for the menu, or "" if the text is not an example."""
        return _find_example(self.text)

    @property
    def look(self) -> str:
        """Return what to look for in the example, or "" if the text is not an example."""
        return NAMED[self.choice].look if self.choice else ""

    @property
    def is_stale(self) -> bool:
        """Return whether the certificate is about another text than the text on show."""
        return self.text != self.judged

    @property
    def offer(self) -> CertifiedHeuristic | None:
        """Return the heuristic on show, for Solve to use, if it is certified to be admissible."""
        proof = self.certificate
        if proof is None or not self.ticket or self.is_stale:
            return None
        return CertifiedHeuristic(self.ticket, proof.goal, proof.consistent)

    @property
    def against(self) -> tuple[str, ...]:
        """Return the names of the heuristics to compare the user's with."""
        return ALL if self.beside_all else FEW

    @property
    def suspicion(self) -> str:
        """Name the probable error if the code does not answer, otherwise return ""."""
        run = self.run
        if run is None or run.is_stopping or not run.news or run.silent < SILENCE:
            return ""
        return "Your code has not answered for some seconds. If its loop never ends, Stop ends it."

    @property
    def verdict_sentence(self) -> str:
        """Return the verdict in a sentence, or "" if there is none."""
        if self.certificate is None or self.run is not None:
            return ""
        return f"{headline(self.certificate)}: see the certificate below."

    @property
    def progress_sentence(self) -> str:
        """Return the progress in a sentence."""
        if self.is_stopping:
            return "Stopping."
        news = {} if self.run is None else self.run.news
        if not news.get("total"):
            return "Reading your code." if news else "Starting an interpreter for your code."
        return f"Checking every board: {_percent(news['done'], news['total'])}% done."


command = TaskCommands[LabState]()
stop, take_progress, take_solver = command.stop, command.take_progress, command.take_solver


# The text


@command()
def type_source(state: LabState, text: str) -> LabState:
    """Take the text that the user has typed."""
    text = clean(text)
    if text == state.text:
        return state
    return replace(state, text=text, line=None, kept=state.kept if state.kept != text else "")


@command()
def choose_example(state: LabState, name: str) -> LabState:
    """Replace the text with an example from the menu."""
    return bring_source.change(state, NAMED[name].source) if name in NAMED else state


@command()
def bring_source(state: LabState, text: str) -> LabState:
    """Replace the text, for example with one from a link. If the user wrote the old text, save it."""
    text = clean(text)
    if text == state.text:
        return state
    typed = type_source.change(state, text)
    return replace(typed, kept=_own_text(state.text) or typed.kept)


@command()
def bring_back(state: LabState) -> LabState:
    """Bring back the text that another one replaced."""
    return bring_source.change(state, state.kept) if state.kept else state


@command()
def recall_replaced(state: LabState, text: str) -> LabState:
    """Take the text that was replaced in an earlier visit, from the browser's saved data."""
    text = clean(text)
    return state if state.kept or text == state.text else replace(state, kept=_own_text(text))


@command()
def compare_all(state: LabState, wanted: bool) -> LabState:
    """Choose whether to compare the heuristic with all others, or with a few."""
    return replace(state, beside_all=wanted)


# The certificate


@command(Phase.FREE)
def start(state: LabState) -> LabState:
    """Start certifying the text."""
    if state.why_not:
        return state
    return replace(state, run=Running(), tried=state.text, note="", problem="", line=None)


@command(Phase.RUNNING)
def tick(state: LabState) -> LabState:
    """Note that a second has passed."""
    assert state.run is not None
    return replace(state, run=replace(state.run, silent=state.run.silent + 1))


@command(Phase.RUNNING)
def fail(state: LabState, problem: str) -> LabState:
    """Report that the task ended without an answer."""
    why = ENDLESS if state.is_stopping else f"{problem} Your text is safe."
    return replace(state, run=None, certificate=None, problem=why, spoken=why)


@command(Phase.RUNNING)
def take_answer(state: LabState, answer: Mapping[str, Any]) -> LabState:
    """Take the task's answer, see `web.rooms.lab.task`."""
    state = replace(state, run=None, judged=state.tried, certificate=None, seconds=answer["seconds"])
    if answer["certificate"] is not None:
        certificate = Certificate.from_dict(answer["certificate"])
        ticket = answer.get("ticket", "")
        return replace(state, certificate=certificate, ticket=ticket, spoken=f"{headline(certificate)}.")
    if answer["problem"]:
        problem = answer["problem"]
        line = answer["line"] if state.text == state.tried else None  # a line number of the tried text
        return replace(state, problem=problem, line=line, spoken=problem)
    done, total = answer["done"], answer["total"]
    when = f"after {_percent(done, total)}% of the work" if total else "before it began"
    note = f"Stopped {when}: nothing is proved."
    return replace(state, note=note, spoken=note)


def _percent(done: int, total: int) -> int:
    return 100 * done // total


def _own_text(text: str) -> str:
    """Return the text if the user wrote it, or "" if it is blank or came with the page."""
    return "" if not text.strip() or _find_example(text) or text in SOURCES else text


def _find_example(text: str) -> str:
    """Return the name of the example with this text, or ""."""
    return next((example.name for example in EXAMPLES if example.source == text), "")


def clean(text: str) -> str:
    """Clean a text for the editor: use line feeds, replace lone surrogates, and cut it to MOST characters."""
    text = text[:MOST].encode("utf-8", "replace").decode("utf-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def choose_goal(page: UiState) -> Board:
    """Return the goal to certify for: the page's, or, for a larger board, the 3x3 goal of the same name."""
    if page.goal.board is not None and page.goal.board.shape.cells <= MAX_ENUMERATED_CELLS:
        return page.goal.board
    return goal_board(page.goal.name if page.goal.name in GOALS else DEFAULT_GOAL, GROUND)


def describe_ground(page: UiState) -> str:
    """Name the states that a certificate checks."""
    goal = choose_goal(page)
    checks = f"Certify checks all {count_states(goal.shape):,} states: {goal.shape}, goal {name_goal(goal)}."
    more = f" Boards of more than {MAX_ENUMERATED_CELLS} cells have too many."
    return checks if goal == page.goal.board else checks + more


def describe_stale(state: LabState, page: UiState) -> str:
    """Warn if the certificate is about another text or another goal, otherwise return ""."""
    goal = None if state.certificate is None else state.certificate.goal
    if goal is None or (not state.is_stale and goal == choose_goal(page)):
        return ""
    if state.is_stale:
        return "This certificate is for the text before your changes."
    return (
        f"This certificate is for the {goal.shape} and the goal {name_goal(goal)}: certify again for yours."
    )


def name_goal(goal: Board) -> str:
    return next((card.label for card in GOALS if goal_board(card, goal.shape) == goal), str(goal))
