"""The laboratory: certify a heuristic on every state, compare many runs, trace a search step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npuzzle.lazy import lazy_names

if TYPE_CHECKING:
    from npuzzle.heuristics.from_source import heuristic_from_source
    from npuzzle.lab.branching import effective_branching
    from npuzzle.lab.certificate import Arc, Certificate, Counterexample, Standing
    from npuzzle.lab.certification import certify, evaluate, iter_certify, judge
    from npuzzle.lab.comparison import Comparison, Row
    from npuzzle.lab.exhibits import EXHIBITS, Exhibit
    from npuzzle.lab.expansions import Expansions, iter_record_expansions, record_expansions
    from npuzzle.lab.heuristic_errors import HeuristicErrors, iter_measure_errors, measure_errors
    from npuzzle.lab.run_comparison import compare, iter_compare
    from npuzzle.lab.search_trace import TRACED, iter_trace, trace
    from npuzzle.lab.state_space import (
        Progress,
        StateSpace,
        boards_at_depths,
        enumerate_states,
    )
    from npuzzle.lab.trace_values import Node, Status, Trace
    from npuzzle.lab.ways import Contender, contenders

__all__ = [
    "Arc",
    "Certificate",
    "Comparison",
    "Contender",
    "Counterexample",
    "EXHIBITS",
    "Exhibit",
    "Expansions",
    "HeuristicErrors",
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
    "contenders",
    "effective_branching",
    "enumerate_states",
    "evaluate",
    "heuristic_from_source",
    "iter_certify",
    "iter_compare",
    "iter_measure_errors",
    "iter_record_expansions",
    "iter_trace",
    "judge",
    "measure_errors",
    "record_expansions",
    "trace",
]

#: The module of each name.
_MODULES = {
    "Arc": "npuzzle.lab.certificate",
    "Certificate": "npuzzle.lab.certificate",
    "Comparison": "npuzzle.lab.comparison",
    "Contender": "npuzzle.lab.ways",
    "Counterexample": "npuzzle.lab.certificate",
    "EXHIBITS": "npuzzle.lab.exhibits",
    "Exhibit": "npuzzle.lab.exhibits",
    "Expansions": "npuzzle.lab.expansions",
    "HeuristicErrors": "npuzzle.lab.heuristic_errors",
    "Node": "npuzzle.lab.trace_values",
    "Progress": "npuzzle.lab.state_space",
    "Row": "npuzzle.lab.comparison",
    "Standing": "npuzzle.lab.certificate",
    "StateSpace": "npuzzle.lab.state_space",
    "Status": "npuzzle.lab.trace_values",
    "TRACED": "npuzzle.lab.search_trace",
    "Trace": "npuzzle.lab.trace_values",
    "boards_at_depths": "npuzzle.lab.state_space",
    "certify": "npuzzle.lab.certification",
    "compare": "npuzzle.lab.run_comparison",
    "contenders": "npuzzle.lab.ways",
    "effective_branching": "npuzzle.lab.branching",
    "enumerate_states": "npuzzle.lab.state_space",
    "evaluate": "npuzzle.lab.certification",
    "heuristic_from_source": "npuzzle.heuristics.from_source",
    "iter_certify": "npuzzle.lab.certification",
    "iter_compare": "npuzzle.lab.run_comparison",
    "iter_measure_errors": "npuzzle.lab.heuristic_errors",
    "iter_record_expansions": "npuzzle.lab.expansions",
    "iter_trace": "npuzzle.lab.search_trace",
    "judge": "npuzzle.lab.certification",
    "measure_errors": "npuzzle.lab.heuristic_errors",
    "record_expansions": "npuzzle.lab.expansions",
    "trace": "npuzzle.lab.search_trace",
}

#: Names of earlier versions, which stay importable.
_EARLIER = {
    "Everything": "StateSpace",
    "everything": "enumerate_states",
    "certifying": "iter_certify",
    "comparing": "iter_compare",
    "tracing": "iter_trace",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _MODULES, _EARLIER)
