"""Show the lanes of a race, each as a card with a form for its search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npuzzle import ALGORITHMS
from web.page.heuristic_choice import YOURS, YOURS_LABEL
from web.page.own_code import OWN, OWN_LABEL, defines_search
from web.page.views.search_form import Menu, SearchForm, list_algorithms, list_heuristics
from web.rooms.race.lanes import FEWEST
from web.rooms.race.state import Phase, RaceState
from web.ui.dom import Dom, by_id, make

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.ui.protocols import Element


class LanesView:
    def __init__(self) -> None:
        self._dom = Dom()
        self._forms: list[SearchForm] = []  # one per card

    def draw(self, page: UiState, state: RaceState) -> None:
        if len(self._forms) != len(state.lanes):
            self._build_lanes(len(state.lanes))
        has_own = defines_search(state.source) or any(lane.has_own_algorithm for lane in state.lanes)
        algorithms = list_algorithms((card.name for card in ALGORITHMS), with_own=has_own)
        heuristics = _list_heuristics(page, state)
        choosing = state.phase is Phase.CHOOSING
        if self._dom.has_changed(
            "problems of", (page.current_board, page.goal.board, page.certified, state.lanes, state.source)
        ):
            for at, problem in enumerate(state.lane_problems(page)):
                self._dom.text(f"race-{at}-problem", problem)
        for at, (lane, form) in enumerate(zip(state.lanes, self._forms)):
            form.draw(lane, algorithms, heuristics, is_free=choosing)
            self._choose(f"race-{at}-algorithm", lane.algorithm, choosing)
            self._choose(f"race-{at}-heuristic", lane.heuristic, choosing and lane.informed)
            self._choose(f"race-{at}-formula", lane.formula, choosing)
            self._dom.hide(f"race-{at}-formula-field", not lane.combines)
            self._dom.enable(f"race-{at}-remove", choosing and len(state.lanes) > FEWEST)

    def _choose(self, field: str, value: str, enabled: bool) -> None:
        self._dom.value(field, value)
        self._dom.enable(field, enabled)

    def _build_lanes(self, count: int) -> None:
        self._dom.forget()
        self._forms = [
            SearchForm(f"race-{at}-", "race.change_lane", f"race-{at}-problem", str(at))
            for at in range(count)
        ]
        by_id("race-lanes").replaceChildren(*map(self._make_lane, range(count), self._forms))
        by_id("race-lanes").dataset.count = count

    def _make_lane(self, at: int, form: SearchForm) -> Element:
        """Make the card of one lane. `draw` fills in the parts that change."""
        card = make("div", role="group", aria_labelledby=f"race-{at}-title", data_lane=at + 1)
        card.className = "lane"
        top = make("div")
        top.className = "bar"
        remove = make(
            "button",
            "Remove",
            type="button",
            id=f"race-{at}-remove",
            aria_label=f"Remove lane {at + 1}",
            data_press="race.remove_lane",
            value=at,
            data_beside="race-add",
        )
        top.append(make("h3", f"Lane {at + 1}", id=f"race-{at}-title"), remove)
        fields = make("div")
        fields.className = "lane-fields"
        for name, label in (("algorithm", "Algorithm"), ("heuristic", "Heuristic")):
            fields.append(form.make_field(name, label, make("select")))
        formula = make("input", autocomplete="off", autocapitalize="off", spellcheck="false")
        fields.append(form.make_field("formula", "Combination", formula), *form.make_numbers())
        problem = make("p", id=f"race-{at}-problem")
        problem.className = "problem"
        fields.append(problem)
        card.append(top, fields)
        return card


def _list_heuristics(page: UiState, state: RaceState) -> Menu:
    """List the heuristics for a lane. The visitor's own is listed if it exists or is chosen."""
    chosen = {lane.heuristic for lane in state.lanes}
    own = [(OWN, OWN_LABEL)] if state.source.strip() or OWN in chosen else []
    certified = [(YOURS, YOURS_LABEL)] if page.certified is not None or YOURS in chosen else []
    return list_heuristics(*own, *certified)
