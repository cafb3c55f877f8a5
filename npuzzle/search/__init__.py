"""The search algorithms, one module a family. To add one: write its module, and import it here."""

from npuzzle.search import best_first as best_first
from npuzzle.search import depth_first as depth_first
from npuzzle.search.base import ALGORITHMS, AlgorithmCard, SearchOptions, Snapshot

__all__ = ["ALGORITHMS", "AlgorithmCard", "SearchOptions", "Snapshot"]
