"""The heuristics, ordered by their mean on the 3x3. To add one, write its module and name its card here."""

from npuzzle.heuristics import (
    blank,
    euclidean,
    gaschnig,
    linear_conflict,
    manhattan,
    misplaced,
    mix,
    pattern_database,
    value_euclidean,
    walking_distance,
    zero,
)
from npuzzle.heuristics.base import BUILT_IN, HEURISTICS, Heuristic, HeuristicCard
from npuzzle.heuristics.combine import as_card, estimate, maximum, weighted
from npuzzle.heuristics.custom import HeuristicLike, from_function

for _card in (
    zero.CARD,
    blank.CHEBYSHEV,
    blank.DISTANCE,
    misplaced.CARD,
    gaschnig.CARD,
    mix.CARD,
    euclidean.CARD,
    value_euclidean.CARD,
    manhattan.CARD,
    linear_conflict.CARD,
    walking_distance.CARD,
    pattern_database.CARD,
):
    BUILT_IN.append(HEURISTICS.add(_card))

__all__ = [
    "HEURISTICS",
    "Heuristic",
    "HeuristicCard",
    "HeuristicLike",
    "as_card",
    "estimate",
    "from_function",
    "maximum",
    "weighted",
]
