"""What the page and its room Solve show: the names that `data-bind` of their HTML reads; no browser in here.

A name that is not here is a part of the state itself, such as `problems.size`.
"""

from __future__ import annotations

from typing import Any

from npuzzle import ALGORITHMS, GOALS, HEURISTICS, NPuzzleError
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.svg import MAX_ANIMATED
from npuzzle.registry import AUTO, Registry
from npuzzle.solving.plan import AUTOMATIC, AUTOMATIC_LINES
from npuzzle.text import count
from web.page.commands.board import MOST_CELLS
from web.page.commands.improving import describe_better
from web.page.examples import EXAMPLES
from web.page.heuristic_choice import COMBINE, YOURS
from web.page.parts.answer import UNSEARCHED
from web.page.parts.board import OWN
from web.page.parts.search import ON
from web.page.review import describe_chosen, describe_review
from web.page.state import Mode, Phase, UiState
from web.page.words import (
    describe_hand_moves,
    describe_hint,
    describe_path_so_far,
    describe_shortening,
    player_badge,
)
from web.solver.state import BUSY

SLIDE = "Click or drag a tile in line with the blank, or use the arrow keys. Marked tiles are at home."
EDIT = (
    "Type the numbers, Space after each, or press them; leave the blank empty. Escape ends. "
    "Drag swaps two cells."
)
MAP = (
    "Drag or use the arrow keys to look around, plus and minus or the wheel to zoom. A click or Enter slides "
    "the tile in line with the blank; Shift and an arrow key too."
)
MAP_EDIT = "Click a cell, or reach it with the arrow keys, and type its number below."
RESTS = "The board is locked while solving."
EXACT = "The board is exactly that many moves from the goal."
WALK = "On more than 9 cells this is a random walk of that many moves: its shortest solution may be shorter."
FROM_THE_FIRST = "Solve starts from the first board, not from the one on show."
UNUSED = "This algorithm uses no heuristic."
LOOKS_ON = "A shorter one is being looked for."
FROM_HERE = "Your moves from this board"
FROM_START = "Your moves from the first board of the solution"
OWN_CHOICE = ("Yours (certified)", "certified in the Lab for one shape and goal")
COMBINED = ("Combine", "the largest of several estimates, or their weighted sum")


class Shown:
    """Work out what follows from the state; its own parts are found here too."""

    def __init__(self, state: UiState) -> None:
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    # When

    @property
    def is_solving(self) -> bool:
        return self._state.phase is Phase.SOLVING

    @property
    def is_free(self) -> bool:
        return not self.is_solving

    @property
    def is_ready(self) -> bool:
        return self._state.phase is Phase.READY

    @property
    def busy(self) -> str:
        """Say what is under way, for the offer of a new version: none takes over meanwhile."""
        return BUSY.get("solve" if self.is_solving else self._state.solver.busy, "")

    @property
    def stage(self) -> str:
        return (Phase.PLAYING if self._state.shows_path else self._state.phase).value

    @property
    def is_welcome(self) -> bool:
        return self._state.player.answer is None and self.is_free

    @property
    def can_enter(self) -> bool:
        return self._state.phase in (Phase.READY, Phase.EDITING)

    # The board

    @property
    def can_undo(self) -> bool:
        return self.is_free and bool(self._state.history.past)

    @property
    def can_redo(self) -> bool:
        return self.is_free and bool(self._state.history.future)

    @property
    def can_reset_now(self) -> bool:
        return self.is_free and self._state.can_reset

    @property
    def hand_moves(self) -> str:
        return describe_hand_moves(self._state.history)

    @property
    def board_help(self) -> str:
        is_large = self._state.board.is_large
        if self.is_solving:
            return RESTS
        if self._state.mode is Mode.EDIT:
            return MAP_EDIT if is_large else EDIT
        return MAP if is_large else SLIDE

    @property
    def has_board_help(self) -> bool:
        return not (self._state.shows_path or self.is_pasting)

    @property
    def is_pasting(self) -> bool:
        return self._state.mode is Mode.PASTE

    @property
    def pasted(self) -> str:
        return self._state.board.text if self.is_pasting else ""

    @property
    def has_text_problem(self) -> bool:
        return bool(self._state.board.text_problem)

    @property
    def about(self) -> str:
        """Say where the board is from, until its tiles are moved."""
        history = self._state.history
        return history.about if self._state.board.words == history.origin else ""

    @property
    def example(self) -> str:
        about = self.about
        return next((example.name for example in EXAMPLES.values() if about and example.note == about), "")

    @property
    def distance_help(self) -> str:
        return EXACT if self._state.board.rows * self._state.board.cols <= MOST_CELLS else WALK

    # The goal

    @property
    def goal_name(self) -> str:
        """Name the goal beside the verdict, unless it is the usual one: its choice is folded away."""
        name = self._state.goal.name
        label = "Your own" if name == OWN else GOALS[name].label
        return "" if name == DEFAULT_GOAL else f"Goal: {label}"

    @property
    def goal_help(self) -> str:
        return "" if self.has_own_goal else GOALS[self._state.goal.name].summary

    @property
    def has_own_goal(self) -> bool:
        return self._state.goal.name == OWN

    @property
    def has_goal_problem(self) -> bool:
        return bool(self._state.goal.problem)

    # Hints

    @property
    def has_hints(self) -> bool:
        return self._state.phase in (Phase.READY, Phase.SOLVING) and not self._state.shows_path

    @property
    def hint_label(self) -> str:
        looking = not self._state.board.is_small and self._state.hint_request is not None
        return "Stop looking" if looking else "Hint"

    @property
    def hint_text(self) -> str:
        return describe_hint(self._state) if self.is_ready else ""

    # The review

    @property
    def review_said(self) -> str:
        return describe_review(self._state.review) if self._state.is_reviewed else ""

    @property
    def review_chosen(self) -> str:
        return describe_chosen(self._state.review) if self._state.is_reviewed else ""

    # The path

    @property
    def step(self) -> str:
        return str(self._state.player.step)

    @property
    def last_step(self) -> int:
        return max(1, len(self._state.player.path))

    @property
    def can_go_on(self) -> bool:
        return self._state.player.step < len(self._state.player.path)

    @property
    def play_label(self) -> str:
        return "Pause" if self._state.player.is_playing else "Play"

    @property
    def chosen_path(self) -> str:
        return str(self._state.player.choice)

    @property
    def grouping(self) -> str:
        return "runs" if self._state.player.lists_runs else "single"

    @property
    def player_badge(self) -> str:
        answer = self._state.player.answer
        return "" if answer is None else player_badge(answer)

    @property
    def claim_kind(self) -> str:
        """Name the look of what is certain about the answer."""
        answer = self._state.player.answer
        if answer is not None and answer.is_optimal:
            return "proved"
        if answer is not None and answer.outcome in UNSEARCHED:
            return "given"
        return "none" if answer is None or answer.claim is None else "bounded"

    # Pictures and paper

    @property
    def can_animate(self) -> bool:
        return 0 < len(self._state.player.path) <= MAX_ANIMATED

    @property
    def can_print(self) -> bool:
        return self._state.board.is_valid and self._state.goal.board is not None

    # A search

    @property
    def better(self) -> str:
        return describe_better(self._state)

    @property
    def path_so_far(self) -> str:
        return describe_path_so_far(self._state.search.progress) if self.is_solving else ""

    @property
    def in_hand(self) -> str:
        return "" if self.better else self.path_so_far

    @property
    def is_searching(self) -> bool:
        return self.is_solving or bool(self.better)

    @property
    def stop_label(self) -> str:
        return "Use this one" if self.path_so_far else "Stop"

    @property
    def came_down(self) -> str:
        return describe_shortening(self._state.search.progress) if self.is_solving else ""

    @property
    def solve_help(self) -> str:
        if self.path_so_far:
            return LOOKS_ON
        why_not = "" if self.is_solving else self._state.why_not_solve
        return why_not or (FROM_THE_FIRST if self._state.is_along_path else "")

    @property
    def solve_help_class(self) -> str:
        """Return `unseen` for what the verdict above says already."""
        why_not = "" if self.is_solving else self._state.why_not_solve
        return "unseen" if why_not == f"{self._state.board.verdict.headline}." else "hint"

    @property
    def has_result(self) -> bool:
        return self._state.player.answer is not None and self.is_free

    @property
    def other_way_now(self) -> str:
        return "" if self.is_solving else self._state.other_way

    # How to search

    @property
    def combines(self) -> bool:
        return self._state.options.heuristic == COMBINE

    @property
    def can_choose_heuristic(self) -> bool:
        return self.is_free and self._state.options.informed

    @property
    def has_formula_problem(self) -> bool:
        return bool(self._state.formula_problem)

    @property
    def other_options_problem(self) -> str:
        return "" if self.has_formula_problem else self._state.options_problem

    @property
    def algorithm_help(self) -> str:
        return self._describe_summary("algorithm", ALGORITHMS)

    @property
    def heuristic_help(self) -> str:
        return self._describe_summary("heuristic", HEURISTICS) if self._state.options.informed else UNUSED

    def _describe_summary(self, name: str, cards: Registry[Any]) -> str:
        options = self._state.options
        chosen = options.text(name)
        label, summary = describe_choice(name, chosen, cards)
        if chosen == AUTO and options.counts_lines:
            summary = AUTOMATIC_LINES[name]
        return f"{label}: {summary}."

    @property
    def limit(self) -> str:
        """Return the time limit in words; empty if there is none, or none that can be read."""
        try:
            seconds = self._state.options.read_seconds()
        except NPuzzleError:
            return ""
        return "" if seconds is None else count(seconds, "second")

    @property
    def limits(self) -> str:
        return f"Limits: {self.limit}" if self.limit else "Limits"

    @property
    def way(self) -> str:
        """Say what Solve will do, in one line: `How: A*; Manhattan distance; at most 60 seconds`."""
        options = self._state.options
        parts = [describe_choice("algorithm", options.algorithm, ALGORITHMS)[0]]
        if options.informed and options.heuristic != AUTO:
            is_formula = options.heuristic == COMBINE and options.formula.strip()
            named = describe_choice("heuristic", options.heuristic, HEURISTICS)[0]
            parts.append(options.formula.strip() if is_formula else named)
        if options.every == ON:
            parts.append("all shortest paths")
        if options.counts_lines:
            parts.append("line moves")
        if self.limit:
            parts.append(f"at most {self.limit}")
        return f"How: {'; '.join(parts)}"

    # The user's own moves

    @property
    def moves_label(self) -> str:
        return FROM_START if self._state.is_along_path else FROM_HERE

    @property
    def can_check(self) -> bool:
        return not (self._state.typed.is_checking or self._state.why_not_check)

    @property
    def moves_why_not(self) -> str:
        if self._state.typed.is_checking:
            return "Looking for a shortest path to compare with."
        return self._state.why_not_check

    @property
    def has_checked_path(self) -> bool:
        found = self._state.checked_moves
        return found is not None and bool(found.path)


def describe_choice(name: str, chosen: str, cards: Registry[Any]) -> tuple[str, str]:
    """Return the label and the summary of what is chosen in a menu."""
    if chosen == AUTO:
        return "Automatic", AUTOMATIC[name]
    if chosen in (YOURS, COMBINE):
        return OWN_CHOICE if chosen == YOURS else COMBINED
    return cards[chosen].label, cards[chosen].summary
