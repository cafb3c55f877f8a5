"""In which order the page imports its modules, so that it can import them one at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

#: In the bundle: what the page imports, in that order.
IMPORT_ORDER = "web/page/import_order.txt"

#: Imports on the outermost level, as the formatter writes them; those of a function wait until it is called.
IMPORT = re.compile(r"^import ([\w.]+)|^from ([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)

#: Texts, which may hold imports of their own.
TEXT = re.compile(r"""(\"{3}|'{3})[\s\S]*?\1""")


def describe_import_order(script: Path, modules: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the list of what a script imports, as an entry of the bundle; none if there is no list."""
    texts = {name: source.decode(errors="replace") for name, source in modules.items()}
    order = find_import_order(script.read_text(encoding="utf-8"), texts) if script.is_file() else ()
    return {IMPORT_ORDER: "\n".join(order).encode()} if order else {}


def find_import_order(script: str, modules: Mapping[str, str]) -> tuple[str, ...]:
    """List what a script imports, each module after those that it imports itself.

    `modules`: the texts of our modules by file name. Of others, what they import is not known.
    """
    order: dict[str, None] = {}
    _follow(script, modules, set(), order)
    return tuple(order)


def _follow(text: str, modules: Mapping[str, str], seen: set[str], order: dict[str, None]) -> None:
    for name in _find_imports(text, modules):
        if name not in seen:
            seen.add(name)
            _follow(_find_text(name, modules) or "", modules, seen, order)
            order[name] = None


def _find_imports(text: str, modules: Mapping[str, str]) -> Iterator[str]:
    for plain, source, imported in IMPORT.findall(TEXT.sub("", text)):
        name = plain or source
        parts = name.split(".")
        yield from (".".join(parts[:length]) for length in range(1, len(parts) + 1))
        inside = (f"{name}.{word}" for word in re.findall(r"\w+", imported))
        yield from (module for module in inside if _find_text(module, modules) is not None)


def _find_text(name: str, modules: Mapping[str, str]) -> str | None:
    path = name.replace(".", "/")
    return modules.get(f"{path}.py", modules.get(f"{path}/__init__.py"))
