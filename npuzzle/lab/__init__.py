"""The laboratory: certify a heuristic on every state; compare many runs; mistakes worth a look."""

from npuzzle.heuristics.from_source import heuristic_from_source
from npuzzle.lab.branching import effective_branching
from npuzzle.lab.certificate import (
    Arc,
    Certificate,
    Counterexample,
    Standing,
    certify,
    certifying,
    evaluate,
    judge,
)
from npuzzle.lab.comparison import Comparison, Contender, Row, compare, comparing, contenders
from npuzzle.lab.exhibits import EXHIBITS, Exhibit
from npuzzle.lab.search_trace import TRACED, Node, Status, Trace, trace, tracing
from npuzzle.lab.state_space import Everything, Progress, boards_at_depths, everything

__all__ = [
    "Arc",
    "Certificate",
    "Comparison",
    "Contender",
    "Counterexample",
    "EXHIBITS",
    "Everything",
    "Exhibit",
    "Node",
    "Progress",
    "Row",
    "Standing",
    "Status",
    "TRACED",
    "Trace",
    "boards_at_depths",
    "certify",
    "certifying",
    "compare",
    "comparing",
    "contenders",
    "effective_branching",
    "evaluate",
    "everything",
    "heuristic_from_source",
    "judge",
    "trace",
    "tracing",
]
