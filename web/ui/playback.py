"""Play steps at a given rate, or control the playback of a picture that JavaScript draws."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import Any, ClassVar

from pyscript import document, window
from pyscript.ffi import create_proxy

from web.player import EACH, Player
from web.solver.client import in_background
from web.ui.bind import Bindings
from web.ui.dom import Dom

LONGEST_FRAME = 0.25  # seconds of playback per frame, at most, even if the frame took longer


class Ticker:
    """Call `tick` with the number of steps that are due, at `rate()` per second. Rate 0 ends the playback."""

    def __init__(self, rate: Callable[[], float], tick: Callable[[int], None]) -> None:
        self._rate, self._tick = rate, tick
        self._playbacks = 0  # the number of playbacks so far: only the last one runs

    def start(self) -> None:
        """Start a playback, which ends the one before."""
        self._playbacks += 1
        in_background(self._play(self._playbacks))

    async def _play(self, this: int) -> None:
        at, due = perf_counter(), 0.0
        while rate := self._rate():
            each = rate <= EACH
            await (asyncio.sleep(1 / rate) if each else _next_frame())
            if not self._rate() or this != self._playbacks:
                return
            now = perf_counter()
            due = 1.0 if each else due + rate * min(now - at, LONGEST_FRAME)
            at = now
            if due >= 1:
                self._tick(int(due))
                due -= int(due)


_awaiting: list[asyncio.Future[None]] = []  # futures that wait for the next frame


def _on_frame(now: float) -> None:
    for future in _awaiting:
        future.set_result(None)
    _awaiting.clear()


_frame = create_proxy(_on_frame)


def _next_frame() -> asyncio.Future[None]:
    """Return a future that is done when the browser draws the next frame."""
    _awaiting.append(asyncio.get_running_loop().create_future())
    if len(_awaiting) == 1:
        window.requestAnimationFrame(_frame)
    return _awaiting[-1]


class Playback:
    """A picture that can be played, as `web/js/space.js` draws one. HTML binds values by the name `place`.

    The picture's program has `play(rate)`, `pause()`, `go(at)`, `step(way)` and `draw()`. After each drawing
    it reports its place, its end, and whether it plays. `labels`: the texts of the button, Play and Pause.
    """

    place: ClassVar[str]
    labels: ClassVar[tuple[str, str]]

    def __init__(self, speed: str) -> None:
        self._dom, self._bindings = Dom(), Bindings(document, self.place)
        self._picture: Any = None  # set once the picture's program is loaded
        self.player = Player(speed=speed)

    @property
    def can_play(self) -> bool:
        return self.player.last > 0

    @property
    def play_label(self) -> str:
        return self.labels[self.player.is_playing]

    def draw(self) -> None:
        self._bindings.draw(self)

    def find_rate(self, speed: str) -> float:
        """Return how far the picture advances per second at the chosen speed."""
        raise NotImplementedError

    def take_place(self, at: Any, end: Any, is_playing: bool) -> None:
        """Take the picture's report, which comes after each drawing, at most once per frame."""
        self.player = Player(step=at, last=end, is_playing=bool(is_playing), speed=self.player.speed)

    def play(self) -> None:
        """Play or pause. At the end, play again from the start."""
        if self._picture is None:
            return
        if self.player.is_playing:
            self._picture.pause()
            self._picture.draw()
            return
        if not self.player.can_go_on:
            self._picture.go(0)
        self._picture.play(self.find_rate(self.player.speed))

    def change_speed(self, speed: str) -> None:
        self.player = replace(self.player, speed=speed)
        if self.player.is_playing:
            self._picture.play(self.find_rate(speed))

    def step(self, way: str) -> None:
        """Go one step `forward` or `back`, or to the `first` or the `last`."""
        if way in ("first", "last"):
            self.go_to(self.player.aim(way))
        elif self._picture is not None:
            self._picture.pause()
            self._picture.step(1 if way == "forward" else -1)

    def go_to(self, at: float) -> None:
        if self._picture is not None:
            self._picture.pause()
            self._picture.go(at)
