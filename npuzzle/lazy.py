"""Import on first use: the public names of a package, and the functions and classes of cards.

A card (`npuzzle.registry.Card`) describes a heuristic or an algorithm. Solving a board needs one of many
algorithms and one of many heuristics, so `import npuzzle` loads none of them. `lazy_names` makes the names of
a package, each of which imports its module at first use (PEP 562). `lazy` stands in for the function or class
of a card until it is called.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar

T = TypeVar("T")


def lazy_names(
    package: str, homes: Mapping[str, str]
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Make the `__all__`, `__getattr__` and `__dir__` of a package from the public names of each module.

    A name is looked up once. After that it is an attribute of the package, as if it had been imported there.
    So a program that reads a board does not wait for the search algorithms to load. Type checkers read the
    stub file of the package instead.
    """
    namespace = vars(sys.modules[package])
    modules = {name: module for module, names in homes.items() for name in names.split()}

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        value = namespace[name] = getattr(import_module(modules[name]), name)
        return value

    def list_names() -> list[str]:
        """List the public names, the loaded modules and Python's own names, but no helper of this module."""
        loaded = (name for name, value in namespace.items() if isinstance(value, ModuleType))
        kept = (name for name in namespace if name.startswith("__") and name.endswith("__"))
        return sorted({*modules, *loaded, *kept})

    return sorted(modules), get, list_names


_loadable: dict[str, Any] = {}  # by place: the functions and classes that a `Lazy` may load


def loadable(thing: T) -> T:
    """Mark a function or class, in the module that defines it, as one that a `Lazy` may load.

    Raises ImportError in any other module: a user's function with the same name must not be loaded instead.
    """
    module, name = thing.__module__, thing.__qualname__  # type: ignore[attr-defined]
    if sys._getframe(1).f_globals is not vars(sys.modules[module]):
        raise ImportError(f"{module}.{name} is marked as loadable in another module")
    _loadable.setdefault(f"{module}.{name}", thing)
    return thing


class Lazy:
    """A function or a class of this package that is imported when it is first called (see `lazy`).

    It calls the object that the module marked as `loadable` while it was imported, because claims depend on
    the identity of that object. If a user later replaces the object or the whole module, the replacement is
    not called.
    """

    _place: str
    __qualname__: str

    def __init__(self, place: str) -> None:
        module, _, name = place.rpartition(".")
        vars(self).update(_place=place, __module__=module, __qualname__=name, __name__=name)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{self!r} cannot be changed: a claim may depend on it")

    def load(self) -> Any:
        """Return the function or class. Raises ImportError if its module has not marked it as `loadable`."""
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
    """Return the `Lazy` of a place, such as `npuzzle.search.astar.astar`: the same object each time."""
    return Lazy(place)
