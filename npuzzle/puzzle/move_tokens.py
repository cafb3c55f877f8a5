"""Text of moves as tokens, directions and numbers: `['Up', 'Left']`, `↑ ←2`, `7L 8U`, `(7, left)`.

The order of the tokens' kinds says how a text is meant.
"""

from __future__ import annotations

import re
from array import array
from typing import NamedTuple

from npuzzle.errors import InvalidMovesError

_EXCERPT = re.compile(r"[^\s,]{0,20}")

#: Every form of each direction: letters (T and B for top and bottom), words, and arrows.
_FORMS = {
    "U": ("u", "t", "up", "top", *"↑⬆⇑▲"),
    "D": ("d", "b", "down", "bottom", *"↓⬇⇓▼"),
    "L": ("l", "left", *"←⬅⇐◀"),
    "R": ("r", "right", *"→➡⇒▶"),
}
_DIRECTIONS = {form: way for way, forms in _FORMS.items() for form in forms}
_FILLERS = {"tile", "tiles"}  # words that may come before a number

_TOKEN = re.compile(
    r"(?:[-=]>|[\s,;|'\"“”‘’`()\[\]{}\ufe0f]|[-.:](?![0-9]))*"  # what may be between them
    r"(?:([0-9]+)|([^\W\d_]+)|([↑⬆⇑▲↓⬇⇓▼←⬅⇐◀→➡⇒▶]+)|(.)|$)",
    re.DOTALL,
)
_NUMBER, _WORD, _ARROWS, _OTHER = range(1, 5)  # groups of it
_TYPED_ARROWS = str.maketrans("^vV<>", "↑↓↓←→")  # v is an arrow only in text without other letters
_OF_TYPED_ARROWS = "^vV<>0123456789 \t\n\r,;|'\"()[]{}"

#: Orders of tokens, by their kinds: D is a direction, n a number written right after one, N another number.
DIRECTIONS_WITH_COUNTS = re.compile("(?:D[nN]?)*")


class MoveTokens(NamedTuple):
    """The directions and numbers in a text. (A dataclass would take longer to load.)

    `kinds` has a letter for each, `values` its tile letter or its digits, and `places` where it begins.
    `form`: letters, words or arrows. `expected`: what a message says was expected.
    """

    text: str
    kinds: str
    values: list[str]
    places: array[int]
    form: str
    expected: str

    def find_first_outside(self, order: re.Pattern[str]) -> int | None:
        """Return the first token that does not fit into this order; None if all do."""
        match = order.match(self.kinds)
        fitting = 0 if match is None else match.end()
        return None if fitting == len(self.kinds) else fitting

    def number(self, token: int) -> int:
        """Return the value of a number; its first digits are enough, as longer ones are always wrong."""
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

    Raises InvalidMovesError for a word or a character that is neither; it says where, and what was expected.
    """
    if not text.strip(_OF_TYPED_ARROWS):
        text = text.translate(_TYPED_ARROWS)
    kinds: list[str] = []
    values: list[str] = []
    places = array("q")
    first: dict[str, int] = {}  # where each form begins
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
            ways = _DIRECTIONS.get(small) or "".join([_DIRECTIONS.get(mark, "?") for mark in small])
            if small in _FILLERS:
                continue
            if group == _OTHER or "?" in ways:
                raise _reject(text, start, expected)
            form = "arrows" if group == _ARROWS else "letters" if len(ways) == len(found) else "words"
            first.setdefault(form, start)
            kinds += "D" * len(ways)
            values += ways
            places.extend(range(start, start + len(ways)))
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
