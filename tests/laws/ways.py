"""Every way to search (algorithm, heuristic, engine), and the checks of its result against the true distance.

The distances come from `tests.support.oracles`, a flood fill that shares no code with the package.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random

from npuzzle import ALGORITHMS, HEURISTICS, Board, Job, Limits, Outcome, Result, Run, start
from npuzzle.compiler import available
from tests.support import oracles
from tests.support.options import select_used
from tests.support.oracles import Tiles

ADMISSIBLE = tuple(card.name for card in HEURISTICS if card.admissible)
#: Weak heuristics: with them, a search on 3x3 expands a large part of all states.
WEAK = ("zero", "blank-chebyshev", "blank-distance", "misplaced", "n-max-swap")
EVERY_DEPTH = 99
NEAR, TURNS = 16, 4  # see `dealt`


@dataclass(frozen=True, slots=True)
class Way:
    """A way to search. `reach`: the largest distance of its boards of nine cells.

    Beyond it, a board takes seconds or more. Without an estimate, iterative deepening tries 2 million paths
    for a board 24 moves away, and 500,000 million for one 31 moves away.
    """

    algorithm: str
    heuristic: str = "auto"
    engine: str = "auto"
    weight: float = 1.0
    width: int = 50
    reach: int = EVERY_DEPTH

    def __str__(self) -> str:
        told = [self.algorithm, self.heuristic, "" if self.engine == "auto" else self.engine]
        told += [f"{getattr(self, name):g}" for name in self.numbers if name in ("weight", "width")]
        return " ".join(word for word in told if word)

    @property
    def proves(self) -> bool:
        """Whether every path that it finds must be proved shortest."""
        card = ALGORITHMS[self.algorithm]
        trusted = not card.informed or HEURISTICS[self.heuristic].admissible
        return card.optimal and trusted and self.weight == 1

    @property
    def slow(self) -> bool:
        """Whether a distant board of nine cells takes a second or two."""
        return self.proves and self.heuristic in WEAK and self.algorithm != "bidirectional"

    @property
    def numbers(self) -> list[str]:
        """The names of the numeric options that it uses."""
        return [number.name for number in ALGORITHMS[self.algorithm].numbers]

    def run(self, board: Board, goal: Board, limits: Limits | None = None) -> Run:
        return start(
            Job(
                board=board,
                goal=goal,
                engine=self.engine,
                limits=limits or Limits(),
                **select_used(self.algorithm, heuristic=self.heuristic, weight=self.weight, width=self.width),
            )
        )


def _reach(algorithm: str, heuristic: str) -> int:
    """Return the largest distance on nine cells that takes at most about a second."""
    deepening = algorithm in ("iterative-deepening", "idastar", "rbfs")
    if deepening and heuristic in WEAK:
        return 20 if heuristic in ("misplaced", "n-max-swap") else 15
    if deepening and heuristic in ("mix", "euclidean"):
        return 24
    return EVERY_DEPTH


#: The ways that must prove a shortest path: each optimal algorithm with each admissible heuristic, and each
#: engine if a kernel searches.
OPTIMAL = tuple(
    Way(card.name, heuristic, engine, reach=_reach(card.name, heuristic))
    for card in ALGORITHMS
    if card.optimal
    for heuristic in (ADMISSIBLE if card.informed else ("zero",))
    for engine in (available() if (card.name, heuristic) == ("idastar", "pattern-tables") else ("auto",))
)
#: The ways that solve any board of nine cells in milliseconds, fast enough to share out all states.
QUICK = tuple(
    way
    for way in OPTIMAL
    if way.heuristic == "pattern-tables"
    or (way.algorithm == "astar" and way.heuristic in ("linear-conflict", "walking-distance"))
)
#: The ways that find some path, and claim how much longer than a shortest path it may be.
_CHOSEN = (
    *(Way("weighted-astar", name, weight=weight) for name in ADMISSIBLE for weight in (1.25, 2.0, 5.0)),
    *(Way("greedy", card.name) for card in HEURISTICS),
    *(Way("beam", name, width=width) for name in ("misplaced", "manhattan") for width in (5, 200)),
    *(Way(name, "value-euclidean") for name in ("astar", "idastar", "weighted-astar")),
    Way("constructive"),
    Way("depth-first"),
    *(Way("anytime", engine=engine) for engine in available() if engine != "checked"),
)
HURRIED = (
    *_CHOSEN,
    *(
        Way(card.name, "manhattan" if card.informed else "zero")
        for card in ALGORITHMS
        if not card.optimal and card.name not in {way.algorithm for way in _CHOSEN}
    ),
)


def mismatch(way: Way, board: Board, goal: Board, truth: int) -> str | None:
    """Return the error in this way's result, in a line that names the board; None if it is right."""
    run = way.run(board, goal, None if way.proves else Limits(expanded=20_000))
    while run.result is None:
        run.step(10)
    wrong = _wrong(way, run.result, truth)
    return None if wrong is None else f"{way}: {board} to {goal}: {wrong}"


def _wrong(way: Way, result: Result, truth: int) -> str | None:
    bound, length = result.lower_bound, result.length
    if bound is None:
        return "called unsolvable"
    if bound > truth or (bound - truth) % 2:
        return f"the lower bound is {bound}, but the shortest path has {truth} moves"
    may_end = not way.proves and result.outcome in (Outcome.GAVE_UP, Outcome.OUT_OF_NODES)
    if result.path is None or length is None:
        return None if may_end else f"no path: {result.outcome.value}"
    if not (may_end or result.outcome is Outcome.SOLVED) or length != len(result.path):
        return f"a path of {len(result.path)} moves, a length of {length}, and {result.outcome.value}"
    start, shape = result.problem.start, result.problem.shape
    if oracles.played(start.tiles, shape.rows, shape.cols, result.path) != result.problem.goal.tiles:
        return f"the path {result.path} misses the goal"
    if length < truth or (way.proves and length > truth):
        return f"{length} moves, but the shortest path has {truth}"
    if way.proves and result.claim != "proved shortest":
        return f"the path is shortest, but the claim is only {result.claim}"
    if (result.claim == "proved shortest") != (bound == length):
        return f"the claim is {result.claim} with the bound {bound} and {length} moves"
    is_own = result.outcome is Outcome.SOLVED  # otherwise the path is from another search
    trusted = HEURISTICS[way.heuristic].admissible if is_own and "weight" in way.numbers else False
    if trusted and length > way.weight * truth:
        return f"{length} moves, more than {way.weight:g} times {truth}"
    return None


Dealt = tuple[Way, Board, int]


def dealt(
    goal: Board, ways: tuple[Way, ...], each: int, seed: int, *, turn: int | None = None
) -> list[Dealt]:
    """Return boards for every way, `each` at every distance within its reach; ways share those near the goal.

    Slow ways get no board farther than NEAR; with a `turn`, they get one at every TURNS-th distance. The same
    seed gives the same boards.
    """
    random = Random(f"{seed} {goal}")
    out: list[Dealt] = []
    for far, layer in enumerate(by_distance(goal)):
        drawn = cycle(random.sample(layer, len(layer)))
        for way in ways:
            reached = far <= way.reach and (not way.slow or far <= NEAR or far % TURNS == turn)
            boards = islice(drawn, min(each, len(layer)) if reached else 0)
            out += [(way, Board(goal.shape, tiles), far) for tiles in boards]
    return out


def all_dealt(goal: Board, ways: tuple[Way, ...], seed: int) -> Iterator[Dealt]:
    """Yield every board that can reach the goal once, shuffled within each distance; the ways take turns."""
    random = Random(f"{seed} {goal}")
    for far, layer in enumerate(by_distance(goal)):
        for tiles, way in zip(random.sample(layer, len(layer)), cycle(random.sample(ways, len(ways)))):
            yield way, Board(goal.shape, tiles), far


def by_distance(goal: Board) -> list[list[Tiles]]:
    """Return all arrangements that can reach the goal, grouped by their true distance."""
    layers: list[list[Tiles]] = []
    for tiles, far in oracles.distances(goal).items():
        if far == len(layers):
            layers.append([])
        layers[far].append(tiles)
    return layers
