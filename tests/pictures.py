"""`python -m tests.pictures`: the pictures in the README, taken of the page as it is now.

Each picture has the text that the README gives for it, and steps that bring the page there. The steps expect
what that text says, so a picture that would claim too much is not taken. Every one is taken by day and by
night, of the same page. They are WebP files, which need a third of the bytes of PNG. One of them moves: its
steps yield for how long each moment is shown. It plays once and then stays as it is.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

from npuzzle import Shape, goal_board, site, solve
from npuzzle.puzzle.moves import undo
from tests.browser.page_driver import READY, PageDriver
from tests.conftest import chromium_arguments, served
from web.rooms.today.days import deal

FOLDER = site.ROOT / "npuzzle/docs/pictures"
SCHEMES = ("light", "dark")
DESKTOP, PHONE, LARGE_PHONE = (1280, 800), (390, 844), (430, 932)
FINE = 1.5  # points a pixel
QUALITY = 80  # of 100
FILM = (960, 600)  # pixels of the picture that moves
FILM_QUALITY = 55
MOVES = 54  # of the solution of FIFTEEN

FIFTEEN = "15 2 1 12/5 8 6 11/4 9 10 7/3 14 13 0"
LARGE = Shape(30, 30)
DAY = datetime(2026, 11, 27, 12)  # whose board is on the picture
ARROWS = {"U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight"}
SEEN = "try { localStorage.setItem('npuzzle-seen', '1'); } catch {}"  # no opening
TO_SHARE = """(slider, share) => {
  slider.value = slider.max * share;
  slider.dispatchEvent(new Event('input', { bubbles: true }));
}"""


@dataclass(frozen=True)
class Picture:
    """One picture: what the README says of it, and how to bring the page there from its start."""

    name: str
    alt: str
    show: Callable[[PageDriver], Iterator[int] | None]  # milliseconds of each moment, if it moves
    screen: tuple[int, int] = DESKTOP
    room: str = "solve"

    def file(self, scheme: str) -> str:
        """The name of the file for that colour scheme."""
        return f"{self.name}-{scheme}.webp"


def show_review(driver: PageDriver) -> None:
    """The board of the day, solved with a detour after its seventh move; that move is looked at."""
    board, length = deal(DAY.date())
    driver.expect_shown(str(board))
    path = solve(board).path
    assert path is not None
    assert len(path) == length == 20
    driver.board.focus()
    for letter in path[:7] + undo(path[6]) + path[6:]:
        driver.page.keyboard.press(ARROWS[letter])
    expect(driver.page.get_by_test_id("today-result")).to_have_text(
        "Solved in 22 moves. The shortest has 20."
    )
    driver.button("Move 8 led away").click()
    expect(driver.page.get_by_test_id("review-chosen")).to_contain_text("leads nearer")
    expect(driver.button("Again from here")).to_be_in_viewport()


def show_solved(driver: PageDriver) -> Iterator[int]:
    """The board, its solution found and proved, every second move, and the seal."""
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


def show_followed(driver: PageDriver) -> None:
    driver.type_board(FIFTEEN)
    driver.solve("Solved in 54 moves", "Proved shortest")
    for _ in range(11):
        driver.button("Next").click()
    expect(driver.page.get_by_test_id("step-text")).to_contain_text("11 of 54")
    for name in ("tray", "next"):
        expect(driver.page.get_by_test_id(name)).to_be_in_viewport(ratio=0.9)
    expect(driver.button("Next")).to_be_in_viewport()


def show_unsolvable(driver: PageDriver) -> None:
    driver.type_board("2 8 1/0 4 3/7 6 5")
    driver.expect_verdict("Not solvable for this goal")
    repairs = driver.page.get_by_role("group", name="Repairs").get_by_role("button")
    expect(repairs).to_have_text(["Swap tiles 6 and 5", "Use the goal Spiral (snail)"])
    expect(repairs.last).to_be_in_viewport()
    reason = driver.page.get_by_text("The board has 11 inversions").bounding_box()
    tabs = driver.page.get_by_role("tablist").bounding_box()
    assert reason is not None
    assert tabs is not None
    assert reason["y"] + reason["height"] <= tabs["y"], "the tabs cover the reason"


def show_large(driver: PageDriver) -> None:
    driver.type_board(str(goal_board("blank-last", LARGE).shuffled(Random(1))))
    expect(driver.page.locator("#map-summary")).to_have_text("Board of 30 rows and 30 columns")
    driver.choose("Algorithm", "Constructive")
    driver.button("Solve").click()
    driver.expect_badge("At most")
    driver.slider.evaluate(TO_SHARE, 0.6)
    expect(driver.page.get_by_test_id("map")).to_be_in_viewport()


PICTURES = (
    Picture(
        "review",
        "The board of the day, solved in 22 moves: which move cost two, and the one that leads nearer",
        show_review,
        room="today",
    ),
    Picture(
        "solved",
        "The page solves a 15-puzzle and plays the path: 54 moves, with the badge “Proved shortest”",
        show_solved,
    ),
    Picture(
        "phone", "On a phone: the board, the next move in large print, Back and Next", show_followed, PHONE
    ),
    Picture(
        "unsolvable",
        "A board that cannot be solved: two repairs to press, and the reason in numbers",
        show_unsolvable,
        LARGE_PHONE,
    ),
    Picture("large", "A 30x30 board as a map, at three fifths of its solution", show_large),
)


@contextmanager
def opened(browser: Browser, address: str, picture: Picture) -> Iterator[PageDriver]:
    """A new visitor's page on the screen of that picture, without motion, when all of it is kept offline."""
    width, height = picture.screen
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=FINE,
        reduced_motion="reduce",
        locale="en",
    )
    context.add_init_script(SEEN)
    page = context.new_page()
    page.clock.set_fixed_time(DAY)
    driver = PageDriver(page).open(f"{address}#room={picture.room}")
    expect(driver.page.get_by_test_id("offline")).to_have_text("Ready offline", timeout=READY)
    yield driver
    context.close()


def take(browser: Browser, address: str, picture: Picture, *, every_frame: bool = True) -> dict[str, bytes]:
    """Bring a new page to where the picture is taken; take it in each colour scheme.

    Raises AssertionError if the page is not there. Without `every_frame` a picture that moves goes through
    all its steps and has its first frame only.
    """
    with opened(browser, address, picture) as driver:
        moments = picture.show(driver)
        if moments is None:
            return {scheme: take_still(driver, scheme, "webp") for scheme in SCHEMES}
        films: dict[str, list[tuple[Image.Image, int]]] = {scheme: [] for scheme in SCHEMES}
        for at, shown in enumerate(moments):
            for scheme in SCHEMES if every_frame or at == 0 else ():
                films[scheme].append((Image.open(BytesIO(take_still(driver, scheme, "png"))), shown))
        return {scheme: join_frames(frames) for scheme, frames in films.items()}


def take_still(driver: PageDriver, scheme: str, kind: str) -> bytes:
    """Take the page as it is by day or by night, once nothing moves, from its top."""
    driver.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    driver.page.evaluate("scrollTo(0, 0)")
    driver.page.evaluate("document.activeElement.blur()")
    driver.page.mouse.move(0, 0)
    driver.page.wait_for_timeout(600)  # until nothing moves
    devtools = driver.page.context.new_cdp_session(driver.page)
    settings = {"quality": QUALITY} if kind == "webp" else {}
    shot = devtools.send("Page.captureScreenshot", {"format": kind, **settings})
    devtools.detach()
    return b64decode(shot["data"])


def join_frames(frames: list[tuple[Image.Image, int]]) -> bytes:
    """Make a picture that plays once, of frames and the milliseconds that each is shown."""
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
    """Take every picture, and remove all other files."""
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
