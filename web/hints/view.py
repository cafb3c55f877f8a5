"""Hints while playing by hand: asked for, said, marked on the board."""

from pyscript import when

from npuzzle import Board, Shape
from web.hints.model import Plan
from web.page.events import HintCame, HintPressed, HintsChosen
from web.page.state import Phase
from web.page.store import store
from web.page.words import WAYS, hint_text
from web.solver.client import EndedEarlyError, SolverError, in_background
from web.ui.dom import Writer, by_id, make

ARROWS = {"U": "\u2191", "D": "\u2193", "L": "\u2190", "R": "\u2192"}


class HintsView(Writer):
    def __init__(self, solver):
        super().__init__()
        self._solver = solver
        self._asked = None  # what the solver has been asked for

    def draw(self, state):
        ready = state.phase is Phase.READY
        self._property("hints", "hidden", state.phase not in (Phase.READY, Phase.SOLVING))
        self._property("hints-field", "hidden", not state.small)
        self._property("hint", "hidden", state.small)
        self._enable("hints-on", ready)
        self._enable("hint", ready)
        self._property("hints-on", "checked", state.hints)
        looking = not state.small and state.hint_wanted is not None
        self._text("hint", "Stop looking" if looking else "Hint")
        self._text("hint-text", hint_text(state) if ready else "")
        hint = state.hint
        if self._changed("marks", (state.rows, state.cols, None if hint is None else hint.moves)):
            marks = [self._mark(move, state.cols) for move in hint.moves] if hint is not None else []
            by_id("marks").replaceChildren(*marks)

    def _mark(self, move, cols):
        """A frame around the tile, with an arrow the way it should slide."""
        mark = make("div", **{"class": "mark tile", "data-way": WAYS[move.letter]})
        row, col = divmod(move.src, cols)
        mark.style.setProperty("--row", str(row))
        mark.style.setProperty("--col", str(col))
        mark.append(make("b", ARROWS[move.letter]))
        return mark

    def follow(self, before, state, event):
        """Ask the solver for what is missing, as soon as it is free; end a search that is of no use now."""
        wanted = store.state.hint_wanted
        if self._asked is not None:
            if wanted != self._asked:
                self._solver.drop_hint()
        elif wanted is not None and self._solver.is_free:
            self._asked = wanted
            in_background(self._take(wanted, self._solver.run("hint", wanted, lambda progress: None)))

    async def _take(self, asked, coming):
        try:
            came = _came(asked, await coming)
        except EndedEarlyError:
            came = None
        except SolverError as error:
            came = HintCame(problem=str(error))
        self._asked = None
        if came is not None and store.state.hint_wanted == asked:
            store.dispatch(came)
        else:  # it may be wanted again, or another one
            self.follow(store.state, store.state, came)


def _came(asked, answer):
    if "home" in asked:
        from npuzzle.lab.distance_table import Exact  # with what it needs, only where hints are wanted

        text = answer["exact"]
        shape = Shape(asked["rows"], asked["cols"])
        return HintCame(exact=None if text is None else Exact.from_text(shape, asked["home"], text))
    if answer["moves"] is None:
        return HintCame()
    board, goal = Board.parse(asked["board"]), Board.parse(asked["goal"])
    plan = Plan.of(board, goal, answer["moves"], to_go=answer["to_go"], proved=answer["proved"])
    return HintCame(plan=plan)


@when("change", "#hints-on")
def on_hints(event):
    store.dispatch(HintsChosen(event.target.checked))


@when("click", "#hint")
def on_hint(event):
    store.dispatch(HintPressed())
