"""Two heuristics that only the page offers: a combination that the user types, and one from the Lab."""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle import Board
from npuzzle.errors import InvalidJobError
from npuzzle.heuristics import HEURISTICS, HeuristicCard

YOURS = "yours"  # the choice of the heuristic that the Lab certified
YOURS_LABEL = "Yours (certified)"
NOT_CERTIFIED = "your heuristic is no longer certified: certify it in the Lab, or choose another heuristic"
COMBINE = "combine"  # the choice of the combination that the user typed
COMBINE_LABEL = "Combine ..."
DEFAULT_FORMULA = "max(manhattan, walking-distance)"
NO_FORMULA = "Type a combination of heuristics, such as max(manhattan, walking-distance)."
LONGEST_FORMULA = 200  # characters


@dataclass(frozen=True, slots=True)
class CertifiedHeuristic:
    """A heuristic that the user wrote and the Lab certified to be admissible for one goal.

    `ticket`: names the certified estimates, which the solver stores. So the user's code need not run again.
    """

    ticket: str
    goal: Board
    consistent: bool

    def card_for(self, goal: Board) -> HeuristicCard:
        """Return a card with the heuristic's claims only. Raises InvalidJobError for another goal."""
        if goal != self.goal:
            raise InvalidJobError(
                f"your heuristic is certified for {self.goal.shape} and the goal {self.goal}; "
                f"the goal here is {goal}: certify it for that goal"
            )
        return HeuristicCard(
            name=YOURS,
            label=YOURS_LABEL,
            summary="certified in the Lab for this shape and goal",
            admissible=True,
            consistent=self.consistent,
            most_cells=goal.shape.cells,
            make=HEURISTICS["zero"].make,
        )


def find_card(certified: CertifiedHeuristic | None, goal: Board) -> HeuristicCard:
    """Return a card with the certified heuristic's claims. Raises InvalidJobError if none fits the goal."""
    if certified is None:
        raise InvalidJobError(NOT_CERTIFIED)
    return certified.card_for(goal)
