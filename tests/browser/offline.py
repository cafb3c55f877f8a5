"""What tests of working offline share: the mark, what is kept, and a browser that forgets all else."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Watch
from tests.browser.host import Host
from tests.browser.page_driver import READY, PageDriver
from tests.conftest import served

#: The browser's message about a request without an answer.
IN_VAIN = ("ERR_CONNECTION_REFUSED", "Failed to load resource")

#: Name and hash of everything that is kept, and nothing else.
KEPT = """async () => {
  const names = await caches.keys(), all = [];
  for (const name of names) for (const { url } of await (await caches.open(name)).keys()) all.push(url);
  return all.sort();
}"""


#: How far each version of the service worker is, and whether one has this page.
WORKERS = """async () => {
  const registration = await navigator.serviceWorker.getRegistration(), all = {};
  for (const name of ['installing', 'waiting', 'active']) all[name] = registration?.[name]?.state;
  return { ...all, controller: navigator.serviceWorker.controller?.state };
}"""

#: By name the SHA-256 of what is kept.
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
    """As when the visitor comes back to this tab."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def expect_kept(page: Page, host: Host, *, later: bool | None = None) -> None:
    """Exactly the files of the host's version, each under its hash.

    `later`: whether what is kept after all else is there too; None if that may be on its way.
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
    """What is kept is those files, and not only their names; what is kept later may be on its way."""
    kept = {name.removeprefix(host.address): digest for name, digest in page.evaluate(BODIES).items()}
    assert host.list_kept().items() <= kept.items() <= host.list_kept(later=True).items()


def forget_http_cache(page: Page) -> None:
    """Else the browser's own cache would hide a hole in the service worker's."""
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")


def without_server(page: Page, watch: Watch) -> PageDriver:
    """The page opened once, and again when its server is gone."""
    driver = PageDriver(page)
    with served() as address:
        driver.open(address)
        wait_offline(page)
    watch.allowed = IN_VAIN
    forget_http_cache(page)
    page.reload()
    return driver.wait_ready()


def visit(context: BrowserContext, host: Host) -> Page:
    """A first visit, until all is kept."""
    page = context.new_page()
    page.goto(host.address)
    wait_offline(page)
    return page
