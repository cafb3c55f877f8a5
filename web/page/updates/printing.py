"""Print a worksheet: at once, or after a search for the solution on its second page."""

from __future__ import annotations

from dataclasses import replace

from web.page.events import PrintAnywayPressed, PrintPressed, SolveAndPrintPressed, SolvePressed
from web.page.state import Phase, Printing, UiState
from web.page.updates.register import AT_REST, on
from web.page.updates.solving import press_solve


@on(PrintPressed, *Phase)
def _press_print(state: UiState, event: PrintPressed) -> UiState:
    """Offer to solve first if there is no solution to print; pressed again, withdraw the offer."""
    is_offered = state.lacks_solution and not state.printing.is_offered
    return replace(state, printing=Printing(is_offered))


@on(SolveAndPrintPressed, *AT_REST)
def _solve_and_print(state: UiState, event: SolveAndPrintPressed) -> UiState:
    return replace(press_solve(state, SolvePressed()), printing=Printing(is_offered=True, is_awaited=True))


@on(PrintAnywayPressed, *Phase)
def _print_anyway(state: UiState, event: PrintAnywayPressed) -> UiState:
    return replace(state, printing=Printing())
