"""A Firefox and a WebKit for the tests of a file, each with a page that must report no errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Playwright

from tests.browsers import found
from tests.browsers.hands import Hands, PlaywrightHands
from tests.browsers.visitor import Visitor
from tests.conftest import screenshots

BROWSERS = [pytest.param(name, marks=getattr(pytest.mark, name)) for name in ("firefox", "webkit")]
PATIENCE = 60  # seconds until an element can be pressed


@pytest.fixture(scope="module", params=BROWSERS)
def hands(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Hands]:
    with ExitStack() as ends:
        program = found.program(request.param)
        if request.param == "webkit" and program is not None:
            from tests.browsers.webkit_gtk import SeleniumHands, webkit_gtk

            yield SeleniumHands(ends.enter_context(webkit_gtk()))
            return
        debians = {} if program is None else {"channel": "moz-firefox", "executable_path": program}
        browser = getattr(playwright, request.param).launch(**debians, timeout=180_000)
        ends.callback(browser.close)
        yield PlaywrightHands(browser.new_context(viewport={"width": 1280, "height": 800}), PATIENCE)


@pytest.fixture
def visitor(request: pytest.FixtureRequest, hands: Hands) -> Iterator[Visitor]:
    failed = request.session.testsfailed
    yield Visitor(hands)
    if request.session.testsfailed > failed:
        hands.picture(screenshots() / f"{request.node.name}.png")


@pytest.fixture
def lab(visitor: Visitor, base_url: str) -> Visitor:
    """A visitor on the page, which is opened once; later tests reset it by a link with an easy board."""
    here = "() => document.body && document.body.hasAttribute('data-ready') && location.origin + '/'"
    if visitor.hands.see(here) == base_url:
        visitor.hands.go(f"{base_url}#board=1_2_3/4_5_6/0_7_8")
        visitor.expect_shown("1 2 3/4 5 6/0 7 8")
    else:
        visitor.open(base_url)
    return visitor
