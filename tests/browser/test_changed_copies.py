"""A saved file that another script at the same address has changed is discarded and downloaded again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, Page, expect

from npuzzle import site
from tests.browser.conftest import Watch
from tests.browser.host import Host
from tests.browser.offline import (
    IN_VAIN,
    expect_kept,
    expect_kept_bodies,
    expect_mark,
    forget_http_cache,
    look_again,
    visit,
    wait_offline,
)
from tests.browser.page_driver import READY, PageDriver

pytestmark = pytest.mark.fresh

POLICY = site.here().policy()
HARM = "<!doctype html><title>owned</title><h1>owned</h1><script>window.owned = true</script>"

#: Write `harm` over each of these files, or over all, in every cache of this address.
CHANGE = """async ([names, harm]) => {
  const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': "default-src * 'unsafe-inline'" };
  let count = 0;
  for (const cache of await Promise.all((await caches.keys()).map(name => caches.open(name)))) {
    for (const request of await cache.keys()) {
      if (names.length && !names.some(name => request.url.includes(name))) continue;
      await cache.put(request, new Response(harm, { headers }));
      count += 1;
    }
  }
  return count;
}"""

FETCH = """name => fetch(name).then(async answer => [answer.status, await answer.text(),
  answer.headers.get('Content-Type'), answer.headers.get('Content-Security-Policy')], () => null)"""

#: Read a saved answer, then replace it. Tells whether a copy of the first answer is still the first.
READ_TWICE = """async () => {
  const cache = await caches.open('another'), body = 'first '.repeat(1_000_000);
  await cache.put('./x', new Response(body));
  const kept = await cache.match('./x'), read = await kept.clone().text();
  await cache.put('./x', new Response('second '.repeat(1_000_000)));
  await cache.delete('./x');
  await caches.delete('another');
  return [read === body, await kept.text() === body];
}"""

INLINE = """() => {
  const script = document.createElement('script');
  try { script.text = 'window.owned = true'; document.head.append(script); } catch { /* Trusted Types */ }
}"""


def change(page: Page, *names: str) -> int:
    count: int = page.evaluate(CHANGE, [names, HARM])
    assert count >= len(names)
    return count


def dropped_message(count: int) -> str:
    return f"{count} of the saved files had been changed and had to be dropped."


def expect_unharmed(page: Page) -> None:
    """Check that the page is ours, and its policy too, which stops what a script would do next."""
    expect(page).to_have_title("n-puzzle: sliding puzzles, solved and proved")
    page.evaluate(INLINE)
    assert page.evaluate("window.owned") is None
    _, text, kind, policy = page.evaluate(FETCH, "./index.html")
    assert "owned" not in text
    assert (kind, policy) == ("text/html; charset=utf-8", POLICY)


@pytest.fixture
def host(built: Path, watch: Watch) -> Iterator[Host]:
    """Yield a site that starts immediately."""
    watch.allowed = (*IN_VAIN, "Content Security Policy", "TrustedScript")
    with Host(built, "some/folder/").without_python() as host:
        yield host


def test_a_changed_page_is_never_shown_by_whatever_way_it_is_asked_for(
    context: BrowserContext, host: Host
) -> None:
    page = visit(context, host)
    everything = change(page)
    page.reload()
    expect_unharmed(page)
    expect_mark(page, f"Ready offline. {dropped_message(everything)}")
    expect_kept(page, host)
    expect_kept_bodies(page, host)

    everything = change(page)
    tab = context.new_page()
    tab.goto(f"{host.address}?from=a-friend#board=1_2/3_0")
    expect_unharmed(tab)
    expect_mark(tab, f"Ready offline. {dropped_message(everything)}")
    tab.close()

    everything = change(page)
    page.goto("about:blank")  # no page of the site is open any more
    page.goto(f"{host.address}index.html")
    expect_unharmed(page)
    expect_mark(page, f"Ready offline. {dropped_message(everything)}")

    everything = change(page)
    page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update()).then(() => null)")
    page.reload()
    expect_unharmed(page)
    expect_mark(page, f"Ready offline. {dropped_message(everything)}")

    look_again(page)  # the message appears only once
    wait_offline(page)
    host.stop()
    forget_http_cache(page)
    page.reload()
    expect_unharmed(page)
    wait_offline(page)


def test_an_answer_that_was_looked_at_stays_what_it_was(context: BrowserContext, host: Host) -> None:
    """The worker hashes a copy and delivers the answer that it copied from."""
    page = context.new_page()
    page.goto(host.address)
    assert page.evaluate(READ_TWICE) == [True, True]


def test_a_new_version_takes_over_nothing_that_was_changed(context: BrowserContext, host: Host) -> None:
    page = visit(context, host)
    changed = change(page, "web/style.css", "web/languages/zh.json", "pyodide.asm.wasm")
    host.release({"index.html": ("<h1>n-puzzle", "<h1>n-puzzle II")})
    look_again(page)
    expect(page.get_by_test_id("update")).to_be_visible(timeout=READY)
    expect_mark(page, f"Ready offline. {dropped_message(changed)}")
    page.get_by_role("button", name="Use it now").click()
    expect(page.get_by_role("heading", name="n-puzzle II")).to_be_visible(timeout=READY)
    expect_unharmed(page)
    wait_offline(page)
    expect_kept_bodies(page, host)


def test_without_the_host_a_changed_file_is_missing_and_reported(context: BrowserContext, host: Host) -> None:
    page, count = visit(context, host), len(host.list_kept())
    change(page, "web/app.py", "web/languages/zh.json", "pyodide.asm.wasm")
    host.stop()
    forget_http_cache(page)
    page.reload()
    for name in ("web/app.py", "web/languages/zh.json", "web/vendor/pyodide/pyodide.asm.wasm"):
        assert page.evaluate(FETCH, f"./{name}") is None
    expect_unharmed(page)
    expect_mark(
        page,
        f"Not ready offline: the download broke off after {count - 3} of {count} files. "
        f"The next visit continues from there. {dropped_message(3)}",
    )
    change(page, "folder/index.html")
    with pytest.raises(Error):
        page.reload()
    expect(page.locator("body")).not_to_contain_text("owned")  # waits for the browser's own error page
    host.start()
    page.goto(host.address)
    expect_unharmed(page)
    expect_mark(page, f"Ready offline. {dropped_message(1)}")
    expect_kept_bodies(page, host)


@pytest.mark.windowed  # headless Chromium hears of no new version while its page does not load
def test_a_page_whose_version_the_host_has_no_longer_is_had_anew(context: BrowserContext, host: Host) -> None:
    page = visit(context, host)
    change(page, "folder/index.html")
    host.release({"index.html": ("<h1>n-puzzle", "<h1>n-puzzle II")})
    for _ in range(20):  # until the browser has heard of the new version
        try:
            page.goto(host.address)
        except Error:
            page.wait_for_timeout(500)
        else:
            break
    expect(page.get_by_role("heading", name="n-puzzle II")).to_be_visible(timeout=READY)
    expect_unharmed(page)
    wait_offline(page)
    expect_kept_bodies(page, host)


def test_python_its_interpreter_and_the_texts_are_ours_after_any_change(
    context: BrowserContext, watch: Watch, built: Path
) -> None:
    with Host(built, "some/folder/") as host:
        page = visit(context, host)
        everything = change(page)
        page.reload()
        driver = PageDriver(page).wait_ready()
        driver.solve("Solved in 31 moves", "Proved shortest")
        expect_mark(page, f"Ready offline. {dropped_message(everything)}")
        page.get_by_role("combobox", name="Language").select_option("zh")
        expect(page.get_by_role("tab", name="求解")).to_be_visible()
        expect_mark(page, f"已可离线使用。保存的文件中有 {everything} 个被改动过，已被丢弃。")
        assert page.evaluate("window.owned") is None
