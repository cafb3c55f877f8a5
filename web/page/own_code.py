"""Names for the heuristic and the algorithm that a visitor writes in the Lab, and messages if none exists."""

from __future__ import annotations

import re

from npuzzle.errors import InvalidJobError
from npuzzle.search.base import AlgorithmCard, Search

OWN = "own"  # the choice of the heuristic, or the algorithm, that is written in the Lab
OWN_LABEL = "Yours (Lab)"
NO_SOURCE = "You have not written a heuristic yet: write one in the Lab."
NO_ALGORITHM = "There is no function search(problem) in the Lab: write one there, or choose an example."
APART = (
    "Your algorithm does not run in the solver, which has the certified estimates: choose Yours (Lab) "
    "or another heuristic."
)


def refuse_own_algorithm(*_: object) -> Search:
    """Raise an error: only the sandbox runs code from the Lab."""
    raise InvalidJobError(NO_ALGORITHM.removesuffix("."))


#: The card of an algorithm that is written in the Lab.
OWN_ALGORITHM = AlgorithmCard(
    name=OWN,
    label="Your algorithm",
    summary="the function search in the Lab",
    search=refuse_own_algorithm,
    informed=True,
    complete=False,
)


def defines_search(source: str) -> bool:
    """Return whether code defines a function `search`, and so an algorithm. The code does not run."""
    return re.search(r"^def search\s*\(", source, re.MULTILINE) is not None
