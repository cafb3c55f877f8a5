"""After one visit every tab works without a network, once the page says *Ready offline*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Watch
from tests.browser.host import Host
from tests.browser.offline import (
    IN_VAIN,
    expect_kept,
    expect_mark,
    forget_http_cache,
    look_again,
    visit,
    wait_offline,
)
from tests.browser.page_driver import READY, PageDriver, open_room
from tests.support.known_boards import KORF_1


class Gone(NamedTuple):
    """The profile of a past visit, its page, which is still open, and the host, which is stopped."""

    context: BrowserContext
    first: Page
    host: Host


@pytest.fixture(scope="module")
def offline_visit(browser: Browser, built: Path) -> Iterator[Gone]:
    context = browser.new_context()
    with Host(built, "some/folder/") as host:
        first = visit(context, host)
        host.stop()
        forget_http_cache(first)
        yield Gone(context, first, host)
    context.close()


@pytest.fixture
def away(offline_visit: Gone) -> Iterator[PageDriver]:
    """Yield a new page, opened without the host."""
    watch = Watch(offline_visit.context)
    watch.allowed = IN_VAIN
    page = offline_visit.context.new_page()
    page.add_init_script("if (location.host) localStorage.clear()")  # left by the page of the previous test
    yield PageDriver(page).open(f"{offline_visit.host.address}#room=solve")
    page.close()
    watch.end()
    assert watch.unexpected() == []


def test_the_page_that_says_ready_is_ready_itself(offline_visit: Gone) -> None:
    """Without its host, the page opens parts that it has not requested before."""
    page = offline_visit.first
    open_room(page, "Lab")
    expect(page.locator("#room-lab .cm-content")).to_contain_text("def heuristic", timeout=READY)
    page.get_by_role("combobox", name="Language").select_option("zh")
    expect(page.get_by_role("tab", name="求解")).to_be_visible()
    expect(page.get_by_test_id("offline")).to_have_text("已可离线使用")
    page.get_by_role("combobox", name="语言").select_option("en")
    expect_kept(page, offline_visit.host)


def test_the_whole_job_by_keyboard_alone(away: PageDriver) -> None:
    page, keys = away.page, away.page.keyboard
    press_until(page, "#mode-play")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    expect(page.get_by_role("radio", name="Paste")).to_be_checked()
    expect(page.locator("textarea#text")).to_be_visible()
    press_until(page, "textarea#text", "Shift+Tab")  # the field is above the choice
    keys.press("Control+A")
    keys.type("2 8 1/0 4 3/7 6 5")
    away.expect_verdict("Not solvable for this goal")
    press_until(page, "[data-repair='1']")
    assert page.evaluate("document.activeElement.textContent") == "Use the goal Spiral (snail)"
    keys.press("Enter")
    away.expect_verdict("Solvable")
    press_until(page, "#solve")
    keys.press("Enter")
    away.expect_result("Solved in 9 moves")
    away.expect_badge("Proved shortest")
    expect(away.button("Next")).to_be_focused()
    for _ in range(9):
        keys.press("ArrowRight")
    away.expect_shown("1 2 3/8 0 4/7 6 5")
    keys.press("ArrowLeft")
    assert away.board_text() != "1 2 3/8 0 4/7 6 5"


def press_until(page: Page, selector: str, key: str = "Tab") -> None:
    """Press a key until this element has the focus, as a user without a mouse does."""
    focused, name = page.locator(":focus"), "e => e.id || e.textContent.trim().slice(0, 20)"
    passed = []
    for _ in range(60):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        passed.append(focused.evaluate_all(f"found => found.map({name})"))
        page.keyboard.press(key)
    raise AssertionError(f"{key} never reaches {selector}, only {passed}")


def test_a_shared_link_and_a_4x4_with_the_packages_tables(offline_visit: Gone, away: PageDriver) -> None:
    page = away.page
    page.goto("about:blank")
    page.goto(f"{offline_visit.host.address}?from=a-friend#goal=blank-first&board={KORF_1.replace(' ', '_')}")
    away.wait_ready()
    away.expect_shown(KORF_1)
    expect(page.locator("body")).to_have_attribute("data-tables", "ready", timeout=READY)
    away.solve("Solved in 57 moves", "Proved shortest")
    figures = page.get_by_test_id("search-figures")
    expect(figures).to_contain_text(re.compile(r"Expanded\s*52,930"))  # smaller tables would expand more


def test_every_room_and_the_other_language(away: PageDriver) -> None:
    page = away.page
    open_room(page, "Lab")
    expect(page.locator("#room-lab .cm-content")).to_contain_text("def heuristic", timeout=READY)
    away.button("Certify").click()
    expect(page.locator("#lab-verdict")).not_to_be_empty(timeout=2 * READY)
    open_room(page, "Race")
    page.locator("#clouds-play").click()
    expect(page.get_by_test_id("race-why")).to_contain_text("A* must expand", timeout=READY)
    open_room(page, "Explore")
    away.button("Textbook example").click()
    away.button("Build the tree").click()
    expect(page.get_by_role("heading", name="Search tree")).to_be_visible(timeout=READY)
    open_room(page, "Learn")
    expect(page.get_by_role("heading", name="Learn")).to_be_visible()
    page.get_by_role("combobox", name="Language").select_option("zh")
    expect(page.get_by_role("tab", name="求解")).to_be_visible()
    page.get_by_role("combobox", name="语言").select_option("en")


def test_the_mark_tells_when_the_copy_is_cleared_and_when_it_is_back(offline_visit: Gone) -> None:
    """The last test of this file, as it clears the saved copy that the others need."""
    page, count = offline_visit.first, len(offline_visit.host.list_kept())
    page.evaluate("caches.keys().then(names => Promise.all(names.map(name => caches.delete(name))))")
    look_again(page)
    expect_mark(
        page,
        f"Not ready offline: the download broke off after 0 of {count} files. "
        "The next visit continues from there.",
    )
    offline_visit.host.start()
    look_again(page)
    wait_offline(page)
    expect_kept(page, offline_visit.host)
    storage = page.context.new_cdp_session(page)
    storage.send(
        "Storage.clearDataForOrigin",
        {
            "origin": offline_visit.host.address.split("/some")[0],
            "storageTypes": "service_workers,cache_storage",
        },
    )
    assert page.evaluate("navigator.serviceWorker.getRegistration().then(found => !found)")
    look_again(page)
    expect_kept(page, offline_visit.host)
    wait_offline(page)


def test_what_the_page_asks_for_is_what_is_kept(windowed: Browser, base_url: str, built: Path) -> None:
    """A page without a service worker requests every room, chart, table, editor and language."""
    context = windowed.new_context(service_workers="block")
    asked: set[str] = set()
    context.on("request", lambda request: asked.add(request.url.split("?")[0]))
    page = context.new_page()
    driver = PageDriver(page).open(base_url)
    expect(page.locator("body")).to_have_attribute("data-tables", "ready", timeout=READY)
    open_room(page, "Lab")
    expect(page.locator("#room-lab .cm-content")).to_contain_text("def heuristic", timeout=READY)
    driver.button("Certify").click()
    expect(page.locator("#lab-how-far")).to_contain_text("% done", timeout=READY)
    driver.stop()
    open_room(page, "Solve")
    driver.solve("Solved in 31 moves", "Proved shortest")
    driver.open_numbers()  # needs the chart
    expect(page.locator("#path-chart")).to_be_visible()
    for room in ("Race", "Explore", "Learn"):
        open_room(page, room)
        expect(page.get_by_role("tabpanel", name=room)).to_be_visible()
    page.locator("#learn-teachers").click()
    driver.button("Make the set").click()
    expect(page.locator("#class-links a").first).to_be_visible(timeout=READY)
    open_room(page, "Explore")
    driver.button("Whole space in one picture").click()
    expect(page.get_by_test_id("space-run")).to_contain_text("boards expanded", timeout=READY)
    driver.button("Stop filling").or_(driver.button("Close the picture")).first.click()
    open_room(page, "Race")
    page.locator("#clouds-play").click()
    expect(page.get_by_test_id("clouds-said")).not_to_be_empty(timeout=READY)
    page.evaluate("Element.prototype.requestFullscreen = undefined")
    driver.button("Present").click()
    driver.button("Leave (Esc)").click()
    page.get_by_role("combobox", name="Language").select_option("zh")
    expect(page.get_by_role("tab", name="求解")).to_be_visible()
    context.close()
    names = {url.removeprefix(base_url) or "index.html" for url in asked if url.startswith(base_url)}
    kept = {name for name in Host(built, "some/folder/").list_kept(later=True) if name[:5] != "docs/"}
    for_installing = {name for name in kept if name.endswith((".png", ".webmanifest"))}
    assert len(for_installing) == 4  # the browser requests these, not the page
    assert names - {"web/precache.js"} == kept - for_installing  # the service worker loads this list itself


PARTS = [
    "web/vendor/pyscript/core.js",
    "web/vendor/pyodide/pyodide.asm.wasm",
    "web/vendor/pyodide/python_stdlib.zip",
    "web/npuzzle.zip",
    "web/app.py",
]


@pytest.mark.fresh(service_workers="block")  # the service worker would have the part
def test_a_missing_part_is_reported(page: Page, base_url: str) -> None:
    for missing in PARTS:
        page.route(f"**/{missing}", lambda route: route.fulfill(status=404))
        page.goto("about:blank")
        page.goto(base_url)
        boot = page.get_by_test_id("boot")
        expect(boot).to_contain_text(f"{missing.rsplit('/', 1)[1]} did not load.", timeout=READY)
        assert ("npuzzle serve” sets it up" in boot.inner_text()) == ("vendor" in missing), missing
        page.unroute(f"**/{missing}")
