"""Save the proofs of large boards in the browser, show the saved bound, and offer to start over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyscript import document

from npuzzle import NPuzzleError
from npuzzle.solving.resume import Proof, can_resume
from web.page import storage
from web.page.state import Phase
from web.page.store import store
from web.rooms.solve.proofs import find_proof, replace_proof
from web.ui.dom import Dom, by_id
from web.ui.press import offer

if TYPE_CHECKING:
    from web.page.state import UiState


class ProofsView:
    """Show, save and remove the saved proof of the board on show."""

    def __init__(self) -> None:
        self._dom = Dom()
        self._saves = True  # whether this page saves proofs: not in a frame
        storage.on_forgotten(self._draw_again)
        offer("earlier", {}, store.dispatch, self)

    def draw(self, state: UiState) -> None:
        """Show which saved proof the next search will resume, if any."""
        parts = state.phase, state.board.check, state.goal, state.options
        if not self._dom.has_changed("proof", parts):
            return
        proof = _find(state) if state.phase is not Phase.SOLVING else None
        self._dom.hide("earlier", proof is None)
        if proof is not None:
            self._dom.text("earlier-said", describe_proof(proof))

    def start(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return a request to the solver with the saved proof of the board added."""
        self._saves = not document.body.hasAttribute("data-embed")
        proof = _find(store.state)
        return given if proof is None else {**given, "saved": proof.to_dict()}

    def save(self, record: dict[str, Any]) -> None:
        """Save the proof that a search reports, or, if it is empty, remove the saved one."""
        if not record:
            self.remove()
        elif self._saves:
            self._replace(record["board"], record["goal"], record)

    def remove(self) -> None:
        """Remove the saved proof of the board on show."""
        self._replace(str(store.state.board.check.board), str(store.state.goal.board))

    def _replace(self, board: str, goal: str, *records: dict[str, Any]) -> None:
        saved = storage.read_shared(storage.PROOFS)
        if saved or records:
            storage.write_shared(storage.PROOFS, replace_proof(saved, board, goal, *records))

    def start_over(self) -> None:
        """Remove the saved proof of the board on show, so that the next search starts over."""
        self.remove()
        self._draw_again()
        by_id("solve").focus()  # the pressed button has disappeared

    def _draw_again(self) -> None:
        self._dom.forget("proof")
        self.draw(store.state)


def describe_proof(proof: Proof) -> str:
    """Describe the proof that the next search will resume."""
    return (
        f"All paths of fewer than {proof.bound} moves are ruled out already, in this browser: "
        "Solve continues from there."
    )


def _find(state: UiState) -> Proof | None:
    """Return the saved proof that Solve would resume."""
    try:
        plan = state.job().resolve()
    except NPuzzleError:
        return None
    return find_proof(storage.read_shared(storage.PROOFS), plan.problem) if can_resume(plan) else None
