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


class Listed(NamedTuple):
    """An entry of the list: the moves `first` to `last`, the text shown, and one for a listener."""

    first: int
    last: int
    text: str
    label: str


def listed(state: UiState) -> list[Listed]:
    """The path on show, one entry a move or one for moves that go the same way."""
    letters = in_notation(state.path, state.notation)
    moves = state.moves
    if not state.grouped:
        return [
            Listed(at, at, f"{move.tile} {way}", f"{move.tile} {way}, move {at}: {describe(move).lower()}")
            for at, (move, way) in enumerate(zip(moves, letters, strict=True), 1)
        ]
    entries, first = [], 1
    for way, n in runs(letters):
        run = moves[first - 1 : first - 1 + n]
        tiles, last = " ".join(str(move.tile) for move in run), first + n - 1
        short = way if n == 1 else f"{way}{n}"
        which = f"move {first}: tile" if n == 1 else f"moves {first} to {last}: tiles"
        label = f"{tiles} {short}, {which} {tiles} {WAYS[run[0].letter]}"
        entries.append(Listed(first, last, f"{tiles} {short}", label))
        first += n
    return entries


def taken(state: UiState, kind: str) -> str:
    """The path on show as one of FORMATS, letters as they are shown.

    `text` can be read back by `npuzzle.parse_moves`; `CSV` has a line for each move; `JSON` is the
    command line's.
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
    board = state.check.board
    assert board is not None
    lines = ["move,tile,letter,from_row,from_column,to_row,to_column,board"]
    letters = in_notation(state.path, state.notation)
    for at, (move, letter) in enumerate(zip(state.moves, letters, strict=True), 1):
        places = [n + 1 for cell in (move.src, move.dst) for n in divmod(cell, state.cols)]
        board = board.slide(move.src)
        lines.append(",".join(str(field) for field in (at, move.tile, letter, *places, board)))
    return "\n".join(lines) + "\n"


def _as_json(state: UiState) -> str:
    """The fields of the command line's JSON, of the path on show."""
    assert state.answer is not None
    fields = asdict(state.answer)
    for name in ("estimates", "estimated_by", "every"):
        del fields[name]
    fields.update(moves=in_notation(state.path, state.notation), notation=state.notation.value)
    return json.dumps(fields, indent=2)
