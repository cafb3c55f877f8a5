"""Sliding-tile puzzles, solved and proved: `check`, `solve`, `scramble` and what they are made of.

>>> from npuzzle import solve
>>> solve("8 6 7/2 5 4/3 0 1").claim
'proved shortest'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from npuzzle.lazy import lazy_names
from npuzzle.version import __version__ as __version__

if TYPE_CHECKING:
    from npuzzle.errors import (
        GoalMismatchError,
        IllegalMoveError,
        InvalidBoardError,
        InvalidHeuristicError,
        InvalidJobError,
        InvalidMovesError,
        InvalidShapeError,
        NPuzzleError,
        UnknownNameError,
        UnknownOptionError,
    )
    from npuzzle.heuristics import (
        HEURISTICS,
        Heuristic,
        HeuristicCard,
        estimate,
        from_function,
        maximum,
        weighted,
    )
    from npuzzle.lab.certification import certify
    from npuzzle.lab.random_boards import random_board
    from npuzzle.lab.run_comparison import compare
    from npuzzle.lab.search_trace import trace
    from npuzzle.puzzle.board import Board, goal_board
    from npuzzle.puzzle.defects import Defect, Fault
    from npuzzle.puzzle.goals import GOALS
    from npuzzle.puzzle.metric import Metric
    from npuzzle.puzzle.moves import (
        Notation,
        format_moves,
        multi_tile_length,
        parse_moves,
        single_tile_length,
    )
    from npuzzle.puzzle.mutable_board import Move
    from npuzzle.puzzle.problem import Problem
    from npuzzle.puzzle.scramble import random_walk
    from npuzzle.puzzle.shape import Shape
    from npuzzle.puzzle.solvability import Check, Explanation, check, inversion_pairs, is_solvable
    from npuzzle.search import ALGORITHMS, AlgorithmCard, SearchOptions, Snapshot
    from npuzzle.search.base import Number, Stats
    from npuzzle.search.best_first import best_first
    from npuzzle.solving.driver import Found, explore
    from npuzzle.solving.job import Job, solve, start
    from npuzzle.solving.limits import Limits, Outcome
    from npuzzle.solving.many import solve_many
    from npuzzle.solving.plan import Plan
    from npuzzle.solving.result import Result
    from npuzzle.solving.run import Run
    from npuzzle.solving.verify import Verification, verify

__all__ = [
    "ALGORITHMS",
    "AlgorithmCard",
    "Board",
    "Check",
    "Defect",
    "Explanation",
    "Fault",
    "Found",
    "GOALS",
    "GoalMismatchError",
    "HEURISTICS",
    "Heuristic",
    "HeuristicCard",
    "IllegalMoveError",
    "InvalidBoardError",
    "InvalidHeuristicError",
    "InvalidJobError",
    "InvalidMovesError",
    "InvalidShapeError",
    "Job",
    "Limits",
    "Metric",
    "Move",
    "NPuzzleError",
    "Notation",
    "Number",
    "Outcome",
    "Plan",
    "Problem",
    "Result",
    "Run",
    "SearchOptions",
    "Shape",
    "Snapshot",
    "Stats",
    "UnknownNameError",
    "UnknownOptionError",
    "Verification",
    "best_first",
    "certify",
    "check",
    "compare",
    "estimate",
    "explore",
    "format_moves",
    "from_function",
    "goal_board",
    "inversion_pairs",
    "is_solvable",
    "maximum",
    "multi_tile_length",
    "parse_moves",
    "random_board",
    "random_walk",
    "single_tile_length",
    "solve",
    "solve_many",
    "start",
    "trace",
    "verify",
    "weighted",
]

#: The module of each name.
_MODULES = {
    "ALGORITHMS": "npuzzle.search",
    "AlgorithmCard": "npuzzle.search",
    "Board": "npuzzle.puzzle.board",
    "Check": "npuzzle.puzzle.solvability",
    "Defect": "npuzzle.puzzle.defects",
    "Explanation": "npuzzle.puzzle.solvability",
    "Fault": "npuzzle.puzzle.defects",
    "Found": "npuzzle.solving.driver",
    "GOALS": "npuzzle.puzzle.goals",
    "GoalMismatchError": "npuzzle.errors",
    "HEURISTICS": "npuzzle.heuristics",
    "Heuristic": "npuzzle.heuristics",
    "HeuristicCard": "npuzzle.heuristics",
    "IllegalMoveError": "npuzzle.errors",
    "InvalidBoardError": "npuzzle.errors",
    "InvalidHeuristicError": "npuzzle.errors",
    "InvalidJobError": "npuzzle.errors",
    "InvalidMovesError": "npuzzle.errors",
    "InvalidShapeError": "npuzzle.errors",
    "Job": "npuzzle.solving.job",
    "Limits": "npuzzle.solving.limits",
    "Metric": "npuzzle.puzzle.metric",
    "Move": "npuzzle.puzzle.mutable_board",
    "NPuzzleError": "npuzzle.errors",
    "Notation": "npuzzle.puzzle.moves",
    "Number": "npuzzle.search.base",
    "Outcome": "npuzzle.solving.limits",
    "Plan": "npuzzle.solving.plan",
    "Problem": "npuzzle.puzzle.problem",
    "Result": "npuzzle.solving.result",
    "Run": "npuzzle.solving.run",
    "SearchOptions": "npuzzle.search",
    "Shape": "npuzzle.puzzle.shape",
    "Snapshot": "npuzzle.search",
    "Stats": "npuzzle.search.base",
    "UnknownNameError": "npuzzle.errors",
    "UnknownOptionError": "npuzzle.errors",
    "Verification": "npuzzle.solving.verify",
    "best_first": "npuzzle.search.best_first",
    "certify": "npuzzle.lab.certification",
    "check": "npuzzle.puzzle.solvability",
    "compare": "npuzzle.lab.run_comparison",
    "estimate": "npuzzle.heuristics",
    "explore": "npuzzle.solving.driver",
    "format_moves": "npuzzle.puzzle.moves",
    "from_function": "npuzzle.heuristics",
    "goal_board": "npuzzle.puzzle.board",
    "inversion_pairs": "npuzzle.puzzle.solvability",
    "is_solvable": "npuzzle.puzzle.solvability",
    "maximum": "npuzzle.heuristics",
    "multi_tile_length": "npuzzle.puzzle.moves",
    "parse_moves": "npuzzle.puzzle.moves",
    "random_board": "npuzzle.lab.random_boards",
    "random_walk": "npuzzle.puzzle.scramble",
    "single_tile_length": "npuzzle.puzzle.moves",
    "solve": "npuzzle.solving.job",
    "solve_many": "npuzzle.solving.many",
    "start": "npuzzle.solving.job",
    "trace": "npuzzle.lab.search_trace",
    "verify": "npuzzle.solving.verify",
    "weighted": "npuzzle.heuristics",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _MODULES)
