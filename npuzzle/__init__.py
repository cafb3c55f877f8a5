"""Solve sliding-tile puzzles with proof: `check`, `solve`, `scramble`, and the parts that they are made of.

>>> from npuzzle import solve
>>> solve("8 6 7/2 5 4/3 0 1").claim
'proved shortest'
"""

from __future__ import annotations

from npuzzle.lazy import lazy_names
from npuzzle.version import __version__ as __version__

#: The public names of each module.
_HOMES = {
    "npuzzle.errors": (
        "Defect Fault GoalMismatchError IllegalMoveError InvalidBoardError InvalidHeuristicError "
        "InvalidJobError InvalidMovesError InvalidShapeError NPuzzleError NotProvedError "
        "UnknownNameError UnknownOptionError"
    ),
    "npuzzle.heuristics": (
        "HEURISTICS Heuristic HeuristicCard estimate from_batch from_function maximum weighted"
    ),
    "npuzzle.lab.certifying": "certify",
    "npuzzle.lab.boards": "boards_at random_board",
    "npuzzle.lab.comparing": "compare",
    "npuzzle.lab.tracing": "trace",
    "npuzzle.puzzle.board": "Board goal_board",
    "npuzzle.puzzle.solvability": "Check Explanation check inversion_pairs is_solvable",
    "npuzzle.puzzle.goals": "GOALS",
    "npuzzle.puzzle.moves": "Move Notation format_moves multi_tile_length single_tile_length",
    "npuzzle.puzzle.play": "parse_moves",
    "npuzzle.puzzle.problem": "Metric Problem",
    "npuzzle.puzzle.scramble": "random_walk",
    "npuzzle.puzzle.sets": "load_set",
    "npuzzle.puzzle.shape": "Shape",
    "npuzzle.search": "ALGORITHMS AlgorithmCard SearchOptions Snapshot",
    "npuzzle.search.base": "Number Stats",
    "npuzzle.search.best_first": "best_first",
    "npuzzle.solving.distance": "best_moves distance",
    "npuzzle.solving.driver": "Found explore",
    "npuzzle.solving.job": "Job solve start",
    "npuzzle.solving.limits": "Limits Outcome",
    "npuzzle.solving.many": "solve_many",
    "npuzzle.solving.plan": "Plan",
    "npuzzle.solving.result": "Result",
    "npuzzle.solving.run": "Run",
    "npuzzle.solving.verify": "Verification verify",
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _HOMES)
