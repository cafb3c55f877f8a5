"""Keep the proofs of large boards in the browser, say what is ruled out already, and let one begin anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyscript import document, when

from npuzzle import NPuzzleError
from npuzzle.solving.claim import PROVED
from npuzzle.solving.earlier import WRONG, Earlier, can_go_on
from web.page import storage
from web.page.state import Phase
from web.page.store import store
from web.rooms.solve.proofs import add_proof, find_proof, remove_proof
from web.ui.dom import Dom, by_id

if TYPE_CHECKING:
    from npuzzle import Job
    from web.page.state import UiState

_view: ProofsView


class ProofsView:
    """Keep what searches show of the boards on show."""

    def __init__(self) -> None:
        global _view
        _view = self
        self._dom = Dom()
        self._keeps = True  # what searches show; not in a frame
        storage.on_forgotten(self._draw_again)

    def draw(self, state: UiState) -> None:
        """Say what is kept of the board on show, if the next search would go on from there."""
        parts = state.phase, state.board.check, state.goal, state.options
        if not self._dom.has_changed("proof", parts):
            return
        earlier = _find(_job_of(state)) if state.phase is not Phase.SOLVING else None
        self._dom.hide("earlier", earlier is None)
        if earlier is not None:
            self._dom.text("earlier-said", describe_earlier(earlier))

    def start(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return what the solver is given, with what is kept of its board."""
        self._keeps = not document.body.hasAttribute("data-embed")
        earlier = _find(_job_of(store.state))
        return given if earlier is None else {**given, "kept": earlier.to_dict()}

    def keep(self, record: dict[str, Any]) -> None:
        """Keep what a search has shown; a browser that refuses goes without it."""
        if self._keeps:
            storage.write_shared(storage.PROOFS, add_proof(storage.read_shared(storage.PROOFS), record))

    def end(self, answer: dict[str, Any] | None, problem: str) -> None:
        """Take in the end of a search: what is proved, or wrong, need not be kept."""
        if WRONG in problem or (answer is not None and answer["claim"] == PROVED):
            self.remove()

    def remove(self) -> None:
        """Remove what is kept of the board on show."""
        board, goal = store.state.board.check.board, store.state.goal.board
        kept = storage.read_shared(storage.PROOFS)
        if kept:
            storage.write_shared(storage.PROOFS, remove_proof(kept, str(board), str(goal)))

    def begin_anew(self) -> None:
        """Remove what is kept of the board on show; the next search begins anew."""
        self.remove()
        self._draw_again()
        by_id("solve").focus()  # the button that was pressed is gone

    def _draw_again(self) -> None:
        self._dom.forget("proof")
        self.draw(store.state)


def describe_earlier(earlier: Earlier) -> str:
    """Say that a search would not begin at its beginning."""
    return (
        f"All paths of fewer than {earlier.bound} moves are ruled out already, in this browser: "
        "Solve goes on from there."
    )


def _job_of(state: UiState) -> Job | None:
    """Return what Solve would do, if it can go on where an earlier search ended."""
    try:
        job = state.job()
        return job if can_go_on(job.resolve()) else None
    except NPuzzleError:
        return None


def _find(job: Job | None) -> Earlier | None:
    """Return what is kept of a job's board."""
    return None if job is None else find_proof(storage.read_shared(storage.PROOFS), job.resolve().problem)


@when("click", "#earlier-drop")
def on_begin_anew(event: Any) -> None:
    _view.begin_anew()
