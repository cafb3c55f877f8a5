"""Setting up: the size of the board, its goal."""

from pyscript import when

from npuzzle import GOALS
from web.page.events import GoalChosen, GoalTyped, SizeChosen
from web.page.state import MAX_SIDE, MIN_SIDE, OWN, Phase
from web.page.store import store
from web.ui.dom import Writer, by_id, make

MORE = "more"
DENSE = 6  # cells a side above which the goal's picture has no room for numbers


class SetupView(Writer):
    def __init__(self):
        super().__init__()
        self._fill("goal", [(card.name, card.label) for card in GOALS] + [(OWN, "Your own ...")])

    def draw(self, state):
        free = state.phase is not Phase.SOLVING
        self._draw_size("rows", state.rows)
        self._draw_size("cols", state.cols)
        self._text("size-problem", state.size_problem)
        self._value("goal", state.goal_name)
        self._property("own-goal", "hidden", state.goal_name != OWN)
        self._value("goal-text", state.goal_text)
        self._text("goal-problem", state.goal_problem)
        self._attribute("goal-text", "aria-invalid", str(bool(state.goal_problem)).lower())
        self._text("goal-help", "" if state.goal_name == OWN else GOALS[state.goal_name].summary)
        for name in ("rows", "cols", "goal", "goal-text"):
            self._enable(name, free)
        if self._changed("goal picture", state.goal):
            picture = by_id("goal-picture")
            drawn = state.goal is not None and not state.large
            picture.hidden = not drawn
            if drawn:
                picture.style.setProperty("--cols", str(state.cols))
                picture.style.setProperty("--rows", str(state.rows))
                picture.toggleAttribute("data-dense", max(state.rows, state.cols) > DENSE)
                picture.replaceChildren(*[make("span", str(tile or "")) for tile in state.goal.tiles])
                picture.setAttribute("aria-label", f"Goal: {state.goal}")

    def _draw_size(self, name, size):
        """The sizes of the grid, the present one if it is larger, and a way to all others."""
        if self._changed(f"sizes {name}", max(size, MAX_SIDE)):
            sizes = [*range(MIN_SIDE, MAX_SIDE + 1), *([size] if size > MAX_SIDE else [])]
            self._fill(name, [*((str(n), str(n)) for n in sizes), (MORE, "more ...")])
        self._value(name, str(size))


@when("change", "#rows, #cols")
def on_size(event):
    if event.target.value == MORE:
        by_id("more-size").hidden = False
        event.target.value = str(store.state.rows if event.target.id == "rows" else store.state.cols)
        by_id(f"more-{event.target.id}").focus()
        return
    store.dispatch(SizeChosen(int(by_id("rows").value), int(by_id("cols").value)))


@when("submit", "#more-size")
def on_more_size(event):
    event.preventDefault()
    rows, cols = (_whole(by_id(name).value) for name in ("more-rows", "more-cols"))
    store.dispatch(SizeChosen(rows, cols))
    if not store.state.size_problem:
        by_id("more-size").hidden = True
        by_id("rows").focus()


def _whole(text):
    """The number in a field; -1, which is no size, if there is none."""
    return int(text) if text.isdigit() and len(text) < 7 else -1


@when("change", "#goal")
def on_goal(event):
    store.dispatch(GoalChosen(event.target.value))


@when("input", "#goal-text")
def on_goal_text(event):
    store.dispatch(GoalTyped(event.target.value))
