"""A page for each test, watched from its first request to its last."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

from tests.browser.lab import Lab


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


class Watch:
    """Every console error, page error and request to elsewhere that a context's pages make."""

    def __init__(self, context: BrowserContext) -> None:
        self.complaints: list[str] = []
        self.allowed: tuple[str, ...] = ()
        context.on("console", self._console)
        context.on("weberror", lambda error: self.complaints.append(f"page error: {error.error}"))
        context.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"console error: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            self.complaints.append(f"request to elsewhere: {request.url}")

    def unexpected(self) -> list[str]:
        return [said for said in self.complaints if not any(part in said for part in self.allowed)]


@pytest.fixture
def watch(context: BrowserContext) -> Iterator[Watch]:
    watch = Watch(context)
    yield watch
    assert watch.unexpected() == []


@pytest.fixture
def lab(page: Page, watch: Watch, base_url: str) -> Lab:
    """The page, loaded and ready to solve."""
    return Lab(page).open(base_url)
