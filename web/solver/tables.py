"""Pattern databases in the page's worker: which of them a job reads, and how long the job waits for them."""

from __future__ import annotations

import asyncio

from npuzzle import Job, Shape
from npuzzle.pattern_databases import MAX_PATTERN_CELLS, catalogue
from npuzzle.pattern_databases.catalogue import find_larger
from npuzzle.pattern_databases.symmetry import canonical

PATIENCE = 10.0  # seconds that a task waits for its tables
SLICE = 0.05  # seconds of waiting between replies, so that Stop is heard


def tables_of(job: Job) -> Shape | None:
    """Return the tray whose pattern databases the job reads, or None if it reads none.

    The databases are those of the package, or larger ones that the browser may have saved, both for a blank
    whose home is a corner. Searches that improve a path, or look for all shortest paths, also read them.
    """
    shape = job.board.shape
    turned = canonical(shape, job.goal.blank)
    if turned.image[job.goal.blank] != 0:
        return None
    if turned.shape not in catalogue.SHIPPED and find_larger(turned.shape, 0) is None:
        return None
    plan = job.resolve()
    asks = plan.algorithm.informed and "pattern-tables" in plan.heuristic.name
    improves = plan.algorithm.improves and shape.cells <= MAX_PATTERN_CELLS
    return turned.shape if asks or job.every or improves else None


class Arrivals:
    """Hold the files that are loading, by tray, and how long the present task still waits for its files."""

    def __init__(self) -> None:
        self._coming: dict[Shape, asyncio.Future[None]] = {}
        self._kept: dict[Shape, asyncio.Future[None]] = {}
        self._needed: Shape | None = None
        self._patience = 0.0

    def expect(self, shape: Shape, coming: asyncio.Future[None]) -> None:
        """Note that the file for a tray is being fetched."""
        self._coming[shape] = coming

    def expect_kept(self, shape: Shape, coming: asyncio.Future[None]) -> None:
        """Note that the larger tables of a tray are being read, if the browser has saved them."""
        self._kept[shape] = coming

    def start_task(self, needed: Shape | None) -> None:
        """Start waiting for the files that a new task needs: those of a tray, or none."""
        self._needed, self._patience = needed, PATIENCE

    async def are_awaited(self) -> bool:
        """Wait a slice of time for the task's files. Return whether the task should continue to wait."""
        shape = self._needed
        if shape is None or not self._is_coming(shape) or self._patience <= 0:
            return False
        self._patience -= SLICE  # counted this way, an hour of sleep is one slice
        coming = [found[shape] for found in (self._coming, self._kept) if shape in found]
        await asyncio.wait([one for one in coming if not one.done()], timeout=SLICE)
        return self._is_coming(shape)

    def _is_coming(self, shape: Shape) -> bool:
        """Return whether files of that tray may still arrive soon."""
        coming, kept = self._coming.get(shape), self._kept.get(shape)
        if kept is not None and not kept.done():
            return True
        return coming is not None and not coming.done() and not catalogue.why_refused(shape)
