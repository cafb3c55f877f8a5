"""The values that `data-bind` names in the Explore room's HTML. No browser in here.

A name that this module does not define is a part of the state itself, such as `problem`. The view of the
whole space writes the values that depend on its picture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from npuzzle.text import count
from web.calc import calc
from web.page.state import Phase as PagePhase
from web.page.state import UiState
from web.rooms.explore import space
from web.rooms.explore.state import EXAMPLE, ExploreState, Phase
from web.rooms.explore.words import RULES, describe_step

ASK = "Before each step, choose the board that will be expanded next."
ASKED = "Which open board comes next? Click it in the tree or in the list below."
KINDS = {None: "", True: "right", False: "wrong"}  # kinds of predictions


class Shown:
    """The values computed from the room, the page, and `source`, the code in the Lab."""

    def __init__(self, state: ExploreState, page: UiState, source: str) -> None:
        self._state, self._page, self._source = state, page, source
        self._why_no_search = state.why_not_search(page, source)
        self.why = state.tree_problem or self._why_no_search
        self.apart = state.describe_difference(page)

    def __getattr__(self, name: str) -> Any:
        value = VALUES.get(name)
        return getattr(self._state, name) if value is None else value(self._state)

    @property
    def is_page_free(self) -> bool:
        return self._page.phase is not PagePhase.SOLVING

    @property
    def is_free(self) -> bool:
        return self.is_page_free and not (self.is_building or self._page.why_not_start)

    @property
    def can_show_example(self) -> bool:
        state = self._state
        problem = state.options_problem or state.tree_problem or state.find_missing_text(self._source)
        return self.is_free and not problem

    @property
    def has_mine(self) -> bool:
        goal = self._page.goal.board
        return self._page.mine is not None and goal is not None and str(goal) == EXAMPLE[1]

    @property
    def is_stale(self) -> bool:
        return bool(self.apart)

    @property
    def why_no_space(self) -> str:
        no_picture = space.why_no_picture(self._page.current_board)
        return space.NO_OWN if self._state.has_own_algorithm else no_picture

    @property
    def can_show_space(self) -> bool:
        return not (self.why_no_space or self.why)

    @calc("trace", "at")
    def step_lines(self) -> tuple[str, ...]:
        """Describe the step on show."""
        return () if self.trace is None else describe_step(self.trace, self.at)

    @property
    def step_text(self) -> str:
        return f"Step {self._state.at} of {self._state.last}: {self.step_lines[0] if self.step_lines else ''}"


def _limit(state: ExploreState) -> str:
    if state.trace is None or state.trace.complete:
        return ""
    return (
        f"This search needs more than {count(state.trace.expanded, 'expansion')}: only these are shown. "
        "To see a whole tree, take a board nearer to its goal."
    )


def _title(state: ExploreState) -> str:
    trace, turn = state.trace, state.round
    if trace is None or not trace.bounds or not turn:
        return "Search tree"
    return f"Search tree, round {turn} of {len(trace.bounds)}, bound {trace.bounds[turn - 1]:g}"


#: The values that depend on the room's state alone.
VALUES: dict[str, Callable[[ExploreState], object]] = {
    "rule": lambda state: RULES[state.algorithm],
    "is_empty": lambda state: state.phase is Phase.EMPTY,
    "is_building": lambda state: state.phase is Phase.BUILDING,
    # the tree
    "limit": _limit,
    "title": _title,
    # the tree's steps
    "last_step": lambda state: max(1, state.last),
    "step": lambda state: str(state.at),
    "can_step": lambda state: not state.is_asking,
    "can_slide": lambda state: not state.is_asking and state.last > 0,
    "can_go_back": lambda state: not state.is_asking and state.at > 0,
    "can_go_on": lambda state: not state.is_asking and state.at < state.last,
    "play_label": lambda state: "Pause the search" if state.player.is_playing else "Play the search",
    # predictions
    "has_rule": lambda state: state.trace is not None and state.trace.has_rule,
    "predict_label": lambda state: "End the predictions" if state.is_asking else "Predict the next board",
    "ask": lambda state: ASKED if state.is_asking else ASK,
    "score": lambda state: state.quiz.score if state.quiz else "",
    "judgement": lambda state: state.quiz.said if state.quiz else (),
    "judgement_kind": lambda state: KINDS[state.quiz.was_right if state.quiz else None],
    "summary": lambda state: state.quiz.summary if state.quiz else "",
}
