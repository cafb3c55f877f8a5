"""Larger tables in the page's worker: built, saved, loaded; damaged files, full storage, Stop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from npuzzle import InvalidJobError, Shape, goal_board
from npuzzle.pattern_databases import build as build_small
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.catalogue import CHECKSUMS, LargerTables, find_larger
from npuzzle.pattern_databases.codec import pack
from tests.unit.pattern_databases.common import build_tables, empty_store
from tests.unit.web.fake_browser import run
from web.rooms.solve.tables_task import TablesTask
from web.solver import kept_tables
from web.solver.kept_tables import File, Shelf

EIGHT = Shape(3, 3)


class FakeStore:
    """Files in memory; `problem`: the reason why writing fails; `seconds`: how long it takes."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.problem, self.seconds, self.reads = "", 0.01, 0

    async def read(self, name: str) -> File | None:
        self.reads += 1
        data = self.files.get(name)
        return None if data is None else File(len(data), lambda start, stop: data[start:stop])

    async def write(self, name: str, parts: Sequence[bytes]) -> str:
        await asyncio.sleep(self.seconds)
        if not self.problem:
            self.files[name] = b"".join(parts)
        return self.problem

    async def remove(self, name: str) -> None:
        self.files.pop(name, None)


@pytest.fixture
def eight(monkeypatch: pytest.MonkeyPatch) -> Iterator[LargerTables]:
    """Yield larger tables for 3x3, which has some only in these tests, and a session without any."""
    data = pack(build_tables(EIGHT, 0, catalogue.partitions(EIGHT, 0)[0]))
    checksum = data.partition(b"sha256 ")[2].partition(b"\n")[0].decode()
    monkeypatch.setitem(CHECKSUMS, EIGHT, checksum)
    monkeypatch.setattr(build_small, "STATES_PER_STEP", {})
    monkeypatch.setattr(build_small, "STATES_PER_FAST_STEP", 100)
    monkeypatch.setattr(kept_tables, "_waiting", [])
    monkeypatch.setattr(catalogue, "_unusable", {})
    found = find_larger(EIGHT, 0)
    assert found is not None
    with empty_store():
        yield found


def build() -> TablesTask:
    task = TablesTask({"shape": "3x3"})
    shares = []
    while task.progress()["doing"] == "build":
        task.step(0.0)
        shares.append(task.progress()["done"])
    assert shares == sorted(shares)
    assert len(shares) > 2
    return task


async def answer_of(task: TablesTask, shelf: Shelf) -> dict[str, Any]:
    while (answer := task.answer()) is None:
        task.step(0.05)
        await shelf.write_waiting(0.05)
    return answer


def test_what_is_built_is_used_kept_and_read_by_the_next_session(eight: LargerTables) -> None:
    async def main() -> None:
        store = FakeStore()
        answer = await answer_of(build(), Shelf(store))
        assert answer["stopped"] is False
        assert answer["problem"] == ""
        assert answer["seconds"] > 0
        assert list(store.files) == [eight.name]
        assert eight.is_provided
        catalogue.forget()
        assert not eight.is_provided
        shelf = Shelf(store)
        await shelf.load(EIGHT)
        assert eight.is_provided
        await shelf.load(EIGHT)
        assert store.reads == 1

    run(main())


@pytest.mark.slow
def test_a_file_that_is_not_theirs_is_removed_and_searches_say_so(eight: LargerTables) -> None:
    data = pack(build_tables(EIGHT, 0, eight.partition))
    foreign = pack(build_tables(EIGHT, 0, ((1, 2, 4, 5), (3, 6, 7, 8))))
    for content in (b"", data[:100], data[:-3], foreign):
        catalogue.forget()
        store = FakeStore()
        store.files[eight.name] = content
        run(_load(store))
        assert store.files == {}
        assert not eight.is_provided
        why = catalogue._unusable[EIGHT, 0, eight.partition]
        assert why.startswith("the file of larger tables that this browser saved cannot be used: ")
        assert why.endswith("It was removed, and can be built again")


async def _load(store: FakeStore) -> None:
    await Shelf(store).load(EIGHT)


def test_without_a_file_nothing_is_said(eight: LargerTables) -> None:
    run(_load(FakeStore()))
    assert catalogue._unusable == {}
    assert not eight.is_provided


def test_tables_for_which_there_is_no_room_are_used_all_the_same(eight: LargerTables) -> None:
    store = FakeStore()
    store.problem = "The browser has no room for them."
    answer = run(answer_of(build(), Shelf(store)))
    assert answer["problem"] == store.problem
    assert eight.is_provided
    assert store.files == {}


def test_stop_while_they_are_stored_leaves_no_file(eight: LargerTables) -> None:
    async def main() -> None:
        store = FakeStore()
        store.seconds = 3.0
        task, shelf = build(), Shelf(store)
        await shelf.write_waiting(0.05)
        assert task.answer() is None
        assert task.progress()["doing"] == "keep"
        task.cancel()
        answer = task.answer()
        assert answer is not None
        assert answer["problem"] == "Stop was pressed before they were stored."
        await asyncio.sleep(5)
        assert store.files == {}
        assert eight.is_provided

    run(main())


def test_stop_while_they_are_built_ends_it_at_once(eight: LargerTables) -> None:
    task = TablesTask({"shape": "3x3"})
    task.step(0.0)
    assert task.answer() is None
    task.cancel()
    task.step(1.0)
    assert task.answer() == {"stopped": True}
    assert not eight.is_provided


def test_a_shape_without_larger_tables_is_refused() -> None:
    with pytest.raises(InvalidJobError, match="no larger tables for 4x4"):
        TablesTask({"shape": "4x4"})
    assert find_larger(Shape(4, 4), goal_board("blank-last", Shape(4, 4)).blank) is None
