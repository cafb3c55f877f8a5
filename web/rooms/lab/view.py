"""The Lab's shell: draws what `web.rooms.lab.state` says, and listens."""

import asyncio

from pyscript import document, js_import, when, window
from pyscript.ffi import create_proxy

from npuzzle import Board
from web.page.state import Phase as PagePhase
from web.rooms.lab import words
from web.rooms.lab.examples import EXAMPLES
from web.rooms.lab.state import (
    Answered,
    BackPressed,
    BenchState,
    BesideAllChosen,
    CertifyPressed,
    ExampleChosen,
    KeptCame,
    LoadPressed,
    Lost,
    Phase,
    Progressed,
    SourceCame,
    StopPressed,
    Ticked,
    Typed,
    ground,
    ground_in_words,
    update,
)
from web.solver.client import SolverError, in_background
from web.ui.dom import Writer, by_id, make

NOTE = "source"  # the desk's note that carries the text
KEPT = "kept_source"  # the one that carries the text which another one replaced
PAUSE = 0.4  # seconds without typing after which the text is noted
LABEL = "Heuristic in Python"

_room = None


class BenchRoom(Writer):
    def __init__(self, desk):
        global _room
        super().__init__()
        _room = self
        self.state = update(BenchState(), KeptCame(desk.notes.get(KEPT, "")))
        self._desk = desk
        self._noted = None
        self._typed = self._runs = 0
        self._editor = None
        self._fill_menu()
        in_background(self._mount())

    def opened(self):
        """Takes over a text that came from elsewhere. It is shown, not run."""
        noted = self._desk.notes.get(NOTE, "")
        if isinstance(noted, str) and noted.strip() and noted != self._noted:
            self._noted = noted
            self.dispatch(SourceCame(noted))
        self._draw()

    def take(self, text):
        """Another room's text takes the place of the one that is there, which is kept."""
        self.opened()
        self.dispatch(SourceCame(text))
        self.note()

    def follow(self, before, state, event):
        self._draw_start()
        self._draw_give()

    def dispatch(self, event):
        before, self.state = self.state, update(self.state, event)
        if self.state is before:
            return
        focused = document.activeElement.id if document.activeElement else ""
        self._draw()
        after = self.state
        if after.phase is Phase.CERTIFYING and before.phase is Phase.WRITING:
            in_background(self._certify(self._start(after)))
            self._runs += 1
            in_background(self._tick(self._runs))
            if focused == "bench-certify":
                by_id("bench-stop").focus()
        if after.phase is Phase.WRITING and before.phase is Phase.CERTIFYING and focused == "bench-stop":
            by_id("bench-certify").focus()
        if focused == "bench-back" and not after.kept:
            by_id("bench-load").focus()
        if after.stopping and not before.stopping:
            self._desk.solver.stop()
        if after.kept != before.kept:
            self.note()
        if after.text != before.text:
            self._typed += 1
            in_background(self._note_later(self._typed))
        if after.spoken and after.spoken != before.spoken:
            self._desk.say(after.spoken)

    def certify(self):
        if not self._desk.state.why_not_start:
            self.dispatch(CertifyPressed())

    def go_to_line(self):
        line = self.state.line
        if line is None:
            return
        if self._editor is not None:
            self._editor.go(line)
            return
        area, lines = by_id("bench-text"), self.state.text.split("\n")
        start = sum(len(each.encode("utf-16-le")) // 2 + 1 for each in lines[: line - 1])
        area.focus()
        area.setSelectionRange(start, start + len(lines[line - 1].encode("utf-16-le")) // 2)

    def race(self):
        self.note()
        self._desk.rooms.open("race").race_own()

    def give(self, board):
        self._desk.give(board, self.state.certificate.goal)
        self._desk.say("The board is on the page.")

    def note(self):
        """Leave the text where links, the next visit and the races find it; and the one that is kept."""
        self._noted = self.state.text
        self._desk.note(KEPT, self.state.kept)
        self._desk.note(NOTE, self._noted)

    async def _note_later(self, typed):
        await asyncio.sleep(PAUSE)
        if typed == self._typed:
            self.note()

    def _start(self, state):
        given = {
            "source": state.tried,
            "goal": str(ground(self._desk.state)),
            "against": list(state.against),
        }
        return self._desk.solver.run("certify", given, lambda now: self.dispatch(Progressed(**now)))

    async def _certify(self, coming):
        try:
            answer = await coming
        except SolverError as error:
            self.dispatch(Lost(str(error)))
        else:
            self.dispatch(Answered(answer))

    async def _tick(self, run):
        await asyncio.sleep(1)
        while run == self._runs and self.state.phase is Phase.CERTIFYING:
            self.dispatch(Ticked())
            await asyncio.sleep(1)

    async def _mount(self):
        """Put the editor in the place of the plain field, which stays if that fails."""
        address = document.baseURI.split("?")[0].split("#")[0].rsplit("/", 1)[0] + "/web/js/lab_editor.js"
        host = by_id("bench-editor")
        try:
            module = (await js_import(address))[0]
            typed = create_proxy(lambda text: self.dispatch(Typed(text)))
            entered = create_proxy(self.certify)
            editor = await module.mount(host, self.state.text, LABEL, typed, entered)
        except Exception as error:
            window.console.warn(f"The editor did not load, the plain field stays: {error}")
            return
        had_focus = document.activeElement and document.activeElement.id == "bench-text"
        host.hidden = False
        by_id("bench-plain").hidden = True
        by_id("bench-keys").hidden = False
        self._editor = editor
        self._draw()
        if had_focus:
            editor.go(1)

    def _fill_menu(self):
        nothing = make("option", "Choose an example ...", value="")
        groups = {False: make("optgroup", label="Right"), True: make("optgroup", label="Wrong: find out why")}
        for example in EXAMPLES:
            groups[example.is_broken].append(make("option", example.label, value=example.name))
        by_id("bench-example").replaceChildren(nothing, *groups.values())

    def _draw(self):
        state = self.state
        if self._editor is None:
            self._value("bench-text", state.text)
        elif self._changed("editor", state.text):
            self._editor.set(state.text)
        if self._editor is not None and self._changed("mark", state.line):
            self._editor.mark(state.line or 0)
        self._value("bench-example", state.choice)
        self._text("bench-look", state.look)
        self._enable("bench-load", bool(state.choice))
        self._property("bench-kept", "hidden", not state.kept)
        self._property("bench-all", "checked", state.beside_all)
        certifying = state.phase is Phase.CERTIFYING
        self._enable("bench-stop", certifying)
        self._property("bench-progress", "hidden", not certifying)
        if certifying:
            self._property("bench-bar", "max", max(state.total, 1))
            self._property("bench-bar", "value", state.done)
            self._text("bench-how-far", state.how_far)
        self._text("bench-suspicion", state.suspicion)
        self._text("bench-problem", state.problem)
        self._text("bench-note", state.note)
        self._text("bench-done", state.done_in_words)
        self._property("bench-go", "hidden", state.line is None)
        if state.line is not None:
            self._text("bench-go", f"Go to line {state.line}")
        self._draw_start()
        self._draw_give()
        self._draw_certificate()

    def _draw_start(self):
        page, certifying = self._desk.state, self.state.phase is Phase.CERTIFYING
        self._enable("bench-certify", not certifying and not page.why_not_start)
        self._text("bench-why-not", "" if certifying else page.why_not_start)
        self._text("bench-ground", ground_in_words(page))

    def _draw_give(self):
        for name in ("bench-give", "bench-give-first"):
            self._enable(name, self._desk.state.phase is not PagePhase.SOLVING)

    def _draw_certificate(self):
        state, proof = self.state, self.state.certificate
        found = proof is not None
        self._property("bench-result", "hidden", not found)
        if not found:
            return
        self._property("bench-stale", "hidden", not state.is_stale)
        if not self._changed("proof", proof):
            return
        self._text("bench-verdict", words.headline(proof))
        self._attribute("bench-verdict", "data-kind", words.kind(proof))
        self._text("bench-meaning", words.meaning(proof))
        for name in ("admissible", "consistent", "at_goal", "counterexample", "arc"):
            self._text(f"bench-{name.replace('_', '-')}", getattr(words, name)(proof))
        case, pair = proof.counterexample, proof.arc
        self._property("bench-case", "hidden", case is None)
        self._property("bench-pair", "hidden", pair is None)
        if case is not None:
            _draw_board("bench-case-board", case.board)
        if pair is not None:
            _draw_board("bench-pair-first", pair.board)
            _draw_board("bench-pair-second", pair.other)
        self._figures("bench-figures", words.figures(proof, state.seconds))
        rows = []
        for label, relation, higher, lower in words.standings(proof):
            row = make("tr")
            row.append(
                make("th", label, scope="row"), make("td", relation), make("td", higher), make("td", lower)
            )
            rows.append(row)
        by_id("bench-standings").replaceChildren(*rows)


def _draw_board(name, board: Board):
    """A small picture of a board, which is read as its text."""
    picture = by_id(name)
    picture.style.setProperty("--rows", str(board.shape.rows))
    picture.style.setProperty("--cols", str(board.shape.cols))
    picture.setAttribute("aria-label", str(board))
    picture.replaceChildren(*[make("span", str(tile) if tile else "") for tile in board.tiles])


@when("input", "#bench-text")
def on_typed(event):
    _room.dispatch(Typed(event.target.value))


@when("change", "#bench-example")
def on_example(event):
    _room.dispatch(ExampleChosen(event.target.value))


@when("click", "#bench-load")
def on_load(event):
    _room.dispatch(LoadPressed())


@when("click", "#bench-back")
def on_back(event):
    _room.dispatch(BackPressed())


@when("change", "#bench-all")
def on_all(event):
    _room.dispatch(BesideAllChosen(event.target.checked))


@when("click", "#bench-certify")
def on_certify(event):
    _room.certify()


@when("click", "#bench-stop")
def on_stop(event):
    _room.dispatch(StopPressed())


@when("click", "#bench-race")
def on_race(event):
    _room.race()


@when("click", "#bench-go")
def on_go(event):
    _room.go_to_line()


@when("click", "#bench-give")
def on_give(event):
    _room.give(_room.state.certificate.counterexample.board)


@when("click", "#bench-give-first")
def on_give_first(event):
    _room.give(_room.state.certificate.arc.board)
