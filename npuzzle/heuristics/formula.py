"""Parse a combination of heuristics: `max(manhattan, walking-distance)`, `0.5*misplaced + 0.5*manhattan`.

`patterns(1 2 3 | 4 5)` names groups of tiles for pattern databases.

`combine` looks the names up and makes the heuristic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from npuzzle.errors import InvalidHeuristicError, quote

MAX_LENGTH = 1_000  # characters
MAX_DEPTH = 20  # parentheses in parentheses

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<number> (?: [0-9]+ (?:\.[0-9]*)? | \.[0-9]+ ) (?![\w-]) )
      | (?P<mark> [(),+*] )
      | (?P<name> [^\s(),+*]+ )
    )""",
    re.VERBOSE,
)
_MAXIMUM = ("max", "maximum")
_PATTERNS = ("patterns", "pattern-databases")


@dataclass(frozen=True, slots=True)
class Maximum:
    """The largest of its parts."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of its parts, each with a weight."""

    terms: tuple[tuple[float, Formula], ...]


@dataclass(frozen=True, slots=True)
class Patterns:
    """Pattern databases; `groups` is the text in the parentheses."""

    groups: str


#: A name, or a combination of formulas.
Formula = str | Maximum | Sum | Patterns


def looks_like_formula(text: str) -> bool:
    """Whether a text that is not the name of a heuristic was meant as a combination.

    >>> looks_like_formula("max(manhattan, misplaced)"), looks_like_formula("0.5 manhattan")
    (True, True)
    >>> looks_like_formula("linear-conflict")
    False
    """
    return re.search(r"[(+*]|^\s*[0-9.]+\s", text) is not None


def parse_formula(text: str) -> Formula:
    """Parse `max(...)`, a sum with `+`, weights before `*` or a space, parentheses, and names.

    >>> parse_formula("0.5*(a) + 2 b")
    Sum(terms=((0.5, 'a'), (2.0, 'b')))

    Raises InvalidHeuristicError, with the place of the fault.
    """
    if len(text) > MAX_LENGTH:
        raise InvalidHeuristicError(
            f"a combination of heuristics has up to {MAX_LENGTH:,} characters, got {len(text):,}"
        )
    return _Parser(text).parse()


def write_as_one_word(text: str) -> str:
    """Write a combination without spaces; between the tiles of a group a comma takes their place.

    >>> write_as_one_word("max(zero, patterns(1 2 | 3))")
    'max(zero,patterns(1,2|3))'
    """
    return "".join(re.sub(r"(?<=\d)\s+(?=\d)", ",", text).split())


def split_names(text: str) -> list[str]:
    """Split a list at its commas, but for those in parentheses.

    >>> split_names("max(manhattan, misplaced), zero")
    ['max(manhattan, misplaced)', 'zero']
    """
    parts, depth = [""], 0
    for mark in text:
        depth += {"(": 1, ")": -1}.get(mark, 0)
        if mark == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += mark
    return [part.strip() for part in parts if part.strip()]


class _Parser:
    """The parser of one formula, token by token."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = _tokens(text)
        self._depth = 0
        self._next()

    def parse(self) -> Formula:
        """Parse all of it."""
        found = self._sum()
        if self._kind:
            raise self._fault("the end")
        return found

    def _sum(self) -> Formula:
        """Parse one term, or several with + between."""
        terms = [self._term()]
        while self._token == "+":
            self._next()
            terms.append(self._term())
        if len(terms) == 1 and terms[0][0] == 1:
            return terms[0][1]
        return Sum(tuple(terms))

    def _term(self) -> tuple[float, Formula]:
        """Parse a heuristic, with a weight before it or none."""
        if self._kind != "number":
            return 1.0, self._part()
        weight = float(self._token)
        self._next()
        if self._token == "*":
            self._next()
        return weight, self._part()

    def _part(self) -> Formula:
        """Parse a name, a maximum, or a formula in parentheses."""
        if self._token == "(":
            (only,) = self._list(most=1)
            return only
        if self._kind != "name":
            raise self._fault("a heuristic, or max(...)")
        name = self._token
        self._next()
        if self._token != "(":
            return name
        if name.lower() in _PATTERNS:
            return self._patterns()
        if name.lower() not in _MAXIMUM:
            raise InvalidHeuristicError(
                "heuristics are combined by max(...), + and weights, as in 0.5*a + 0.5*b; "
                f"got {quote(name)}(...)"
            )
        return Maximum(tuple(self._list()))

    def _patterns(self) -> Patterns:
        """Take the text up to the next closing parenthesis: groups of tiles."""
        start = self._at
        while self._kind and self._token != ")":
            self._next()
        if not self._kind:
            raise self._fault(")")
        groups = self._text[start : self._at - 1]
        self._next()
        return Patterns(groups)

    def _list(self, most: int | None = None) -> list[Formula]:
        """Parse formulas in parentheses, with commas between."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise InvalidHeuristicError(f"a combination has up to {MAX_DEPTH} parentheses in each other")
        self._next()
        found = [self._sum()]
        while self._token == "," and most != len(found):
            self._next()
            found.append(self._sum())
        if self._token != ")":
            raise self._fault(")" if most == len(found) else ", or )")
        self._next()
        self._depth -= 1
        return found

    def _next(self) -> None:
        self._kind, self._token, self._at = next(self._tokens)

    def _fault(self, expected: str) -> InvalidHeuristicError:
        found = quote(self._token) if self._kind else "the end"
        return InvalidHeuristicError(
            f"{quote(self._text)} is not a combination of heuristics, such as max(manhattan, misplaced) or "
            f"0.5*misplaced + 0.5*manhattan: expected {expected} at character {self._at}, got {found}"
        )


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield each token's kind, text and place from 1; after the last one, an empty kind without end."""
    at = 0
    while match := _TOKEN.match(text, at):
        kind = match.lastgroup or ""
        yield kind, match[kind], match.start(kind) + 1
        at = match.end()
    while True:
        yield "", "", len(text) + 1
