"""What an algorithm and a heuristic guarantee before the search begins."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from npuzzle.heuristics.base import HeuristicCard
from npuzzle.search.base import AlgorithmCard, SearchOptions
from npuzzle.solving.claim import write_condition

LATER = "says afterwards how far it may be from the shortest"
ALWAYS = "says all the time how far it may be from the shortest"


class Guarantee(Enum):
    """What is certain about the path before the search, from most to least."""

    SHORTEST = "shortest"
    BOUNDED = "bounded"
    SOME_PATH = "some path"
    PERHAPS = "perhaps"


@dataclass(frozen=True, slots=True)
class Promise:
    """A guarantee in words; `times`: a path found has at most this many times the shortest length."""

    guarantee: Guarantee
    sentence: str
    times: float | None = None


def promise(
    algorithm: AlgorithmCard, heuristic: HeuristicCard, options: SearchOptions | None = None
) -> Promise:
    """Say what is certain, from the cards alone, for every solvable board, unless a limit ends the search.

    >>> from npuzzle import ALGORITHMS, HEURISTICS
    >>> promise(ALGORITHMS["weighted-astar"], HEURISTICS["manhattan"]).sentence
    'Finds a path at most 1.5 times as long as the shortest.'
    """
    options = algorithm.options() if options is None else options
    depth, factor = options.max_depth, algorithm.factor(options) or 1.0
    trusted = heuristic.admissible or not algorithm.informed
    if algorithm.improves:
        if depth is None:
            sentence = f"Finds a path at once, then shorter ones until it ends; {ALWAYS}."
            return Promise(Guarantee.SOME_PATH, sentence)
        looks = f"Looks for a path of up to {depth} moves, which it may miss, then for shorter ones"
        sentence = f"{looks}; {ALWAYS}."
        return Promise(Guarantee.PERHAPS, sentence)
    if not algorithm.finds_within(depth):
        sentence = f"May give up without a path; if it finds one, {LATER}."
        return Promise(Guarantee.PERHAPS, sentence)
    if algorithm.optimal and algorithm.informed and heuristic.assumes:
        length = (
            "a shortest path" if factor <= 1 else f"a path at most {factor:g} times as long as the shortest"
        )
        sentence = f"Finds {length} {write_condition(heuristic.assumes)}, which is not proved."
        return Promise(Guarantee.SOME_PATH, sentence)
    if algorithm.optimal and trusted and factor <= 1:
        return Promise(Guarantee.SHORTEST, "Finds a shortest path and proves it.", 1.0)
    if algorithm.optimal and trusted:
        sentence = f"Finds a path at most {factor:g} times as long as the shortest."
        return Promise(Guarantee.BOUNDED, sentence, factor)
    deepest = algorithm.default_depth if depth is None else depth
    if algorithm.default_depth is not None:
        sentence = f"Finds a path of up to {deepest} moves, if there is one; {LATER}."
        return Promise(Guarantee.PERHAPS, sentence)
    if not trusted:
        sentence = f"Finds a path, which need not be shortest, as this heuristic can overestimate; {LATER}."
        return Promise(Guarantee.SOME_PATH, sentence)
    return Promise(Guarantee.SOME_PATH, f"Finds a path quickly; {LATER}.")
