"""Boards of any size get an immediate answer that improves until Stop; paths of millions of moves work."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from npuzzle import Shape, goal_board, random_board
from tests.browser.conftest import Watch
from tests.browser.looks import violations
from tests.browser.page_driver import PageDriver

FIVE = "2 15 5 14 18/7 16 1 23 24/11 13 3 19 22/0 9 21 12 10/4 8 20 6 17"
#: Tests that share a page need different boards: of a board that it has searched, the page knows a path.
OTHER_FIVE, THIRD_FIVE = FIVE.replace("2 15 5 14", "15 2 14 5"), FIVE.replace("4 8 20 6 17", "8 4 20 17 6")
IN_HAND = re.compile(r"^Solved in ([\d,]+) moves so far: at most ([\d,]+) longer than the shortest\.$")


def in_hand(page: Page) -> tuple[int, int]:
    """Return the length of the current path, and by how much it may exceed the shortest."""
    said = page.get_by_test_id("in-hand")
    expect(said).to_have_text(IN_HAND)
    match = IN_HAND.match(said.inner_text())
    assert match is not None
    moves, longer = (int(number.replace(",", "")) for number in match.groups())
    return moves, longer


@pytest.mark.same_page
def test_a_path_is_there_at_once_and_counts_down_until_stop(driver: PageDriver) -> None:
    page = driver.page
    driver.type_board(FIVE)
    expect(page.get_by_test_id("promise")).to_have_text(
        "Finds a path immediately, then shorter ones until it ends; "
        "always says how far it may be from the shortest."
    )
    driver.button("Solve").click()
    first = in_hand(page)
    expect(driver.said).to_contain_text("the button Use this one ends the search.")
    expect(page.get_by_text("The search for a shorter one continues.", exact=True)).to_be_visible()
    expect(driver.button("Stop")).to_have_count(0)
    expect(page.get_by_test_id("came-down")).to_contain_text("→", timeout=30_000)
    expect(page.get_by_test_id("in-hand")).not_to_have_text(f"Solved in {first[0]} moves so far")
    expect(page.get_by_test_id("next")).to_contain_text("then")  # it can be followed immediately
    driver.button("Use this one").click()
    heading = page.get_by_test_id("result").get_by_role("heading", level=2)
    expect(heading).to_have_text(re.compile(r"^Solved in \d+ moves$"))
    moves = int(re.sub(r"\D", "", heading.inner_text()))
    assert moves <= first[0]
    driver.expect_badge("longer than the shortest, which has")
    expect(page.get_by_test_id("note")).to_have_text(
        re.compile(
            r"^The first path had \d+ moves\. You stopped it\. Anytime was chosen: a proof for 25 cells "
            r"may take too long, so it improves a path until it ends\. "
            r"With larger tables, which you can build under How, a proof on 5x5 is shorter\.$"
        )
    )
    expect(page.get_by_test_id("in-hand")).to_be_empty()
    driver.expect_step(f"Move 0 of {moves}: Start")
    driver.button("Last").click()
    driver.expect_shown("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 24 0")


@pytest.mark.same_page
def test_who_follows_a_path_keeps_it_and_is_offered_the_shorter_one(driver: PageDriver) -> None:
    page = driver.page
    driver.type_board(OTHER_FIVE)
    driver.go_to_the_end_at_once()
    driver.button("Solve").click()
    expect(page.get_by_test_id("better")).to_contain_text("A shorter path was found: ", timeout=30_000)
    stepped = page.get_by_test_id("step-text").inner_text()
    driver.button("Use this one").click()
    driver.expect_badge("longer than the shortest, which has")
    driver.expect_step(stepped)  # the search has ended; the path being followed stays
    driver.button("Start over with it").click()
    expect(page.get_by_test_id("better")).to_be_empty()
    expect(page.get_by_test_id("step-text")).to_have_text(re.compile("^Move 0 of"))
    driver.button("Last").click()
    driver.expect_shown("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 24 0")


@pytest.mark.same_page
def test_a_board_near_its_goal_is_proved_shortest_whatever_its_size(driver: PageDriver) -> None:
    driver.type_board("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/0 21 22 23 24")
    driver.solve("Solved in 4 moves", "Proved shortest")
    driver.type_board(
        "/".join(" ".join(str(7 * r + c + 1) for c in range(7)) for r in range(7)).replace(" 48 49", " 0 48")
    )
    driver.solve("Solved in 1 move", "Proved shortest")


@pytest.mark.same_page
def test_the_time_limit_ends_it_with_its_best_path(driver: PageDriver) -> None:
    driver.type_board(THIRD_FIVE)
    driver.field("Seconds").fill("1")
    driver.button("Solve").click()
    expect(driver.page.get_by_test_id("note")).to_contain_text("Ended: out of time.", timeout=30_000)
    driver.expect_badge("longer than the shortest, which has")


@pytest.mark.same_page
def test_millions_of_moves_come_at_once_and_lead_to_the_goal(driver: PageDriver) -> None:
    page = driver.page
    goal = goal_board("blank-last", Shape(127, 127))

    board = random_board(goal, Random(1))
    driver.type_board(str(board))
    driver.expect_verdict("Solvable")
    driver.button("Solve").click()
    expect(page.get_by_test_id("note")).to_contain_text(
        "with 16,129 cells any path is long, and this algorithm finds one immediately.",
        timeout=60_000,
    )
    heading = page.get_by_test_id("result").get_by_role("heading", level=2)
    expect(heading).to_have_text(re.compile(r"^Solved in \d,\d{3},\d{3} moves$"))
    moves = heading.inner_text().removeprefix("Solved in ").removesuffix(" moves")
    driver.button("Last").click()
    expect(page.get_by_test_id("step-text")).to_have_text(re.compile(f"^Move {moves} of {moves}: Tile"))
    driver.button("Play").click()
    driver.choose("Speed", "100,000 a second")
    expect(page.get_by_test_id("step-text")).to_have_text(
        re.compile(r"^Move [2-9]\d\d,\d{3} of"), timeout=30_000
    )
    driver.button("Pause").click()


def test_on_a_phone_in_the_dark(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).on_screen(390, 844, "dark").open(base_url)
    driver.type_board(FIVE)
    driver.button("Solve").click()
    in_hand(driver.page)
    expect(driver.page.get_by_test_id("came-down")).to_contain_text("→", timeout=30_000)
    assert violations(driver.page) == []
    driver.stop()
    driver.expect_badge("longer than the shortest, which has")
    assert violations(driver.page) == []
