"""Show the two trees of `pair`, which play by themselves until the user builds a tree."""

from __future__ import annotations

from pyscript import document

from web.rooms.explore.pair import Pair
from web.rooms.explore.tree_view import Drawing
from web.ui.bind import Bindings
from web.ui.dom import wants_still
from web.ui.playback import Ticker
from web.ui.press import offer

TICK = 0.7  # seconds per step of playback


class PairView:
    """Draw both trees, and play them at the same step."""

    def __init__(self) -> None:
        self._pair = Pair()
        self._bindings = Bindings(document, "pair")
        self._drawings = Drawing("pair-left", follows=True), Drawing("pair-right", follows=True)
        self._ticker = Ticker(
            lambda: self._pair.is_playing / TICK, lambda steps: self._show(self._pair.go_on())
        )
        offer("pair", {}, lambda call: None, self)  # it has no commands
        self._show(Pair.start(still=wants_still()))

    def proceed(self) -> None:
        self._show(self._pair.proceed(still=wants_still()))

    def _show(self, pair: Pair) -> None:
        starts = pair.is_playing and not self._pair.is_playing
        self._pair = pair
        self._bindings.draw(pair)
        for drawing, tree in zip(self._drawings, pair.trees, strict=True):
            drawing.draw(tree)
        if starts:
            self._ticker.start()
