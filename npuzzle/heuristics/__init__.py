"""The heuristics, ordered by their mean on the 3x3. To add one, write its module and name its card here.

A card is called with a board: `from npuzzle.heuristics import manhattan`, then `manhattan(board)`.
"""

from npuzzle.heuristics.base import BUILT_IN, HEURISTICS, Heuristic, HeuristicCard
from npuzzle.heuristics.blank import CHEBYSHEV as blank_chebyshev
from npuzzle.heuristics.blank import DISTANCE as blank_distance
from npuzzle.heuristics.chosen_patterns import patterns
from npuzzle.heuristics.combine import as_card, estimate, maximum, weighted
from npuzzle.heuristics.euclidean import CARD as euclidean
from npuzzle.heuristics.gaschnig import CARD as n_max_swap
from npuzzle.heuristics.linear_conflict import CARD as linear_conflict
from npuzzle.heuristics.manhattan import CARD as manhattan
from npuzzle.heuristics.misplaced import CARD as misplaced
from npuzzle.heuristics.mix import CARD as mix
from npuzzle.heuristics.own import HeuristicLike, from_function
from npuzzle.heuristics.pattern_database import CARD as pattern_tables
from npuzzle.heuristics.value_euclidean import CARD as value_euclidean
from npuzzle.heuristics.walking_distance import CARD as walking_distance
from npuzzle.heuristics.zero import CARD as zero

for _card in (
    zero,
    blank_chebyshev,
    blank_distance,
    misplaced,
    n_max_swap,
    mix,
    euclidean,
    value_euclidean,
    manhattan,
    linear_conflict,
    walking_distance,
    pattern_tables,
):
    BUILT_IN.append(HEURISTICS.add(_card))

__all__ = [
    "HEURISTICS",
    "Heuristic",
    "HeuristicCard",
    "HeuristicLike",
    "as_card",
    "blank_chebyshev",
    "blank_distance",
    "estimate",
    "euclidean",
    "from_function",
    "linear_conflict",
    "manhattan",
    "maximum",
    "misplaced",
    "mix",
    "n_max_swap",
    "pattern_tables",
    "patterns",
    "value_euclidean",
    "walking_distance",
    "weighted",
    "zero",
]
