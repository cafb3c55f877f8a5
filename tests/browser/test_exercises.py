"""The worksheet and the key in the browser are accessible, and on paper no exercise is split."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from npuzzle import Shape, goal_board
from npuzzle.classroom.exercises import Plan, Question, make_exercises
from npuzzle.classroom.sheets import KEY, WORKSHEET, files
from tests.browser.looks import violations

#: Inside the margins, in CSS pixels (96 per inch): the width of A4, the height of Letter.
PAPER = {"width": round((210 - 28) / 25.4 * 96), "height": round((279.4 - 28) / 25.4 * 96)}
SHAPES = [Shape(3, 3), Shape(4, 4), Shape(8, 2), Shape(2, 8)]


@pytest.fixture(scope="module")
def sheets() -> dict[tuple[Shape, str], str]:
    """Return worksheets and keys with every kind of content."""
    texts = {}
    for shape in SHAPES:
        plan = Plan(
            goal=goal_board("blank-last", shape),
            depths=(5, 14, 24),
            unsolvable=1,
            students=("Ada", "Alan" + " Mathison" * 8),
            questions=tuple(Question),
            site="https://example.org/a/rather/long/address/of/a/page/",
            seed=1,
        )
        for name, text in files(make_exercises(plan), qr=True).items():
            texts[shape, name] = text
    return texts


@pytest.fixture
def paper(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(bypass_csp=True, viewport=PAPER)  # axe is a script; the sheets allow none
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", [WORKSHEET, KEY])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_on_paper_every_exercise_is_whole_and_within_the_margins(
    paper: Page, sheets: dict[tuple[Shape, str], str], shape: Shape, name: str
) -> None:
    paper.set_content(sheets[shape, name])
    paper.emulate_media(media="print")
    assert paper.evaluate("document.documentElement.scrollWidth") <= PAPER["width"]
    parts = paper.locator("article").all()
    assert len(parts) == 8
    for part in parts:
        box = part.bounding_box()
        assert box is not None
        assert box["height"] < PAPER["height"]
        assert part.evaluate("article => getComputedStyle(article).breakInside") == "avoid"
        assert part.evaluate("article => article.scrollWidth <= article.clientWidth")


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", [WORKSHEET, KEY])
def test_axe_finds_nothing_and_nothing_overflows(
    paper: Page, sheets: dict[tuple[Shape, str], str], name: str, width: int
) -> None:
    paper.set_viewport_size({"width": width, "height": 800})
    paper.set_content(sheets[Shape(4, 4), name])
    assert violations(paper) == []
    assert paper.evaluate("document.documentElement.scrollWidth") <= width
