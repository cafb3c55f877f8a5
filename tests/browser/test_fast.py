"""Kernels in the page: tables loaded in the background, hard boards, all shortest paths."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from npuzzle.pattern_databases import catalogue
from npuzzle.puzzle.shape import Shape
from tests.browser.conftest import Watch
from tests.browser.faults import REACH
from tests.browser.looks import violations
from tests.browser.page_driver import READY, PageDriver, python_in
from tests.support.known_boards import HARDEST_15, KORF_1


def wait_for_tables(driver: PageDriver) -> None:
    """Wait until the worker says that the tables of 4x4 are loaded."""
    expect(driver.page.locator("body")).to_have_attribute("data-tables", "ready", timeout=READY)


@pytest.mark.same_page
def test_a_15_puzzle_is_solved_by_the_kernel_and_says_so(driver: PageDriver) -> None:
    wait_for_tables(driver)
    driver.choose("Goal", "Blank first")
    driver.type_board(KORF_1)
    driver.solve("Solved in 57 moves", "Proved shortest")
    said = {name: driver.figure(name) for name in ("Engine", "Heuristic", "Expanded", "Generated")}
    assert said == {
        "Engine": "WebAssembly",
        "Heuristic": "Additive pattern databases",
        "Expanded": "52,930",
        "Generated": "101,763",
    }
    expect(driver.page.get_by_test_id("note")).to_have_text(
        "Every path of fewer than 57 moves was ruled out. "
        "IDA* was chosen: with pattern databases it proves the shortest path of any board of 16 cells."
    )
    driver.button("Last").click()
    driver.expect_shown("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15")


@pytest.mark.same_page
def test_the_hardest_15_puzzle_shows_its_progress_and_can_be_stopped(driver: PageDriver) -> None:
    wait_for_tables(driver)
    driver.choose("Goal", "Blank first")
    driver.type_board(HARDEST_15)
    driver.button("Solve").click()
    progress = driver.page.get_by_test_id("progress")
    expect(progress).to_contain_text(re.compile(r"At least\s*7\d moves"))
    seen = progress.inner_text()
    expect(progress).not_to_have_text(seen)  # the search continues
    driver.stop()
    driver.expect_result("Stopped")
    driver.expect_badge("longer than the shortest, which has 7")
    driver.type_board(KORF_1)
    driver.solve("Solved in 57 moves", "Proved shortest")  # by the same kernel, which still works
    assert driver.figure("Expanded") == "52,930"


@pytest.mark.slow
def test_the_hardest_15_puzzle_is_solved_and_proved_by_one_worker(driver: PageDriver) -> None:
    driver.page.add_init_script(REACH)  # with one core the counts are exact
    driver.page.reload()
    driver.wait_ready()
    wait_for_tables(driver)
    driver.choose("Goal", "Blank first")
    driver.type_board(HARDEST_15)
    driver.button("Solve").click()
    driver.expect_result("Solved in 80 moves", seconds=120)
    driver.expect_badge("Proved shortest")
    assert driver.figure("Generated") == "270,018,135"


@pytest.mark.same_page
@pytest.mark.parametrize(
    ("board", "moves"),
    [
        ("0 10 3 6/5 1 7 2/9 8 11 4", 29),
        ("7 0 3 10 13/4 5 1 9 14/2 11 8 12 6", 47),
        ("0 7 5 2 11 13 3/12 9 8 4 1 10 6", 71),
    ],
)
def test_tables_of_other_sizes_are_built_while_one_waits(driver: PageDriver, board: str, moves: int) -> None:
    driver.type_board(board)
    driver.solve(f"Solved in {moves} moves", "Proved shortest")
    assert (driver.figure("Engine"), driver.figure("Heuristic")) == (
        "WebAssembly",
        "Additive pattern databases",
    )


def refuse(route: Route) -> None:
    route.abort()


def damage(route: Route) -> None:
    data = bytearray(catalogue.read_shipped(Shape(4, 4)))
    data[500_000] ^= 1
    route.fulfill(body=bytes(data), content_type="application/octet-stream")


@pytest.mark.fresh(service_workers="block")
@pytest.mark.parametrize(
    ("answer", "why"),
    [(refuse, "could not be fetched: Failed to fetch"), (damage, "it is damaged")],
    ids=["missing", "damaged"],
)
def test_without_the_tables_smaller_ones_are_built_and_it_says_so(
    page: Page, watch: Watch, base_url: str, answer: Callable[[Route], None], why: str
) -> None:
    watch.allowed = ("ERR_FAILED", "Failed to load resource")
    page.context.route("**/*.tables", answer)
    driver = PageDriver(page).open(base_url)
    expect(page.locator("body")).to_have_attribute("data-tables", re.compile("."), timeout=READY)
    driver.choose("Goal", "Blank first")
    driver.type_board(KORF_1)
    driver.solve("Solved in 57 moves", "Proved shortest")
    expect(page.get_by_test_id("note")).to_contain_text(why)
    expect(page.get_by_test_id("note")).to_contain_text("A 5-5-5 set is used instead.")


@pytest.mark.same_page
def test_all_shortest_paths_are_listed_and_each_can_be_played(driver: PageDriver) -> None:
    driver.field("All shortest paths").check()
    driver.solve("Solved in 31 moves", "Proved shortest")
    assert driver.figure("Shortest paths") == "40"
    paths = driver.menu("Path")
    assert paths.locator("option").all_inner_texts() == [f"{n} of 40" for n in range(1, 41)]
    seen = set()
    for n in (0, 1, 17, 39):
        paths.select_option(str(n))
        driver.expect_step("Move 0 of 31: Start")
        seen.add(driver.page.get_by_label("Moves", exact=True).inner_text())
        driver.button("Last").click()
        driver.expect_shown("1 2 3/4 5 6/7 8 0")
    assert len(seen) == 4
    assert violations(driver.page) == []
    driver.field("All shortest paths").uncheck()
    driver.solve("Solved in 31 moves", "Proved shortest")
    expect(paths).to_be_hidden()


@pytest.mark.same_page
def test_no_module_of_the_package_is_compiled_in_the_browser(driver: PageDriver) -> None:
    """Each module is shipped compiled; compiling them took half of the start."""
    code = (
        "import sys\n"
        "own = [m for n, m in sys.modules.items() if n.split('.')[0] in ('npuzzle', 'web') and m.__file__]\n"
        "result = [len(own), sorted(m.__name__ for m in own if not m.__file__.endswith('.pyc'))]"
    )
    count, without = python_in(driver.page, code)
    assert count > 50
    assert without == []


@pytest.mark.same_page
def test_what_the_page_begins_with_is_what_it_imports_in_slices(driver: PageDriver) -> None:
    """The order is made from source texts, without Python: each name in it is a module of the page."""
    code = (
        "import pkgutil, sys\n"
        "order = pkgutil.get_data('web.page', 'import_order.txt').decode().split()\n"
        "result = [len(order), sorted(set(order) - set(sys.modules))]"
    )
    count, missing = python_in(driver.page, code)
    assert count > 150
    assert missing == []
