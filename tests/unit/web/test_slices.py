"""The page's modules are imported in slices of time."""

from __future__ import annotations

import asyncio
import sys
from itertools import count

import pytest

from web.page import slices

NAMES = [f"module{number}" for number in range(9)]


def run_import(monkeypatch: pytest.MonkeyPatch, seconds_each: float) -> list[str]:
    """Return the imported modules and the rests between them, if each import takes so many seconds."""
    done: list[str] = []
    clock = count()

    async def rest(seconds: float) -> None:
        assert seconds == 0
        done.append("rest")

    monkeypatch.setattr(slices.pkgutil, "get_data", lambda *of: "\n".join(NAMES).encode())
    monkeypatch.setattr(slices, "import_module", done.append)
    monkeypatch.setattr(slices, "perf_counter", lambda: next(clock) * seconds_each)
    monkeypatch.setattr(slices.asyncio, "sleep", rest)
    asyncio.run(slices.import_in_slices())
    return done


@pytest.mark.parametrize("milliseconds", [1, 7, 11, 500])
def test_it_rests_once_a_slice_is_over(monkeypatch: pytest.MonkeyPatch, milliseconds: int) -> None:
    done = run_import(monkeypatch, milliseconds / 1000)
    assert [it for it in done if it != "rest"] == NAMES
    pieces = " ".join(done).split("rest")
    lengths = [len(piece.split()) for piece in pieces]
    assert all((length - 1) * milliseconds <= 1000 * slices.SLICE for length in lengths)
    assert len(pieces) <= 1 + len(NAMES) * milliseconds / (1000 * slices.SLICE)


def test_what_is_there_is_not_imported_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, NAMES[4], sys)
    assert run_import(monkeypatch, 0) == [*NAMES[:4], *NAMES[5:]]
