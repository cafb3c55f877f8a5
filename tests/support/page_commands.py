"""Strategies for each command of the page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

from hypothesis import strategies as st

from npuzzle import Board, Notation, goal_board
from npuzzle.puzzle.goals import GOALS
from tests.support.page_states import PROGRESS, answer_of, page
from web.command import Call, Command
from web.page import effects
from web.page.commands import COMMANDS
from web.page.examples import EXAMPLES
from web.page.heuristic_choice import COMBINE, YOURS, CertifiedHeuristic
from web.page.parts.board import OWN
from web.page.parts.player import SPEEDS
from web.page.parts.review import ReviewState
from web.page.parts.search import ON
from web.page.state import Mode, UiState

#: The commands of the page, by name.
e = SimpleNamespace(**COMMANDS)

SIZES = st.integers(1, 4)
SEEDS = st.integers(0, 99)
WORDS = st.sampled_from(["", "0", "1", "2", "3", "8", "9", "x", "a", "12", " 4 "])
TEXTS = st.sampled_from(
    [
        *("1 2 3/4 5 6/7 8 0", "2 8 1/0 4 3/7 6 5", "3 1/2 0", "1 2 3/4 5 0", "5 1 2/3 4 0", "2 1/3 0"),
        *("", "??", "1 2 3", "1 1/2 0", "1 2 3/4 5 6/7 8 9", "1 2 3/4 5 6/7 8 0/1 2 3", "1 2 3 4/5 6 7 0"),
    ]
)
NUMBERS = st.sampled_from(["", "0", "1", "3", "12", "31", "32", "x", "-1", "9" * 40, " 7 "])
CELLS = st.integers(-1, 16)
MOVES = st.sampled_from(["", " ", "L L", "L2", "7 8", "8", "D U L2", "U", "RRR", "99", "<b>x</b>", "l, l"])
CERTIFIED = st.builds(
    CertifiedHeuristic,
    st.sampled_from(["one", "two"]),
    st.sampled_from(["1 2 3/4 5 6/7 8 0", "1 2/3 0"]).map(Board.parse),
    st.booleans(),
)
FORMULAS = st.sampled_from(
    [
        *("", " ", "manhattan", "max(manhattan, misplaced)", "0.5*misplaced + 0.5*manhattan", "2 manhattan"),
        *("max(", "my.py:h", "max(my.py:h, zero)", "<b>x</b>", "max(pattern-tables, zero)", "combine", "0"),
    ]
)
OPTIONS = st.one_of(
    st.tuples(st.sampled_from(["weight", "width", "seconds", "expanded", "stored", "depth"]), NUMBERS),
    st.tuples(
        st.just("algorithm"), st.sampled_from(["auto", "astar", "beam", "weighted-astar", "constructive"])
    ),
    st.tuples(st.just("heuristic"), st.sampled_from(["auto", "zero", "value-euclidean"])),
    st.tuples(st.just("heuristic"), st.sampled_from([COMBINE, YOURS])),
    st.tuples(st.just("formula"), FORMULAS),
    st.tuples(st.just("every"), st.sampled_from(["", ON])),
)
BOARDS = st.sampled_from(
    ["1 2 3/4 5 6/0 7 8", "2 8 1/0 4 3/7 6 5", "3 1/2 0", "2 1/3 0", "5 1 2/3 4 0", "1 2 3 4/5 6 7 0"]
).map(Board.parse)

#: A review of moves from the first of the boards, and from others.
REVIEW = ReviewState(
    (("1", "2", "3"), ("4", "5", "6"), ("0", "7", "8")),
    Board.parse("1 2 3/4 5 6/7 8 0"),
    "LRLL",
    (2, 1, 2, 1, 0),
    ("", "L", "", ""),
)
REVIEWS = st.sampled_from([REVIEW, replace(REVIEW, origin=(("1", "2"), ("0", "3"))), ReviewState()])

#: The only commands that may change the cells or the goal.
CHANGING: dict[Command[UiState, Any], st.SearchStrategy[Call]] = {
    e.type_cell: st.builds(e.type_cell, st.integers(-1, 4), st.integers(-1, 4), WORDS),
    e.type_text: st.builds(e.type_text, TEXTS),
    e.give_text: st.builds(e.give_text, TEXTS),
    e.clear_cells: st.just(e.clear_cells()),
    e.begin_mine: st.just(e.begin_mine()),
    e.place_number: st.builds(e.place_number, st.integers(-1, 4), st.integers(-1, 4), WORDS),
    e.swap_cells: st.builds(e.swap_cells, CELLS, CELLS),
    e.choose_mode: st.builds(e.choose_mode, st.sampled_from(Mode)),
    e.toggle_edit: st.just(e.toggle_edit()),
    e.choose_size: st.builds(e.choose_size, SIZES, SIZES),
    e.choose_goal: st.builds(e.choose_goal, st.sampled_from([OWN, *(card.name for card in GOALS)])),
    e.type_goal: st.builds(e.type_goal, TEXTS),
    e.give_board: st.builds(e.give_board, BOARDS, st.none() | BOARDS),
    e.begin_board: st.builds(
        lambda board: e.begin_board(board, goal_board("blank-last", board.shape)), BOARDS
    ),
    e.lend_board: BOARDS.map(lambda board: e.lend_board(board, goal_board("blank-first", board.shape))),
    e.return_lent: st.just(e.return_lent()),
    e.draw_random: st.builds(e.draw_random, SEEDS),
    e.draw_at_distance: st.builds(e.draw_at_distance, NUMBERS, SEEDS),
    e.choose_example: st.builds(e.choose_example, st.sampled_from([*EXAMPLES, "no such"])),
    e.repair_board: st.builds(e.repair_board, st.integers(-1, 3)),
    e.press_cell: st.builds(e.press_cell, CELLS),
    e.press_arrow: st.builds(e.press_arrow, st.sampled_from("UDLR"), st.booleans()),
    e.undo: st.just(e.undo()),
    e.redo: st.just(e.redo()),
    e.reset: st.just(e.reset()),
}
KEEPING: dict[Command[UiState, Any], st.SearchStrategy[Call]] = {
    e.take_review: REVIEWS.map(e.take_review),
    e.choose_reviewed: st.builds(e.choose_reviewed, st.integers(-1, 5)),
    e.choose_option: OPTIONS.map(lambda pair: e.choose_option(*pair)),
    e.change_solver: st.builds(
        e.change_solver,
        st.sampled_from([True, True, False]),
        st.sampled_from(["", "", "hint", "solve", "race"]),
        st.sampled_from(["", "It was lost."]),
    ),
    e.start_search: st.just(e.start_search()),
    e.solve_otherwise: st.just(e.solve_otherwise()),
    e.stop_search: st.just(e.stop_search()),
    e.take_progress: st.just(e.take_progress(PROGRESS)),
    e.fail_search: st.just(e.fail_search("gone")),
    e.hold_board: st.builds(e.hold_board, st.booleans()),
    e.give_path: st.builds(
        e.give_path, st.text("UDLR", max_size=3), st.integers(-1, 4), st.none() | st.integers(0, 4)
    ),
    e.restore_path: st.builds(e.restore_path, st.text("UDLR", max_size=3), st.just(0), st.integers(0, 4)),
    e.read_link: st.builds(e.read_link, st.sampled_from(["", "The link's bound is 'x'."])),
    e.ask_print: st.just(e.ask_print()),
    e.solve_and_print: st.just(e.solve_and_print()),
    e.print_anyway: st.just(e.print_anyway()),
    e.choose_picture: st.builds(e.choose_picture, st.sampled_from(["", "blob:1"]), st.floats(0, 3)),
    e.show_hues: st.builds(e.show_hues, st.booleans()),
    e.show_numbers: st.builds(e.show_numbers, st.booleans()),
    e.refuse_file: st.just(e.refuse_file("No picture.")),
    e.jump_to: st.builds(e.jump_to, st.integers(-2, 40)),
    e.step: st.builds(e.step, st.sampled_from(["first", "back", "forward", "last"])),
    e.type_step: st.builds(e.type_step, NUMBERS),
    e.choose_path: st.builds(e.choose_path, st.integers(-1, 3)),
    e.take_better_path: st.just(e.take_better_path()),
    e.press_play: st.just(e.press_play()),
    e.tick: st.builds(e.tick, st.integers(1, 30)),
    e.choose_speed: st.builds(e.choose_speed, st.sampled_from([*SPEEDS, "no such"])),
    e.choose_notation: st.builds(e.choose_notation, st.sampled_from(Notation)),
    e.choose_grouping: st.builds(e.choose_grouping, st.booleans()),
    e.choose_hints: st.builds(e.choose_hints, st.booleans()),
    e.ask_hint: st.just(e.ask_hint()),
    e.certify_heuristic: st.builds(e.certify_heuristic, st.none() | CERTIFIED),
    e.ask_for_tiles: st.builds(e.ask_for_tiles, st.booleans()),
    e.pick_tile: st.builds(e.pick_tile, CELLS),
    e.type_moves: st.builds(e.type_moves, MOVES),
    e.check_moves: st.just(e.check_moves()),
    e.take_play: st.just(e.take_play("All 2 moves are legal.")),
    e.stop_check: st.just(e.stop_check()),
    e.show_moves: st.just(e.show_moves()),
}
#: Answers of the solver, which depend on the board: tests make them.
ANSWERED = (e.finish_search, e.take_hint, e.take_check)


#: Each command at least once.
CALLS = (
    e.type_cell(0, 0, "8"),
    e.type_text("1 2/3 0"),
    e.choose_size(2, 3),
    e.choose_goal("spiral"),
    e.type_goal("1 2 3/4 0 5/6 7 8"),
    e.draw_random(1),
    e.repair_board(0),
    e.toggle_edit(),
    e.press_cell(3),
    e.press_arrow("L"),
    e.choose_option("algorithm", "idastar"),
    e.change_solver(ready=True),
    e.change_solver(ready=False, problem="It does not start.", stuck=True, note="No tables."),
    e.give_board(Board.parse("3 1/2 0")),
    e.begin_board(Board.parse("3 1/2 0"), Board.parse("1 2/3 0")),
    e.lend_board(Board.parse("3 1/2 0"), Board.parse("0 1/2 3"), (("depth", "7"),)),
    e.return_lent(),
    e.ask_for_tiles(is_asked=True),
    e.pick_tile(1),
    e.read_link("The link's bound is 'x'."),
    e.give_path("RL", 1),
    e.restore_path("RL", 1),
    e.fail_search("gone"),
    e.solve_otherwise(),
    e.start_search(),
    e.stop_search(),
    e.take_progress(PROGRESS),
    e.finish_search(answer_of(page())),
    e.ask_print(),
    e.solve_and_print(),
    e.print_anyway(),
    e.give_text("2 1/3 0"),
    e.clear_cells(),
    e.begin_mine(),
    e.hold_board(),
    e.place_number(0, 0, "1"),
    e.swap_cells(0, 1),
    e.take_review(REVIEW),
    e.choose_reviewed(1),
    e.choose_mode(Mode.PASTE),
    e.draw_at_distance("3", 1),
    e.choose_example("loyd"),
    e.undo(),
    e.redo(),
    e.reset(),
    e.choose_picture("blob:picture", 1.5),
    e.show_numbers(False),
    e.show_hues(True),
    e.refuse_file("No."),
    e.jump_to(1),
    e.choose_path(0),
    e.take_better_path(),
    e.press_play(),
    e.tick(),
    e.choose_speed("fast"),
    e.step("back"),
    e.type_step("1"),
    e.type_step("one"),
    e.choose_notation(Notation.BLANK),
    e.choose_grouping(True),
    e.choose_hints(True),
    e.ask_hint(),
    e.take_hint(problem="gone"),
    e.certify_heuristic(),
    e.type_moves("L2"),
    e.check_moves(),
    e.stop_check(),
    e.take_play("The move is legal."),
    e.take_check(problem="gone"),
    e.show_moves(),
)


def effects_of(before: UiState, after: UiState, what: Call) -> list[Any]:
    """Carry out the effects of a change, and list the calls, such as `call.move_focus(...)`."""
    outside = Mock()
    for effect in effects.effects_of(before, after, what, outside):
        effect()
    return outside.mock_calls


def names_of(effects: Iterable[Any]) -> list[str]:
    return [name for name, _, _ in effects]
