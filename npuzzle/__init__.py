"""Sliding-tile puzzles, solved and proved: `check`, `solve`, `scramble` and what they are made of.

>>> from npuzzle import solve
>>> solve("8 6 7/2 5 4/3 0 1").claim
'proved shortest'
"""

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
    from_function,
    maximum,
    weighted,
)
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.defects import Defect, Fault
from npuzzle.puzzle.goals import GOALS, goal_board
from npuzzle.puzzle.moves import (
    Notation,
    format_moves,
    multi_tile_length,
    parse_moves,
    single_tile_length,
)
from npuzzle.puzzle.mutable_board import Move
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.scramble import random_board, random_walk
from npuzzle.puzzle.shape import Shape
from npuzzle.puzzle.solvability import Check, Explanation, check, inversion_pairs
from npuzzle.search import ALGORITHMS, AlgorithmCard, SearchOptions, Snapshot
from npuzzle.search.best_first import best_first
from npuzzle.solving.driver import Found, explore
from npuzzle.solving.job import Job, solve, start
from npuzzle.solving.limits import Limits, Outcome
from npuzzle.solving.plan import Plan
from npuzzle.solving.result import Result
from npuzzle.solving.run import Run

__version__ = "0.1.0"

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
    "Move",
    "NPuzzleError",
    "Notation",
    "Outcome",
    "Plan",
    "Problem",
    "Result",
    "Run",
    "SearchOptions",
    "Shape",
    "Snapshot",
    "UnknownNameError",
    "UnknownOptionError",
    "best_first",
    "check",
    "explore",
    "format_moves",
    "from_function",
    "goal_board",
    "inversion_pairs",
    "maximum",
    "multi_tile_length",
    "parse_moves",
    "random_board",
    "random_walk",
    "single_tile_length",
    "solve",
    "start",
    "weighted",
]
