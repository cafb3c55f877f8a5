"""A search that several workers share, from the press of Solve until the helpers end.

The client, the wire, the task and the helpers are real; the browser and the workers are a small fake.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from npuzzle import Job, Shape, solve
from npuzzle.search import split_search, subtrees
from npuzzle.solving import driver
from tests.support.quick import mostly_slow
from tests.unit.web.fake_browser import Worker, page_modules, run
from tests.unit.web.sharing_browser import SharingBrowser, SharingWorker
from web.solver import client, stream
from web.solver.helpers import helper, page_workers, pool
from web.solver.helpers import search as split_by
from web.solver.helpers.pool import DIED, HANGS, Device, HelperPool, count_helpers
from web.solver.helpers.search import allow_helpers

FIFTEEN = "13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6"  # 55 moves
EIGHT = "8 6 7/2 5 4/3 0 1"  # 31 moves
PACE = 100  # states per step
WAY: dict[str, Any] = {"algorithm": "idastar", "heuristic": "pattern-tables"}


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> SharingBrowser:
    """Return a browser with two cores, where searches split from their second bound, in many short steps.

    A step has the same number of states on every machine, however busy the machine is.
    """
    fake = SharingBrowser()
    monkeypatch.setattr(split_search, "SPLIT_FROM", 0)
    monkeypatch.setattr(split_search, "SPLIT_FROM_SLOW", 0)
    monkeypatch.setattr(subtrees, "ROOTS", 40)
    monkeypatch.setattr(subtrees, "SHARE", 60)
    monkeypatch.setattr(subtrees, "LARGE", 20)
    monkeypatch.setattr(subtrees, "FIRST_PACE", PACE)
    monkeypatch.setattr(subtrees, "QUICKEN", 1)
    monkeypatch.setattr(driver, "FIRST_PACE", PACE)
    monkeypatch.setattr(driver, "MAX_GROWTH", 1)
    monkeypatch.setattr(driver, "SLICE", 10)
    monkeypatch.setattr(stream, "STEP", 0)
    monkeypatch.setattr(helper, "SLICE", 1e-9)
    monkeypatch.setattr(helper, "Pace", lambda seconds: subtrees.Pace(10))
    monkeypatch.setattr(split_by, "START_AFTER", 0)
    monkeypatch.setattr(split_by, "_pool", None)
    return fake


@pytest.fixture
def shell(fake: SharingBrowser) -> Iterator[Any]:
    with page_modules(fake, "web.solver.browser", "web.sandbox.browser") as (module, sandbox):
        yield SimpleNamespace(browser=module.PageBrowser(), new_sandbox=sandbox.PageSandbox)


async def start_client(shell: Any) -> Any:
    solver = client.SolverClient(shell.browser, shell.new_sandbox, lambda: None)
    await solver.attach()
    return solver


def ask(shell: Any, **options: Any) -> dict[str, Any]:
    """Return the page's answer for the board."""
    given = Job.create(FIFTEEN, "blank-first", **{**WAY, **options}).to_dict()

    async def main() -> dict[str, Any]:
        solver = await start_client(shell)
        answer: dict[str, Any] = await solver.run("solve", given, lambda progress: None)
        await asyncio.sleep(page_workers.PATIENCE + 1)
        return answer

    return run(main())


def test_the_answer_is_that_of_one_worker(shell: Any, fake: SharingBrowser) -> None:
    alone, split = solve(FIFTEEN, "blank-first", **WAY), ask(shell)
    assert (split["moves"], split["lower_bound"], split["claim"]) == (alone.path, 55, "proved shortest")
    assert split["note"] == "Split over 2 workers, each with 8 MB of pattern databases."
    assert split["workers"] == 2
    assert len(fake.helpers) == 1
    assert fake.helpers[0].sent > 1


def test_the_counts_of_a_refuted_length_are_exact(shell: Any, fake: SharingBrowser) -> None:
    alone, split = solve(FIFTEEN, "blank-first", **WAY, depth=53), ask(shell, depth=53)
    assert (split["outcome"], split["moves"], split["lower_bound"]) == (alone.outcome.value, None, 55)
    assert (split["expanded"], split["generated"]) == (alone.expanded, alone.generated)
    assert fake.helpers[0].sent > 1


@pytest.mark.slow
def test_a_limit_of_expanded_states_holds_for_both(shell: Any, fake: SharingBrowser) -> None:
    assert ask(shell, expanded=20_000)["expanded"] == 20_000


@pytest.mark.parametrize("reports", mostly_slow([1, 20]))
@pytest.mark.parametrize(("hang", "why"), mostly_slow([(False, DIED), (True, HANGS)], unpack=True))
def test_a_helper_that_dies_or_hangs_leaves_its_part_to_the_first_worker(
    shell: Any, fake: SharingBrowser, reports: int, hang: bool, why: str
) -> None:
    """The path and the counts of a refuted length do not change, and the page ends the helper."""
    fake.reports, fake.hang = reports, hang
    for options in ({}, {"depth": 53}):
        alone, split = solve(FIFTEEN, "blank-first", **WAY, **options), ask(shell, **options)
        assert (split["moves"], split["lower_bound"]) == (alone.path, 55)
        assert split["claim"] == alone.claim
        assert f"A worker ended early ({why}); the others searched its part." in split["note"]
        if options:
            assert (split["expanded"], split["generated"]) == (alone.expanded, alone.generated)
        assert fake.helpers[-1].is_dead


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


def in_page(shell: Any, main: Callable[[Callable[..., Any]], Coroutine[Any, Any, None]]) -> None:
    """Run `main` in one page; it receives a function that runs a search there."""

    async def open_page() -> None:
        solver = await start_client(shell)

        def search(look: Callable[[Any], None] = lambda progress: None, **options: Any) -> Any:
            given = Job.create(FIFTEEN, "blank-first", **{**WAY, **options}).to_dict()
            return solver.run("solve", given, look)

        search.solver = solver  # type: ignore[attr-defined]
        await main(search)

    run(open_page())


def test_the_next_search_has_the_same_helper(shell: Any, fake: SharingBrowser) -> None:
    alone = solve(FIFTEEN, "blank-first", **WAY, depth=53)

    async def main(search: Any) -> None:
        for shared in (1, 2, 3):
            answer = await search(depth=53)
            assert (answer["expanded"], answer["generated"]) == (alone.expanded, alone.generated)
            assert "Split over 2 workers" in answer["note"]
            assert [len(one.fetched) for one in fake.helpers] == [1]
            assert len(fake.living) == 2
            assert fake.helpers[0].sent > shared
            await asyncio.sleep(page_workers.KEPT - 5)

    in_page(shell, main)


@pytest.mark.slow
def test_helpers_that_have_rested_for_long_are_given_up(shell: Any, fake: SharingBrowser) -> None:
    async def main(search: Any) -> None:
        await search()
        await asyncio.sleep(page_workers.KEPT + 5)
        assert fake.living == fake.workers[:1]
        assert "Split over 2 workers" in (await search())["note"]
        assert len(fake.helpers) == 2

    in_page(shell, main)


@pytest.mark.slow
def test_helpers_are_given_up_sooner_while_another_task_works(
    shell: Any, fake: SharingBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_workers, "KEPT_BESIDE", 5)

    async def main(search: Any) -> None:
        await search()
        assert len(fake.living) == 2
        await search(algorithm="astar", heuristic="manhattan", expanded=2_000)
        assert fake.living == fake.workers[:1]

    in_page(shell, main)


@pytest.mark.slow
def test_a_helper_that_died_while_it_rested_is_replaced_without_a_word(
    shell: Any, fake: SharingBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So is a helper whose death the first worker has not noticed yet."""

    async def main(search: Any) -> None:
        for late in (False, True, False):
            note = (await search())["note"]
            assert note == "Split over 2 workers, each with 8 MB of pattern databases."
            fake.helpers[-1].die()
            if not late:
                await asyncio.sleep(1)
        assert len(fake.helpers) == 3

    in_page(shell, main)


@pytest.mark.slow
def test_a_helper_that_does_not_answer_after_its_search_is_ended(shell: Any, fake: SharingBrowser) -> None:
    async def main(search: Any) -> None:
        await search()
        fake.helpers[0].is_silent = True
        await search(algorithm="astar", heuristic="manhattan", expanded=10)
        await search()
        fake.helpers[-1].is_silent = True
        await asyncio.sleep(page_workers.PATIENCE + 1)
        assert fake.living == fake.workers[:1]

    in_page(shell, main)


@pytest.mark.slow
def test_a_helper_has_one_set_of_databases(shell: Any, fake: SharingBrowser) -> None:
    async def main(search: Any) -> None:
        await search()
        first = fake.helpers[0]
        given = Job.create(EIGHT, "blank-last", **WAY).to_dict()
        assert (await search.solver.run("solve", given, lambda progress: None))["length"] == 31
        assert first.is_dead
        assert first.fetched == [Shape(4, 4)]
        assert len(fake.living) == 2

    in_page(shell, main)


@pytest.mark.slow
def test_a_helper_that_could_not_be_started_is_tried_again_for_the_next_search(
    shell: Any, fake: SharingBrowser
) -> None:
    first = fake.next_worker

    async def main(search: Any) -> None:
        fake.next_worker = lambda: Worker(fake, starts_after=0, fails="no program")
        assert (await search())["note"] == ""
        fake.next_worker = first
        await asyncio.sleep(page_workers.PATIENCE + 1)
        assert "Split over 2 workers" in (await search())["note"]

    in_page(shell, main)


def test_stop_lets_helpers_rest_and_death_of_the_first_worker_ends_them(
    shell: Any, fake: SharingBrowser
) -> None:
    async def main(search: Any) -> None:
        for number, ends in enumerate(("stop", "death")):
            begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

            def look(progress: object, number: int = number, begun: asyncio.Future[None] = begun) -> None:
                if fake.helpers and fake.helpers[0].sent > 20 * number and not begun.done():
                    begun.set_result(None)

            running = search(look, depth=53)
            await begun
            sent = fake.helpers[0].sent
            if ends == "stop":
                search.solver.stop()
                assert (await running)["outcome"] == "cancelled"
                await asyncio.sleep(page_workers.KEPT - 5)
                assert fake.helpers[0].sent <= sent + 2
                assert len(fake.living) == 2
            else:
                fake.workers[0].die()
                with pytest.raises(client.SolverError):
                    await running
                await asyncio.sleep(2)
                assert search.solver.ready
        assert fake.helpers[0].is_dead
        assert len(fake.living) == 1
        assert fake.living[0] not in fake.helpers

    in_page(shell, main)


def test_a_search_that_can_only_wait_for_messages_lets_them_come(fake: SharingBrowser) -> None:
    """The search says that it waits, wakes for a message, and continues without one."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        helpers = split_by.WorkerHelpers(HelperPool(Device(2), fake.connect, loop.time))
        helpers.open({"do": "open", "engine": "python", "tables": "1 2"}, 8_000_000)
        assert helpers.wanted is not None
        assert helpers.wanted["numbers"] == [0]
        other = fake.connect(str(helpers.wanted["channel"]), lambda text: None)
        assert (list(helpers.receive(0)), helpers.is_waiting) == ([], False)
        assert (list(helpers.receive(0.02)), helpers.is_waiting) == ([], True)
        began = loop.time()
        await helpers.wait(5)
        assert loop.time() == pytest.approx(began + 5)
        other.post('{"from": 0, "search": 1, "do": "ready"}')
        await helpers.wait(5)
        assert loop.time() == pytest.approx(began + 5)
        assert (list(helpers.receive(0.02)), helpers.is_waiting) == ([(0, {"do": "ready"})], False)

    run(main())


def test_an_easy_board_starts_no_second_worker(
    shell: Any, fake: SharingBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(split_by, "START_AFTER", 1000)
    assert ask(shell)["note"] == ""
    assert len(fake.workers) == 1


@pytest.mark.parametrize(
    ("device", "table_bytes", "helpers"),
    [
        (Device(1), 8_000_000, 0),
        (Device(2), 8_000_000, 1),
        (Device(16), 8_000_000, pool.MOST_HELPERS),
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
    allow_helpers(Device(2), fake.connect)
    plan = Job.create(FIFTEEN, "blank-first", **options).resolve()
    assert split_by.helpers_for(plan) is None
    assert split_by.helpers_for(Job.create(FIFTEEN, "blank-first", **WAY).resolve()) is not None
    allow_helpers(Device(1), fake.connect)
    assert split_by.helpers_for(Job.create(FIFTEEN, "blank-first", **WAY).resolve()) is None
