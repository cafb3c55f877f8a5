"""The picture in the README still looks like the page: a new screenshot is compared with it."""

from __future__ import annotations

from base64 import b64encode

import pytest
from playwright.sync_api import Browser, Page

from tests.pictures import FOLDER, PICTURES, SCHEMES, Picture, take

pytestmark = pytest.mark.slow

#: The mean difference of two pictures, 0 to 255, both scaled to 64 by 64 points. The scaling blurs letters,
#: whose shapes differ from machine to machine, and preserves the board, the panels and their colours.
DIFFERENCE = """async sources => {
  const side = 64;
  const points = await Promise.all(sources.map(async source => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = side;
    const pen = canvas.getContext('2d');
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(image, 0, 0, side, side);
    return pen.getImageData(0, 0, side, side).data;
  }));
  const [one, other] = points;
  return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]), 0) / one.length;
}"""
ALIKE = 2.0  # of 255


def difference(page: Page, one: bytes, other: bytes) -> float:
    sources = [f"data:image/webp;base64,{b64encode(each).decode()}" for each in (one, other)]
    found: float = page.evaluate(DIFFERENCE, sources)
    return found


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_each_picture_is_what_the_page_shows_now(
    browser: Browser, page: Page, base_url: str, picture: Picture
) -> None:
    """The page must show the picture's claims. If only its looks differ, run python -m tests.pictures.

    Of an animated picture, the canvas draws the first frame: only that frame is compared.
    """
    for scheme, taken in take(browser, base_url, picture, every_frame=False).items():
        assert difference(page, taken, (FOLDER / picture.file(scheme)).read_bytes()) < ALIKE, scheme


def test_different_pictures_differ(page: Page) -> None:
    """The comparison tells the pictures of day and night apart."""
    light, dark = ((FOLDER / PICTURES[0].file(scheme)).read_bytes() for scheme in SCHEMES)
    assert difference(page, light, dark) > 2 * ALIKE
