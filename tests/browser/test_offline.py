"""After one visit the page needs no server; any plain static host will do for that visit."""

from __future__ import annotations

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
    press_until(page, "textarea#text")
    keys.press("Control+A")
    keys.type("2 8 1/0 4 3/7 6 5")
    lab.expect_verdict("Not solvable for this goal")
    press_until(page, "[data-repair='1']", back=True)
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


def press_until(page: Page, selector: str, *, back: bool = False) -> None:
    """Tab on until that element has the focus, as someone without a mouse must."""
    for _ in range(60):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"Tab never reaches {selector}")


def test_a_search_on_4x4_offline(page: Page, watch: Watch) -> None:
    site.set_up()
    lab = Lab(page)
    with served() as address:
        lab.open(address)
        wait_offline(lab)
    watch.allowed = ("ERR_CONNECTION_REFUSED", "Failed to load resource")
    forget_http_cache(page)
    page.goto(address + "index.html")
    lab.wait_ready()
    lab.type_board("2 8 3 4/1 6 0 7/5 9 10 11/13 14 15 12")
    lab.solve("Solved in 17 moves", "Proved shortest")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.mark.parametrize("then", ["online", "offline"])
def test_a_build_works_from_a_folder_of_a_plain_host(
    page: Page, watch: Watch, tmp_path: Path, then: str
) -> None:
    site.build(tmp_path / "some" / "folder")
    plain = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    Thread(target=plain.serve_forever, daemon=True).start()
    lab = Lab(page).open(f"http://127.0.0.1:{plain.server_port}/some/folder/")
    if then == "offline":
        wait_offline(lab)
    plain.shutdown() if then == "offline" else None
    if then == "offline":
        plain.server_close()
        watch.allowed = ("ERR_CONNECTION_REFUSED", "Failed to load resource")
        forget_http_cache(page)
        page.reload()
        lab.wait_ready()
    lab.solve("Solved in 31 moves", "Proved shortest")
    if then == "online":
        plain.shutdown()
        plain.server_close()


def test_a_missing_runtime_is_named(page: Page, watch: Watch, base_url: str) -> None:
    page.route("**/web/vendor/pyscript/core.js", lambda route: route.fulfill(status=404))
    watch.allowed = ("404",)
    page.goto(base_url)
    expect(page.get_by_text("Python could not be loaded: the runtime is missing.")).to_be_visible()
