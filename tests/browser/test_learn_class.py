"""A teacher makes exercises for a class on the page."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import zxingcpp
from playwright.sync_api import expect

from tests.browser.page_driver import READY, PageDriver, open_room


def test_a_teacher_makes_a_set_and_its_sheet_has_no_answers(driver: PageDriver) -> None:
    page = driver.page
    open_room(page, "Learn")
    expect(page.get_by_role("heading", name="Learn")).to_be_visible(timeout=READY)
    page.get_by_role("button", name="For teachers").press("Enter")
    page.locator("#class-depths").fill("8-4")
    page.locator("#class-depths").press("Enter")
    expect(page.locator("#class-depths-problem")).to_contain_text("8-4")
    expect(page.locator("#class-depths")).to_be_focused()
    page.locator("#class-depths").fill("4,8")
    page.locator("#class-depths").press("Enter")
    expect(page.locator("#class-links a")).to_have_count(2, timeout=READY)
    texts = {
        name: saved(driver, name)
        for name in ("Save worksheet", "Save key", "Save table (CSV)", "Save boards")
    }
    assert "proved shortest" in texts["Save key"]
    assert "proved shortest" not in texts["Save worksheet"]
    codes = re.findall(r"<svg aria-label=.*?</svg>", texts["Save worksheet"], re.DOTALL)
    links = page.locator("#class-links a").evaluate_all("all => all.map(one => one.href)")
    assert len(codes) == len(links) == 2
    for code, link in zip(codes, links, strict=True):
        assert read_code(code) == link
    expect(page.get_by_test_id("class-here")).to_contain_text("on this machine only")
    page.locator("#language").select_option("zh")
    sheet = saved(driver, "保存练习卷")
    assert re.findall("练习 [12]<", sheet) == ["练习 1<", "练习 2<"]
    assert '<html lang="zh">' in sheet
    assert "Name" not in sheet
    with page.expect_popup() as coming:
        page.locator("#class-links a").last.click()
    coming.value.locator("#language").select_option("en")
    student = PageDriver(coming.value).wait_ready()
    student.solve("Solved in 8 moves", "Proved shortest")
    student.page.close()


def saved(driver: PageDriver, button: str) -> str:
    with driver.page.expect_download() as coming:
        driver.button(button).click()
    return Path(coming.value.path()).read_text("utf-8")


def read_code(svg: str) -> str:
    """Read a QR code as a phone does: draw its squares, 4 units wide each, and decode the picture."""
    width = re.search(r'width="(\d+)px"', svg)
    assert width is not None
    picture = np.full((int(width[1]), int(width[1])), 255, dtype=np.uint8)
    for x, y in re.findall(r"M(\d+),(\d+)l4,0", svg):
        picture[int(y) : int(y) + 4, int(x) : int(x) + 4] = 0
    (found,) = zxingcpp.read_barcodes(picture)
    return str(found.text)


def test_stop_ends_the_making_and_the_form_is_there_again(driver: PageDriver) -> None:
    page = driver.page
    open_room(page, "Learn")
    page.get_by_role("button", name="For teachers").click()
    page.locator("#class-shape").fill("4x4")
    page.locator("#class-depths").fill("30-45")
    page.locator("#class-each").fill("50")
    driver.button("Make the set").click()
    expect(driver.button("Stop making")).to_be_focused()
    expect(page.get_by_test_id("class-said")).to_contain_text("of 800 boards", timeout=READY)
    driver.button("Stop making").click()
    expect(page.get_by_test_id("class-said")).to_have_text("Stopped.")
    expect(driver.button("Make the set")).to_be_enabled()
