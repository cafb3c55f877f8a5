"""Play a picture that a program in JavaScript draws, such as `web/js/space.js`.

The program has `play(rate)`, `pause()`, `go(at)`, `step(way)` and `draw()`, and tells after each drawing
where it is, where it ends, and whether it plays.
"""

from __future__ import annotations

from typing import Any

from web.ui.dom import Dom


class Playback:
    """Its controls: `NAME-first`, `-back`, `-play`, `-forward`, `-last`. `labels`: of Play and of Pause."""

    def __init__(self, name: str, labels: tuple[str, str], speed: str) -> None:
        self._dom, self._name, self._labels, self._speed = Dom(), name, labels, speed
        self._picture: Any = None  # once its program is loaded
        self._at = self._end = 0.0
        self._is_playing = False

    def find_rate(self, speed: str) -> float:
        """Return how far the picture goes in a second at a speed that was chosen."""
        raise NotImplementedError

    def play(self) -> None:
        """Play, or pause; at the end, play again from the start."""
        if self._picture is None:
            return
        if self._is_playing:
            self._picture.pause()
            self._picture.draw()
            return
        if self._at >= self._end:
            self._picture.go(0)
        self._picture.play(self.find_rate(self._speed))

    def change_speed(self, speed: str) -> None:
        self._speed = speed
        if self._is_playing:
            self._picture.play(self.find_rate(speed))

    def step(self, way: str) -> None:
        """One step `forward` or `back`, or to the `first` or the `last`."""
        if self._picture is None:
            return
        if way in ("first", "last"):
            self.go_to(0 if way == "first" else self._end)
        else:
            self._picture.pause()
            self._picture.step(1 if way == "forward" else -1)

    def go_to(self, at: float) -> None:
        if self._picture is not None:
            self._picture.pause()
            self._picture.go(at)

    def draw_controls(self, at: float, end: float, is_playing: bool) -> None:
        """Draw the controls after the picture was drawn, at most once a frame."""
        self._at, self._end, self._is_playing = at, end, bool(is_playing)
        for way in ("first", "back"):
            self._dom.enable(f"{self._name}-{way}", at > 0)
        for way in ("forward", "last"):
            self._dom.enable(f"{self._name}-{way}", at < end)
        self._dom.enable(f"{self._name}-play", end > 0)
        self._dom.text(f"{self._name}-play", self._labels[self._is_playing])
