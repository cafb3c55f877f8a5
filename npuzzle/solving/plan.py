"""`Plan`: a job with all choices made, ready to run."""

from __future__ import annotations

from dataclasses import dataclass, field

from npuzzle.heuristics import HeuristicCard
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import AlgorithmCard, SearchOptions
from npuzzle.solving.limits import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Search `problem` with this algorithm, heuristic, options and limits.

    `every`: list all shortest paths once one is proved. `why`: why the algorithm was chosen, in a sentence;
    empty if it was named. `processes`: the most processes for the search, this one included. `earlier`: what
    was ruled out in earlier searches, or why that was not used, in a sentence for the note; empty if there is
    nothing to say. See `npuzzle.solving.resume`.
    """

    problem: Problem
    algorithm: AlgorithmCard
    heuristic: HeuristicCard
    options: SearchOptions = field(default_factory=SearchOptions)
    limits: Limits = field(default_factory=Limits)
    every: bool = False
    why: str = ""
    processes: int = 1
    earlier: str = ""
