"""Draw the state of `web.rooms.lab.state`. panel.html names its commands and this module's methods."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pyscript import document, window
from pyscript.ffi import create_proxy

from npuzzle import Board
from npuzzle.lab import Certificate
from web.command import Call, perform
from web.page.api import PageApi, RoomView
from web.page.commands.solving import certify_heuristic
from web.page.texts_from_links import NOTE as LINKED
from web.rooms.lab import words
from web.rooms.lab.examples import ALGORITHMS, HEURISTICS
from web.rooms.lab.shown import Shown
from web.rooms.lab.state import (
    LabState,
    bring_source,
    choose_goal,
    command,
    recall_replaced,
    start,
    take_solver,
    tick,
    type_source,
)
from web.solver.client import in_background
from web.ui.dom import bring_into_view, by_id, make
from web.ui.download import fill_table
from web.ui.events import when
from web.ui.grid import draw_grid
from web.ui.part import TaskPart
from web.ui.script import load_script

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.rooms.lab.patterns_view import PatternsFold
    from web.solver.client import Answer
    from web.ui.protocols import CodeEditor

NOTE = "source"  # the note with the text
KEPT = "kept_source"  # the note with the user's text that another text replaced
PAUSE = 0.4  # seconds without typing after which the text goes into the note
LABEL = "Your Python"


class LabRoom(TaskPart[LabState], RoomView):
    place, commands, task = "lab", command, "certify"

    def __init__(self, desk: PageApi) -> None:
        state = perform(LabState(), recall_replaced(desk.notes.get(KEPT, "")))
        super().__init__(state, desk.say, desk.solver)
        self._desk = desk
        self._known_note: str | None = None
        self._typed = self._runs = 0
        self._editor: CodeEditor | None = None
        self.patterns: PatternsFold | None = None
        self._fill_menu()
        when("toggle", "#patterns-fold")(lambda event: self.open_patterns())
        in_background(self._mount())

    def enter(self) -> None:
        """Show a text that came from a link or another room, without running it."""
        noted = self._desk.notes.get(NOTE, "")
        if isinstance(noted, str) and noted.strip() and noted != self._known_note:
            self._known_note = noted
            self.dispatch(bring_source(noted))
        self._follow_page()

    def leave(self) -> None:
        """Put the text into the note, so that the room that opens next can use it."""
        if self.state.text != self._known_note:
            self.note()

    def open_patterns(self) -> PatternsFold:
        """Return the part for pattern databases, which is made when it is first opened."""
        if self.patterns is None:
            from web.rooms.lab.patterns_view import PatternsFold

            self.patterns = PatternsFold(self._desk)
        return self.patterns

    def take(self, text: str) -> None:
        """Replace the text with one from another room, and save the old text."""
        self.enter()
        self.dispatch(bring_source(text))
        self.note()

    def follow(self, before: UiState, state: UiState, call: Call) -> None:
        self._follow_page()

    def _follow_page(self) -> None:
        self.dispatch(take_solver(self._desk.state.why_not_start))
        self.draw()
        if self.patterns is not None:
            self.patterns.enter()

    def follow_change(self, before: LabState, after: LabState) -> None:
        super().follow_change(before, after)
        if after.run is not None and before.run is None:
            self._runs += 1
            in_background(self._tick(self._runs))
        if after.kept != before.kept:
            self.note()
        if after.text != before.text:
            self._typed += 1
            in_background(self._note_later(self._typed))
        if after.offer != self._desk.state.certified:
            self._desk.dispatch(certify_heuristic(after.offer))

    def go_to_line(self) -> None:
        line = self.state.line
        if line is None:
            return
        if self._editor is not None:
            self._editor.go(line)
            return
        area, lines = by_id("lab-text"), self.state.text.split("\n")
        start = sum(len(each.encode("utf-16-le")) // 2 + 1 for each in lines[: line - 1])
        area.focus()
        area.setSelectionRange(start, start + len(lines[line - 1].encode("utf-16-le")) // 2)

    def race(self) -> None:
        self.note()
        self._desk.rooms.open("race").race_own()

    def give_counterexample(self) -> None:
        """Put the counterexample, a board whose estimate is above its distance, on the page."""
        proof = self.state.certificate
        if proof is not None and proof.counterexample is not None:
            self._give(proof.counterexample.board, proof.goal)

    def give_first_of_pair(self) -> None:
        """Put on the page the first of the two neighbouring boards whose estimates differ by more than 1."""
        proof = self.state.certificate
        if proof is not None and proof.arc is not None:
            self._give(proof.arc.board, proof.goal)

    def _give(self, board: Board, goal: Board) -> None:
        self._desk.give(board, goal)
        self._desk.say("Now on the board.")

    def note(self) -> None:
        """Put both texts into the notes, which links, the next visit and races read."""
        self._known_note = self.state.text
        self._desk.note(KEPT, self.state.kept)
        self._desk.note(NOTE, self._known_note)

    async def _note_later(self, typed: int) -> None:
        await asyncio.sleep(PAUSE)
        if typed == self._typed:
            self.note()

    def make_request(self) -> dict[str, Any]:
        state, goal = self.state, choose_goal(self._desk.state)
        return {"source": state.tried, "goal": str(goal), "against": list(state.against)}

    def end(self, answer: Answer) -> None:
        super().end(answer)
        bring_into_view("lab-problem" if self.state.problem else "lab-result")

    async def _tick(self, run: int) -> None:
        await asyncio.sleep(1)
        while run == self._runs and self.state.run is not None:
            self.dispatch(tick())
            await asyncio.sleep(1)

    async def _mount(self) -> None:
        """Replace the plain text field with the editor. If the editor does not load, the field stays."""
        host = by_id("lab-editor")
        try:
            module = await load_script("lab_editor.js", "the plain field stays")
            typed = create_proxy(lambda text: self.dispatch(type_source(text)))
            entered = create_proxy(lambda: self.dispatch(start()))
            editor: CodeEditor = await module.mount(host, self.state.text, LABEL, typed, entered)
        except Exception as error:
            window.console.warn(f"The editor did not load; the plain field stays: {error}")
            return
        had_focus = document.activeElement and document.activeElement.id == "lab-text"
        host.hidden = False
        by_id("lab-plain").hidden = True
        by_id("lab-keys").hidden = False
        self._editor = editor
        self.draw()
        if had_focus:
            editor.go(1)

    def _fill_menu(self) -> None:
        nothing = make("option", "Choose an example ...", value="", disabled="")
        groups = [nothing]
        for kind, examples in (("Heuristics", HEURISTICS), ("Algorithms", ALGORITHMS)):
            for is_broken, label in ((False, kind), (True, f"{kind} with a mistake")):
                group = make("optgroup", label=label)
                for example in examples:
                    if example.is_broken is is_broken:
                        group.append(make("option", example.label, value=example.name))
                groups.append(group)
        by_id("lab-example").replaceChildren(*groups)

    def draw(self) -> None:
        state = self.state
        if self._editor is None:
            self._dom.value("lab-text", state.text)
        elif self._dom.has_changed("editor", state.text):
            self._editor.set(state.text)
        if self._editor is not None and self._dom.has_changed("mark", state.line):
            self._editor.mark(state.line or 0)
        self._bindings.draw(Shown(state, self._desk.state, self._desk.notes.get(LINKED, "")))
        proof = state.certificate
        if proof is not None and self._dom.has_changed("proof", proof):
            self._draw_certificate(proof, state.seconds)

    def _draw_certificate(self, proof: Certificate, seconds: float) -> None:
        """Draw the verdict, the boards that refute a claim, and the comparisons."""
        self._dom.text("lab-verdict", words.headline(proof))
        self._dom.attribute("lab-verdict", "data-kind", words.kind(proof))
        self._dom.text("lab-meaning", words.meaning(proof))
        for name in ("admissible", "consistent", "at_goal", "counterexample", "arc"):
            self._dom.text(f"lab-{name.replace('_', '-')}", getattr(words, name)(proof))
        case, pair = proof.counterexample, proof.arc
        self._dom.hide("lab-case", case is None)
        self._dom.hide("lab-pair", pair is None)
        if case is not None:
            draw_grid(by_id("lab-case-board"), case.board)
        if pair is not None:
            draw_grid(by_id("lab-pair-first"), pair.board)
            draw_grid(by_id("lab-pair-second"), pair.other)
        self._dom.figures("lab-figures", words.figures(proof, seconds))
        fill_table(by_id("lab-standings"), words.standings(proof))
