"""The moves of the path on show: as a list to step through, and as texts to take away."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import NamedTuple

from npuzzle import format_moves
from npuzzle.notation import in_notation, runs
from web.state import UiState
from web.words import WAYS, describe

FORMATS = ("text", "CSV", "JSON")

MOST_LISTED = 2_000  # moves of a path that is listed as a whole
LISTED = 300  # moves around the step that are listed of a longer one
NEAR = 20  # moves from its end at which such a list goes on

MOST_CSV = 50_000_000  # characters


class Listed(NamedTuple):
    """An entry of the list: the moves `first` to `last`, the text shown, and one for a listener."""

    first: int
    last: int
    text: str
    label: str


def stretch(state: UiState, before: range | None = None) -> range:
    """The numbers of the moves to list: all, or those around the step; of runs whole ones.

    `before`: what is listed now. It stays while the step is well inside.
    """
    path, last = state.path, len(state.path)
    if last <= MOST_LISTED:
        return range(1, last + 1)
    if before is not None:
        early = 0 if before.start == 1 else before.start + NEAR
        late = last if before.stop == last + 1 else before.stop - NEAR
        if early <= state.step <= late:
            return before
    first = max(1, min(state.step - LISTED // 2, last - LISTED + 1))
    end = min(last, first + LISTED - 1)
    while state.grouped and first > 1 and path[first - 2] == path[first - 1]:
        first -= 1
    while state.grouped and end < last and path[end] == path[end - 1]:
        end += 1
    return range(first, end + 1)


def stretch_text(state: UiState, numbers: range) -> str:
    """That the list does not have all moves, if so."""
    last = len(state.path)
    if len(numbers) == last:
        return ""
    return f"Listed are the moves {numbers[0]:,} to {numbers[-1]:,} of {last:,}: those around the step."


def listed(state: UiState, numbers: range | None = None) -> list[Listed]:
    """Those moves of the path on show, by default all: an entry for each, or for all that go the same way."""
    numbers = range(1, len(state.path) + 1) if numbers is None else numbers
    if not numbers:
        return []
    letters = in_notation(state.path[numbers[0] - 1 : numbers[-1]], state.notation)
    moves = state.moves(numbers[0], numbers[-1])
    if not state.grouped:
        return [
            Listed(at, at, f"{move.tile} {way}", f"{move.tile} {way}, move {at:,}: {describe(move).lower()}")
            for at, move, way in zip(numbers, moves, letters, strict=True)
        ]
    entries, done = [], 0
    for way, n in runs(letters):
        run = moves[done : done + n]
        first, last = numbers[done], numbers[done + n - 1]
        tiles = " ".join(str(move.tile) for move in run)
        short = way if n == 1 else f"{way}{n}"
        which = f"move {first:,}: tile" if n == 1 else f"moves {first:,} to {last:,}: tiles"
        label = f"{tiles} {short}, {which} {tiles} {WAYS[run[0].letter]}"
        entries.append(Listed(first, last, f"{tiles} {short}", label))
        done += n
    return entries


def why_not_taken(state: UiState, kind: str) -> str:
    """Why the path on show is not to be had as that one of FORMATS, in sentences; empty if it is."""
    if kind != "CSV" or state.check.board is None:
        return ""
    size = len(state.path) * (len(str(state.check.board)) + 30)
    if size <= MOST_CSV:
        return ""
    return (
        f"The CSV has a whole board a move, here about {size / 1e6:,.0f} million characters; "
        f"{MOST_CSV / 1e6:,.0f} million are the most. The text and the JSON have all moves."
    )


def taken(state: UiState, kind: str) -> str:
    """The path on show as one of FORMATS, letters as they are shown.

    `text` can be read back by `npuzzle.parse_moves`; `CSV` has a line for each move; `JSON` is the
    command line's. Not for what `why_not_taken` names.
    """
    if kind == "CSV":
        return _as_csv(state)
    if kind == "JSON":
        return _as_json(state)
    if state.grouped:
        return format_moves(state.path, state.notation)
    return " ".join(in_notation(state.path, state.notation))


def _as_csv(state: UiState) -> str:
    """Move, tile, letter, row and column left and entered (from 1), and the board after it."""
    cols, board = state.cols, state.check.board
    assert board is not None
    words = [[str(tile) for tile in row] for row in board.rows()]
    rows = [" ".join(row) for row in words]
    lines = ["move,tile,letter,from_row,from_column,to_row,to_column,board"]
    letters = in_notation(state.path, state.notation)
    for at, (move, letter) in enumerate(zip(state.moves(1, len(letters)), letters, strict=True), 1):
        (row, col), (to_row, to_col) = divmod(move.src, cols), divmod(move.dst, cols)
        words[row][col], words[to_row][to_col] = "0", str(move.tile)
        for changed in {row, to_row}:
            rows[changed] = " ".join(words[changed])
        places = f"{row + 1},{col + 1},{to_row + 1},{to_col + 1}"
        lines.append(f"{at},{move.tile},{letter},{places},{'/'.join(rows)}")
    return "\n".join(lines) + "\n"


def _as_json(state: UiState) -> str:
    """The fields of the command line's JSON, of the path on show."""
    assert state.answer is not None
    fields = asdict(state.answer)
    for name in ("estimates", "estimated_by", "every"):
        del fields[name]
    fields.update(moves=in_notation(state.path, state.notation), notation=state.notation.value)
    return json.dumps(fields, indent=2)
