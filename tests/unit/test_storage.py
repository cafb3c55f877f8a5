"""Files on this machine are written completely or not at all, locked, and saved in the user's folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from npuzzle import storage


@pytest.mark.slow
def test_no_half_written_file_is_ever_seen_under_the_name(tmp_path: Path) -> None:
    path, contents = tmp_path / "tables", [bytes([letter]) * 400_000 for letter in b"ab"]
    storage.write(path, contents[0])
    seen: set[bytes] = set()
    done = False

    def look() -> None:
        while not done:
            seen.add(path.read_bytes())

    reader = Thread(target=look)
    reader.start()
    for turn in range(60):
        storage.write(path, contents[turn % 2])
    done = True
    reader.join()
    assert seen <= set(contents)
    assert seen
    assert [path.name for path in tmp_path.iterdir()] == ["tables"]


def test_what_a_killed_program_left_half_written_is_removed_by_a_later_one(tmp_path: Path) -> None:
    """Files that are still being written, and files with other names, are left alone."""
    path = tmp_path / "a.tables"
    code = """
import os, signal, sys
from pathlib import Path
from npuzzle import storage
storage.os.replace = lambda *names: os.kill(os.getpid(), signal.SIGKILL)
storage.write(Path(sys.argv[1]), b"never whole")
"""
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode != 0
    (left,) = tmp_path.iterdir()
    others = [tmp_path / name for name in ("a.tables.bak", "b.tables.1.part", "a.tables.part")]
    for other in others:
        other.write_bytes(b"")
        os.utime(other, (0, 0))
    storage.write(path, b"first")
    assert left.exists()
    long_ago = left.stat().st_mtime - storage.ABANDONED - 1
    os.utime(left, (long_ago, long_ago))
    storage.write(path, b"second")
    assert sorted(tmp_path.iterdir()) == sorted([path, *others])
    assert path.read_bytes() == b"second"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0, 0o666)])
def test_a_file_gets_the_permissions_that_its_user_gives_to_new_files(
    mask: int, mode: int, tmp_path: Path
) -> None:
    old = os.umask(mask)
    try:
        storage.write(tmp_path / "a", b"a")
    finally:
        os.umask(old)
    assert (tmp_path / "a").stat().st_mode & 0o777 == mode


def test_what_is_written_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, replace = os.fsync, os.replace

    def syncing(file: int) -> None:
        done.append("fsync")
        sync(file)

    def replacing(source: Path, target: Path) -> None:
        done.append("replace")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(os, "replace", replacing)
    storage.write(tmp_path / "a", b"a")
    assert done == ["fsync", "replace"]


@pytest.mark.parametrize(
    ("platform", "variable", "value", "expected"),
    [
        ("linux", "NPUZZLE_CACHE", "/chosen", "/chosen"),
        ("linux", "XDG_CACHE_HOME", "/cache", "/cache/npuzzle"),
        ("linux", "XDG_CACHE_HOME", "", "/home/me/.cache/npuzzle"),
        ("darwin", "XDG_CACHE_HOME", "/cache", "/home/me/Library/Caches/npuzzle"),
        ("win32", "LOCALAPPDATA", "/local", "/local/npuzzle"),
        ("win32", "NPUZZLE_CACHE", "/chosen", "/chosen"),
        ("win32", "LOCALAPPDATA", "", "/home/me/AppData/Local/npuzzle"),
    ],
)
def test_the_user_s_folder_is_where_such_things_are_kept(
    platform: str, variable: str, value: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NPUZZLE_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, value)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
    assert storage.user_folder() == Path(expected)


def test_only_one_has_the_lock_of_a_file(tmp_path: Path) -> None:
    with open(tmp_path / "a", "ab") as first, open(tmp_path / "a", "ab") as second:
        storage.lock(first)
        with pytest.raises((BlockingIOError, PermissionError)):
            storage.lock(second)
        first.close()
        storage.lock(second)


def test_a_lock_can_be_waited_for(tmp_path: Path) -> None:
    with open(tmp_path / "a", "ab") as first, open(tmp_path / "a", "ab") as second:
        storage.wait_for_lock(first)
        waiting = Thread(target=storage.wait_for_lock, args=[second])
        waiting.start()
        waiting.join(0.05)
        assert waiting.is_alive()
        first.close()
        waiting.join(10)
        assert not waiting.is_alive()
