"""Prepare Python for the snapshot: import modules that need no browser, and load the code of the others.

`given`: JSON with the `scripts` of page and worker, whose imports are followed, and with the source of our
modules and of PyScript's modules.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import importlib
import json
import linecache
import os
import random
import re
import sys
import time
import zipimport
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any, NamedTuple

BUNDLE = "npuzzle.zip"
NEEDS_BROWSER = {"js", "pyodide_js", "pyscript", "polyscript", "_pyscript"}
#: PyScript's own imports, and the module of the search task, which the worker only imports on request.
ALSO = ("asyncio", "base64", "functools", "html", "inspect", "io", "json", "random", "web.rooms.solve.task")
HALF_A_YEAR = 15_778_800  # seconds

asked: dict[str, Any] = json.loads(globals().pop("given"))
sys.path.insert(0, BUNDLE)
bundle = zipimport.zipimporter(BUNDLE)
texts: dict[str, str] = asked["modules"]


class Ready(NamedTuple):
    """The code of a module that runs only on the page. `folder`: the folder of a package, otherwise None."""

    code: CodeType
    file: str
    folder: str | None


class ReadyModules:
    """Find modules whose code is in memory. They need the browser, so they run only on the page."""

    def __init__(self) -> None:
        self.by_name: dict[str, Ready] = {}

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name not in self.by_name:
            return None
        _, file, folder = self.by_name[name]
        spec = ModuleSpec(name, self, origin=file, is_package=bool(folder))  # type: ignore[arg-type]
        spec.has_location = True
        if folder and spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(folder)
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """Return None, so that Python creates the module."""

    def exec_module(self, module: ModuleType) -> None:
        exec(self.by_name[module.__name__].code, module.__dict__)

    def get_source(self, name: str) -> str | None:
        """Return the source of a module from the bundle, which must have arrived, or None."""
        return bundle.get_source(name.replace(".", "/")) if find_file(name) else None


def find_imports(text: str) -> Iterator[str]:
    """Yield the modules that source code imports at its outermost level."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def find_file(name: str) -> str | None:
    """Return the file of one of our modules, or None if `name` is a name inside a module."""
    path = name.replace(".", "/")
    return next((file for file in (f"{path}.py", f"{path}/__init__.py") if file in texts), None)


def prepare(name: str, seen: set[str]) -> None:
    """Import a module. If it needs the browser, load its code and prepare its imports."""
    top = name.split(".")[0]
    if name in seen or top in NEEDS_BROWSER:
        return
    seen.add(name)
    if top not in ("npuzzle", "web"):
        with contextlib.suppress(ModuleNotFoundError):  # not a module, but a name in one
            importlib.import_module(name)
        return
    if (file := find_file(name)) is None:
        return
    for needed in find_imports(texts[file]):
        prepare(needed, seen)
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in NEEDS_BROWSER:
            raise
        sys.modules.pop(name, None)
        path = name.replace(".", "/")
        folder = f"{BUNDLE}/{path}" if file.endswith("__init__.py") else None
        ready.by_name[name] = Ready(bundle.get_code(path), bundle.get_filename(path), folder)


def begin_anew(language: str) -> None:
    """Adopt the visitor's settings: random seed, time zone, language. The page calls this function."""
    random.seed()
    for name in ("PYTHONHASHSEED", "TZ"):
        os.environ.pop(name, None)
    os.environ["LANG"] = f"{language.replace('-', '_')}.UTF-8"
    first = int(time.time() / (2 * HALF_A_YEAR)) * 2 * HALF_A_YEAR
    winter, summer = sorted(time.localtime(at).tm_gmtoff for at in (first, first + HALF_A_YEAR))
    found = {
        "timezone": -winter,
        "altzone": -summer,
        "daylight": int(winter != summer),
        "tzname": (name_zone(winter), name_zone(summer)),
    }
    vars(time).update(found)


def name_zone(offset: int) -> str:
    """Return Emscripten's name for the time zone whose clocks are `offset` seconds ahead of UTC."""
    hours, minutes = divmod(abs(offset) // 60, 60)
    return f"UTC{'-' if offset <= 0 else '+'}{hours:02}{minutes:02}"


ready = ReadyModules()
for each in asked["pyscript"]:
    code = compile(each["source"], each["file"], "exec", dont_inherit=True, optimize=2)
    package = each["file"].rsplit("/", 1)[0] if each["module"] == "pyscript" else None
    ready.by_name[each["module"]] = Ready(code, each["file"], package)

prepared: set[str] = set()
for script in asked["scripts"]:
    for name in find_imports(script):
        prepare(name, prepared)
for name in ALSO:
    importlib.import_module(name)
cards = importlib.import_module("npuzzle")
for code_of_a_card in (
    *(card.make for card in cards.HEURISTICS),
    *(card.search for card in cards.ALGORITHMS),
):
    code_of_a_card.load()  # a search may start before the bundle has arrived
sys.meta_path.insert(0, ready)
sys.modules["_snapshot"] = ModuleType("_snapshot")
vars(sys.modules["_snapshot"])["begin_anew"] = begin_anew
asked, texts = {}, dict.fromkeys(texts, "")  # keep only names: the sources would take a quarter of the memory
random.seed(0)  # the page seeds again
linecache.clearcache()
re.purge()
gc.collect()
