"""Read a user's heuristic, and combine heuristics by maximum and weighted sum.

The claims of a combination follow from the claims of the parts.

A combination is written as `max(manhattan, walking-distance)` or `0.5*misplaced + 0.5*manhattan`. In the same
way, `patterns(1 2 3 | 4 5)` names groups of tiles for pattern databases. Python's own parser reads a masked
text of the same length: `x` for each character of a name or of `patterns(...)`, `1` for each character of a
number. So the place of a node shows which word was typed, and the parser never sees that word: a name may
have any characters, such as `linear-conflict` or `mine.py:h`, and nothing is run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import fsum
from typing import Any, cast

from npuzzle.errors import InvalidHeuristicError, quote
from npuzzle.heuristics.base import (
    HEURISTICS,
    MAX_ESTIMATE,
    Heuristic,
    HeuristicCard,
    Prepared,
    join_assumptions,
    trust,
)
from npuzzle.heuristics.own import HeuristicLike, card_of_class, from_function, iter_prepare
from npuzzle.lazy import lazy
from npuzzle.numbers import require_real
from npuzzle.puzzle.board import Board, BoardLike
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.registry import AUTO


def as_card(heuristic: HeuristicLike) -> HeuristicCard:
    """Return the card of a heuristic. The card of a function or a class claims nothing.

    >>> as_card("hamming").name, as_card(lambda board: 0).admissible
    ('misplaced', False)
    >>> as_card("0.5*misplaced + 0.5*manhattan").admissible
    True

    Raises UnknownNameError or InvalidHeuristicError.
    """
    if isinstance(heuristic, HeuristicCard):
        return heuristic
    if isinstance(heuristic, str):
        return read_formula(heuristic) if is_formula(heuristic) else HEURISTICS[heuristic]
    if isinstance(certified := getattr(heuristic, "card", None), HeuristicCard):
        return certified
    if isinstance(heuristic, type) and issubclass(heuristic, Heuristic):
        return card_of_class(heuristic)
    return from_function(cast("Callable[..., Any]", heuristic))


def estimate(heuristic: HeuristicLike, board: BoardLike, goal: BoardLike = DEFAULT_GOAL) -> float:
    """Estimate the moves from a board to the goal.

    Parameters
    ----------
    heuristic
        A name, a card, a class, or a function of the board.
    board
        Anything that `Board` takes.
    goal
        The name of a goal, or a board.

    Returns
    -------
    float
        The estimate, 0 or more.

    Raises
    ------
    UnknownNameError
        If no heuristic or goal has that name.
    InvalidBoardError
        If the board or the goal is not a valid board.
    GoalMismatchError
        If board and goal differ in shape.
    InvalidHeuristicError
        If the heuristic cannot be used for this shape, or does not return a number.

    Examples
    --------
    >>> estimate("manhattan", "8 6 7/2 5 4/3 0 1"), estimate(lambda board: 7, "1 2/3 0")
    (21, 7)
    """
    return as_card(heuristic)(board, goal)


def maximum(*parts: HeuristicLike) -> HeuristicCard:
    """Combine heuristics: the estimate is the largest of their estimates.

    Parameters
    ----------
    parts
        Names, cards, classes or functions.

    Returns
    -------
    HeuristicCard
        Admissible if all parts are, consistent if all are.

    Raises
    ------
    InvalidHeuristicError
        If there are no parts, or one of them is not a heuristic.
    UnknownNameError
        If no heuristic has that name.

    Examples
    --------
    >>> card = maximum("manhattan", "n-max-swap")
    >>> card.name, card.admissible, card.consistent
    ('max(manhattan, n-max-swap)', True, True)
    """
    cards = _read_parts(parts)
    return HeuristicCard(
        name=f"max({', '.join(card.name for card in cards)})",
        label=f"Maximum of {', '.join(card.label for card in cards)}",
        summary="the largest of its parts",
        admissible=all(card.admissible for card in cards),
        consistent=all(card.consistent for card in cards),
        most_cells=_least_limit(cards),
        make=_MaximumMaker(cards),
        parts=cards,
    )


def weighted(*weights_and_parts: float | HeuristicLike) -> HeuristicCard:
    """Combine heuristics: the estimate is the sum of their estimates, each multiplied by a weight.

    Parameters
    ----------
    weights_and_parts
        A weight, 0 or more, a heuristic, a weight, and so on.

    Returns
    -------
    HeuristicCard
        It makes the claims common to all parts if the weights add up to at most 1, otherwise none.

    Raises
    ------
    InvalidHeuristicError
        If weights and heuristics do not alternate, or a weight is negative.
    UnknownNameError
        If no heuristic has that name.

    Examples
    --------
    >>> weighted(0.5, "misplaced", 0.5, "manhattan").admissible, weighted(2, "manhattan").admissible
    (True, False)
    """
    weights, parts = weights_and_parts[::2], weights_and_parts[1::2]
    if len(weights) != len(parts):
        raise InvalidHeuristicError("weights and heuristics must alternate, as in weighted(0.5, a, 0.5, b)")
    factors = tuple([_read_weight(weight) for weight in weights])
    cards, total = _read_parts(parts), fsum(factors)
    maker = _WeightedMaker(factors, cards)
    held = maker.is_average
    beyond = "" if held else f"; the weights add up to {total:g}, more than 1: not admissible"
    return HeuristicCard(
        name=" + ".join(f"{factor:g} {_parenthesize(card.name)}" for factor, card in zip(factors, cards)),
        label=" + ".join(f"{factor:g} x {card.label}" for factor, card in zip(factors, cards)),
        summary=f"the weighted sum of its parts{beyond}",
        admissible=held and all(card.admissible for card in cards),
        consistent=held and all(card.consistent for card in cards),
        most_cells=_least_limit(cards),
        make=maker,
        parts=cards,
    )


def _parenthesize(name: str) -> str:
    """Put a name in parentheses if it is a sum or has a weight."""
    return f"({name})" if "+" in name or name[:1].isdigit() else name


def _least_limit(cards: Sequence[HeuristicCard]) -> int | None:
    """Return the most cells of a board that all of the cards can estimate, or None if there is no limit."""
    return min((card.most_cells for card in cards if card.most_cells is not None), default=None)


class _Combined(Heuristic):
    def __init__(self, cards: Sequence[HeuristicCard], goal: Board) -> None:
        super().__init__(goal)
        self._names = [card.name for card in cards]
        self._parts = [card.make(goal) for card in cards]

    def iter_prepare(self, engine: str = AUTO) -> Generator[float, None, Prepared]:
        """Prepare all parts, one after the other. Repeat neither group sizes nor notes."""
        tables, notes = [], []
        for name, part in zip(self._names, self._parts):
            prepared = yield from iter_prepare(part, name, engine)
            tables.append(prepared.tables)
            notes.append(prepared.note)
        return Prepared(", ".join(_drop_repeats(tables)), " ".join(_drop_repeats(notes)))


class _Maximum(_Combined):
    """The largest estimate of the parts. No `step`: it would need the earlier estimates of all parts."""

    def estimate(self, state: Sequence[int]) -> float:
        return max([part.estimate(state) for part in self._parts])


class _Weighted(_Combined):
    def __init__(self, weights: Sequence[float], cards: Sequence[HeuristicCard], goal: Board) -> None:
        super().__init__(cards, goal)
        self._weights = weights

    def estimate(self, state: Sequence[int]) -> float:
        return fsum([weight * part.estimate(state) for weight, part in zip(self._weights, self._parts)])


@trust
@dataclass(frozen=True, slots=True)
class _MaximumMaker:
    """A callable that makes the maximum of heuristics for a goal. It can be pickled if its parts can."""

    cards: tuple[HeuristicCard, ...]

    def __call__(self, goal: Board) -> Heuristic:
        return _Maximum(self.cards, goal)

    @property
    def assumes(self) -> tuple[str, ...]:
        return join_assumptions(self.cards)


@trust
@dataclass(frozen=True, slots=True)
class _WeightedMaker:
    """A callable that makes the weighted sum of heuristics for a goal. It can be pickled if its parts can."""

    weights: tuple[float, ...]
    cards: tuple[HeuristicCard, ...]

    def __call__(self, goal: Board) -> Heuristic:
        return _Weighted(self.weights, self.cards, goal)

    @property
    def is_average(self) -> bool:
        """Whether the sum keeps its parts' claims: no weight is negative, and their total is at most 1."""
        return min(self.weights) >= 0 and fsum(self.weights) <= 1

    @property
    def assumes(self) -> tuple[str, ...] | None:
        return join_assumptions(self.cards) if self.is_average else None


def _drop_repeats(texts: Sequence[str]) -> list[str]:
    return [text for text in dict.fromkeys(texts) if text]


def _read_weight(weight: object) -> float:
    return float(
        require_real(weight, "a weight must be a number, 0 or more", 0, MAX_ESTIMATE, InvalidHeuristicError)
    )  # a plain number, because products with one of another class may have any type


def _read_parts(parts: Sequence[float | HeuristicLike]) -> tuple[HeuristicCard, ...]:
    if not parts:
        raise InvalidHeuristicError("a combination needs at least one heuristic, got none")
    cards = []
    for part in parts:
        if isinstance(part, (int, float)):
            raise InvalidHeuristicError(
                f"a part must be a name, a card, a class or a function, got {quote(part)}"
            )
        cards.append(as_card(part))
    return tuple(cards)


# The language of combinations

MAX_LENGTH = 1_000  # characters
MAX_DEPTH = 20  # levels of parentheses

_PATTERNS = r"(?i:patterns|pattern-databases)\s*\(([^)]*)\)"
_END = r"(?![^\s(),+*])"
_WORD = re.compile(
    rf"{_PATTERNS}{_END} | (?P<number> (?: [0-9]+ (?:\.[0-9]*)? | \.[0-9]+ ) {_END}) | [^\s(),+*]+",
    re.VERBOSE,
)
_MAXIMUM = ("max", "maximum")

_patterns: Callable[..., HeuristicCard] = lazy("npuzzle.heuristics.databases.patterns")


def looks_like_formula(text: str) -> bool:
    """Return whether a text that is not the name of a heuristic was meant as a combination.

    >>> looks_like_formula("max(manhattan, misplaced)"), looks_like_formula("0.5 manhattan")
    (True, True)
    >>> looks_like_formula("linear-conflict")
    False
    """
    return re.search(r"[(+*]|^\s*[0-9.]+\s", text) is not None


def is_formula(text: str) -> bool:
    """Return whether a text is a combination, and not the name of a heuristic."""
    return text not in HEURISTICS and looks_like_formula(text)


def read_formula(text: str, find: Callable[[str], HeuristicLike] = HEURISTICS.__getitem__) -> HeuristicCard:
    """Make the card of a combination, such as `max(manhattan, walking-distance)`. `find` looks up names.

    >>> read_formula("max(manhattan, walking-distance)").name
    'max(manhattan, walking-distance)'

    Raises InvalidHeuristicError, with the place of the fault, and the errors of `find`.
    """

    def word(node: ast.expr) -> str:
        return text[node.col_offset : node.end_col_offset]

    def read(node: ast.expr) -> HeuristicCard:
        match node:
            case ast.Name():
                groups = re.fullmatch(_PATTERNS, word(node))
                return _patterns(groups[1]) if groups else as_card(find(word(node)))
            case ast.Call(ast.Name() as function, [_, *_] as parts, []) if word(function).lower() in _MAXIMUM:
                return maximum(*map(read, parts))
        terms: list[tuple[float, HeuristicCard]] = []
        rest = [node]  # not by recursion: the tree of a sum is as deep as the sum is long
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
            f"a combination of heuristics can have up to {MAX_LENGTH:,} characters, got {len(text):,}"
        )
    masked = _WORD.sub(lambda found: ("1" if found["number"] else "x") * len(found[0]), text)
    masked = re.sub(r"(?<=1) (?= *x)", "*", re.sub(r"\s", " ", masked))  # 0.5 manhattan is 0.5*manhattan
    if max(accumulate((mark == "(") - (mark == ")") for mark in masked), default=0) > MAX_DEPTH:
        raise InvalidHeuristicError(f"a combination can have up to {MAX_DEPTH} nested parentheses")
    try:
        return ast.parse(masked, mode="eval").body
    except (SyntaxError, RecursionError, MemoryError) as error:
        at = getattr(error, "offset", None) or len(text) + 1  # offset 0 means the end
        raise _fault(text, at - 1) from None


def _fault(text: str, at: int) -> InvalidHeuristicError:
    """Describe the fault at index `at` of a text, or after the spaces there."""
    at += len(text[at:]) - len(text[at:].lstrip())
    found = _WORD.match(text, at)
    shown = quote(found[0] if found else text[at]) if at < len(text) else "the end"
    return InvalidHeuristicError(
        f"{quote(text)} is not a combination of heuristics, such as max(manhattan, misplaced) or "
        f"0.5*misplaced + 0.5*manhattan: look at character {at + 1}, {shown}"
    )


def write_as_one_word(text: str) -> str:
    """Write a combination without spaces. Commas separate the tiles of a group.

    >>> write_as_one_word("max(zero, patterns(1 2 | 3))")
    'max(zero,patterns(1,2|3))'
    """
    return "".join(re.sub(r"(?<=\d)\s+(?=\d)", ",", text).split())


def split_names(text: str) -> list[str]:
    """Split a list at its commas, except those in parentheses.

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
