"""The view of Practice: deal scrambles onto the page's board, and time the moves by hand."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pyscript import document

from npuzzle import goal_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.play import parse_letters, play_moves
from web.command import Call
from web.page.api import PageApi, RoomView
from web.page.commands.board import give_board
from web.page.commands.sliding import press_arrow
from web.page.commands.undo import reset, undo
from web.rooms.practice.shown import Shown, session_rows, write_time
from web.rooms.practice.state import (
    LONGEST_LIST,
    LONGEST_PATH,
    Phase,
    PracticeState,
    Solve,
    command,
    deal,
    follow_page,
    read_note,
    refuse,
    take_proof,
    take_rows,
    type_draft,
    write_note,
)
from web.solver.client import in_background
from web.solver.task_run import TaskRun
from web.ui.dom import by_id
from web.ui.download import NOT_COPIED, copy_text, fill_table
from web.ui.events import when
from web.ui.part import Part

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.solver.client import Answer
    from web.ui.protocols import Event

NOTE = "practice"
PERIOD = 0.05  # seconds between two updates of the clock
PRESSED_BY_SPACE = "button:not(#tab-practice), a, input, select, textarea, summary, dialog"


class PracticeRoom(Part[PracticeState], RoomView):
    place, commands = "practice", command

    def __init__(self, desk: PageApi) -> None:
        self._desk = desk
        self._started = 0.0  # when the clock started, by `perf_counter`
        self._asked: Solve | None = None
        self._progress = ""
        super().__init__(read_note(desk.notes.get(NOTE, "")), desk.say)
        self._proving = TaskRun(desk.solver, "prove", self._take_proof, lambda problem: self._take_proof({}))
        self._listing = TaskRun(
            desk.solver, "list", self._take_rows, self._fail_list, on_progress=self._show_progress
        )
        when("keydown", document)(self._on_key)

    def enter(self) -> None:
        self._look_at_page()

    def follow(self, before: UiState, state: UiState, call: Call) -> None:
        self._look_at_page()

    def _look_at_page(self) -> None:
        runs = self.state.phase is Phase.RUNNING
        self.dispatch(follow_page(self._desk.state, perf_counter() - self._started if runs else 0.0))
        self._prove_next()
        self.draw()

    def follow_change(self, before: PracticeState, after: PracticeState) -> None:
        if (after.solves, after.size, after.mode) != (before.solves, before.size, before.mode):
            self._desk.note(NOTE, write_note(after))
            by_id("practice-copied").textContent = ""
            self._prove_next()
        if after.phase is Phase.RUNNING and (before.phase, before.scramble) != (after.phase, after.scramble):
            self._started = perf_counter()
            in_background(self._tick(self._started))

    async def _tick(self, started: float) -> None:
        """Show the time while the clock runs."""
        while self.state.phase is Phase.RUNNING and self._started == started:
            by_id("practice-time").textContent = write_time(perf_counter() - started)
            await asyncio.sleep(PERIOD)

    # The scramble and the draft

    def next_scramble(self) -> None:
        """Deal a random board of the chosen size. All boards are equally likely."""
        if not Shown(self.state, self._desk.state).can_deal:
            return
        goal = goal_board(DEFAULT_GOAL, self.state.size)
        board = goal
        while board == goal:
            board = goal.shuffled()
        self._desk.dispatch(give_board(board, goal))
        self.dispatch(deal(board))
        by_id("board").focus(preventScroll=True)

    def _on_key(self, event: Event) -> None:
        is_open = self._desk.rooms.current == self.place
        if is_open and event.key == " " and not event.target.closest(PRESSED_BY_SPACE):
            event.preventDefault()
            if self.state.is_resting:  # a running solve continues
                self.next_scramble()

    def type_moves(self, text: str) -> None:
        """Make the typed moves on the board, starting from the scramble."""
        path, board = parse_letters(text[:LONGEST_PATH]), self.state.scramble
        self.dispatch(type_draft(text))
        if path is None or len(path) > LONGEST_PATH:
            self.dispatch(refuse("Moves are letters U D L R with an optional count, as in R2 U."))
        elif board is not None:
            illegal = play_moves(board, path).illegal
            if illegal is not None:
                why = f"Move {illegal.number:,}, {illegal.written}, is illegal: {illegal.reason}."
                self.dispatch(refuse(why))
            else:
                self._desk.dispatch(reset(), *map(press_arrow, path))

    def undo_move(self) -> None:
        self._desk.dispatch(undo())

    # The solver's results

    def _prove_next(self) -> None:
        """Ask the solver about the latest solve without results, whenever the solver is free."""
        solve = self.state.unproved
        if solve is None or self._proving.is_running or not self._desk.solver.is_free:
            return
        self._asked = solve
        self._proving.start({"text": f"{solve.board}\t{solve.path}", "size": str(solve.board.shape)})

    def _take_proof(self, answer: Answer) -> None:
        """Take the results. If there are no rows, another task ended this one: the page asks again later."""
        rows = answer.get("rows", [{}])
        if rows and self._asked is not None:
            self.dispatch(take_proof(self._asked, rows[0]))
        self._look_at_page()

    def analyse(self) -> None:
        text = self.state.text
        if len(text) > LONGEST_LIST:
            self.dispatch(refuse(f"A list can have up to {LONGEST_LIST:,} characters, got {len(text):,}."))
        elif Shown(self.state, self._desk.state).can_analyse:
            self._listing.start({"text": text, "size": self.state.size})
            self.draw()

    def stop_list(self) -> None:
        self._listing.stop()

    def _show_progress(self, news: dict[str, Any]) -> None:
        self._progress = f"{news['done']:,} of {news['total']:,} lines"
        self.draw()

    def _take_rows(self, answer: Answer) -> None:
        self._progress = ""
        self.dispatch(take_rows(tuple(answer["rows"])))
        self._look_at_page()

    def _fail_list(self, problem: str) -> None:
        self._progress = ""
        self.dispatch(refuse(problem))
        self.draw()

    # The values on show

    def draw(self) -> None:
        shown = Shown(self.state, self._desk.state, self._progress)
        self._bindings.draw(shown)
        by_id("practice-stop").hidden = not self._listing.is_running
        if self.state.phase is not Phase.RUNNING:
            by_id("practice-time").textContent = shown.time
        self._dom.figures("practice-averages", shown.averages)
        for name, table in (("practice-table", shown.table), ("practice-list-table", shown.list_table)):
            if self._dom.has_changed(name, table):
                by_id(f"{name}-part").hidden = not table.rows
                fill_table(by_id(name), table)

    async def copy_session(self) -> None:
        await self._copy(session_rows(self.state), "practice-copied")

    async def copy_list(self) -> None:
        await self._copy([dict(row) for row in self.state.rows], "practice-list-copied")

    async def _copy(self, rows: list[dict[str, object]], told: str) -> None:
        from npuzzle.classroom.csv_table import format_csv  # late: few visits need it

        copied = bool(rows) and await copy_text(format_csv([*rows[0]], rows))
        by_id(told).textContent = "Copied." if copied else NOT_COPIED
