"""A test gets the page that tests share, or its own."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Warm


@pytest.mark.fresh
def test_a_fresh_test_between_those_that_share_a_page_has_its_own(
    request: pytest.FixtureRequest, warm: Warm
) -> None:
    warm.staying = warm.staying or warm.context.new_page()
    page: Page = request.getfixturevalue("page")
    assert page != warm.staying
    assert page.context != warm.context
