"""What a type checker sees of the names in `__init__.py`."""

from npuzzle.errors import Defect as Defect
from npuzzle.errors import Fault as Fault
from npuzzle.errors import (
    GoalMismatchError as GoalMismatchError,
)
from npuzzle.errors import (
    IllegalMoveError as IllegalMoveError,
)
from npuzzle.errors import (
    InvalidBoardError as InvalidBoardError,
)
from npuzzle.errors import (
    InvalidHeuristicError as InvalidHeuristicError,
)
from npuzzle.errors import (
    InvalidJobError as InvalidJobError,
)
from npuzzle.errors import (
    InvalidMovesError as InvalidMovesError,
)
from npuzzle.errors import (
    InvalidShapeError as InvalidShapeError,
)
from npuzzle.errors import (
    NotProvedError as NotProvedError,
)
from npuzzle.errors import (
    NPuzzleError as NPuzzleError,
)
from npuzzle.errors import (
    UnknownNameError as UnknownNameError,
)
from npuzzle.errors import (
    UnknownOptionError as UnknownOptionError,
)
from npuzzle.heuristics import (
    HEURISTICS as HEURISTICS,
)
from npuzzle.heuristics import (
    Heuristic as Heuristic,
)
from npuzzle.heuristics import (
    HeuristicCard as HeuristicCard,
)
from npuzzle.heuristics import (
    estimate as estimate,
)
from npuzzle.heuristics import (
    from_batch as from_batch,
)
from npuzzle.heuristics import (
    from_function as from_function,
)
from npuzzle.heuristics import (
    maximum as maximum,
)
from npuzzle.heuristics import (
    weighted as weighted,
)
from npuzzle.lab.boards import boards_at as boards_at
from npuzzle.lab.boards import random_board as random_board
from npuzzle.lab.certifying import certify as certify
from npuzzle.lab.comparing import compare as compare
from npuzzle.lab.tracing import trace as trace
from npuzzle.puzzle.board import Board as Board
from npuzzle.puzzle.board import goal_board as goal_board
from npuzzle.puzzle.goals import GOALS as GOALS
from npuzzle.puzzle.moves import Move as Move
from npuzzle.puzzle.moves import (
    Notation as Notation,
)
from npuzzle.puzzle.moves import (
    format_moves as format_moves,
)
from npuzzle.puzzle.moves import (
    multi_tile_length as multi_tile_length,
)
from npuzzle.puzzle.moves import (
    single_tile_length as single_tile_length,
)
from npuzzle.puzzle.play import parse_moves as parse_moves
from npuzzle.puzzle.problem import Metric as Metric
from npuzzle.puzzle.problem import Problem as Problem
from npuzzle.puzzle.scramble import random_walk as random_walk
from npuzzle.puzzle.sets import load_set as load_set
from npuzzle.puzzle.shape import Shape as Shape
from npuzzle.puzzle.solvability import (
    Check as Check,
)
from npuzzle.puzzle.solvability import (
    Explanation as Explanation,
)
from npuzzle.puzzle.solvability import (
    check as check,
)
from npuzzle.puzzle.solvability import (
    inversion_pairs as inversion_pairs,
)
from npuzzle.puzzle.solvability import (
    is_solvable as is_solvable,
)
from npuzzle.search import (
    ALGORITHMS as ALGORITHMS,
)
from npuzzle.search import (
    AlgorithmCard as AlgorithmCard,
)
from npuzzle.search import (
    SearchOptions as SearchOptions,
)
from npuzzle.search import (
    Snapshot as Snapshot,
)
from npuzzle.search.base import Number as Number
from npuzzle.search.base import Stats as Stats
from npuzzle.search.best_first import best_first as best_first
from npuzzle.solving.distance import best_moves as best_moves
from npuzzle.solving.distance import distance as distance
from npuzzle.solving.driver import Found as Found
from npuzzle.solving.driver import explore as explore
from npuzzle.solving.job import Job as Job
from npuzzle.solving.job import solve as solve
from npuzzle.solving.job import start as start
from npuzzle.solving.limits import Limits as Limits
from npuzzle.solving.limits import Outcome as Outcome
from npuzzle.solving.many import solve_many as solve_many
from npuzzle.solving.plan import Plan as Plan
from npuzzle.solving.result import Result as Result
from npuzzle.solving.run import Run as Run
from npuzzle.solving.verify import Verification as Verification
from npuzzle.solving.verify import verify as verify
from npuzzle.version import __version__ as __version__
