"""Where tables are found, in which order, and what becomes of files that are damaged or in the way."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from npuzzle import Shape, UnknownNameError
from npuzzle.errors import KernelMemoryError, PatternFileError
from npuzzle.kernel import Kernel, available
from npuzzle.pattern_databases import build, catalogue
from npuzzle.pattern_databases.catalogue import Found, file_name, iter_find, read_shipped
from npuzzle.pattern_databases.codec import pack, unpack
from npuzzle.pattern_databases.partition import partitions
from npuzzle.pattern_databases.table import PatternSet
from npuzzle.progress import run_to_end
from npuzzle.storage import keep_in
from tests.support.quick import mostly_slow
from tests.unit.pattern_databases.common import built, empty_store, needs_wasmtime

SHAPE = Shape(2, 4)
FIFTEEN = Shape(4, 4)
NAME = "2x4-home0-4-3.tables"


@pytest.fixture(autouse=True)
def _nothing_found_yet() -> Iterator[None]:
    with empty_store():
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Name a new folder to keep tables in; the store makes it when it needs it."""
    kept = tmp_path / "a" / "b"
    keep_in(kept)
    return kept


def found(
    shape: Shape = SHAPE, home: int = 0, *, engine: str = "auto", below: PatternSet | None = None
) -> Found:
    return run_to_end(iter_find(shape, home, engine, below=below))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_is_nowhere_is_built_and_from_then_on_this_session_has_it() -> None:
    first = found()
    assert (first.origin, first.note) == ("built", "")
    assert first.tables == built(SHAPE, 0, partitions(SHAPE, 0)[0])
    again = found()
    assert (again.origin, again.note) == ("this session", "")
    assert again.tables is first.tables


def test_what_is_built_is_kept_in_the_folder_and_found_there_by_the_next_session(folder: Path) -> None:
    first = found()
    assert names(folder) == [NAME]
    assert unpack((folder / NAME).read_bytes()) == first.tables
    catalogue.forget()
    second = found()
    assert (second.origin, second.note) == (str(folder / NAME), "")
    assert second.tables == first.tables
    assert found().origin == "this session"


def test_without_a_folder_nothing_is_written(folder: Path) -> None:
    keep_in(None)
    assert found().origin == "built"
    assert not folder.exists()
    catalogue.forget()
    assert found().origin == "built"


def test_the_package_has_the_4x4_and_only_with_its_home_in_the_corner(folder: Path) -> None:
    first = found(Shape(4, 4), 0)
    assert (first.origin, first.note, first.tables.sizes) == ("the package", "", "6-6-3")
    assert first.tables == unpack(read_shipped(FIFTEEN))
    assert not folder.exists()
    assert found(Shape(4, 4), 0).origin == "this session"


def test_the_package_has_the_5x5_too(folder: Path) -> None:
    first = found(Shape(5, 5), 0)
    assert (first.origin, first.note, first.tables.sizes) == ("the package", "", "5-5-5-5-4")
    assert first.tables == unpack(read_shipped(Shape(5, 5)))


def test_what_lies_in_the_folder_is_not_asked_for_what_the_package_has(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "4x4-home0-6-6-3.tables").write_bytes(b"rubbish")
    assert found(Shape(4, 4), 0).origin == "the package"
    assert names(folder) == ["4x4-home0-6-6-3.tables"]


def test_a_larger_set_in_the_folder_is_taken_before_a_smaller_one_is_built(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as what `npuzzle tables build` made, or what a faster engine built."""
    large = found()
    catalogue.forget()
    monkeypatch.setattr(catalogue, "MOST_BUILT_COMPILED", 10)
    monkeypatch.setattr(catalogue, "MOST_BUILT", {})
    assert found().tables == large.tables
    catalogue.forget()
    keep_in(None)
    assert found().tables.sizes == "1-1-1-1-1-1-1"


def test_a_slow_engine_is_given_sets_that_it_builds_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "MOST_BUILT", {"python": 300})
    monkeypatch.setattr(catalogue, "MOST_BUILT_COMPILED", 5_000)
    assert found(Shape(4, 4), 5, engine="python").tables.sizes == "2-2-2-2-2-2-2-1"
    catalogue.forget()
    assert found(Shape(4, 4), 5, engine="wasmtime").tables.sizes == "3-3-3-3-3"


@pytest.mark.slow
@pytest.mark.parametrize("engine", [name for name in available() if name != "checked"])
def test_a_slow_engine_is_given_smaller_sets_to_build(engine: str) -> None:
    sizes = found(Shape(4, 4), 5, engine=engine).tables.sizes
    assert sizes == ("4-4-4-3" if engine == "python" else "5-5-5")


def test_a_slow_engine_takes_what_is_there_whatever_its_size() -> None:
    assert found(Shape(4, 4), 0, engine="python").tables.sizes == "6-6-3"


def test_a_file_that_did_not_come_is_done_without_and_told_until_it_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(catalogue, "MOST_BUILT", {"python": 5_000})
    catalogue.refuse_shipped(Shape(4, 4), "it has not arrived")
    try:
        assert catalogue.why_refused(Shape(4, 4)) == "it has not arrived"
        without = found(Shape(4, 4), 0, engine="python")
        assert (without.origin, without.tables.sizes) == ("built", "3-3-3-3-3")
        assert without.note == "It has not arrived. A 3-3-3-3-3 set is used instead."
        catalogue.provide_shipped(Shape(4, 4), catalogue.read_shipped(Shape(4, 4)))
        assert catalogue.why_refused(Shape(4, 4)) == ""
        with_it = found(Shape(4, 4), 0, engine="python")
        assert (with_it.origin, with_it.note) == ("the package", "")
    finally:
        catalogue._given.clear()


def test_an_engine_that_nobody_knows_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="unknown engine 'steam'"):
        found(engine="steam")


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped(data: bytes) -> bytes:
    return data[:-1000] + bytes([data[-1000] ^ 1]) + data[-999:]


def of_another_tray(_: bytes) -> bytes:
    return pack(built(Shape(2, 3), 0, ((1, 3, 4), (2, 5))))


@needs_wasmtime
@pytest.mark.parametrize(
    ("damage", "said"),
    mostly_slow(
        [
            (flipped, "damaged"),
            (cut, "cut short"),
            (of_another_tray, "other tables than its name says: of 2x3 with home 0"),
            (lambda data: b"", "it is empty"),
            (lambda data: b"<html>404</html>", "it is a web page"),
        ],
        unpack=True,
    ),
)
def test_a_damaged_package_costs_a_smaller_set_and_is_reported(
    damage: Callable[[bytes], bytes], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    smaller = "5-5-5"
    if damage is not cut:  # once is enough to build so much
        monkeypatch.setattr(catalogue, "MOST_BUILT_COMPILED", 5_000)
        smaller = "3-3-3-3-3"
    catalogue.provide_shipped(FIFTEEN, damage(read_shipped(FIFTEEN)))
    result = found(Shape(4, 4), 0, engine="wasmtime")
    assert (result.origin, result.tables.sizes) == ("built", smaller)
    assert said in result.note
    assert result.note.endswith(f". A {smaller} set is used instead.")


def test_a_damaged_package_is_read_once_until_all_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    good, reads = read_shipped(FIFTEEN), []

    def read(shape: Shape) -> bytes:
        reads.append(1)
        return cut(good)

    monkeypatch.setattr(catalogue, "MOST_BUILT", {"python": 5_000})
    monkeypatch.setattr(catalogue, "read_shipped", read)
    first, second = (found(Shape(4, 4), 0, engine="python") for _ in range(2))
    assert "cut short" in first.note
    assert (first.origin, second.origin, second.note) == ("built", "this session", first.note)
    assert len(reads) == 1
    monkeypatch.setattr(catalogue, "read_shipped", lambda shape: good)
    catalogue.forget()
    assert found(Shape(4, 4), 0, engine="python").origin == "the package"


def test_a_good_file_given_after_a_damaged_one_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "MOST_BUILT", {"python": 5_000})
    good = read_shipped(FIFTEEN)
    catalogue.provide_shipped(FIFTEEN, cut(good))
    assert "cut short" in found(Shape(4, 4), 0, engine="python").note
    catalogue.provide_shipped(FIFTEEN, good)
    result = found(Shape(4, 4), 0, engine="python")
    assert (result.origin, result.note, result.tables.sizes) == ("the package", "", "6-6-3")


def test_a_package_without_its_file_is_reported_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Empty:
        def joinpath(self, name: str) -> Path:
            return Path("/nowhere") / name

    monkeypatch.setattr(catalogue.resources, "files", lambda package: Empty())
    with pytest.raises(PatternFileError, match="the package's tables cannot be read: "):
        read_shipped(FIFTEEN)
    monkeypatch.setattr(catalogue, "MOST_BUILT", {"python": 5_000})
    result = found(Shape(4, 4), 0, engine="python")
    assert result.tables.sizes == "3-3-3-3-3"
    assert "The package's tables cannot be read: " in result.note
    assert "A 3-3-3-3-3 set is used instead." in result.note


def test_the_file_given_is_the_one_that_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    data = read_shipped(FIFTEEN)
    monkeypatch.setattr(catalogue.resources, "files", lambda package: Path("/nowhere"))
    catalogue.provide_shipped(FIFTEEN, data)
    assert found(Shape(4, 4), 0).origin == "the package"


def another_home(good: bytes) -> bytes:
    return pack(built(SHAPE, 1, ((0, 2, 3, 4), (5, 6, 7))))


def another_shape(good: bytes) -> bytes:
    """The same groups, and the same number of cells."""
    return pack(built(Shape(4, 2), 0, partitions(SHAPE, 0)[0]))


def other_groups(good: bytes) -> bytes:
    return pack(built(SHAPE, 0, ((1, 2, 3, 4), (5, 6, 7))))


def swapped_groups(good: bytes) -> bytes:
    """A lie that the checksum does not see, since it is that of the tables."""
    (first, *_), (second, *_) = partitions(SHAPE, 0)[0]
    groups = " | ".join(" ".join(map(str, group)) for group in partitions(SHAPE, 0)[0])
    lie = groups.replace(str(first), "x").replace(str(second), str(first)).replace("x", str(second))
    assert lie != groups
    return good.replace(groups.encode(), lie.encode())


@pytest.mark.parametrize(
    "damage",
    [
        cut,
        another_home,
        another_shape,
        other_groups,
        swapped_groups,
        lambda good: b"",
        lambda good: b"rubbish",
        lambda good: good[:-1],
        lambda good: good + b"\0",
        lambda good: good.replace(b"format 1", b"format 2"),
    ],
)
def test_a_file_on_disk_that_cannot_be_used_is_made_anew_and_told(
    folder: Path, damage: Callable[[bytes], bytes]
) -> None:
    first = found()
    path = folder / NAME
    path.write_bytes(damage(path.read_bytes()))
    catalogue.forget()
    second = found()
    assert (second.origin, second.tables) == ("built", first.tables)
    assert second.note.endswith(" It was built anew.")
    assert str(path) in second.note or "other tables than its name says" in second.note
    catalogue.forget()
    third = found()
    assert (third.origin, third.note, third.tables) == (str(path), "", first.tables)
    assert names(folder) == [NAME]


def test_a_damaged_file_that_cannot_be_put_away_costs_nothing_more(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir(parents=True)
    (folder / NAME).write_bytes(b"rubbish")

    def refused(*arguments: object, **options: object) -> None:
        raise PermissionError(13, "read-only")

    monkeypatch.setattr(Path, "unlink", refused)
    monkeypatch.setattr(catalogue, "write", refused)
    assert found().origin == "built"
    assert (folder / NAME).read_bytes() == b"rubbish"


def in_the_way(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("a file, where a folder should be")


def name_taken(folder: Path) -> None:
    (folder / NAME).mkdir(parents=True)


def no_room(folder: Path) -> None:
    keep_in(Path("/proc/no/such/place"))


@pytest.mark.parametrize("hurdle", [in_the_way, name_taken, no_room])
def test_a_folder_that_cannot_be_written_costs_the_copy_and_nothing_else(
    folder: Path, hurdle: Callable[[Path], None]
) -> None:
    hurdle(folder)
    result = found()
    assert (result.origin, result.note) == ("built", "")
    assert found().origin == "this session"
    if folder.is_dir():
        assert names(folder) == [NAME], "what was half written is gone"


@pytest.mark.parametrize("failing", ["replace", "mkdir"])
def test_a_disk_that_fails_costs_the_copy_and_leaves_nothing_half_written(
    folder: Path, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object, **options: object) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(os if failing == "replace" else Path, failing, full)
    assert found().origin == "built"
    monkeypatch.undo()
    assert not folder.exists() or names(folder) == []


def test_a_python_without_lzma_builds_and_keeps_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lzma", None)
    assert (found().origin, found().origin) == ("built", "this session")
    assert not folder.exists() or names(folder) == []
    monkeypatch.setattr(catalogue, "MOST_BUILT", {"python": 5_000})
    result = found(Shape(4, 4), 0, engine="python")
    assert result.tables.sizes == "3-3-3-3-3"
    assert "this Python was built without lzma" in result.note


BUILD = """
import sys
from pathlib import Path
from npuzzle import Shape
from npuzzle.progress import run_to_end
from npuzzle.storage import keep_in
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
    """One of them throws the file away time and again: so all of them write, and read what others wrote."""
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
    assert names(tmp_path) == [NAME]
    assert unpack((tmp_path / NAME).read_bytes()) == built(SHAPE, 0, partitions(SHAPE, 0)[0])


def pipe(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
@pytest.mark.parametrize("strange", [pipe, endless, Path.mkdir])
def test_what_is_not_a_plain_file_in_the_place_of_a_table_costs_the_copy_only(
    folder: Path, strange: Callable[[Path], None]
) -> None:
    folder.mkdir(parents=True)
    strange(folder / NAME)
    results: list[Found] = []
    looking = Thread(target=lambda: results.append(found()), daemon=True)
    looking.start()
    looking.join(30)
    assert [(result.origin, result.note) for result in results] == [("built", "")]
    assert names(folder) == [NAME]
    assert not (folder / NAME).is_file()


def cap_memory(monkeypatch: pytest.MonkeyPatch, most_bytes: int) -> None:
    """From now on no kernel of the builder may have more."""
    monkeypatch.setattr(build, "Kernel", partial(Kernel, most_bytes=most_bytes))


def test_where_memory_is_short_the_next_smaller_set_is_built_and_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "FIRST_RING", 1 << 10)
    cap_memory(monkeypatch, 100_000)
    result = found(Shape(3, 4), 0)
    assert (result.origin, result.tables.sizes) == ("built", "3-3-3-2")
    assert "he kernel pattern_build needs " in result.note
    assert result.note.endswith(". A 3-3-3-2 set is used instead.")
    assert names(folder) == ["3x4-home0-3-3-3-2.tables"]
    assert found(Shape(3, 4), 0).tables is result.tables


def test_without_memory_for_any_set_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    cap_memory(monkeypatch, 10)
    with pytest.raises(
        KernelMemoryError, match=r"^There is no memory for pattern databases of 2x4\. "
    ) as caught:
        found()
    assert str(caught.value).count("he kernel pattern_build needs ") == len(partitions(SHAPE, 0))


def test_below_a_set_only_smaller_ones_are_found(folder: Path) -> None:
    sets = [found()]
    while len(sets) < len(partitions(SHAPE, 0)):
        sets.append(found(below=sets[-1].tables))
    assert [one.tables.partition for one in sets] == list(partitions(SHAPE, 0))
    assert found().tables is sets[0].tables
    with pytest.raises(KernelMemoryError, match="There is no memory"):
        found(below=sets[-1].tables)


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
    assert found().origin == "built"
