"""A search of the page that several workers share, from the press of Solve to the end of the helpers.

The client, the wire, the task and the helpers are the real ones; browser and workers are a small fake.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from npuzzle import Job, Shape, solve
from npuzzle.search import split_search, subtrees
from npuzzle.solving import driver
from tests.unit.web.fake_browser import Browser, Worker, page_modules, run
from web.solver import client, exchange, helper, helping
from web.solver.helper import Helper
from web.solver.helping import Device, allow_helpers, count_helpers

FIFTEEN = "13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6"  # 55 moves
WAY: dict[str, Any] = {"algorithm": "idastar", "heuristic": "pattern-tables"}


class Link:
    """One end of a channel, as the browser has it: what it sends reaches the others a moment later."""

    def __init__(self, ends: list[Link], locks: dict[str, asyncio.Future[None]], hear: Callable[[str], None]):
        self._ends, self._locks, self._hear = ends, locks, hear
        ends.append(self)

    def post(self, text: str) -> None:
        for end in self._ends:
            if end is not self:
                asyncio.get_running_loop().call_soon(end._deliver, text)

    def watch(self, lock: str, then: Callable[[], None]) -> None:
        self._locks[lock].add_done_callback(lambda died: then())

    def close(self) -> None:
        self._ends.remove(self)

    def _deliver(self, text: str) -> None:
        if self in self._ends:
            self._hear(text)


class SharingWorker(Worker):
    """A worker that can help another one; it dies when it has sent `reports`, if that is not None."""

    def __init__(self, browser: SharingBrowser) -> None:
        super().__init__(browser, starts_after=0)
        self.delay = 0
        self.sharing, self.sent, self.reports = browser, 0, None
        self.link: Link | None = None

    async def handle(self, text: str) -> str:
        helpers = self.solver.helpers
        if helpers is not None and helpers.is_waiting:
            await helpers.wait(0.05)
        return await super().handle(text)

    async def help_search(self, site: str, channel: str, number: int) -> None:
        link = self.sharing.connect(channel, lambda text: serving.hear(text))
        serving = Helper(number, self._post, self._pause, self._fetch)
        self.link, self.browser.locks[channel] = link, self._died
        self.reports = self.sharing.reports
        self.sharing.serving.append(asyncio.ensure_future(serving.serve(channel)))

    def _post(self, text: str) -> None:
        assert self.link is not None
        self.sent += '"expanded"' in text
        if not self.is_dead:
            self.link.post(text)
        if self.sent == self.reports:
            self.die()

    async def _pause(self) -> None:
        await self._lives()
        await asyncio.sleep(0)

    async def _fetch(self, shape: Shape) -> None:
        assert shape == Shape(4, 4)


class SharingBrowser(Browser):
    """A browser whose workers can hear each other; `reports`: how many a helper sends before it dies."""

    def __init__(self) -> None:
        super().__init__()
        self.channels: dict[str, list[Link]] = {}
        self.reports: int | None = None
        self.serving: list[asyncio.Future[None]] = []
        self.next_worker = lambda: SharingWorker(self)

    def connect(self, name: str, hear: Callable[[str], None]) -> Link:
        return Link(self.channels.setdefault(name, []), self.locks, hear)

    @property
    def helpers(self) -> list[SharingWorker]:
        return [one for one in self.workers if isinstance(one, SharingWorker) and one.link is not None]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> SharingBrowser:
    """Two cores, and searches that are split from their second bound; they take many short steps."""
    fake = SharingBrowser()
    monkeypatch.setattr(split_search, "SPLIT_FROM", 0)
    monkeypatch.setattr(split_search, "SPLIT_FROM_SLOW", 0)
    monkeypatch.setattr(subtrees, "ROOTS", 40)
    monkeypatch.setattr(driver, "SLICE", 1e-4)
    monkeypatch.setattr(exchange, "STEP", 0)
    monkeypatch.setattr(helper, "SLICE", 2e-4)
    monkeypatch.setattr(helping, "START_AFTER", 0)
    monkeypatch.setattr(helping, "_new", None)
    allow_helpers(Device(2), fake.connect)
    return fake


@pytest.fixture
def shell(fake: SharingBrowser) -> Iterator[Any]:
    with page_modules(fake, "web.solver.browser") as (module,):
        yield SimpleNamespace(browser=module.PageBrowser())


async def start_client(shell: Any) -> Any:
    solver = client.SolverClient(shell.browser, lambda: None)
    await solver.attach()
    return solver


def ask(shell: Any, **options: Any) -> dict[str, Any]:
    """Return the page's answer for the board."""
    given = Job.create(FIFTEEN, "blank-first", **{**WAY, **options}).to_dict()

    async def main() -> dict[str, Any]:
        solver = await start_client(shell)
        answer: dict[str, Any] = await solver.run("solve", given, lambda progress: None)
        return answer

    return run(main())


def expect_ended(fake: SharingBrowser) -> None:
    """The helpers are gone, the first worker is there, and nobody is on a channel but the dead."""
    assert fake.living == fake.workers[:1]
    assert all(not one.is_dead or one.link in ends for ends in fake.channels.values() for one in fake.helpers)
    assert all(len(ends) == len(fake.helpers) for ends in fake.channels.values())


def test_the_answer_is_that_of_one_worker(shell: Any, fake: SharingBrowser) -> None:
    alone, split = solve(FIFTEEN, "blank-first", **WAY), ask(shell)
    assert (split["moves"], split["lower_bound"], split["claim"]) == (alone.path, 55, "proved shortest")
    assert split["note"] == "Split over 2 workers, each with 8 MB of pattern databases."
    assert len(fake.helpers) == 1
    assert fake.helpers[0].sent > 1
    expect_ended(fake)


def test_the_counts_of_a_refuted_length_are_exact(shell: Any, fake: SharingBrowser) -> None:
    alone, split = solve(FIFTEEN, "blank-first", **WAY, depth=53), ask(shell, depth=53)
    assert (split["outcome"], split["moves"], split["lower_bound"]) == (alone.outcome.value, None, 55)
    assert (split["expanded"], split["generated"]) == (alone.expanded, alone.generated)
    assert fake.helpers[0].sent > 1


def test_a_limit_of_expanded_states_holds_for_both(shell: Any, fake: SharingBrowser) -> None:
    assert ask(shell, expanded=20_000)["expanded"] == 20_000
    expect_ended(fake)


@pytest.mark.parametrize("reports", [1, 20])
def test_a_helper_that_dies_leaves_its_part_to_the_first_worker(
    shell: Any, fake: SharingBrowser, reports: int
) -> None:
    fake.reports = reports
    alone, split = solve(FIFTEEN, "blank-first", **WAY), ask(shell)
    assert (split["moves"], split["lower_bound"], split["claim"]) == (alone.path, 55, "proved shortest")
    assert f"A worker ended early ({helping.DIED}); the others searched its part." in split["note"]
    expect_ended(fake)


def test_a_helper_without_the_same_tables_says_why(
    shell: Any, fake: SharingBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(self: SharingWorker, shape: Shape) -> None:
        raise MemoryError("there is no memory for them.\n")

    monkeypatch.setattr(SharingWorker, "_fetch", fail)
    split = ask(shell)
    assert (split["length"], split["claim"]) == (55, "proved shortest")
    assert split["note"] == (
        "A worker ended early (there is no memory for them); the others searched its part."
    )


def test_a_helper_that_does_not_start_is_done_without(shell: Any, fake: SharingBrowser) -> None:
    first = fake.next_worker
    fake.next_worker = lambda: (
        first() if not fake.workers else Worker(fake, starts_after=0, fails="no program")
    )
    split = ask(shell)
    assert (split["length"], split["claim"], split["note"]) == (55, "proved shortest", "")
    assert fake.console == ["A second worker could not be used: no program"]


@pytest.mark.parametrize("ends", ["stop", "death"])
def test_helpers_end_with_the_search(shell: Any, fake: SharingBrowser, ends: str) -> None:
    async def main() -> None:
        solver = await start_client(shell)
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def look(progress: object) -> None:
            if fake.helpers and fake.helpers[0].sent and not begun.done():
                begun.set_result(None)

        given = Job.create(FIFTEEN, "blank-first", **WAY, depth=53).to_dict()
        fake.next_worker = lambda: SharingWorker(fake)
        running = solver.run("solve", given, look)
        await begun
        if ends == "stop":
            solver.stop()
            assert (await running)["outcome"] == "cancelled"
        else:
            fake.workers[0].die()
            with pytest.raises(client.SolverError):
                await running
            await asyncio.sleep(2)
            assert solver.ready
        assert fake.helpers[0].is_dead
        assert len(fake.living) == 1
        assert fake.living[0] not in fake.helpers

    run(main())


def test_a_search_that_can_only_wait_for_messages_lets_them_come(fake: SharingBrowser) -> None:
    """It says so, is awake when one comes, and goes on if none does."""

    async def main() -> None:
        helpers = helping.WorkerHelpers(Device(2), fake.connect)
        helpers.open({"do": "open"}, 8_000_000)
        assert helpers.wanted is not None
        other = fake.connect(str(helpers.wanted["channel"]), lambda text: None)
        assert (list(helpers.receive(0)), helpers.is_waiting) == ([], False)
        assert (list(helpers.receive(0.02)), helpers.is_waiting) == ([], True)
        began = asyncio.get_running_loop().time()
        await helpers.wait(5)
        assert asyncio.get_running_loop().time() == pytest.approx(began + 5)
        other.post('{"from": 0, "do": "ready"}')
        await helpers.wait(5)
        assert asyncio.get_running_loop().time() == pytest.approx(began + 5)
        assert (list(helpers.receive(0.02)), helpers.is_waiting) == ([(0, {"do": "ready"})], False)

    run(main())


def test_an_easy_board_starts_no_second_worker(
    shell: Any, fake: SharingBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(helping, "START_AFTER", 1000)
    assert ask(shell)["note"] == ""
    assert len(fake.workers) == 1


@pytest.mark.parametrize(
    ("device", "table_bytes", "helpers"),
    [
        (Device(1), 8_000_000, 0),
        (Device(2), 8_000_000, 1),
        (Device(16), 8_000_000, helping.MOST_HELPERS),
        (Device(16), 250_000_000, 1),  # 1.5 GB
        (Device(16, 8e9), 250_000_000, 1),
        (Device(16, 1e9), 8_000_000, 1),
        (Device(16, 0.5e9), 8_000_000, 0),
    ],
)
def test_helpers_need_a_core_and_memory_each(device: Device, table_bytes: int, helpers: int) -> None:
    assert count_helpers(device, table_bytes) == helpers


@pytest.mark.parametrize(
    "options", [{"algorithm": "astar", "heuristic": "manhattan"}, {"algorithm": "anytime", "expanded": 100}]
)
def test_a_search_that_cannot_be_split_has_no_helpers(fake: SharingBrowser, options: dict[str, Any]) -> None:
    plan = Job.create(FIFTEEN, "blank-first", **options).resolve()
    assert helping.helpers_for(plan) is None
    assert helping.helpers_for(Job.create(FIFTEEN, "blank-first", **WAY).resolve()) is not None
    allow_helpers(Device(1), fake.connect)
    assert helping.helpers_for(Job.create(FIFTEEN, "blank-first", **WAY).resolve()) is None
