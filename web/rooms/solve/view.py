"""The view of Solve: choose how to solve, and show the search and its result."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from npuzzle import ALGORITHMS, HEURISTICS, Metric
from npuzzle.heuristics.base import UNLISTED
from npuzzle.registry import AUTO
from web.page.commands.solving import choose_option
from web.page.commands.stepping import take_better_path
from web.page.heuristic_choice import YOURS, YOURS_LABEL
from web.page.parts.answer import GIVEN, UNSEARCHED, Answer
from web.page.parts.proof_left import describe_left
from web.page.parts.search import ON
from web.page.paths import whole_lines
from web.page.state import Phase, UiState
from web.page.store import store
from web.page.views.search_form import SearchForm, list_algorithms, list_heuristics
from web.page.words import (
    ENGINES,
    badge,
    describe_paths,
    describe_ratio,
    explain_proof,
    headline,
)
from web.solver.client import in_background
from web.ui.dom import Dom, by_id
from web.ui.press import press

if TYPE_CHECKING:
    from web.page.views.path_chart import PathChartView

AUTOMATIC = (AUTO, "Automatic")


class SolveView:
    def __init__(self) -> None:
        self.dom = Dom()
        self._path: PathChartView | None = None
        self._path_asked = False
        self._form = SearchForm("", "choose_option", "options-problem")
        self.dom.text("formula-names", ", ".join(card.name for card in HEURISTICS))
        by_id("algorithm-numbers").replaceChildren(*self._form.make_numbers())

    def draw(self, state: UiState) -> None:
        parts = (
            state.phase,
            state.is_along_path,
            state.board,
            state.goal,
            state.options,
            state.certified,
            state.search.problem,
            state.solver,
        )
        if self.dom.has_changed("form", parts):  # not 60 times per second in a playback
            self._draw_solve(state)
        self._draw_progress(state)
        self._draw_result(state)

    def _draw_solve(self, state: UiState) -> None:
        is_certified = state.certified is not None or state.options.heuristic == YOURS
        own = [(YOURS, YOURS_LABEL)] if is_certified else []
        algorithms = list_algorithms((card.name for card in ALGORITHMS), with_own=False)
        self._form.draw(
            state.options,
            (AUTOMATIC, *algorithms),
            (AUTOMATIC, *list_heuristics(*own)),
            is_free=state.phase is not Phase.SOLVING,
        )

    def _draw_progress(self, state: UiState) -> None:
        solving = state.phase is Phase.SOLVING
        if solving:
            self.dom.figures("progress", self._progress_figures(state))

    def _progress_figures(self, state: UiState) -> list[tuple[str, str]]:
        now, noun = state.search.progress, "line move" if state.options.counts_lines else "move"
        if now is None:
            return [
                ("Expanded", "0"),
                ("Per second", "-"),
                ("Frontier", "-"),
                ("At least", "-"),
                ("Seconds", "0.0"),
            ]
        found = [("Shortest paths", f"{now.found:,} so far")] if now.found else []
        length = now.lengths[-1] if now.lengths else None
        left = None if now.found else describe_left(state.search.rises, now.earlier + now.seconds, length)
        return [
            *found,
            ("Expanded", f"{now.expanded:,}"),
            ("Per second", f"{now.per_second:,}"),
            ("Frontier", f"{now.frontier:,}"),
            ("At least", f"{now.lower_bound:,} {noun}s"),
            ("Seconds", f"{now.seconds:.1f}"),
            *([left] if left else []),
        ]

    def _draw_path(self, state: UiState) -> None:
        """Draw the chart of the path. The chart's module is loaded after the first answer is shown."""
        if self._path is not None:
            self._path.draw(state)
        elif state.player.path and not self._path_asked:
            self._path_asked = True
            in_background(self._fetch_path())

    async def _fetch_path(self) -> None:
        await asyncio.sleep(0.05)
        from web.page.views.path_chart import PathChartView

        self._path = PathChartView()
        self._path.draw(store.state)

    def _draw_result(self, state: UiState) -> None:
        answer, solving = state.player.answer, state.phase is Phase.SOLVING
        if not solving:
            self._draw_path(state)
        if answer is None or solving or not self.dom.has_changed("result", answer):
            return
        self.dom.text("result-title", headline(answer))
        self.dom.text("badge", badge(answer))
        figures = []
        if answer.length is not None:
            figures.append(("Line moves" if answer.counts_lines else "Moves", f"{answer.length:,}"))
        if answer.lower_bound is not None:
            figures.append(("Needs at least", f"{answer.lower_bound:,}"))
        if describe_paths(answer):
            figures.append(("Shortest paths", describe_paths(answer)))
        if describe_ratio(answer):
            figures.append(("Times the shortest", describe_ratio(answer)))
        self.dom.figures("figures", figures)
        search = [] if answer.outcome in UNSEARCHED else _search_figures(answer)
        if answer.length is not None:
            search.insert(0, _recount(answer))
        self.dom.figures("search-figures", search)
        self.dom.hide("search-numbers", not search)
        said_above = answer.outcome == GIVEN  # the badge says the same
        notes = () if said_above else (explain_proof(answer), answer.note, answer.why, _suggest(answer))
        note = " ".join(filter(None, notes))
        self.dom.text("note", note)
        self.dom.hide("note", not note)


@press
def ask_every(wanted: bool) -> None:
    store.dispatch(choose_option("every", ON if wanted else ""))


@press
def count_lines(wanted: bool) -> None:
    metric = Metric.LINES if wanted else Metric.TILES
    store.dispatch(choose_option("metric", metric.value))


@press
def take_better() -> None:
    store.dispatch(take_better_path())
    by_id("forward").focus()  # the pressed button has disappeared


def _heuristic_label(name: str | None) -> str:
    """Return the label of the heuristic of that name. A combination's label is its text."""
    if name is None:
        return "none"
    if name == YOURS:
        return YOURS_LABEL
    cards = (*HEURISTICS, *UNLISTED)  # searches in line moves use some that no menu offers
    return next((card.label for card in cards if card.name == name), name)


def _suggest(answer: Answer) -> str:
    """Suggest a stronger method, or return "" if the path is proved or no method is stronger."""
    if answer.is_optimal or not answer.tables:
        return ""
    from web.rooms.solve.tables_state import suggest_larger  # late: only if a proof is missing

    return suggest_larger(answer.goal, answer.tables)


def _recount(answer: Answer) -> tuple[str, str]:
    """Return the label and the length of the path in the metric that the search did not use."""
    path = answer.moves or ""
    if answer.counts_lines:
        return "Single moves in this path", f"{len(path):,}"
    return "Line moves in this path", f"{whole_lines(path):,}"


def _search_figures(answer: Answer) -> list[tuple[str, str]]:
    """List the figures and the methods of the search, each with its label."""
    figures = [
        ("Expanded", f"{answer.expanded:,}"),
        ("Generated", f"{answer.generated:,}"),
        ("Peak frontier", f"{answer.peak_frontier:,}"),
        ("Seconds", f"{answer.seconds:.3f}"),
        ("Algorithm", ALGORITHMS[answer.algorithm].label),
        ("Heuristic", _heuristic_label(answer.heuristic)),
        ("Engine", ENGINES.get(answer.engine, answer.engine)),
    ]
    if answer.tables:
        figures.append(("Tables", answer.tables))
    if answer.workers > 1:
        figures.append(("Workers", f"{answer.workers}"))
    return figures
