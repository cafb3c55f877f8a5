"""Solve, Stop, the result and stepping through it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from npuzzle import goal_board
from npuzzle.puzzle.shape import Shape
from tests.browser.lab import Lab

HARDEST_15 = "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0"  # 80 moves to the goal blank first


@pytest.mark.parametrize("algorithm", ["A*", "IDA*"])
def test_the_31_movers_are_solved_and_proved(lab: Lab, algorithm: str) -> None:
    lab.type_board("8 6 7/2 5 4/3 0 1")
    lab.choose("Algorithm", algorithm)
    lab.solve("Solved in 31 moves", "Proved shortest")
    lab.expect_step("Move 0 of 31: Start")
    lab.button("Last").click()
    lab.expect_shown("1 2 3/4 5 6/7 8 0")
    expect(lab.page.get_by_test_id("step-text")).to_have_text(
        re.compile(r"Move 31 of 31: Tile [86] (left|up)")
    )
    for _ in range(31):
        lab.button("Back").click()
    lab.expect_shown("8 6 7/2 5 4/3 0 1")


def test_the_course_boards(lab: Lab) -> None:
    lab.choose("Goal", "Blank first")
    for board, moves in (("2 3 7/1 8 0/6 5 4", 17), ("7 0 8/4 6 1/5 3 2", 25), ("5 7 6/2 4 3/8 1 0", 28)):
        lab.type_board(board)
        lab.solve(f"Solved in {moves} moves", "Proved shortest")


def test_each_named_goal_is_reached(lab: Lab) -> None:
    for label, name, board, moves in (
        ("Blank last", "blank-last", "1 2 3/4 5 6/0 7 8", "2 moves"),
        ("Blank first", "blank-first", "1 0 2/3 4 5/6 7 8", "1 move"),
        ("Spiral (snail)", "spiral", "1 2 3/7 8 4/6 0 5", "3 moves"),
    ):
        lab.choose("Goal", label)
        lab.type_board(board)
        lab.solve(f"Solved in {moves}", "Proved shortest")
        lab.button("Last").click()
        lab.expect_shown(str(goal_board(name, Shape(3, 3))))


def test_a_goal_of_ones_own(lab: Lab) -> None:
    lab.type_board("1 2 3/4 5 6/7 8 0")
    lab.choose("Goal", "Your own ...")
    own = lab.page.get_by_label("Your goal as text")
    own.fill("1 2 3/4 5 6/7 7 0")
    expect(lab.page.get_by_test_id("goal-problem")).to_contain_text("tile 7 appears twice")
    expect(lab.button("Solve")).to_be_disabled()
    own.fill("1 2 3/4 0 6/7 5 8")
    lab.solve("Solved in 2 moves", "Proved shortest")
    lab.button("Last").click()
    lab.expect_shown("1 2 3/4 0 6/7 5 8")


def test_the_badge_says_how_far_a_path_may_be_from_shortest(lab: Lab) -> None:
    lab.choose("Algorithm", "Greedy best-first")
    lab.button("Solve").click()
    lab.expect_badge("At most 16 longer than the shortest, which has 23 or more")


def test_a_solved_board_needs_no_moves(lab: Lab) -> None:
    lab.type_board("1 2 3/4 5 6/7 8 0")
    lab.solve("Already solved", "Proved shortest")
    expect(lab.button("Play")).to_be_disabled()


def test_stepping_by_mouse(lab: Lab) -> None:
    lab.type_board("1 2 3/4 5 6/0 7 8")
    lab.solve("Solved in 2 moves", "Proved shortest")
    expect(lab.button("Back")).to_be_disabled()
    lab.button("Next").click()
    lab.expect_shown("1 2 3/4 5 6/7 0 8")
    lab.expect_step("Move 1 of 2: Tile 7 left")
    expect(lab.said).to_have_text("Tile 7 left, 1 to go.")
    lab.button("Next").click()
    lab.expect_shown("1 2 3/4 5 6/7 8 0")
    expect(lab.said).to_have_text("Tile 8 left, solved.")
    expect(lab.button("Next")).to_be_disabled()
    lab.button("Back").click()
    lab.expect_shown("1 2 3/4 5 6/7 0 8")
    lab.button("First").click()
    lab.expect_shown("1 2 3/4 5 6/0 7 8")
    lab.open_moves()
    lab.page.get_by_role("option", name="8 L, move 2: tile 8 left").click()
    lab.expect_shown("1 2 3/4 5 6/7 8 0")
    moves = lab.page.get_by_role("listbox", name="Moves")
    expect(moves.get_by_role("option", selected=True)).to_have_text("8 L")


def test_stepping_by_keyboard(lab: Lab) -> None:
    lab.type_board("1 2 3/4 5 6/0 7 8")
    lab.button("Solve").focus()
    lab.page.keyboard.press("Enter")
    lab.expect_result("Solved in 2 moves")
    expect(lab.button("Next")).to_be_focused()
    lab.page.keyboard.press("Space")
    lab.expect_shown("1 2 3/4 5 6/7 0 8")
    lab.page.keyboard.press("End")
    lab.expect_shown("1 2 3/4 5 6/7 8 0")
    lab.page.keyboard.press("ArrowLeft")
    lab.expect_step("Move 1 of 2: Tile 7 left")
    lab.open_moves()
    lab.page.get_by_role("listbox", name="Moves").focus()
    lab.page.keyboard.press("Home")
    lab.expect_step("Move 0 of 2: Start")
    lab.page.keyboard.press("ArrowRight")
    lab.expect_step("Move 1 of 2: Tile 7 left")
    lab.page.keyboard.press("p")
    lab.expect_step("Move 2 of 2: Tile 8 left")


def test_playback_runs_to_the_end_and_can_be_paused(lab: Lab) -> None:
    lab.solve("Solved in 31 moves", "Proved shortest")
    lab.choose("Speed", "fast")
    lab.button("Play").click()
    expect(lab.slider).not_to_have_value("0")
    lab.button("Pause").click()
    paused = lab.slider.input_value()
    lab.page.wait_for_timeout(500)
    assert lab.slider.input_value() == paused
    lab.choose("Speed", "faster")
    lab.button("Play").click()
    expect(lab.slider).to_have_value("31")
    expect(lab.button("Play")).to_be_visible()
    lab.expect_shown("1 2 3/4 5 6/7 8 0")


def test_letters_of_the_gap_are_the_opposite(lab: Lab) -> None:
    lab.type_board("1 2 3/4 5 6/0 7 8")
    lab.solve("Solved in 2 moves", "Proved shortest")
    lab.choose("Directions", "of the blank")
    expect(lab.page.get_by_role("option", name="7 R, move 1: tile 7 left")).to_be_visible()


def test_sliding_a_tile_leaves_the_solution(lab: Lab) -> None:
    lab.type_board("1 2 3/4 5 6/0 7 8")
    lab.solve("Solved in 2 moves", "Proved shortest")
    lab.button("Next").click()
    lab.board.press("ArrowDown")
    lab.expect_shown("1 2 3/4 0 6/7 5 8")
    expect(lab.player).to_be_hidden()
    lab.solve("Solved in 2 moves", "Proved shortest")


def test_a_long_search_shows_progress_stops_and_lets_another_follow(lab: Lab) -> None:
    lab.type_board(HARDEST_15)
    lab.choose("Goal", "Blank first")
    lab.button("Solve").click()
    expect(lab.button("Stop")).to_be_focused()
    progress = lab.page.get_by_test_id("progress")
    expect(progress).to_contain_text(re.compile(r"Expanded\s*[1-9][\d,]{3,}"))
    expect(progress).to_contain_text(re.compile(r"Per second\s*[1-9]"))
    lab.page.keyboard.press("Enter")
    lab.expect_result("Stopped")
    expect(lab.button("Solve")).to_be_focused()
    lab.expect_badge("Ended before a path was found; any path has at least")
    lab.expect_shown(HARDEST_15)
    lab.choose("Goal", "Blank last")
    lab.type_board("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15")
    lab.solve("Solved in 2 moves", "Proved shortest")


def test_each_limit_ends_the_search_in_its_own_words(lab: Lab) -> None:
    for limit, value, title in (
        ("Seconds", "0.2", "Out of time"),
        ("Expanded states", "5000", "Out of nodes"),
        ("Depth (moves)", "30", "No path within the depth limit"),
    ):
        lab.choose("Goal", "Blank first")
        lab.type_board(HARDEST_15)
        lab.field(limit).fill(value)
        lab.button("Solve").click()
        lab.expect_result(title)
        lab.page.get_by_label(limit, exact=True).fill("")
        lab.choose("Goal", "Blank last")
        lab.type_board("1 2 3/4 5 6/7 0 8")
        lab.solve("Solved in 1 move", "Proved shortest")


def test_an_invalid_limit_is_named(lab: Lab) -> None:
    for limit, value, said in (
        ("Seconds", "soon", "The time limit is a number, got 'soon'"),
        ("Expanded states", "1.5", "The limit on expanded states is a whole number, got '1.5'"),
        ("Depth (moves)", "-1", "The limit depth is a whole number, 0 or more, got -1"),
    ):
        lab.field(limit).fill(value)
        expect(lab.page.get_by_test_id("options-problem")).to_have_text(said + ".")
        expect(lab.button("Solve")).to_be_disabled()
        lab.field(limit).fill("")
        expect(lab.button("Solve")).to_be_enabled()


def test_the_weight_belongs_to_weighted_astar(lab: Lab) -> None:
    weight = lab.page.get_by_label("Weight of the estimate")
    expect(weight).to_be_hidden()
    lab.choose("Algorithm", "Weighted A*")
    weight.fill("0")
    expect(lab.page.get_by_test_id("options-problem")).to_have_text(
        "The weight is a number, 1..1,000,000, got 0.0."
    )
    weight.fill("0.5")
    expect(lab.page.get_by_test_id("options-problem")).to_have_text(
        "The weight is a number, 1..1,000,000, got 0.5."
    )
    weight.fill("1")
    lab.solve("Solved in 31 moves", "Proved shortest")


def test_where_a_chosen_search_finds_no_path_automatic_is_offered_and_solves(lab: Lab) -> None:
    lab.choose("Algorithm", "Beam")
    lab.choose("Heuristic", "Misplaced tiles")
    lab.page.locator("#room-solve").get_by_label("Width of the beam").fill("1")
    lab.solve("Gave up", "a wider one may find a path")
    expect(lab.page.locator("#other-way")).to_contain_text(
        "Automatic would choose A* with Linear conflict for this board."
    )
    lab.button("Solve with Automatic").press("Enter")
    lab.expect_result("Solved in 31 moves")
    lab.expect_badge("Proved shortest")
    expect(lab.menu("Algorithm")).to_have_value("auto")
    expect(lab.page.locator("#other-way")).to_be_hidden()
    expect(lab.button("Next")).to_be_focused()


def test_the_width_belongs_to_the_beam_which_may_give_up(lab: Lab) -> None:
    width = lab.page.locator("#room-solve").get_by_label("Width of the beam")
    expect(width).to_be_hidden()
    lab.choose("Algorithm", "Beam")
    lab.choose("Heuristic", "Misplaced tiles")
    expect(width).to_have_value("1000")
    width.fill("0")
    expect(lab.page.get_by_test_id("options-problem")).to_contain_text("The width is a whole number")
    width.fill("1")
    lab.solve("Gave up", "a wider one may find a path. Any path has at least 23 moves")
    width.fill("30000")
    lab.solve("Solved in 31 moves", "Proved shortest")


def test_every_algorithm_and_heuristic_solves_from_the_menus(lab: Lab) -> None:
    lab.choose("Goal", "Spiral (snail)")
    lab.type_board("1 3 4/8 6 2/7 0 5")
    for name, count in (("Algorithm", 14), ("Heuristic", 14)):
        menu = lab.menu(name)
        labels = menu.get_by_role("option").all_text_contents()
        assert len(labels) == count
        if name == "Heuristic":
            lab.choose("Algorithm", "A*")
        for label in labels[1:]:
            menu.select_option(label=label)
            lab.button("Solve").click()
            said = "max(manhattan, walking-distance)" if label == "Combine ..." else label
            expect(lab.page.get_by_test_id("figures")).to_contain_text(said)
            lab.expect_result("Solved in 5 moves" if "Depth-first" not in label else "Solved in 99 moves")


def test_stop_answers_at_once_however_much_is_stored(lab: Lab) -> None:
    lab.choose("Goal", "Blank first")
    lab.type_board(HARDEST_15)
    lab.choose("Algorithm", "A*")
    lab.button("Solve").click()
    expect(lab.page.get_by_test_id("progress")).to_contain_text(
        re.compile(r"Expanded\s*[2-9]\d\d,\d{3}"), timeout=60_000
    )
    lab.stop()
    lab.expect_result("Stopped")
    expect(lab.page.get_by_test_id("figures")).to_contain_text(re.compile(r"Expanded\s*[2-9]\d\d,\d{3}"))
    expect(lab.page.get_by_test_id("problem")).to_be_empty()
    lab.choose("Goal", "Blank last")
    lab.type_board("1 2 3/4 5 6/7 0 8")
    lab.solve("Solved in 1 move", "Proved shortest")


def test_pausing_and_playing_again_does_not_double_the_speed(lab: Lab) -> None:
    lab.solve("Solved in 31 moves", "Proved shortest")
    lab.choose("Speed", "slow")
    for name in ("Play", "Pause", "Play", "Pause", "Play"):
        lab.button(name).click()
    lab.page.evaluate(
        """() => {
            window.steps = [];
            new MutationObserver(() => window.steps.push(performance.now()))
                .observe(document.getElementById('step-text'), { childList: true });
        }"""
    )
    expect(lab.slider).to_have_value("4", timeout=30_000)
    steps = lab.page.evaluate("window.steps")
    assert steps[-1] - steps[0] > 600 * (len(steps) - 1), steps  # a second each; twice the speed has 500 ms


def test_a_text_that_is_not_a_board_cannot_be_solved(lab: Lab) -> None:
    lab.solve("Solved in 31 moves", "Proved shortest")
    lab.type_board("1 2 3 4 5 6 7 8 9 10 11/12")
    lab.expect_verdict("Not a board yet")
    expect(lab.button("Solve")).to_be_disabled()
    lab.type_board("1 2 3/4 5 6/7 0 8")
    lab.solve("Solved in 1 move", "Proved shortest")


def test_a_double_click_on_solve_starts_one_search(lab: Lab) -> None:
    lab.button("Solve").dblclick()
    lab.expect_result("Solved in 31 moves")
    lab.button("Next").dblclick()
    assert lab.page.evaluate("String(getSelection())") == ""
    lab.solve("Solved in 31 moves", "Proved shortest")


def test_solve_pressed_twice_and_stop_in_the_same_moment(lab: Lab) -> None:
    """Stop is heard before the search has begun."""
    lab.choose("Goal", "Blank first")
    lab.type_board(HARDEST_15)
    lab.choose("Algorithm", "IDA*")
    lab.choose("Heuristic", "Manhattan distance")
    lab.page.evaluate("for (const id of ['solve', 'solve', 'stop']) document.getElementById(id).click()")
    lab.expect_result("Stopped")
