"""Many solves on one page: every answer is checked, and the page's memory is measured in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from playwright.sync_api import Browser

from npuzzle import site
from tests.browser.conftest import Watch
from tests.browser.page_driver import PageDriver
from tests.endurance.boards import KINDS, Task, tasks, wrong_with
from tests.endurance.gauges import COUNTS, MEMORY, Gauges, climbs, let_it_be_asked

MOST_GROWTH = 0.2  # share by which the memory may grow, from the first reading to the last
SEED = 2026
#: Slides a tile back and forth.
FILL_UNDO = """
() => { for (let i = 0; i < 1100; i += 1) document.getElementById('board')
  .dispatchEvent(new KeyboardEvent('keydown', { key: i % 2 ? 'ArrowLeft' : 'ArrowRight', bubbles: true })); }
"""
#: Types a board, makes the choices, presses Solve, and returns the page's texts after the run; with `steps`
#: also the board at the end of the path. It sends a user's events, which is faster than Playwright's input.
SOLVE = """
async ([chosen, steps]) => {
  const by = id => document.getElementById(id);
  by('mode-paste').click();
  for (const [id, value] of chosen) {
    if (by(id).disabled) continue;
    by(id).value = value;
    for (const kind of ['input', 'change']) by(id).dispatchEvent(new Event(kind, { bubbles: true }));
  }
  by('solve').click();
  if (!by('stop').disabled) await new Promise(ended => {
    const watch = new MutationObserver(() => { if (by('stop').disabled) { watch.disconnect(); ended(); } });
    watch.observe(by('stop'), { attributes: true });
  });
  const said = { title: by('result-title').textContent, badge: by('badge').textContent, end: '' };
  said.problem = by('result').hidden ? by('problem').textContent || by('solve-help').textContent : '';
  if (!steps || by('last').disabled || by('player').hidden) return said;
  by('forward').click();
  by('last').click();
  const rows = [...document.querySelectorAll('#board [role=row]')];
  said.end = rows.map(row => [...row.children].map(cell => cell.textContent || '0').join(' ')).join('/');
  return said;
}
"""
Reading = dict[str, int]


class Solves:
    """A run of solves. `done`: their number; `readings`: figures by that number; `wrong`: false answers."""

    def __init__(self, driver: PageDriver) -> None:
        self.driver = driver
        self.readings: list[tuple[int, Reading]] = []
        self.wrong: list[str] = []
        self.done = 0

    def readings_of(
        self, count: int, *, every: int, seed: int = SEED, undo_is_full: bool = True
    ) -> Iterator[tuple[int, Reading]]:
        """Solve `count` tasks, and yield a reading after each `every` of them.

        Every kind of task comes once before the first reading. Undo stores up to 1,000 changes, so it is
        filled at the start, unless the run is too short for it to matter.
        """
        page = self.driver.page
        page.set_default_timeout(120_000)  # the machine may be busy
        page.locator("body[data-tables]").wait_for()
        if undo_is_full:
            page.evaluate(FILL_UNDO)
        gauges = Gauges(page)
        for number, task in enumerate(islice(tasks(seed), count), 1):
            self._solve(number, task)
            self.done = number
            if number % every == 0 and number >= len(KINDS):
                self.readings.append((number, gauges.read()))
                yield self.readings[-1]

    def _solve(self, number: int, task: Task) -> None:
        chosen = {"text": str(task.board), "goal": task.goal_name, "algorithm": task.algorithm}
        chosen |= {"goal-text": str(task.goal)} if task.own else {}
        chosen |= {"heuristic": task.heuristic, "seconds": f"{task.seconds:g}"}
        said = self.driver.page.evaluate(SOLVE, [list(chosen.items()), number % 3 == 0])
        wrong = said["problem"] or wrong_with(task, said["title"], said["badge"])
        if not wrong and said["end"] not in ("", str(task.goal)):
            wrong = f"the path ends at {said['end']}"
        if wrong:
            self.wrong.append(f"solve {number}, {task}: {wrong}")

    @property
    def grown(self) -> float:
        """The growth of the memory from the first reading to the last, as a share."""
        first, last = self.readings[0][1][MEMORY], self.readings[-1][1][MEMORY]
        return last / first - 1

    def faults(self, complaints: Sequence[str]) -> list[str]:
        """List everything that was wrong, in sentences."""
        found = [*self.wrong, *complaints]
        if len(self.readings) < 2:
            return [*found, "fewer than two readings: growth cannot be measured"]
        if self.grown > MOST_GROWTH:
            found.append(f"the memory grew by {self.grown:.0%}, more than {MOST_GROWTH:.0%}")
        for name in self.readings[0][1]:
            figures = [reading[name] for _, reading in self.readings]
            if name.removeprefix("worker: ") in COUNTS and climbs(figures):
                found.append(f"{name}: keeps growing: {', '.join(f'{figure:,}' for figure in figures)}")
        return found


@contextmanager
def gauged_driver(browser: Browser, address: str) -> Iterator[tuple[PageDriver, Watch]]:
    """Open a page in a new profile, with Python that reports on its memory."""
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    watch = Watch(context)
    let_it_be_asked(context, Path(site.ROOT))
    try:
        yield PageDriver(context.new_page()).open(f"{address}#room=solve"), watch
    finally:
        watch.end()
        context.close()


def table(readings: Sequence[tuple[int, Reading]]) -> str:
    """Return a table: a row per figure with its growth, a column per reading; memory in MB."""
    names = list(readings[0][1]) if readings else []
    lines = [f"{'after solves':<34}" + "".join(f"{number:>9,}" for number, _ in readings) + f"{'grown':>9}"]
    for name in names:
        figures = [reading[name] for _, reading in readings]
        big = min(figures) > 1_000_000 and "objects" not in name
        shown = [f"{figure / 1e6:.1f}M" if big else f"{figure:,}" for figure in figures]
        grown = figures[-1] / max(1, figures[0]) - 1
        lines.append(f"{name:<34}" + "".join(f"{figure:>9}" for figure in shown) + f"{grown:>+9.1%}")
    return "\n".join(lines)
