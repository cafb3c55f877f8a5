"""Packages whose public names are imported when they are first used (PEP 562)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any


def lazy_names(
    package: str, homes: Mapping[str, str]
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Make the `__all__`, `__getattr__` and `__dir__` of a package from the public names of each module.

    A name is looked up once: it then stands in the package, as if it had been imported there. So a program
    that reads a board does not wait for the search algorithms to load. Type checkers read the stub beside it.
    """
    namespace = vars(sys.modules[package])
    modules = {name: module for module, names in homes.items() for name in names.split()}

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        value = namespace[name] = getattr(import_module(modules[name]), name)
        return value

    def list_names() -> list[str]:
        """Name what is public, the modules loaded and what Python keeps here; not what the index needs."""
        loaded = (name for name, value in namespace.items() if isinstance(value, ModuleType))
        kept = (name for name in namespace if name.startswith("__") and name.endswith("__"))
        return sorted({*modules, *loaded, *kept})

    return sorted(modules), get, list_names
