"""The search algorithms. To add one, write its module and its card here.

A card names its function with `lazy`, so that the code of a search is loaded only when the search first runs.

The titles of publications that the cards cite:

    Moore (1959): The shortest path through a maze
    Hart, Nilsson, Raphael (1968): A formal basis for the heuristic determination of minimum cost paths
    Pohl (1970): Heuristic search viewed as path finding in a graph. Pohl (1971): Bi-directional search
    Korf (1985): Depth-first iterative-deepening. Korf (1993): Linear-space best-first search
"""

from npuzzle.lazy import lazy
from npuzzle.search.base import (
    ALGORITHMS,
    BUILT_IN,
    AlgorithmCard,
    Number,
    Risk,
    SearchOptions,
    Snapshot,
    Stats,
)

DEFAULT_DEPTH = 100  # moves; without a limit, depth-first search would never end

WEIGHT = Number(
    name="weight",
    label="Weight of the estimate",
    kind=float,
    least=1,
    most=1_000_000,  # far above useful weights, and weight * h stays exact enough for the bound
    default=1.5,
    help="of the estimate",
    bounds_length=True,
)
WIDTH = Number(
    name="width",
    label="Width of the beam",
    kind=int,
    least=1,
    most=10_000_000,
    default=1_000,
    help="of the beam",
)

for _card in (
    AlgorithmCard(
        name="breadth-first",
        aliases=("bfs",),
        label="Breadth-first",
        summary="all boards one move away, then two, ...: shortest, but stores every board it meets",
        source="Moore, 1959",
        search=lazy("npuzzle.search.uninformed.breadth_first"),
        informed=False,
        counts_lines=True,
        optimal=True,
    ),
    AlgorithmCard(
        name="uniform-cost",
        aliases=("ucs", "dijkstra"),
        label="Uniform-cost",
        summary="fewest moves first: every move costs 1, so it expands the same boards as breadth-first",
        source="Dijkstra, 1959",
        search=lazy("npuzzle.search.best_first.uniform_cost"),
        informed=False,
        counts_lines=True,
        optimal=True,
    ),
    AlgorithmCard(
        name="bidirectional",
        aliases=("bibfs",),
        label="Bidirectional breadth-first",
        summary="breadth-first from both ends until they meet: shortest, and stores far fewer boards",
        source="Pohl, 1971",
        search=lazy("npuzzle.search.uninformed.bidirectional"),
        informed=False,
        counts_lines=True,
        optimal=True,
    ),
    AlgorithmCard(
        name="depth-first",
        aliases=("dfs",),
        label="Depth-first, limited",
        summary=f"one path down to the depth limit ({DEFAULT_DEPTH} moves by default), then the next",
        source="Tarry, 1895",
        search=lazy("npuzzle.search.uninformed.depth_first"),
        informed=False,
        counts_lines=True,
        default_depth=DEFAULT_DEPTH,
        risk=Risk.TIME,
    ),
    AlgorithmCard(
        name="iterative-deepening",
        aliases=("ids",),
        label="Iterative deepening",
        summary="depth-first to depth 1, 2, 3, ...: shortest in little memory, at the price of repeats",
        source="Korf, 1985",
        search=lazy("npuzzle.search.ida_star.iterative_deepening"),
        informed=False,
        counts_lines=True,
        optimal=True,
        risk=Risk.TIME,
    ),
    AlgorithmCard(
        name="greedy",
        label="Greedy best-first",
        summary="always the board that looks nearest: quick, with no promise of a short path",
        source="Doran and Michie, 1966",
        search=lazy("npuzzle.search.best_first.greedy"),
        informed=True,
        counts_lines=True,
    ),
    AlgorithmCard(
        name="astar",
        aliases=("a*",),
        label="A*",
        summary="least moves made + estimate first: shortest if the heuristic is admissible",
        source="Hart, Nilsson and Raphael, 1968",
        search=lazy("npuzzle.search.astar.astar"),
        informed=True,
        counts_lines=True,
        optimal=True,
    ),
    AlgorithmCard(
        name="weighted-astar",
        aliases=("wastar",),
        label="Weighted A*",
        summary="A* that trusts its estimate more: faster, at most weight times the shortest length",
        source="Pohl, 1970",
        search=lazy("npuzzle.search.best_first.weighted_astar"),
        informed=True,
        counts_lines=True,
        optimal=True,
        numbers=(WEIGHT,),
    ),
    AlgorithmCard(
        name="idastar",
        aliases=("ida*",),
        label="IDA*",
        summary="iterative deepening on moves made + estimate: shortest if admissible, hardly any memory",
        source="Korf, 1985",
        search=lazy("npuzzle.search.ida_star.ida_star"),
        informed=True,
        counts_lines=True,
        optimal=True,
        splits=True,
        risk=Risk.TIME,
    ),
    AlgorithmCard(
        name="rbfs",
        aliases=("recursive-best-first",),
        label="Recursive best-first (RBFS)",
        summary="the best branch until another looks better: shortest if admissible, hardly any memory",
        source="Korf, 1993",
        search=lazy("npuzzle.search.rbfs.recursive_best_first"),
        informed=True,
        counts_lines=True,
        optimal=True,
        risk=Risk.TIME,
    ),
    AlgorithmCard(
        name="beam",
        label="Beam",
        summary="level by level, keeping only the best few (its width): quick on large boards, may give up",
        source="Lowerre, 1976",
        search=lazy("npuzzle.search.beam.beam"),
        informed=True,
        counts_lines=True,
        numbers=(WIDTH,),
        complete=False,
    ),
    AlgorithmCard(
        name="constructive",
        label="Constructive",
        summary="puts the tiles in place one after the other: any size immediately, far from shortest",
        source="after Parberry, 1995",
        search=lazy("npuzzle.search.constructive.solver.constructive"),
        informed=False,
        counts_lines=True,
        within_depth=False,
        risk=Risk.NONE,
    ),
    AlgorithmCard(
        name="anytime",
        label="Anytime",
        summary="a first path immediately, then shorter ones until the time is up, with a rising lower bound",
        source="beams after Lowerre, 1976; IDA* after Korf, 1985",
        search=lazy("npuzzle.search.anytime.solver.anytime"),
        informed=False,
        counts_lines=True,
        within_depth=False,
        improves=True,
        splits=True,
        risk=Risk.NONE,
    ),
):
    BUILT_IN.append(ALGORITHMS.add(_card))

__all__ = ["ALGORITHMS", "AlgorithmCard", "Risk", "SearchOptions", "Snapshot", "Stats"]
