"""JupyterLite as files for a local server: its shell, Pyodide, and the wheels that it requests."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from shutil import copy
from typing import Any

from nbformat import NotebookNode

from npuzzle import site

PYODIDE = site.ROOT / "web/node_modules/pyodide"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
#: Packages that its kernel requests from Pyodide; `comm` is not in Pyodide, so it is served like our wheel.
KERNEL = ("micropip", "packaging", "ipython", "jedi", "typing-extensions")
NAME = "notebook.ipynb"


def build(folder: Path, wheel: Path, notebook: NotebookNode) -> Path:
    """Return the folder to serve: `%pip install` finds the wheel there, and NAME is the notebook."""
    lite, out, wheels = folder / "lite", folder / "served", folder / "wheels"
    pyodide = lite / "static/pyodide"
    pyodide.mkdir(parents=True)
    for name in RUNTIME:
        copy(PYODIDE / name, pyodide)
    (pyodide / "pyodide-lock.json").write_text(json.dumps(_locked(pyodide)), encoding="utf-8")
    _download([f"comm=={version('comm')}"], wheels)
    given = [option for path in (wheel, *wheels.iterdir()) for option in ("--piplite-wheels", str(path))]
    build = [sys.executable, "-m", "jupyterlite_core", "build", "--output-dir", str(out), *given]
    subprocess.run(build, cwd=lite, check=True, capture_output=True)
    _put(notebook, out)
    _configure(out / "jupyter-lite.json")
    return out


def _locked(folder: Path) -> dict[str, Any]:
    """Copy the kernel's packages to the folder, and return Pyodide's list, reduced to them."""
    lock: dict[str, Any] = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    wanted = dict(_with_needs(lock["packages"], KERNEL))
    _download([f"{package['name']}=={package['version']}" for package in wanted.values()], folder)
    for package in wanted.values():
        package["sha256"] = hashlib.sha256((folder / package["file_name"]).read_bytes()).hexdigest()
    return {**lock, "packages": wanted}


def _with_needs(packages: dict[str, Any], names: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in (name.replace("_", "-") for name in names):
        yield name, packages[name]
        yield from _with_needs(packages, packages[name]["depends"])


def _download(pinned: Sequence[str], folder: Path) -> None:
    """Download wheels for Pyodide's Python from pip's index."""
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    download += ["--python-version", "3.14", "--dest", str(folder), *pinned]
    subprocess.run(download, check=True, capture_output=True)


def _put(notebook: NotebookNode, out: Path) -> None:
    """Write the notebook to JupyterLite's folder of files, and to its list of files."""
    text = json.dumps(notebook)
    at = "2000-01-01T00:00:00Z"
    common = {"content": None, "mimetype": None, "format": None, "created": at, "last_modified": at}
    file = {**common, "name": NAME, "path": NAME, "type": "notebook", "size": len(text), "writable": True}
    root = {**common, "name": "", "path": "", "type": "directory", "size": None, "writable": True}
    listed = {**root, "format": "json", "content": [file]}
    for path, content in ((f"files/{NAME}", text), ("api/contents/all.json", json.dumps(listed))):
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_text(content, encoding="utf-8")


def _configure(config: Path) -> None:
    """Let the shell read that list, and expose itself to scripts as `jupyterapp`."""
    settings = json.loads(config.read_text(encoding="utf-8"))
    settings["jupyter-config-data"] |= {"contentsAllJsonFile": "all.json", "exposeAppInBrowser": True}
    config.write_text(json.dumps(settings), encoding="utf-8")
