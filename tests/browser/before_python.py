"""The page before Python has started."""

from __future__ import annotations

from playwright.sync_api import Page

START = "8 6 7/2 5 4/3 0 1"
TILES = "() => [...document.querySelectorAll('#board [role=gridcell]')].map(it => it.textContent || '0')"
PLACES = """() => [...document.querySelectorAll('#tray, #tray [role=gridcell], #verdict, #solve')]
  .map(element => JSON.stringify(element.getBoundingClientRect()))"""
SHIFTS = """window.shifts = [];
new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shifts.push(entry.value); })
  .observe({ type: 'layout-shift', buffered: true });"""
LARGEST = """window.largest = [];
new PerformanceObserver(list => window.largest.push(...list.getEntries().map(entry => entry.element?.id)))
  .observe({ type: 'largest-contentful-paint', buffered: true });"""


def tile_numbers(page: Page) -> list[int]:
    return [int(text) for text in page.evaluate(TILES)]
