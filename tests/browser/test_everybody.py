"""Accessibility, measured for every user: contrast of all texts, a walk with Tab, sizes of targets."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.page_driver import PageDriver, open_room, until
from web.room_table import ROOMS

#: Each visible text whose contrast with its background is below the limit of WCAG 2.2 AA (1.4.3): 4.5, or 3
#: for large text. Layers of colour are combined as they are painted. Disabled controls are exempt.
PALE = """() => {
  const parse = text => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
  const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3]));
  const part = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const behind = element => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3]) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reduceRight((below, top) => over(top, below), [255, 255, 255]);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  let count = 0;
  while (walker.nextNode()) {
    const holder = walker.currentNode.parentElement, style = getComputedStyle(holder);
    const left = ':disabled, .unseen, option, script, style, svg, #board';
    const shown = holder.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!walker.currentNode.data.trim() || holder.closest(left) || !shown) continue;
    count += 1;
    const back = behind(holder), ink = over(parse(style.color), back);
    const [low, high] = [light(ink), light(back)].sort((a, b) => a - b);
    const ratio = (high + 0.05) / (low + 0.05), size = parseFloat(style.fontSize);
    const large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
    const text = walker.currentNode.data.trim().slice(0, 30);
    if (ratio < (large ? 3 : 4.5)) found.push(`${text}: ${ratio.toFixed(2)}`);
  }
  return [count, found];
}"""

#: The focused element, and whether its visible middle is really on top, with no bar over it (2.4.11).
FOCUS = """() => {
  const at = document.activeElement;
  const box = at.getBoundingClientRect();
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const ringed = at.closest('.modes label')?.lastElementChild ?? at; // its text has the ring of a choice
  return {
    id: at.id || at.textContent.trim().slice(0, 30),
    tag: at.tagName,
    seen: bottom > top && !!middle && (at.contains(middle) || middle.contains(at) || ringed === middle),
    ring: getComputedStyle(ringed).outlineStyle !== 'none',
  };
}"""

#: Targets smaller than 24 pixels, including their labels (2.5.8); links in a sentence are exempt.
TINY = """() => [...document.querySelectorAll('button, select, input, textarea, summary, [role=option]')]
  .filter(element => element.checkVisibility() && !element.closest('.unseen, [aria-hidden=true]'))
  .map(element => [element, (element.closest('label') || element).getBoundingClientRect()])
  .filter(([, box]) => box.width && Math.min(box.width, box.height) < 24)
  .map(([element, box]) => `${element.id}: ${box.width} x ${box.height}`)"""


def test_all_text_can_be_read_and_all_targets_be_hit(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).on_screen(1280, 800).open(base_url)
    driver.type_board("2 1 3/4 5 6/7 8 0")  # shows a warning, repairs and tiles at home
    driver.type_board("8 6 7/2 5 4/3 0 1")
    driver.solve("Solved in 31 moves", "Proved shortest")
    for room in ROOMS:
        open_room(driver.page, room.label)
        assert page.evaluate(TINY) == [], room.label
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            count, pale = page.evaluate(PALE)
            assert count > 30, "too few texts were measured"
            assert pale == [], (room.label, scheme)


@pytest.mark.same_page
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (320, 256)])
def test_a_walk_with_tab_meets_each_stop_once_and_sees_it(
    driver: PageDriver, width: int, height: int
) -> None:
    """Also at 400 %, where 1280 by 1024 pixels become 320 by 256."""
    page = driver.page
    driver.on_screen(width, height)
    driver.solve("Solved in 31 moves", "Proved shortest")
    until(page, "localStorage.npuzzle?.includes('moves=')")
    page.reload()
    driver.wait_ready()
    stops: list[dict[str, Any]] = []
    for _ in range(80):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop["tag"] == "BODY":
            break
        stops.append(stop)
    names = [stop["id"] for stop in stops]
    assert len(set(names)) == len(names), f"the walk ends: {names}"
    assert [stop["id"] for stop in stops if not stop["seen"]] == []
    assert [stop["id"] for stop in stops if not stop["ring"]] == []
    expected = ["skip", "board", "back" if "back" in names else "forward", "slider", "solve", "mode-play"]
    assert sorted(expected, key=names.index) == expected, names


#: The buttons are entirely between the window's upper edge and the bar of rooms.
NEXT_IN_VIEW = """['next', 'back', 'forward'].every(id => {
  const { top, bottom } = document.getElementById(id).getBoundingClientRect();
  return top >= 0 && bottom <= document.querySelector('.top').getBoundingClientRect().top;
})"""


@pytest.mark.same_page
@pytest.mark.parametrize("with_keys", [True, False])
def test_at_400_percent_what_to_slide_and_its_buttons_are_in_view_after_solve(
    driver: PageDriver, with_keys: bool
) -> None:
    """In a window of 1280 by 800 pixels, where 320 by 200 remain."""
    page = driver.page
    driver.on_screen(320, 200)
    if with_keys:
        driver.button("Solve").press("Enter")
    else:
        driver.button("Solve").click()
    expect(driver.player).to_be_visible()
    until(page, NEXT_IN_VIEW)
    for _ in range(3):
        driver.button("Next").click()
        until(page, NEXT_IN_VIEW)
    driver.expect_step("Move 3 of 31: Tile 7 down")
