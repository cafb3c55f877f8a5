"""The view of the user's pattern databases: the tiles, their keys, and the measurements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from npuzzle import HEURISTICS
from web.page.commands.solving import choose_option
from web.page.heuristic_choice import COMBINE
from web.rooms.lab.patterns_state import (
    LETTERS,
    PatternsState,
    choose_goal,
    command,
    format_bytes,
    groups_in,
    put_tile,
    take_goal,
    take_solver,
    type_groups,
)
from web.rooms.lab.words import number
from web.ui.dom import bring_into_view, by_id, make
from web.ui.events import when
from web.ui.part import TaskPart

if TYPE_CHECKING:
    from web.page.api import PageApi
    from web.solver.client import Answer
    from web.ui.protocols import Event

YOURS = "Yours"
STEPS = {"ArrowLeft": (0, -1), "ArrowRight": (0, 1), "ArrowUp": (-1, 0), "ArrowDown": (1, 0)}


class PatternsFold(TaskPart[PatternsState]):
    """Choose groups of tiles and build their databases. At first, the groups are those chosen in Solve."""

    place, commands, task = "patterns", command, "patterns"

    def __init__(self, desk: PageApi) -> None:
        self._desk = desk
        labels = []
        for letter in LETTERS:
            label = make("label", translate="no")
            label.append(make("input", type="radio", name="patterns-letter", value=letter), letter)
            labels.append(label)
        by_id("patterns-letters").replaceChildren(*labels)
        super().__init__(PatternsState(), desk.say, desk.solver)
        when("keydown", "#patterns-board")(self.on_key)
        self.draw()
        self.enter()
        if groups := groups_in(desk.state.options.formula):
            self.dispatch(type_groups(groups))

    def enter(self) -> None:
        """Update the goal from the page, and whether the solver is free."""
        self.dispatch(take_goal(choose_goal(self._desk.state)))
        self.dispatch(take_solver(self._desk.state.why_not_start))

    def make_request(self) -> dict[str, Any]:
        return self.state.request()

    def end(self, answer: Answer) -> None:
        super().end(answer)
        bring_into_view("patterns-result")

    def use(self) -> None:
        """Choose these groups as the heuristic in Solve, and go there."""
        self._desk.dispatch(choose_option("formula", self.state.heuristic))
        self._desk.dispatch(choose_option("heuristic", COMBINE))
        self._desk.rooms.open("solve")
        by_id("room-solve").focus()

    def on_key(self, event: Event) -> None:
        """Put a tile into a group by the group's letter, or go to another tile by an arrow key."""
        tile = event.target.closest("[data-tile]")
        if not tile or event.ctrlKey or event.altKey or event.metaKey:
            return
        goal = self.state.goal
        if event.key.upper() in LETTERS:
            event.preventDefault()
            self.dispatch(put_tile(int(tile.dataset.tile), event.key.upper()))
        elif event.key in STEPS:
            event.preventDefault()
            row, col = goal.shape.place(goal.tiles.index(int(tile.dataset.tile)))
            down, right = STEPS[event.key]
            if 0 <= row + down < goal.shape.rows and 0 <= col + right < goal.shape.cols:
                cell = (row + down) * goal.shape.cols + col + right
                [*by_id("patterns-board").querySelectorAll(":scope > *")][cell].focus()

    def draw(self) -> None:
        super().draw()
        self._draw_tiles()
        if self.state.answer is not None and self._dom.has_changed("answer", self.state.answer):
            self._draw_answer(self.state.answer)

    def _draw_tiles(self) -> None:
        """Draw the tiles at their places in the goal, each with the letter of its group."""
        state, board = self.state, by_id("patterns-board")
        if self._dom.has_changed("goal", state.goal):
            board.style.setProperty("--cols", str(state.goal.shape.cols))
            tiles = []
            for tile in state.goal.tiles:
                pressed = {"data_press": "patterns.press_tile", "value": tile, "data_tile": tile}
                tiles.append(make("button", str(tile), type="button", **pressed) if tile else make("span"))
            board.replaceChildren(*tiles)
            self._dom.forget("letters")
        if not self._dom.has_changed("letters", (state.letter_of, state.phase)):
            return
        for one in board.querySelectorAll("button"):
            tile = int(one.dataset.tile)
            letter = state.letter_of.get(tile, "")
            one.toggleAttribute("data-letter", bool(letter))
            if letter:
                one.dataset.letter = letter
            one.setAttribute("aria-pressed", str(bool(letter)).lower())
            one.setAttribute(
                "aria-label", f"tile {tile}, group {letter}" if letter else f"tile {tile}, no group"
            )
            one.disabled = state.run is not None

    def _draw_answer(self, answer: Any) -> None:
        own = next(iter(answer["means"]))
        self._dom.figures(
            "patterns-figures",
            [
                ("Size", format_bytes(answer["bytes"])),
                ("Seconds to build", f"{answer['seconds']:.1f}"),
                ("Mean h", f"{answer['means'][own]:.2f}"),
            ],
        )
        counted = f"{answer['counted']:,}"
        self._dom.text(
            "patterns-counted",
            f"Mean over all {counted} states; A* on three random boards."
            if answer["exact"]
            else f"Mean over a sample of {counted} random boards; A* on three boards reached by "
            "random moves from the goal.",
        )
        head = make("tr")
        columns = ["Heuristic", "Mean h", *(f"Board {n + 1}" for n in range(len(answer["boards"])))]
        head.append(*[make("th", column, scope="col") for column in columns])
        by_id("patterns-head").replaceChildren(head)
        rows = []
        for name, mean in answer["means"].items():
            row = make("tr")
            row.append(make("th", YOURS if name == own else HEURISTICS[name].label, scope="row"))
            row.append(make("td", f"{mean:.2f}"))
            for board in answer["boards"]:
                found = board["expanded"][name]
                said = f"{found:,}" if found is not None else f"over {number(answer['limit'])}"
                row.append(make("td", said, title=board["board"]))
            rows.append(row)
        by_id("patterns-rows").replaceChildren(*rows)
