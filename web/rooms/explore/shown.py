"""What the Explore room shows: the names that `data-bind` of its HTML reads; no browser in here.

A name that is not here is a part of the state itself, such as `problem`. What only the picture of the space
or the sample knows is written by its view.
"""

from __future__ import annotations

from typing import Any

from npuzzle.text import count
from web.calc import calc
from web.page.state import Phase as PagePhase
from web.page.state import UiState
from web.rooms.explore import space
from web.rooms.explore.sample import has_sample
from web.rooms.explore.state import EXAMPLE, ZOOMS, ExploreState, Phase
from web.rooms.explore.words import RULES, describe_step

ASK = "Before each step, choose the board that will be expanded next."
ASKED = "Which open board comes next? Click it in the tree or in the list below."


class Shown:
    """Work out what follows from the room, the page and `source`, the text of the Lab."""

    def __init__(self, state: ExploreState, page: UiState, source: str) -> None:
        self._state, self._page, self._source = state, page, source
        self._why_no_search = state.why_not_search(page, source)
        self.why = state.tree_problem or self._why_no_search
        self.apart = state.describe_difference(page)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    # The form

    @property
    def rule(self) -> str:
        return RULES[self._state.algorithm]

    @property
    def is_building(self) -> bool:
        return self._state.phase is Phase.BUILDING

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

    # The whole space, or a sample of it

    @property
    def is_sampled(self) -> bool:
        return has_sample(self._page.current_board)

    @property
    def can_show_sample(self) -> bool:
        return self.is_sampled and not self._why_no_search

    @property
    def why_no_space(self) -> str:
        if self.is_sampled:
            return ""
        no_picture = space.why_no_picture(self._page.current_board)
        return space.NO_OWN if self._state.has_own_algorithm else no_picture

    @property
    def can_show_space(self) -> bool:
        return not (self.is_sampled or self.why_no_space or self.why)

    # The tree

    @property
    def is_stale(self) -> bool:
        return bool(self.apart)

    @property
    def limit(self) -> str:
        trace = self._state.trace
        if trace is None or trace.complete:
            return ""
        return (
            f"This search needs more than {count(trace.expanded, 'expansion')}: only these are shown. "
            "To see a whole tree, take a board nearer to its goal."
        )

    @property
    def title(self) -> str:
        trace, turn = self._state.trace, self._state.round
        if trace is None or not trace.bounds or not turn:
            return "Search tree"
        return f"Search tree, round {turn} of {len(trace.bounds)}, bound {trace.bounds[turn - 1]:g}"

    @property
    def can_shrink(self) -> bool:
        return self._state.zoom > 0

    @property
    def can_grow(self) -> bool:
        return self._state.zoom < len(ZOOMS) - 1

    # Its steps

    @calc("trace", "at")
    def step_lines(self) -> tuple[str, ...]:
        """Describe the last step."""
        return () if self.trace is None else describe_step(self.trace, self.at)

    @property
    def step(self) -> str:
        return str(self._state.at)

    @property
    def last_step(self) -> int:
        return max(1, self._state.last)

    @property
    def step_text(self) -> str:
        return f"Step {self._state.at} of {self._state.last}: {self.step_lines[0] if self.step_lines else ''}"

    @property
    def can_slide(self) -> bool:
        return self.can_step and self._state.last > 0

    @property
    def can_go_back(self) -> bool:
        return self.can_step and self._state.at > 0

    @property
    def can_go_on(self) -> bool:
        return self.can_step and self._state.at < self._state.last

    @property
    def play_label(self) -> str:
        return "Pause the search" if self._state.playing else "Play the search"

    # Predictions

    @property
    def can_step(self) -> bool:
        return not self._state.is_asking

    @property
    def has_rule(self) -> bool:
        return self._state.trace is not None and self._state.trace.has_rule

    @property
    def predict_label(self) -> str:
        return "End the predictions" if self._state.is_asking else "Predict the next board"

    @property
    def ask(self) -> str:
        return ASKED if self._state.is_asking else ASK

    @property
    def score(self) -> str:
        return self._state.quiz.score if self._state.quiz else ""

    @property
    def judgement(self) -> tuple[str, ...]:
        return self._state.quiz.said if self._state.quiz else ()

    @property
    def judgement_kind(self) -> str:
        return {None: "", True: "right", False: "wrong"}[
            self._state.quiz.was_right if self._state.quiz else None
        ]

    @property
    def summary(self) -> str:
        return self._state.quiz.summary if self._state.quiz else ""
