"""A new version is offered and never forced; a failed download leaves the saved version intact."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from npuzzle import site
from tests.browser.conftest import Watch
from tests.browser.host import Host
from tests.browser.looks import violations
from tests.browser.offline import (
    IN_VAIN,
    KEPT,
    expect_kept,
    expect_mark,
    forget_http_cache,
    look_again,
    visit,
    wait_offline,
)
from tests.browser.page_driver import READY, PageDriver

pytestmark = pytest.mark.fresh

LONG = "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0"

#: Three changed files in the new version, so that a mix of versions would show.
EDITS = {
    "index.html": ("<h1>n-puzzle", "<h1>n-puzzle II"),
    "web/style.css": ("* { box-sizing", ":root { --version: II; } * { box-sizing"),
    "web/languages/zh.json": ('"Shuffle": "', '"Shuffle": "II '),
}


#: The controls that the offer covers, even in part.
COVERED = """() => {
  const offer = document.getElementById('update'), over = offer.getBoundingClientRect();
  return [...document.querySelectorAll('button, select, input, summary, a')].filter(element => {
    const box = element.getBoundingClientRect();
    return element.checkVisibility() && !offer.contains(element)
      && box.left < over.right && over.left < box.right && box.top < over.bottom && over.top < box.bottom;
  }).map(element => element.id || element.textContent);
}"""


def versions_seen(page: Page) -> set[bool]:
    """Return whether each part of the page is of the new version; two answers mean a mix."""
    title = page.get_by_role("heading", level=1).inner_text()
    style = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--version')")
    texts = page.evaluate("fetch('./web/languages/zh.json').then(answer => answer.text())")
    return {"II" in title, "II" in style, '"II ' in texts}


def expect_offer(page: Page) -> None:
    expect(page.get_by_test_id("update")).to_be_visible(timeout=READY)


def test_the_offer_covers_no_control(context: BrowserContext, watch: Watch, built: Path) -> None:
    with Host(built, "some/folder/").without_python() as host:
        page = visit(context, host)
        page.reload()  # unlike the first page, it has a service worker
        wait_offline(page)
        host.release({"index.html": EDITS["index.html"]})
        look_again(page)
        expect_offer(page)
        expect(page.get_by_role("button", name="Later", exact=True)).to_be_in_viewport(ratio=1)
        assert page.evaluate(COVERED) == []


def test_an_update_waits_for_a_search_and_for_consent_and_keeps_the_board(
    context: BrowserContext, watch: Watch, built: Path
) -> None:
    with Host(built, "some/folder/") as host:
        page = visit(context, host)
        driver = PageDriver(page).wait_ready()
        driver.choose("Goal", "Blank first")
        driver.type_board(LONG)
        driver.choose("Algorithm", "IDA*")
        driver.choose("Heuristic", "Manhattan distance")
        driver.button("Solve").click()
        expect(page.get_by_test_id("progress")).to_be_visible()
        host.release(EDITS)
        host.broken, host.asked = {"web/languages/zh.json"}, []
        look_again(page)
        wait_until_asked(page, host, "web/languages/zh.json")
        wait_until_given_up(page)
        wait_offline(page)  # with the complete version
        expect(page.get_by_test_id("update")).to_be_hidden()

        host.broken, host.asked = set(), []
        look_again(page)
        expect_offer(page)
        assert set(host.asked) == {"sw.js", site.PRECACHE, "web/languages/zh.json"}  # the rest is saved
        take = driver.button("Use it now")
        expect(take).to_be_disabled()
        expect(page.get_by_test_id("update")).to_contain_text("A search is in progress.")
        driver.stop()
        expect(take).to_be_enabled()
        assert violations(page) == []
        assert versions_seen(page) == {False}
        page.evaluate("sessionStorage.starts = 0")
        page.add_init_script("sessionStorage.starts = Number(sessionStorage.starts) + 1")
        take.click()
        expect(page.get_by_role("heading", name="n-puzzle II")).to_be_visible(timeout=READY)
        driver.wait_ready()
        driver.expect_shown(LONG)
        wait_offline(page)
        expect_kept(page, host)
        expect(page.get_by_test_id("update")).to_be_hidden()
        assert page.evaluate("sessionStorage.starts") == "1"
    watch.allowed = IN_VAIN
    forget_http_cache(page)
    page.reload()
    driver.wait_ready()
    assert versions_seen(page) == {True}


def wait_until_given_up(page: Page) -> None:
    for _ in range(600):
        if page.evaluate("navigator.serviceWorker.getRegistration().then(of => of.installing === null)"):
            return
        page.wait_for_timeout(100)
    raise AssertionError("the new version is still being installed after a minute")


def wait_until_asked(page: Page, host: Host, name: str) -> None:
    for _ in range(600):
        if name in host.asked:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{name} was not requested within a minute")


def test_a_declined_update_leaves_the_old_version_whole_and_other_tabs_are_not_disturbed(
    context: BrowserContext, watch: Watch, built: Path
) -> None:
    watch.allowed = IN_VAIN
    with Host(built, "some/folder/").without_python() as host:
        page = visit(context, host)
        host.release(EDITS)
        page.reload()
        expect_offer(page)
        assert versions_seen(page) == {False}
        other = context.new_page()
        other.goto(host.address)
        page.get_by_role("button", name="Use it now").click()
        expect(page.get_by_test_id("update")).to_contain_text("This page is open in another tab too.")
        assert versions_seen(other) == {False}
        other.close()
        page.evaluate("caches.open('npuzzle elsewhere').then(() => null)")
        page.get_by_role("button", name="Later").click()
        expect(page.get_by_test_id("update")).to_be_hidden()

        host.stop()
        forget_http_cache(page)
        page.reload()
        wait_offline(page)
        assert versions_seen(page) == {False}

        host.start()
        for _ in range(5):
            page.goto("about:blank")  # the last page of the old version is gone, so the new one takes over
            page.wait_for_timeout(1_000)  # a moment later
            page.goto(f"{host.address}index.html?from=a-link")
            wait_offline(page)
            if versions_seen(page) == {True}:
                break
        assert versions_seen(page) == {True}
        expect_kept(page, host)
        names = {f"npuzzle {host.address}", "npuzzle elsewhere"}  # the other copy's cache is left alone
        assert set(page.evaluate("caches.keys()")) == names


def test_a_portal_destroys_nothing_and_a_full_reload_asks_the_host(
    context: BrowserContext, watch: Watch, built: Path
) -> None:
    watch.allowed = IN_VAIN
    with Host(built, "some/folder/").without_python() as host:
        page = visit(context, host)
        host.asked, host.portal = [], True
        page.reload()
        wait_until_asked(page, host, "sw.js")
        page.reload()
        wait_offline(page)
        assert versions_seen(page) == {False}
        expect_kept(page, host)

        host.portal = False
        host.release(EDITS)
        page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})  # Ctrl+Shift+R
        expect(page.get_by_role("heading", name="n-puzzle II")).to_be_visible(timeout=READY)
        expect_kept(page, host)
        page.reload()
        wait_offline(page)
        assert versions_seen(page) == {True}


@pytest.mark.parametrize("age", [0, 10**9], ids=["new", "old"])  # seconds
def test_another_project_at_the_same_address_of_ones_own_machine_is_not_hidden(
    context: BrowserContext, watch: Watch, built: Path, tmp_path: Path, age: int
) -> None:
    """For an old file, many servers report that it has not changed, whatever version the browser has."""
    watch.allowed = IN_VAIN
    homework = tmp_path / "some/folder/index.html"
    homework.parent.mkdir(parents=True)
    homework.write_text("<!doctype html><h1>My homework</h1>")
    written = homework.stat().st_mtime - age
    os.utime(homework, (written, written))
    with Host(built, "some/folder/").without_python() as host:
        page = visit(context, host)
        page.goto("about:blank")
        host.stop()
        host.root, host.changes = tmp_path, {}
        host.start()
        page.goto(host.address)
        expect(page.get_by_role("heading", name="My homework")).to_be_visible(timeout=READY)


def test_a_download_that_broke_off_goes_on_at_the_next_visit(
    context: BrowserContext, watch: Watch, built: Path
) -> None:
    watch.allowed = IN_VAIN
    with Host(built, "some/folder/").without_python() as host:
        count = len(host.list_kept())
        late = {"web/languages/zh.json", "web/vendor/pyodide/pyodide.asm.wasm"}
        host.broken = set(late)
        page = context.new_page()
        page.goto(host.address)
        expect_mark(
            page,
            f"Not ready offline: the download broke off after {count - 2} of {count} files. "
            "The next visit continues from there.",
        )
        host.broken, host.asked = set(), []
        page.reload()
        wait_offline(page)
        by_the_page = {
            "index.html",
            "web/style.css",
            "web/js/start_progress.js",
            "web/js/start_python.mjs",
            "web/js/restore.mjs",
            "web/snapshot.js",
            "web/vendor/pyodide/pyodide.mjs",
            "web/js/embed.js",
            "web/js/offline_mark.js",
            "web/js/language.js",
        }
        by_the_page |= {"web/js/trust.js", "web/js/before_python.js", site.BUNDLE}
        by_the_page |= {"web/js/focus.js", "web/js/hand_over.mjs", "web/js/present.js"}
        by_the_page |= {"sw.js", site.PRECACHE, "web/vendor/pyscript/core.js", "web/icon.svg", "favicon.ico"}
        by_the_page |= {"web/vendor/numerals/rubik.woff2"}
        in_the_background = host.list_kept(later=True).keys() - host.list_kept().keys()
        asked = set(host.asked) - in_the_background
        assert asked - by_the_page == late
        expect_kept(page, host)
        page.evaluate(LATE)
        wait_offline(page)


def test_what_is_not_the_file_is_never_kept(context: BrowserContext, watch: Watch, built: Path) -> None:
    with Host(built, "some/folder/").without_python() as host:
        host.changes["web/icons/512.png"] = b"<h1>Please log in</h1>"
        page = context.new_page()
        page.goto(host.address)
        expect_mark(
            page,
            "Not ready offline: the host sent something else instead of 512.png. "
            "The network may want you to log in first, or the site is being updated. Reload later.",
        )
        assert [url for url in page.evaluate(KEPT) if "icons/512.png" in url] == []
        del host.changes["web/icons/512.png"]
        page.reload()
        wait_offline(page)
        expect_kept(page, host)


def test_a_full_disk_is_reported_and_room_is_used_when_there_is_some(
    context: BrowserContext, watch: Watch, built: Path
) -> None:
    with Host(built, "some/folder/").without_python() as host:
        page = context.new_page()
        quota = context.new_cdp_session(page)
        origin = {"origin": host.address.split("/some")[0]}
        quota.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 5_000_000})
        page.goto(host.address)
        room = re.compile(
            r"Not ready offline: there is no room for it \(\d\d? MB\)\. Free some, then reload\."
        )
        expect(page.locator("#offline")).to_have_text(room, timeout=READY)
        quota.send("Storage.overrideQuotaForOrigin", origin)
        look_again(page)
        wait_offline(page)
        expect_kept(page, host)

        quota.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 1_000})
        host.release(EDITS)
        for again in (lambda: look_again(page), page.reload):
            again()
            expect_mark(page, "Ready offline, with the previous version: there is no room for the new one.")
            assert versions_seen(page) == {False}


#: A message of the worker about the download may arrive after its answer that everything is saved.
LATE = """() => navigator.serviceWorker.dispatchEvent(
  new MessageEvent('message', { data: { update: false, kept: 33, of: 34, problem: null } }))"""

REFUSE = "() => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))"
FORBIDDEN = {
    "delete Navigator.prototype.serviceWorker": (
        "Not ready offline: this browser allows no service worker here. "
        "Private windows often do not. Everything else works."
    ),
    f"for (const ask of ['register', 'getRegistration']) ServiceWorkerContainer.prototype[ask] = {REFUSE}": (
        "Not ready offline: this browser does not let the page save files here (SecurityError). "
        "Private windows often do. Everything else works."
    ),
    "Object.defineProperty(window, 'isSecureContext', { value: false })": (
        "Not ready offline: that needs an address with https, or localhost. Everything else works."
    ),
}


@pytest.mark.parametrize("script", FORBIDDEN)
def test_where_service_workers_are_forbidden_the_page_says_so_and_works(
    page: Page, watch: Watch, base_url: str, script: str
) -> None:
    page.add_init_script(script)
    driver = PageDriver(page).open(base_url)
    expect_mark(page, FORBIDDEN[script])
    driver.solve("Solved in 31 moves", "Proved shortest")


def test_where_nothing_may_be_kept_the_page_says_so(
    context: BrowserContext, watch: Watch, built: Path
) -> None:
    """As in private windows that allow a service worker but no saved files."""
    with Host(built, "some/folder/").without_python() as host:
        host.changes["sw.js"] = f"caches.open = {REFUSE};\n".encode() + host.read("sw.js")
        page = context.new_page()
        page.goto(host.address)
        expect_mark(
            page,
            "Not ready offline: this browser does not let the page save files here (SecurityError). "
            "Private windows often do. Everything else works.",
        )
