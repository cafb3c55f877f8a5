"""The cards of this version, so that tests notice changed names and claims. A new card needs no line here."""

from __future__ import annotations

HeuristicTold = tuple[str, tuple[str, ...], str, bool, bool, int | None]
#: Label, aliases, source, admissible, consistent, largest number of cells.
HEURISTICS_TOLD: dict[str, HeuristicTold] = {
    "zero": ("Zero", (), "", True, True, None),
    "blank-chebyshev": ("Blank's Chebyshev distance", ("chebyshev",), "", True, True, None),
    "blank-distance": ("Blank's distance", ("blank-pos",), "", True, True, None),
    "misplaced": ("Misplaced tiles", ("hamming",), "Doran and Michie, 1966", True, True, None),
    "n-max-swap": ("N-MaxSwap (Gaschnig)", ("gaschnig",), "Gaschnig, 1979", True, True, None),
    "mix": ("Mix of misplaced and Manhattan", (), "", True, True, None),
    "euclidean": ("Euclidean distance", (), "", True, True, None),
    "value-euclidean": ("Euclidean distance of the numbers", (), "", False, False, None),
    "manhattan": ("Manhattan distance", (), "Doran and Michie, 1966", True, True, None),
    "linear-conflict": ("Linear conflict", (), "Hansson, Mayer and Yung, 1992", True, True, None),
    "walking-distance": ("Walking distance", (), "Takahashi, 2001", True, True, None),
    "pattern-tables": (
        "Additive pattern databases",
        ("pattern-database", "pdb"),
        "Korf and Felner, 2002",
        True,
        False,
        25,
    ),
}

AlgorithmTold = tuple[str, tuple[str, ...], str, bool, bool]
#: Label, aliases, source, informed, optimal.
ALGORITHMS_TOLD: dict[str, AlgorithmTold] = {
    "breadth-first": ("Breadth-first", ("bfs",), "Moore, 1959", False, True),
    "uniform-cost": ("Uniform-cost", ("ucs", "dijkstra"), "Dijkstra, 1959", False, True),
    "bidirectional": ("Bidirectional breadth-first", ("bibfs",), "Pohl, 1971", False, True),
    "depth-first": ("Depth-first, limited", ("dfs",), "Tarry, 1895", False, False),
    "iterative-deepening": ("Iterative deepening", ("ids",), "Korf, 1985", False, True),
    "greedy": ("Greedy best-first", (), "Doran and Michie, 1966", True, False),
    "astar": ("A*", ("a*",), "Hart, Nilsson and Raphael, 1968", True, True),
    "weighted-astar": ("Weighted A*", ("wastar",), "Pohl, 1970", True, True),
    "idastar": ("IDA*", ("ida*",), "Korf, 1985", True, True),
    "rbfs": ("Recursive best-first (RBFS)", ("recursive-best-first",), "Korf, 1993", True, True),
    "beam": ("Beam", (), "Lowerre, 1976", True, False),
    "constructive": ("Constructive", (), "after Parberry, 1995", False, False),
    "anytime": ("Anytime", (), "beams after Lowerre, 1976; IDA* after Korf, 1985", False, False),
}
GOALS_TOLD = ("blank-last", "blank-first", "spiral")
