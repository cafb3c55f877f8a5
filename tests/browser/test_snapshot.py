"""Python starts from the snapshot when it is available and intact; nothing in it belongs to one visitor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route, expect

from npuzzle.site import page_files
from tests.browser.conftest import Watch
from tests.browser.host import Host
from tests.browser.offline import IN_VAIN, expect_kept, forget_http_cache, wait_offline
from tests.browser.page_driver import READY, PageDriver, open_room

#: Run Python in the page's own interpreter.
RUN = """async code => {
  const { loadPyodide } = await import('./web/js/start_python.mjs');
  return JSON.parse((await loadPyodide({})).runPython(code));
}"""
IS_RESTORED = "import json, sys; json.dumps('_snapshot' in sys.modules)"
LONGER = "This start took longer, as the snapshot of Python could not be used: "


#: Fake the download time of Python's script: of a fast connection, or of a slow one.
TOOK = """performance.getEntriesByName = () => [
  { transferSize: 2, encodedBodySize: 1, decodedBodySize: 1_250_000, requestStart: 0, responseEnd: MS }];"""
FAST_LINE, SLOW_LINE = (TOOK.replace("MS", ms) for ms in ("50", "500"))


def run(page: Page, code: str) -> Any:
    return page.evaluate(RUN, code)


def expect_restored(page: Page, *, restored: bool = True) -> None:
    assert run(page, IS_RESTORED) is restored
    expect(page.get_by_test_id("start-note")).to_be_hidden()


def expect_it_solves(page: Page) -> None:
    PageDriver(page).solve("Solved in 31 moves", "Proved shortest")


@pytest.fixture
def at_hand(base_url: str, page: Page) -> Page:
    """Return a page of a site that this machine serves."""
    PageDriver(page).open(base_url)
    return page


def test_a_site_of_this_machine_starts_from_it_at_once(at_hand: Page, watch: Watch) -> None:
    expect_restored(at_hand)
    expect_it_solves(at_hand)


@pytest.mark.fresh(service_workers="block")
def test_each_room_opens_at_once(base_url: str, page: Page, watch: Watch) -> None:
    """Its modules are imported only now, from the bundle."""
    page.goto(base_url)
    page.locator("body[data-ready]").wait_for(state="attached", timeout=READY)
    for room in ("Lab", "Race", "Explore", "Learn"):
        open_room(page, room)
        expect(page.get_by_role("tabpanel", name=room)).to_be_visible()


@pytest.mark.fresh(service_workers="block")
@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("missing", "memory.bin did not load (404)."),
        ("of another version", "the snapshot was made with Pyodide 1.0, but this is"),
    ],
)
def test_python_starts_without_a_faulty_one_and_the_page_says_why(
    base_url: str, page: Page, fault: str, why: str, watch: Watch
) -> None:
    watch.allowed = IN_VAIN

    def answer(route: Route) -> None:
        if fault == "missing":
            route.fulfill(status=404)
        else:
            script = 'export default { version: "1.0" };'
            route.fulfill(body=script, content_type="text/javascript")

    page.route(f"**/{page_files.MEMORY if fault == 'missing' else page_files.SNAPSHOT}", answer)
    PageDriver(page).open(base_url)
    note = page.get_by_test_id("start-note")
    expect(note).to_contain_text(LONGER + why)
    assert run(page, IS_RESTORED) is False
    expect_it_solves(page)
    page.get_by_role("combobox", name="Language").select_option("zh")
    expect(note).to_contain_text("这次启动较慢，因为无法使用 Python 的快照：")
    assert "the snapshot" not in note.inner_text()


def answer_for_memory(page: Page, **answer: Any) -> None:
    """Let the host answer requests for the snapshot like this."""
    page.route(f"**/{page_files.MEMORY}", lambda route: route.fulfill(**answer))


#: The verdicts on the snapshot itself, on parts of it, on a copy with one wrong bit, and on other contents.
JUDGE = """async () => {
  const { findMemory } = await import('./web/js/start_python.mjs');
  const whole = await (await fetch('./web/vendor/snapshot/memory.bin')).arrayBuffer();
  const changed = new Uint8Array(whole.slice());
  changed[changed.length >> 1] ^= 1;
  const others = [whole.slice(0, 1_000_000), whole.slice(1), changed, new ArrayBuffer(1_000_000), ''];
  const plain = globalThis.fetch;
  const judge = async body => {
    globalThis.fetch = async (asked, ...more) =>
      String(asked.url ?? asked).endsWith('memory.bin') ? new Response(body) : plain(asked, ...more);
    try {
      return (await (await findMemory()).pages).length === whole.byteLength;
    } catch (error) {
      return error.message;
    }
  };
  const said = [];
  for (const body of [whole, ...others]) said.push(await judge(body));
  globalThis.fetch = plain;
  return said;
}"""


@pytest.mark.fresh(service_workers="block")  # the service worker would have the true file
def test_what_comes_for_the_snapshot_is_held_to_its_hash(base_url: str, page: Page, watch: Watch) -> None:
    PageDriver(page).open(base_url)
    right, *others = page.evaluate(JUDGE)
    assert right is True
    assert others == 5 * ["the host sent something else instead of memory.bin"]


@pytest.mark.fresh(service_workers="block")  # the service worker would have the true file
def test_the_sandbox_starts_without_a_faulty_one_and_the_console_says_why(
    base_url: str, page: Page, watch: Watch
) -> None:
    watch.allowed = IN_VAIN
    driver = PageDriver(page).open(base_url)
    expect_restored(page)
    open_room(page, "Lab")
    answers: list[tuple[dict[str, Any], str]] = [
        ({"status": 404}, "did not load (404)"),
        ({"body": bytes(65_536)}, "the host sent something else instead of memory.bin"),
    ]
    for answer, why in answers:  # each certificate has its own sandbox
        answer_for_memory(page, **answer)
        with page.expect_console_message(says_without, timeout=READY) as message:
            driver.button("Certify").click()
        assert why in message.value.text
        expect(page.locator("#lab-verdict")).to_have_text("Admissible and consistent", timeout=READY)
        expect(driver.button("Certify")).to_be_enabled(timeout=READY)


def says_without(message: ConsoleMessage) -> bool:
    return message.text.startswith("The sandbox starts Python without its snapshot: ")


#: The files that both the page and the worker start from.
BOTH = (page_files.MEMORY, "pyodide.asm.wasm", "python_stdlib.zip")


@pytest.mark.fresh(service_workers="block")  # the service worker would have it from the first visit
def test_the_worker_takes_what_the_page_has(
    context: BrowserContext, base_url: str, page: Page, watch: Watch
) -> None:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    PageDriver(page).open(base_url)
    for name in BOTH:
        assert len([url for url in asked if url.endswith(name)]) == 1, name
    expect_it_solves(page)


@pytest.mark.fresh(service_workers="block")
def test_a_worker_that_cannot_be_given_it_loads_it(
    context: BrowserContext, base_url: str, page: Page, watch: Watch
) -> None:
    context.add_init_script("""const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (given, ...more) {
      if (given?.code) throw new DOMException('not here', 'DataCloneError');
      return post.call(this, given, ...more);
    };""")
    PageDriver(page).open(base_url)
    expect_restored(page)
    expect_it_solves(page)


@pytest.mark.fresh(service_workers="block")  # the service worker would name the type
def test_a_host_that_does_not_know_the_type_of_the_code_will_do(
    base_url: str, page: Page, watch: Watch
) -> None:
    def answer(route: Route) -> None:
        route.fulfill(response=route.fetch(), content_type="application/octet-stream")

    page.route("**/pyodide.asm.wasm", answer)
    PageDriver(page).open(base_url)
    expect_it_solves(page)


@pytest.mark.fresh(service_workers="block")
def test_memory_that_cannot_be_put_back_is_reported(base_url: str, page: Page, watch: Watch) -> None:
    """The snapshot is intact, but Python does not run from it."""
    page.add_init_script("WebAssembly.Memory.prototype.grow = () => { throw new Error('no more memory'); }")
    page.goto(base_url)
    expect(page.get_by_test_id("start-note")).to_contain_text(LONGER, timeout=READY)


@pytest.fixture
def host(built: Path) -> Iterator[Host]:
    with Host(built, "some/folder/") as host:
        yield host


def revisit(page: Page, host: Host) -> list[str]:
    """Reload the page; return the files that the host was asked for."""
    host.asked.clear()
    page.reload()
    PageDriver(page).wait_ready()
    wait_offline(page)
    return host.asked


def expect_restored_without(host: Host, page: Page, watch: Watch) -> None:
    """Check that the page starts from its saved snapshot, with the host gone."""
    host.stop()
    watch.allowed = IN_VAIN
    forget_http_cache(page)
    page.reload()
    PageDriver(page).wait_ready()
    expect_restored(page)
    expect_it_solves(page)


@pytest.mark.fresh
def test_over_a_slow_line_the_second_visit_starts_from_it(
    context: BrowserContext, host: Host, watch: Watch
) -> None:
    """The first visit saves the snapshot last; then the page works without the host too."""
    context.add_init_script(SLOW_LINE)
    page = context.new_page()
    page.goto(host.address)
    PageDriver(page).wait_ready()
    wait_offline(page)
    expect_restored(page, restored=False)
    expect_kept(page, host, later=True)
    expect_restored_without(host, page, watch)


@pytest.mark.fresh
def test_over_a_fast_line_the_first_visit_starts_from_it(
    context: BrowserContext, host: Host, watch: Watch
) -> None:
    """The snapshot is saved when the page is ready, then the documents; it works without the host too."""
    context.add_init_script(FAST_LINE)
    page = context.new_page()
    page.goto(host.address)
    PageDriver(page).wait_ready()
    wait_offline(page)
    expect_restored(page)
    expect_kept(page, host, later=True)
    expect_restored_without(host, page, watch)


@pytest.mark.fresh
def test_who_saves_data_is_not_sent_it(context: BrowserContext, host: Host, watch: Watch) -> None:
    context.add_init_script(FAST_LINE)
    context.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    page = context.new_page()
    page.goto(host.address)
    PageDriver(page).wait_ready()
    wait_offline(page)
    assert page_files.MEMORY not in host.asked
    for _ in range(2):
        assert page_files.MEMORY not in revisit(page, host)
    expect_kept(page, host, later=False)


@pytest.mark.fresh
def test_a_kept_one_that_was_changed_is_reported_and_fetched_again(
    context: BrowserContext, host: Host, watch: Watch
) -> None:
    context.add_init_script(SLOW_LINE)
    page = context.new_page()
    page.goto(host.address)
    wait_offline(page)
    revisit(page, host)
    expect_kept(page, host, later=True)
    page.evaluate("""async () => {
      for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys())
        if (url.includes('memory.bin')) await (await caches.open(name)).put(url, new Response('owned'));
    }""")
    revisit(page, host)
    expect(page.get_by_test_id("start-note")).to_have_text(
        LONGER + "the host sent something else instead of memory.bin."
    )
    expect_it_solves(page)
    expect_kept(page, host, later=True)
    revisit(page, host)
    expect_restored(page)


#: An interpreter's knowledge of its visitor and machine, and its random values.
OWN = """
import json, os, random, tempfile, time, uuid
json.dumps({
    "environment": dict(os.environ), "timezone": [time.timezone, time.altzone, time.daylight, time.tzname],
    "noon": time.localtime(0)[:6], "now": time.time(),
    "drawn": [random.random(), str(uuid.uuid4()), str(uuid.uuid1()), next(tempfile._get_candidate_names())],
})
"""


def look_at_own(browser: Browser, address: str, *, restored: bool, **options: Any) -> dict[str, Any]:
    context = browser.new_context(service_workers="block", **options)
    page = context.new_page()
    if not restored:
        page.route(
            f"**/{page_files.SNAPSHOT}",
            lambda route: route.fulfill(body="export default null;", content_type="text/javascript"),
        )
    page.goto(address)
    page.locator("body[data-ready]").wait_for(state="attached", timeout=READY)
    assert run(page, IS_RESTORED) is restored
    own: dict[str, Any] = run(page, OWN)
    context.close()
    return own


#: West and east of Greenwich, north and south of the equator, both half an hour off and with summer time.
ZONES = ["America/St_Johns", "Australia/Adelaide"]


@pytest.mark.parametrize("zone", ZONES)
def test_what_is_the_visitors_own_is_as_after_an_ordinary_start(
    browser: Browser, base_url: str, zone: str
) -> None:
    options = {"timezone_id": zone, "locale": "pt-BR"}
    restored = look_at_own(browser, base_url, restored=True, **options)
    started = look_at_own(browser, base_url, restored=False, **options)
    for name in ("environment", "timezone", "noon"):
        assert restored[name] == started[name], name
    assert 0 <= started["now"] - restored["now"] < 300


def test_nothing_that_is_drawn_by_chance_is_drawn_twice(browser: Browser, base_url: str) -> None:
    one, other = (look_at_own(browser, base_url, restored=True)["drawn"] for _ in range(2))
    for first, second in zip(one, other, strict=True):
        assert first != second
