"""The search algorithms, one module each. To add one: write its module, and name its card here."""

from npuzzle.search.anytime.solver import ANYTIME
from npuzzle.search.astar import ASTAR
from npuzzle.search.base import ALGORITHMS, BUILT_IN, AlgorithmCard, Risk, SearchOptions, Snapshot, Stats
from npuzzle.search.beam import BEAM
from npuzzle.search.bidirectional import BIDIRECTIONAL
from npuzzle.search.breadth_first import BREADTH_FIRST
from npuzzle.search.constructive.solver import CONSTRUCTIVE
from npuzzle.search.depth_first import DEPTH_FIRST
from npuzzle.search.greedy import GREEDY
from npuzzle.search.ida_star import IDA_STAR
from npuzzle.search.iterative_deepening import ITERATIVE_DEEPENING
from npuzzle.search.rbfs import RBFS
from npuzzle.search.uniform_cost import UNIFORM_COST
from npuzzle.search.weighted_astar import WEIGHTED_ASTAR

for _card in (
    BREADTH_FIRST,
    UNIFORM_COST,
    BIDIRECTIONAL,
    DEPTH_FIRST,
    ITERATIVE_DEEPENING,
    GREEDY,
    ASTAR,
    WEIGHTED_ASTAR,
    IDA_STAR,
    RBFS,
    BEAM,
    CONSTRUCTIVE,
    ANYTIME,
):
    BUILT_IN.append(ALGORITHMS.add(_card))

__all__ = ["ALGORITHMS", "AlgorithmCard", "Risk", "SearchOptions", "Snapshot", "Stats"]
