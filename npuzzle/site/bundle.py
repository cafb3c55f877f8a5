"""The zip archive of the page's modules, and the order in which the page imports them.

The page imports one module at a time, so that it can show progress. The archive holds the order. An
archive has no dates: the same modules give the same bytes, and the same hash for the service worker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

#: In the bundle: the modules that the page imports, in that order.
IMPORT_ORDER = "web/page/import_order.txt"

#: Imports on the outermost level, as the formatter writes them. Those of a function wait until it is called.
IMPORT = re.compile(r"^import ([\w.]+)|^from ([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)

#: Texts, which may hold other imports.
TEXT = re.compile(r"""(\"{3}|'{3})[\s\S]*?\1""")


def pack(entries: Mapping[str, bytes]) -> bytes:
    """Return an archive of these, without dates: the same entries give the same bytes."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return packed.getvalue()


def inflate(archive: bytes) -> bytes:
    """Return the same archive, not compressed: some hosts compress files better than a zip does."""
    packed = BytesIO()
    with ZipFile(BytesIO(archive)) as before, ZipFile(packed, "w", ZIP_STORED) as after:
        for entry in before.infolist():
            after.writestr(ZipInfo(entry.filename), before.read(entry))
    return packed.getvalue()


def describe_import_order(script: Path, modules: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the list of a script's imports, as an entry of the bundle, none if there is no list."""
    texts = {name: source.decode(errors="replace") for name, source in modules.items()}
    order = find_import_order(script.read_text(encoding="utf-8"), texts) if script.is_file() else ()
    return {IMPORT_ORDER: "\n".join(order).encode()} if order else {}


def find_import_order(script: str, modules: Mapping[str, str]) -> tuple[str, ...]:
    """List the modules that a script imports, each after those that it imports itself.

    `modules`: the texts of our modules by file name. The imports of other modules are not known.
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
