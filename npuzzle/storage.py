"""Files on this machine: the user's folder for tables, files that are written whole, and file locks."""

from __future__ import annotations

import glob
import os
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep, time
from typing import BinaryIO

HALF = ".part"  # ends the name of a file until the file is whole
ABANDONED = 600  # seconds after which a half file is abandoned: writing takes a few seconds at most
LOCKED_BYTE = 2**31 - 2  # far beyond the content: on Windows other processes cannot read a locked byte
PAUSE = 0.1  # seconds between attempts to lock a file, on Windows

_cache: Path | None = None


def keep_in(folder: Path | None) -> None:
    """From now on, save new tables in this folder and look there first. None: save nothing."""
    global _cache
    _cache = folder


def cache_folder() -> Path | None:
    """Return the folder that `keep_in` was last given."""
    return _cache


def user_folder() -> Path | None:
    """Return the folder of this user for files that a program can make again.

    The environment variable NPUZZLE_CACHE can name another folder. None if this user has no home folder.
    """
    chosen = os.environ.get("NPUZZLE_CACHE")
    try:
        if chosen:
            return Path(chosen).expanduser()
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "npuzzle"
        if sys.platform == "darwin":
            return Path.home() / "Library/Caches/npuzzle"
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "npuzzle"
    except RuntimeError:
        return None


def write(path: Path, data: bytes) -> None:
    """Write a file that a user named, whole or not at all. A link is followed. Raises OSError."""
    replace(path.resolve(), data)


def replace(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: first under another name in the same folder. Raises OSError.

    A link of that name is replaced and not followed: in a folder of this program it might lead to one of
    the user's files.
    """
    _remove_leftovers(path)
    half, number = _open_half(path)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # otherwise a power cut might leave an empty file of that name
        os.replace(half, path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def require_writable(path: Path, *, makes_folders: bool = False) -> None:
    """Raise OSError if a file cannot be written there. `makes_folders`: make missing folders."""
    path = path.resolve()
    if makes_folders:
        folder = next(folder for folder in path.parents if folder.exists())
        path = path if folder == path.parent else folder / path.name
    half, number = _open_half(path)
    os.close(number)
    half.unlink()


def _open_half(path: Path) -> tuple[Path, int]:
    """Open a new file next to `path`, to be renamed to `path` once it is whole. An OSError names `path`."""
    if path.exists() and not (path.is_file() or path.is_symlink()):
        raise OSError(f"{path} exists and is not a plain file")
    half = path.with_name(f"{path.name}.{os.urandom(8).hex()}{HALF}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        return half, os.open(half, flags, 0o666)
    except OSError as error:
        error.filename = str(path)  # the name that the user knows
        raise


def _remove_leftovers(path: Path) -> None:
    """Remove the remains of a program that was killed while it wrote this file."""
    for half in path.parent.glob(f"{glob.escape(path.name)}.*{HALF}"):
        with suppress(OSError):
            if time() - half.stat().st_mtime > ABANDONED:
                half.unlink()


def lock(file: BinaryIO) -> None:
    """Lock an open file for this process. Raises BlockingIOError or PermissionError if another has locked it.

    The system unlocks it when the file is closed or the process dies. Raises OSError where files cannot be
    locked.
    """
    if sys.platform == "win32":
        import msvcrt

        file.seek(LOCKED_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # imported late: only for locking files, which the page never does

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def wait_for_lock(file: BinaryIO) -> None:
    """Wait until no other process has locked an open file, then lock it. Raises OSError as `lock` does."""
    if sys.platform == "win32":
        while True:
            with suppress(PermissionError):
                lock(file)
                return
            sleep(PAUSE)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)
