"""Solve, Stop, the result, and stepping through it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from npuzzle import goal_board
from npuzzle.puzzle.shape import Shape
from tests.browser.page_driver import PageDriver

pytestmark = pytest.mark.same_page

HARDEST_15 = "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0"  # 80 moves with the blank first


@pytest.mark.parametrize("algorithm", ["A*", "IDA*"])
def test_the_31_movers_are_solved_and_proved(driver: PageDriver, algorithm: str) -> None:
    driver.type_board("8 6 7/2 5 4/3 0 1")
    driver.choose("Algorithm", algorithm)
    driver.solve("Solved in 31 moves", "Proved shortest")
    driver.expect_step("Move 0 of 31: Start")
    driver.button("Last").click()
    driver.expect_shown("1 2 3/4 5 6/7 8 0")
    expect(driver.page.get_by_test_id("step-text")).to_have_text(
        re.compile(r"Move 31 of 31: Tile [86] (left|up)")
    )
    for _ in range(31):
        driver.button("Back").click()
    driver.expect_shown("8 6 7/2 5 4/3 0 1")


def test_the_course_boards(driver: PageDriver) -> None:
    driver.choose("Goal", "Blank first")
    for board, moves in (("2 3 7/1 8 0/6 5 4", 17), ("7 0 8/4 6 1/5 3 2", 25), ("5 7 6/2 4 3/8 1 0", 28)):
        driver.type_board(board)
        driver.solve(f"Solved in {moves} moves", "Proved shortest")


def test_each_named_goal_is_reached(driver: PageDriver) -> None:
    for label, name, board, moves in (
        ("Blank last", "blank-last", "1 2 3/4 5 6/0 7 8", "2 moves"),
        ("Blank first", "blank-first", "1 0 2/3 4 5/6 7 8", "1 move"),
        ("Spiral (snail)", "spiral", "1 2 3/7 8 4/6 0 5", "3 moves"),
    ):
        driver.choose("Goal", label)
        driver.type_board(board)
        driver.solve(f"Solved in {moves}", "Proved shortest")
        driver.button("Last").click()
        driver.expect_shown(str(goal_board(name, Shape(3, 3))))


def test_a_goal_of_ones_own(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/7 8 0")
    driver.choose("Goal", "Your own ...")
    own = driver.page.get_by_label("Your goal as text")
    own.fill("1 2 3/4 5 6/7 7 0")
    expect(driver.page.get_by_test_id("goal-problem")).to_contain_text("tile 7 appears twice")
    expect(driver.button("Solve")).to_be_disabled()
    own.fill("1 2 3/4 0 6/7 5 8")
    driver.solve("Solved in 2 moves", "Proved shortest")
    driver.button("Last").click()
    driver.expect_shown("1 2 3/4 0 6/7 5 8")


def test_the_badge_says_how_far_a_path_may_be_from_shortest(driver: PageDriver) -> None:
    driver.choose("Algorithm", "Greedy best-first")
    driver.button("Solve").click()
    driver.expect_badge("At most 16 longer than the shortest, which has 23 or more")


def test_a_solved_board_needs_no_moves(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/7 8 0")
    driver.solve("Already solved", "Proved shortest")
    expect(driver.button("Play")).to_be_disabled()


def test_stepping_by_mouse(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/0 7 8")
    driver.solve("Solved in 2 moves", "Proved shortest")
    expect(driver.button("Back")).to_be_disabled()
    driver.button("Next").click()
    driver.expect_shown("1 2 3/4 5 6/7 0 8")
    driver.expect_step("Move 1 of 2: Tile 7 left")
    expect(driver.said).to_have_text("Tile 7 left, 1 to go.")
    driver.button("Next").click()
    driver.expect_shown("1 2 3/4 5 6/7 8 0")
    expect(driver.said).to_have_text("Tile 8 left, solved.")
    expect(driver.button("Next")).to_be_disabled()
    driver.button("Back").click()
    driver.expect_shown("1 2 3/4 5 6/7 0 8")
    driver.button("First").click()
    driver.expect_shown("1 2 3/4 5 6/0 7 8")
    driver.open_moves()
    driver.page.get_by_role("option", name="8 L, move 2: tile 8 left").click()
    driver.expect_shown("1 2 3/4 5 6/7 8 0")
    moves = driver.page.get_by_role("listbox", name="Moves")
    expect(moves.get_by_role("option", selected=True)).to_have_text("8 L")


def test_stepping_by_keyboard(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/0 7 8")
    driver.button("Solve").focus()
    driver.page.keyboard.press("Enter")
    driver.expect_result("Solved in 2 moves")
    expect(driver.button("Next")).to_be_focused()
    driver.page.keyboard.press("Space")
    driver.expect_shown("1 2 3/4 5 6/7 0 8")
    driver.page.keyboard.press("End")
    driver.expect_shown("1 2 3/4 5 6/7 8 0")
    driver.page.keyboard.press("ArrowLeft")
    driver.expect_step("Move 1 of 2: Tile 7 left")
    driver.open_moves()
    driver.page.get_by_role("listbox", name="Moves").focus()
    driver.page.keyboard.press("Home")
    driver.expect_step("Move 0 of 2: Start")
    driver.page.keyboard.press("ArrowRight")
    driver.expect_step("Move 1 of 2: Tile 7 left")
    driver.page.keyboard.press("p")
    driver.expect_step("Move 2 of 2: Tile 8 left")


def test_playback_runs_to_the_end_and_can_be_paused(driver: PageDriver) -> None:
    driver.solve("Solved in 31 moves", "Proved shortest")
    driver.choose("Speed", "fast")
    driver.button("Play").click()
    expect(driver.slider).not_to_have_value("0")
    driver.button("Pause").click()
    paused = driver.slider.input_value()
    driver.page.wait_for_timeout(500)
    assert driver.slider.input_value() == paused
    driver.choose("Speed", "faster")
    driver.button("Play").click()
    expect(driver.slider).to_have_value("31")
    expect(driver.button("Play")).to_be_visible()
    driver.expect_shown("1 2 3/4 5 6/7 8 0")


def test_play_and_pause_leave_the_other_buttons_where_they_are(driver: PageDriver) -> None:
    driver.solve("Solved in 31 moves", "Proved shortest")
    beside = driver.page.locator("#first")
    across = "element => [element.getBoundingClientRect().left, element.offsetWidth]"
    before = beside.evaluate(across)
    driver.button("Play").click()
    expect(driver.button("Pause")).to_be_visible()
    assert beside.evaluate(across) == before
    driver.button("Pause").click()
    expect(driver.button("Play")).to_be_visible()
    assert beside.evaluate(across) == before


def test_letters_of_the_gap_are_the_opposite(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/0 7 8")
    driver.solve("Solved in 2 moves", "Proved shortest")
    driver.choose("Directions", "of the blank")
    expect(driver.page.get_by_role("option", name="7 R, move 1: tile 7 left")).to_be_visible()


def test_sliding_a_tile_leaves_the_solution(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/0 7 8")
    driver.solve("Solved in 2 moves", "Proved shortest")
    driver.button("Next").click()
    driver.board.press("ArrowDown")
    driver.expect_shown("1 2 3/4 0 6/7 5 8")
    expect(driver.player).to_be_hidden()
    driver.solve("Solved in 2 moves", "Proved shortest")


def test_a_long_search_shows_progress_stops_and_lets_another_follow(driver: PageDriver) -> None:
    driver.type_board(HARDEST_15)
    driver.choose("Goal", "Blank first")
    driver.button("Solve").click()
    expect(driver.button("Stop")).to_be_focused()
    progress = driver.page.get_by_test_id("progress")
    expect(progress).to_contain_text(re.compile(r"Expanded\s*[1-9][\d,]{3,}"))
    expect(progress).to_contain_text(re.compile(r"Per second\s*[1-9]"))
    driver.page.keyboard.press("Enter")
    driver.expect_result("Stopped")
    driver.expect_badge("longer")  # its path comes from another search
    expect(driver.button("Next")).to_be_focused()
    driver.expect_shown(HARDEST_15)
    driver.choose("Goal", "Blank last")
    driver.type_board("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15")
    driver.solve("Solved in 2 moves", "Proved shortest")


def test_each_limit_ends_the_search_in_its_own_words(driver: PageDriver) -> None:
    for limit, value, title in (
        ("Seconds", "0.2", "Out of time"),
        ("Expanded states", "5000", "Out of nodes"),
        ("Depth (moves)", "30", "No path within the depth limit"),
    ):
        driver.choose("Goal", "Blank first")
        driver.type_board(HARDEST_15)
        driver.field(limit).fill(value)
        driver.button("Solve").click()
        driver.expect_result(title)
        driver.page.get_by_label(limit, exact=True).fill("")
        driver.choose("Goal", "Blank last")
        driver.type_board("1 2 3/4 5 6/7 0 8")
        driver.solve("Solved in 1 move", "Proved shortest")


def test_an_invalid_limit_is_named(driver: PageDriver) -> None:
    for limit, value, said in (
        ("Seconds", "soon", "The time limit must be a number, got 'soon'"),
        ("Expanded states", "1.5", "The limit on expanded states must be a whole number, got '1.5'"),
        ("Depth (moves)", "-1", "The depth limit must be a whole number, 0 or more, got -1"),
    ):
        driver.field(limit).fill(value)
        expect(driver.page.get_by_test_id("options-problem")).to_have_text(said + ".")
        expect(driver.button("Solve")).to_be_disabled()
        driver.field(limit).fill("")
        expect(driver.button("Solve")).to_be_enabled()


def test_the_weight_belongs_to_weighted_astar(driver: PageDriver) -> None:
    weight = driver.page.get_by_label("Weight of the estimate")
    expect(weight).to_be_hidden()
    driver.choose("Algorithm", "Weighted A*")
    weight.fill("0")
    expect(driver.page.get_by_test_id("options-problem")).to_have_text(
        "The weight must be a number, 1 to 1,000,000, got 0.0."
    )
    weight.fill("0.5")
    expect(driver.page.get_by_test_id("options-problem")).to_have_text(
        "The weight must be a number, 1 to 1,000,000, got 0.5."
    )
    weight.fill("1")
    driver.solve("Solved in 31 moves", "Proved shortest")


def test_where_a_chosen_search_finds_no_path_automatic_is_offered_and_solves(driver: PageDriver) -> None:
    driver.choose("Algorithm", "Beam")
    driver.choose("Heuristic", "Misplaced tiles")
    driver.page.locator("#room-solve").get_by_label("Width of the beam").fill("1")
    driver.solve("Gave up", "longer than the shortest")
    expect(driver.page.locator("#other-way")).to_contain_text(
        "Automatic would choose A* with Linear conflict for this board."
    )
    driver.button("Solve with Automatic").press("Enter")
    driver.expect_result("Solved in 31 moves")
    driver.expect_badge("Proved shortest")
    expect(driver.menu("Algorithm")).to_have_value("auto")
    expect(driver.page.locator("#other-way")).to_be_hidden()
    expect(driver.button("Next")).to_be_focused()


def test_the_width_belongs_to_the_beam_which_may_give_up(driver: PageDriver) -> None:
    width = driver.page.locator("#room-solve").get_by_label("Width of the beam")
    expect(width).to_be_hidden()
    driver.choose("Algorithm", "Beam")
    driver.choose("Heuristic", "Misplaced tiles")
    expect(width).to_have_value("1000")
    width.fill("0")
    expect(driver.page.get_by_test_id("options-problem")).to_contain_text("The width must be a whole number")
    width.fill("1")
    driver.solve("Gave up", "longer than the shortest, which has 23 or more")  # another search's path
    width.fill("30000")
    driver.solve("Solved in 31 moves", "Proved shortest")


def test_every_algorithm_and_heuristic_solves_from_the_menus(driver: PageDriver) -> None:
    driver.choose("Goal", "Spiral (snail)")
    driver.type_board("1 3 4/8 6 2/7 0 5")
    for name, count in (("Algorithm", 14), ("Heuristic", 14)):
        menu = driver.menu(name)
        labels = menu.get_by_role("option").all_text_contents()
        assert len(labels) == count
        if name == "Heuristic":
            driver.choose("Algorithm", "A*")
        for label in labels[1:]:
            menu.select_option(label=label)
            driver.button("Solve").click()
            said = "max(manhattan, walking-distance)" if label == "Combine ..." else label
            expect(driver.page.get_by_test_id("search-figures")).to_contain_text(said)
            driver.expect_result("Solved in 5 moves" if "Depth-first" not in label else "Solved in 99 moves")


def test_stop_answers_at_once_however_much_is_stored(driver: PageDriver) -> None:
    driver.choose("Goal", "Blank first")
    driver.type_board(HARDEST_15)
    driver.choose("Algorithm", "A*")
    driver.button("Solve").click()
    expect(driver.page.get_by_test_id("progress")).to_contain_text(
        re.compile(r"Expanded\s*[2-9]\d\d,\d{3}"), timeout=60_000
    )
    driver.stop()
    driver.expect_result("Stopped")
    expect(driver.page.get_by_test_id("search-figures")).to_contain_text(
        re.compile(r"Expanded\s*[2-9]\d\d,\d{3}")
    )
    expect(driver.page.get_by_test_id("problem")).to_be_empty()
    driver.choose("Goal", "Blank last")
    driver.type_board("1 2 3/4 5 6/7 0 8")
    driver.solve("Solved in 1 move", "Proved shortest")


def test_pausing_and_playing_again_does_not_double_the_speed(driver: PageDriver) -> None:
    driver.solve("Solved in 31 moves", "Proved shortest")
    driver.choose("Speed", "slow")
    for name in ("Play", "Pause", "Play", "Pause", "Play"):
        driver.button(name).click()
    driver.page.evaluate(
        """() => {
            window.steps = [];
            new MutationObserver(() => window.steps.push(performance.now()))
                .observe(document.getElementById('step-text'), { childList: true });
        }"""
    )
    expect(driver.slider).to_have_value("4", timeout=30_000)
    steps = driver.page.evaluate("window.steps")
    assert steps[-1] - steps[0] > 600 * (len(steps) - 1), steps  # a second each; at twice the speed 500 ms


def test_a_text_that_is_not_a_board_cannot_be_solved(driver: PageDriver) -> None:
    driver.solve("Solved in 31 moves", "Proved shortest")
    driver.type_board("1 2 3 4 5 6 7 8 9 10 11/12")
    driver.expect_verdict("Not a board yet")
    expect(driver.button("Solve")).to_be_disabled()
    driver.type_board("1 2 3/4 5 6/7 0 8")
    driver.solve("Solved in 1 move", "Proved shortest")


def test_a_double_click_on_solve_starts_one_search(driver: PageDriver) -> None:
    driver.button("Solve").dblclick()
    driver.expect_result("Solved in 31 moves")
    driver.button("Next").dblclick()
    assert driver.page.evaluate("String(getSelection())") == ""
    driver.solve("Solved in 31 moves", "Proved shortest")


def test_solve_pressed_twice_and_stop_in_the_same_moment(driver: PageDriver) -> None:
    """Stop works even before the search has begun."""
    driver.choose("Goal", "Blank first")
    driver.type_board(HARDEST_15)
    driver.choose("Algorithm", "IDA*")
    driver.choose("Heuristic", "Manhattan distance")
    driver.page.evaluate("for (const id of ['solve', 'solve', 'stop']) document.getElementById(id).click()")
    driver.expect_result("Stopped")
