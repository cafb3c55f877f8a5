"""The layers hold: who may import whom, what is exported, which files the page has."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

import npuzzle
from npuzzle import site
from npuzzle.job import AUTOMATIC

ROOT = site.ROOT
CORE = sorted((ROOT / "npuzzle").rglob("*.py"))
WEB = sorted([*(ROOT / "web").glob("*.py"), *(ROOT / "web").glob("*/*.py")])

#: The modules of the package from the bottom up; a module may import from lower lines only, and
#: from its own line where it names a folder.
LAYERS = [
    {"errors", "finish"},
    {"geometry", "cards", "notation", "options"},
    {"defects", "drawing"},
    {"reading"},
    {"board"},
    {"tray"},
    {"goals", "problem"},
    {"scramble", "solvability"},
    {"kernel"},
    {"patterns"},
    {"heuristics"},
    {"search"},
    {"job"},
    {"lab", "compat", "many"},
    {"__init__"},
    {"classroom", "local_server"},
    {"runtime"},
    {"site", "terminal"},
    {"site_build"},
    {"batch", "pools"},
    {"batch_file"},
    {"batch_cli", "completion", "exercises_cli", "lab_cli", "play", "site_cli", "tables_cli"},
    {"cli"},
    {"__main__"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}

#: Only these may know the browser; everything else runs and is tested in plain Python.
SHELLS = {
    path.relative_to(ROOT).as_posix()
    for path in WEB
    if path.parent.name == "views"
    or path.name in ("app.py", "browser.py", "rooms.py", "solver.py", "view.py", "worker.py")
}
BROWSER = {"pyscript", "js", "pyodide", "pyodide_js"}


def imports(path: Path) -> set[str]:
    """The dotted names a module imports when it runs (not those for type checkers only)."""
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body:
        for part in ast.walk(node) if not is_type_checking(node) else ():
            if isinstance(part, ast.Import):
                found |= {alias.name for alias in part.names}
            elif isinstance(part, ast.ImportFrom):
                assert part.level == 0, f"{path}: imports are absolute"
                found |= {f"{part.module}.{alias.name}" for alias in part.names}
    return found


def is_type_checking(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def part_of_package(path: Path) -> str:
    """The first name below npuzzle: the unit that the layers order."""
    return path.relative_to(ROOT / "npuzzle").parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_point_down(path: Path) -> None:
    here = part_of_package(path)
    for name in imports(path):
        parts = name.split(".")
        if parts[0] != "npuzzle":
            continue
        there = parts[1] if parts[1] in LEVEL else "__init__"
        own_folder = there == here and path.parent.name == here
        assert LEVEL[there] < LEVEL[here] or own_folder, f"{here} may not import {name}"


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_package_needs_the_standard_library_only(path: Path) -> None:
    for name in imports(path):
        top = name.split(".")[0]
        assert top == "npuzzle" or top in sys.stdlib_module_names, f"{path.name} imports {name}"


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_one_module_prints_to_standard_output(path: Path) -> None:
    """There a full disk, or a pipe that nobody reads, is told apart from other failures."""
    calls = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)]
    named = [n for n in calls if isinstance(n.func, ast.Name)]
    assert not [n for n in named if n.func.id == "input"]
    prints = [n for n in named if n.func.id == "print"]
    to_errors = [n for n in prints if "sys.stderr" in map(ast.unparse, (word.value for word in n.keywords))]
    assert not prints or path.name in (
        "batch_cli.py",
        "exercises_cli.py",
        "runtime.py",
        "site_cli.py",
        "terminal.py",
    )
    assert prints == to_errors or path.name == "terminal.py"
    opened = [n for n in named if n.func.id == "open"]
    assert not opened or path.name in ("exercises_cli.py", "runtime.py", "terminal.py")


@pytest.mark.parametrize("path", WEB, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_only_the_shells_know_the_browser(path: Path) -> None:
    is_shell = path.relative_to(ROOT).as_posix() in SHELLS
    tops = {name.split(".")[0] for name in imports(path)}
    assert tops <= set(sys.stdlib_module_names) | {"npuzzle", "web"} | (BROWSER if is_shell else set())
    shells = {name.removesuffix(".py").replace("/", ".") for name in SHELLS} - {"web.views.__init__"}
    assert is_shell or not any(name.startswith(tuple(shells)) for name in imports(path))


def test_exported_names_are_sorted_real_and_all_documented() -> None:
    assert npuzzle.__all__ == sorted(npuzzle.__all__)
    for name in npuzzle.__all__:
        assert (getattr(npuzzle, name).__doc__ or "").strip(), f"{name} says nothing of itself"


def test_the_page_gets_every_module_it_needs_and_no_other() -> None:
    shells = {
        "__main__",
        "batch",
        "batch_cli",
        "batch_file",
        "cli",
        "completion",
        "exercises_cli",
        "lab_cli",
        "play",
        "runtime",
        "site",
        "site_build",
        "site_cli",
        "tables_cli",
        "terminal",
    }
    desk = shells | {"classroom", "compat", "local_server", "many", "pools"}
    desk_only = {path.relative_to(ROOT).as_posix() for path in CORE if part_of_package(path) in desk}
    scripts = {"web/app.py", "web/worker.py"}  # these run, they are not imported
    wanted = {path.relative_to(ROOT).as_posix() for path in [*CORE, *WEB]} - desk_only - scripts
    with ZipFile(BytesIO(site.here().bundle())) as archive:
        names = set(archive.namelist())
        assert {name for name in names if not name.endswith(".pyc")} == wanted
        assert {name.removesuffix("c") for name in names - wanted} <= wanted
        assert archive.read("npuzzle/board.py") == (ROOT / "npuzzle/board.py").read_bytes()
    assert site.here().bundle() == site.here().bundle()


def test_everything_the_page_names_is_served() -> None:
    html = (ROOT / "index.html").read_text(encoding="utf-8")
    named = {name for name in re.findall(r'(?:src|href|config)="\./([^"]+)"', html) if "vendor" not in name}
    assert named <= set(site.here().files())


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
