"""The screen of `play`. It needs the optional library Textual, so it is imported only to play."""

from __future__ import annotations

from asyncio import sleep, to_thread
from random import Random
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.widgets import Footer, Static

from npuzzle.cli.board_io import draw_rows
from npuzzle.cli.play import KEYS, WAYS, Game
from npuzzle.errors import NPuzzleError, sentence
from npuzzle.lab.space import MAX_ENUMERATED_CELLS, DistanceTable, iter_build_distance_table
from npuzzle.progress import Work
from npuzzle.puzzle.solvability import check
from npuzzle.solving.job import Job, start
from npuzzle.solving.plan import TABLED

SLICE = 0.05  # seconds of search between checks for pressed keys
WITHIN = 3.0  # seconds to search for a path on a large board
PAUSE = 0.4  # seconds between moves that are played automatically
MARGIN, FOOTER = 2, 1  # free columns on either side of the game, and rows below the game


def _advance(work: Work[DistanceTable]) -> DistanceTable | None:
    """Do one step of the work. Return the table if the work is done, else None."""
    try:
        next(work)
    except StopIteration as end:
        table: DistanceTable = end.value
        return table
    return None


class PlayApp(App[None]):
    """A game on the screen. Searches run in another thread, so keys work all the time."""

    CSS = f"#game {{ margin: 0 {MARGIN}; }}"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(way, f"slide('{letter}')", show=False) for letter, way in WAYS.items()),
        ("u", "undo", "Undo"),
        ("r", "restart", "Restart"),
        ("n", "new", "New"),
        ("g", "goal", "Goal"),
        ("h", "hint", "Hint"),
        ("s", "solve", "Solve"),
        ("space", "step", "Step"),
        ("a", "autoplay", "Play"),
        Binding("escape", "stop", "Stop", priority=True),
        Binding("q,ctrl+c", "quit", "Quit", key_display="q", priority=True),
    ]

    def __init__(self, game: Game, random: Random) -> None:
        super().__init__()
        self.game = game
        self.random = random
        self.table: DistanceTable | None = None
        self.said = game.describe_start()

    def compose(self) -> ComposeResult:
        yield Static(markup=False, id="game")
        yield Footer()

    def on_mount(self) -> None:
        self.room = self.size
        self.show(self.said)
        if self.game.goal.shape.cells <= MAX_ENUMERATED_CELLS:
            self.run_worker(self.measure())

    def show(self, said: str = "") -> None:
        self.said = said
        columns, rows = self.room.width - 2 * MARGIN, self.room.height - FOOTER
        self.query_one("#game", Static).update(self.game.draw(self.table, said, columns, rows))

    def on_resize(self, event: Resize) -> None:
        self.room = event.size
        self.show(self.said)

    async def measure(self) -> None:
        """Compute all distances from the goal, step by step in another thread, so that keys keep working."""
        work = iter_build_distance_table(self.game.goal.shape, self.game.goal.blank)
        while self.table is None:
            self.table = await to_thread(_advance, work)
        self.show(self.said)

    async def autoplay(self) -> None:
        """Play a solution move by move. Find one first if none is known."""
        if not self.game.ahead:
            await self.search(whole=True)
        while self.game.ahead:
            await sleep(PAUSE)
            self.game.slide(self.game.ahead[0])
            self.tell(whole=True)

    async def search(self, *, whole: bool) -> None:
        """Find a solution in another thread, slice by slice, and describe it."""
        within = WITHIN if self.game.goal.shape.cells > TABLED else None
        try:
            run = start(Job(board=self.game.board, goal=self.game.goal, within=within))
            while run.result is None:
                self.show(f"Searching, {run.snapshot.expanded:,} states expanded. Escape stops the search.")
                await to_thread(run.step, SLICE)
        except NPuzzleError as error:
            self.show(sentence(error))
            return
        self.game.ahead, self.game.claim = run.result.path or "", run.result.claim or ""
        if run.result.path is None:
            self.show(check(self.game.board, self.game.goal).reason)
        else:
            self.show(self.game.describe_ahead(whole=whole))

    def tell(self, *, whole: bool) -> None:
        """Describe the solution ahead, or search for one."""
        if self.game.is_solved:
            self.show("n gives a new board.")
        elif self.game.ahead:
            self.show(self.game.describe_ahead(whole=whole))
        else:
            self.run_worker(self.search(whole=whole), group="search", exclusive=True)

    def stop(self) -> bool:
        """End the search, and return whether one was running."""
        return bool(self.workers.cancel_group(self, "search"))

    def action_slide(self, letter: str) -> None:
        self.stop()
        self.game.slide(letter)
        self.show()

    def action_undo(self) -> None:
        self.stop()
        self.game.undo()
        self.show()

    def action_restart(self) -> None:
        self.stop()
        self.game.restart()
        self.show(self.game.describe_start())

    def action_new(self) -> None:
        self.stop()
        self.game = Game(self.game.goal.shuffled(self.random), self.game.goal)
        self.show(KEYS)

    def action_goal(self) -> None:
        self.show(f"The goal:\n{draw_rows(self.game.goal)}")

    def action_hint(self) -> None:
        self.tell(whole=False)

    def action_solve(self) -> None:
        self.tell(whole=True)

    def action_autoplay(self) -> None:
        self.stop()
        if self.game.is_solved:
            self.tell(whole=True)
        else:
            self.run_worker(self.autoplay(), group="search", exclusive=True)

    def action_step(self) -> None:
        if not self.game.ahead:
            self.show("There is no solution to play; s looks for one.")
            return
        self.stop()
        self.game.slide(self.game.ahead[0])
        self.tell(whole=True)

    def action_stop(self) -> None:
        if self.stop():
            self.show("Stopped.")
