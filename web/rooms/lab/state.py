"""What the Lab knows, and what follows from it; no browser in here.

    WRITING      the text is worked on; a verdict on an earlier one may be there
    CERTIFYING   the solver looks at every state; the text can still be worked on

`update` is the only way from one state to the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, NamedTuple

from npuzzle import Board, goal_board
from npuzzle.heuristics import HEURISTICS
from npuzzle.lab import Certificate
from npuzzle.lab.state_space import MOST_CELLS, how_many
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.puzzle.shape import Shape
from web.page.state import UiState
from web.rooms.lab.examples import EXAMPLES, NAMED
from web.rooms.lab.words import headline
from web.rooms.learn.sources import SOURCES

MOST = 100_000  # characters of a text
SILENCE = 3  # seconds without a sign of life after which a text is suspected of an endless loop
GROUND = Shape(3, 3)  # where a heuristic is certified if the page's board is too large for it

#: What a heuristic is set beside: a few that are quickly asked, or all.
FEW = ("misplaced", "euclidean", "n-max-swap", "manhattan", "linear-conflict")
ALL = tuple(card.name for card in HEURISTICS)

ENDLESS = (
    "Your code did not answer, so it was stopped: it may run in a loop that never ends. Your text is kept."
)


class Phase(Enum):
    WRITING = "writing"
    CERTIFYING = "certifying"


@dataclass(frozen=True, slots=True)
class BenchState:
    """`choice` is the example in the menu, empty if none is; `kept` a text of one's own that was replaced.

    `tried` is the text that was last looked at: `problem` and `line` are about it; `begun`: its interpreter
    has started. `judged` is the one
    that `certificate` is about; both stay until there is a new answer.
    """

    text: str = EXAMPLES[0].source
    choice: str = EXAMPLES[0].name
    kept: str = ""
    beside_all: bool = False
    phase: Phase = Phase.WRITING
    stopping: bool = False
    tried: str = ""
    begun: bool = False
    done: int = 0
    total: int = 0
    silent: int = 0
    seconds: float = 0
    judged: str = ""
    certificate: Certificate | None = None
    note: str = ""
    problem: str = ""
    line: int | None = None
    spoken: str = ""

    @property
    def look(self) -> str:
        """What to look for in the example in the menu; the text may be another."""
        if not self.choice:
            return ""
        example = NAMED[self.choice]
        return example.look if self.text == example.source else f"{example.label}: {example.look}"

    @property
    def is_stale(self) -> bool:
        """Whether the certificate is about another text than the one on show."""
        return self.text != self.judged

    @property
    def against(self) -> tuple[str, ...]:
        """Names of the heuristics to set it beside."""
        return ALL if self.beside_all else FEW

    @property
    def suspicion(self) -> str:
        """What may be wrong while nothing is heard; empty if nothing is."""
        if self.phase is Phase.WRITING or self.stopping or not self.begun or self.silent < SILENCE:
            return ""
        return "Your code has not answered for some seconds. If its loop never ends, Stop ends it."

    @property
    def done_in_words(self) -> str:
        """The verdict in a sentence; empty without one."""
        if self.certificate is None or self.phase is Phase.CERTIFYING:
            return ""
        return f"{headline(self.certificate)}: see the certificate below."

    @property
    def how_far(self) -> str:
        """The progress in a sentence."""
        if self.stopping:
            return "Stopping."
        if not self.total:
            return "Reading your code." if self.begun else "Starting an interpreter for your code."
        share = 100 * self.done // self.total
        return f"{share}% done: looked at {self.done:,} of {self.total:,} estimates."


class Typed(NamedTuple):
    """The text as it is now."""

    text: str


class ExampleChosen(NamedTuple):
    """Another one in the menu; the text stays."""

    name: str


class LoadPressed(NamedTuple):
    """Replace the text by the example in the menu."""


class BackPressed(NamedTuple):
    """Bring back the text that was replaced."""


class SourceCame(NamedTuple):
    """A text from elsewhere: a link, or an earlier visit."""

    text: str


class KeptCame(NamedTuple):
    """What was kept at an earlier visit."""

    text: str


class BesideAllChosen(NamedTuple):
    chosen: bool


class CertifyPressed(NamedTuple):
    """The solver is asked to look at the text."""


class Progressed(NamedTuple):
    done: int
    total: int


class Ticked(NamedTuple):
    """A second of the certificate has passed."""


class StopPressed(NamedTuple):
    """End the certificate."""


class Answered(NamedTuple):
    """The answer of the task, see `web.rooms.lab.task`."""

    answer: Mapping[str, Any]


class Lost(NamedTuple):
    """The task ended without an answer."""

    problem: str


def update(state: BenchState, event: object) -> BenchState:
    """The state after an event; the same one if the event means nothing now."""
    if state.phase is Phase.CERTIFYING:
        after = _while_certifying(state, event)
    else:
        after = _start(state) if isinstance(event, CertifyPressed) else state
    match event:
        case Typed(text):
            after = _with_text(after, text)
        case ExampleChosen(name) if name in NAMED:
            after = replace(after, choice=name)
        case LoadPressed() if after.choice:
            after = _replaced(after, NAMED[after.choice].source)
        case SourceCame(text):
            after = _replaced(after, text)
            after = replace(after, choice=_example_of(after.text))
        case BackPressed() if state.kept:
            after = _replaced(after, state.kept)
        case KeptCame(text) if not after.kept and clean(text) != after.text:
            after = replace(after, kept=_if_own(clean(text)))
        case BesideAllChosen(chosen):
            after = replace(after, beside_all=chosen)
    return state if after == state else after


def _start(state: BenchState) -> BenchState:
    return replace(
        state,
        phase=Phase.CERTIFYING,
        stopping=False,
        tried=state.text,
        begun=False,
        done=0,
        total=0,
        silent=0,
        note="",
        problem="",
        line=None,
        spoken="",
    )


def _while_certifying(state: BenchState, event: object) -> BenchState:
    match event:
        case Progressed(done, total):
            return replace(state, begun=True, done=done, total=total, silent=0)
        case Ticked():
            return replace(state, silent=state.silent + 1)
        case StopPressed():
            return replace(state, stopping=True)
        case Answered(answer):
            return _judged(replace(state, phase=Phase.WRITING), answer)
        case Lost(problem):
            said = ENDLESS if state.stopping else f"{problem} Your text is kept."
            return replace(
                state, phase=Phase.WRITING, stopping=False, certificate=None, problem=said, spoken=said
            )
    return state


def _judged(state: BenchState, answer: Mapping[str, Any]) -> BenchState:
    state = replace(state, stopping=False, judged=state.tried, certificate=None, seconds=answer["seconds"])
    if answer["certificate"] is not None:
        certificate = Certificate.from_dict(answer["certificate"])
        return replace(state, certificate=certificate, spoken=f"{headline(certificate)}.")
    if answer["problem"]:
        problem = answer["problem"]
        line = answer["line"] if state.text == state.tried else None  # it is no line of what was typed since
        return replace(state, problem=problem, line=line, spoken=problem)
    note = f"Stopped after {answer['done']:,} of {answer['total']:,} estimates: nothing is proved."
    if not answer["total"]:
        note = "Stopped before it began: nothing is proved."
    return replace(state, note=note, spoken=note)


def _with_text(state: BenchState, text: str) -> BenchState:
    text = clean(text)
    return state if text == state.text else replace(state, text=text, line=None)


def _replaced(state: BenchState, text: str) -> BenchState:
    """With another text; one that somebody wrote is kept."""
    text = clean(text)
    if text == state.text:
        return state
    kept = state.kept if state.kept != text else ""
    return replace(_with_text(state, text), kept=_if_own(state.text) or kept)


def _if_own(text: str) -> str:
    """The text if somebody wrote it; empty if there is none, or the page brought it itself."""
    return "" if not text.strip() or _example_of(text) or text in SOURCES else text


def _example_of(text: str) -> str:
    """The name of the example a text is, empty if it is none."""
    return next((example.name for example in EXAMPLES if example.source == text), "")


def clean(text: str) -> str:
    """The text as an editor can show it: lines end in a line feed, no half characters, not endless."""
    text = text[:MOST].encode("utf-8", "replace").decode("utf-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def ground(page: UiState) -> Board:
    """The goal for which a heuristic is certified: the page's, or one like it of the 3x3."""
    if page.goal is not None and page.goal.shape.cells <= MOST_CELLS:
        return page.goal
    return goal_board(page.goal_name if page.goal_name in GOALS else DEFAULT_GOAL, GROUND)


def ground_in_words(page: UiState) -> str:
    """What a certificate looks at, in a sentence."""
    goal = ground(page)
    named = next((card.label for card in GOALS if card.board(goal.shape) == goal), str(goal))
    count = f"{how_many(goal.shape):,}"
    looks = f"Certify looks at all {count} states of the {goal.shape} that can reach the goal {named}."
    if goal == page.goal:
        return looks
    return f"{looks} Boards of more than {MOST_CELLS} cells have too many."
