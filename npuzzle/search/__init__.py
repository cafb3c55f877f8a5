"""The search algorithms, one module a family. To add one: write its module, and name its card here."""

from npuzzle.search import beam, best_first, breadth_first, depth_first, rbfs
from npuzzle.search.anytime.solver import ANYTIME
from npuzzle.search.base import ALGORITHMS, AlgorithmCard, SearchOptions, Snapshot
from npuzzle.search.constructive.solver import CONSTRUCTIVE

for _card in (
    breadth_first.BREADTH_FIRST,
    best_first.UNIFORM_COST,
    breadth_first.BIDIRECTIONAL,
    depth_first.DEPTH_FIRST,
    depth_first.ITERATIVE_DEEPENING,
    best_first.GREEDY,
    best_first.ASTAR,
    best_first.WEIGHTED_ASTAR,
    depth_first.IDA_STAR,
    rbfs.RBFS,
    beam.BEAM,
    CONSTRUCTIVE,
    ANYTIME,
):
    ALGORITHMS.add(_card)

__all__ = ["ALGORITHMS", "AlgorithmCard", "SearchOptions", "Snapshot"]
