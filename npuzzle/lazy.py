"""Packages whose public names are imported when they are first used (PEP 562)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import Any


def lazy_names(
    package: str, modules: Mapping[str, str], earlier: Mapping[str, str] = MappingProxyType({})
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make the `__getattr__` and `__dir__` of a package; `modules` names the module of each public name,
    `earlier` the present name of each one that was renamed.

    A name is looked up once: it then stands in the package, as if it had been imported there. So a program
    that parses a board does not wait for the search algorithms to load.
    """
    namespace = vars(sys.modules[package])

    def get(name: str) -> Any:
        present = earlier.get(name, name)
        if present not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        value = namespace[name] = getattr(import_module(modules[present]), present)
        return value

    def list_names() -> list[str]:
        """Name what is public, the modules loaded and what Python keeps here; not what the index needs."""
        loaded = (name for name, value in namespace.items() if isinstance(value, ModuleType))
        kept = (name for name in namespace if name.startswith("__") and name.endswith("__"))
        return sorted({*modules, *loaded, *kept})

    return get, list_names
