"""The wheel works without other packages, on every supported Python that is installed and in Pyodide."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
from email.parser import Parser
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import npuzzle
from npuzzle import site
from tests.support.installed import MINORS, ROOT, Environment, pythons

pytestmark = pytest.mark.slow

#: Runs every doctest of the package with only the standard library, and prints their number.
EXAMPLES = """
import doctest, importlib, pkgutil, npuzzle
tried = 0
for module in pkgutil.walk_packages(npuzzle.__path__, "npuzzle."):
    if module.name not in ("npuzzle.__main__", "npuzzle.cli.play_app", "npuzzle.gym"):  # need extras
        failed, count = doctest.testmod(importlib.import_module(module.name))
        assert not failed, module.name
        tried += count
print(tried)
"""
#: Prints the result of importing each module of a standard library, and the lines and columns of a function.
ASKED_OF_A_LIBRARY = """
import json, statistics
positions = list(statistics.mean.__code__.co_positions())
import importlib
found = {}
for name in NAMES:
    try:
        importlib.import_module(name)
        found[name] = ""
    except BaseException as error:
        found[name] = f"{type(error).__name__}: {error}"
columns = [at[2:] for at in positions if at[2] is not None]
print(json.dumps({"imported": found, "lines": len({at[0] for at in positions}), "columns": columns}))
"""
SOLVED = "from npuzzle import solve; print(solve('8 6 7/2 5 4/3 0 1').headline)"


@pytest.fixture(scope="module", params=[f"3.{minor}" for minor in MINORS])
def installed(
    request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    if request.param not in pythons():
        pytest.skip(f"no Python {request.param} is installed here")
    return Environment(tmp_path_factory.mktemp(f"python{request.param}"), pythons()[request.param], wheel)


def test_it_is_for_any_python_and_needs_nothing(wheel: Path) -> None:
    assert wheel.name == f"npuzzle-{npuzzle.__version__}-py3-none-any.whl"
    with ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("/METADATA")]
        said = Parser().parsestr(archive.read(name).decode())
    assert said["Requires-Python"] == ">=3.11"
    assert all("extra ==" in needed for needed in said.get_all("Requires-Dist", []))
    extras = set(said.get_all("Provides-Extra", []))
    assert extras == {"brotli", "classroom", "completion", "dask", "fast", "gym", "play"}


def test_a_package_index_takes_it(wheel: Path) -> None:
    """Its description has no link into a checkout."""
    both = [str(path) for path in (wheel, *wheel.parent.glob("*.tar.gz"))]
    command = [sys.executable, "-m", "twine", "check", "--strict", *both]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("PASSED") == 2
    with ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("/METADATA")]
        description = archive.read(name).decode().split("\n\n", 1)[1]
    targets = re.findall(r"\]\(([^)]+)\)|(?:src|srcset)=\"([^\"]+)\"", description)
    assert len(targets) > 20
    assert all("".join(pair).startswith("https://") for pair in targets)


def test_it_holds_the_package_and_the_page_and_nothing_else(wheel: Path) -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = set(tracked.stdout.split())
    page = {name for name in names if name.startswith("web/") or name in ("index.html", "sw.js")}
    package = {name for name in names if name.startswith("npuzzle/")}
    with ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
        for name in page:
            assert archive.read(f"npuzzle/page/{name}") == (ROOT / name).read_bytes()
    pictures = {name for name in package if name.startswith("npuzzle/docs/pictures/")}
    assert held == (package - pictures) | {f"npuzzle/page/{name}" for name in page}
    with tarfile.open(next(wheel.parent.glob("*.tar.gz"))) as archive:
        sources = {name.partition("/")[2] for name in archive.getnames()}
    assert page | package <= sources <= names | {"PKG-INFO"}


def test_it_solves_checks_and_certifies_from_an_empty_folder(installed: Environment) -> None:
    done = installed.run("npuzzle", "solve", "8 6 7/2 5 4/3 0 1", "--json")
    told = json.loads(done.stdout)
    assert (told["length"], told["claim"], done.stderr) == (31, "proved shortest", "")
    assert installed.run("npuzzle", "check", "2 8 1/0 4 3/7 6 5").returncode == 1
    certify = ["certify", "manhattan", "--against", "pattern-tables", "--json"]  # in the wheel
    certified = json.loads(installed.run("npuzzle", *certify).stdout)
    assert (certified["admissible"], certified["consistent"]) == (True, True)
    assert certified["against"]["pattern-tables"]["relation"] == "dominated"
    assert installed.run("python", "-c", SOLVED).stdout == "Solved in 31 moves: proved shortest\n"
    assert not list(installed.folder.iterdir())


def test_every_example_in_its_documentation_holds(installed: Environment) -> None:
    done = installed.run("python", "-c", EXAMPLES)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) > 50


def test_other_projects_see_its_types(installed: Environment) -> None:
    theirs = installed.folder.with_name("theirs.py")
    theirs.write_text("import npuzzle\nnpuzzle.solve(3)\nx: int = npuzzle.check('').reason\n")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--config-file="]
    done = subprocess.run(
        [*mypy, "--python-executable", str(installed.bin / "python"), str(theirs)],
        cwd=installed.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 'theirs.py:2: error: Argument 1 to "solve"' in done.stdout
    assert "theirs.py:3: error: Incompatible types" in done.stdout


def test_without_npm_the_page_says_what_to_do(installed: Environment) -> None:
    done = installed.run("npuzzle", "serve", "--no-open", PATH=str(installed.bin))
    assert (done.returncode, done.stdout) == (2, "")
    assert "install Node.js 20 or newer with npm, or give the web/vendor folder" in done.stderr
    built = installed.folder.with_name("public")
    given = ["--runtime", str(ROOT / "web/vendor"), "--json"]
    done = installed.run("npuzzle", "build", str(built), *given, PATH=str(installed.bin))
    assert done.returncode == 0, done.stderr
    assert set(json.loads(done.stdout)["files"]) == set(site.here().files())
    assert (built / "index.html").read_bytes() == (ROOT / "index.html").read_bytes()


def in_pyodide(wheel: Path, code: str, *library: str) -> list[str]:
    """Return the lines that the code prints in Pyodide under Node.js."""
    site.set_up()
    script = Path(__file__).with_name("in_pyodide.mjs")
    command = ["node", str(script), str(ROOT / "web/node_modules/pyodide/pyodide.mjs"), str(wheel), *library]
    done = subprocess.run(command, input=code, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]
    return done.stdout.splitlines()


def test_it_runs_in_pyodide_from_the_wheel(wheel: Path) -> None:
    code = f"{EXAMPLES}\n{SOLVED}\nimport sys; print(sys.version_info[:2], sys.platform)"
    tried, solved, python = in_pyodide(wheel, code)[-3:]
    assert int(tried) > 50
    assert (solved, python) == ("Solved in 31 moves: proved shortest", "(3, 14) emscripten")


@pytest.fixture(scope="module")
def libraries(wheel: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the facts about Pyodide's standard library, and about the page's copy."""
    library = ROOT / "web/vendor/pyodide/python_stdlib.zip"
    with ZipFile(library) as archive:
        files = [Path(name) for name in archive.namelist() if name.endswith(".pyc")]
    parts = [
        path.parent.parts if path.stem == "__init__" else (*path.parts[:-1], path.stem) for path in files
    ]
    names = sorted(".".join(it) for it in parts if "site-packages" not in it and it[-1] != "__main__")
    code = f"NAMES = {names}\n{ASKED_OF_A_LIBRARY}"
    whole, ours = (json.loads(in_pyodide(wheel, code, *given)[-1]) for given in ((), (str(library),)))
    return whole, ours


def test_what_the_page_has_of_the_standard_library_can_be_imported_as_ever(
    libraries: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    whole, ours = (library["imported"] for library in libraries)
    assert ours == whole
    used = ["collections", "dataclasses", "fractions", "functools", "heapq", "random", "re", "statistics"]
    assert [ours[name] for name in used] == [""] * len(used)


def test_what_the_page_has_of_the_standard_library_knows_its_lines_and_no_columns(
    libraries: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    """Errors name the line. Columns would add a quarter to the library's download."""
    whole, ours = libraries
    assert (
        whole["lines"] - 1 <= ours["lines"] <= whole["lines"]
    )  # without its docstring, a function may start later
    assert (bool(whole["columns"]), ours["columns"]) == (True, [])
