"""Let the solver search for the hint that the page wants, one at a time. No browser in here."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from npuzzle import Board, Shape
from web.command import Call
from web.hints.model import Plan
from web.page.commands.hints import take_hint
from web.page.store import Store
from web.solver.client import EndedEarlyError, SolverClient, SolverError, in_background


class HintSearch:
    """Hold the solver's present request for a hint. `update()` compares it with the hint the page wants."""

    def __init__(self, solver: SolverClient, store: Store) -> None:
        self._solver, self._store = solver, store
        self._asked: dict[str, Any] | None = None

    def update(self) -> None:
        """Ask for the wanted hint once the solver is free, and end the search for any other hint."""
        wanted = self._store.state.hint_request
        if self._asked is not None:
            if wanted != self._asked:
                self._solver.drop_hint()
        elif wanted is not None and self._solver.is_free:
            self._asked = wanted
            in_background(self._wait(wanted, self._solver.run("hint", wanted, lambda progress: None)))

    async def _wait(self, asked: dict[str, Any], coming: Awaitable[dict[str, Any]]) -> None:
        try:
            came = _read(asked, await coming)
        except EndedEarlyError:
            came = None
        except SolverError as error:
            came = take_hint(problem=str(error))
        self._asked = None
        if came is not None and self._store.state.hint_request == asked:
            self._store.dispatch(came)
        else:  # meanwhile the user may have asked for this hint again, or for another
            self.update()


def _read(asked: dict[str, Any], answer: dict[str, Any]) -> Call:
    """Turn the solver's answer into a call."""
    if "home" in asked:
        from npuzzle.lab.space import DistanceTable  # imported late: only where hints are wanted

        text = answer["exact"]
        shape = Shape(asked["rows"], asked["cols"])
        return take_hint(
            distances=None if text is None else DistanceTable.from_text(shape, asked["home"], text)
        )
    if answer["moves"] is None:
        return take_hint()
    board, goal = Board.parse(asked["board"]), Board.parse(asked["goal"])
    plan = Plan.of(board, goal, answer["moves"], to_go=answer["to_go"], proved=answer["proved"])
    return take_hint(plan=plan)
