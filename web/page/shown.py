"""The values that `data-bind` names on the page and in its room Solve. No browser in here.

Any name that this module does not define is a part of the state itself, such as `problems.size`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from npuzzle import ALGORITHMS, GOALS, HEURISTICS, NPuzzleError
from npuzzle.puzzle.svg import MAX_ANIMATED
from npuzzle.registry import AUTO, Registry
from npuzzle.solving.plan import AUTOMATIC, AUTOMATIC_LINES
from npuzzle.text import count
from web.page.commands.board import MOST_CELLS
from web.page.commands.improving import describe_better
from web.page.examples import EXAMPLES
from web.page.heuristic_choice import COMBINE, YOURS, YOURS_LABEL
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
    describe_taken_apart,
    player_badge,
)
from web.solver.state import BUSY

SLIDE = "Press or drag a tile in line with the blank. Marked tiles are at home."
EDIT = "Press or type the numbers; leave the blank empty. Drag swaps two cells."
MAP = "Drag to look around. Press a tile in line with the blank to slide it."
MAP_EDIT = "Press a cell, and type its number below."
SLIDE_KEYS = "Arrow keys slide tiles."
EDIT_KEYS = "Press Space after each number, Escape at the end."
MAP_KEYS = "Arrow keys look around, plus and minus zoom. Enter, or Shift and an arrow key, slides a tile."
MAP_EDIT_KEYS = "Arrow keys reach a cell."
HANDS_STEPS = {
    "enter": "1 of 3: Which is yours?",
    "follow": "3 of 3: Slide it on your puzzle, then press the board here.",
}
RESTS = "The board is locked while solving."
EXACT = "The board is exactly that many moves from the goal."
WALK = "On more than 9 cells this is a random walk of that many moves: its shortest solution may be shorter."
FROM_THE_FIRST = "Solve starts from the first board, not from the one on show."
UNUSED = "This algorithm uses no heuristic."
LOOKS_ON = "The search for a shorter path continues."
FROM_HERE = "Your moves from this board"
FROM_START = "Your moves from the first board of the solution"
OWN_CHOICE = (YOURS_LABEL, "certified in the Lab for one shape and goal")
COMBINED = ("Combine", "the largest of several estimates, or their weighted sum")


class Shown:
    """The values computed from a state, by name. A name that is not in VALUES is a part of the state."""

    def __init__(self, state: UiState) -> None:
        self._state = state

    def __getattr__(self, name: str) -> Any:
        value = VALUES.get(name)
        return getattr(self._state, name) if value is None else value(self._state)


def is_solving(state: UiState) -> bool:
    return state.phase is Phase.SOLVING


def is_free(state: UiState) -> bool:
    return state.phase is not Phase.SOLVING


# The board


def _board_help(state: UiState) -> str:
    if is_solving(state):
        return RESTS
    if state.mode is Mode.EDIT:
        return MAP_EDIT if state.board.is_large else EDIT
    return MAP if state.board.is_large else SLIDE


def _board_keys(state: UiState) -> str:
    """Explain the keys of the board. Touch screens do not show this text."""
    if is_solving(state):
        return ""
    if state.mode is Mode.EDIT:
        return MAP_EDIT_KEYS if state.board.is_large else EDIT_KEYS
    return MAP_KEYS if state.board.is_large else SLIDE_KEYS


def _about(state: UiState) -> str:
    """Name the source of the board, or "" once a tile has been moved."""
    return state.history.about if state.board.words == state.history.origin else ""


def _example(state: UiState) -> str:
    about = _about(state)
    return next((example.name for example in EXAMPLES.values() if about and example.note == about), "")


def _goal_name(state: UiState) -> str:
    """Name the goal next to the verdict, because the menu of goals is folded away."""
    name = state.goal.name
    return f"Goal: {'Your own' if name == OWN else GOALS[name].label}"


def _hint_label(state: UiState) -> str:
    return "Stop looking" if not state.board.is_small and state.hint_request is not None else "Hint"


# The path


def _claim_kind(state: UiState) -> str:
    """Name the style in which the answer's claim is drawn."""
    answer = state.player.answer
    if answer is not None and answer.is_optimal:
        return "proved"
    if answer is not None and answer.outcome in UNSEARCHED:
        return "given"
    return "none" if answer is None or answer.claim is None else "bounded"


# A search


def _path_so_far(state: UiState) -> str:
    return describe_path_so_far(state, state.search.progress) if is_solving(state) else ""


def _why_not_solve(state: UiState) -> str:
    return "" if is_solving(state) else state.why_not_solve


def _solve_help(state: UiState) -> str:
    if _path_so_far(state):
        return LOOKS_ON
    return _why_not_solve(state) or (FROM_THE_FIRST if state.is_along_path else "")


def _solve_help_class(state: UiState) -> str:
    """Return `unseen`, which hides the text, if the verdict above says the same."""
    return "unseen" if _why_not_solve(state) == f"{state.board.verdict.headline}." else "hint"


# How to search


def describe_choice(name: str, chosen: str, cards: Registry[Any]) -> tuple[str, str]:
    """Return the label and the summary of the chosen entry of a menu."""
    if chosen == AUTO:
        return "Automatic", AUTOMATIC[name]
    if chosen in (YOURS, COMBINE):
        return OWN_CHOICE if chosen == YOURS else COMBINED
    return cards[chosen].label, cards[chosen].summary


def _describe_summary(state: UiState, name: str, cards: Registry[Any]) -> str:
    chosen = state.options.text(name)
    label, summary = describe_choice(name, chosen, cards)
    if chosen == AUTO and state.options.counts_lines:
        summary = AUTOMATIC_LINES[name]
    return f"{label}: {summary}."


def _heuristic_help(state: UiState) -> str:
    return _describe_summary(state, "heuristic", HEURISTICS) if state.options.informed else UNUSED


def _limit(state: UiState) -> str:
    """Return the time limit in words, or "" if it is empty or invalid."""
    try:
        seconds = state.options.read_seconds()
    except NPuzzleError:
        return ""
    return "" if seconds is None else count(seconds, "second")


def _way(state: UiState) -> str:
    """Describe the next search, in one line: `How: A*; Manhattan distance; at most 60 seconds`."""
    options, limit = state.options, _limit(state)
    parts = [describe_choice("algorithm", options.algorithm, ALGORITHMS)[0]]
    if options.informed and options.heuristic != AUTO:
        named = describe_choice("heuristic", options.heuristic, HEURISTICS)[0]
        parts.append(options.formula.strip() if options.combines and options.formula.strip() else named)
    if options.every == ON:
        parts.append("all shortest paths")
    if options.counts_lines:
        parts.append("line moves")
    if limit:
        parts.append(f"at most {limit}")
    return f"How: {'; '.join(parts)}"


# The user's own moves


def _moves_why_not(state: UiState) -> str:
    checking = "Looking for a shortest path to compare with."
    return checking if state.typed.is_checking else state.why_not_check


VALUES: dict[str, Callable[[UiState], object]] = {
    "is_solving": is_solving,
    "is_free": is_free,
    "is_ready": lambda state: state.phase is Phase.READY,
    # the running tasks: a new version of the page waits for their end
    "busy": lambda state: BUSY.get("solve" if is_solving(state) else state.solver.busy, ""),
    "stage": lambda state: (Phase.PLAYING if state.shows_path else state.phase).value,
    "is_welcome": lambda state: state.player.answer is None and is_free(state),
    "can_enter": lambda state: state.phase in (Phase.READY, Phase.EDITING),
    # the board
    "can_undo": lambda state: is_free(state) and bool(state.history.past),
    "can_redo": lambda state: is_free(state) and bool(state.history.future),
    "can_reset_now": lambda state: is_free(state) and state.can_reset,
    "hand_moves": lambda state: describe_hand_moves(state.history),
    "board_help": _board_help,
    "board_keys": _board_keys,
    "hands_step": lambda state: "Solved." if state.is_followed_to_end else HANDS_STEPS.get(state.hands, ""),
    "can_be_lost": lambda state: state.hands == "follow" and state.shows_path and state.player.can_go_on,
    "is_full": lambda state: bool(state.hands) and not state.board.to_fill,
    "taken_apart": describe_taken_apart,
    "has_board_help": lambda state: not (state.shows_path or state.mode is Mode.PASTE),
    "is_pasting": lambda state: state.mode is Mode.PASTE,
    "pasted": lambda state: state.board.text if state.mode is Mode.PASTE else "",
    "about": _about,
    "example": _example,
    "distance_help": lambda state: EXACT if state.board.rows * state.board.cols <= MOST_CELLS else WALK,
    "goal_name": _goal_name,
    "goal_help": lambda state: "" if state.goal.name == OWN else GOALS[state.goal.name].summary,
    "has_own_goal": lambda state: state.goal.name == OWN,
    "has_hints": lambda state: state.phase in (Phase.READY, Phase.SOLVING) and not state.shows_path,
    "hint_label": _hint_label,
    "hint_text": lambda state: describe_hint(state) if state.phase is Phase.READY else "",
    # the review of moves by hand
    "review_said": lambda state: describe_review(state.review) if state.is_reviewed else "",
    "review_chosen": lambda state: describe_chosen(state.review) if state.is_reviewed else "",
    # the path: the last step is set first, because a slider rejects a step beyond its end
    "last_step": lambda state: max(1, len(state.player.path)),
    "step": lambda state: str(state.player.step),
    "can_go_on": lambda state: state.player.step < len(state.player.path),
    "play_label": lambda state: "Pause" if state.player.is_playing else "Play",
    "grouping": lambda state: "runs" if state.player.lists_runs else "single",
    "player_badge": lambda state: "" if state.player.answer is None else player_badge(state.player.answer),
    "claim_kind": _claim_kind,
    "can_animate": lambda state: 0 < len(state.player.path) <= MAX_ANIMATED,
    "can_print": lambda state: state.board.is_valid and state.goal.board is not None,
    # a search
    "better": describe_better,
    "in_hand": lambda state: "" if describe_better(state) else _path_so_far(state),
    "is_searching": lambda state: is_solving(state) or bool(describe_better(state)),
    "stop_label": lambda state: "Use this one" if _path_so_far(state) else "Stop",
    "came_down": lambda state: describe_shortening(state.search.progress) if is_solving(state) else "",
    "solve_help": _solve_help,
    "solve_help_class": _solve_help_class,
    "has_result": lambda state: state.player.answer is not None and is_free(state),
    "other_way_now": lambda state: "" if is_solving(state) else state.other_way,
    # how to search
    "combines": lambda state: state.options.heuristic == COMBINE,
    "can_choose_heuristic": lambda state: is_free(state) and state.options.informed,
    "other_options_problem": lambda state: "" if state.formula_problem else state.options_problem,
    "algorithm_help": lambda state: _describe_summary(state, "algorithm", ALGORITHMS),
    "heuristic_help": _heuristic_help,
    "limits": lambda state: f"Limits: {_limit(state)}" if _limit(state) else "Limits",
    "way": _way,
    # the user's own moves
    "moves_label": lambda state: FROM_START if state.is_along_path else FROM_HERE,
    "can_check": lambda state: not (state.typed.is_checking or state.why_not_check),
    "moves_why_not": _moves_why_not,
    "has_checked_path": lambda state: state.checked_moves is not None and bool(state.checked_moves.path),
}
