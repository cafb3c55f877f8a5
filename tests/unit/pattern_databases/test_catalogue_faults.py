"""Damaged table files, obstacles in place of folders, and failing disks."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from npuzzle import Shape
from npuzzle.errors import PatternFileError
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.catalogue import FoundTables, read_shipped
from npuzzle.pattern_databases.codec import pack
from npuzzle.pattern_databases.partition import partitions
from npuzzle.storage import keep_in
from tests.support.quick import mostly_slow
from tests.unit.pattern_databases.common import (
    NAME,
    SHAPE,
    build_tables,
    find_tables,
    list_names,
    needs_wasmtime,
)

pytestmark = pytest.mark.usefixtures("new_store")

FIFTEEN = Shape(4, 4)


def cut_in_half(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flip_a_bit(data: bytes) -> bytes:
    return data[:-1000] + bytes([data[-1000] ^ 1]) + data[-999:]


def give_tables_of_another_shape(_: bytes) -> bytes:
    return pack(build_tables(Shape(2, 3), 0, ((1, 3, 4), (2, 5))))


@needs_wasmtime
@pytest.mark.parametrize(
    ("damage", "said"),
    mostly_slow(
        [
            (flip_a_bit, "damaged"),
            (cut_in_half, "cut short"),
            (
                give_tables_of_another_shape,
                "tables in the file do not match its name: they are of 2x3 with home 0",
            ),
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
    if damage is not cut_in_half:  # one case builds the large set
        monkeypatch.setattr(catalogue, "MOST_BUILT_COMPILED", 5_000)
        smaller = "3-3-3-3-3"
    catalogue.provide_shipped(FIFTEEN, damage(read_shipped(FIFTEEN)))
    result = find_tables(Shape(4, 4), 0, engine="wasmtime")
    assert (result.origin, result.tables.sizes) == ("built", smaller)
    assert said in result.note
    assert result.note.endswith(f". A {smaller} set is used instead.")


@pytest.mark.slow
def test_a_good_file_given_after_a_damaged_one_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "MOST_BUILT", {"python": 5_000})
    good = read_shipped(FIFTEEN)
    catalogue.provide_shipped(FIFTEEN, cut_in_half(good))
    assert "cut short" in find_tables(Shape(4, 4), 0, engine="python").note
    catalogue.provide_shipped(FIFTEEN, good)
    result = find_tables(Shape(4, 4), 0, engine="python")
    assert (result.origin, result.note, result.tables.sizes) == ("the package", "", "6-6-3")


@pytest.mark.slow
def test_a_package_without_its_file_is_reported_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Empty:
        def joinpath(self, name: str) -> Path:
            return Path("/nowhere") / name

    monkeypatch.setattr(catalogue.resources, "files", lambda package: Empty())
    with pytest.raises(PatternFileError, match="the package's tables cannot be read: "):
        read_shipped(FIFTEEN)
    monkeypatch.setattr(catalogue, "MOST_BUILT", {"python": 5_000})
    result = find_tables(Shape(4, 4), 0, engine="python")
    assert result.tables.sizes == "3-3-3-3-3"
    assert "The package's tables cannot be read: " in result.note
    assert "A 3-3-3-3-3 set is used instead." in result.note


def change_home(good: bytes) -> bytes:
    return pack(build_tables(SHAPE, 1, ((0, 2, 3, 4), (5, 6, 7))))


def change_shape(good: bytes) -> bytes:
    """Pack tables of another shape, with the same groups and number of cells."""
    return pack(build_tables(Shape(4, 2), 0, partitions(SHAPE, 0)[0]))


def change_groups(good: bytes) -> bytes:
    return pack(build_tables(SHAPE, 0, ((1, 2, 3, 4), (5, 6, 7))))


def swap_groups(good: bytes) -> bytes:
    """Swap the first tiles of two groups in the header."""
    (first, *_), (second, *_) = partitions(SHAPE, 0)[0]
    groups = " | ".join(" ".join(map(str, group)) for group in partitions(SHAPE, 0)[0])
    lie = groups.replace(str(first), "x").replace(str(second), str(first)).replace("x", str(second))
    assert lie != groups
    return good.replace(groups.encode(), lie.encode())


@pytest.mark.parametrize(
    "damage",
    [
        cut_in_half,
        change_home,
        change_shape,
        change_groups,
        swap_groups,
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
    first = find_tables()
    path = folder / NAME
    path.write_bytes(damage(path.read_bytes()))
    catalogue.forget()
    second = find_tables()
    assert (second.origin, second.tables) == ("built", first.tables)
    assert second.note.endswith(" It was built again.")
    assert str(path) in second.note or "tables in the file do not match its name" in second.note
    catalogue.forget()
    third = find_tables()
    assert (third.origin, third.note, third.tables) == (str(path), "", first.tables)
    assert list_names(folder) == [NAME]


def test_a_damaged_file_that_cannot_be_put_away_costs_nothing_more(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir(parents=True)
    (folder / NAME).write_bytes(b"rubbish")

    def raise_permission_error(*arguments: object, **options: object) -> None:
        raise PermissionError(13, "read-only")

    monkeypatch.setattr(Path, "unlink", raise_permission_error)
    monkeypatch.setattr(catalogue, "replace", raise_permission_error)
    assert find_tables().origin == "built"
    assert (folder / NAME).read_bytes() == b"rubbish"


def block_the_folder(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("a file, where a folder should be")


def block_the_file(folder: Path) -> None:
    (folder / NAME).mkdir(parents=True)


def use_a_folder_that_cannot_be(folder: Path) -> None:
    keep_in(Path("/proc/no/such/place"))


@pytest.mark.parametrize("hurdle", [block_the_folder, block_the_file, use_a_folder_that_cannot_be])
def test_a_folder_that_cannot_be_written_costs_the_copy_and_nothing_else(
    folder: Path, hurdle: Callable[[Path], None]
) -> None:
    hurdle(folder)
    result = find_tables()
    assert (result.origin, result.note) == ("built", "")
    assert find_tables().origin == "this session"
    if folder.is_dir():
        assert list_names(folder) == [NAME], "no half-written file is left"


@pytest.mark.parametrize("failing", ["replace", "mkdir"])
def test_a_disk_that_fails_costs_the_copy_and_leaves_nothing_half_written(
    folder: Path, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_disk_full(*arguments: object, **options: object) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(os if failing == "replace" else Path, failing, raise_disk_full)
    assert find_tables().origin == "built"
    monkeypatch.undo()
    assert not folder.exists() or list_names(folder) == []


@pytest.mark.slow
def test_a_python_without_lzma_builds_and_keeps_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lzma", None)
    assert (find_tables().origin, find_tables().origin) == ("built", "this session")
    assert not folder.exists() or list_names(folder) == []
    monkeypatch.setattr(catalogue, "MOST_BUILT", {"python": 5_000})
    result = find_tables(Shape(4, 4), 0, engine="python")
    assert result.tables.sizes == "3-3-3-3-3"
    assert "this Python was built without lzma" in result.note


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def link_to_an_endless_file(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
@pytest.mark.parametrize(
    ("strange", "is_replaced"), [(make_pipe, False), (link_to_an_endless_file, True), (Path.mkdir, False)]
)
def test_what_is_not_a_plain_file_in_the_place_of_a_table_costs_the_copy_only(
    folder: Path, strange: Callable[[Path], None], is_replaced: bool
) -> None:
    folder.mkdir(parents=True)
    strange(folder / NAME)
    results: list[FoundTables] = []
    looking = Thread(target=lambda: results.append(find_tables()), daemon=True)
    looking.start()
    looking.join(30)
    assert [(result.origin, result.note) for result in results] == [("built", "")]
    assert list_names(folder) == [NAME]
    assert (folder / NAME).is_file() is is_replaced
    assert not (folder / NAME).is_symlink()
