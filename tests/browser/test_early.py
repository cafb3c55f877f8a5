"""The board can be played before Python has started, and nothing on the page jumps when Python takes over."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from npuzzle import Board
from tests.browser.before_python import LARGEST, PLACES, SHIFTS, START, tile_numbers
from tests.browser.conftest import Watch
from tests.browser.page_driver import READY, PageDriver, without_python
from web.page.commands.sliding import line_to

#: First visits. All but three tests block the service worker, which would save the whole site for later.
pytestmark = [pytest.mark.browser, pytest.mark.fresh(service_workers="block")]


def slide_cell(board: Board, cell: int) -> Board:
    """Return the board after a press, by the page's own rule."""
    tiles, blank = list(board.tiles), board.blank
    for source in line_to(board, cell):
        tiles[blank], tiles[source], blank = tiles[source], 0, source
    return Board(board.shape, tuple(tiles))


@pytest.mark.fresh
def test_the_board_is_played_before_python_and_kept_when_it_comes(
    page: Page, watch: Watch, base_url: str
) -> None:
    driver = PageDriver(page)
    page.add_init_script(SHIFTS)
    with without_python(page):
        page.goto(base_url)
        page.locator("#board[data-early]").wait_for()
        driver.board.get_by_role("gridcell", name="5", exact=True).click()
        driver.board.focus()
        page.keyboard.press("ArrowLeft")
        expect(driver.said).to_have_text("Tile 4 left.")
        assert tile_numbers(page) == [8, 6, 7, 2, 4, 0, 3, 5, 1]
        page.keyboard.press("Shift+ArrowRight")
        expect(driver.said).to_have_text("2 tiles right.")
        places = page.evaluate(PLACES)
    driver.wait_ready()
    driver.expect_shown("8 6 7/0 2 4/3 5 1")
    assert page.evaluate(PLACES) == places
    assert sum(page.evaluate("window.shifts")) < 0.001
    expect(driver.board).to_be_focused()
    for _ in range(3):
        driver.button("Undo").click()
    driver.expect_shown(START)
    expect(driver.button("Undo")).to_be_disabled()


@pytest.mark.fresh  # without the service worker the page says that too, in a longer text
@pytest.mark.parametrize("width", [390, 1280])
def test_what_is_painted_last_does_not_wait_for_python(
    page: Page, watch: Watch, base_url: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(LARGEST)
    with without_python(page):
        page.goto(base_url)
        page.locator("#board[data-early]").wait_for()
        expect(page.locator("#board-help")).to_be_visible()
        expect(page.get_by_text("The solver is still loading.")).to_have_class("unseen")
    PageDriver(page).wait_ready()
    expect(page.locator("#board-help")).to_be_visible()
    assert page.evaluate("window.largest").count("board-help") == 1  # with the first paint, and never again
    assert page.evaluate("window.largest")[-1] == "board-help"


def test_any_presses_mean_the_same_as_in_python(page: Page, watch: Watch, base_url: str) -> None:
    """Forty presses on a large board before Python has started have the result of the page's own rule.

    tests/js/test_early.py shows without a browser that the rule is the same on small boards.
    """
    page.add_init_script(FORGETFUL)
    random, rows, cols = Random(4), 10, 7
    tiles = list(range(rows * cols))
    random.shuffle(tiles)
    board = Board.from_rows([tiles[row * cols : (row + 1) * cols] for row in range(rows)])
    with without_python(page):
        page.goto(f"{base_url}#board={str(board).replace(' ', '_')}")
        page.locator("#board[data-early]").wait_for()
        assert tile_numbers(page) == tiles
        for _ in range(4):
            for _ in range(10):
                cell = random.randrange(rows * cols)
                page.locator("#board [role=gridcell]").nth(cell).click()
                board = slide_cell(board, cell)
            assert tile_numbers(page) == list(board.tiles)
    page.locator("body[data-ready]").wait_for(timeout=READY)
    PageDriver(page).expect_shown(str(board))


LINKS = [
    ("board=1_2/3_0", [1, 2, 3, 0], 3),
    ("board=0_1/3_2&moves=LU&step=1", [1, 0, 3, 2], 2),
    ("board=0_1/3_2&moves=LU&step=2", [1, 2, 3, 0], 3),
    ("board=1_2/3_0&goal=blank-first", [1, 2, 3, 0], 0),  # Python says which tiles are at home
    ("board=1_2/3_3", [0] * 9, 0),
    ("text=nonsense", [0] * 9, 0),
    ("board=%zz", [0] * 9, 0),
    ("board=1+2/3+0", [0] * 9, 0),
    ("board=1_2/3_0&moves=xx&step=1", [0] * 9, 0),
    ("board=1_2/3_0&moves=UU&step=2", [0] * 9, 0),
    ("board=1_2/3_0&moves=LU&step=-1", [0] * 9, 0),
    ("room=race", [8, 6, 7, 2, 5, 4, 3, 0, 1], 1),
]
#: No link leaves anything behind for the next.
FORGETFUL = "Storage.prototype.setItem = () => {};"


def test_the_board_of_a_link_stands_at_once(page: Page, watch: Watch, base_url: str) -> None:
    page.add_init_script(FORGETFUL)
    with without_python(page):  # starting Python would take a while each time
        for link, tiles, home in LINKS:
            page.goto("about:blank")
            page.goto(f"{base_url}#{link}")
            page.locator("#board[data-early]").wait_for()
            assert tile_numbers(page) == tiles, link
            assert page.locator("#board [data-home]").count() == home, link


@pytest.mark.parametrize(
    ("link", "later", "board"),
    [
        ("", "board=1_2_3/4_5_6/7_0_8", "1 2 3/4 5 6/7 0 8"),  # pasted while the page loads
        ("board=1_2_3/4_5_6/7_0_8&goal=nonsense", "", "1 2 3/4 0 6/7 5 8"),  # Python rejects this goal
    ],
)
def test_presses_are_for_the_board_they_were_made_on(
    page: Page, watch: Watch, base_url: str, link: str, later: str, board: str
) -> None:
    with without_python(page):
        page.goto(f"{base_url}#{link}")
        page.locator("#board[data-early]").wait_for()
        page.locator("#board [role=gridcell]").nth(4).click()
        assert page.locator("#board").get_attribute("data-pressed") == "4"
        if later:
            page.evaluate(f"location.hash = {later!r}")
    driver = PageDriver(page).wait_ready()
    driver.expect_shown(board)
    if not later:
        driver.button("Undo").click()  # undoes the press
        driver.expect_shown("1 2 3/4 5 6/7 0 8")
    expect(driver.button("Undo")).to_be_disabled()  # nothing is older than the link


@pytest.mark.fresh
def test_a_list_that_is_missing_costs_the_bar_and_the_offline_copy_only(
    page: Page, watch: Watch, base_url: str
) -> None:
    watch.allowed = ("404",)
    page.route("**/web/precache.js", lambda route: route.fulfill(status=404, body=""))
    PageDriver(page).open(base_url)
    expect(page.get_by_test_id("boot")).to_be_hidden()


def test_the_bar_says_how_much_has_arrived(page: Page, watch: Watch, base_url: str) -> None:
    bar = page.get_by_role("progressbar", name="Loading Python")
    with without_python(page):
        page.goto(base_url)
        precache = page.request.get(f"{base_url}web/precache.js").text()
        sizes = page.evaluate("text => JSON.parse(text.slice(text.indexOf('{'), -2)).sizes", precache)
        needed = {
            n: s
            for n, s in sizes.items()
            if "/pyodide/" in n or n.endswith((".bin", ".zip")) or "/core-" in n
        }
        needed.pop("web/vendor/pyodide/pyodide-lock.json")
        there = sum(needed.values()) - needed["web/vendor/pyodide/pyodide.asm.wasm"]
        percent = 100 * there // sum(needed.values())
        expect(page.get_by_test_id("boot")).to_contain_text(f"Loading Python… {percent} %", timeout=READY)
        expect(page.get_by_test_id("boot").get_by_role("status")).to_have_text("Loading Python…")
        assert bar.evaluate("bar => bar.value") == pytest.approx(0.9 * there / sum(needed.values()))
    PageDriver(page).wait_ready()
    expect(bar).to_be_hidden()
