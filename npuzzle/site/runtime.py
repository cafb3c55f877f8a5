"""What the page stands on, PyScript and Pyodide: where it lies, fetched once by npm, its modules compiled."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import time
from typing import Any

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
KEPT = 30 * 86_400.0  # seconds that a compiled module is kept which this version does not want
WITHOUT_NPM = (
    "the page's runtime comes from npm once: install Node.js 18 or newer with npm, "
    "or give the web/vendor folder of a checkout with --runtime DIR"
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
    """A folder with the runtime. npm works in the folder around it, if it may be made there.

    Its stamp names the version, and each file with its size: what is not whole is not taken for it.
    """

    folder: Path
    web: Path  # what it is made from
    given: bool = False  # by the user, so it is taken as it is

    def files(self) -> tuple[str, ...]:
        """What lies there and belongs to it: no links, no compiled modules, nothing of others."""
        found = [path for path in self.folder.rglob("*") if path.is_file() and not path.is_symlink()]
        names = sorted(path.relative_to(self.folder).as_posix() for path in found)
        stamped = self._stamped().get("files")
        return tuple(
            name
            for name in names
            if not name.startswith(f"{COMPILED}/") and (stamped is None or name == STAMP or name in stamped)
        )

    def twin(self, name: str, source: bytes) -> Path:
        """The file with the compiled module; it need not be there."""
        return self.folder / COMPILED / compiled_name(name, source)

    def set_up(self, modules: Mapping[str, Path]) -> None:
        """Fetch the exact PyScript and Pyodide of package-lock.json, and compile the page's modules.

        What is there already is kept. npm checks each package against the lock file's hash and runs none of
        their scripts. Raises SiteError, saying what is missing, if there is no npm or it fails, or if a
        folder that was given does not hold this version, whole.
        """
        wanted = version(self.web)
        if self.given:
            if problem := self._problem(wanted):
                raise SiteError(
                    f"{self.folder} {problem}: expected the web/vendor folder of a checkout, or of a site "
                    "built without --compress, of this very version of npuzzle"
                )
            if not (self.folder / COMPILED).is_dir():
                told = "the runtime given has no compiled modules, so the page starts later"
                print(f"Note: {told} (that of a checkout has them)", file=sys.stderr, flush=True)
            return
        if self._problem(wanted):
            with _alone(self.folder):
                if self._problem(wanted):  # nobody else has done it meanwhile
                    print(
                        "Setting up the page's runtime (once, some seconds) ...", file=sys.stderr, flush=True
                    )
                    self._fetch(wanted)
        self._compile(modules)

    def _stamped(self) -> dict[str, Any]:
        try:
            found = json.loads((self.folder / STAMP).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _problem(self, wanted: str) -> str:
        """Why that is not this version of the runtime, whole; empty if it is."""
        stamped = self._stamped()
        if not stamped:
            return "holds no runtime"
        if stamped.get("version") != wanted:
            return "holds the runtime of another version"
        for name, size in stamped.get("files", {}).items():
            path = self.folder / name
            if not path.is_file() or path.is_symlink():
                return f"holds a runtime without {name}"
            if path.stat().st_size != size:
                return f"holds a runtime with {path.stat().st_size:,} bytes of {name}, not its {size:,}"
        return ""

    def _fetch(self, wanted: str) -> None:
        work = self.folder.parent
        for_tests = []
        try:
            (self.folder / STAMP).unlink(missing_ok=True)  # from here on it is not whole
            if work != self.web:
                for_tests = ["--omit=dev"]
                for name in WORK:
                    (work / name).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(self.web / name, work / name)
            self._run_npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", *for_tests])
            self._run_npm(["run", "vendor"])
            sizes = {name: (self.folder / name).stat().st_size for name in self.files()}
            stamp = json.dumps({"version": wanted, "files": sizes}, indent=1)
            (self.folder / STAMP).write_text(stamp, encoding="utf-8")
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
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if done.returncode:
            last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-15:]
            raise SiteError("\n".join([f"npm {' '.join(command)} failed:", *(line[:200] for line in last)]))

    def _compiled(self) -> set[str]:
        """The names of the compiled modules that are there."""
        return {path.name for path in (self.folder / COMPILED).glob("*.pyc")}

    def _compile(self, modules: Mapping[str, Path]) -> None:
        """Byte-compile what has changed since the last time. A page without starts later, and is told so."""
        wanted = {compiled_name(name, path.read_bytes()): name for name, path in modules.items()}
        if wanted.keys() <= self._compiled():
            return
        try:
            with _alone(self.folder):
                there = self._compiled()
                missing = {
                    result: [name, str(modules[name])]
                    for result, name in wanted.items()
                    if result not in there
                }
                if missing:
                    self._run_npm(["run", "compile"], given=json.dumps(missing))
                for name in there - set(wanted):  # another version's, perhaps
                    path = self.folder / COMPILED / name
                    if path.stat().st_mtime < time() - KEPT:
                        path.unlink(missing_ok=True)
        except (SiteError, OSError) as error:
            told = "goes without its compiled form, so the page starts later"
            first = str(error).splitlines()[0]
            print(f"Note: what has changed since the set-up {told} ({first})", file=sys.stderr, flush=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process at a time sets up that folder; the system lets the next one in if it dies.

    The lock is a file beside the folder, where others write only if they may write the runtime too. Raises
    SiteError.
    """
    with ExitStack() as stack:
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context(open(folder.with_name(f"{folder.name}.lock"), "a", encoding="utf-8"))
            try:
                import_module("fcntl").flock(lock, 2)  # LOCK_EX
            except ModuleNotFoundError:
                windows = import_module("msvcrt")
                windows.locking(lock.fileno(), windows.LK_LOCK, 1)
        except OSError as error:
            raise SiteError(f"cannot keep the page's runtime: {error}") from None
        yield


def find_runtime(folder: Path, web: Path) -> Runtime:
    """The runtime in a folder of the user's: a web/vendor, or the checkout or built site around one."""
    inside = folder / "web/vendor"
    return Runtime(inside if inside.is_dir() else folder, web, given=True)
