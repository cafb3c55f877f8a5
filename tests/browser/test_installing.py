"""The page can be installed as an application, and its icons match the drawing that they are made from."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from npuzzle import site
from tests.browser.conftest import Watch
from tests.browser.page_driver import READY, PageDriver
from tests.icons import FOLDER, ICONS, drawn

#: The side of the first picture, and the mean difference of the two pictures' points, 0 to 255.
APART = """async addresses => {
  const points = [];
  for (const address of addresses) {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height), pen = canvas.getContext('2d');
    pen.drawImage(picture, 0, 0);
    points.push(pen.getImageData(0, 0, picture.width, picture.height).data);
  }
  const [a, b] = points;
  return [Math.sqrt(a.length / 4), a.reduce((sum, value, at) => sum + Math.abs(value - b[at]), 0) / a.length];
}"""


@pytest.fixture
def driver(windowed: Browser, base_url: str) -> Iterator[PageDriver]:
    with windowed.new_context() as context:
        watch = Watch(context)
        yield PageDriver(context.new_page()).open(base_url)
        assert watch.unexpected() == []


def test_chromium_finds_nothing_that_keeps_the_page_from_being_installed(
    driver: PageDriver, base_url: str
) -> None:
    expect(driver.page.get_by_test_id("offline")).to_have_text("Ready offline", timeout=READY)
    browser = driver.page.context.new_cdp_session(driver.page)
    found = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in found} <= {"in-incognito"}  # true of every page of a test
    manifest = browser.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{base_url}web/manifest.webmanifest"
    said = json.loads(manifest["data"])
    assert said["start_url"] == said["scope"] == "../"  # the page's own folder, wherever that is
    assert browser.send("Page.getAppId")["appId"] == base_url


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_is_the_drawing(page: Page, name: str) -> None:
    side, _ = ICONS[name]
    kept, anew = (FOLDER / name).read_bytes(), drawn(page, name)
    addresses = [f"data:image/png;base64,{base64.b64encode(png).decode()}" for png in (kept, anew)]
    width, apart = page.evaluate(APART, addresses)
    assert width == side
    assert apart < 1


def test_the_manifest_names_each_icon_that_there_is() -> None:
    manifest = json.loads((site.ROOT / "web/manifest.webmanifest").read_text(encoding="utf-8"))
    named = {icon["src"]: icon["sizes"] for icon in manifest["icons"]}
    assert named == {"./icon.svg": "any"} | {f"./icons/{name}": f"{n}x{n}" for name, (n, _) in ICONS.items()}
    assert [icon["src"] for icon in manifest["icons"] if icon.get("purpose") == "maskable"] == [
        "./icons/maskable-512.png"
    ]
