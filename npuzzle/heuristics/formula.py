"""The language of heuristics: `max(manhattan, walking-distance)`, `0.5*misplaced + 0.5*manhattan`.

`patterns(1 2 3 | 4 5)` names groups of tiles for pattern databases.

Python's parser reads a masked text of the same length: `x` for each character of a name or of
`patterns(...)`, `1` for each character of a number. So a node's place finds the word that was typed, and the
parser never sees it: a name may have any characters, such as `linear-conflict` or `mine.py:h`, and nothing
is run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from itertools import accumulate

from npuzzle.errors import InvalidHeuristicError, quote
from npuzzle.heuristics.base import HeuristicCard
from npuzzle.heuristics.chosen_patterns import patterns

MAX_LENGTH = 1_000  # characters
MAX_DEPTH = 20  # parentheses in parentheses

_PATTERNS = r"(?i:patterns|pattern-databases)\s*\(([^)]*)\)"
_END = r"(?![^\s(),+*])"
_WORD = re.compile(
    rf"{_PATTERNS}{_END} | (?P<number> (?: [0-9]+ (?:\.[0-9]*)? | \.[0-9]+ ) {_END}) | [^\s(),+*]+",
    re.VERBOSE,
)
_MAXIMUM = ("max", "maximum")


def looks_like_formula(text: str) -> bool:
    """Whether a text that is not the name of a heuristic was meant as a combination.

    >>> looks_like_formula("max(manhattan, misplaced)"), looks_like_formula("0.5 manhattan")
    (True, True)
    >>> looks_like_formula("linear-conflict")
    False
    """
    return re.search(r"[(+*]|^\s*[0-9.]+\s", text) is not None


def evaluate(
    text: str,
    find: Callable[[str], HeuristicCard],
    maximum: Callable[..., HeuristicCard],
    weighted: Callable[..., HeuristicCard],
) -> HeuristicCard:
    """Make the card of `max(...)`, a sum with `+`, weights before `*` or a space, parentheses, and names.

    `find` returns the card of a name. Raises InvalidHeuristicError, with the place of the fault.
    """

    def word(node: ast.expr) -> str:
        return text[node.col_offset : node.end_col_offset]

    def read(node: ast.expr) -> HeuristicCard:
        match node:
            case ast.Name():
                groups = re.fullmatch(_PATTERNS, word(node))
                return patterns(groups[1]) if groups else find(word(node))
            case ast.Call(ast.Name() as function, [_, *_] as parts, []) if word(function).lower() in _MAXIMUM:
                return maximum(*map(read, parts))
        terms: list[tuple[float, HeuristicCard]] = []
        rest = [node]  # a sum is as deep as it is long
        while rest:
            match rest.pop():
                case ast.BinOp(left, ast.Add(), right):
                    rest += [right, left]
                case ast.BinOp(ast.Constant() as weight, ast.Mult(), part) | ast.Call(
                    ast.Constant() as weight, [part], []
                ):
                    terms.append((float(word(weight)), read(part)))
                case term if term is not node:
                    terms.append((1.0, read(term)))
                case _:
                    raise _fault(text, node.col_offset)
        if len(terms) == 1 and terms[0][0] == 1:
            return terms[0][1]
        return weighted(*(item for term in terms for item in term))

    text = text.strip()
    return read(_parse(text))


def _parse(text: str) -> ast.expr:
    """Parse the masked text. Raises InvalidHeuristicError."""
    if len(text) > MAX_LENGTH:
        raise InvalidHeuristicError(
            f"a combination of heuristics has up to {MAX_LENGTH:,} characters, got {len(text):,}"
        )
    masked = _WORD.sub(lambda found: ("1" if found["number"] else "x") * len(found[0]), text)
    masked = re.sub(r"(?<=1) (?= *x)", "*", re.sub(r"\s", " ", masked))  # 0.5 manhattan is 0.5*manhattan
    if max(accumulate((mark == "(") - (mark == ")") for mark in masked), default=0) > MAX_DEPTH:
        raise InvalidHeuristicError(f"a combination has up to {MAX_DEPTH} parentheses in each other")
    try:
        return ast.parse(masked, mode="eval").body
    except (SyntaxError, RecursionError, MemoryError) as error:
        at = getattr(error, "offset", None) or len(text) + 1  # 0 stands for the end
        raise _fault(text, at - 1) from None


def _fault(text: str, at: int) -> InvalidHeuristicError:
    """Describe the fault at a place, from 0, or after the spaces there."""
    at += len(text[at:]) - len(text[at:].lstrip())
    found = _WORD.match(text, at)
    shown = quote(found[0] if found else text[at]) if at < len(text) else "the end"
    return InvalidHeuristicError(
        f"{quote(text)} is not a combination of heuristics, such as max(manhattan, misplaced) or "
        f"0.5*misplaced + 0.5*manhattan: look at character {at + 1}, {shown}"
    )


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
