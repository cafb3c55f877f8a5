"""Helpers of a split search in this process, which work in random order and may be lost."""

from __future__ import annotations

import json
from random import Random

from npuzzle.progress import run_to_end
from npuzzle.search.anytime.shared_beams import Worker, iter_open_worker
from npuzzle.search.base import Message


class InlineHelpers:
    """A number of helpers. Each is lost with probability `losses` at every turn. Messages are JSON."""

    is_waiting = False

    def __init__(self, count: int = 2, *, seed: int = 0, losses: float = 0.0, slice_of: int = 50) -> None:
        self.workers: dict[int, Worker] = {}
        self.opened, self.closed, self.reports = 0, 0, 0
        self._count, self._losses, self._slice = count, losses, slice_of
        self._draw, self._came = Random(seed), list[tuple[int, str]]()

    def is_time(self) -> bool:
        return True

    def open(self, request: Message, table_bytes: int) -> None:
        assert table_bytes > 0
        self.opened += 1
        for helper in range(self._count):
            self.workers[helper] = run_to_end(iter_open_worker(json.loads(json.dumps(request))))
            self._say(helper, {"do": "ready"})

    def send(self, helper: int, message: Message) -> None:
        if helper in self.workers:
            for reply in self.workers[helper].receive(json.loads(json.dumps(message))):
                self._say(helper, reply)

    def receive(self, seconds: float) -> list[tuple[int, Message]]:
        for helper, worker in list(self.workers.items()):
            if self._draw.random() < self._losses:
                del self.workers[helper]
                self._say(helper, {"do": "lost", "why": "drawn by lot"})
            elif worker.has_work and (seconds or self._draw.random() < 0.7):
                self.reports += 1
                self._say(helper, worker.work(self._draw.randint(1, self._slice)))
        came, self._came = self._came, []
        return [(helper, json.loads(text)) for helper, text in came]

    def close(self) -> None:
        self.closed += 1
        self.workers.clear()

    def _say(self, helper: int, message: Message) -> None:
        self._came.append((helper, json.dumps(message)))
