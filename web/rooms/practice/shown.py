"""The values that `data-bind` names in the HTML of Practice. No browser in here."""

from __future__ import annotations

from typing import Any

from npuzzle.puzzle.moves import format_moves
from npuzzle.puzzle.play import parse_letters
from npuzzle.text import count
from web.calc import Model
from web.page.state import Phase as PagePhase
from web.page.state import UiState
from web.rooms.practice.state import AVERAGES, Mode, Phase, PracticeState, Row, Solve
from web.ui.table import Table

HEADS = ("#", "Time", "Moves", "A second", "Shortest", "Whole lines", "Scramble")
LIST_HEADS = (
    *("Line", "Moves", "Shortest", "Longer", "First mistake", "Good first moves"),
    *("Whole lines", "Problem"),
)


def write_time(seconds: float) -> str:
    """Write a time in minutes, seconds and hundredths: `0:24.30`."""
    minutes, rest = divmod(int(seconds * 100 + 1e-6), 6000)
    return f"{minutes}:{rest // 100:02}.{rest % 100:02}"


def write_range(least: Any, most: Any) -> str:
    """Write a proved number, or, if the bounds differ, the range."""
    if least is None or most is None:
        return ""
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def write_shortest(solve: Solve) -> str:
    """Write the shortest length, and how much longer the solve is: `54 (+2)`."""
    if not solve.row:
        return "" if solve.row is None else "\N{EN DASH}"
    excess = solve.row["excess"]
    known = write_range(solve.row["at_least"], solve.row["at_most"])
    return known if excess is None else f"{known} (+{excess:,})"


def write_lines(row: Row | None) -> str:
    return write_range(row["line_moves_at_least"], row["line_moves_at_most"]) if row else ""


class Shown(Model[PracticeState]):
    """The values computed from the room and the page. Any other name is a part of the state."""

    def __init__(self, state: PracticeState, page: UiState, progress: str = "") -> None:
        super().__init__(state)
        self._page = page
        self.progress = progress
        self._last = state.session[-1] if state.phase is Phase.DONE and state.session else None

    @property
    def time(self) -> str:
        """Write the time of the last solve. While the clock runs, the view writes the time instead."""
        return write_time(self._state.seconds if self._state.phase is Phase.DONE else 0)

    @property
    def message(self) -> str:
        """Describe what happened last, or what to do next."""
        state, last = self._state, self._last
        if state.phase is Phase.IDLE:
            return "Next scramble deals a new board."
        if state.phase is Phase.DEALT:
            return "The clock starts with your first move."
        if state.phase is Phase.RUNNING and self.is_fewest:
            made = count(self._page.history.by_hand, "move")
            about = "The clock started with the deal; there is no time limit."
            return f"{made} so far. Slide tiles, or type the moves. {about}"
        if state.phase is Phase.RUNNING or last is None:
            return ""
        helped = " A hint or a solution was shown: this solve is not counted." if last.is_helped else ""
        return f"{count(len(last.path), 'move')}, {last.speed:.1f} a second.{helped}"

    @property
    def proof(self) -> str:
        """Compare the last solve with the shortest solution."""
        last = self._last
        if last is None:
            return ""
        if not last.row:
            return "Looking for the shortest solution." if last.row is None else ""
        lines = write_lines(last.row)
        whole = f" In whole lines: {lines}." if lines else ""
        return f"Shortest: {write_shortest(last)}.{whole}"

    @property
    def averages(self) -> list[tuple[str, str]]:
        """List the averages that can be computed, and always the first two."""
        pairs = zip(AVERAGES, self._state.averages)
        return [
            (f"Average of {number}", self._write_figure(value))
            for number, value in pairs
            if value is not None or number in AVERAGES[:2]
        ]

    def _write_figure(self, value: float | None) -> str:
        if value is None:
            return "\N{EN DASH}"
        return write_time(value) if self._state.mode is Mode.CLOCK else f"{value:.2f}"

    @property
    def is_fewest(self) -> bool:
        return self._state.mode is Mode.FEWEST

    @property
    def is_drafting(self) -> bool:
        """Return whether moves can be typed: in the fewest-moves event, with the scramble on the board."""
        return self.is_fewest and self._state.phase is Phase.RUNNING and self._state.is_here(self._page)

    @property
    def moves(self) -> str:
        """Write the draft: the moves made on the board, in the user's own spelling if they were typed."""
        path = self._page.path_by_hand or ""
        typed = parse_letters(self._state.draft)
        is_typed = typed == path or bool(self._state.problem)
        return self._state.draft if is_typed else format_moves(path)

    @property
    def can_undo(self) -> bool:
        return self.is_drafting and self._page.history.by_hand > 0

    @property
    def can_deal(self) -> bool:
        return self._page.phase is not PagePhase.SOLVING

    @property
    def has_any(self) -> bool:
        return bool(self._state.session or self._state.cleared)

    @property
    def clear_label(self) -> str:
        return "Bring the session back" if self._state.cleared else "Clear the session"

    @property
    def list_label(self) -> str:
        return "Back to the clock" if self._state.is_listing else "Paste a list"

    @property
    def can_analyse(self) -> bool:
        return bool(self._state.text.strip()) and not self._page.why_not_start

    @property
    def table(self) -> Table:
        """Make the table of the session, with the latest solve first."""
        rows = []
        for number, one in reversed([*enumerate(self._state.session, 1)]):
            time = f"({write_time(one.seconds)})" if one.is_helped else write_time(one.seconds)
            figures = (f"{len(one.path):,}", f"{one.speed:.1f}", write_shortest(one), write_lines(one.row))
            rows.append((f"{number:,}", time, *figures, str(one.board)))
        return Table(HEADS, tuple(rows))

    @property
    def list_table(self) -> Table:
        """Make the table of the pasted list."""
        return Table(LIST_HEADS, tuple(map(_write_row, self._state.rows)))


def _write_row(row: Row) -> tuple[str, ...]:
    plain = [row["length"], row["shortest"], row["excess"], row["first_mistake"]]
    length, shortest, excess, mistake = ("" if value is None else f"{value:,}" for value in plain)
    shortest = shortest or write_range(row["at_least"], row["at_most"])
    figures = (length, shortest, excess and f"+{excess}", mistake, row["good_first_moves"] or "")
    return (str(row["line"]), *figures, write_lines(row), row["error"] or "")


def session_rows(state: PracticeState) -> list[dict[str, object]]:
    """Make the rows to copy: all saved solves, of every size and event."""
    return [
        {
            "mode": one.mode.value,
            "scramble": str(one.board),
            "solution": format_moves(one.path),
            "seconds": int(one.seconds * 100 + 1e-6) / 100,
            "moves": len(one.path),
            "moves_a_second": round(one.speed, 2),
            "shortest": (one.row or {}).get("shortest"),
            "excess": (one.row or {}).get("excess"),
            "line_moves_at_least": (one.row or {}).get("line_moves_at_least"),
            "line_moves_at_most": (one.row or {}).get("line_moves_at_most"),
            "helped": one.is_helped,
        }
        for one in state.solves
    ]
