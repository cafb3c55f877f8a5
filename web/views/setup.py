"""Setting up: the board as text, its size, its goal."""

from pyscript import when

from npuzzle import GOALS
from web.events import GoalChosen, GoalTyped, SizeChosen, TextTyped
from web.state import MAX_SIDE, MIN_SIDE, OWN, Phase
from web.store import store
from web.views.dom import Writer, by_id, make

DENSE = 6  # cells a side above which the goal's picture has no room for numbers


class SetupView(Writer):
    def __init__(self):
        super().__init__()
        sizes = [(str(n), str(n)) for n in range(MIN_SIDE, MAX_SIDE + 1)]
        self._fill("rows", sizes)
        self._fill("cols", sizes)
        self._fill("goal", [(card.name, card.label) for card in GOALS] + [(OWN, "Your own ...")])

    def draw(self, state):
        free = state.phase is not Phase.SOLVING
        self._value("rows", str(state.rows))
        self._value("cols", str(state.cols))
        self._value("text", state.text)
        self._text("text-problem", state.text_problem)
        self._attribute("text", "aria-invalid", str(bool(state.text_problem)).lower())
        self._value("goal", state.goal_name)
        self._property("own-goal", "hidden", state.goal_name != OWN)
        self._value("goal-text", state.goal_text)
        self._text("goal-problem", state.goal_problem)
        self._attribute("goal-text", "aria-invalid", str(bool(state.goal_problem)).lower())
        self._text("goal-help", "" if state.goal_name == OWN else GOALS[state.goal_name].summary)
        for name in ("rows", "cols", "text", "goal", "goal-text"):
            self._enable(name, free)
        if self._changed("goal picture", state.goal):
            picture = by_id("goal-picture")
            picture.hidden = state.goal is None
            if state.goal is not None:
                picture.style.setProperty("--cols", str(state.cols))
                picture.style.setProperty("--rows", str(state.rows))
                picture.toggleAttribute("data-dense", max(state.rows, state.cols) > DENSE)
                picture.replaceChildren(*[make("span", str(tile or "")) for tile in state.goal.tiles])
                picture.setAttribute("aria-label", f"Goal: {state.goal}")


@when("input", "#text")
def on_text(event):
    store.dispatch(TextTyped(event.target.value))


@when("change", "#rows, #cols")
def on_size(event):
    store.dispatch(SizeChosen(int(by_id("rows").value), int(by_id("cols").value)))


@when("change", "#goal")
def on_goal(event):
    store.dispatch(GoalChosen(event.target.value))


@when("input", "#goal-text")
def on_goal_text(event):
    store.dispatch(GoalTyped(event.target.value))
