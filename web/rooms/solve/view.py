"""Choosing how to solve, the search under way, and its result."""

import asyncio

from pyscript import when

from npuzzle import ALGORITHMS, HEURISTICS
from npuzzle.solving.automatic import AUTOMATIC
from web.page.events import OptionChosen, SolvePressed, StopPressed
from web.page.path_cursor import whole_lines
from web.page.state import ON, Phase, still
from web.page.store import store
from web.page.words import ENGINES, badge, came_down, headline, in_hand, paths, ratio
from web.rooms.solve.task import GIVEN
from web.solver.client import in_background
from web.ui.dom import Writer

OPTIONS = ("algorithm", "heuristic", "weight", "width", "seconds", "expanded", "stored", "depth")
UNUSED = "This algorithm uses no heuristic."


class SolveView(Writer):
    def __init__(self):
        super().__init__()
        self._path, self._path_asked = None, False
        for name, cards in (("algorithm", ALGORITHMS), ("heuristic", HEURISTICS)):
            self._fill(name, [("auto", "Automatic")] + [(card.name, card.label) for card in cards])

    def draw(self, state):
        if self._changed("still", still(state)):  # not 60 times a second in a playback
            self._draw_solve(state)
        self._draw_progress(state)
        self._draw_result(state)

    def _draw_solve(self, state):
        options, solving = state.options, state.phase is Phase.SOLVING
        for name in OPTIONS:
            self._value(name, getattr(options, name))
            self._enable(name, not solving and (name != "heuristic" or state.informed))
        for name in ("weight", "width"):
            self._property(f"{name}-field", "hidden", state.option != name)
        for name, cards in (("algorithm", ALGORITHMS), ("heuristic", HEURISTICS)):
            chosen = getattr(options, name)
            card = None if chosen == "auto" else cards[chosen]
            summary = AUTOMATIC[name] if card is None else card.summary
            label = "Automatic" if card is None else card.label
            unused = name == "heuristic" and not state.informed
            self._text(f"{name}-help", UNUSED if unused else f"{label}: {summary}.")
        self._property("every", "checked", options.every == ON)
        self._enable("every", not solving)
        self._text("options-problem", state.options_problem)
        self._text("promise", state.promise)
        self._enable("solve", not state.why_not_solve)
        self._enable("stop", solving)
        self._text("solve-help", "" if solving else state.why_not_solve)
        self._text("limits", f"Limits: {options.seconds} seconds" if options.seconds.strip() else "Limits")
        self._text("problem", state.problem)

    def _draw_progress(self, state):
        solving = state.phase is Phase.SOLVING
        path = in_hand(state.progress) if solving else ""
        self._text("in-hand", path)
        self._text("came-down", came_down(state.progress) if solving else "")
        if path:
            self._text("solve-help", "Stop shows the path.")
        self._property("progress", "hidden", not solving)
        if solving:
            self._figures("progress", self._progress_figures(state.progress))

    def _progress_figures(self, now):
        if now is None:
            return [
                ("Expanded", "0"),
                ("Per second", "-"),
                ("Frontier", "-"),
                ("At least", "-"),
                ("Seconds", "0.0"),
            ]
        found = [("Shortest paths", f"{now.found:,} so far")] if now.found else []
        return [
            *found,
            ("Expanded", f"{now.expanded:,}"),
            ("Per second", f"{now.per_second:,}"),
            ("Frontier", f"{now.frontier:,}"),
            ("At least", f"{now.lower_bound:,} moves"),
            ("Seconds", f"{now.seconds:.1f}"),
        ]

    def _draw_path(self, state):
        """The chart of the path; its module comes with the first answer, after that is on show."""
        if self._path is not None:
            self._path.draw(state)
        elif state.path and not self._path_asked:
            self._path_asked = True
            in_background(self._fetch_path())

    async def _fetch_path(self):
        await asyncio.sleep(0.05)
        from web.page.views.path import PathView

        self._path = PathView()
        self._path.draw(store.state)

    def _draw_result(self, state):
        answer = state.answer
        self._draw_path(state)
        self._property("result", "hidden", answer is None)
        if answer is None or not self._changed("result", answer):
            return
        self._text("result-title", headline(answer))
        self._text("badge", badge(answer))
        self._text("player-badge", answer.claim.capitalize() if answer.claim else "")
        kind = "proved" if answer.is_optimal else "none" if answer.claim is None else "bounded"
        if answer.outcome == GIVEN:
            kind = "given"
        self._attribute("badge", "data-kind", kind)
        self._attribute("player-badge", "data-kind", kind)
        figures = [] if answer.outcome == GIVEN else _search_figures(answer)
        if answer.length is not None:
            lines = whole_lines(answer.moves)
            figures[:0] = [("Moves", f"{answer.length:,}"), ("Line moves of this path", f"{lines:,}")]
        if answer.lower_bound is not None:
            figures.append(("Lower bound", f"{answer.lower_bound:,}"))
        if paths(answer):
            figures.append(("Shortest paths", paths(answer)))
        if ratio(answer):
            figures.append(("Times the shortest", ratio(answer)))
        self._figures("figures", figures)
        note = " ".join(said for said in (answer.note, answer.why) if said)
        self._text("note", note)
        self._property("note", "hidden", not note)


@when("input", ", ".join(f"#{name}" for name in OPTIONS))
def on_option(event):
    store.dispatch(OptionChosen(event.target.id, event.target.value))


@when("change", "#every")
def on_every(event):
    store.dispatch(OptionChosen("every", ON if event.target.checked else ""))


@when("click", "#solve")
def on_solve(event):
    store.dispatch(SolvePressed())


@when("click", "#stop")
def on_stop(event):
    store.dispatch(StopPressed())


def _search_figures(answer):
    """What the search took, and what it used."""
    figures = [
        ("Expanded", f"{answer.expanded:,}"),
        ("Generated", f"{answer.generated:,}"),
        ("Peak frontier", f"{answer.peak_frontier:,}"),
        ("Seconds", f"{answer.seconds:.3f}"),
        ("Algorithm", ALGORITHMS[answer.algorithm].label),
        ("Heuristic", HEURISTICS[answer.heuristic].label if answer.heuristic else "none"),
        ("Engine", ENGINES.get(answer.engine, answer.engine)),
    ]
    if answer.tables:
        figures.append(("Tables", answer.tables))
    return figures
