"""Choose how to solve, and show the search and its result."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pyscript import when

from npuzzle import ALGORITHMS, HEURISTICS, Metric, NPuzzleError
from npuzzle.registry import Registry
from npuzzle.search.base import Number, known_numbers
from npuzzle.solving.plan import AUTOMATIC, AUTOMATIC_LINES
from npuzzle.text import count
from web.page.commands.improving import describe_better
from web.page.commands.solving import choose_option, solve_otherwise, start_search, stop_search
from web.page.commands.stepping import take_better_path
from web.page.heuristic_choice import COMBINE, YOURS
from web.page.parts.answer import GIVEN, UNSEARCHED, Answer
from web.page.parts.proof_left import describe_left
from web.page.parts.search import ON, Options
from web.page.paths import whole_lines
from web.page.state import Phase, UiState
from web.page.store import store
from web.page.words import (
    ENGINES,
    badge,
    describe_path_so_far,
    describe_paths,
    describe_ratio,
    describe_shortening,
    explain_proof,
    headline,
    player_badge,
)
from web.solver.client import in_background
from web.ui.dom import Dom, by_id, make

if TYPE_CHECKING:
    from web.page.views.path_chart import PathChartView

OPTIONS = ("algorithm", "heuristic", "formula", "seconds", "expanded", "stored", "depth")
MENUS: dict[str, Registry[Any]] = {"algorithm": ALGORITHMS, "heuristic": HEURISTICS}
OWN_CHOICE = ("Yours (certified)", "certified in the Lab for one shape and goal")
COMBINED = ("Combine", "the largest of several estimates, or their weighted sum")
FROM_THE_FIRST = "Solve starts from the first board, not from the one on show."
UNUSED = "This algorithm uses no heuristic."


class SolveView:
    def __init__(self) -> None:
        self.dom = Dom()
        self._path: PathChartView | None = None
        self._path_asked = False
        for name, cards in MENUS.items():
            self.dom.fill(name, [("auto", "Automatic"), *((card.name, card.label) for card in cards)])
        self.dom.text("formula-names", ", ".join(card.name for card in HEURISTICS))
        by_id("algorithm-numbers").replaceChildren(*map(_make_field, known_numbers().values()))

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
        if self.dom.has_changed("form", parts):  # not 60 times a second in a playback
            self._draw_solve(state)
        self._draw_progress(state)
        self._draw_result(state)

    def _draw_solve(self, state: UiState) -> None:
        options, solving = state.options, state.phase is Phase.SOLVING
        self._fill_heuristics(with_own=state.certified is not None or options.heuristic == YOURS)
        for name in (*OPTIONS, *known_numbers()):
            self.dom.value(name, options.text(name))
            self.dom.enable(name, not solving and (name != "heuristic" or options.informed))
        for number in known_numbers().values():
            self.dom.hide(f"{number.name}-field", number not in options.used_numbers)
        for name, cards in MENUS.items():
            chosen = options.text(name)
            label, summary = _describe_choice(name, chosen, cards)
            if chosen == "auto" and options.counts_lines:
                summary = AUTOMATIC_LINES[name]
            unused = name == "heuristic" and not state.options.informed
            self.dom.text(f"{name}-help", UNUSED if unused else f"{label}: {summary}.")
        self.dom.set("every", "checked", options.every == ON)
        self.dom.enable("every", not solving)
        self.dom.set("metric", "checked", options.counts_lines)
        self.dom.enable("metric", not solving)
        self.dom.hide("formula-field", options.heuristic != COMBINE)
        self.dom.enable("formula", not solving and options.informed)
        self.dom.text("formula-problem", state.formula_problem)
        self.dom.attribute("formula", "aria-invalid", str(bool(state.formula_problem)).lower())
        self.dom.text("options-problem", "" if state.formula_problem else state.options_problem)
        self.dom.text("promise", state.promise)
        self.dom.enable("solve", not state.why_not_solve)
        self.dom.enable("stop", solving)
        why_not = "" if solving else state.why_not_solve
        self.dom.text("solve-help", why_not or (FROM_THE_FIRST if state.is_along_path else ""))
        stands_above = why_not == f"{state.board.verdict.headline}."
        self.dom.set("solve-help", "className", "unseen" if stands_above else "hint")
        limit = _describe_limit(options)
        self.dom.text("limits", f"Limits: {limit}" if limit else "Limits")
        self.dom.text("how-summary", _describe_way(options, limit))
        self.dom.hide("stop", not solving)
        self.dom.text("problem", state.search.problem)

    def _fill_heuristics(self, *, with_own: bool) -> None:
        """Offer the user's own heuristic where one is certified, and a combination."""
        if self.dom.has_changed("with own", with_own):
            own = [(YOURS, OWN_CHOICE[0])] if with_own else []
            named = [(card.name, card.label) for card in HEURISTICS]
            self.dom.fill("heuristic", [("auto", "Automatic"), *named, *own, (COMBINE, "Combine ...")])

    def _draw_progress(self, state: UiState) -> None:
        solving = state.phase is Phase.SOLVING
        path = describe_path_so_far(state.search.progress) if solving else ""
        better = describe_better(state)
        self.dom.text("in-hand", "" if better else path)
        self.dom.text("better", better)
        self.dom.hide("take-better", not better)
        self.dom.hide("searching", not (solving or better))
        self.dom.text("came-down", describe_shortening(state.search.progress) if solving else "")
        self.dom.text("stop", "Use this one" if path else "Stop")
        if path:
            self.dom.text("solve-help", "A shorter one is being looked for.")
        self.dom.hide("progress", not solving)
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
        """Draw the chart of the path; its module is loaded after the first answer is shown."""
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
        self.dom.hide("result", answer is None or solving)
        other_way = "" if solving else state.other_way
        self.dom.text("other-way-text", other_way)
        self.dom.hide("other-way", not other_way)
        self.dom.text("player-badge", "" if answer is None else player_badge(answer))
        kind = "none" if answer is None else _kind_of_claim(answer)
        self.dom.attribute("player-badge", "data-kind", kind)
        if not solving:
            self._draw_path(state)
        if answer is None or solving or not self.dom.has_changed("result", answer):
            return
        self.dom.text("result-title", headline(answer))
        self.dom.text("badge", badge(answer))
        self.dom.attribute("badge", "data-kind", kind)
        figures = [] if answer.outcome in UNSEARCHED else _search_figures(answer)
        if answer.length is not None:
            figures[:0] = _lengths(answer)
        if answer.lower_bound is not None:
            figures.append(("Lower bound", f"{answer.lower_bound:,}"))
        if describe_paths(answer):
            figures.append(("Shortest paths", describe_paths(answer)))
        if describe_ratio(answer):
            figures.append(("Times the shortest", describe_ratio(answer)))
        self.dom.figures("figures", figures)
        said_above = answer.outcome == GIVEN  # the badge says it
        notes = () if said_above else (explain_proof(answer), answer.note, answer.why, _suggest(answer))
        note = " ".join(filter(None, notes))
        self.dom.text("note", note)
        self.dom.hide("note", not note)


def _make_field(number: Number) -> Any:
    """Make the field of a number that an algorithm uses."""
    field = make("input", id=number.name, inputmode="decimal", autocomplete="off")
    field.setAttribute("aria-describedby", "options-problem")
    label = make("label", f"{number.label} ")
    label.append(field)
    holder = make("p", id=f"{number.name}-field", hidden="")
    holder.append(label)
    return holder


@when("input", ", ".join([*(f"#{name}" for name in OPTIONS), "#algorithm-numbers"]))
def on_option(event: Any) -> None:
    store.dispatch(choose_option(event.target.id, event.target.value))


@when("change", "#every")
def on_every(event: Any) -> None:
    store.dispatch(choose_option("every", ON if event.target.checked else ""))


@when("change", "#metric")
def on_metric(event: Any) -> None:
    metric = Metric.LINES if event.target.checked else Metric.TILES
    store.dispatch(choose_option("metric", metric.value))


@when("click", "#solve")
def on_solve(event: Any) -> None:
    store.dispatch(start_search())


@when("click", "#solve-otherwise")
def on_solve_otherwise(event: Any) -> None:
    store.dispatch(solve_otherwise())


@when("click", "#take-better")
def on_take_better(event: Any) -> None:
    store.dispatch(take_better_path())
    by_id("forward").focus()  # this button is gone


@when("click", "#stop")
def on_stop(event: Any) -> None:
    store.dispatch(stop_search())


def _describe_choice(name: str, chosen: str, cards: Registry[Any]) -> tuple[str, str]:
    """Return the label and the summary of what is chosen in a menu."""
    if chosen == "auto":
        return "Automatic", AUTOMATIC[name]
    if chosen in (YOURS, COMBINE):
        return OWN_CHOICE if chosen == YOURS else COMBINED
    return cards[chosen].label, cards[chosen].summary


def _describe_limit(options: Options) -> str:
    """Return the time limit in words; empty if there is none, or none that can be read."""
    try:
        seconds = options.read_seconds()
    except NPuzzleError:
        return ""
    return "" if seconds is None else count(seconds, "second")


def _describe_way(options: Options, limit: str) -> str:
    """Say what Solve will do, in one line: `How: A*; Manhattan distance; at most 60 seconds`."""
    parts = [_describe_choice("algorithm", options.algorithm, ALGORITHMS)[0]]
    if options.informed and options.heuristic != "auto":
        is_formula = options.heuristic == COMBINE and options.formula.strip()
        named = _describe_choice("heuristic", options.heuristic, HEURISTICS)[0]
        parts.append(options.formula.strip() if is_formula else named)
    if options.every == ON:
        parts.append("all shortest paths")
    if options.counts_lines:
        parts.append("line moves")
    if limit:
        parts.append(f"at most {limit}")
    return f"How: {'; '.join(parts)}"


def _heuristic_label(name: str | None) -> str:
    """Return the label of a heuristic by its name; a combination is its own label."""
    if name is None:
        return "none"
    if name == YOURS:
        return OWN_CHOICE[0]
    if name == "line-walking-distance":  # in no menu: a search in line moves takes it by itself
        return "Walking distance in line moves"
    return HEURISTICS[name].label if name in HEURISTICS else name


def _suggest(answer: Answer) -> str:
    """Suggest what may prove more; empty if the path is proved, or there is nothing more."""
    if answer.is_optimal or not answer.tables:
        return ""
    from web.rooms.solve.tables_state import suggest_larger  # only where a proof is missing

    return suggest_larger(answer.goal, answer.tables)


def _kind_of_claim(answer: Answer) -> str:
    """Name the look of what is certain about the answer."""
    if answer.is_optimal:
        return "proved"
    if answer.outcome in UNSEARCHED:
        return "given"
    return "none" if answer.claim is None else "bounded"


def _lengths(answer: Answer) -> list[tuple[str, str]]:
    """Return the length of the path as it was asked for; the other one only recounts this path."""
    path = answer.moves or ""
    if answer.counts_lines:
        return [("Line moves", f"{answer.length:,}"), ("Single moves in this path", f"{len(path):,}")]
    return [("Moves", f"{answer.length:,}"), ("Line moves in this path", f"{whole_lines(path):,}")]


def _search_figures(answer: Answer) -> list[tuple[str, str]]:
    """List the figures of the search, and what it used."""
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
