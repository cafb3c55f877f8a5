"""Cards, which describe heuristics, algorithms and goals, and registries of them.

Menus, help and contract tests read nothing else. Therefore a card can be known without its code: it has a
`Lazy` for the function or class, whose module is imported when it is first called.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Generic, TypeVar

from npuzzle.errors import DuplicateNameError, UnknownNameError, require

AUTO = "auto"  #: The name that leaves the choice to this package.


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """`name` and `aliases` to type, `label` to show, one line of `summary`; `source`: author and year."""

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
        """A registry is true, also while it is empty."""
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


T = TypeVar("T")

_loadable: dict[str, Any] = {}  # by place: the functions and classes that a `Lazy` loads


def loadable(thing: T) -> T:
    """Let the `Lazy` of its place load this function or class. It is marked while its module runs."""
    _loadable.setdefault(f"{thing.__module__}.{thing.__qualname__}", thing)  # type: ignore[attr-defined]
    return thing


class Lazy:
    """A function or a class of this package that is imported when it is first called; see `lazy`.

    It calls what was marked as `loadable` while the module ran, not what the module holds by now. Claims rest
    on the identity of this object. So neither a name that was replaced in the module nor another module in
    its place is called instead.
    """

    def __init__(self, place: str) -> None:
        self._place = place
        self.__module__, _, self.__qualname__ = place.rpartition(".")
        self.__name__ = self.__qualname__

    def load(self) -> Any:
        """Return the function or class. Raises ImportError if its module has not marked it."""
        if self._place not in _loadable:
            import_module(self.__module__)
        if self._place not in _loadable:
            raise ImportError(f"{self.__module__} has no loadable {self.__qualname__}")
        return _loadable[self._place]

    def stands_for(self, thing: object) -> bool:
        """Return whether `thing` is this object or what it loads. Nothing is imported to find out."""
        return thing is self or (self._place in _loadable and _loadable[self._place] is thing)

    def __call__(self, *given: Any) -> Any:
        return self.load()(*given)

    def __reduce__(self) -> tuple[Any, ...]:
        return lazy, (self._place,)

    def __repr__(self) -> str:
        return self._place


@cache
def lazy(place: str) -> Lazy:
    """Return the only `Lazy` of a place, such as `npuzzle.search.astar.astar`."""
    return Lazy(place)
