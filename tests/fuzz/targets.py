"""The readers of untrusted text and bytes, and the promises that hold for any input.

A target takes any bytes. It returns if every promise holds: the input was read, and is the same after it is
written and read again; or it was rejected with an error of the documented kind and a short message. Anything
else (another error, a broken promise) counts as found.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from hashlib import sha256

from npuzzle import Board, InvalidBoardError, NPuzzleError, Problem, Shape, check, goal_board
from npuzzle.errors import IllegalMoveError, InvalidMovesError, InvalidShapeError, PatternFileError
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.codec import pack, unpack
from npuzzle.pattern_databases.partition import partitions
from npuzzle.puzzle.cells import find_defects
from npuzzle.puzzle.moves import Notation, format_moves, multi_tile_length, runs
from npuzzle.puzzle.play import MAX_RUN, parse_moves, play_moves
from npuzzle.solving.job import Job
from tests.fuzz import kernels
from tests.fuzz.plain import assert_plain
from web.command import perform
from web.page.commands import initial_state, update
from web.page.link import (
    Restored,
    from_fragment,
    notes_from_text,
    notes_to_text,
    to_fragment,
)
from web.page.state import UiState
from web.room_table import BY_NAME, NOTES, OWN_NOTES
from web.rooms.explore.state import ExploreState, read_note
from web.rooms.race.lanes import format_lanes, parse_lanes

LONGEST_REPEATED = 20_000  # characters that a short input may grow to


def board(data: bytes) -> None:
    """The board parser, `check`, and the readers of goals and sizes."""
    text = grown(data)
    found = check(text)
    assert (found.board is None) == bool(found.defects)
    for defect in found.defects:
        assert_plain(defect.message, 400)
    if found.board is None:
        refused(lambda: Board.parse(text), InvalidBoardError)
        assert_plain(found.reason)
    else:
        read = Board.parse(text)
        assert read == found.board
        for again in (str(read), read.to_link(), read.pretty(), str([list(row) for row in read.rows])):
            assert Board.parse(again) == read
        assert find_defects([[str(tile) for tile in row] for row in read.rows]) == ()
    refused(lambda: goal_board(text, Shape(3, 3)), NPuzzleError)
    refused(lambda: Shape.parse(text), InvalidShapeError)


def link(data: bytes) -> None:
    """A link's fragment, and everything that the page does with it."""
    text = grown(data).encode("utf-8", "replace").decode()  # an address has no lone surrogates
    restored = from_fragment(text)
    assert restored.room in BY_NAME
    for problem in restored.problems:
        assert_plain(problem, 600)
        assert problem.endswith(".")
    state = FRESH
    for event in restored.calls:
        state = update(state, event)
    assert_plain(state.board.verdict.detail)
    if not restored.problems:
        _hold_link_of(state, restored)
    perform(ExploreState(), read_note(text))
    lanes = parse_lanes(text)
    assert parse_lanes(format_lanes(lanes)) == lanes


def _hold_link_of(state: UiState, restored: Restored) -> None:
    """Assert that the page's own link restores the same page."""
    again = FRESH
    fragment = to_fragment(state, room=restored.room, notes=restored.notes)
    reread = from_fragment(fragment)
    for event in reread.calls:
        again = update(again, event)
    assert (again.board.words, again.player.path, again.player.notation) == (
        state.board.words,
        state.player.path,
        state.player.notation,
    )
    assert (reread.room, reread.notes) == (restored.room, {n: t for n, t in restored.notes.items() if t})


def notes(data: bytes) -> None:
    """The rooms' data in the browser's storage, where another page of the same host may write."""
    found = notes_from_text(grown(data))
    assert all(name in (*NOTES, *OWN_NOTES) and isinstance(text, str) for name, text in found.items())
    assert notes_from_text(notes_to_text(found)) == {name: text for name, text in found.items() if text}


def tables(data: bytes) -> None:
    """The loader of pattern databases: raw bytes, and bytes in a file with the right checksum."""
    files = [data]
    header, found, content = data.partition(b"\n\n")
    if found:
        files.append(_sealed(header, content, lzma.compress(content[:100_000], preset=0)))
        files.append(_sealed(header, content, content))
    for file in files:
        try:
            read = unpack(file)
        except PatternFileError as error:
            assert_plain(str(error), 500)
        else:
            assert unpack(pack(read, 0)) == read
            assert read.excess(range(read.shape.cells)) == 0
    for shape in catalogue.SHIPPED:
        catalogue.provide_shipped(shape, files[-1])  # as the page does with a fetched file
        try:
            refused(
                lambda shape=shape: catalogue._find_shipped(shape, 0, partitions(shape, 0)[0]),
                PatternFileError,
            )
        finally:
            catalogue._given.clear()
            catalogue.forget()


def kernel(data: bytes) -> None:
    """The compiler of kernels: its output is valid WebAssembly and means the same on every engine."""
    kernels.hold(grown(data))


def moves(data: bytes) -> None:
    """Lists of moves in every form, and the replay of their paths."""
    text = grown(data)
    for notation in Notation:
        try:
            path = parse_moves(text, notation)
        except InvalidMovesError as error:
            assert_plain(str(error), 300)
            continue
        assert set(path) <= set("UDLR")
        if all(length <= MAX_RUN for _, length in runs(path)):  # no tray has room for a longer one
            assert parse_moves(format_moves(path, notation), notation) == path
        assert multi_tile_length(path) == len(runs(path))
        refused(lambda path=path: PROBLEM.replay(path), NPuzzleError)
    for start in (PROBLEM.start, PROBLEM.goal):
        try:
            played = play_moves(start, text)
        except InvalidMovesError as error:
            assert_plain(str(error), 300)
            continue
        assert start.play(played.path).tiles == played.tiles
        if played.illegal is None:
            assert len(played.path) == played.asked
            assert start.play(text).tiles == played.tiles
        else:
            assert played.illegal.number == len(played.path) + 1 <= played.asked
            assert_plain(played.illegal.reason, 300)
            refused(lambda start=start: start.play(text), IllegalMoveError)
    refused(lambda: PROBLEM.replay(text), NPuzzleError)


def job(data: bytes) -> None:
    """A `Job` as plain data."""
    try:
        asked = json.loads(grown(data))
    except (ValueError, RecursionError):
        return
    if not isinstance(asked, dict):
        return
    try:
        read = Job.from_dict(asked)
    except NPuzzleError as error:
        assert_plain(str(error))
    else:
        assert Job.from_dict(json.loads(json.dumps(read.to_dict()))) == read
        assert isinstance(read.why, str)


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target for target in (board, link, tables, kernel, notes, moves, job)
}

FRESH: UiState = initial_state(Board.parse("1 2 3/4 5 6/7 0 8"))
PROBLEM = Problem(Board.parse("8 6 7/2 5 4/3 0 1"), Board.parse("1 2 3/4 5 6/7 8 0"))


def grown(data: bytes) -> str:
    """Return the bytes as text. A byte FF and a number n repeat the piece that follows 2^n times.

    So a few bytes make a long text, which shows readers that take too long. Other bytes that are not UTF-8
    become surrogates, as they do on a command line.
    """
    first, *rest = data.split(b"\xff")
    text = first.decode("utf-8", "surrogateescape")
    for part in rest:
        piece = part[1:].decode("utf-8", "surrogateescape")
        times = 1 << (part[0] % 18 if part else 0)
        if len(piece) * times + len(text) <= LONGEST_REPEATED:
            piece *= times
        text += piece
    return text


def refused(door: Callable[[], object], kind: type[NPuzzleError]) -> None:
    """Call a reader, which may raise that kind of error with a plain message, and no other error."""
    try:
        door()
    except kind as error:
        assert_plain(str(error))


def _sealed(header: bytes, content: bytes, payload: bytes) -> bytes:
    checksum = sha256(header + content[:100_000]).hexdigest().encode()
    return header + b"\nsha256 " + checksum + b"\n\n" + payload
