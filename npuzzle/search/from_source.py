"""Make an algorithm from Python text; every error names its line."""

from __future__ import annotations

from npuzzle.errors import InvalidHeuristicError, InvalidJobError, require
from npuzzle.heuristics.from_source import SEARCH_NAME, run_source
from npuzzle.search.base import AlgorithmCard
from npuzzle.search.custom import as_algorithm


def algorithm_from_source(text: str, *, name: str = "yours") -> AlgorithmCard:
    """Run `text`; make a card of its function `search`, as `as_algorithm` does.

    >>> algorithm_from_source("def search(problem): yield").informed
    False

    Raises InvalidJobError, which names the line at fault: `line 1: NameError: name 'foo' is not defined`. So
    does the search of the card when it is run.
    """
    require(text, str, "an algorithm is written as text")
    require(name, str, "the name of an algorithm is text")
    try:
        search = run_source(text, name).get(SEARCH_NAME)
    except InvalidHeuristicError as error:
        raise InvalidJobError(str(error)) from error
    if not callable(search):
        raise InvalidJobError("the text has no algorithm: write a function search(problem)")
    return as_algorithm(search)
