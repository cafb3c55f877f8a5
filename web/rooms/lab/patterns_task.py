"""The worker's part of the user's pattern databases: build them, measure them, and solve boards with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from time import perf_counter
from typing import Any

from npuzzle import HEURISTICS, Board, HeuristicCard, Job, Limits, Problem, Run
from npuzzle.heuristics import as_card
from npuzzle.heuristics.own import iter_prepare
from npuzzle.lab.space import MAX_ENUMERATED_CELLS, iter_enumerate_states
from npuzzle.pattern_databases.chosen import count_bytes, parse_groups
from npuzzle.progress import Progress, Work, forward
from npuzzle.puzzle.problem import State
from npuzzle.puzzle.scramble import random_walk
from web.rooms.lab.patterns_state import groups_in
from web.solver.tables import tables_of
from web.solver.work import WorkTask

SEED = 1
SAMPLE = 1_000  # boards to measure if there are too many states to measure all
BOARDS = 3  # boards to solve
WALK = 80  # moves from the goal to each board, if random boards would take too long to solve
MOST_EXPANDED = 50_000  # expansions of each search
AGAINST = ("manhattan", "linear-conflict", "walking-distance", "pattern-tables")
SLICE = 0.02  # seconds of search between checks of the clock
STATES_PER_STEP = 500
PARTS = 1_000  # parts in which the progress of building is counted


class PatternsTask(WorkTask):
    """Build the databases of `heuristic`, a text such as `patterns(1,2|3,4)`, for the board `goal`.

    The answer has the `seconds` of building, and, unless it was `stopped`, `bytes`, `means` and `boards`.
    `means`: the mean of each heuristic over `counted` states, or over all states if `exact`. `boards`: per
    board, how many states A* `expanded` with each heuristic, None above `limit`. Raises NPuzzleError.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._goal = Board.parse(given["goal"])
        card = as_card(str(given["heuristic"]))
        card.require_shape(self._goal.shape)
        self._cards = [card, *(HEURISTICS[name] for name in AGAINST)]
        self.needs = tables_of(Job(board=self._goal, goal=self._goal, heuristic=AGAINST[-1]))
        self._doing = "build"
        super().__init__(self._iter_work(card), total=1)

    def stop(self) -> dict[str, Any]:
        return {"stopped": True}

    def progress(self) -> dict[str, Any]:
        return {**super().progress(), "doing": self._doing}

    def _iter_work(self, card: HeuristicCard) -> Work[dict[str, Any]]:
        shape, began = self._goal.shape, perf_counter()
        yield from forward(
            iter_prepare(card.make(self._goal), card.name),
            lambda share: Progress(round(PARTS * share), PARTS),
        )
        seconds = perf_counter() - began
        self._doing = "measure"
        is_exact = shape.cells <= MAX_ENUMERATED_CELLS
        states = yield from self._iter_states() if is_exact else self._iter_sample()
        means = yield from self._iter_means(states)
        boards = []
        self._doing = "race"
        for number, board in enumerate(self._choose_boards()):
            expanded = yield from self._iter_solve(board, number)
            boards.append({"board": str(board), "expanded": expanded})
        return {
            "stopped": False,
            "seconds": seconds,
            "bytes": count_bytes(parse_groups(groups_in(card.name)), shape)[0],
            "exact": is_exact,
            "counted": len(states),
            "means": means,
            "boards": boards,
            "limit": MOST_EXPANDED,
        }

    def _iter_states(self) -> Work[Sequence[State]]:
        """Return all states that can reach the goal."""
        finding = iter_enumerate_states(self._goal.shape, self._goal.blank)
        return (yield from forward(finding, lambda now: Progress(0, now.total))).states

    def _iter_sample(self) -> Work[Sequence[State]]:
        random = Random(SEED)
        yield Progress(0, SAMPLE)
        return [Problem(self._goal.shuffled(random), self._goal).initial for _ in range(SAMPLE)]

    def _iter_means(self, states: Sequence[State]) -> Work[dict[str, float]]:
        means, done, total = {}, 0, len(states) * len(self._cards)
        for card in self._cards:
            heuristic, added = card.make(self._goal), 0.0
            yield from forward(iter_prepare(heuristic, card.name), lambda share: self._now)
            left = iter(states)
            while some := list(islice(left, STATES_PER_STEP)):
                added += sum(map(heuristic.estimate, some))
                done += len(some)
                yield Progress(done, total)
            means[card.name] = added / len(states)
        return means

    def _choose_boards(self) -> list[Board]:
        """Return the boards to solve: random boards, or, on large trays, random walks from the goal."""
        random = Random(SEED)
        if self._goal.shape.cells <= MAX_ENUMERATED_CELLS:
            return [self._goal.shuffled(random) for _ in range(BOARDS)]
        return [random_walk(self._goal, WALK, random) for _ in range(BOARDS)]

    def _iter_solve(self, board: Board, number: int) -> Work[dict[str, int | None]]:
        """Solve a board with A* and each heuristic. Return the number of expansions, None if too many."""
        expanded: dict[str, int | None] = {}
        for at, card in enumerate(self._cards):
            limits = Limits(expanded=MOST_EXPANDED)
            job = Job(board=board, goal=self._goal, algorithm="astar", heuristic=card, limits=limits)
            run = Run(job.resolve())
            while run.result is None:
                run.step(SLICE)
                yield Progress(number * len(self._cards) + at, BOARDS * len(self._cards))
            solved = run.result.path is not None
            expanded[card.name] = run.result.snapshot.expanded if solved else None
        return expanded
