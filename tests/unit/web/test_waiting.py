"""Patience is counted in beats, so that a sleeping computer does not use it up."""

from __future__ import annotations

import asyncio

import pytest

from web.solver.waiting import Silence, within


def run_within(monkeypatch: pytest.MonkeyPatch, beats_until_done: int, seconds: float) -> tuple[bool, int]:
    """Return whether the work ended in time, and after how many beats; each lasts an hour by the clock."""
    beats = 0

    async def slept_through(work: list[asyncio.Future[object]], *, timeout: float) -> None:
        nonlocal beats
        beats += 1
        if beats == beats_until_done:
            work[0].set_result(None)

    async def run() -> bool:
        work: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        return await within(work, seconds, beat=0.25)

    monkeypatch.setattr(asyncio, "wait", slept_through)
    return asyncio.run(run()), beats


def test_a_beat_counts_as_one_however_long_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_within(monkeypatch, 4, seconds=1) == (True, 4)
    assert run_within(monkeypatch, 5, seconds=1) == (False, 4)


def test_what_is_done_is_not_waited_for_and_what_is_not_continues() -> None:
    async def run() -> None:
        work: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        assert not await within(work, 0.02, beat=0.01)
        assert not work.cancelled()
        asyncio.get_running_loop().call_later(0.01, work.set_result, None)
        assert await within(work, 60, beat=0.01)

    asyncio.run(run())


def test_silence_is_reported_after_so_many_beats_without_an_answer_and_ends_with_one() -> None:
    silence = Silence(1, beat=0.25)
    answers = [5, 5, 5, 5, 5, 5, 6, 6, 7, 7, 7, 7, 7]
    assert [silence.lasts(n) for n in answers] == [False] * 4 + [True] * 2 + [False] * 6 + [True]
