"""`Plan`: a job after all choices. This module also makes the automatic choices.

The algorithm is chosen by a list of rules: the first rule that fits applies. The choice depends on the size
of the board and on the options that were given, never on the tiles, so the same request always means the same
search.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from npuzzle.heuristics import HEURISTICS, MOST_LINE_TABLED, HeuristicCard, line_tables, line_walking_distance
from npuzzle.pattern_databases import MAX_PATTERN_CELLS as MOST_TABLED
from npuzzle.puzzle.problem import Metric, Problem
from npuzzle.puzzle.shape import Shape
from npuzzle.search import ALGORITHMS, AlgorithmCard
from npuzzle.search.base import SearchOptions
from npuzzle.solving.limits import Limits
from npuzzle.text import count

SMALL = 9  # cells up to which A* is chosen, because it needs little memory there
TABLED = 16  # cells up to which IDA* with pattern databases usually proves a shortest path within a second
IMPROVED = 4_096  # cells up to which a few seconds make a path much shorter

ALONE = "It runs in one process, as only searches of larger boards are split."
NAMED_HEURISTIC = "it uses the heuristic that was named"
TOO_LONG = "a proof for {cells:,} cells may take too long, so it improves a path instead"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A plan to search `problem` with this algorithm, heuristic, options and limits.

    `every`: list all shortest paths once one is proved. `why`: a sentence saying why the algorithm was
    chosen; empty if the user named it. `processes`: the most processes for the search, this one included.
    `earlier`: a sentence for the note, saying what earlier searches ruled out or why they do not count; empty
    without earlier searches. See `npuzzle.solving.resume`.
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


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that chooses `algorithm` on boards of up to `most_cells` cells, for `reason`.

    `requires`: the option that must be given for the rule to apply: "heuristic", "within" or none. In the
    reason, `{cells}` and `{within}` are replaced by their numbers.
    """

    algorithm: str
    reason: str
    most_cells: float = inf
    requires: str = ""


#: The rules for moves of single tiles; the first that fits applies.
RULES = (
    Rule("astar", NAMED_HEURISTIC, SMALL, requires="heuristic"),
    Rule("idastar", NAMED_HEURISTIC, requires="heuristic"),
    Rule("astar", "{cells:,} cells are few enough for it to prove the shortest path quickly", SMALL),
    Rule("anytime", "the best path within {within} was asked for", requires="within"),
    Rule(
        "idastar",
        "with pattern databases it proves the shortest path of any board of {cells:,} cells",
        TABLED,
    ),
    Rule("anytime", TOO_LONG, IMPROVED),
    Rule("constructive", "with {cells:,} cells any path is long, and this algorithm finds one immediately"),
)

#: The rules for line moves; the first that fits applies.
LINE_RULES = (
    Rule("astar", "{cells:,} cells are few enough for it to prove the fewest line moves", SMALL),
    Rule("anytime", "the best path within {within} was asked for", requires="within"),
    Rule(
        "idastar",
        "with line tables it proves the fewest line moves of most boards of {cells:,} cells",
        MOST_LINE_TABLED,
    ),
    *RULES[-2:],
)

#: The rules in words, as the page and the command line show them.
AUTOMATIC = {
    "algorithm": (
        f"A* for boards of up to {SMALL} cells, IDA* up to {TABLED}: both prove the shortest path; "
        f"Anytime up to {IMPROVED:,} cells, Constructive above"
    ),
    "heuristic": (
        f"pattern databases for IDA* on {SMALL + 1} to {MOST_TABLED} cells, linear conflict elsewhere"
    ),
}

#: The rules for line moves in words.
AUTOMATIC_LINES = {
    "algorithm": (
        f"A* for boards of up to {SMALL} cells, IDA* up to {MOST_LINE_TABLED}: both prove the fewest line "
        f"moves; Anytime up to {IMPROVED:,} cells, Constructive above"
    ),
    "heuristic": "tables of line moves",
}


def choose_algorithm(
    shape: Shape,
    *,
    within: float | None = None,
    has_heuristic: bool = False,
    metric: Metric = Metric.TILES,
) -> tuple[AlgorithmCard, str]:
    """Choose the algorithm for boards of that shape. Return its card and the reason, a sentence.

    >>> choose_algorithm(Shape(4, 4))[1]
    'IDA* was chosen: with pattern databases it proves the shortest path of any board of 16 cells.'
    """
    given = {"": True, "heuristic": has_heuristic, "within": within is not None}
    rules = LINE_RULES if metric is Metric.LINES else RULES
    rule = next(rule for rule in rules if shape.cells <= rule.most_cells and given[rule.requires])
    card = ALGORITHMS[rule.algorithm]
    time = "" if within is None else count(within, "second")
    return card, f"{card.label} was chosen: {rule.reason.format(cells=shape.cells, within=time)}."


def choose_heuristic(algorithm: AlgorithmCard, shape: Shape, metric: Metric = Metric.TILES) -> HeuristicCard:
    """Choose the heuristic that this algorithm uses on boards of that shape."""
    if metric is Metric.LINES:
        return line_tables if line_tables.fits(shape) else line_walking_distance
    is_tabled = algorithm.name == "idastar" and SMALL < shape.cells <= MOST_TABLED
    return HEURISTICS["pattern-tables" if is_tabled else "linear-conflict"]
