"""The choices of a heuristic that are the page's own: a typed combination, or one certified in the Lab."""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle import Board
from npuzzle.errors import InvalidJobError
from npuzzle.heuristics import HEURISTICS, HeuristicCard

YOURS = "yours"  # the heuristic is the one that was certified in the Lab
YOURS_LABEL = "Yours (certified)"
NOT_CERTIFIED = "your heuristic is no longer certified: certify it in the Lab, or choose another heuristic"
COMBINE = "combine"  # the heuristic is the combination that is typed
COMBINE_LABEL = "Combine ..."
DEFAULT_FORMULA = "max(manhattan, walking-distance)"
NO_FORMULA = "Type a combination of heuristics, such as max(manhattan, walking-distance)."
LONGEST_FORMULA = 200  # characters


@dataclass(frozen=True, slots=True)
class CertifiedHeuristic:
    """A heuristic of the user's that is certified to be admissible for one goal.

    `ticket`: the solver's name for the certified estimates that it stores. No text of the user's is needed.
    """

    ticket: str
    goal: Board
    consistent: bool

    def card_for(self, goal: Board) -> HeuristicCard:
        """Return its claims as a card without its estimates. Raises InvalidJobError for another goal."""
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
    """Return the claims of the certified heuristic. Raises InvalidJobError without one for that goal."""
    if certified is None:
        raise InvalidJobError(NOT_CERTIFIED)
    return certified.card_for(goal)
