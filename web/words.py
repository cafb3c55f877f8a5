"""What the page says of an answer and of a move, on screen and to a listener."""

from __future__ import annotations

from npuzzle import Move
from web.solving import GIVEN, Answer

WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}


UNPROVED = "From a link or an earlier visit; it leads to the goal. Solve tells whether it is a shortest one"
ENGINES = {"python": "Python", "webassembly": "WebAssembly"}


def headline(answer: Answer) -> str:
    """How a run ended, in a few words."""
    if answer.outcome == GIVEN and answer.length:
        return f"A path of {count(answer.length, 'move')}"
    if answer.length is not None:
        return "Already solved" if answer.length == 0 else f"Solved in {count(answer.length, 'move')}"
    return {
        "cancelled": "Stopped",
        "unsolvable": "Not solvable",
        "no path within the depth limit": "No path within the depth limit",
    }.get(answer.outcome, answer.outcome.capitalize())


def badge(answer: Answer) -> str:
    """What is certain of an answer."""
    if answer.claim == "proved shortest":
        return "Proved shortest"
    if answer.claim is not None:
        return f"{answer.claim.capitalize()} than the shortest, which has {answer.lower_bound} or more"
    if answer.outcome == GIVEN:
        return UNPROVED
    if answer.outcome == "gave up":
        return (
            "The beam ran out of boards to go on from: a wider one may find a path. "
            f"Any has at least {count(answer.lower_bound or 0, 'move')}"
        )
    if answer.lower_bound is not None:
        return f"Ended before a solution was found; any has at least {count(answer.lower_bound, 'move')}"
    return "There is no solution"


def ratio(answer: Answer) -> str:
    """How many times the shortest length a path may have, and what weighted A* promised; or nothing."""
    if not answer.length or not answer.lower_bound or answer.length == answer.lower_bound:
        return ""
    said = f"at most {answer.length / answer.lower_bound:.2f}"
    return said if answer.promised is None else f"{said} (the weight allows {answer.promised:g})"


def paths(answer: Answer) -> str:
    """How many shortest paths there are, if they were looked for."""
    every = answer.every
    if every is None:
        return ""
    more = "" if every["complete"] else " or more (ended early)"
    listed = len(every["paths"])
    return f"{every['count']:,}{more}" + (f", {listed:,} listed" if listed < every["count"] else "")


def describe(move: Move) -> str:
    """`Tile 5 left`."""
    return f"Tile {move.tile} {WAYS[move.letter]}"


def count(n: int, noun: str) -> str:
    """`1 move`, `2 moves`."""
    return f"{n} {noun}" + ("" if n == 1 else "s")
