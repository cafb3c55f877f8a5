"""`python -m tests.icons`: make the page's PNG icons from web/icon.svg.

Phones crop a maskable icon to a circle or another shape, and only the middle 80 % of its width always
remains. So its tiles are smaller, on a background that reaches every edge.
"""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from npuzzle import site
from tests.conftest import chromium_arguments

FOLDER = site.ROOT / "web/icons"
SVG = (site.ROOT / "web/icon.svg").read_text(encoding="utf-8")
SAFE = 0.75  # of the icon's size, which puts the corners of the tiles within the circle

#: By name: the side in pixels, and whether the icon is maskable.
ICONS = {"192.png": (192, False), "512.png": (512, False), "maskable-512.png": (512, True)}


def drawn(page: Page, name: str) -> bytes:
    """Return the icon as a PNG."""
    side, maskable = ICONS[name]
    svg = for_masks(SVG) if maskable else SVG
    page.set_viewport_size({"width": side, "height": side})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {side}px }}</style>{svg}")
    return page.screenshot(omit_background=True)


def for_masks(svg: str) -> str:
    move = 32 * (1 - SAFE) / 2
    square = svg.replace(' rx="6"', "", 1)
    return re.sub(r"<g ", f'<g transform="translate({move} {move}) scale({SAFE})" ', square, count=1)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium_arguments())
        page = browser.new_page()
        for name in ICONS:
            Path(FOLDER, name).write_bytes(drawn(page, name))
            print(f"{FOLDER / name}: {(FOLDER / name).stat().st_size:,} bytes")
        browser.close()


if __name__ == "__main__":
    main()
