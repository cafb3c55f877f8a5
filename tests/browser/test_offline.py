"""After one visit the page needs no server; any plain static host will do for that visit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from npuzzle import site
from tests.browser.conftest import Watch
from tests.browser.lab import READY, Lab
from tests.conftest import served

pytestmark = pytest.mark.fresh


def forget_http_cache(page: Page) -> None:
    """Else the browser's own cache would hide a hole in the service worker's."""
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")


def wait_offline(lab: Lab) -> None:
    expect(lab.page.get_by_test_id("offline")).to_have_text("This page now works offline.", timeout=READY)


def test_the_whole_job_by_keyboard_alone_with_the_server_gone(page: Page, watch: Watch) -> None:
    site.set_up()
    lab = Lab(page)
    with served() as address:
        lab.open(address)
        wait_offline(lab)
    watch.allowed = (
        "ERR_CONNECTION_REFUSED",
        "Failed to load resource",
    )  # what is not kept is asked for in vain
    forget_http_cache(page)
    page.reload()
    lab.wait_ready()
    keys = page.keyboard
    press_until(page, "#mode-play")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    expect(page.get_by_role("radio", name="Paste")).to_be_checked()
    press_until(page, "textarea#text")
    keys.press("Control+A")
    keys.type("2 8 1/0 4 3/7 6 5")
    lab.expect_verdict("Not solvable for this goal")
    press_until(page, "[data-repair='1']")
    assert page.evaluate("document.activeElement.textContent") == "Use the goal spiral"
    keys.press("Enter")
    lab.expect_verdict("Solvable")
    press_until(page, "#solve")
    keys.press("Enter")
    lab.expect_result("Solved in 9 moves")
    lab.expect_badge("Proved shortest")
    expect(lab.slider).to_be_focused()
    for _ in range(9):
        keys.press("ArrowRight")
    lab.expect_shown("1 2 3/8 0 4/7 6 5")
    keys.press("ArrowLeft")
    assert lab.shown() != "1 2 3/8 0 4/7 6 5"


def press_until(page: Page, selector: str) -> None:
    """Tab on until that element has the focus, as someone without a mouse must."""
    for _ in range(60):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")


def test_a_search_on_4x4_offline(page: Page, watch: Watch) -> None:
    site.set_up()
    lab = Lab(page)
    with served() as address:
        lab.open(address)
        wait_offline(lab)
    forget_http_cache(page)
    page.goto(address + "index.html")
    lab.wait_ready()
    lab.type_board("2 8 3 4/1 6 0 7/5 9 10 11/13 14 15 12")
    lab.solve("Solved in 17 moves", "Proved shortest")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@contextmanager
def plain_host(root: Path) -> Iterator[str]:
    """Any static host: knows nothing of this project, and nobody answers there afterwards."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    Thread(target=host.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{host.server_port}/"
    finally:
        host.shutdown()
        host.server_close()


def test_a_build_works_in_a_folder_of_a_plain_host_and_then_without(
    page: Page, watch: Watch, tmp_path: Path
) -> None:
    site.build(tmp_path / "some" / "folder")
    with plain_host(tmp_path) as address:
        lab = Lab(page).open(address + "some/folder/")
        lab.solve("Solved in 31 moves", "Proved shortest")
        wait_offline(lab)
    watch.allowed = ("Failed to load resource",)  # the host is asked in vain
    forget_http_cache(page)
    page.reload()
    lab.wait_ready()
    lab.solve("Solved in 31 moves", "Proved shortest")


def test_a_new_version_replaces_the_old_one_for_good(page: Page, watch: Watch, tmp_path: Path) -> None:
    site.build(tmp_path)
    index, runtime = tmp_path / "index.html", tmp_path / "web/vendor/precache.js"
    with plain_host(tmp_path) as address:
        lab = Lab(page).open(address + "?from=a-link")
        wait_offline(lab)
        index.write_text(
            index.read_text(encoding="utf-8").replace("<h1>n-puzzle", "<h1>n-puzzle II"), encoding="utf-8"
        )
        version = re.search(r'"version": "(\w+)"', runtime.read_text(encoding="utf-8"))
        assert version is not None
        runtime.write_text(
            runtime.read_text(encoding="utf-8").replace(version[1], "f" * 16), encoding="utf-8"
        )
        page.goto(address)
        expect(page.get_by_role("heading", name="n-puzzle II")).to_be_visible()
        lab.wait_ready()
        wait_offline(lab)
        waiting = "navigator.serviceWorker.getRegistration().then(r => r.waiting !== null)"
        for _ in range(600):
            if page.evaluate(waiting):
                break
            page.wait_for_timeout(100)
        assert page.evaluate(waiting)
        page.goto("about:blank")  # with the last page of the old version gone, the new one takes over
        page.goto(address)
        lab.wait_ready()
        for _ in range(100):
            if page.evaluate("caches.keys()") == ["npuzzle-ffffffffffffffff"]:
                break
            page.wait_for_timeout(100)
        assert page.evaluate("caches.keys()") == ["npuzzle-ffffffffffffffff"]
    forget_http_cache(page)
    page.goto(address)
    expect(page.get_by_role("heading", name="n-puzzle II")).to_be_visible()
    lab.wait_ready()


@pytest.mark.parametrize(
    "missing",
    [
        "web/vendor/pyscript/core.js",
        "web/vendor/pyodide/pyodide.asm.wasm",
        "web/vendor/pyodide/python_stdlib.zip",
        "web/npuzzle.zip",
        "web/app.py",
    ],
)
def test_a_missing_part_is_told(page: Page, base_url: str, missing: str) -> None:
    page.route(f"**/{missing}", lambda route: route.fulfill(status=404))
    page.goto(base_url)
    boot = page.get_by_test_id("boot")
    expect(boot).to_contain_text(f"{missing.rsplit('/', 1)[1]} did not load.", timeout=READY)
    assert ("npuzzle serve” sets it up" in boot.inner_text()) == ("vendor" in missing)
