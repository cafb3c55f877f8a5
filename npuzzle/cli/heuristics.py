"""Find the heuristic that a command line names: built in, an exhibit, in a file, or a combination."""

from __future__ import annotations

from npuzzle.errors import UsageError
from npuzzle.heuristics import HEURISTICS, HeuristicLike
from npuzzle.heuristics.combine import is_formula, read_formula
from npuzzle.heuristics.from_file import OwnFile, load, read_own_file
from npuzzle.registry import AUTO, is_auto


def find_heuristic(named: str | OwnFile) -> HeuristicLike:
    """Find a heuristic or exhibit by its name, load what FILE.py:NAME names, or read a combination."""
    own = read_own_file(named) if isinstance(named, str) else named
    if own is not None:
        return load(own)
    assert isinstance(named, str)
    if is_formula(named):
        return read_formula(named, find_heuristic)
    if named.strip().endswith(".py"):
        raise UsageError(f"which heuristic of {named}? Write {named}:NAME")
    if is_auto(named) or named in HEURISTICS:
        return named
    from npuzzle.lab.exhibits import EXHIBITS  # few commands need it

    if named in EXHIBITS:
        return EXHIBITS[named]
    return named  # an unknown name: the job reports it


def heuristic_names() -> tuple[str, ...]:
    """List the names that an argument for a heuristic accepts, with those of the exhibits."""
    from npuzzle.lab.exhibits import EXHIBITS

    return tuple(dict.fromkeys([AUTO, *(card.name for cards in (HEURISTICS, EXHIBITS) for card in cards)]))
