"""A task that the page asks its solver for, from the press of a button to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from web.room_table import GIVING_WAY
from web.solver.exchange import OnProgress
from web.solver.interpreters import Interpreters


class Request:
    """Hold a task that the page asks for: `stopped` is done when it should end, `over` when it has."""

    def __init__(self, what: str, given: Mapping[str, Any], on_progress: OnProgress) -> None:
        loop = asyncio.get_running_loop()
        self.what, self.given, self.on_progress = what, given, on_progress
        self.by: Interpreters | None = None  # who carries it out, once that has begun
        self.stopped: asyncio.Future[None] = loop.create_future()
        self.over: asyncio.Future[None] = loop.create_future()

    @property
    def gives_way(self) -> bool:
        """Return whether it ends as soon as another task is asked for."""
        return self.what in GIVING_WAY
