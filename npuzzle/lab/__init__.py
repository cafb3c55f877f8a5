"""The laboratory: certify a heuristic on every state; compare many runs; mistakes worth a look."""

from npuzzle.lab.certify import (
    Arc,
    Certificate,
    Counterexample,
    Standing,
    certify,
    certifying,
    evaluate,
    judge,
)
from npuzzle.lab.compare import Comparison, Contender, Row, compare, comparing, contenders
from npuzzle.lab.exhibits import EXHIBITS, Exhibit
from npuzzle.lab.growth import effective_branching
from npuzzle.lab.source import heuristic_from_source
from npuzzle.lab.states import Everything, Progress, boards_at_depths, everything
from npuzzle.lab.trace import TRACED, Node, Status, Trace, trace, tracing

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
