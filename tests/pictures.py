"""`python -m tests.pictures`: take the README's picture of the current page.

A picture has the alternative text of the README, and steps that bring the page to its state. The steps check
that the page shows what the text says. The picture is an animation: the steps yield how long each frame is
shown. It plays once, and is taken in light and dark colours. WebP needs a third of the bytes of PNG.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

from npuzzle import site
from tests.browser.page_driver import READY, PageDriver
from tests.conftest import chromium_arguments, served

FOLDER = site.ROOT / "npuzzle/docs/pictures"
SCHEMES = ("light", "dark")
SCREEN = (1280, 800)
FINE = 1.5  # device pixels per CSS pixel
FILM = (960, 600)  # CSS pixels of the picture
FILM_QUALITY = 55
MOVES = 54  # of the solution of FIFTEEN

FIFTEEN = "15 2 1 12/5 8 6 11/4 9 10 7/3 14 13 0"
DAY = datetime(2026, 11, 27, 12)
SEEN = "try { localStorage.setItem('npuzzle-seen', '1'); } catch {}"  # not a first visit
TO_SHARE = """(slider, share) => {
  slider.value = slider.max * share;
  slider.dispatchEvent(new Event('input', { bubbles: true }));
}"""


@dataclass(frozen=True)
class Picture:
    """One picture: its text in the README, and the steps from the start of the page to its state."""

    name: str
    alt: str
    show: Callable[[PageDriver], Iterator[int]]  # yields milliseconds per frame

    def file(self, scheme: str) -> str:
        """Return the file name for a colour scheme."""
        return f"{self.name}-{scheme}.webp"


def show_solved(driver: PageDriver) -> Iterator[int]:
    """Show the board, the proved solution, every second move, and the seal."""
    driver.type_board(FIFTEEN)
    driver.expect_verdict("Solvable")
    yield 1200
    driver.solve(f"Solved in {MOVES} moves", "Proved shortest")
    yield 1500
    for move in range(2, MOVES, 2):
        driver.slider.evaluate(TO_SHARE, move / MOVES)
        expect(driver.page.get_by_test_id("step-text")).to_contain_text(f"{move} of {MOVES}")
        yield 180
    driver.button("Last").click()
    expect(driver.page.get_by_test_id("seal")).to_contain_text("Shortest: 54. Proved")
    expect(driver.page.get_by_test_id("seal")).to_be_in_viewport(ratio=0.9)
    yield 1000


PICTURES = (
    Picture(
        "solved",
        "The page solves a 15-puzzle and plays the path: 54 moves, with the badge “Proved shortest”",
        show_solved,
    ),
)


@contextmanager
def opened(browser: Browser, address: str) -> Iterator[PageDriver]:
    """Open the page at the picture's size, without motion, and wait until it is ready offline."""
    width, height = SCREEN
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=FINE,
        reduced_motion="reduce",
        locale="en",
    )
    context.add_init_script(SEEN)
    page = context.new_page()
    page.clock.set_fixed_time(DAY)
    driver = PageDriver(page).open(f"{address}#room=solve")
    expect(driver.page.get_by_test_id("offline")).to_have_text("Ready offline", timeout=READY)
    yield driver
    context.close()


def take(browser: Browser, address: str, picture: Picture, *, every_frame: bool = True) -> dict[str, bytes]:
    """Bring a new page to the picture's state, and take the picture in each colour scheme.

    Raises AssertionError if the page does not show what it should. Without `every_frame`, all steps are made,
    but the picture has only its first frame.
    """
    with opened(browser, address) as driver:
        films: dict[str, list[tuple[Image.Image, int]]] = {scheme: [] for scheme in SCHEMES}
        for at, shown in enumerate(picture.show(driver)):
            for scheme in SCHEMES if every_frame or at == 0 else ():
                films[scheme].append((Image.open(BytesIO(take_still(driver, scheme))), shown))
        return {scheme: join_frames(frames) for scheme, frames in films.items()}


def take_still(driver: PageDriver, scheme: str) -> bytes:
    """Take the page from its top in light or dark colours, once nothing moves."""
    driver.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    driver.page.evaluate("scrollTo(0, 0)")
    driver.page.evaluate("document.activeElement.blur()")
    driver.page.mouse.move(0, 0)
    driver.page.wait_for_timeout(600)  # until nothing moves
    devtools = driver.page.context.new_cdp_session(driver.page)
    shot = devtools.send("Page.captureScreenshot", {"format": "png"})
    devtools.detach()
    return b64decode(shot["data"])


def join_frames(frames: list[tuple[Image.Image, int]]) -> bytes:
    """Return an animation that plays once, from frames with their milliseconds."""
    first, *others = [frame.convert("RGB").resize(FILM, Image.Resampling.LANCZOS) for frame, _ in frames]
    made = BytesIO()
    first.save(
        made,
        "WEBP",
        save_all=True,
        append_images=others,
        duration=[shown for _, shown in frames],
        loop=1,
        quality=FILM_QUALITY,
        method=6,
    )
    return made.getvalue()


def take_all(folder: Path = FOLDER) -> None:
    """Take every picture, and remove all other files in the folder."""
    folder.mkdir(exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium_arguments())
        taken = {
            picture.file(scheme): content
            for picture in PICTURES
            for scheme, content in take(browser, address, picture).items()
        }
        browser.close()
    for path in folder.iterdir():
        if path.name not in taken:
            path.unlink()
    for name, content in taken.items():
        (folder / name).write_bytes(content)
        print(f"{name:24} {len(content):7,} bytes")
    print(f"{'together':24} {sum(map(len, taken.values())):7,} bytes")


if __name__ == "__main__":
    site.set_up()
    take_all()
