"""The moves of the path on show: as a list to step through, and as texts to copy."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import asdict
from typing import NamedTuple

from npuzzle import format_moves
from npuzzle.puzzle.moves import in_notation, runs
from web.page.state import UiState
from web.page.words import WAYS, describe_move

FORMATS = ("text", "CSV", "JSON")

MOST_LISTED = 2_000  # moves of a path that is listed as a whole
LISTED = 300  # moves listed around the present step of a longer path
NEAR = 20  # moves: if the present step comes nearer than that to an end of such a list, the list changes

MOST_CSV = 50_000_000  # characters
PIECE, CSV_PIECE = 200_000, 2_000  # moves that are written at a time, as text and as CSV


class ListEntry(NamedTuple):
    """Hold an entry of the list: the moves `first` to `last`, as a text to see and one for screen readers."""

    first: int
    last: int
    text: str
    label: str


def stretch(state: UiState, before: range | None = None) -> range:
    """Return the numbers of the moves to list: all, or some around the present step, without splitting a run.

    `before`: the moves listed now. The same moves stay listed while the step is well inside them.
    """
    path, last = state.player.path, len(state.player.path)
    if last <= MOST_LISTED:
        return range(1, last + 1)
    if before is not None:
        early = 0 if before[0] == 1 else before[0] + NEAR
        late = last if before[-1] == last else before[-1] - NEAR
        if early <= state.player.step <= late:
            return before
    first = max(1, min(state.player.step - LISTED // 2, last - LISTED + 1))
    end = min(last, first + LISTED - 1)
    while state.player.lists_runs and first > 1 and path[first - 2] == path[first - 1]:
        first -= 1
    while state.player.lists_runs and end < last and path[end] == path[end - 1]:
        end += 1
    return range(first, end + 1)


def stretch_text(state: UiState, numbers: range) -> str:
    """Describe which moves are listed, or return "" if all of them are."""
    last = len(state.player.path)
    if len(numbers) == last:
        return ""
    if state.player.is_skipping_frames:
        return "The list appears when the playback pauses."
    return f"The list shows moves {numbers[0]:,} to {numbers[-1]:,} of {last:,}, around the current step."


def list_moves(state: UiState, numbers: range | None = None) -> list[ListEntry]:
    """Make the entries for the moves with these numbers, by default all: one per move, or one per run."""
    numbers = range(1, len(state.player.path) + 1) if numbers is None else numbers
    if not numbers:
        return []
    letters = in_notation(state.player.path[numbers[0] - 1 : numbers[-1]], state.player.notation)
    moves = state.moves(numbers[0], numbers[-1])
    if not state.player.lists_runs:
        return [
            ListEntry(
                at, at, f"{move.tile} {way}", f"{move.tile} {way}, move {at:,}: {describe_move(move).lower()}"
            )
            for at, move, way in zip(numbers, moves, letters, strict=True)
        ]
    entries, done = [], 0
    for way, n in runs(letters):
        run = moves[done : done + n]
        first, last = numbers[done], numbers[done + n - 1]
        tiles = " ".join(str(move.tile) for move in run)
        short = way if n == 1 else f"{way}{n}"
        which = f"move {first:,}: tile" if n == 1 else f"moves {first:,} to {last:,}: tiles"
        if state.player.counts_lines:
            which = f"line move {bisect_left(state.player.ends, last):,}: tile{'' if n == 1 else 's'}"
        label = f"{tiles} {short}, {which} {tiles} {WAYS[run[0].letter]}"
        entries.append(ListEntry(first, last, f"{tiles} {short}", label))
        done += n
    return entries


def why_no_format(state: UiState, kind: str) -> str:
    """Explain why the path cannot be written in that format, or "" if it can."""
    if kind != "CSV" or state.board.check.board is None:
        return ""
    size = len(state.player.path) * (len(str(state.board.check.board)) + 30)
    if size <= MOST_CSV:
        return ""
    return (
        f"The CSV has a whole board per move, here about {size / 1e6:,.0f} million characters; "
        f"{MOST_CSV / 1e6:,.0f} million is the limit. The text and the JSON have all moves."
    )


def parts(state: UiState, kind: str) -> Iterator[str]:
    """Yield the path in one of FORMATS, piece by piece, so that the page can do other work in between.

    Letters are in the notation on show. `npuzzle.parse_moves` can read `text`. `CSV` has one line per move.
    `JSON` is as the command line writes it. Call this only if `why_no_format` gives no reason.
    """
    if kind == "JSON":
        yield _as_json(state)
    elif kind == "CSV":
        yield from _as_csv(state)
    else:
        yield from _as_text(state)


def _as_text(state: UiState) -> Iterator[str]:
    path, start = state.player.path, 0
    while start < len(path):
        end = min(start + PIECE, len(path))
        while state.player.lists_runs and end < len(path) and path[end] == path[end - 1]:
            end += 1
        piece = path[start:end]
        text = (
            format_moves(piece, state.player.notation)
            if state.player.lists_runs
            else " ".join(in_notation(piece, state.player.notation))
        )
        yield text if end == len(path) else f"{text} "
        start = end


def _as_csv(state: UiState) -> Iterator[str]:
    """Yield a line per move: number, tile, letter, row and column (from 1) before and after, the board."""
    cols, board, path = state.board.cols, state.board.check.board, state.player.path
    assert board is not None
    yield "move,tile,letter,from_row,from_column,to_row,to_column,board\n"
    words = [[str(tile) for tile in row] for row in board.rows]
    rows = [" ".join(row) for row in words]
    for start in range(0, len(path), CSV_PIECE):
        letters = in_notation(path[start : start + CSV_PIECE], state.player.notation)
        lines = []
        for at, move in enumerate(state.moves(start + 1, start + len(letters))):
            (row, col), (to_row, to_col) = divmod(move.src, cols), divmod(move.dst, cols)
            words[row][col], words[to_row][to_col] = "0", str(move.tile)
            for changed in {row, to_row}:
                rows[changed] = " ".join(words[changed])
            places = f"{row + 1},{col + 1},{to_row + 1},{to_col + 1}"
            lines.append(f"{start + at + 1},{move.tile},{letters[at]},{places},{'/'.join(rows)}\n")
        yield "".join(lines)


def _as_json(state: UiState) -> str:
    """Return the path as JSON text, with the fields that the command line writes."""
    assert state.player.answer is not None
    fields = asdict(state.player.answer)
    for name in ("estimates", "estimated_by", "every"):
        del fields[name]
    fields.update(
        moves=in_notation(state.player.path, state.player.notation), notation=state.player.notation.value
    )
    return json.dumps(fields, indent=2)
