"""Moves as people write them: read into a path, or played on a board.

First a text is read as letters with counts (`R2 U`), as this package writes moves, because there may be
millions. Any other text is divided into tokens, directions and numbers: `['Up', 'Left']`, `↑ ←2`, `7L 8U`,
`(7, left)`. The order of the kinds of tokens shows how a text is meant: as directions with counts after them,
or as tiles with the directions in which they slide. A text that can mean both is rejected if both can be
played. `parse_moves` reads directions only, because tile numbers need a board.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from npuzzle.errors import IllegalMoveError, InvalidMovesError, quote
from npuzzle.numbers import require_whole
from npuzzle.puzzle.moves import (
    WORDS,
    Move,
    MutableBoard,
    Notation,
    Position,
    in_notation,
    possible_moves,
    require_notation,
    require_path,
)
from npuzzle.puzzle.shape import Shape, letter, line_step, neighbours, source

MAX_MOVES = 20_000_000  # of single tiles; a path of the constructive solver on 127x127 has 5 million
MAX_RUN = 126  # the longest line of tiles that one multi-tile move can shift

LETTERS_EXPECTED = f"moves must be letters U D L R with an optional count 1 to {MAX_RUN}, as in R2 U"
WORDS_EXPECTED = f"{LETTERS_EXPECTED}, or words, as in up left"
EXPECTED = f"{LETTERS_EXPECTED}, or words, as in up left, or tile numbers, as in 7 8 5 or 7L 8U"

_EDGES = {"U": "last row", "D": "first row", "L": "last column", "R": "first column"}
_NUMBERS = re.compile(r"[\s,]*[0-9][0-9\s,]*")
_GAP = re.compile(r"[\s,]*")
_MOVE = re.compile(r"([UDLRudlr])([0-9]{0,4})[\s,]*")

_EXCERPT = re.compile(r"[^\s,]{0,20}")

#: Every form of each direction: letters (T and B for top and bottom), words, and arrows.
_FORMS = {
    "U": ("u", "t", "up", "top", *"↑⬆⇑▲"),
    "D": ("d", "b", "down", "bottom", *"↓⬇⇓▼"),
    "L": ("l", "left", *"←⬅⇐◀"),
    "R": ("r", "right", *"→➡⇒▶"),
}
_DIRECTIONS = {form: direction for direction, forms in _FORMS.items() for form in forms}
_FILLERS = {"tile", "tiles"}  # words that may come before a number

_TOKEN = re.compile(
    r"(?:[-=]>|[\s,;|'\"“”‘’`()\[\]{}\ufe0f]|[-.:](?![0-9]))*"  # separators of moves
    r"(?:([0-9]+)|([^\W\d_]+)|([↑⬆⇑▲↓⬇⇓▼←⬅⇐◀→➡⇒▶]+)|(.)|$)",
    re.DOTALL,
)
_NUMBER, _WORD, _ARROWS, _OTHER = range(1, 5)  # groups of _TOKEN
_TYPED_ARROWS = str.maketrans("^vV<>", "↑↓↓←→")  # v is an arrow only in text without other letters
_OF_TYPED_ARROWS = "^vV<>0123456789 \t\n\r,;|'\"()[]{}"

#: Orders of tokens, by kind: D is a direction, n a number written right after one, N any other number.
DIRECTIONS_WITH_COUNTS = re.compile("(?:D[nN]?)*")


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """The first move that cannot be made: its number from 1, how it was written, and why it is illegal."""

    number: int
    written: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlayedMoves:
    """The moves that could be made, as tile letters, and the tiles of the board that these moves lead to.

    `notation`: how directions were read, or None if there were none, only tile numbers or `Move`s.
    `illegal`: the first move that cannot be made, or None if all were made.
    `form`: how directions were written: letters, words, arrows, or directions, if each has its tile.
    `asked`: how many moves were written, including those after an illegal one.
    """

    path: str
    tiles: tuple[int, ...]
    notation: Notation | None = None
    illegal: IllegalMove | None = None
    form: str = "letters"
    asked: int = 0


class _Step(NamedTuple):
    """One move that was asked for: a tile, a direction (a tile letter), both, or a `Move`."""

    tile: int | None = None
    direction: str | None = None
    move: Move | None = None


def play_moves(
    board: Position, moves: str | Iterable[int | str | Move], notation: Notation = Notation.TILE
) -> PlayedMoves:
    """Play moves until the end, or until one that cannot be made.

    `moves` is text, or an iterable of texts, tile numbers and `Move`s. Text has directions with counts
    (`U L2 D`, `up left 2`, `↑ ←2`, in `notation`), numbers of the tiles to slide (`7 8 5`), or tiles with the
    directions they take (`7L 8U`, `(7, left)`). If a number names a tile that is in the blank's row or
    column, but not next to the blank, that tile and all tiles between slide.

    >>> from npuzzle import Board
    >>> played = play_moves(Board.parse("1 2 3/4 5 6/0 7 8"), "7 8")
    >>> played.path, played.tiles, played.illegal
    ('LL', (1, 2, 3, 4, 5, 6, 7, 8, 0), None)
    >>> play_moves(Board.parse("1 2 3/4 5 6/0 7 8"), "8").path
    'LL'
    >>> play_moves(Board.parse("1 2 3/4 5 6/0 7 8"), "[(7, 'left'), (8, 'up')]").illegal.reason
    'tile 8 can slide left there, not up'

    Raises InvalidMovesError for anything else, for text that can be read in two ways, and for more than 20
    million moves.
    """
    require_notation(notation)
    if isinstance(moves, str):
        return _play_text(board, moves, notation)
    try:
        listed = list(moves)
    except TypeError:
        raise _reject_moves(moves) from None
    if listed and all(isinstance(move, str) for move in listed):
        return _play_text(board, " ".join(map(str, listed)), notation)
    steps: list[_Step] = []
    for move in listed:
        if isinstance(move, str):
            steps += [_Step(direction=direction) for direction in parse_moves(move, notation)]
        else:
            steps.append(_Step(move=move) if isinstance(move, Move) else _Step(_require_tile(board, move)))
    has_text = any(isinstance(move, str) for move in listed)
    return _play_steps(board, steps, notation if has_text else None)


def _play_text(board: Position, text: str, notation: Notation) -> PlayedMoves:
    """Play a text: as plain numbers or letters if possible, otherwise in any form that its tokens fit."""
    if _NUMBERS.fullmatch(text):
        numbers = [int(word[:9]) for word in text.replace(",", " ").split()]
        return _play_steps(board, [_Step(_require_tile(board, tile)) for tile in numbers])
    path = parse_letters(text)
    if path is not None:
        return _play_letters(board, in_notation(path, notation), notation)
    tokens = split_moves(text, EXPECTED)
    outside = {play: tokens.find_first_outside(order) for order, play in _ORDERS}
    fitting = [play for play, wrong in outside.items() if wrong is None]
    if not fitting:
        raise tokens.reject(max(wrong for wrong in outside.values() if wrong is not None))
    found: list[PlayedMoves] = []
    errors: list[InvalidMovesError] = []
    for play in fitting:
        try:
            found.append(play(board, tokens, notation))
        except InvalidMovesError as error:
            errors.append(error)
    if not found:
        raise errors[0]
    legal = {played.path: played for played in found if played.illegal is None}
    if len(legal) > 1:
        direction, number = tokens.values[:2]
        raise tokens.reject(
            0,
            f"{direction} {number} can mean {number} moves or tile {number}, and both are possible here; "
            f"write {direction}{number} for the moves, {number}{direction} for the tile",
        )
    return max(found, key=lambda played: len(played.path) / (played.asked or 1))  # 1 if all moves are legal


def _play_directions(board: Position, tokens: MoveTokens, notation: Notation) -> PlayedMoves:
    """Play directions, each with or without a count after it: `up left 2`."""
    return _play_letters(board, in_notation(tokens.spell(MAX_RUN), notation), notation, tokens.form)


def _play_tiles(board: Position, tokens: MoveTokens, notation: Notation) -> PlayedMoves:
    """Play tiles, each with or without the direction that it takes: `7 left 8`, or `left 7, left 8`."""
    kinds = tokens.kinds
    directions = {direction: in_notation(direction, notation) for direction in WORDS}
    steps: list[_Step] = []
    for token, kind in enumerate(kinds):
        if kind != "D":
            neighbour = token - 1 if kinds[0] == "D" else token + 1
            direction = (
                directions[tokens.values[neighbour]] if kinds[neighbour : neighbour + 1] == "D" else None
            )
            steps.append(_Step(_require_tile(board, tokens.number(token)), direction))
    return _play_steps(board, steps, notation if "D" in kinds else None, "directions")


#: The forms of text that is not plain: the order of the tokens, and the function that plays them.
#: The first form is preferred.
_ORDERS: tuple[tuple[re.Pattern[str], Callable[[Position, MoveTokens, Notation], PlayedMoves]], ...] = (
    (DIRECTIONS_WITH_COUNTS, _play_directions),
    (re.compile("(?:[Nn]D|N)+|(?:DN)*"), _play_tiles),
)


def _play_letters(board: Position, path: str, notation: Notation, form: str = "letters") -> PlayedMoves:
    """Play tile letters. If a move is impossible, play up to that move and say why."""
    _require_few(len(path))
    playing = MutableBoard(board)
    with suppress(IllegalMoveError):
        playing.forward(path)
        return PlayedMoves(path, playing.tiles(), notation, None, form, len(path))
    playing = MutableBoard(board)  # move by move, to find the one that cannot be made
    for number, direction in enumerate(path, 1):
        if source(board.shape, playing.blank, direction) is not None:
            playing.forward(direction)
            continue
        illegal = IllegalMove(number, in_notation(direction, notation), _explain_edge(direction, notation))
        return PlayedMoves(path[: number - 1], playing.tiles(), notation, illegal, form, len(path))
    raise AssertionError("one of the moves cannot be made")


def _explain_edge(direction: str, notation: Notation) -> str:
    """Explain why no tile can slide in this direction."""
    if notation is Notation.TILE:
        return f"the blank is in the {_EDGES[direction]}, so no tile can slide {WORDS[direction]}"
    return (
        f"the blank is in the {_EDGES[direction]} and cannot move {WORDS[in_notation(direction, notation)]}"
    )


def _play_steps(
    board: Position, steps: Sequence[_Step], notation: Notation | None = None, form: str = "letters"
) -> PlayedMoves:
    """Play the steps one by one. A step moves its tile and all tiles that slide with it."""
    shape, tiles, blank = board.shape, list(board.tiles), board.tiles.index(0)
    cell_of = {tile: cell for cell, tile in enumerate(tiles)}
    path: list[str] = []
    for count, step in enumerate(steps, 1):
        src = _find_source(shape, tiles, cell_of, blank, step)
        towards = None if src is None else line_step(shape, src, blank)
        direction = None if towards is None else letter(shape, (blank + towards, blank))
        if towards is None or direction is None or step.direction not in (None, direction):
            place = f" (move {count} as written)" if len(path) + 1 != count else ""
            why = _explain(step, direction, notation or Notation.TILE)
            illegal = IllegalMove(len(path) + 1, f"{_write(step, notation)}{place}", why)
            break
        while blank != src:
            cell = blank + towards
            path.append(direction)
            tiles[blank], tiles[cell] = tiles[cell], 0
            cell_of[tiles[blank]], blank = blank, cell
        _require_few(len(path))
    else:
        count, illegal = len(steps) + 1, None
    asked = len(path) + len(steps) + 1 - count
    return PlayedMoves("".join(path), tuple(tiles), notation, illegal, form, asked)


def _find_source(
    shape: Shape, tiles: list[int], cell_of: dict[int, int], blank: int, step: _Step
) -> int | None:
    """Return the cell of the tile that a step slides, or None if there is none."""
    if step.tile is not None:
        return cell_of[step.tile]
    if step.move is None:
        assert step.direction is not None
        return source(shape, blank, step.direction)
    asked = step.move
    for src in neighbours(shape)[blank]:
        if asked.src == src and (asked.tile, asked.dst) == (tiles[src], blank):
            return src if asked.letter == letter(shape, (src, blank)) else None
    return None


def _explain(step: _Step, direction: str | None, notation: Notation) -> str:
    """Explain why a step cannot be made. `direction`: where its tile can slide, or None if nowhere."""
    if step.move is not None:
        return f"{quote(step.move)} is not possible here"
    if step.tile is None:
        assert step.direction is not None
        return _explain_edge(step.direction, notation)
    if direction is None or step.direction is None:
        return f"tile {step.tile} is not in the blank's row or column"
    return f"tile {step.tile} can slide {WORDS[direction]} there, not {WORDS[step.direction]}"


def _write(step: _Step, notation: Notation | None) -> str:
    """Write a step for a message."""
    if step.move is not None:
        return f"{step.move.tile}{step.move.letter}"
    direction = "" if step.direction is None else in_notation(step.direction, notation or Notation.TILE)
    return direction if step.tile is None else f"{step.tile}{direction}"


def legal_letters(board: Position, notation: Notation = Notation.TILE) -> dict[str, int]:
    """Return the moves that are possible: the letter of each, and its tile."""
    moves = possible_moves(board.shape, board.tiles)
    return {in_notation(move.letter, notation): move.tile for move in moves}


def describe_move(board: Position, path: str, number: int) -> str:
    """Name the move with this number, from 1, of a path from `board`: `tile 7 left`."""
    playing = MutableBoard(board)
    playing.forward(path[:number])
    move = playing.last_move(path[number - 1])
    return f"tile {move.tile} {WORDS[move.letter]}"


def _require_tile(board: Position, tile: object) -> int:
    most = board.shape.cells - 1
    return require_whole(
        tile, f"the tile must be from 1 to {most} on a {board.shape} board", 1, most, InvalidMovesError
    )


def _require_few(count: int) -> None:
    if count > MAX_MOVES:
        raise InvalidMovesError(f"expected up to {MAX_MOVES:,} single moves, got more")


def _reject_moves(value: object) -> InvalidMovesError:
    return InvalidMovesError(
        "moves must be a string such as U L2 D (letters) or 7 8 5 (tile numbers), or a list of strings, "
        f"tile numbers or Moves; got {quote(value)}"
    )


def parse_moves(text: str, notation: Notation = Notation.TILE) -> str:
    """Read a text of moves into a path.

    Parameters
    ----------
    text
        Letters U D L R, each with an optional count. Spaces, commas and the case of letters do not matter. Or
        words (up down left right top bottom) or arrows, each with an optional count. They may be in quotes
        and brackets, as in a list.
    notation
        Whose direction the text names: the tile's or the blank's.

    Returns
    -------
    str
        Tile letters, one for each move of a single tile.

    Raises
    ------
    InvalidMovesError
        If a part of the text is not a move. The message says where.

    Examples
    --------
    >>> parse_moves("R2U"), parse_moves("l, l d", Notation.BLANK)
    ('RRU', 'RRU')
    >>> parse_moves("['Right', 'Right', 'Up']"), parse_moves("→2 ↑"), parse_moves("right2, top")
    ('RRU', 'RRU', 'RRU')
    """
    require_path(text)
    path = parse_letters(text)
    if path is None:
        tokens = split_moves(text, WORDS_EXPECTED)
        wrong = tokens.find_first_outside(DIRECTIONS_WITH_COUNTS)
        if wrong is not None:
            raise tokens.reject(wrong)
        path = tokens.spell(MAX_RUN)
    return in_notation(path, notation)


def parse_letters(text: str) -> str | None:
    """Read letters with optional counts, as npuzzle writes moves. Return None for any other text."""
    plain = "".join(text.replace(",", " ").split())
    if not plain.strip("UDLRudlr"):  # no counts: read in one step, as there may be millions of moves
        return plain.upper()
    path = []
    at = len(text) - len(_GAP.sub("", text, count=1))
    while at < len(text):
        match = _MOVE.match(text, at)
        count = int(match[2] or 1) if match is not None else 0
        if match is None or not 1 <= count <= MAX_RUN:
            return None
        path.append(match[1].upper() * count)
        at = match.end()
    return "".join(path)


class MoveTokens(NamedTuple):
    """The directions and numbers in a text.

    For each direction or number, `kinds` has a letter, `values` the tile letter or the digits, and `places`
    the index where it begins. `form`: letters, words or arrows. `expected`: which moves were expected, for a
    message.
    """

    text: str
    kinds: str
    values: list[str]
    places: array[int]
    form: str
    expected: str

    def find_first_outside(self, order: re.Pattern[str]) -> int | None:
        """Return the first token that does not fit into this order, or None if all fit."""
        match = order.match(self.kinds)
        fitting = 0 if match is None else match.end()
        return None if fitting == len(self.kinds) else fitting

    def number(self, token: int) -> int:
        """Return the value of a number. Its first digits are enough, as longer numbers are always wrong."""
        return int(self.values[token][:9])

    def spell(self, most: int) -> str:
        """Return the letters of directions with counts of 1 to `most`. Raises InvalidMovesError."""
        path: list[str] = []
        for token, kind in enumerate(self.kinds):
            if kind == "D":
                path.append(self.values[token])
                continue
            if not 1 <= self.number(token) <= most:
                raise self.reject(token - 1)
            path[-1] *= self.number(token)
        return "".join(path)

    def reject(self, token: int, expected: str | None = None) -> InvalidMovesError:
        """Return the error for a text that cannot be read from this token on."""
        return _reject(self.text, self.places[token], expected or self.expected)


def split_moves(text: str, expected: str) -> MoveTokens:
    """Split a text into directions and numbers, in brackets, in quotes or bare.

    Raises InvalidMovesError for a word or a character that is neither, with its place and the expected moves.
    """
    if not text.strip(_OF_TYPED_ARROWS):
        text = text.translate(_TYPED_ARROWS)
    kinds: list[str] = []
    values: list[str] = []
    places = array("q")
    first: dict[str, int] = {}  # where each form is first used
    end = -1  # of the last token
    for match in _TOKEN.finditer(text):
        group = match.lastindex
        if group is None:  # the end of the text
            break
        start, found = match.start(group), match[group]
        if group == _NUMBER:
            kinds.append("n" if start == end and kinds[-1] == "D" else "N")
            values.append(found)
            places.append(start)
        else:
            small = found.lower()
            directions = _DIRECTIONS.get(small) or "".join([_DIRECTIONS.get(mark, "?") for mark in small])
            if small in _FILLERS:
                continue
            if group == _OTHER or "?" in directions:
                raise _reject(text, start, expected)
            form = "arrows" if group == _ARROWS else "letters" if len(directions) == len(found) else "words"
            first.setdefault(form, start)
            kinds += "D" * len(directions)
            values += directions
            places.extend(range(start, start + len(directions)))
        end = match.end()
    form = next((form for form in ("words", "letters", "arrows") if form in first), "letters")
    if form != "arrows" and "arrows" in first:
        raise _reject(
            text,
            first["arrows"],
            "an arrow between words can be a move or a mark between moves; write words only, or arrows only",
        )
    return MoveTokens(text, "".join(kinds), values, places, form, expected)


def _reject(text: str, at: int, expected: str) -> InvalidMovesError:
    """Return the error for a text that cannot be read from character `at` on."""
    match = _EXCERPT.match(text, at)
    assert match is not None
    return InvalidMovesError(f"{expected}; got {match[0]!r} at character {at + 1}")
