"""What is certain about an answer, after a search and before it. Every "proved" comes from this module.

After a search the claim follows from two numbers: the length of the path, which was replayed, and a lower
bound, below which there is no path (`Known`). The lower bound is the larger of `bound_without_search` and the
bound of the search. The bound of the search counts only if the algorithm uses no heuristic, or one that is
marked as admissible. If the package does not prove the bound, the claim names what must be assumed. Counted
in single moves, all paths from a board to its goal have lengths of the same parity, so the bound is rounded
up to it.

Before a search, `promise` says what algorithm and heuristic guarantee for every board, and `describe_risk`
says what may end the search early.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from math import factorial, inf

from npuzzle.errors import DIGITS
from npuzzle.heuristics.base import HeuristicCard
from npuzzle.heuristics.conflicts import LinearConflict
from npuzzle.numbers import require_real
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import AlgorithmCard, Risk, SearchOptions, Snapshot, is_ours, list_assumptions, whole
from npuzzle.solving.limits import Outcome
from npuzzle.solving.plan import SMALL, TABLED, Plan, choose_algorithm, choose_heuristic
from npuzzle.text import count

PROVED = "proved shortest"
LATER = "says afterwards how far it may be from the shortest"
SECONDS_FOR_3X3 = 20  # enough for a search through all boards of 3x3 on a slow machine
COUNTED = 16  # cells up to which texts give the number of boards; above, it has 16 digits or more
ALWAYS = "always says how far it may be from the shortest"


# After the search


def claim_of(length: int, lower_bound: int, assumes: Sequence[str] = ()) -> str:
    """Return the claim about a path of that length, if no path is shorter than the bound.

    >>> claim_of(20, 20), claim_of(20, 18), claim_of(20, 20, ["mine is admissible"])
    ('proved shortest', 'at most 2 longer', 'shortest if mine is admissible')
    """
    excess = length - lower_bound
    if not assumes:
        return PROVED if excess == 0 else f"at most {excess:,} longer"
    return f"{'shortest' if excess == 0 else f'at most {excess:,} longer'} {write_condition(assumes)}"


def write_condition(assumes: Sequence[str]) -> str:
    """Write the condition of a claim in words.

    >>> write_condition(["mine is admissible", "the bound of search is right"])
    'if mine is admissible and the bound of search is right'
    """
    return f"if {' and '.join(assumes)}"


def bound_without_search(problem: Problem) -> int:
    """Return a lower bound on the length of every path: linear conflict, rounded up to the parity."""
    if not problem.counts_lines:
        return round_up(LinearConflict(problem.goal).estimate(problem.initial), problem.parity)
    from npuzzle.heuristics.walking import LineWalkingDistance

    return round_up(LineWalkingDistance(problem.goal).estimate(problem.initial), problem.parity)


def round_up(bound: float, parity: int | None) -> int:
    """Return the least length of that parity that is not below the bound (None: of any parity)."""
    length = whole(bound)
    return length if parity is None else length + (length + parity) % 2


def require_bound(bound: float) -> float:
    """Return the bound of a search. Raises InvalidJobError if a user's search reports no number."""
    rule = f"the bound of a search must be a number, 0 or more, of at most {DIGITS} digits"
    return require_real(bound, rule, 0, 10**DIGITS - 1)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known about the lengths of paths: none is below `floor`, and all have `parity` (None: either).

    `trusted`: whether the bound of the search counts. This object has no reference to `Run`: without a
    reference cycle, the memory of a search is freed as soon as the Run is dropped.
    """

    parity: int | None
    _: KW_ONLY
    trusted: bool
    floor: float = 0
    depth: int | None = None

    def lower_bound(self, now: Snapshot) -> int:
        """Return a length that no path is below. The bound of the search counts only if `trusted`."""
        bound = max(self.floor, require_bound(now.bound)) if self.trusted else self.floor
        return round_up(bound, self.parity)

    @property
    def proved_bound(self) -> int:
        """No path is shorter than this length, even if the heuristic is wrongly marked as admissible."""
        return round_up(self.floor, self.parity)

    def end_early(self, now: Snapshot) -> Outcome | None:
        """Return NO_PATH if the bound is above the depth limit, else None."""
        return Outcome.NO_PATH if self.depth is not None and self.lower_bound(now) > self.depth else None


# Before the search


class Guarantee(Enum):
    """What is certain about the path before the search. The strongest guarantee comes first."""

    SHORTEST = "shortest"
    BOUNDED = "bounded"
    SOME_PATH = "some path"
    PERHAPS = "perhaps"


@dataclass(frozen=True, slots=True)
class Promise:
    """A guarantee in words. `times`: a path found is at most this many times as long as a shortest one."""

    guarantee: Guarantee
    sentence: str
    times: float | None = None


def promise(
    algorithm: AlgorithmCard, heuristic: HeuristicCard, options: SearchOptions | None = None
) -> Promise:
    """Return what algorithm and heuristic guarantee for every solvable board, unless a limit ends the search.

    >>> from npuzzle import ALGORITHMS, HEURISTICS
    >>> promise(ALGORITHMS["weighted-astar"], HEURISTICS["manhattan"]).sentence
    'Finds a path at most 1.5 times as long as the shortest.'
    """
    options = algorithm.options() if options is None else options
    depth, factor = options.max_depth, algorithm.factor(options) or 1.0
    trusted = heuristic.admissible or not algorithm.informed
    if algorithm.improves and is_ours(algorithm):
        if depth is None:
            sentence = f"Finds a path immediately, then shorter ones until it ends; {ALWAYS}."
            return Promise(Guarantee.SOME_PATH, sentence)
        up_to = f"a path of up to {count(depth, 'move')}"
        looks = f"Looks for {up_to}, which it may miss, then for shorter ones"
        sentence = f"{looks}; {ALWAYS}."
        return Promise(Guarantee.PERHAPS, sentence)
    if not (is_ours(algorithm) and algorithm.finds_within(depth)):
        sentence = f"May give up without a path; if it finds one, {LATER}."
        return Promise(Guarantee.PERHAPS, sentence)
    assumes = list_assumptions(algorithm, heuristic)
    if algorithm.optimal and trusted and assumes:
        length = (
            "a shortest path" if factor <= 1 else f"a path at most {factor:g} times as long as the shortest"
        )
        sentence = f"Finds {length} {write_condition(assumes)}, which is not proved."
        return Promise(Guarantee.SOME_PATH, sentence)
    if algorithm.optimal and trusted and factor <= 1:
        return Promise(Guarantee.SHORTEST, "Finds a shortest path and proves it.", 1.0)
    if algorithm.optimal and trusted:
        sentence = f"Finds a path at most {factor:g} times as long as the shortest."
        return Promise(Guarantee.BOUNDED, sentence, factor)
    deepest = algorithm.default_depth if depth is None else depth
    if algorithm.default_depth is not None and deepest is not None:
        sentence = f"Finds a path of up to {count(deepest, 'move')}, if there is one; {LATER}."
        return Promise(Guarantee.PERHAPS, sentence)
    if not trusted:
        sentence = f"Finds a path, which need not be shortest, as this heuristic can overestimate; {LATER}."
        return Promise(Guarantee.SOME_PATH, sentence)
    return Promise(Guarantee.SOME_PATH, f"Finds a path quickly; {LATER}.")


def describe_risk(plan: Plan) -> str:
    """Describe what may end the search before it keeps its promise. Return "" if nothing will.

    >>> from npuzzle import Job
    >>> hard = "15 11 8 12/14 10 13 9/2 7 4 5/3 6 1 0"  # 80 moves
    >>> describe_risk(Job.create(hard, algorithm="breadth-first", seconds=60).resolve())
    'It may run out of time (60 seconds) or memory first: this size has 10,461,394,944,000 boards.'
    >>> describe_risk(Job.create(hard, seconds=60).resolve())
    'The hardest boards may take longer than 60 seconds.'
    """
    algorithm, limits, cells = plan.algorithm, plan.limits, plan.problem.shape.cells
    stores = algorithm.risk is Risk.MEMORY
    if algorithm.risk is Risk.NONE or not algorithm.complete or _is_easy(plan):
        return ""
    if limits.expanded is not None or limits.stored is not None:
        return "It may reach one of your limits first."
    if _is_automatic(plan):
        time = limits.seconds
        return "" if time is None else f"The hardest boards may take longer than {count(time, 'second')}."
    ends = [] if limits.seconds is None else [f"time ({count(limits.seconds, 'second')})"]
    ends += ["memory"] if stores else []
    if not ends:
        return "It may take very long."
    why = f": this size has {_count_boards(cells):,} boards" if stores and cells <= COUNTED else ""
    return f"It may run out of {' or '.join(ends)} first{why}."


def _is_easy(plan: Plan) -> bool:
    """Return whether the search surely ends within the limits, because there are few boards."""
    algorithm, limits, shape = plan.algorithm, plan.limits, plan.problem.shape
    boards = _count_boards(shape.cells)
    allowed = ((limits.seconds, SECONDS_FOR_3X3), (limits.expanded, boards), (limits.stored, boards))
    if any(limit is not None and limit < enough for limit, enough in allowed):
        return False
    guided = algorithm.informed and plan.heuristic is choose_heuristic(algorithm, shape)
    return shape.cells <= SMALL and (guided or algorithm.risk is Risk.MEMORY)


def _is_automatic(plan: Plan) -> bool:
    """Return whether the plan is the automatic choice for a proof, which nearly always takes seconds."""
    shape, algorithm = plan.problem.shape, plan.algorithm
    chosen = shape.cells <= TABLED and algorithm is choose_algorithm(shape)[0]
    return chosen and plan.heuristic is choose_heuristic(algorithm, shape)


def _count_boards(cells: int) -> float:
    """Count the boards that can reach a goal. Return infinity if they are too many to search through."""
    return factorial(cells) // 2 if cells <= COUNTED else inf
