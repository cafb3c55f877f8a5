"""Print a worksheet: now, or after a search for the solution on its second page."""

from __future__ import annotations

from dataclasses import replace

from web.page.commands.command import AT_REST, command
from web.page.commands.solving import start_search
from web.page.state import Printing, UiState


@command()
def ask_print(state: UiState) -> UiState:
    """Offer to solve first if there is no solution to print. A second press withdraws the offer."""
    is_offered = state.lacks_solution and not state.printing.is_offered
    return replace(state, printing=Printing(is_offered))


@command(*AT_REST)
def solve_and_print(state: UiState) -> UiState:
    """Start to solve. The page prints once the solution is found."""
    return replace(start_search.change(state), printing=Printing(is_offered=True, is_awaited=True))


@command()
def print_anyway(state: UiState) -> UiState:
    """Print without a solution."""
    return replace(state, printing=Printing())
