"""`Card`, the description of a heuristic, an algorithm or a goal, and `Registry`, which finds cards by name.

Menus, help and contract tests read only cards. So a card can be read before its code is loaded: it refers to
the function or class through a `npuzzle.lazy.Lazy`, which imports the module at the first call.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from npuzzle.errors import DuplicateNameError, UnknownNameError, require

AUTO = "auto"  #: The name that leaves the choice to this package.


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card: `name` and `aliases` to type, `label` and `summary` to show, author and year in `source`."""

    name: str
    label: str
    summary: str
    source: str = ""
    aliases: tuple[str, ...] = ()


C = TypeVar("C", bound=Card)


class Registry(Generic[C]):
    """Cards by name, in the order they were added. Capitals do not matter, and `_` means `-`."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._cards: list[C] = []
        self._by_name: dict[str, C] = {}

    def add(self, card: C) -> C:
        """Register `card` and return it. Raises DuplicateNameError if its name or an alias is taken."""
        require(card, Card, f"a registry takes the card of a {self.kind}")
        names = (card.name, *card.aliases)
        for name in names:
            if name in self:
                owner = self[name].name
                raise DuplicateNameError(f"the {self.kind} {name} is already registered, by {owner}")
        self._by_name.update((_plain(name), card) for name in names)
        self._cards.append(card)
        return card

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and _plain(name) in self._by_name

    def __getitem__(self, name: str) -> C:
        """Return the card of a name or alias. Raises UnknownNameError, which lists the known names."""
        if name not in self:
            raise UnknownNameError(self.kind, name, self.names())
        return self._by_name[_plain(name)]

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self._cards)

    def __bool__(self) -> bool:
        """Return True, even while the registry is empty."""
        return True

    def __repr__(self) -> str:
        return f"<{self.kind}s: {', '.join(card.name for card in self._cards)}>"

    def __iter__(self) -> Iterator[C]:
        return iter(self._cards)

    def names(self) -> tuple[str, ...]:
        """Return every name that is understood, aliases last."""
        aliases = [alias for card in self._cards for alias in card.aliases]
        return (*(card.name for card in self._cards), *aliases)


def is_auto(choice: object) -> bool:
    """Return whether the choice is left to this package: AUTO, in capital or small letters.

    >>> is_auto("Auto"), is_auto("astar"), is_auto(len)
    (True, False, False)
    """
    return isinstance(choice, str) and _plain(choice) == AUTO


def _plain(name: str) -> str:
    return name.strip().lower().replace("_", "-")
