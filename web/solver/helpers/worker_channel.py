"""The channel over which the page's workers send each other texts. Only workers import this module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import create_proxy

from web.solver.helpers.pool import Device

GIGABYTE = 1e9


class WorkerChannel:
    """Send and receive texts on the browser's channel `name`, see `web.solver.helpers.pool.Channel`."""

    def __init__(self, name: str, hear: Callable[[str], None]) -> None:
        self._channel = js.BroadcastChannel.new(name)
        self._on_message = create_proxy(lambda event: hear(event.data))
        self._channel.onmessage = self._on_message

    def post(self, text: str) -> None:
        self._channel.postMessage(text)

    def watch(self, lock: str, then: Callable[[], None]) -> None:
        js.navigator.locks.request(lock, create_proxy(lambda lock: then()))


def find_device() -> Device:
    """Return the device's cores and memory. Report one core if workers cannot watch or hear each other."""
    navigator: Any = js.navigator
    if not getattr(navigator, "locks", None) or not getattr(js, "BroadcastChannel", None):
        return Device(1)
    memory = getattr(navigator, "deviceMemory", None)
    return Device(int(navigator.hardwareConcurrency or 1), memory * GIGABYTE if memory else None)


async def pause() -> None:
    """Let messages arrive."""
    await js.Promise.new(_soon)


_soon = create_proxy(lambda resolve, reject: js.setTimeout(resolve, 0))
