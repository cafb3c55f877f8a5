"""The Explore room by mouse and by keyboard: a growing tree, nodes to inspect, predictions."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from npuzzle.lab import Trace, trace
from tests.browser.conftest import Watch
from tests.browser.looks import LIGHT_DESKTOP, check_looks, expect_no_overflow
from tests.browser.page_driver import PageDriver, open_room, python_in

BOARD, GOAL = "2 8 3/1 6 4/7 0 5", "1 2 3/8 0 4/7 6 5"


def enter(driver: PageDriver) -> None:
    open_room(driver.page, "Explore")
    expect(driver.page.get_by_role("heading", name="Watch a search grow")).to_be_visible()


def explore(driver: PageDriver) -> None:
    """Open the room with its first choices; a tree from an earlier test is moved to its last step."""
    enter(driver)
    if driver.button("End the predictions").is_visible():
        driver.button("End the predictions").click()
    if driver.button("Last step").is_visible() and driver.button("Last step").is_enabled():
        driver.button("Last step").click()
    driver.choose("Tree of", "A*")
    driver.choose("Estimate h", "Manhattan distance")


def build(driver: PageDriver) -> None:
    """Build the tree of a small board."""
    driver.type_board(BOARD)
    driver.choose("Goal", "Spiral (snail)")
    driver.button("Build the tree").click()


def example(driver: PageDriver) -> None:
    """Open the room and build the tree of a small board."""
    explore(driver)
    build(driver)
    expect(step_text(driver)).to_contain_text("So far: just the start.", timeout=30_000)
    driver.expect_shown(BOARD)


def step_text(driver: PageDriver) -> Locator:
    return driver.page.get_by_test_id("explore-said")


def nodes(driver: PageDriver) -> Locator:
    return driver.page.get_by_role("tree", name=re.compile("Search tree")).get_by_role("treeitem")


def frontier(driver: PageDriver) -> list[str]:
    return [
        option.locator("span").first.inner_text()
        for option in driver.page.get_by_test_id("explore-frontier").get_by_role("option").all()
    ]


def expect_step(driver: PageDriver, found: Trace, at: int) -> None:
    """Check that the tree and the frontier agree with the trace."""
    made = [node for node in found.nodes if node.made <= at]
    expect(nodes(driver).filter(visible=True)).to_have_count(len(made))
    assert frontier(driver) == [node.board for node in found.frontier(at)]


def test_a_tree_grows_forward_and_back(driver: PageDriver) -> None:
    example(driver)
    found = trace(BOARD, GOAL, algorithm="astar", heuristic="manhattan")
    expect_step(driver, found, 0)
    expect(driver.button("Step back")).to_be_disabled()
    driver.button("Step forward").click()
    expect(step_text(driver)).to_have_text(
        re.compile(r"Expanded 2 8 3/1 6 4/7 0 5: smallest f = 5 \(g 0 \+ h 5\)\.\s*3 successors added\.")
    )
    expect_step(driver, found, 1)
    for at in range(2, len(found.steps) + 1):
        driver.button("Step forward").click()
        expect_step(driver, found, at)
    expect(step_text(driver)).to_contain_text("This is the goal, 1 2 3/8 0 4/7 6 5: the path has 5 moves.")
    expect(driver.button("Step forward")).to_be_disabled()
    expect(driver.said).to_contain_text("This is the goal")
    driver.button("Step back").click()
    expect_step(driver, found, len(found.steps) - 1)
    driver.button("First step").click()
    expect_step(driver, found, 0)
    driver.button("Play the search").click()
    expect(step_text(driver)).to_contain_text("This is the goal", timeout=20_000)
    driver.page.get_by_role("slider", name="Step of the search").fill("2")
    expect_step(driver, found, 2)


def test_bidirectional_search_has_two_trees_that_meet(driver: PageDriver) -> None:
    explore(driver)
    driver.choose("Tree of", "Bidirectional breadth-first")
    build(driver)
    expect(step_text(driver)).to_contain_text(
        "So far: the start and the goal, a tree for each.", timeout=20_000
    )
    expect(nodes(driver)).to_have_count(2)
    driver.button("Last step").click()
    expect(step_text(driver)).to_contain_text("The two trees meet at ")
    expect(driver.page.get_by_role("treeitem", name=re.compile("where the two trees meet"))).to_have_count(1)
    found = trace(BOARD, GOAL, algorithm="bidirectional")
    expect(nodes(driver)).to_have_count(len(found.nodes))
    expect(driver.button("Predict the next board")).to_be_hidden()
    driver.button("First step").click()
    driver.button("Step forward").click()
    expect(step_text(driver)).to_contain_text(f"From the start: expanded {BOARD}, 0 moves away.")


def test_a_node_is_looked_at_by_keyboard_and_put_on_the_page(driver: PageDriver) -> None:
    example(driver)
    driver.button("Last step").click()
    goal = driver.page.get_by_role("treeitem", name=f"{GOAL}, g 5, h 0, f 5, the goal", exact=True)
    goal.focus()
    before = driver.page.evaluate("scrollY")
    for _ in range(5):
        driver.page.keyboard.press("ArrowUp")
    focused = driver.page.locator(":focus")
    expect(focused).to_have_accessible_name(re.compile(r"^2 8 3/1 6 4/7 0 5, g 0, h 5, f 5, expanded"))
    driver.page.keyboard.press("ArrowDown")
    driver.page.keyboard.press("ArrowRight")
    driver.page.keyboard.press("Enter")
    assert driver.page.evaluate("scrollY") == before
    detail = driver.page.get_by_test_id("explore-detail")
    expect(detail).to_contain_text("Tiles slid from the start: 7 R.")
    expect(detail).to_contain_text("on the frontier")
    driver.button("Show on the board").click()
    driver.expect_shown("2 8 3/1 6 4/0 7 5")
    expect(driver.page.get_by_test_id("explore-apart")).to_have_text(
        "This tree is for the board 2 8 3/1 6 4/7 0 5, not for the one shown now."
    )
    assert driver.page.get_by_role("treeitem", name=re.compile("met before")).count() > 0


def test_predictions_are_judged_with_reasons(driver: PageDriver) -> None:
    example(driver)
    driver.choose("Tree of", "Weighted A*")
    driver.button("Build the tree").click()
    found = trace(BOARD, GOAL, algorithm="weighted-astar", heuristic="manhattan", weight=2)
    expect(nodes(driver).first).to_have_accessible_name(
        re.compile(f"f {found.nodes[0].f:g}\\b")
    )  # the new tree
    driver.button("Predict the next board").click()
    judged, score = driver.page.get_by_test_id("explore-judged"), driver.page.get_by_test_id("explore-score")
    options = driver.page.get_by_test_id("explore-frontier").get_by_role("option")
    expect(options).to_have_count(3)
    expect(driver.button("Step forward")).to_be_disabled()
    wrong = found.frontier(1)[-1]
    options.filter(has_text=wrong.board).click()
    expect(judged).to_contain_text(f"Not this one. {wrong.board} has f = {wrong.f:g}, which is larger.")
    expect(score).to_have_text("0 of 1 right, 0 in a row")
    at, right = 2, 0
    while at < len(found.steps):
        first = found.frontier(at)[0]
        if right == 0:
            name = f"{first.board}, g {first.g}, h {first.h:g}, f {first.f:g}, on the frontier"
            driver.page.get_by_role("treeitem", name=name, exact=True).click()
        else:
            option = options.filter(has_text=first.board)
            option.focus()
            driver.page.keyboard.press("Enter")
        right, at = right + 1, at + 1
        expect(score).to_have_text(f"{right} of {right + 1} right, {right} in a row")
        expect(judged).to_contain_text("Right.")
    expect(driver.page.get_by_test_id("explore-summary")).to_have_text(
        f"You predicted {right} of {right + 1} steps, {right} in a row at best. "
        "Try again: the rule never changes."
    )
    expect(driver.button("Predict the next board")).to_be_visible()


def test_a_deep_board_is_cut_and_rounds_are_shown(driver: PageDriver) -> None:
    explore(driver)
    driver.button("Build the tree").click()
    limit = driver.page.get_by_test_id("explore-limit")
    expect(limit).to_contain_text("This search needs more than 400 expansions", timeout=30_000)
    driver.button("Last step").click()
    expect(step_text(driver)).to_contain_text("The tree ends here, after 400 expansions", timeout=20_000)
    box = driver.page.locator("#explore-box")
    assert box.evaluate("box => box.scrollTop + box.scrollLeft") > 500
    driver.button("Step back").click()
    expect(step_text(driver)).not_to_contain_text("The tree ends here")
    cost = python_in(driver.page, MEASURED)
    print(f"ms per step: {cost}")
    assert max(cost) < 1000
    driver.choose("Tree of", "IDA*")
    driver.page.get_by_role("combobox", name="Estimate h").select_option("pattern-tables")
    expect(driver.button("Build the tree")).to_be_disabled()
    driver.page.get_by_role("combobox", name="Estimate h").select_option("misplaced")
    build(driver)
    expect(driver.page.get_by_role("heading", name="Search tree")).to_be_visible()
    expect(step_text(driver)).to_contain_text("So far: just the start.", timeout=30_000)
    driver.button("Last step").click()
    expect(driver.page.get_by_role("heading", name="Search tree, round 2 of 2, bound 5")).to_be_visible()
    expect(driver.button("Predict the next board")).to_be_hidden()


#: Seconds per step on a tree of a thousand nodes.
MEASURED = """
from time import perf_counter
from web.rooms import shell
from web.rooms.explore.state import step_to
room = shell._rooms.room("explore")
result = []
for at in (200, 201, 202, 203, 204, 203, 202):
    start = perf_counter()
    room.dispatch(step_to(at))
    result.append(round(1000 * (perf_counter() - start), 1))
"""


def test_the_rooms_note_is_read_and_left(driver: PageDriver) -> None:
    python_in(
        driver.page,
        "from web.rooms import shell\nshell._rooms._desk.note('explore', 'greedy misplaced')\nresult = 0",
    )
    enter(driver)
    expect(driver.page.get_by_role("combobox", name="Tree of")).to_have_value("greedy")
    expect(driver.page.get_by_role("combobox", name="Estimate h")).to_have_value("misplaced")
    driver.choose("Tree of", "Breadth-first")
    expect(driver.page.get_by_role("combobox", name="Estimate h")).to_be_disabled()
    kept = python_in(driver.page, "from web.rooms import shell\nresult = shell._rooms._desk.notes['explore']")
    assert kept == "breadth-first misplaced"


def test_axe_finds_nothing_in_the_room_and_nothing_overflows(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).on_screen(*LIGHT_DESKTOP).open(base_url)
    explore(driver)
    check_looks(driver)
    example(driver)
    driver.button("Step forward").click()
    driver.button("Step forward").click()
    check_looks(driver)
    driver.button("Last step").click()
    check_looks(driver)
    driver.button("Predict the next board").click()
    driver.page.get_by_test_id("explore-frontier").get_by_role("option").first.click()
    check_looks(driver)
    expect_no_overflow(driver, 320)


#: The texts of the elements that are cut off.
CUT = "all => all.filter(one => one.scrollHeight > one.clientHeight).map(one => one.textContent)"


def test_every_open_board_of_the_list_is_whole(driver: PageDriver) -> None:
    """Its board and its value are stacked where there is no room for both in a row."""
    driver.on_screen(390, 844)
    explore(driver)
    build(driver)
    driver.button("Last step").click()
    options = driver.page.locator("#explore-frontier [role=option]")
    expect(options).to_have_count(6)
    for width in (390, 1280):
        expect_no_overflow(driver, width, 844)
        assert options.evaluate_all(CUT) == [], width


def test_rbfs_forgets_branches_and_comes_back_to_them(driver: PageDriver) -> None:
    explore(driver)
    driver.choose("Tree of", "Recursive best-first (RBFS)")
    driver.choose("Estimate h", "Misplaced tiles")
    build(driver)
    expect(step_text(driver)).to_contain_text("So far: just the start.", timeout=30_000)
    driver.choose("Estimate h", "Zero")
    driver.button("Build the tree").click()
    found = trace(BOARD, GOAL, algorithm="rbfs", heuristic="zero")
    left = next(node for node in found.nodes if node.twin is not None)
    assert left.dropped is not None
    assert left.twin is not None
    at, back = left.dropped, found.nodes[left.twin]
    expect(nodes(driver).first).to_have_accessible_name(re.compile("h 0"))
    driver.page.get_by_role("slider", name="Step of the search").fill(str(at))
    expect(step_text(driver)).to_contain_text(
        f"{back.board} is open again, with the f that its branch led to: {back.f:g}."
    )
    expect_step(driver, found, at)
    expect(driver.page.locator("#explore-nodes [data-status=FORGOTTEN]").first).to_be_attached()
    expect(driver.button("Predict the next board")).to_be_visible()


def test_a_beam_is_cut_to_the_width_in_its_field_which_a_link_carries(driver: PageDriver) -> None:
    explore(driver)
    driver.choose("Tree of", "Beam")
    field = driver.page.get_by_role("textbox", name="Width of the beam")
    field.fill("0")
    expect(driver.page.get_by_test_id("explore-why")).to_contain_text(
        "The width must be a whole number, 1 to 10,000,000"
    )
    expect(driver.button("Build the tree")).to_be_disabled()
    field.fill("2")
    build(driver)
    expect(step_text(driver)).to_contain_text("So far: just the start.", timeout=30_000)
    found = trace(BOARD, GOAL, algorithm="beam", heuristic="manhattan", width=2)
    driver.button("Step forward").click()
    expect(step_text(driver)).to_contain_text("Level 1 is complete: 1 board cut off, the best 2 kept.")
    expect_step(driver, found, 1)
    kept = python_in(driver.page, "from web.rooms import shell\nresult = shell._rooms._desk.notes['explore']")
    assert kept == "beam manhattan 2"
    driver.choose("Tree of", "Anytime")
    expect(driver.page.get_by_test_id("explore-why")).to_contain_text("has no search tree: it finds a path")
    expect(driver.button("Build the tree")).to_be_disabled()
