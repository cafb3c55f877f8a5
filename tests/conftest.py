"""Settings of every test run, and the fixtures that tests share: a served site, a browser, the wheel."""

from __future__ import annotations

import asyncio
import atexit
import gc
import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread
from time import time_ns
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from npuzzle import site
from npuzzle.site import files
from npuzzle.site.files import Site
from tests.browsers import found
from tests.support.installed import build_package

#: These are commands, not tests, and need other packages.
collect_ignore = ["mutation", "fuzz/underway.py"]

#: Each run has its own cache, separate from the user's. It starts empty, and is removed at the end.
CACHE = tempfile.mkdtemp(prefix="npuzzle-tests-")
os.environ["NPUZZLE_CACHE"] = CACHE


def remove_cache(owner: int) -> None:
    """Remove the cache, unless this process is a fork of its owner."""
    if os.getpid() == owner:
        shutil.rmtree(CACHE, ignore_errors=True)


atexit.register(remove_cache, os.getpid())

#: Python stores its bytecode, whatever the environment says: otherwise each run, and each process that a test
#: starts, would compile the same modules again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

#: Terminals in tests are of a common kind. Python (argparse, tracebacks) prints no colours and looks for no
#: translations, because for each word of a parser it would open several files.
os.environ.update(TERM="xterm", NO_COLOR="", PYTHON_COLORS="0", LANGUAGE="C")
os.environ.pop("FORCE_COLOR", None)

#: The environment variable with the folder for this run's screenshots, which all its processes share.
SCREENSHOTS = "NPUZZLE_SCREENSHOTS"

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")

#: The quick tests try a tenth of the examples of each Hypothesis test, but at least five.
EXAMPLES_IN, LEAST_EXAMPLES = 10, 5

#: A run of all quick tests takes a few cases of each parametrized test, drawn at random.
MOST_CASES = 3

#: The longest tests, which take a minute or more each.
LONGEST = (
    "tests/docs/test_adding.py",
    "tests/notebook/test_lite.py",
    "tests/browsers/",
    "tests/notebook/test_notebook.py",
    "tests/browser/test_strangers.py",
)

#: The number of tests that a run may retry (see tests/__main__.py).
MOST_RERUNS = 6

#: How many characters from the end of a failure are shown for a retried test.
REASON = 1500

#: Chromium must send no requests of its own, and must start as root in containers.
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

#: Debian's Chromium without windows, if it is installed.
WINDOWLESS = shutil.which(found.WINDOWLESS)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Name the folder for screenshots, and let pytest-rerunfailures count without a delay.

    For each test, version 16.7 sends two short messages to the first process and waits for the second answer.
    TCP delays the second message until the first is acknowledged: 40 ms per test, an eighth of the run.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a background job
    counting = getattr(getattr(config, "failures_db", None), "sock", None)
    if counting is not None:
        counting.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    name = f"npuzzle-screenshots-{os.getpid()}-{time_ns()}"
    os.environ.setdefault(SCREENSHOTS, str(Path(tempfile.gettempdir(), name)))


#: The number of new objects before Python searches the youngest ones for garbage.
GARBAGE_AFTER = 10_000


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Turn garbage collection off while pytest collects the tests, and exempt their modules from it later.

    Modules and tests live until the end, so searching them frees nothing. At Python's default rate, every 700
    new objects, garbage collection took a sixth of the quick tests' time: it went a hundred times through the
    state spaces and syntax trees that tests share.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(GARBAGE_AFTER)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for doctests only in files with a prompt: few have one, and the search takes time."""
    found = yield
    if ">>> " in file_path.read_text("utf-8", "replace"):
        return found
    return [collector for collector in found if not isinstance(collector, DoctestModule)]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the cases that `slow_cases` lists as slow."""
    case = getattr(item, "callspec", None)
    if case is not None and any(case.id in mark.args for mark in item.iter_markers("slow_cases")):
        item.add_marker("slow")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Let tests without a browser start an event loop, although Playwright's is still running."""
    loop = asyncio._get_running_loop()
    if not is_in_browser(item):
        asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(loop)


def is_in_browser(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in ("browser", "firefox", "webkit"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest tests first, so that the processes end at about the same time.

    Browser tests are retried after any failure: their timing varies. Without the slow tests, each Hypothesis
    test tries fewer examples. If no file is named either, parametrized tests have fewer cases.
    """
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
    if reruns := config.getoption("reruns", None):  # None without the plugin
        again = pytest.mark.flaky(reruns=reruns, only_rerun=[])
        for item in items:
            if is_in_browser(item):
                item.add_marker(again)
    if "not slow" not in config.option.markexpr:
        return
    for holder, name in {place: None for item in items if (place := settings_of(item))}:
        own = getattr(holder, name)
        fewer = min(own.max_examples, max(own.max_examples // EXAMPLES_IN, LEAST_EXAMPLES))
        setattr(holder, name, settings(own, max_examples=fewer))
    if config.args == config.getini("testpaths"):
        left_out = some_cases(items)
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]


def some_cases(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the cases to leave out, the same in each run: `MOST_CASES` of each test remain."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left_out: set[pytest.Item] = set()
    for test, those in cases.items():
        left_out.update(Random(test).sample(those, max(0, len(those) - MOST_CASES)))
    return left_out


def settings_of(item: pytest.Item) -> tuple[Any, str] | None:
    """Return the object and its attribute that hold a test's Hypothesis settings; None for other tests."""
    case, test = getattr(item, "cls", None), getattr(item, "obj", None)
    if isinstance(getattr(case, "settings", None), settings):  # a state machine
        return case, "settings"
    name = "_hypothesis_internal_use_settings"
    return (getattr(test, "__func__", test), name) if hasattr(test, name) else None


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run if more than `MOST_RERUNS` tests were retried."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and len(reporter.stats.get("rerun", [])) > MOST_RERUNS:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print why tests were retried, so that unreliable tests are seen, and where the screenshots are."""
    again = terminalreporter.stats.get("rerun", [])
    for report in again:
        terminalreporter.write_line(f"retried: {report.nodeid}, after\n{report.longreprtext[-REASON:]}")
    if len(again) > MOST_RERUNS:
        terminalreporter.write_line(f"FAILED: {len(again)} tests were retried, the limit is {MOST_RERUNS}")
    folder = Path(os.environ[SCREENSHOTS])
    if taken := len(list(folder.glob("*.png"))):
        terminalreporter.write_line(f"{taken} screenshots of the page: {folder}")


def screenshots() -> Path:
    """Return the folder for this run's screenshots; create it if necessary."""
    folder = Path(os.environ[SCREENSHOTS])
    folder.mkdir(exist_ok=True)
    return folder


def chromium_arguments() -> dict[str, Any]:
    """Return the options to start the system's Chromium, or Playwright's if there is none."""
    program = found.program("chromium")
    return {"args": CHROMIUM_ARGUMENTS, **({"executable_path": program} if program else {})}


@contextmanager
def served(root: Path = site.ROOT) -> Iterator[str]:
    """Serve the site as `npuzzle serve` does, and yield its address."""
    serving = files.server(0, Site.checkout(root))
    thread = Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{serving.server_port}/"
    finally:
        serving.shutdown()
        serving.server_close()
        thread.join()


@pytest.fixture(scope="session")
def base_url() -> Iterator[str]:
    site.set_up()
    with served() as address:
        yield address


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium without windows if it is installed; Playwright's has no windows either.

    It needs two thirds of the processor time to start a page. Benchmarks use the Chromium with windows.
    """
    program = {"executable_path": WINDOWLESS} if WINDOWLESS else {}
    return {**browser_type_launch_args, **chromium_arguments(), **program}


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built once per process for all tests that install it; the sdist is in the same folder."""
    return build_package(tmp_path_factory.mktemp("dist"))
