"""A channel between workers of the page, for workers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import create_proxy

from web.solver.helpers.pool import Device

GIGABYTE = 1e9


class WorkerChannel:
    """Hear and send texts on the browser's channel of a name, as `web.solver.helpers.pool.Channel` says."""

    def __init__(self, name: str, hear: Callable[[str], None]) -> None:
        self._channel = js.BroadcastChannel.new(name)
        self._on_message = create_proxy(lambda event: hear(event.data))
        self._channel.onmessage = self._on_message

    def post(self, text: str) -> None:
        self._channel.postMessage(text)

    def watch(self, lock: str, then: Callable[[], None]) -> None:
        js.navigator.locks.request(lock, create_proxy(lambda lock: then()))


def find_device() -> Device:
    """Return the browser's data about the device: one core if workers cannot watch or hear each other."""
    navigator: Any = js.navigator
    if not getattr(navigator, "locks", None) or not getattr(js, "BroadcastChannel", None):
        return Device(1)
    memory = getattr(navigator, "deviceMemory", None)
    return Device(int(navigator.hardwareConcurrency or 1), memory * GIGABYTE if memory else None)


async def pause() -> None:
    """Let messages come in."""
    await js.Promise.new(_soon)


_soon = create_proxy(lambda resolve, reject: js.setTimeout(resolve, 0))
