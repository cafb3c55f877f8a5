"""The laboratory: certify a heuristic on every state, compare many runs, trace a search step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npuzzle.lazy import lazy_names

if TYPE_CHECKING:
    from npuzzle.heuristics.from_source import heuristic_from_source
    from npuzzle.lab.branching import effective_branching
    from npuzzle.lab.certificate import Arc, Certificate, Counterexample, Standing
    from npuzzle.lab.certification import certify, evaluate, iter_certify, judge
    from npuzzle.lab.comparison import Comparison, Contender, Row, compare, comparing, contenders
    from npuzzle.lab.exhibits import EXHIBITS, Exhibit
    from npuzzle.lab.search_trace import TRACED, Node, Status, Trace, trace, tracing
    from npuzzle.lab.state_space import (
        Progress,
        StateSpace,
        boards_at_depths,
        enumerate_states,
    )

__all__ = [
    "Arc",
    "Certificate",
    "Comparison",
    "Contender",
    "Counterexample",
    "EXHIBITS",
    "Exhibit",
    "Node",
    "Progress",
    "Row",
    "Standing",
    "StateSpace",
    "Status",
    "TRACED",
    "Trace",
    "boards_at_depths",
    "certify",
    "compare",
    "comparing",
    "contenders",
    "effective_branching",
    "enumerate_states",
    "evaluate",
    "heuristic_from_source",
    "iter_certify",
    "judge",
    "trace",
    "tracing",
]

#: The module of each name.
_MODULES = {
    "Arc": "npuzzle.lab.certificate",
    "Certificate": "npuzzle.lab.certificate",
    "Comparison": "npuzzle.lab.comparison",
    "Contender": "npuzzle.lab.comparison",
    "Counterexample": "npuzzle.lab.certificate",
    "EXHIBITS": "npuzzle.lab.exhibits",
    "Exhibit": "npuzzle.lab.exhibits",
    "Node": "npuzzle.lab.search_trace",
    "Progress": "npuzzle.lab.state_space",
    "Row": "npuzzle.lab.comparison",
    "Standing": "npuzzle.lab.certificate",
    "StateSpace": "npuzzle.lab.state_space",
    "Status": "npuzzle.lab.search_trace",
    "TRACED": "npuzzle.lab.search_trace",
    "Trace": "npuzzle.lab.search_trace",
    "boards_at_depths": "npuzzle.lab.state_space",
    "certify": "npuzzle.lab.certification",
    "compare": "npuzzle.lab.comparison",
    "comparing": "npuzzle.lab.comparison",
    "contenders": "npuzzle.lab.comparison",
    "effective_branching": "npuzzle.lab.branching",
    "enumerate_states": "npuzzle.lab.state_space",
    "evaluate": "npuzzle.lab.certification",
    "heuristic_from_source": "npuzzle.heuristics.from_source",
    "iter_certify": "npuzzle.lab.certification",
    "judge": "npuzzle.lab.certification",
    "trace": "npuzzle.lab.search_trace",
    "tracing": "npuzzle.lab.search_trace",
}

#: Names of earlier versions, which stay importable.
_EARLIER = {"Everything": "StateSpace", "everything": "enumerate_states", "certifying": "iter_certify"}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _MODULES, _EARLIER)
