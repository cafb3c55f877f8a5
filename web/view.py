"""Draws a `UiState`; decides nothing. What it makes carries `data-` marks that `app` listens for."""

from pyscript import document

from npuzzle import ALGORITHMS, GOALS, HEURISTICS, format_moves, inversion_pairs, multi_tile_length
from npuzzle.job import AUTOMATIC
from npuzzle.notation import in_notation
from web.state import MAX_SIDE, MIN_SIDE, ON, OWN, Phase
from web.words import ENGINES, badge, describe, headline, paths, ratio

MOST_PAIRS = 200  # inversions spelled out
DENSE = 6  # cells a side above which the goal's picture has no room for numbers

SLIDE = "Click a tile beside the blank, or press an arrow key, to slide it. Green tiles are at home."
BOARD_HELP = {
    Phase.READY: SLIDE,
    Phase.PLAYING: SLIDE,
    Phase.EDITING: "Type a number into each cell; leave the blank empty. Arrows and Tab move, Escape ends.",
    Phase.SOLVING: "The board rests while the solver works.",
}


def by_id(name):
    return document.getElementById(name)


def make(tag, text="", **attributes):
    """A new element; attributes by name, `_` for `-`."""
    element = document.createElement(tag)
    if text:
        element.textContent = text
    for name, value in attributes.items():
        element.setAttribute(name.replace("_", "-"), str(value))
    return element


class View:
    """Remembers what it last wrote, and touches the page only where that changes."""

    def __init__(self):
        self._written = {}
        self._tiles = {}
        self._fill_menus()

    def draw(self, state):
        self._draw_board(state)
        self._draw_verdict(state)
        self._draw_setup(state)
        self._draw_solve(state)
        self._draw_result(state)
        self._draw_player(state)

    # The board

    def _draw_board(self, state):
        editing = state.phase is Phase.EDITING
        if self._changed("grid", (state.rows, state.cols, editing)):
            self._build_grid(state, editing)
        if editing:
            self._draw_inputs(state)
        else:
            self._draw_tiles(state)
        self._property("tiles", "hidden", editing)
        self._property("board", "tabIndex", -1 if editing else 0)
        self._enable("edit", state.phase is not Phase.SOLVING)
        self._enable("random", state.phase is not Phase.SOLVING)
        self._text("edit", "Done" if editing else "Edit cells")
        self._attribute("edit", "aria-pressed", str(editing).lower())
        self._property("board-help", "hidden", state.phase is Phase.PLAYING)
        self._text("board-help", BOARD_HELP[state.phase])

    def _build_grid(self, state, editing):
        board = by_id("board")
        board.replaceChildren()
        tray = by_id("tray")
        tray.style.setProperty("--rows", str(state.rows))
        tray.style.setProperty("--cols", str(state.cols))
        for r in range(state.rows):
            row = make("div", role="row")
            for c in range(state.cols):
                cell = make("div", role="gridcell", data_cell=r * state.cols + c)
                if editing:
                    label = f"row {r + 1}, column {c + 1}"
                    cell.append(
                        make(
                            "input",
                            aria_label=label,
                            inputmode="numeric",
                            autocomplete="off",
                            data_row=r,
                            data_col=c,
                            aria_describedby="verdict-detail",
                        )
                    )
                row.append(cell)
            board.append(row)
        by_id("tiles").replaceChildren()
        self._tiles = {}
        self._cells = list(board.querySelectorAll("[role=gridcell]"))
        self._forget("cell")

    def _draw_inputs(self, state):
        bad = state.bad_cells
        for cell, element in enumerate(self._cells):
            row, col = divmod(cell, state.cols)
            word, wrong = state.words[row][col], (row, col) in bad
            if not self._changed(f"cell {cell}", (word, wrong)):
                continue
            field = element.firstElementChild
            if field.value.strip() != word:
                field.value = word
            element.toggleAttribute("data-bad", wrong)
            field.setAttribute("aria-invalid", str(wrong).lower())

    def _draw_tiles(self, state):
        shown, goal = state.shown, state.goal
        for cell, tile in enumerate(shown.tiles):
            row, col = divmod(cell, state.cols)
            if self._changed(f"cell {cell}", tile):
                what = f"tile {tile}" if tile else "the blank"
                self._cells[cell].setAttribute("aria-label", f"row {row + 1}, column {col + 1}: {what}")
                self._cells[cell].textContent = str(tile or "")
            if not tile:
                continue
            element = self._tiles.get(tile)
            if element is None:
                element = self._tiles[tile] = make("div", **{"class": "tile"})
                element.append(make("span", str(tile)))
                by_id("tiles").append(element)
            if self._changed(f"cell of {tile}", cell):
                element.style.setProperty("--row", str(row))
                element.style.setProperty("--col", str(col))
            home = goal is not None and goal.tiles[cell] == tile
            if self._changed(f"cell home {tile}", home):
                element.toggleAttribute("data-home", home)

    # What is true of it

    def _draw_verdict(self, state):
        verdict, check = state.verdict, state.check
        self._attribute("verdict", "data-kind", verdict.kind)
        self._text("verdict-headline", verdict.headline)
        self._text("verdict-detail", verdict.detail)
        if self._changed("repairs", check.repairs):
            buttons = [
                make("button", repair.label, type="button", data_repair=index)
                for index, repair in enumerate(check.repairs)
            ]
            by_id("repairs").replaceChildren(*buttons)
            by_id("repairs").hidden = not buttons
        if self._changed("inversions", check.board):
            pairs = [] if check.board is None else list(inversion_pairs(check.board))
            said = ", ".join(f"{larger}\u00a0before\u00a0{smaller}" for larger, smaller in pairs[:MOST_PAIRS])
            more = f" and {len(pairs) - MOST_PAIRS} more" if len(pairs) > MOST_PAIRS else ""
            by_id("inversions").textContent = f"{len(pairs)}: {said}{more}" if pairs else "None."
            by_id("why").hidden = check.board is None

    # Setting up

    def _fill_menus(self):
        sizes = [(str(n), str(n)) for n in range(MIN_SIDE, MAX_SIDE + 1)]
        self._fill("rows", sizes)
        self._fill("cols", sizes)
        self._fill("goal", [(card.name, card.label) for card in GOALS] + [(OWN, "Your own ...")])
        for name, cards in (("algorithm", ALGORITHMS), ("heuristic", HEURISTICS)):
            self._fill(name, [("auto", "Automatic")] + [(card.name, card.label) for card in cards])

    def _fill(self, name, choices):
        options = []
        for value, label in choices:
            option = make("option", label)
            option.value = value
            options.append(option)
        by_id(name).replaceChildren(*options)

    def _draw_setup(self, state):
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

    # Solving

    def _draw_solve(self, state):
        options, solving = state.options, state.phase is Phase.SOLVING
        for name in ("algorithm", "heuristic", "weight", "width", "seconds", "expanded", "stored", "depth"):
            self._value(name, getattr(options, name))
            self._enable(name, not solving and (name != "heuristic" or state.informed))
        for name in ("weight", "width"):
            self._property(f"{name}-field", "hidden", state.option != name)
        for name, cards in (("algorithm", ALGORITHMS), ("heuristic", HEURISTICS)):
            chosen = getattr(options, name)
            card = None if chosen == "auto" else cards[chosen]
            summary = AUTOMATIC[name] if card is None else card.summary
            label = "Automatic" if card is None else card.label
            self._text(f"{name}-help", f"{label}: {summary}.")
        self._property("every", "checked", options.every == ON)
        self._enable("every", not solving)
        if not state.informed:
            self._text("heuristic-help", "This algorithm uses no heuristic.")
        self._text("options-problem", state.options_problem)
        self._enable("solve", not state.why_not_solve)
        self._enable("stop", solving)
        self._text("solve-help", "" if solving else state.why_not_solve)
        self._text("limits", f"Limits: {options.seconds} seconds" if options.seconds.strip() else "Limits")
        self._text("problem", state.problem)
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
            ("At least", f"{now.lower_bound} moves"),
            ("Seconds", f"{now.seconds:.1f}"),
        ]

    def _draw_result(self, state):
        answer = state.answer
        self._property("result", "hidden", answer is None)
        if answer is None or not self._changed("result", answer):
            return
        self._text("result-title", headline(answer))
        self._text("badge", badge(answer))
        self._text("player-badge", answer.claim.capitalize() if answer.claim else "")
        kind = (
            "none" if answer.claim is None else "proved" if answer.claim == "proved shortest" else "bounded"
        )
        self._attribute("badge", "data-kind", kind)
        self._attribute("player-badge", "data-kind", kind)
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
            figures.insert(6, ("Tables", answer.tables))
        if answer.length is not None:
            lines = multi_tile_length(answer.moves)
            figures[:0] = [("Moves", str(answer.length)), ("Moves of whole lines", str(lines))]
        if answer.lower_bound is not None:
            figures.append(("Lower bound", str(answer.lower_bound)))
        if paths(answer):
            figures.append(("Shortest paths", paths(answer)))
        if ratio(answer):
            figures.append(("Times the shortest", ratio(answer)))
        self._figures("figures", figures)
        self._text("note", answer.note)
        self._property("note", "hidden", not answer.note)

    # Stepping

    def _draw_player(self, state):
        playing = state.phase is Phase.PLAYING
        self._property("player", "hidden", not playing)
        if not playing:
            return
        last, step = len(state.path), state.step
        if self._changed("paths", state.paths):
            shown = [(str(n), f"{n + 1} of {len(state.paths)}") for n in range(len(state.paths))]
            self._fill("path", shown)
            by_id("path-field").hidden = len(shown) < 2
        self._value("path", str(state.choice))
        if self._changed("moves", (state.answer, state.choice, state.notation)):
            self._build_moves(state)
            self._forget("step")
        if self._changed("step", (state.answer, state.choice, state.notation, step)):
            self._show_step(state)
        self._property("slider", "max", str(max(1, last)))
        self._value("slider", str(step))
        self._enable("slider", last > 0)
        self._enable("first", step > 0)
        self._enable("back", step > 0)
        self._enable("forward", step < last)
        self._enable("last", step < last)
        self._enable("play", last > 0)
        self._text("play", "Pause" if state.playing else "Play")
        self._value("speed", state.speed)
        self._value("notation", state.notation.value)

    def _build_moves(self, state):
        letters = in_notation(state.path, state.notation)
        options = [make("div", "Start", role="option", id="move-0", data_step=0, aria_selected="false")]
        for at, (move, letter) in enumerate(zip(state.moves, letters, strict=True), 1):
            options.append(
                make(
                    "div",
                    f"{move.tile} {letter}",
                    role="option",
                    id=f"move-{at}",
                    data_step=at,
                    aria_selected="false",
                    aria_label=f"{move.tile} {letter}, move {at}: {describe(move).lower()}",
                )
            )
        by_id("moves").replaceChildren(*options)
        self._attribute("moves", "title", format_moves(state.path, state.notation))
        self._selected = None

    def _show_step(self, state):
        if self._selected is not None:
            self._selected.setAttribute("aria-selected", "false")
        self._selected = by_id(f"move-{state.step}")
        self._selected.setAttribute("aria-selected", "true")
        moves = by_id("moves")
        moves.setAttribute("aria-activedescendant", f"move-{state.step}")
        # Scroll the list only; scrollIntoView would move the page too.
        top, height = self._selected.offsetTop, self._selected.offsetHeight
        if top < moves.scrollTop or top + height > moves.scrollTop + moves.clientHeight:
            moves.scrollTop = top - moves.clientHeight // 2
        last = len(state.path)
        said = "Start" if not state.step else describe(state.moves[state.step - 1])
        text = f"Move {state.step} of {last}: {said}"
        by_id("step-text").textContent = text
        by_id("slider").setAttribute("aria-valuetext", text)

    # Writing only what changed

    def _changed(self, key, value):
        if key in self._written and self._written[key] == value:
            return False
        self._written[key] = value
        return True

    def _forget(self, prefix):
        self._written = {key: v for key, v in self._written.items() if not str(key).startswith(prefix)}

    def _text(self, name, text):
        if self._changed(("text", name), text):
            by_id(name).textContent = text

    def _attribute(self, name, attribute, value):
        if self._changed((attribute, name), value):
            by_id(name).setAttribute(attribute, value)

    def _property(self, name, attribute, value):
        if self._changed((attribute, name), value):
            setattr(by_id(name), attribute, value)

    def _enable(self, name, enabled):
        self._property(name, "disabled", not enabled)

    def _value(self, name, value):
        """Fields change under the user's hands, so their value is compared with the page's."""
        field = by_id(name)
        if field.value != value:
            field.value = value

    def _figures(self, name, figures):
        """Terms and figures; the terms stay while the figures run."""
        terms = [term for term, _ in figures]
        listed = by_id(name)
        if self._changed(f"terms {name}", terms):
            listed.replaceChildren()
            for term in terms:
                pair = make("div")
                pair.append(make("dt", term), make("dd"))
                listed.append(pair)
        for (_, figure), shown in zip(figures, listed.querySelectorAll("dd"), strict=True):
            if shown.textContent != figure:
                shown.textContent = figure
