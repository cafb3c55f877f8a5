"""What the browser tests share: a served site, a browser, and a page that must stay clean."""

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

#: Commands of their own, with tools of their own.
collect_ignore = ["mutation", "fuzz/underway.py"]

#: What is built is kept apart from the user's own, built anew in each run, and removed after it.
CACHE = tempfile.mkdtemp(prefix="npuzzle-tests-")
os.environ["NPUZZLE_CACHE"] = CACHE


def remove_cache(owner: int) -> None:
    """Remove the folder, unless this is a process that its owner has forked."""
    if os.getpid() == owner:
        shutil.rmtree(CACHE, ignore_errors=True)


atexit.register(remove_cache, os.getpid())

#: Python stores its bytecode, whatever the environment says: without it each run, and each process that a
#: test starts, would compile the same modules anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

#: A terminal, where a test makes one, is a common one; Python itself (argparse, tracebacks) colours nothing,
#: and looks for no translations: for each word of a parser it would look at several files.
os.environ.update(TERM="xterm", NO_COLOR="", PYTHON_COLORS="0", LANGUAGE="C")
os.environ.pop("FORCE_COLOR", None)

#: Where this run's screenshots go; the processes that share a run share it too.
SCREENSHOTS = "NPUZZLE_SCREENSHOTS"

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")

#: The quick tests try one in so many of the examples of a law, and at least so many.
EXAMPLES_IN, LEAST_EXAMPLES = 10, 5

#: Of all quick tests together, each test with parameters has at most so many of its cases, drawn by lot.
MOST_CASES = 3

#: Where the longest tests are: a minute or more each.
LONGEST = (
    "tests/docs/test_adding.py",
    "tests/notebook/test_lite.py",
    "tests/browsers/",
    "tests/notebook/test_notebook.py",
    "tests/browser/test_strangers.py",
)

#: So many tests of a run may need a second try, see tests/__main__.py.
MOST_RERUNS = 6

#: So many of the last letters of a failure are shown of a test that was tried again.
REASON = 1500

#: Chromium must not look anything up, and runs as root in containers.
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

#: Debian's Chromium without windows, where it is installed too.
WINDOWLESS = shutil.which(found.WINDOWLESS)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Name the folder of screenshots, and have second tries counted without a delay.

    pytest-rerunfailures (16.7) sends two short messages a test to the first process, and waits for an answer
    to the second. TCP holds that back until the first is acknowledged: 40 ms a test, an eighth of the run.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background has it ignored
    counting = getattr(getattr(config, "failures_db", None), "sock", None)
    if counting is not None:
        counting.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    name = f"npuzzle-screenshots-{os.getpid()}-{time_ns()}"
    os.environ.setdefault(SCREENSHOTS, str(Path(tempfile.gettempdir(), name)))


#: So many new objects are made before the youngest are searched for garbage.
GARBAGE_AFTER = 10_000


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect the tests without looking for garbage, nor among what was collected afterwards.

    The modules and tests stay until the end: searching through them again and again frees nothing. At
    Python's own pace, once for 700 new objects, the collector took a sixth of the quick tests' time: it went
    through the state spaces and syntax trees that tests keep for others a hundred times.
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
    """Look for doctests only in files with a prompt: few tests have one, and to look takes time."""
    found = yield
    if ">>> " in file_path.read_text("utf-8", "replace"):
        return found
    return [collector for collector in found if not isinstance(collector, DoctestModule)]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the cases slow that `slow_cases` names."""
    case = getattr(item, "callspec", None)
    if case is not None and any(case.id in mark.args for mark in item.iter_markers("slow_cases")):
        item.add_marker("slow")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Let tests without a browser run loops of their own after others have left Playwright's running."""
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
    """Put the longest tests first: no process is left alone with them at the end of a run.

    Where tests are tried again, those in a browser are for any reason: it has its own clocks.

    Where the slow tests are left out, try fewer examples of each law of hypothesis; where no file is named
    either, also fewer cases of each test.
    """
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
    if reruns := config.getoption("reruns", None):  # not there without its plugin
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
    """Return the cases to leave out, so that no test has more than `MOST_CASES`: the same in each run."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left_out: set[pytest.Item] = set()
    for test, those in cases.items():
        left_out.update(Random(test).sample(those, max(0, len(those) - MOST_CASES)))
    return left_out


def settings_of(item: pytest.Item) -> tuple[Any, str] | None:
    """The object and its attribute with the settings of a law of hypothesis; None for other tests."""
    case, test = getattr(item, "cls", None), getattr(item, "obj", None)
    if isinstance(getattr(case, "settings", None), settings):  # a state machine
        return case, "settings"
    name = "_hypothesis_internal_use_settings"
    return (getattr(test, "__func__", test), name) if hasattr(test, name) else None


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in which more tests than a few passed at their second try only."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and len(reporter.stats.get("rerun", [])) > MOST_RERUNS:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell why tests were tried again, so that none does so unseen, and where the screenshots are."""
    again = terminalreporter.stats.get("rerun", [])
    for report in again:
        terminalreporter.write_line(f"tried again: {report.nodeid}, after\n{report.longreprtext[-REASON:]}")
    if len(again) > MOST_RERUNS:
        terminalreporter.write_line(f"FAILED: {len(again)} tests tried again, at most {MOST_RERUNS} may be")
    folder = Path(os.environ[SCREENSHOTS])
    if taken := len(list(folder.glob("*.png"))):
        terminalreporter.write_line(f"{taken} screenshots of the page: {folder}")


def screenshots() -> Path:
    """The folder of this run's screenshots."""
    folder = Path(os.environ[SCREENSHOTS])
    folder.mkdir(exist_ok=True)
    return folder


def chromium_arguments() -> dict[str, Any]:
    """How to start Chromium: the system's where there is one, Playwright's own elsewhere."""
    program = found.program("chromium")
    return {"args": CHROMIUM_ARGUMENTS, **({"executable_path": program} if program else {})}


@contextmanager
def served(root: Path = site.ROOT) -> Iterator[str]:
    """The site's address while it is served, as `npuzzle serve` does; afterwards nobody answers there."""
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
    """How tests start Chromium: the one without windows where it is there, as Playwright's own is.

    A page starts in it in two thirds of the processor's time. Benchmarks measure the one with windows.
    """
    program = {"executable_path": WINDOWLESS} if WINDOWLESS else {}
    return {**browser_type_launch_args, **chromium_arguments(), **program}


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built once in this process for all tests that install it; its sdist lies beside it."""
    return build_package(tmp_path_factory.mktemp("dist"))
