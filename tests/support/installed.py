"""The package as people install it: built, and installed in new environments."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MINORS = range(11, 16)

#: Variables that could lead to a checkout.
LEFT_OUT = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")


def build_package(folder: Path) -> Path:
    """Build the sdist, and the wheel from it, as for a package index; return the wheel."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


@cache
def pythons() -> dict[str, str]:
    """Return each supported Python on this machine by its version: on the PATH, and pyenv's."""
    folders = [*os.environ.get("PATH", "").split(os.pathsep), *_pyenvs()]
    found = {f"{sys.version_info.major}.{sys.version_info.minor}": sys.executable}
    for version in [f"3.{minor}" for minor in MINORS]:
        for folder in folders:
            program = shutil.which(f"python{version}", path=folder)
            if version not in found and program is not None and _runs(program, version):
                found[version] = program
    return dict(sorted(found.items()))


def _pyenvs() -> Iterator[str]:
    pyenv = shutil.which("pyenv")
    if pyenv is not None:
        root = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=False).stdout.strip()
        yield from map(str, Path(root).glob("versions/*/bin"))


def _runs(program: str, version: str) -> bool:
    done = subprocess.run([program, "-c", "import venv, ensurepip"], capture_output=True, check=False)
    return done.returncode == 0


class Environment:
    """A new environment with only the wheel, used from an empty folder."""

    def __init__(self, folder: Path, python: str, wheel: Path) -> None:
        self.folder = folder / "empty"
        self.folder.mkdir(parents=True)
        self.bin = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        self.variables = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
        self.variables["NPUZZLE_CACHE"] = str(folder / "cache")
        # The tests' pip installs the package: to install another pip would take longer.
        subprocess.run([python, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
        install = [sys.executable, "-m", "pip", "--python", str(self.bin / "python"), "install", "--quiet"]
        install += ["--no-index", "--disable-pip-version-check", str(wheel)]
        done = subprocess.run(
            install, cwd=self.folder, env=self.variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    def command(self, program: str, arguments: Sequence[str]) -> list[str]:
        return [str(self.bin / program), *arguments]

    def run(self, program: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(program, arguments),
            cwd=self.folder,
            env={**self.variables, **variables},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
