"""The heuristics, by their mean on the 3x3. To add one: write its module, and name its card here."""

from npuzzle.heuristics import (
    blank,
    linear_conflict,
    n_max_swap,
    pattern_tables,
    tile_sum,
    value_euclidean,
    walking_distance,
    zero,
)
from npuzzle.heuristics.base import BUILT_IN, HEURISTICS, Heuristic, HeuristicCard
from npuzzle.heuristics.combine import maximum, weighted
from npuzzle.heuristics.own import HeuristicLike, as_card, from_function

for _card in (
    zero.CARD,
    blank.CHEBYSHEV,
    blank.DISTANCE,
    tile_sum.MISPLACED,
    n_max_swap.CARD,
    tile_sum.MIX,
    tile_sum.EUCLIDEAN,
    value_euclidean.CARD,
    tile_sum.MANHATTAN,
    linear_conflict.CARD,
    walking_distance.CARD,
    pattern_tables.CARD,
):
    BUILT_IN.append(HEURISTICS.add(_card))

__all__ = [
    "HEURISTICS",
    "Heuristic",
    "HeuristicCard",
    "HeuristicLike",
    "as_card",
    "from_function",
    "maximum",
    "weighted",
]
