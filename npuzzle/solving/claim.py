"""The claim of an answer: what is certain about the length of its path, in words."""

from __future__ import annotations

from collections.abc import Sequence

PROVED = "proved shortest"


def claim_of(length: int, lower_bound: int, assumes: Sequence[str] = ()) -> str:
    """Say what is certain about a path of that length, if no path is shorter than the bound.

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
