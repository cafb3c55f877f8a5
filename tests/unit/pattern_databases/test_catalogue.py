"""The places where tables are found, their order, and how the result names them."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from npuzzle import Shape
from npuzzle.compiler import Kernel
from npuzzle.errors import KernelMemoryError
from npuzzle.pattern_databases import build, catalogue
from npuzzle.pattern_databases.catalogue import file_name, iter_find, read_shipped
from npuzzle.pattern_databases.codec import unpack
from npuzzle.pattern_databases.partition import partitions
from npuzzle.storage import keep_in
from tests.unit.pattern_databases.common import NAME, SHAPE, Raced, build_tables, find_tables, list_names

pytestmark = pytest.mark.usefixtures("new_store")

FIFTEEN = Shape(4, 4)


def test_what_is_nowhere_is_built_and_from_then_on_this_session_has_it() -> None:
    first = find_tables()
    assert (first.origin, first.note) == ("built", "")
    assert first.tables == build_tables(SHAPE, 0, partitions(SHAPE, 0)[0])
    again = find_tables()
    assert (again.origin, again.note) == ("this session", "")
    assert again.tables is first.tables


def test_what_is_built_is_kept_in_the_folder_and_found_there_by_the_next_session(folder: Path) -> None:
    first = find_tables()
    assert list_names(folder) == [NAME]
    assert unpack((folder / NAME).read_bytes()) == first.tables
    catalogue.forget()
    second = find_tables()
    assert (second.origin, second.note) == (str(folder / NAME), "")
    assert second.tables == first.tables
    assert find_tables().origin == "this session"


@pytest.mark.slow
def test_the_package_has_the_4x4_and_only_with_its_home_in_the_corner(folder: Path) -> None:
    first = find_tables(Shape(4, 4), 0)
    assert (first.origin, first.note, first.tables.sizes) == ("the package", "", "6-6-3")
    assert first.tables == unpack(read_shipped(FIFTEEN))
    assert not folder.exists()
    assert find_tables(Shape(4, 4), 0).origin == "this session"


def test_what_lies_in_the_folder_is_not_asked_for_what_the_package_has(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "4x4-home0-6-6-3.tables").write_bytes(b"rubbish")
    assert find_tables(Shape(4, 4), 0).origin == "the package"
    assert list_names(folder) == ["4x4-home0-6-6-3.tables"]


def test_a_larger_set_in_the_folder_is_taken_before_a_smaller_one_is_built(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a set comes from `npuzzle tables build` or from a faster engine."""
    large = find_tables()
    catalogue.forget()
    monkeypatch.setattr(catalogue, "MOST_BUILT_COMPILED", 10)
    monkeypatch.setattr(catalogue, "MOST_BUILT", {})
    assert find_tables().tables == large.tables
    catalogue.forget()
    keep_in(None)
    assert find_tables().tables.sizes == "1-1-1-1-1-1-1"


def test_a_slow_engine_is_given_sets_that_it_builds_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "MOST_BUILT", {"python": 300})
    monkeypatch.setattr(catalogue, "MOST_BUILT_COMPILED", 5_000)
    assert find_tables(Shape(4, 4), 5, engine="python").tables.sizes == "2-2-2-2-2-2-2-1"
    catalogue.forget()
    assert find_tables(Shape(4, 4), 5, engine="wasmtime").tables.sizes == "3-3-3-3-3"


def test_a_slow_engine_takes_what_is_there_whatever_its_size() -> None:
    assert find_tables(Shape(4, 4), 0, engine="python").tables.sizes == "6-6-3"


@pytest.mark.slow
def test_a_file_that_did_not_come_is_done_without_and_told_until_it_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(catalogue, "MOST_BUILT", {"python": 5_000})
    catalogue.refuse_shipped(Shape(4, 4), "it has not arrived")
    try:
        assert catalogue.why_refused(Shape(4, 4)) == "it has not arrived"
        without = find_tables(Shape(4, 4), 0, engine="python")
        assert (without.origin, without.tables.sizes) == ("built", "3-3-3-3-3")
        assert without.note == "It has not arrived. A 3-3-3-3-3 set is used instead."
        catalogue.provide_shipped(Shape(4, 4), catalogue.read_shipped(Shape(4, 4)))
        assert catalogue.why_refused(Shape(4, 4)) == ""
        with_it = find_tables(Shape(4, 4), 0, engine="python")
        assert (with_it.origin, with_it.note) == ("the package", "")
    finally:
        catalogue._given.clear()


def test_the_file_given_is_the_one_that_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    data = read_shipped(FIFTEEN)
    monkeypatch.setattr(catalogue.resources, "files", lambda package: Path("/nowhere"))
    catalogue.provide_shipped(FIFTEEN, data)
    assert find_tables(Shape(4, 4), 0).origin == "the package"


BUILD = """
import sys
from pathlib import Path
from npuzzle import Shape
from npuzzle.progress import run_to_end
from npuzzle.pattern_databases import catalogue
from npuzzle.storage import keep_in
keep_in(Path(sys.argv[1]))
sys.stdin.readline()
for round in range(15):
    catalogue.forget()
    for file in Path(sys.argv[1]).glob("*.tables"):
        if sys.argv[2] == "clears":
            file.unlink(missing_ok=True)
    result = run_to_end(catalogue.iter_find(Shape(2, 4), 0))
    assert result.tables.sizes == "4-3"
    assert not result.note, result.note
"""


@pytest.mark.slow
def test_processes_that_build_the_same_at_once_leave_one_good_file(tmp_path: Path) -> None:
    """Two of them delete the file repeatedly, so that every process writes and reads files of the others."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", BUILD, str(tmp_path), task], stdin=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for task in ("clears", "builds", "clears")
    ]
    for process in running:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        process.stdin.flush()
    for process in running:
        _, said = process.communicate(timeout=60)
        assert process.returncode == 0, said.decode()
    assert list_names(tmp_path) == [NAME]
    assert unpack((tmp_path / NAME).read_bytes()) == build_tables(SHAPE, 0, partitions(SHAPE, 0)[0])


def cap_memory(monkeypatch: pytest.MonkeyPatch, most_bytes: int) -> None:
    """Limit the memory of the builder's kernels."""
    monkeypatch.setattr(build, "Kernel", partial(Kernel, most_bytes=most_bytes))


def test_where_memory_is_short_the_next_smaller_set_is_built_and_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "FIRST_RING", 1 << 10)
    cap_memory(monkeypatch, 100_000)
    result = find_tables(Shape(3, 4), 0)
    assert (result.origin, result.tables.sizes) == ("built", "3-3-3-2")
    assert "he kernel pattern_build needs " in result.note
    assert result.note.endswith(". A 3-3-3-2 set is used instead.")
    assert list_names(folder) == ["3x4-home0-3-3-3-2.tables"]
    assert find_tables(Shape(3, 4), 0).tables is result.tables


def test_without_memory_for_any_set_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    cap_memory(monkeypatch, 10)
    with pytest.raises(
        KernelMemoryError, match=r"^There is no memory for pattern databases of 2x4\. "
    ) as caught:
        find_tables()
    assert str(caught.value).count("he kernel pattern_build needs ") == len(partitions(SHAPE, 0))


def test_below_a_set_only_smaller_ones_are_found(folder: Path) -> None:
    sets = [find_tables()]
    while len(sets) < len(partitions(SHAPE, 0)):
        sets.append(find_tables(below=sets[-1].tables))
    assert [one.tables.partition for one in sets] == list(partitions(SHAPE, 0))
    assert find_tables().tables is sets[0].tables
    with pytest.raises(KernelMemoryError, match="There is no memory"):
        find_tables(below=sets[-1].tables)


def test_a_file_is_called_by_shape_home_and_sizes() -> None:
    assert file_name(Shape(3, 4), 5, ((0, 1), (2,))) == "3x4-home5-2-1.tables"
    everywhere = [
        file_name(shape, home, partition)
        for shape in (Shape(2, 4), Shape(4, 4), Shape(5, 5), Shape(2, 12), Shape(3, 8))
        for home in range(shape.cells)
        for partition in partitions(shape, home)
    ]
    assert len(set(everywhere)) == len(everywhere)


def test_progress_is_reported_while_it_builds_and_not_when_it_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(build, "STATES_PER_FAST_STEP", 50)
    monkeypatch.setattr(build, "STATES_PER_STEP", {})
    told = list(iter_find(SHAPE, 0))
    assert told == sorted(told)
    assert 0 < told[0] < told[-1] <= 1
    assert list(iter_find(SHAPE, 0)) == []


def test_what_is_given_up_half_way_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "STATES_PER_FAST_STEP", 50)
    monkeypatch.setattr(build, "STATES_PER_STEP", {})
    work = iter_find(SHAPE, 0)
    next(work)
    work.close()
    assert not folder.exists()
    assert find_tables().origin == "built"


def test_another_thread_may_remove_what_this_one_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = find_tables().tables
    monkeypatch.setattr(catalogue, "_session", Raced(catalogue._session))
    monkeypatch.setattr(catalogue, "_unusable", Raced({(SHAPE, 0, tables.partition): "it is damaged"}))
    assert find_tables().tables.partition == tables.partition
