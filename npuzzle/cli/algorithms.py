"""Find the algorithm that a command line names: a built-in one, or one in a file."""

from __future__ import annotations

from npuzzle.errors import UsageError
from npuzzle.heuristics.from_file import find_in_file, read_own_file
from npuzzle.search.custom import AlgorithmLike, as_algorithm


def find_algorithm(named: str) -> AlgorithmLike:
    """Find an algorithm by its name, or load the one that FILE.py:NAME names. Raises UsageError."""
    own = read_own_file(named)
    if own is not None:
        return as_algorithm(find_in_file(own))
    if named.strip().endswith(".py"):
        raise UsageError(f"which algorithm of {named}? Write {named}:NAME")
    return named
