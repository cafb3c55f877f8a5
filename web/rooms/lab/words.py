"""Describe a certificate in sentences, each of which is true by itself."""

from __future__ import annotations

from npuzzle import HEURISTICS
from npuzzle.lab import Certificate
from npuzzle.lab.certificate import CAUSES
from web.page.texts_from_links import is_linked
from web.ui.table import Table

#: How the user's heuristic compares with another one.
RELATIONS = {
    "dominates": "yours dominates it",
    "dominated": "it dominates yours",
    "equal": "the same everywhere",
    "incomparable": "neither dominates",
}


FROM_LINK = "This code came from a link opened here; you did not write it. Read it before you run it."


def describe_origin(linked: str, text: str) -> str:
    """Report that the text came with a link, or return "". `linked`: the note of `texts_from_links`."""
    return FROM_LINK if text.strip() and is_linked(linked, text) else ""


def headline(proof: Certificate) -> str:
    """Describe in a few words whether the heuristic is admissible, and whether it is consistent."""
    if proof.admissible:
        return "Admissible and consistent" if proof.consistent else "Admissible, but not consistent"
    return "Consistent, but not admissible" if proof.consistent else "Not admissible, not consistent"


def kind(proof: Certificate) -> str:
    """Choose the colour of the badge: `proved`, `bounded` or `none`."""
    return "none" if not proof.admissible else "proved" if proof.consistent else "bounded"


def meaning(proof: Certificate) -> str:
    """Explain the meaning of the verdict for a search."""
    if not proof.admissible:
        return "A* with it may return a path that is longer than the shortest."
    if not proof.consistent:
        return "A* with it finds a shortest path, but may have to expand a state more than once."
    return "A* with it finds a shortest path and expands no state twice."


def admissible(proof: Certificate) -> str:
    if proof.admissible:
        return f"It is never above the true distance, on all {proof.states:,} states."
    return (
        f"It is above the true distance on {proof.bad_states:,} of the {proof.states:,} states, "
        f"by {number(proof.worst_excess)} at worst."
    )


def consistent(proof: Certificate) -> str:
    if proof.consistent:
        return "No move changes it by more than 1."
    return f"It changes by more than 1 on {proof.bad_arcs:,} pairs of boards that are one move apart."


def at_goal(proof: Certificate) -> str:
    """Describe the error at the goal, or "" if there is none."""
    if proof.goal_value == 0:
        return ""
    return f"At the goal, where no move is left, it gives {number(proof.goal_value)}; {CAUSES}."


def counterexample(proof: Certificate) -> str:
    """Describe the counterexample nearest to the goal, or "" if there is none."""
    case = proof.counterexample
    if case is None:
        return ""
    if case.distance == 0:
        return f"The nearest such board is the goal itself: it gives {number(case.h)}, the distance is 0."
    moves = "1 move" if case.distance == 1 else f"{case.distance} moves"
    return f"The nearest such board: it gives {number(case.h)}, but the goal is {moves} away."


def arc(proof: Certificate) -> str:
    """Describe the inconsistent pair nearest to the goal, or "" if there is none."""
    pair = proof.arc
    if pair is None:
        return ""
    return (
        f"The nearest such pair: it gives {number(pair.h)} for the first board "
        f"and {number(pair.other_h)} for the second."
    )


def figures(proof: Certificate, seconds: float) -> list[tuple[str, str]]:
    """List the figures of the certificate, each with its term."""
    return [
        ("Mean", mean(proof)),
        ("Largest", number(proof.maximum)),
        ("Exact on", exact(proof)),
        ("States", f"{proof.states:,}"),
        ("Seconds", f"{seconds:.1f}"),
    ]


def mean(proof: Certificate) -> str:
    """Format the mean of the estimates with one to four decimals."""
    text = f"{proof.mean:.4f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text


def exact(proof: Certificate) -> str:
    """Format the share of states with an exact estimate. Only all states give 100%, and only none 0%."""
    if proof.exact in (0, 1):
        return f"{proof.exact:.0%}"
    return f"{min(max(100 * proof.exact, 0.01), 99.99):.2f}%"


def standings(proof: Certificate) -> Table:
    """Make the table of the other heuristics: which one dominates, and how often yours is higher or lower."""
    rows = [
        (
            HEURISTICS[name].label if name in HEURISTICS else name,
            RELATIONS[standing.relation],
            f"{standing.higher:,}",
            f"{standing.lower:,}",
        )
        for name, standing in proof.against.items()
    ]
    return Table(("Heuristic", "Who dominates", "Yours higher on", "Yours lower on"), tuple(rows))


def number(value: float) -> str:
    """Format a number briefly, without needless zeros."""
    return f"{value:,.6g}" if abs(value) < 1e6 else f"{value:.4g}"
