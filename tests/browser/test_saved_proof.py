"""The stopped proof of a 24-puzzle is resumed after a reload; once the data is cleared, it starts over."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.looks import violations
from tests.browser.page_driver import PageDriver

#: About a hundred moves: no browser proves it within a test.
HARD = "2 5 19 24 21/8 7 10 14 3/17 4 16 22 18/23 20 0 6 9/13 11 1 12 15"
SOON = 120_000  # milliseconds, on a busy machine
LINK = f"#board={HARD.replace(' ', '_')}&goal=blank-first"
SAVED = "JSON.parse(localStorage.getItem('npuzzle-proofs') || '[]')"
UNTIL = f"""async condition => {{
  const holds = {{
    anything: saved => saved.length > 0,
    parts: saved => saved[0]?.done && saved[0].rises.length > 2,
  }}[condition];
  for (let tries = 0; !holds({SAVED}) && tries < {SOON} / 100; tries += 1) {{
    await new Promise(done => setTimeout(done, 100));
  }}
  return {SAVED};
}}"""
DAMAGE = f"""() => {{
  const [record] = {SAVED};
  localStorage.setItem('npuzzle-proofs', JSON.stringify([{{...record, bound: record.bound + 2}}]));
}}"""


def test_a_proof_is_resumed_after_a_reload(page: Page, base_url: str) -> None:
    driver = PageDriver(page).on_screen(390, 844, "dark").open(f"{base_url}{LINK}")
    earlier = page.get_by_test_id("earlier")
    expect(earlier).to_be_hidden()
    driver.choose("Algorithm", "IDA*")
    driver.choose("Heuristic", "Additive pattern databases")
    driver.button("Solve").click()
    assert page.evaluate(UNTIL, "parts")[0]["done"]
    driver.stop()
    expect(earlier).to_be_visible()
    bound = int(page.evaluate(f"{SAVED}[0].bound"))
    said = f"All paths of fewer than {bound} moves are ruled out already, in this browser"
    expect(earlier).to_contain_text(said)
    page.reload()
    driver.wait_ready()
    expect(earlier).to_contain_text(said)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    driver.button("Solve").click()
    expect(page.get_by_test_id("progress")).to_contain_text(re.compile(r"At least\s*\d"), timeout=SOON)
    driver.stop()
    expect(page.get_by_test_id("note")).to_contain_text(f"Paths of fewer than {bound} moves")
    expect(page.get_by_test_id("note")).to_contain_text("were ruled out earlier, in this browser, in")
    assert int(driver.figure("Needs at least")) >= bound
    page.evaluate(DAMAGE)
    page.reload()
    driver.wait_ready()
    expect(earlier).to_be_hidden()


def test_a_proof_starts_over_when_that_is_asked_for(page: Page, base_url: str) -> None:
    driver = PageDriver(page).open(f"{base_url}{LINK}")
    earlier = page.get_by_test_id("earlier")
    for way in ("Start over", "Clear saved data"):
        driver.button("Solve").click()
        assert page.evaluate(UNTIL, "anything")
        driver.stop()
        expect(earlier).to_be_visible()
        if way == "Clear saved data":
            driver.button("Share").click()
            expect(page.get_by_test_id("share-saved")).to_contain_text(
                "Your unfinished proofs of large boards"
            )
            driver.clear_saved()
        else:
            driver.button(way).click()
        expect(earlier).to_be_hidden()
        assert page.evaluate(SAVED) == []
        if way == "Start over":
            expect(driver.button("Solve")).to_be_focused()
