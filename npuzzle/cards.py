"""Cards: what a plug-in says of itself. Menus, help and contract tests read nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from npuzzle.errors import UnknownNameError

AUTO = "auto"  #: The name that leaves a choice to this package.


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """`name` and `aliases` are typed, `label` is shown, `summary` is one line, `source` author and year."""

    name: str
    label: str
    summary: str
    source: str = ""
    aliases: tuple[str, ...] = ()


C = TypeVar("C", bound=Card)


class Registry(Generic[C]):
    """Cards by name, in the order they were added; capitals do not matter, and `_` is as good as `-`."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._cards: list[C] = []
        self._by_name: dict[str, C] = {}

    def add(self, card: C) -> C:
        """Register `card`; its name and aliases must be new."""
        names = (card.name, *card.aliases)
        for name in names:
            assert name not in self, f"{self.kind} {name} is registered twice"
        self._by_name.update((_plain(name), card) for name in names)
        self._cards.append(card)
        return card

    def __contains__(self, name: str) -> bool:
        return _plain(name) in self._by_name

    def __getitem__(self, name: str) -> C:
        """The card of a name or alias. Raises UnknownNameError, which lists the known names."""
        if name not in self:
            raise UnknownNameError(self.kind, name, self.names())
        return self._by_name[_plain(name)]

    def __iter__(self) -> Iterator[C]:
        return iter(self._cards)

    def names(self) -> tuple[str, ...]:
        """Every name that is understood, aliases last."""
        aliases = [alias for card in self._cards for alias in card.aliases]
        return (*(card.name for card in self._cards), *aliases)


def _plain(name: str) -> str:
    return name.strip().lower().replace("_", "-")
