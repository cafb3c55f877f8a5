"""The search algorithms, one module a family. To add one: write its module, and name its card here."""

from npuzzle.search import anytime, beam, best_first, breadth_first, constructive, depth_first, recursive
from npuzzle.search.base import ALGORITHMS, AlgorithmCard, SearchOptions, Snapshot

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
    recursive.RBFS,
    beam.BEAM,
    constructive.CONSTRUCTIVE,
    anytime.ANYTIME,
):
    ALGORITHMS.add(_card)

__all__ = ["ALGORITHMS", "AlgorithmCard", "SearchOptions", "Snapshot"]
