"""What the page stands on, PyScript and Pyodide: where it lies, fetched once by npm, its modules compiled."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from npuzzle.errors import SiteError

#: What a runtime is made from, by npm: below web/.
WORK = (
    "package.json",
    "package-lock.json",
    "vendor.mjs",
    "licences.mjs",
    "compile.mjs",
    "licences/CodeMirror.txt",  # of what npm's packages have no text of
    "licences/MPL-2.0.txt",
    "licences/Python.txt",
    "licences/inside.json",
)
DECIDING = tuple(name for name in WORK if name not in ("package.json", "compile.mjs"))
STAMP = "stamp"
COMPILED = "compiled"
WITHOUT_NPM = (
    "the page's runtime comes from npm once: install Node.js 18 or newer with npm, "
    "or give the web/vendor folder of a checkout or a built site with --runtime DIR"
)


def version(web: Path) -> str:
    """A hash of all that decides what the runtime is; `web` holds what it is made from. Raises SiteError."""
    try:
        parts = [(web / name).read_bytes() for name in DECIDING]
    except OSError as error:
        raise SiteError(f"the page's files are not with the package: {error}") from None
    return hashlib.sha256(b"".join(parts)).hexdigest()


def compiled_name(name: str, source: bytes) -> str:
    """Where the compiled twin of a module lies: the name changes with the source."""
    return hashlib.sha256(name.encode() + b"\0" + source).hexdigest()[:24] + ".pyc"


@dataclass(frozen=True, slots=True)
class Runtime:
    """A folder with the runtime. npm works in the folder around it, if it may be made there."""

    folder: Path
    web: Path  # what it is made from
    given: bool = False  # by the user, so it is taken as it is

    def twin(self, name: str, source: bytes) -> Path:
        """The file with the compiled module; it need not be there."""
        return self.folder / COMPILED / compiled_name(name, source)

    def set_up(self, modules: Mapping[str, Path]) -> None:
        """Fetch the exact PyScript and Pyodide of package-lock.json, and compile the page's modules.

        What is there already is kept. npm checks each package against the lock file's hash and runs none of
        their scripts. Raises SiteError, saying what is missing, if there is no npm or it fails, or if a
        folder that was given holds another version or none.
        """
        wanted = version(self.web)
        found = _read(self.folder / STAMP)
        if self.given:
            if found != wanted:
                other = "the runtime of another version" if found else "no runtime"
                raise SiteError(
                    f"{self.folder} holds {other}: expected the web/vendor folder of a checkout, "
                    "or of a site built, of this very version of npuzzle"
                )
            return
        if found != wanted:
            print("Setting up the page's runtime (once, some seconds) ...", file=sys.stderr, flush=True)
            self._bring_what_npm_needs()
            for command in (["ci", "--ignore-scripts", "--no-audit", "--no-fund"], ["run", "vendor"]):
                self._run_npm(command)
            (self.folder / STAMP).write_text(wanted, encoding="utf-8")
        self._compile(modules)

    def _bring_what_npm_needs(self) -> None:
        work = self.folder.parent
        if work == self.web:
            return
        try:
            for name in WORK:
                (work / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.web / name, work / name)
        except OSError as error:
            raise SiteError(f"cannot keep the page's runtime: {error}") from None

    def _run_npm(self, command: Sequence[str], given: str = "") -> None:
        npm = shutil.which("npm")
        if npm is None:
            raise SiteError(WITHOUT_NPM)
        done = subprocess.run(
            [npm, *command, "--prefix", str(self.folder.parent)],
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-15:]
            raise SiteError("\n".join([f"npm {' '.join(command)} failed:", *(line[:200] for line in last)]))

    def _compile(self, modules: Mapping[str, Path]) -> None:
        """Byte-compile what has changed since the last time."""
        wanted = {compiled_name(name, path.read_bytes()): name for name, path in modules.items()}
        there = {path.name for path in (self.folder / COMPILED).glob("*.pyc")}
        if missing := {
            result: [name, str(modules[name])] for result, name in wanted.items() if result not in there
        }:
            self._run_npm(["run", "compile"], given=json.dumps(missing))
        for name in there - set(wanted):
            (self.folder / COMPILED / name).unlink(missing_ok=True)


def given(folder: Path, web: Path) -> Runtime:
    """The runtime in a folder of the user's: a web/vendor, or the checkout or built site around one."""
    inside = folder / "web/vendor"
    return Runtime(inside if inside.is_dir() else folder, web, given=True)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
