"""The zip archive of the page's modules, and the order in which the page imports them.

The page imports one module at a time, so that it can show progress. The archive lists the modules in this
order. Archives have no dates, so the same modules give the same bytes, and the same hash for the service
worker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

#: The file in the bundle that lists the modules in the order in which the page imports them.
IMPORT_ORDER = "web/page/import_order.txt"

#: Imports on the outermost level, as the formatter writes them. A function's imports wait until it is called.
IMPORT = re.compile(r"^import ([\w.]+)|^from ([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)

#: String literals in triple quotes, which may have lines that look like imports.
TEXT = re.compile(r"""(\"{3}|'{3})[\s\S]*?\1""")


def pack(entries: Mapping[str, bytes]) -> bytes:
    """Return an archive of the entries, without dates, so that the same entries give the same bytes."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return packed.getvalue()


def inflate(archive: bytes) -> bytes:
    """Return the same archive without compression, because some hosts compress files better than zip."""
    packed = BytesIO()
    with ZipFile(BytesIO(archive)) as before, ZipFile(packed, "w", ZIP_STORED) as after:
        for entry in before.infolist():
            after.writestr(ZipInfo(entry.filename), before.read(entry))
    return packed.getvalue()


def describe_import_order(script: Path, modules: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the bundle's entry that lists a script's imports in order, or nothing for an empty list."""
    texts = {name: source.decode(errors="replace") for name, source in modules.items()}
    order = find_import_order(script.read_text(encoding="utf-8"), texts) if script.is_file() else ()
    return {IMPORT_ORDER: "\n".join(order).encode()} if order else {}


def find_import_order(script: str, modules: Mapping[str, str]) -> tuple[str, ...]:
    """List the modules that a script imports, directly or not. A module comes after the modules it imports.

    `modules`: the source of each module of the page, by file name. Imports of other modules are not followed.
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
