"""The laboratory: certify a heuristic on every state, compare many runs, trace a search step by step."""

from __future__ import annotations

from npuzzle.lazy import lazy_names

#: The public names of each module.
_HOMES = {
    "npuzzle.own": "heuristic_from_source",
    "npuzzle.lab.certificate": "Arc Certificate Counterexample Standing",
    "npuzzle.lab.comparison": "Comparison Row effective_branching",
    "npuzzle.lab.exhibits": "EXHIBITS Exhibit",
    "npuzzle.lab.certifying": (
        "HeuristicErrors certify evaluate iter_certify iter_measure_errors judge measure_errors"
    ),
    "npuzzle.lab.comparing": "Contender compare contenders iter_compare",
    "npuzzle.lab.recorder": "Node",
    "npuzzle.lab.tracing": (
        "Expansions Status TRACED Trace iter_record_expansions iter_trace record_expansions trace"
    ),
    "npuzzle.lab.boards": "boards_at_depths",
    "npuzzle.lab.space": "StateSpace enumerate_states",
    "npuzzle.progress": "Progress",
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _HOMES)
