"""Larger tables, from the button to the next visit: built in the tab, saved, used, damaged, cleared."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.looks import violations
from tests.browser.page_driver import READY, PageDriver

BOARD = "1 2 3 4 5/6 7 8 9 10/16 11 12 13 14/17 18 0 19 15"  # 4x5: its larger tables are built soonest
OPEN = "const name = (await caches.keys()).find(name => name.startsWith('npuzzle tables '));"
DAMAGE = f"""async () => {{
  {OPEN}
  const cache = await caches.open(name), [request] = await cache.keys();
  const whole = await (await cache.match(request)).blob();
  await cache.put(request, new Response(whole.slice(0, whole.size - 1000)));
}}"""
FOREIGN = f"async () => {{ {OPEN} await (await caches.open(name)).put('any.tables', new Response('any')); }}"
FILES = f"async () => {{ {OPEN} return name ? (await (await caches.open(name)).keys()).length : 0; }}"


def test_larger_tables_are_built_kept_used_and_cleared(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).on_screen(390, 844, "dark").open(f"{base_url}#board={BOARD.replace(' ', '_')}")
    part = page.get_by_test_id("larger")
    driver.choose("Algorithm", "IDA*")
    driver.choose("Heuristic", "Additive pattern databases")
    expect(part).to_contain_text("Larger tables for 4x5: groups of 5-5-5-4, 5 MB, about")
    driver.button("Build larger tables").press("Enter")
    expect(driver.button("Stop building")).to_be_focused()
    driver.button("Stop building").press("Enter")
    expect(part).to_contain_text("Stopped: no tables were built.")
    driver.button("Build larger tables").press("Enter")
    expect(part).to_contain_text("Built in", timeout=READY)
    expect(part).to_contain_text("are saved in this browser")
    expect(driver.button("Remove these tables")).to_be_focused()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.reload()
    driver.wait_ready()
    solve(driver, tables="5-5-5-4", note="")
    page.evaluate(DAMAGE)
    page.reload()
    driver.wait_ready()
    solve(driver, tables="4-4-4-4-3", note="it is cut short")
    driver.open_how()
    expect(driver.button("Build larger tables")).to_be_enabled()
    assert page.evaluate(FILES) == 0
    page.evaluate(FOREIGN)
    driver.button("Share").click()
    driver.clear_saved()
    assert page.evaluate(FILES) == 0


def solve(driver: PageDriver, tables: str, note: str) -> None:
    driver.button("Solve").click()
    result = driver.page.get_by_test_id("result")
    expect(result).to_contain_text(re.compile(rf"Tables\s*{tables}"), timeout=READY)
    expect(result).to_contain_text("Proved shortest")
    expect(driver.page.get_by_test_id("note")).to_contain_text(note)
