"""The page sends requests only to its own host.

The page of every test is watched from its first request to its last.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Error,
    Page,
    WebError,
    expect,
)

from npuzzle.site.build import build
from tests.browser.network import Network
from tests.browser.page_driver import PATIENCE, PageDriver
from tests.conftest import WINDOWLESS, chromium_arguments


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder. Tests that share a page come first, so that the page stays open."""
    folder = f"{Path(__file__).parent}{os.sep}"
    places = [place for place, item in enumerate(items) if str(item.path).startswith(folder)]
    here = [items[place] for place in places]
    for item in here:
        item.add_marker(pytest.mark.browser)
    here.sort(key=lambda item: (which_page(item) is None, which_page(item) or ()))
    for place, item in zip(places, here, strict=True):
        items[place] = item


def which_page(item: pytest.Item) -> tuple[str, ...] | None:
    """Return a key that is equal for tests that share a page, or None for a test with its own page.

    A test with a `driver` shares the page of its file, unless it is marked `fresh`, `anew` or `own_page`. Few
    tests share a page, because a link does not reset everything: the text of the Lab, for example.
    """
    mark = item.get_closest_marker("same_page")
    if mark is not None:
        return mark.args
    alone = any(item.get_closest_marker(name) for name in ("fresh", "anew", "own_page"))
    return None if alone or "driver" not in getattr(item, "fixturenames", ()) else (item.path.stem,)


#: Playwright's default of five seconds is too short where several tests share a processor.
expect.set_options(timeout=PATIENCE)

#: Whether a test of this session has failed since the last one got its page.
FAILED = pytest.StashKey[bool]()

#: The opening plays on first visits only. Tests that need a first visit are marked `fresh`.
OPENING_SEEN = "try { localStorage.setItem('npuzzle-seen', '1'); } catch {}"


class Watch:
    """The console errors and page errors of a context's pages."""

    def __init__(self, context: BrowserContext) -> None:
        self.complaints: list[str] = []
        self.allowed: tuple[str, ...] = ()
        self._context = context
        context.on("console", self._console)
        context.on("weberror", self._web_error)

    def end(self) -> None:
        self._context.remove_listener("console", self._console)
        self._context.remove_listener("weberror", self._web_error)

    def _web_error(self, error: WebError) -> None:
        self.complaints.append(f"page error: {error.error}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"console error: {message.text}")

    def unexpected(self) -> list[str]:
        return [said for said in self.complaints if not any(part in said for part in self.allowed)]


@pytest.fixture(scope="session", autouse=True)
def network(browser: Browser) -> Network:
    return Network(browser)


@pytest.fixture(scope="session")
def windowed(browser: Browser, browser_type: BrowserType, network: Network) -> Iterator[Browser]:
    """Return Chromium with windows; without, it installs nothing, loads no icons and lets screens sleep."""
    if WINDOWLESS is None:
        yield browser
        return
    with browser_type.launch(**chromium_arguments()) as with_windows:
        network.cover(with_windows)
        yield with_windows


@pytest.fixture(autouse=True)
def forbid_network(network: Network) -> Iterator[None]:
    """Fail a test whose page sends a request to any other origin."""
    network.elsewhere.clear()
    yield
    assert network.elsewhere == []


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the site built below `some/folder`."""
    root = tmp_path_factory.mktemp("host")
    build(root / "some" / "folder")
    return root


@dataclass
class Warm:
    """A profile whose cache has the runtime, so that pages start in a third of the time.

    `cleaning`: a blank page that stays open, for cleaning up after the other pages. `staying`: the page that
    tests with the same `which_page` share; `stays_for`: that key.
    """

    context: BrowserContext
    cleaning: Page
    staying: Page | None = None
    stays_for: tuple[str, ...] | None = None

    def clean(self, origin: str) -> None:
        """Remove everything but the site's files.

        A page saves its state as it closes. The browser may run that in the background, after the storage was
        cleared, so saving is disabled first.
        """
        for page in self.context.pages:
            if page != self.cleaning:
                with suppress(Error):  # the page crashed or was just closing
                    page.evaluate("() => { Storage.prototype.setItem = () => {} }")
                page.close()
        storage = {"origin": origin, "storageTypes": "local_storage,session_storage"}
        session = self.context.new_cdp_session(self.cleaning)
        session.send("Storage.clearDataForOrigin", storage)
        session.detach()
        self.staying = None


@pytest.fixture(scope="session")
def warm(browser: Browser) -> Iterator[Warm]:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    context.add_init_script(OPENING_SEEN)
    yield Warm(context, context.new_page())
    context.close()


@pytest.fixture(scope="session")
def known_site(browser: Browser) -> Iterator[Callable[..., Warm]]:
    """Yield a function that returns the profile for these options, with the runtime in its cache."""
    with ExitStack() as closing:

        @cache
        def profile(**options: Any) -> Warm:
            context = closing.enter_context(browser.new_context(**options))
            return Warm(context, context.new_page())

        yield profile


@pytest.fixture
def context(
    request: pytest.FixtureRequest, browser: Browser, warm: Warm, base_url: str
) -> Iterator[BrowserContext]:
    """Yield the shared profile or, for a test marked `fresh`, a new one with the options of the mark.

    A test marked `anew` gets a profile with these options that it shares with other such tests. It is cleaned
    after each test, so that the visitor has the site's files and nothing else.

    A `fresh` test that is also marked `windowed` runs in a Chromium with windows.

    The profile is cleaned after each test. Tests that share a page keep it until a test with another page
    follows or one of them fails.
    """
    if mark := request.node.get_closest_marker("fresh"):
        windows = request.node.get_closest_marker("windowed")
        maker: Browser = request.getfixturevalue("windowed") if windows else browser
        fresh = maker.new_context(**mark.kwargs)
        yield fresh
        fresh.close()
        return
    if (mark := request.node.get_closest_marker("anew")) and not request.node.get_closest_marker("fresh"):
        profile = request.getfixturevalue("known_site")(**mark.kwargs)
        yield profile.context
        profile.clean(base_url.rstrip("/"))
        profile.context.clear_permissions()
        return
    stays_for = which_page(request.node)
    has_failed = request.session.stash.get(FAILED, False)
    if warm.staying and (has_failed or stays_for is None or stays_for != warm.stays_for):
        warm.clean(base_url.rstrip("/"))
    warm.stays_for = stays_for
    request.session.stash[FAILED] = False
    yield warm.context
    if stays_for is None:
        warm.clean(base_url.rstrip("/"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record a failure, so that no other test gets the page of the failed test."""
    report = yield
    if report.failed:
        item.session.stash[FAILED] = True
    return report


@pytest.fixture
def page(request: pytest.FixtureRequest, context: BrowserContext, warm: Warm) -> Page:
    if warm.staying and context == warm.context:  # a `fresh` test in between has its own context
        return warm.staying
    page = context.new_page()
    if which_page(request.node) is not None and context == warm.context:
        warm.staying = page
    return page


@pytest.fixture
def watch(context: BrowserContext) -> Iterator[Watch]:
    watch = Watch(context)
    yield watch
    watch.end()
    assert watch.unexpected() == []


@pytest.fixture
def driver(page: Page, watch: Watch, base_url: str) -> PageDriver:
    """Return the page, ready to solve; a shared page that is open already is reset."""
    driver = PageDriver(page)
    return driver.open(base_url) if page.url == "about:blank" else driver.put_back(base_url)


#: A phone with a touch screen.
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def phones_page(browser: Browser, base_url: str) -> Iterator[PageDriver]:
    with browser.new_context(
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        service_workers="block",  # type: ignore[arg-type]
    ) as context:
        yield PageDriver(context.new_page()).open(base_url)


@pytest.fixture
def phone(phones_page: PageDriver, base_url: str) -> Iterator[PageDriver]:
    """Yield the page on a phone, which is opened once and reset for each test."""
    watch = Watch(phones_page.page.context)
    phones_page.put_back(base_url).page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    yield phones_page
    watch.end()
    assert watch.unexpected() == []
