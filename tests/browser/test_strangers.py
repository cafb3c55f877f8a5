"""Python from links and files runs in a sandbox: it cannot change the page, saved data or a verdict."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Watch
from tests.browser.lab_room import LONG, certify, editor, enter, expect_problem
from tests.browser.network import Network
from tests.browser.offline import wait_offline
from tests.browser.page_driver import READY, PageDriver, open_room
from tests.support.strangers import ATTACKS, ATTEMPT, SMALL, ZERO, link

HARD = "8 6 7/2 5 4/3 0 1"  # 31 moves

#: Attempts that do not break their own interpreter: one text makes them all. Each other attempt runs alone.
TOGETHER = (
    "the copy for offline use",
    "what else a browser keeps",
    "other workers and scripts",
    "the network",
)
ALONE = [name for name in ATTACKS if name not in TOGETHER]
GOOD, BAD = "Admissible and consistent", "Not admissible, not consistent"


def press_certify(driver: PageDriver) -> None:
    """Press Certify once and wait until it ends, with any result."""
    driver.button("Certify").click()
    expect(driver.button("Certify")).to_be_disabled()
    expect(driver.button("Certify")).to_be_enabled(timeout=LONG)


def expect_unharmed(driver: PageDriver) -> None:
    """Check that the solver proves the truth, and that every saved file has its right hash."""
    open_room(driver.page, "Solve")
    driver.type_board(HARD)
    driver.solve("Solved in 31 moves", "Proved shortest")
    assert driver.page.title().startswith("n-puzzle")
    assert driver.page.evaluate(OTHERS) == []


#: Saved files whose contents do not match their names, and anything that an attack would have left.
OTHERS = """async () => {
  const wrong = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const body = await (await cache.match(url)).arrayBuffer();
      const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
      const hash = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
      if (!url.endsWith(`?${hash}`)) wrong.push(url);
    }
  }
  const databases = (await indexedDB.databases?.() ?? []).map(({ name }) => name);
  return wrong.concat(databases.filter(name => name === 'strangers'));
}"""


def test_a_text_does_no_harm_whatever_it_tries(
    page: Page, context: BrowserContext, watch: Watch, network: Network, base_url: str
) -> None:
    """The attacks run one after the other, so each visit also shows the effect of the one before."""
    watch.allowed = ("Content Security Policy", "violat", "Refused", "TrustedScript", "ZeroDivisionError")
    driver = PageDriver(page)
    for attacks in (TOGETHER, *([name] for name in ALONE)):
        print(f"attacks: {attacks}")
        page.goto("about:blank")
        page.goto(link(base_url, ATTEMPT + "".join(ATTACKS[name] for name in attacks) + ZERO))
        expect(editor(page)).to_be_visible(timeout=READY)
        expect(driver.button("Certify")).to_be_enabled(timeout=READY)
        wait_offline(page)
        press_certify(driver)
        if attacks is TOGETHER:  # the text ran to its end, so it made every attempt
            expect(page.locator("#lab-verdict")).to_have_text(GOOD)
        assert page.locator("iframe").count() == 0, "its interpreter must be gone"
        expect_unharmed(driver)
        assert network.elsewhere == []
    page.close()
    again = PageDriver(context.new_page()).open(base_url)
    wait_offline(again.page)
    expect_unharmed(again)
    assert network.elsewhere == []


def test_a_false_verdict_cannot_be_had(driver: PageDriver, watch: Watch) -> None:
    """The text patches every judge in its own interpreter, and its estimates are far too high."""
    text = (
        ATTACKS["what judges"].split("import web.solver.wire")[0]
        + "import npuzzle.lab.certifying as certify\n"
        + "module = sys.modules['npuzzle.lab.certifying']\n"
        + "module._make_certificate = module._judge = module.judge = lambda *given: None\n"
        + "def heuristic(board, goal):\n    return 1000 if board != goal else 0\n"
    )
    driver.type_board(SMALL)
    enter(driver)
    editor(driver.page).fill(text)
    certify(driver, BAD)
    expect(driver.page.get_by_test_id("lab-result")).to_contain_text("on 359 of the 360 states")


def test_a_race_with_a_text_that_lies_shows_what_is_true(driver: PageDriver) -> None:
    """The text makes false claims about all paths in its own interpreter, without effect."""
    driver.type_board(HARD)
    enter(driver)
    editor(driver.page).fill(
        "import npuzzle.solving.run as run\n"
        "run.claim_of = lambda length, bound: 'proved shortest'\n"
        "run.Result.claim = run.Result.headline = 'proved shortest'\n" + ZERO
    )
    driver.button("Race it").click()
    expect(driver.page.get_by_test_id("race-help")).to_have_text("")  # the user's own text, so it runs
    driver.open_lanes()
    table = driver.page.locator("#race-table")
    expect(table).to_contain_text("Proved shortest", timeout=2 * LONG)
    rows = [row.inner_text() for row in table.get_by_role("row").all()][1:]
    claims = {("your heuristic" in row): row for row in rows}
    assert "Proved shortest" in claims[False]
    assert "Proved shortest" not in claims[True]
    assert "\t31\t" in claims[True]


def test_race_asks_to_read_a_text_from_a_link_until_the_user_changes_it(
    page: Page, watch: Watch, base_url: str
) -> None:
    driver = PageDriver(page).open(link(base_url, ZERO))
    warned = page.get_by_test_id("race-help")
    expect(editor(page)).to_be_visible(timeout=READY)
    driver.button("Race it").click()
    expect(warned).to_have_text(re.compile("which came with a link and runs when you start: read it first"))
    page.reload()
    driver.wait_ready()
    expect(warned).to_have_text(re.compile("came with a link"))
    enter(driver)
    expect(page.get_by_test_id("lab-linked")).to_contain_text("you did not write it")  # in the Lab
    editor(page).fill("# mine\n" + ZERO)
    expect(page.get_by_test_id("lab-linked")).to_be_empty()
    driver.button("Race it").click()
    expect(warned).to_have_text("")


def test_memory_that_a_text_eats_is_given_back(driver: PageDriver) -> None:
    driver.type_board(SMALL)
    enter(driver)
    editor(driver.page).fill("hog = []\nwhile True:\n    hog.append(bytearray(50_000_000))\n" + ZERO)
    driver.button("Certify").click()
    expect_problem(driver, "MemoryError")
    expect(driver.page.locator("iframe")).to_have_count(0)
    editor(driver.page).fill(ZERO)
    certify(driver, GOOD)


def test_a_text_that_prints_much_is_still_certified(driver: PageDriver) -> None:
    driver.type_board(SMALL)
    enter(driver)
    editor(driver.page).fill("def heuristic(board, goal):\n    print('x' * 10_000)\n    return 0\n")
    certify(driver, GOOD)


def test_estimates_that_are_objects_with_a_mind_of_their_own(driver: PageDriver) -> None:
    driver.type_board(SMALL)
    enter(driver)
    editor(driver.page).fill(
        "class Sly(float):\n"
        "    calls = 0\n"
        "    def __float__(self):\n"
        "        Sly.calls += 1\n"
        "        return 0.0 if Sly.calls < 100 else 50.0\n"
        "    def __le__(self, other): return True\n"
        "    __ge__ = __lt__ = __gt__ = __eq__ = __le__\n"
        "    __hash__ = float.__hash__\n"
        "def heuristic(board, goal):\n"
        "    return Sly(0)\n"
    )
    driver.button("Certify").click()
    expect(driver.page.locator("#lab-verdict")).to_have_text(BAD, timeout=LONG)


def test_the_frame_has_no_origin_and_its_policies_name_its_one_script(page: Page, base_url: str) -> None:
    """The browser itself confirms the conditions that the page relies on."""
    page.goto(base_url)
    found = page.evaluate(PROBE)
    assert found["attributes"] == {"sandbox": "allow-scripts"}
    assert found["reached"] == []
    assert found["other"] == "refused", "no other script may run in such a frame"


PROBE = """async () => {
  const frame = document.getElementById('sandbox').content.firstElementChild.cloneNode(true);
  const attributes = { sandbox: frame.getAttribute('sandbox') };
  const loaded = new Promise(done => frame.addEventListener('load', done, { once: true }));
  document.body.append(frame);
  await loaded;
  const { port1, port2 } = new MessageChannel();
  const program = `onmessage = async ({ ports: [port] }) => {
    const attempts = {
      caches: async () => { if (!(await caches.keys()).length) throw new Error('none of the page'); },
      databases: () => new Promise((onsuccess, onerror) =>
        Object.assign(indexedDB.open('x'), { onsuccess, onerror })),
      files: () => navigator.storage.getDirectory(),
      locks: () => navigator.locks.request('x', () => 0),
      page: () => fetch(${JSON.stringify(document.baseURI)}),
      script: () => importScripts(${JSON.stringify(document.baseURI)} + 'sw.js'),
      worker: () => new Worker(URL.createObjectURL(new Blob(['']))),
    };
    const reached = [];
    for (const [name, attempt] of Object.entries(attempts)) {
      try { await attempt(); reached.push(name); } catch { /* as it should be */ }
    }
    if (self.origin !== 'null') reached.push('origin');
    port.postMessage(reached);
  }`;
  const reached = await new Promise(done => {
    port1.onmessage = ({ data }) => done(data);
    frame.contentWindow.postMessage({ program, load: {} }, '*', [port2]);
  });
  frame.remove();
  const other = document.createElement('iframe');
  other.sandbox = 'allow-scripts';
  const said = new Promise(done => {
    addEventListener('message', ({ data }) => done(data), { once: true });
    setTimeout(done, 1000, 'refused');
  });
  try {
    other.srcdoc = '<script>parent.postMessage("ran", "*")</script>';
    document.body.append(other);
  } catch { /* no text becomes markup */ }
  const outcome = await said;
  other.remove();
  return { attributes, reached, other: outcome };
}"""
