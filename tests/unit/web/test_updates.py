"""The effect of each event on the page, in every phase, without a browser."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from npuzzle import Board, Limits, Notation, solve
from npuzzle.puzzle.board import goal_board
from npuzzle.search import WIDTH
from tests.support.page_commands import CALLS
from tests.support.page_states import answer_of, in_phase, page, play_solution
from web.page.commands import COMMANDS, initial_state, update
from web.page.commands.board import (
    choose_goal,
    choose_size,
    draw_random,
    give_board,
    repair_board,
    type_goal,
    type_text,
)
from web.page.commands.modes import choose_mode, toggle_edit, type_cell
from web.page.commands.sliding import press_arrow, press_cell
from web.page.commands.solving import (
    change_solver,
    choose_option,
    end_of,
    fail_search,
    finish_search,
    start_search,
    stop_search,
)
from web.page.commands.stepping import choose_notation, choose_path, choose_speed, jump_to, press_play, tick
from web.page.commands.undo import redo, undo
from web.page.parts.answer import Answer
from web.page.parts.board import OWN
from web.page.parts.search import ON
from web.page.state import Mode, Phase, UiState
from web.page.words import (
    badge,
    describe_hand_moves,
    describe_paths,
    describe_ratio,
    headline,
)


def test_every_event_is_tried_here() -> None:
    assert {each.command for each in CALLS} == {*COMMANDS.values()}


@pytest.mark.parametrize("phase", Phase)
def test_outside_its_phases_an_event_changes_nothing(phase: Phase) -> None:
    state = in_phase(phase)
    assert state.phase is phase
    for event in CALLS:
        if not event.command.may(state):
            assert update(state, event) is state, event


def test_a_playback_says_its_moves_at_a_pace_that_can_be_heard() -> None:
    state = update(update(play_solution("8 6 7/2 5 4/3 0 1"), choose_speed("slow")), press_play())
    state = update(state, tick())
    assert state.spoken == "Tile 5 down, 30 to go."
    state = update(update(state, tick()), press_play())
    assert state.spoken == "Paused. Move 2 of 31: Tile 4 left."
    state = update(update(state, choose_speed("fast")), press_play())
    said = []
    while state.player.is_playing:
        state = update(state, tick())
        said.append(state.spoken)
    assert [text for text in said if text][-1].endswith("solved.")
    assert len([text for text in said if text]) == 4  # at moves 10, 20, 30 and 31


def test_what_is_said_is_said_once() -> None:
    state = update(page(), press_arrow("U"))
    assert state.spoken == "No tile can slide up."
    assert update(state, choose_notation(Notation.BLANK)).spoken == ""


# The board


def test_a_faulty_text_of_the_right_form_shows_in_the_cells() -> None:
    state = update(page(), type_text("1 2 3/4 5 5/7 x 0"))
    assert state.phase is Phase.EDITING
    assert state.board.words == (("1", "2", "3"), ("4", "5", "5"), ("7", "x", "0"))
    assert state.board.bad_cells == {(1, 1), (1, 2), (2, 1), (2, 2)}
    assert state.board.verdict.headline == "Not a board yet"
    assert update(state, type_text("1 2 3/4 5 6/7 8 0")).phase is Phase.READY


@pytest.mark.parametrize("text", ["", "1 2 3", "1 2/3 4 5", "hello", "((1,2)"])
def test_a_text_that_fits_no_grid_leaves_the_board_alone(text: str) -> None:
    before = page()
    after = update(before, type_text(text))
    assert (after.board.words, after.board.check, after.phase) == (
        before.board.words,
        before.board.check,
        before.phase,
    )
    assert after.board.text == text
    assert after.board.text_problem.startswith("Not a board: ")


def test_boards_beyond_the_grid_are_taken_as_large_ones() -> None:
    text = "/".join(" ".join(str(r * 11 + c) for c in range(11)) for r in range(11))
    state = update(page(), type_text(text))
    assert (state.board.rows, state.board.is_large, state.board.check.valid) == (11, True, True)


def test_an_empty_cell_is_the_gap() -> None:
    state = update(update(page("1 2 3/4 5 6/7 8 0"), toggle_edit()), type_cell(2, 2, " "))
    assert state.board.check.valid
    assert state.board.text == "1 2 3/4 5 6/7 8 _"


def test_editing_cannot_be_left_with_a_fault() -> None:
    state = update(update(page(), toggle_edit()), type_cell(0, 0, "x"))
    after = update(state, toggle_edit())
    assert after.phase is Phase.EDITING
    assert after.spoken.startswith("Not a board yet: ")


def test_editing_a_shown_solution_starts_from_the_board_on_show() -> None:
    state = update(update(play_solution(), jump_to(1)), toggle_edit())
    assert state.phase is Phase.EDITING
    assert state.board.text == "1 2 3/4 5 6/7 0 8"


def test_a_slide_along_the_path_is_a_step_forward_or_back() -> None:
    state = update(update(play_solution(), jump_to(1)), press_arrow("L"))
    assert (state.phase, state.player.step) == (Phase.PLAYING, 2)
    assert state.spoken == "Tile 8 left, solved."
    state = update(state, press_arrow("R"))
    assert (state.phase, state.player.step) == (Phase.PLAYING, 1)
    line = update(play_solution(), press_cell(8))  # both tiles of the row: the whole path
    assert (line.phase, line.player.step) == (Phase.PLAYING, 2)
    assert update(line, press_cell(6)).player.step == 0


def test_a_slide_off_the_path_leaves_the_solution_from_the_board_on_show() -> None:
    state = update(update(play_solution(), jump_to(1)), press_arrow("D"))
    assert (state.phase, state.player.answer) == (Phase.READY, None)
    assert str(state.board.check.board) == "1 2 3/4 0 6/7 5 8"
    assert state.spoken == "Tile 5 down. That is not on the path: Undo brings the path back."
    assert describe_hand_moves(state.history) == "1 move by hand. Undo brings the solution back."
    assert describe_hand_moves(update(state, press_arrow("U")).history) == "2 moves by hand"


@pytest.mark.parametrize("event", [press_arrow("D"), toggle_edit(), choose_mode(Mode.EDIT)], ids=str)
def test_undo_brings_a_solution_back_at_its_step(event: object) -> None:
    playing = update(play_solution(), jump_to(1))
    left = update(playing, event)
    assert left.player.answer is None
    back = update(left, undo())
    assert (back.phase, back.player.step, back.player.answer) == (Phase.PLAYING, 1, playing.player.answer)
    assert back.current_board == playing.current_board
    assert back.spoken == "Undone. The solution is back."
    again = update(back, redo())
    assert again.current_board == left.current_board
    assert update(again, undo()).player.answer == playing.player.answer


def test_a_new_size_starts_solved_and_forgets_an_own_goal() -> None:
    state = update(update(page(), choose_goal(OWN)), choose_size(2, 5))
    assert (state.board.rows, state.board.cols, state.goal.name) == (2, 5, "blank-last")
    assert state.board.check.board == state.goal.board


def test_the_same_seed_draws_the_same_board() -> None:
    first, again, other = (update(page(), draw_random(seed)) for seed in (5, 5, 6))
    assert first.board.check.board == again.board.check.board != other.board.check.board
    assert first.board.check.solvable


@pytest.mark.parametrize(("index", "goal"), [(0, "blank-last"), (1, "spiral")])
def test_each_repair_makes_it_solvable(index: int, goal: str) -> None:
    state = update(page(), type_text("2 8 1/0 4 3/7 6 5"))
    assert state.board.verdict.kind == "unsolvable"
    mended = update(state, repair_board(index))
    assert (mended.board.check.solvable, mended.goal.name) == (True, goal)
    assert update(state, repair_board(7)) is state


def test_a_board_from_elsewhere_keeps_the_goal_if_it_can() -> None:
    state = update(initial_state(Board.parse("1 2 3/4 5 6/7 0 8")), choose_goal("spiral"))
    assert update(state, give_board(Board.parse("1 2 3/8 4 0/7 6 5"))).goal.name == "spiral"
    own = update(state, give_board(Board.parse("1 2/3 0"), Board.parse("3 0/1 2")))
    assert (own.goal.name, own.goal.text, own.board.rows) == (OWN, "3 0/1 2", 2)
    assert update(own, give_board(Board.parse("1 2 3/4 5 6/7 0 8"))).goal.name == "blank-last"


# The goal


def test_an_own_goal_starts_from_the_goal_there_was() -> None:
    state = update(update(page(), choose_goal("spiral")), choose_goal(OWN))
    assert state.goal.text == "1 2 3/8 0 4/7 6 5"
    assert state.goal.board == goal_board("spiral", state.goal.board.shape)  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["1 2 3/4 5 5/6 7 0", "1 2/3 0", "upside-down", ""])
def test_a_faulty_goal_is_named_and_stops_solve(text: str) -> None:
    state = update(page(), type_goal(text))
    assert state.goal.board is None
    assert state.goal.problem
    assert state.board.verdict.headline == "The goal cannot be used"
    assert update(state, start_search()).phase is not Phase.SOLVING


# Solving


def test_solve_waits_for_the_solver() -> None:
    state = initial_state(Board.parse("1 2/0 3"))
    assert state.why_not_solve == "The solver is still loading."
    assert update(state, start_search()).phase is Phase.READY
    assert update(update(state, change_solver(ready=True)), start_search()).phase is Phase.SOLVING


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("seconds", "soon", "The time limit must be a number, got 'soon'."),
        ("seconds", "1e999", "The seconds limit must be a number, 0 or more, got inf."),
        ("expanded", "2.5", "The limit on expanded states must be a whole number, got '2.5'."),
        ("depth", "-3", "The depth limit must be a whole number, 0 or more, got -3."),
        ("depth", "1_000", "The depth limit must be a whole number, got '1_000'."),
        ("depth", "9" * 5000, "The depth limit must be a whole number, got '999999999999999'."),
    ],
)
def test_an_option_that_cannot_be_read_is_named(name: str, value: str, said: str) -> None:
    state = update(page(), choose_option(name, value))
    assert state.options_problem == state.why_not_solve == state.spoken == said
    assert update(state, choose_option(name, "")).why_not_solve == ""


def test_the_weight_counts_only_where_it_is_used() -> None:
    state = update(page(), choose_option("weight", "?"))
    assert state.why_not_solve == ""
    state = update(state, choose_option("algorithm", "weighted-astar"))
    assert state.why_not_solve == "The weight must be a number, 1 to 1,000,000, got '?'."


def test_the_width_counts_only_where_it_is_used() -> None:
    state = update(page(), choose_option("width", "0"))
    assert state.why_not_solve == ""
    state = update(state, choose_option("algorithm", "beam"))
    assert state.why_not_solve == "The width must be a whole number, 1 to 10,000,000, got 0."
    state = update(state, choose_option("width", "12"))
    assert (state.job().numbers, state.options.numbers) == ({"width": 12}, (WIDTH,))


def test_an_answer_that_may_be_longer_says_how_many_times_and_what_the_weight_allows() -> None:
    board = "8 1 3/4 0 2/7 6 5"

    def say_ratio(**options: object) -> str:
        return describe_ratio(Answer(**solve(board, **options).to_dict()))  # type: ignore[arg-type]

    weighted = {"algorithm": "weighted-astar", "weight": 3.0}
    assert say_ratio(**weighted, heuristic="euclidean") == "at most 1.17 (the weight allows 3)"
    assert say_ratio(**weighted, heuristic="value-euclidean").startswith("at most ")
    assert "allows" not in say_ratio(**weighted, heuristic="value-euclidean"), "it may exceed the weight"
    assert say_ratio(algorithm="astar") == ""


def test_a_beam_that_gave_up_says_what_to_do() -> None:
    result = solve("8 6 7/2 5 4/3 0 1", algorithm="beam", heuristic="misplaced", width=1)
    answer = replace(Answer(**result.to_dict()), claim=None, length=None, moves=None)  # type: ignore[arg-type]
    assert headline(answer) == "Gave up"
    assert badge(answer).startswith("The beam ran out of boards: a wider one may")


def test_a_path_constructed_beyond_the_depth_limit_is_not_called_a_beam_s_fault() -> None:
    result = solve("8 6 7/2 5 4/3 0 1", algorithm="constructive", limits=Limits(depth=25, expanded=1))
    answer = Answer(**result.to_dict())  # type: ignore[arg-type]
    assert headline(answer) == "Gave up"
    assert badge(answer).startswith("The search found no path within its limits. Any path has at least ")


def test_solving_again_starts_from_the_board_that_was_solved() -> None:
    state = update(play_solution(), jump_to(2))
    again = update(state, start_search())
    assert again.phase is Phase.SOLVING
    assert str(again.job().board) == "1 2 3/4 5 6/0 7 8"
    assert str(again.current_board) == "1 2 3/4 5 6/0 7 8"


@pytest.mark.parametrize("phase", Phase)
def test_what_is_wrong_with_the_solver_is_said_once_and_the_board_stays(phase: Phase) -> None:
    before = in_phase(phase)
    wrong = change_solver(ready=False, problem="The solver ended.", stuck=True, note="No tables.")
    state = update(before, wrong)
    assert (state.solver.problem, state.solver.is_stuck, state.solver.note) == (
        "The solver ended.",
        True,
        "No tables.",
    )
    assert state.spoken == "The solver ended."
    assert update(state, wrong) is state
    assert (state.phase, state.board.words, state.goal.board, state.player.step) == (
        before.phase,
        before.board.words,
        before.goal.board,
        before.player.step,
    )
    assert state.why_not_start == "The solver is not running."
    mended = update(state, change_solver(ready=True))
    assert (mended.solver.problem, mended.solver.is_stuck) == ("", False)
    assert mended.why_not_start == ("A search is in progress." if phase is Phase.SOLVING else "")


def test_a_lost_solver_frees_the_page_and_says_so() -> None:
    state = update(in_phase(Phase.SOLVING), fail_search("It is gone."))
    assert (state.phase, state.search.problem) == (Phase.READY, "It is gone.")
    assert update(update(state, change_solver(ready=True)), start_search()).search.problem == ""


def test_an_answer_that_cannot_be_read_frees_the_page_and_says_so() -> None:
    solving = in_phase(Phase.SOLVING)
    assert update(solving, end_of(asdict(answer_of(page())))).phase is Phase.PLAYING
    for answer in ({}, {"outcome": "solved", "of another": "version"}):
        state = update(update(solving, stop_search()), end_of(answer))
        assert (state.phase, state.search.is_stopping) == (Phase.READY, False)
        assert state.search.problem.startswith("The solver's answer cannot be read: ")
        assert state.search.problem.endswith(". Reload the page.")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "title", "says"),
    [
        ({}, "Solved in 2 moves", "Proved shortest"),
        ({"algorithm": "depth-first"}, "Solved in", "longer than the shortest, which has 2 or more"),
    ],
)
def test_the_badge_follows_from_the_claim(options: dict[str, object], title: str, says: str) -> None:
    answer = answer_of(page(), **options)
    assert headline(answer).startswith(title)
    assert says in badge(answer)


# Stepping


def test_steps_stay_between_start_and_end() -> None:
    state = play_solution()
    assert [update(state, jump_to(step)).player.step for step in (-1, 0, 1, 2, 3)] == [0, 0, 1, 2, 2]


def test_each_step_is_spoken_with_what_is_left() -> None:
    state = play_solution()
    assert update(state, jump_to(1)).spoken == "Tile 7 left, 1 to go."
    assert update(state, jump_to(2)).spoken == "Tile 8 left, solved."
    assert update(state, jump_to(0)).spoken == "Start, 2 to go."


def test_playback_ends_at_the_last_move_and_starts_over() -> None:
    state = update(play_solution(), press_play())
    assert state.player.is_playing
    state = update(update(state, tick()), tick())
    assert (state.player.step, state.player.is_playing) == (2, False)
    again = update(state, press_play())
    assert (again.player.step, again.player.is_playing) == (0, True)
    assert update(again, press_play()).player.is_playing is False
    assert update(again, jump_to(1)).player.is_playing is False


def test_a_tick_after_pause_moves_nothing() -> None:
    state = play_solution()
    assert update(state, tick()) is state


FAR = "8 6 7/2 5 4/3 0 1"  # 31 moves, 40 solutions


def play_all_paths(**options: object) -> UiState:
    """Return the page with all shortest paths of a far board."""
    state = update(page(FAR), choose_option("every", ON))
    assert state.job().every
    state = update(state, start_search())
    return update(state, finish_search(answer_of(state, every=True, **options)))


def test_each_of_all_shortest_paths_can_be_put_on_show() -> None:
    state = update(play_all_paths(), jump_to(5))
    assert (len(state.player.paths), state.player.choice, state.player.step) == (40, 0, 5)
    other = update(state, choose_path(39))
    assert (other.player.path, other.player.step, other.player.is_playing) == (
        state.player.paths[39],
        0,
        False,
    )
    assert other.spoken == "Path 40 of 40."
    assert other.player.path != state.player.path
    assert update(other, jump_to(31)).current_board == other.goal.board


@pytest.mark.parametrize("choice", [-1, 40])
def test_a_path_that_is_not_there_cannot_be_chosen(choice: int) -> None:
    state = play_all_paths()
    assert update(state, choose_path(choice)).player.path == state.player.path


@pytest.mark.slow
def test_a_new_answer_begins_with_its_first_path() -> None:
    state = update(play_all_paths(), choose_path(17))
    state = update(update(state, choose_option("every", "")), start_search())
    assert not state.job().every
    state = update(state, finish_search(answer_of(state)))
    assert (state.player.choice, len(state.player.paths)) == (0, 1)


def test_how_many_shortest_paths_there_are_in_words() -> None:
    answer = play_all_paths().player.answer
    assert answer is not None
    assert describe_paths(answer) == "40"
    assert answer.every is not None
    cut = {**answer.every, "complete": False}
    assert describe_paths(replace(answer, every=cut)) == "40 or more (the search ended early)"
    many = {**answer.every, "count": 1234}
    assert describe_paths(replace(answer, every=many)) == "1,234, 40 listed"
    assert describe_paths(replace(answer, every=None)) == ""


def test_all_shortest_paths_of_a_large_board_are_a_problem_of_the_options() -> None:
    state = update(update(page(), choose_size(6, 6)), choose_option("every", ON))
    assert state.options_problem == (
        "All shortest paths can be listed on boards of up to 25 cells; 6x6 has 36."
    )
    assert update(state, start_search()).phase is Phase.READY
