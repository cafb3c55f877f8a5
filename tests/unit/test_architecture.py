"""The layers: which module may import which, exported names, and the files of the page."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Container
from functools import cache
from graphlib import TopologicalSorter
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

import npuzzle
from npuzzle import site
from npuzzle.site.bundle import IMPORT_ORDER
from npuzzle.solving.plan import AUTOMATIC
from tests.support.sources import parse, statements
from web.rooms.learn.table import NAMES as LESSONS

ROOT = site.ROOT
DOCS = ROOT / "npuzzle/docs"
CORE = sorted(path for path in (ROOT / "npuzzle").rglob("*.py") if path.parent != DOCS)
WEB = sorted(
    path
    for path in (ROOT / "web").rglob("*.py")
    if path.relative_to(ROOT / "web").parts[0] not in ("node_modules", "vendor")
)

#: Folders and modules of the package, from the bottom up. Each may import from itself and from those above it
#: in this list.
LAYERS = [
    "version",
    "lazy",
    "errors",
    "numbers",
    "storage",
    "text",
    "registry",
    "progress",
    "puzzle",
    "compiler",
    "kernels",
    "pattern_databases",
    "heuristics",
    "search",
    "own",
    "processes",
    "solving",
    "lab",
    "compat",
    "gym",
    "__init__",
    "classroom",
    "marking",
    "site",
    "cli",
    "__main__",
]
LEVEL = {name: level for level, name in enumerate(LAYERS)}

#: The same for web. Only `app` knows all of them; rooms and tasks are found by name in `room_table`.
LAYERS_OF_THE_PAGE = [
    "__init__",
    "room_table",
    "calc",
    "command",
    "running",
    "player",
    "untrusted",
    "solver",
    "sandbox",
    "ui",
    "hints",
    "page",
    "rooms",
    "app",
    "snapshot",
]

#: Only these may use the browser. Everything else runs, and is tested, in plain Python.
SHELLS = {
    path.relative_to(ROOT).as_posix()
    for path in WEB
    if path.parent.name in ("ui", "views")
    or path.stem.split("_")[-1] == "view"
    or path.name in ("app.py", "browser.py", "shell.py", "storage.py", "worker.py")
    or path.name in ("table_store.py", "worker_channel.py")  # workers' modules
} - {"web/ui/__init__.py", "web/ui/table.py", "web/ui/viewport.py"}
BROWSER = {"pyscript", "js", "pyodide", "pyodide_js"}


@cache
def imports(path: Path, *, for_types: bool = False) -> set[str]:
    """Return the dotted names that a module imports at run time; with `for_types`, also for type checkers."""
    found = set()
    for node in parse(path).body:
        for part in statements(node) if for_types or not is_type_checking(node) else ():
            if isinstance(part, ast.Import):
                found |= {alias.name for alias in part.names}
            elif isinstance(part, ast.ImportFrom):
                assert part.level == 0, f"{path}: imports must be absolute"
                found |= {f"{part.module}.{alias.name}" for alias in part.names}
    return found


def is_type_checking(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def folder_of(path: Path) -> str:
    """Return the first name below npuzzle, which has a place in the layers."""
    return path.relative_to(ROOT / "npuzzle").parts[0].removesuffix(".py")


def test_imports_point_down() -> None:
    assert {folder_of(path) for path in CORE} <= set(LEVEL)
    for path in CORE:
        here = folder_of(path)
        for name in imports(path):
            parts = name.split(".")
            if parts[0] != "npuzzle":
                continue
            there = parts[1] if parts[1] in LEVEL else "__init__"
            assert LEVEL[there] < LEVEL[here] or there == here, f"{path}: {here} may not import {name}"


def test_imports_of_the_page_point_down_those_for_type_checkers_too() -> None:
    folders = {path: path.relative_to(ROOT / "web").parts[0].removesuffix(".py") for path in WEB}
    assert set(folders.values()) == {*LAYERS_OF_THE_PAGE}
    for path, here in folders.items():
        names = [name.split(".") for name in imports(path, for_types=True)]
        above = LAYERS_OF_THE_PAGE[LAYERS_OF_THE_PAGE.index(here) + 1 :]
        upward = {parts[1] for parts in names if parts[0] == "web"} & {*above}
        assert not upward, f"{path}: {here} may not import {upward}"


def test_a_room_imports_no_other_but_the_lab() -> None:
    """Other rooms use heuristics that the lab certified; lessons use its texts and groups of tiles."""
    for path in WEB:
        if path.relative_to(ROOT).parts[1] != "rooms" or path.parent.name == "rooms":
            continue
        room = path.relative_to(ROOT).parts[2]
        names = [name.split(".") for name in imports(path, for_types=True)]
        others = {parts[2] for parts in names if parts[:2] == ["web", "rooms"]} - {room, "lab", "shell"}
        assert not others, f"{path}: the room {room} may not import {others}"


def test_no_module_imports_itself_by_way_of_others() -> None:
    modules = {module_of(path): path for path in [*CORE, *WEB]}
    arrows = {
        name: {module_named(found, modules) for found in imports(path)} - {name, None}
        for name, path in modules.items()
    }
    TopologicalSorter(arrows).prepare()  # raises CycleError, naming the cycle


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def module_named(imported: str, modules: Container[str]) -> str | None:
    """Return the module that an imported name is, or belongs to, without looking into package indexes."""
    for name in (imported, imported.rpartition(".")[0]):
        if name in modules:
            return name
    return None


#: A kernel is compiled as one function that keeps its numbers in local variables, so no limit applies.
MOST_LINES, MOST_LINES_OF_A_FUNCTION, MOST_PARAMETERS = 600, 60, 5


def find_too_large(path: Path) -> list[str]:
    """Name everything that is too large to read in one go, except docstrings and keyword-only parameters."""
    text = path.read_text("utf-8")
    found = [f"{path.name}: {lines} lines"] if (lines := text.count("\n")) > MOST_LINES else []
    for node in statements(parse(path)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0  # type: ignore[operator]
            given = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
            is_command = any("command" in ast.unparse(each) for each in node.decorator_list)
            bound = ("self", "cls", "state") if is_command else ("self", "cls")  # callers do not pass it
            parameters = [name for name in given if name not in bound]
            if lines > MOST_LINES_OF_A_FUNCTION or len(parameters) > MOST_PARAMETERS:
                found.append(f"{path.name}: {node.name} has {lines} lines, {len(parameters)} parameters")
    return found


def test_files_and_functions_are_short_enough_to_read_but_for_kernels() -> None:
    read = [path for path in [*CORE, *WEB] if path.parent != ROOT / "npuzzle" / "kernels"]
    assert [fault for path in read for fault in find_too_large(path)] == []
    kernels = [fault for path in CORE if path not in read for fault in find_too_large(path)]
    assert kernels  # the check finds large functions


def test_the_package_needs_the_standard_library_only() -> None:
    for path in CORE:
        for name in imports(path):
            top = name.split(".")[0]
            optional = {"play_app.py": ["textual"], "gym.py": ["gymnasium", "numpy"]}.get(path.name, [])
            assert top == "npuzzle" or top in (*sys.stdlib_module_names, *optional), f"{path}: {name}"


def test_one_module_prints_to_standard_output() -> None:
    """Printing goes through one function, which detects a full disk and a closed pipe."""
    for path in CORE:
        calls = [n for n in ast.walk(parse(path)) if isinstance(n, ast.Call)]
        named = [n for n in calls if isinstance(n.func, ast.Name)]
        assert not [n for n in named if n.func.id == "input"], path
        prints = [n for n in named if n.func.id == "print"]
        to_errors = [
            n for n in prints if "sys.stderr" in map(ast.unparse, (word.value for word in n.keywords))
        ]
        name = path.relative_to(ROOT / "npuzzle").as_posix()
        assert not prints or name == "site/runtime.py" or name.startswith("cli/"), path
        assert prints == to_errors or name == "cli/terminal.py", path
        opened = [n for n in named if n.func.id == "open"]
        assert not opened or name in ("cli/board_io.py", "cli/classroom.py", "site/runtime.py"), path


def test_only_the_shells_know_the_browser() -> None:
    for path in WEB:
        is_shell = path.relative_to(ROOT).as_posix() in SHELLS
        tops = {name.split(".")[0] for name in imports(path)}
        assert tops <= set(sys.stdlib_module_names) | {"npuzzle", "web"} | (BROWSER if is_shell else set())
        shells = {name.removesuffix(".py").replace("/", ".") for name in SHELLS} - {"web.page.views.__init__"}
        assert is_shell or not any(name.startswith(tuple(shells)) for name in imports(path))


@pytest.mark.parametrize("name", ["web/app.py", "web/solver/worker.py"])
def test_a_script_of_the_page_finds_the_bundle_before_it_imports_from_it(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    first = re.search(r"^(from|import) (npuzzle|web)\b", text, re.MULTILINE)
    assert first is not None
    assert 0 < text.find('sys.path.insert(0, "npuzzle.zip")') < first.start()


def test_exported_names_are_sorted_real_and_all_documented() -> None:
    assert npuzzle.__all__ == sorted(npuzzle.__all__)
    for name in npuzzle.__all__:
        assert (getattr(npuzzle, name).__doc__ or "").strip(), f"{name} has no docstring"


def test_the_page_gets_every_module_it_needs_and_no_other() -> None:
    desk = {"__main__", "cli", "compat", "gym", "marking", "processes", "site"}
    desk_only = {path.relative_to(ROOT).as_posix() for path in CORE if folder_of(path) in desk}
    scripts = {"web/app.py", "web/solver/worker.py"}  # run as scripts, not imported
    scripts |= {"web/snapshot/prepare.py"}
    wanted = {path.relative_to(ROOT).as_posix() for path in [*CORE, *WEB]} - desk_only - scripts
    with ZipFile(BytesIO(site.here().bundle())) as archive:
        names = set(archive.namelist())
        lessons = {f"web/rooms/learn/lessons/{name}.txt" for name in LESSONS}
        assert {name.removesuffix("c") for name in names} == {*wanted, *lessons, IMPORT_ORDER}
        for name in wanted:
            assert (name in names) == (f"{name}c" not in names or name.startswith("npuzzle/kernels/")), name
            assert name not in names or archive.read(name) == (ROOT / name).read_bytes()
    assert site.here().bundle() == site.here().bundle()


def test_everything_the_page_names_is_served() -> None:
    html = (ROOT / "index.html").read_text(encoding="utf-8")
    named = {name for name in re.findall(r'(?:src|href|config)="\./([^"]+)"', html) if "vendor" not in name}
    assert {f"{name}index.html" if name.endswith("/") else name for name in named} <= set(site.here().files())


def test_the_page_names_nothing_outside_itself() -> None:
    texts = [name for name in site.PAGE if not name.endswith((".png", ".tables"))]
    for name in texts:
        text = (ROOT / name).read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://", text), name


def test_versions_of_the_runtime_are_exact() -> None:
    package = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    versions = {**package["dependencies"], **package["devDependencies"]}
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions.values())
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))
    entries = {name: entry for name, entry in lock["packages"].items() if name}
    assert all("integrity" in entry and "resolved" not in entry for entry in entries.values())


def test_only_the_agreed_names_stand_at_the_top() -> None:
    agreed = {"web", "npuzzle", "tests", "index.html", "sw.js", "pyproject.toml", "README.md", "LICENSE"}
    agreed |= {"CHANGELOG.md", "CITATION.cff"}
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    tops = {name.split("/")[0] for name in tracked.splitlines()}
    assert {top for top in tops if not top.startswith(".")} <= agreed


def test_the_page_says_before_python_what_python_will_say() -> None:
    html = (ROOT / "index.html").read_text(encoding="utf-8")
    for said in AUTOMATIC.values():
        assert f"Automatic: {said}." in html


def test_no_test_module_is_imported_by_another() -> None:
    """Code shared by tests is in a module of its own, named after its content."""
    tests = [path for path in (ROOT / "tests").rglob("*.py") if "__pycache__" not in path.parts]
    assert len(tests) > 300
    statement = re.compile(r"^\s*(?:from|import)\s+tests\b(?:[^()\n]*\([^)]*\)|[^\n]*)", re.MULTILINE)
    suspects = [
        path
        for path in tests
        if any(re.search(r"\btest_", found) for found in statement.findall(path.read_text("utf-8")))
    ]
    shared = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in suspects
        for name in imports(path)
        if name.startswith("tests.") and any(part.startswith("test_") for part in name.split("."))
    ]
    assert shared == []
