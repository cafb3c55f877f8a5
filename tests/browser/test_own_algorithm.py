"""A visitor writes an algorithm in the Lab, races it and draws its tree."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from npuzzle.lab import trace
from tests.browser.looks import violations
from tests.browser.page_driver import FORGET, PageDriver, open_room, python_in

RACE_OVER = 60_000


def test_an_algorithm_is_raced_against_astar(driver: PageDriver) -> None:
    page = driver.page
    driver.load("Breadth-first search")
    driver.button("Race it").click()
    expect(page.locator("#race-1-algorithm")).to_have_value("own")
    expect(page.locator("#race-1-heuristic")).to_have_value("zero")
    lanes = page.locator("#clouds-lanes figure")
    expect(lanes.nth(1)).to_contain_text("31", timeout=RACE_OVER)
    expect(lanes.nth(1)).to_contain_text("181,439", timeout=RACE_OVER)
    driver.open_lanes()
    table = page.locator("#race-table")
    expect(table).to_contain_text("Your algorithm", timeout=RACE_OVER)
    expect(table).to_contain_text("At most 8 longer")
    expect(table).to_contain_text("Proved shortest")
    assert violations(page) == []


def test_a_mistake_in_an_algorithm_is_reported_with_its_line(driver: PageDriver) -> None:
    page = driver.page
    open_room(page, "Lab")
    expect(page.locator("#room-lab .cm-content")).to_be_visible(timeout=RACE_OVER)  # not the plain field
    page.get_by_role("textbox", name="Your Python").fill("def search(problem):\n    yield problem.nothing\n")
    driver.button("Certify").click()
    expect(page.get_by_test_id("lab-problem")).to_contain_text("race the algorithm", timeout=RACE_OVER)
    driver.button("Race it").click()
    lanes = page.locator("#clouds-lanes figure")
    expect(lanes.nth(1)).to_contain_text("line 2", timeout=RACE_OVER)
    expect(lanes.nth(0)).to_contain_text("31", timeout=RACE_OVER)


def test_a_loop_that_never_ends_is_ended_by_the_time_of_its_lane(driver: PageDriver) -> None:
    page = driver.page
    open_room(page, "Lab")
    expect(page.locator("#room-lab .cm-content")).to_be_visible(timeout=RACE_OVER)
    page.get_by_role("textbox", name="Your Python").fill(
        "def search(problem):\n    while True:\n        pass\n"
    )
    driver.button("Race it").click()
    driver.button("Stop the race").click()
    driver.field("Seconds for each lane").fill("1")
    page.locator("#clouds-play").click()
    lanes = page.locator("#clouds-lanes figure")
    expect(lanes.nth(1)).to_contain_text("did not answer for 1 second", timeout=RACE_OVER)
    expect(lanes.nth(0)).to_contain_text("31")
    expect(page.locator("#clouds-play")).to_be_enabled()


def test_a_link_brings_the_algorithm_and_runs_nothing(driver: PageDriver) -> None:
    page = driver.page
    driver.load("A*")
    driver.button("Race it").click()
    driver.button("Stop the race").click()
    driver.button("Share").click()
    link = page.locator("#share-link").input_value()
    page.evaluate(FORGET)  # as for a visitor who gets the link
    page.goto("about:blank")
    driver.open(link)
    open_room(page, "Race")
    expect(page.locator("#race-1-algorithm")).to_have_value("own")
    expect(page.locator("#clouds-number-1")).to_have_text("0")
    expect(page.locator("#clouds-standing-1")).to_be_empty()
    expect(page.get_by_text("A lane uses the code in the Lab, which came with a link")).to_be_visible()


@pytest.mark.own_page
def test_the_algorithm_of_the_lab_is_drawn_as_a_tree_that_a_link_carries(driver: PageDriver) -> None:
    open_room(driver.page, "Explore")
    menu = driver.page.get_by_role("combobox", name="Tree of")
    expect(menu.get_by_role("option", name="Yours (Lab)")).to_have_count(0)
    driver.load("Breadth-first search")
    open_room(driver.page, "Explore")
    driver.choose("Tree of", "Yours (Lab)")
    expect(driver.page.get_by_text("Your code from the Lab runs when the tree is built.")).to_be_visible()
    expect(driver.button("Whole space in one picture")).to_be_disabled()
    driver.type_board("2 8 3/1 6 4/7 0 5")
    driver.choose("Goal", "Spiral (snail)")
    driver.button("Build the tree").click()
    said = driver.page.get_by_test_id("explore-said")
    expect(said).to_contain_text("So far: just the start.", timeout=30_000)
    known = trace("2 8 3/1 6 4/7 0 5", "1 2 3/8 0 4/7 6 5", algorithm="breadth-first")
    driver.button("Last step").click()
    expect(said).to_contain_text("This is the goal, 1 2 3/8 0 4/7 6 5: the path has 5 moves.")
    expect(driver.page.locator("#explore-nodes > g:not([display])")).to_have_count(len(known.nodes))
    slider = driver.page.get_by_role("slider", name="Step of the search")
    expect(slider).to_have_attribute("max", str(len(known.steps)))
    notes = python_in(
        driver.page, "from web.rooms import shell\nresult = shell._rooms._desk.notes['explore']"
    )
    assert str(notes).startswith("own ")
