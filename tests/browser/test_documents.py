"""The documents can be read and searched by keyboard, even offline, and are accessible to everyone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Watch
from tests.browser.host import Host
from tests.browser.looks import SIZES, violations
from tests.browser.offline import IN_VAIN, forget_http_cache, visit
from tests.browser.page_driver import until

#: A page of each kind: contents with tables, prose with code, long tables, the reference, the notebook.
PAGES = ("", "python/", "options/", "reference/moves/", "three-questions/")

SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
HOW_MANY_DOCUMENTS = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  return (await cache.keys()).filter(({ url }) => url.includes('/docs/')).length;
}"""


@pytest.mark.fresh
def test_a_first_visit_to_the_puzzle_keeps_the_documents_too(
    context: BrowserContext, built: Path, watch: Watch
) -> None:
    with Host(built, "some/folder/").without_python() as host:
        page = visit(context, host)
        kept = {name for name in host.list_kept(later=True) if name.startswith("docs/")}
        until(page, f"async () => await ({HOW_MANY_DOCUMENTS})() === {len(kept)}")
        host.stop()
        watch.allowed = IN_VAIN
        forget_http_cache(page)
        page.get_by_role("link", name="Documentation").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Documentation")
        search_for(page, "lower_bound", r"Run\.lower_bound")


@pytest.mark.fresh
def test_documents_are_searched_by_keyboard_and_after_one_was_read_need_no_host(
    context: BrowserContext, built: Path, watch: Watch
) -> None:
    """Also for visitors with data saver turned on, who do not get the documents in advance."""
    context.add_init_script(SAVES_DATA)
    with Host(built, "some/folder/").without_python() as host:
        page = visit(context, host)
        assert not any(name.startswith("docs/") for name in host.asked)
        page.get_by_role("link", name="Documentation").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Documentation")
        expect(page.get_by_text("These documents are ready offline.")).to_be_visible()
        host.stop()
        watch.allowed = IN_VAIN
        forget_http_cache(page)
        search_for(page, "lower_bound", r"Run\.lower_bound")
        page.keyboard.press("Escape")
        expect(page.get_by_role("searchbox")).to_be_focused()
        expect(page.locator("#searchResults")).to_be_hidden()
        search_for(page, "admissible", "Three questions")
        page.keyboard.press("ArrowDown")
        where = page.locator("#searchResults a:focus .where").inner_text()
        page.keyboard.press("Enter")
        heading = page.locator(":target")
        expect(heading).to_be_in_viewport()
        assert where.endswith(heading.inner_text().strip())
        page.get_by_role("navigation", name="Documents").get_by_role("link", name="The command line").click()
        expect(page).to_have_title("The command line - n-puzzle documentation")
        page.goto(f"{host.address}docs/speed")  # without its final slash
        expect(page).to_have_url(f"{host.address}docs/speed/")
        page.get_by_role("link", name="Open the puzzle").click()
        expect(page).to_have_url(host.address)


def search_for(page: Page, words: str, where: str) -> None:
    """Open the search by its key, type the words, and check that this page is among the results."""
    page.get_by_role("searchbox").blur()
    page.keyboard.press("/")
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type(words)
    expect(page.get_by_role("status").filter(has_text="results")).to_be_visible()
    expect(page.locator("#searchResults a", has_text=re.compile(where)).first).to_be_visible()


@pytest.mark.parametrize(("scheme", "size"), [("light", "desktop"), ("dark", "phone")])
def test_axe_finds_nothing_and_nothing_overflows(
    page: Page, watch: Watch, base_url: str, scheme: str, size: str
) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    for name in PAGES:
        page.goto(f"{base_url}docs/{name}")
        expect(page.get_by_role("searchbox")).to_be_visible()
        assert violations(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    search_for(page, "heuristic", "Heuristics")
    assert violations(page) == [], "search"


def test_what_scrolls_can_be_reached_by_keyboard(page: Page, watch: Watch, base_url: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{base_url}docs/hosting/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    wide = page.locator("pre.scrolls[tabindex='0']").first
    expect(wide).to_be_attached()
    wide.focus()
    page.keyboard.press("ArrowRight")
    until(page, "document.activeElement.scrollLeft > 0")
