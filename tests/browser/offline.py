"""Shared by the tests of working offline: the offline mark, the saved files, a browser without its cache."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Watch
from tests.browser.host import Host
from tests.browser.page_driver import READY, PageDriver
from tests.conftest import served

#: The browser's messages about a request without an answer.
IN_VAIN = ("ERR_CONNECTION_REFUSED", "Failed to load resource")

#: The names and hashes of all saved files.
KEPT = """async () => {
  const names = await caches.keys(), all = [];
  for (const name of names) for (const { url } of await (await caches.open(name)).keys()) all.push(url);
  return all.sort();
}"""


#: The state of each version of the service worker, and of the one that controls this page.
WORKERS = """async () => {
  const registration = await navigator.serviceWorker.getRegistration(), all = {};
  for (const name of ['installing', 'waiting', 'active']) all[name] = registration?.[name]?.state;
  return { ...all, controller: navigator.serviceWorker.controller?.state };
}"""

#: The SHA-256 of each saved file, by name.
BODIES = """async () => {
  const hex = bytes => Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('');
  const all = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const kept = await cache.match(request);
      if (!kept) continue; // it has just been dropped
      const body = await kept.arrayBuffer();
      all[request.url.split('?')[0]] = hex(await crypto.subtle.digest('SHA-256', body));
    }
  }
  return all;
}"""


def expect_mark(page: Page, text: str) -> None:
    expect(page.get_by_test_id("offline")).to_have_text(text, timeout=READY)


def wait_offline(page: Page) -> None:
    expect_mark(page, "Ready offline")


def look_again(page: Page) -> None:
    """Report a visibility change, as when the visitor returns to this tab."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def expect_kept(page: Page, host: Host, *, later: bool | None = None) -> None:
    """Check that exactly the files of the host's version are saved, each under its hash.

    `later`: whether the files that are saved last must be there too; None if they may still be missing.
    """
    every = host.list_kept(later=True)
    least, most = (
        {f"{host.address}{name}?{every[name]}" for name in host.list_kept(later=too)}
        for too in (later is True, later is not False)
    )
    for _ in range(300):
        kept = set(page.evaluate(KEPT))
        if least <= kept <= most:
            return
        page.wait_for_timeout(100)
    states = page.evaluate(WORKERS)
    raise AssertionError(f"missing: {least - kept}, too much: {kept - most}, the worker's versions: {states}")


def expect_kept_bodies(page: Page, host: Host) -> None:
    """Check the contents of the saved files, not only their names. The files saved last may be missing."""
    kept = {name.removeprefix(host.address): digest for name, digest in page.evaluate(BODIES).items()}
    assert host.list_kept().items() <= kept.items() <= host.list_kept(later=True).items()


def forget_http_cache(page: Page) -> None:
    """Clear the browser's own cache, which would hide a file missing from the service worker's."""
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")


def without_server(page: Page, watch: Watch) -> PageDriver:
    """Open the page, then stop its server, reload and return the page."""
    driver = PageDriver(page)
    with served() as address:
        driver.open(address)
        wait_offline(page)
    watch.allowed = IN_VAIN
    forget_http_cache(page)
    page.reload()
    return driver.wait_ready()


def visit(context: BrowserContext, host: Host) -> Page:
    """Make a first visit and wait until everything is saved."""
    page = context.new_page()
    page.goto(host.address)
    wait_offline(page)
    return page
