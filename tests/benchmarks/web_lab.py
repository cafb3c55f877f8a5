"""`python -m tests.benchmarks.web_lab`: how long a certificate takes in the page's Lab, on loopback.

It prints medians of several fresh browsers, from a click on Certify to the verdict: for the first
certificate, which lists all 181,440 states and asks the built-in heuristics; for the next one, which has them
cached; and the time to open the Lab with its editor.
"""

from __future__ import annotations

import platform

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks.page import row, seen, serving
from tests.conftest import chromium_arguments

RUNS = 5

#: An observer on the page records the time of each change.
WATCH = """
(() => {
  const seen = window.seen = {};
  const now = name => { if (!seen[name]) seen[name] = performance.now(); };
  const look = () => {
    const solve = document.getElementById('solve'), editor = document.getElementById('lab-editor');
    const progress = document.getElementById('lab-progress');
    if (solve && !solve.disabled) now('solver');
    if (editor && !editor.hidden) now('editor');
    if (seen.click && progress && !progress.hidden) now('working');
    if (seen.working && progress.hidden) now('certified');
  };
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document, all);
  document.addEventListener('click', event => {
    if (event.target.id === 'tab-lab') now('opened');
    if (event.target.id === 'lab-certify') now('click');
  }, true);
})();
"""


def certificate(page: Page) -> float:
    """Return the seconds from the click to the verdict."""
    page.evaluate("for (const name of ['click', 'working', 'certified']) delete window.seen[name];")
    page.click("#lab-certify")
    return (seen(page, "certified") - seen(page, "click")) / 1000


def main() -> None:
    figures: dict[str, list[float]] = {}
    with serving() as address, sync_playwright() as playwright:
        for _ in range(RUNS):
            browser = playwright.chromium.launch(**chromium_arguments())
            version = browser.version
            page = browser.new_page()
            page.add_init_script(WATCH)
            page.goto(address)
            seen(page, "solver")
            page.click("#tab-lab")
            opened = (seen(page, "editor") - seen(page, "opened")) / 1000
            figures.setdefault("the Lab opens with its editor", []).append(opened)
            figures.setdefault("Manhattan, first certificate", []).append(certificate(page))
            figures.setdefault("Manhattan, again", []).append(certificate(page))
            page.check("#lab-all")
            figures.setdefault("Manhattan, with all, first time", []).append(certificate(page))
            page.select_option("#lab-example", "linear-conflict")
            page.click("#lab-load")
            figures.setdefault("linear conflict, with all", []).append(certificate(page))
            browser.close()
    print(f"Chromium {version}, CPython {platform.python_version()}, {RUNS} fresh browsers")
    print(f"{'':<44} {'median':>9} {'min':>9} {'max':>9}")
    for name, values in figures.items():
        row(name, values, "s")


if __name__ == "__main__":
    main()
