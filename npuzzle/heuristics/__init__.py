"""The heuristics, in order of their mean estimate on the 3x3. To add one, write a module, and a card here.

A card is the description of a heuristic. It names the class by a `lazy` place, so that the code of a
heuristic is loaded when the heuristic is first used. A module must not have the name of a card: the module
would replace the card as a name of this package.

A card is called with a board: `from npuzzle.heuristics import manhattan`, then `manhattan(board)`.
"""

from collections.abc import Callable

from npuzzle.heuristics.base import BUILT_IN, HEURISTICS, UNLISTED, Heuristic, HeuristicCard
from npuzzle.heuristics.combine import as_card, estimate, maximum, weighted
from npuzzle.heuristics.own import HeuristicLike, from_batch, from_function
from npuzzle.lazy import lazy
from npuzzle.pattern_databases import MAX_PATTERN_CELLS

MOST_LINE_TABLED = 16  # the most cells at which a line table can have four tiles and the blank

zero = HeuristicCard(
    name="zero",
    label="Zero",
    summary="always 0: the search is blind",
    admissible=True,
    consistent=True,
    counts_lines=True,
    make=lazy("npuzzle.heuristics.simple.Zero"),
)
blank_chebyshev = HeuristicCard(
    name="blank-chebyshev",
    aliases=("chebyshev",),
    label="Blank's Chebyshev distance",
    summary="rows or columns from the blank to its home, whichever is more",
    admissible=True,
    consistent=True,
    make=lazy("npuzzle.heuristics.simple.BlankChebyshev"),
)
blank_distance = HeuristicCard(
    name="blank-distance",
    aliases=("blank-pos",),
    label="Blank's distance",
    summary="rows and columns from the blank to its home; the tiles are ignored",
    admissible=True,
    consistent=True,
    make=lazy("npuzzle.heuristics.simple.BlankDistance"),
)
misplaced = HeuristicCard(
    name="misplaced",
    aliases=("hamming",),
    label="Misplaced tiles",
    summary="how many tiles are not at home",
    source="Doran and Michie, 1966",
    admissible=True,
    consistent=True,
    make=lazy("npuzzle.heuristics.simple.Misplaced"),
)
n_max_swap = HeuristicCard(
    name="n-max-swap",
    aliases=("gaschnig",),
    label="N-MaxSwap (Gaschnig)",
    summary="the swaps with the blank that solve the board if any tile may jump into the blank's cell",
    source="Gaschnig, 1979",
    admissible=True,
    consistent=True,
    make=lazy("npuzzle.heuristics.simple.NMaxSwap"),
)
mix = HeuristicCard(
    name="mix",
    label="Mix of misplaced and Manhattan",
    summary="half the misplaced tiles + half the Manhattan distance: less than Manhattan alone",
    admissible=True,
    consistent=True,
    make=lazy("npuzzle.heuristics.simple.Mix"),
)
euclidean = HeuristicCard(
    name="euclidean",
    label="Euclidean distance",
    summary="the straight-line distance of each tile from home, added up: at most the Manhattan distance",
    admissible=True,
    consistent=True,
    make=lazy("npuzzle.heuristics.simple.Euclidean"),
)
value_euclidean = HeuristicCard(
    name="value-euclidean",
    label="Euclidean distance of the numbers",
    summary="board and goal compared as lists of numbers: a common mistake, which a certificate exposes",
    admissible=False,
    consistent=False,
    make=lazy("npuzzle.heuristics.simple.ValueEuclidean"),
)
manhattan = HeuristicCard(
    name="manhattan",
    label="Manhattan distance",
    summary="the rows and columns each tile is away from home, added up",
    source="Doran and Michie, 1966",
    admissible=True,
    consistent=True,
    make=lazy("npuzzle.heuristics.simple.Manhattan"),
)
linear_conflict = HeuristicCard(
    name="linear-conflict",
    label="Linear conflict",
    summary="Manhattan + 2 for each tile that must leave its own row or column to let others pass",
    source="Hansson, Mayer and Yung, 1992",
    admissible=True,
    consistent=True,
    make=lazy("npuzzle.heuristics.conflicts.LinearConflict"),
)
walking_distance = HeuristicCard(
    name="walking-distance",
    label="Walking distance",
    summary="rows and columns as two small puzzles, each solved exactly",
    source="Takahashi, 2001",
    admissible=True,
    consistent=True,
    make=lazy("npuzzle.heuristics.walking.WalkingDistance"),
)
pattern_tables = HeuristicCard(
    name="pattern-tables",
    aliases=("pattern-database", "pdb"),
    label="Additive pattern databases",
    summary="the moves that each group of tiles needs by itself, looked up and added up",
    source="Korf and Felner, 2002",
    admissible=True,
    consistent=False,
    most_cells=MAX_PATTERN_CELLS,
    make=lazy("npuzzle.heuristics.databases.PatternDatabases"),
)
line_walking_distance = HeuristicCard(
    name="line-walking-distance",
    label="Walking distance in line moves",
    summary="rows and columns as two small puzzles, each solved exactly in line moves",
    admissible=True,
    consistent=True,
    counts_lines=True,
    make=lazy("npuzzle.heuristics.walking.LineWalkingDistance"),
)

line_tables = HeuristicCard(
    name="line-tables",
    label="Tables of line moves",
    summary="the line moves that each group of tiles needs by itself, looked up; the largest counts",
    source="Culberson and Schaeffer, 1998",
    admissible=True,
    consistent=True,
    counts_lines=True,
    most_cells=MOST_LINE_TABLED,
    make=lazy("npuzzle.heuristics.lines.LineTables"),
)

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
UNLISTED.extend((line_walking_distance, line_tables))  # searches in line moves choose between these two

#: The maker of a card for groups of tiles that are chosen, as in `patterns("1 2 3 | 4 5")`.
patterns: Callable[..., HeuristicCard] = lazy("npuzzle.heuristics.databases.patterns")

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
    "from_batch",
    "from_function",
    "line_tables",
    "line_walking_distance",
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
