"""Cards: what a plug-in says of itself. Menus, help and contract tests read nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from npuzzle.errors import UnknownNameError


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """`name` is typed, `label` is shown, `summary` is one line, `source` is author and year."""

    name: str
    label: str
    summary: str
    source: str = ""


C = TypeVar("C", bound=Card)


class Registry(Generic[C]):
    """Cards by name, in the order they were added; an alias finds its card."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._cards: dict[str, C] = {}
        self._aliases: dict[str, str] = {}

    def add(self, card: C, *, aliases: Sequence[str] = ()) -> C:
        """Register `card`; its name and aliases must be new."""
        for name in (card.name, *aliases):
            assert name not in self, f"{self.kind} {name} is registered twice"
        self._cards[card.name] = card
        self._aliases.update(dict.fromkeys(aliases, card.name))
        return card

    def __contains__(self, name: str) -> bool:
        name = name.strip().lower()
        return name in self._cards or name in self._aliases

    def __getitem__(self, name: str) -> C:
        """The card of a name or alias. Raises UnknownNameError, which lists the known names."""
        if name not in self:
            raise UnknownNameError(self.kind, name, self.names())
        name = name.strip().lower()
        return self._cards[self._aliases.get(name, name)]

    def __iter__(self) -> Iterator[C]:
        return iter(self._cards.values())

    def names(self) -> tuple[str, ...]:
        """Every name that is understood, aliases last."""
        return (*self._cards, *self._aliases)
