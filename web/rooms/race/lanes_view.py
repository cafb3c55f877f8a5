"""The lanes of a race on the page: a card each, with its choices and its progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from npuzzle import ALGORITHMS, HEURISTICS
from npuzzle.search.base import known_numbers
from web.page.heuristic_choice import COMBINE, YOURS
from web.page.own_code import OWN, OWN_LABEL, defines_search
from web.rooms.race.lanes import FEWEST
from web.rooms.race.report import Report
from web.rooms.race.state import Phase, RaceState
from web.rooms.race.words import PLACES, describe_standing
from web.ui.dom import Dom, by_id, make, wrap_in_label

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.ui.protocols import Element

UNKNOWN = "-"
Choices = tuple[tuple[str, str], ...]  # of a menu: names and labels


class LanesView:
    def __init__(self) -> None:
        self._dom = Dom()
        self._built: tuple[int, Choices, Choices] | None = None  # how many cards, and what they offer

    def draw(self, page: UiState, state: RaceState) -> None:
        offered = _list_algorithms(state), _list_heuristics(page, state)
        if self._built != (built := (len(state.lanes), *offered)):
            self._built = built
            self._build_lanes(*built)
        choosing = state.phase is Phase.CHOOSING
        if self._dom.has_changed(
            "problems of", (page.current_board, page.goal.board, page.certified, state.lanes, state.source)
        ):
            for at, problem in enumerate(state.lane_problems(page)):
                self._dom.text(f"race-{at}-problem", problem)
        most = max((report.expanded for report in state.race.reports), default=0) if state.race else 0
        for at, lane in enumerate(state.lanes):
            self._choose(f"race-{at}-algorithm", lane.algorithm, choosing)
            self._choose(f"race-{at}-heuristic", lane.heuristic, choosing and lane.informed)
            self._choose(f"race-{at}-formula", lane.formula, choosing)
            self._dom.hide(f"race-{at}-formula-field", not (lane.informed and lane.heuristic == COMBINE))
            for number in known_numbers().values():
                self._choose(f"race-{at}-{number.name}", lane.text(number), choosing)
                self._dom.hide(f"race-{at}-{number.name}-field", number not in lane.numbers)
            self._dom.enable(f"race-{at}-remove", choosing and len(state.lanes) > FEWEST)
            self._draw_report(at, state.race.reports if state.race else None, most)

    def _choose(self, field: str, value: str, enabled: bool) -> None:
        self._dom.value(field, value)
        self._dom.enable(field, enabled)

    def _draw_report(self, at: int, reports: Sequence[Report] | None, most: int) -> None:
        report = reports[at] if reports else None
        stands = describe_standing(reports[at], reports) if reports else "Ready"
        self._dom.text(f"race-{at}-standing", stands)
        self._dom.attribute(
            f"race-{at}-standing", "data-kind", "proved" if stands == PLACES[0] else "waiting"
        )
        share = report.expanded / most if report and most else 0
        if self._dom.has_changed(f"work {at}", round(share, 3)):
            by_id(f"race-{at}-work").style.setProperty("--share", f"{share:.3f}")
        if report is None:
            shown = [UNKNOWN] * 5
        else:
            moves = f"{report.length:,}" if report.solved else f"at least {report.bound:,}"
            shown = [
                moves,
                f"{report.expanded:,}",
                f"{report.generated:,}",
                f"{report.frontier:,}",
                f"{report.seconds:.2f}",
            ]
        terms = ("Moves", "Expanded", "Generated", "Frontier", "Seconds")
        self._dom.figures(f"race-{at}-figures", list(zip(terms, shown)))
        if self._dom.has_changed(f"has run {at}", report is not None):
            by_id(f"race-{at}-figures").toggleAttribute("data-empty", report is None)
        failed = report is not None and report.state == "failed"
        self._dom.set(f"race-{at}-words", "className", "problem" if failed else "hint")
        self._dom.text(f"race-{at}-words", report.problem or report.note if report else "")

    def _build_lanes(self, count: int, algorithms: Choices, heuristics: Choices) -> None:
        self._dom.forget()
        by_id("race-lanes").replaceChildren(*[self._make_lane(at) for at in range(count)])
        by_id("race-lanes").dataset.count = count
        for at in range(count):
            self._dom.fill(f"race-{at}-algorithm", algorithms)
            self._dom.fill(f"race-{at}-heuristic", heuristics)

    def _make_lane(self, at: int) -> Element:
        """Make the card of one lane; `draw` fills in what changes."""
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
            fields.append(self._label_field(at, name, label, make("select")))
        formula = make("input", autocomplete="off", autocapitalize="off", spellcheck="false")
        fields.append(self._label_field(at, "formula", "Combination", formula))
        for number in known_numbers().values():
            field = make("input", inputmode="decimal", autocomplete="off")
            fields.append(self._label_field(at, number.name, number.label, field))
        problem = make("p", id=f"race-{at}-problem")
        problem.className = "problem"
        fields.append(problem)
        stand = make("p", id=f"race-{at}-standing")
        stand.className = "badge"
        work = make("div", id=f"race-{at}-work", aria_hidden="true")
        work.className = "work"
        figures = make("dl", id=f"race-{at}-figures", aria_label=f"Figures of lane {at + 1}")
        figures.className = "figures"
        words = make("p", id=f"race-{at}-words")
        words.className = "hint"
        card.append(top, fields, stand, work, figures, words)
        return card

    def _label_field(self, at: int, name: str, label: str, field: Element) -> Element:
        """Wrap a field of a lane in its label."""
        field.setAttribute("data-press", "race.change_lane")
        field.setAttribute("data-name", f"{at} {name}")
        return wrap_in_label(field, f"race-{at}-{name}", label, f"race-{at}-problem")


def _list_algorithms(state: RaceState) -> Choices:
    """List the algorithms that a lane can have; the visitor's own if there is one, or a lane has it."""
    offered = tuple((card.name, card.label) for card in ALGORITHMS)
    has_own = defines_search(state.source) or any(lane.has_own_algorithm for lane in state.lanes)
    return (*offered, (OWN, OWN_LABEL)) if has_own else offered


def _list_heuristics(page: UiState, state: RaceState) -> Choices:
    """List the heuristics that a lane can have; the visitor's own if there is one, or a lane has it."""
    chosen = {lane.heuristic for lane in state.lanes}
    offered = [(card.name, card.label) for card in HEURISTICS]
    if state.source.strip() or OWN in chosen:
        offered.append((OWN, OWN_LABEL))
    if page.certified is not None or YOURS in chosen:
        offered.append((YOURS, "Yours (certified)"))
    return (*offered, (COMBINE, "Combine ..."))
