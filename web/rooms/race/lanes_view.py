"""The lanes of a race as cards: what each is, and how far it has come."""

from math import log

from pyscript import when

from npuzzle import ALGORITHMS, HEURISTICS
from web.rooms.race.events import LaneChanged, LaneRemoved
from web.rooms.race.lanes import FEWEST, OWN, OWN_LABEL
from web.rooms.race.pictures import PLACES, standing
from web.rooms.race.state import Phase
from web.ui.dom import Writer, by_id, make

OPTIONS = (("weight", "Weight of the estimate"), ("width", "Width of the beam"))
UNKNOWN = "-"

_view = None


class LanesView(Writer):
    def __init__(self, dispatch):
        global _view
        super().__init__()
        _view = self
        self.dispatch = dispatch

    def draw(self, page, state):
        with_own = bool(state.source.strip()) or any(lane.heuristic == OWN for lane in state.lanes)
        if self._changed("lanes", (len(state.lanes), with_own)):
            self._build_lanes(len(state.lanes), with_own)
        choosing = state.phase is Phase.CHOOSING
        if self._changed("problems of", (page.shown, page.goal, state.lanes, state.source)):
            for at, problem in enumerate(state.lane_problems(page)):
                self._text(f"race-{at}-problem", problem)
        most = max((report.expanded for report in state.race.reports), default=0) if state.race else 0
        for at, lane in enumerate(state.lanes):
            for name in ("algorithm", "heuristic", "weight", "width"):
                self._value(f"race-{at}-{name}", getattr(lane, name))
                self._enable(f"race-{at}-{name}", choosing and (name != "heuristic" or lane.informed))
            for name, _ in OPTIONS:
                self._property(f"race-{at}-{name}-field", "hidden", lane.option != name)
            self._enable(f"race-{at}-remove", choosing and len(state.lanes) > FEWEST)
            self._draw_report(at, state.race.reports if state.race else None, most)

    def _draw_report(self, at, reports, most):
        report = reports[at] if reports else None
        stands = "Ready" if report is None else standing(report, reports)
        self._text(f"race-{at}-standing", stands)
        self._attribute(f"race-{at}-standing", "data-kind", "proved" if stands == PLACES[1] else "waiting")
        share = log(1 + report.expanded) / log(1 + most) if report and most else 0
        if self._changed(f"work {at}", round(share, 3)):
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
        self._figures(f"race-{at}-figures", list(zip(terms, shown)))
        failed = report is not None and report.state == "failed"
        self._property(f"race-{at}-words", "className", "problem" if failed else "hint")
        self._text(f"race-{at}-words", report.problem or report.note if report else "")

    def _build_lanes(self, count, with_own):
        self._written = {key: v for key, v in self._written.items() if "race-" not in str(key)}
        self._forget("problems of")
        self._forget("work")
        by_id("race-lanes").replaceChildren(*[self._lane(at) for at in range(count)])
        by_id("race-lanes").dataset.count = count
        heuristics = [(card.name, card.label) for card in HEURISTICS]
        if with_own:
            heuristics.append((OWN, OWN_LABEL))
        for at in range(count):
            self._fill(f"race-{at}-algorithm", [(card.name, card.label) for card in ALGORITHMS])
            self._fill(f"race-{at}-heuristic", heuristics)

    def _lane(self, at):
        """The card of one lane, still without what changes."""
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
            data_remove=at,
        )
        top.append(make("h3", f"Lane {at + 1}", id=f"race-{at}-title"), remove)
        fields = make("div")
        fields.className = "lane-fields"
        for name, label in (("algorithm", "Algorithm"), ("heuristic", "Heuristic")):
            fields.append(self._field(at, name, label, make("select")))
        for name, label in OPTIONS:
            field = make("input", inputmode="decimal", autocomplete="off")
            fields.append(self._field(at, name, label, field))
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

    def _field(self, at, name, label, field):
        field.id = f"race-{at}-{name}"
        field.dataset.lane, field.dataset.name = at, name
        field.setAttribute("aria-describedby", f"race-{at}-problem")
        holder = make("label", label, id=f"race-{at}-{name}-field")
        holder.className = "block"
        holder.append(field)
        return holder


@when("input", "#race-lanes")
def on_lane(event):
    field = event.target
    if field.dataset.name:
        _view.dispatch(LaneChanged(int(field.dataset.lane), field.dataset.name, field.value))


@when("click", "#race-lanes")
def on_remove(event):
    button = event.target.closest("[data-remove]")
    if button:
        _view.dispatch(LaneRemoved(int(button.dataset.remove)))
        by_id("race-add").focus()
