"""The page's runtime, PyScript and Pyodide, which npm fetches once, and the page's compiled modules."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from typing import Any

from npuzzle.errors import SiteError
from npuzzle.storage import wait_for_lock

#: The files below web/ that take the snapshot.
SNAPSHOT_MAKERS = ("snapshot/make.mjs", "snapshot/prepare.py")
LOCK_FILE = "package-lock.json"
#: The files below web/ to copy into the folder in which npm works.
WORK = (
    "package.json",
    LOCK_FILE,
    "vendor.mjs",
    "licences.mjs",
    "one_module.mjs",
    "exports.mjs",
    "compile.mjs",
    *SNAPSHOT_MAKERS,
    "licences/CodeMirror.txt",  # this licence and the next are not in npm's packages
    "licences/MPL-2.0.txt",
    "licences/Python.txt",
    "licences/inside.json",
    "licences/qrcode-generator.txt",
)
DECIDING = tuple(name for name in WORK if name not in ("package.json", "compile.mjs", *SNAPSHOT_MAKERS))
STAMP = "stamp"
COMPILED = "compiled"
#: Folders whose files the site has under other names, or not at all.
NOT_LISTED = (COMPILED, "documents", "snapshot")
#: The snapshot, which is the memory of Python that a page restores, and a description of it for the page.
MEMORY, ABOUT_MEMORY = "snapshot/memory.bin", "snapshot/memory.json"
KEPT = 30 * 86_400.0  # seconds before compiled modules of other versions are deleted
WITHOUT_NPM = (
    "the page's runtime comes from npm once: install Node.js 20 or newer with npm, "
    "or give the web/vendor folder of a checkout with --runtime DIR"
)


def version(web: Path) -> str:
    """Return a hash of the files in `web` that determine the runtime. Raises SiteError."""
    try:
        parts = [(web / name).read_bytes() for name in DECIDING]
    except OSError as error:
        raise SiteError(f"files of the page are missing from the package: {error}") from None
    return hashlib.sha256(b"".join(parts)).hexdigest()


def compiled_name(name: str, source: bytes) -> str:
    """Return the name of the compiled module. It changes with the source and the way of compiling."""
    how = b"optimize=2, no columns\0"
    return hashlib.sha256(how + name.encode() + b"\0" + source).hexdigest()[:24] + ".pyc"


@dataclass(frozen=True, slots=True)
class Runtime:
    """A folder with the runtime. npm works in the folder that contains this folder.

    The runtime's stamp has its version and the size of each file, so that an incomplete runtime is
    recognized.
    """

    folder: Path
    web: Path  # the folder with the files that the runtime is made from
    given: bool = False  # whether the user named the folder; it is then used unchanged

    def files(self) -> tuple[str, ...]:
        """List the runtime's files: no links, no compiled modules, and no files missing from the stamp."""
        tops = [
            path for path in self.folder.glob("*") if path.name not in NOT_LISTED and not path.is_symlink()
        ]
        found = [path for top in tops for path in (top, *top.rglob("*"))]
        names = [
            path.relative_to(self.folder).as_posix()
            for path in found
            if path.is_file() and not path.is_symlink()
        ]
        stamped = self._read_stamp().get("files")
        return tuple(sorted(name for name in names if stamped is None or name == STAMP or name in stamped))

    def twin(self, name: str, source: bytes) -> Path:
        """Return the path of the compiled module, which may not exist yet."""
        return self.folder / COMPILED / compiled_name(name, source)

    def set_up(self, modules: Mapping[str, Path]) -> None:
        """Fetch PyScript and Pyodide in the versions of package-lock.json, and compile the page's modules.

        Existing files stay. npm checks each package against the hash in the lock file, and runs no scripts of
        packages. Raises SiteError if npm is missing or fails, or if the folder that the user named does not
        have all files of this version. The message names the missing part.
        """
        wanted = version(self.web)
        if self.given:
            if problem := self._find_problem(wanted):
                raise SiteError(
                    f"{self.folder} {problem}: expected the web/vendor folder of a checkout, or of a site "
                    "built without --compress, of this version of npuzzle"
                )
            if not (self.folder / COMPILED).is_dir():
                note("the runtime given has no compiled modules, so the page starts later")
            return
        if self._find_problem(wanted):
            with hold_lock(self.folder):
                if self._find_problem(wanted):  # unless another process has just set it up
                    _say("Setting up the page's runtime (once, some seconds) ...")
                    self._fetch(wanted)
        self._compile(modules)

    def take_snapshot(self, bundle: bytes, scripts: Sequence[Path], modules: Mapping[str, Path]) -> None:
        """Take a snapshot of the bundle of these modules if there is none. If that fails, print a message."""
        if self.given or self.find_snapshot(bundle, scripts):
            return
        try:
            with hold_lock(self.folder), TemporaryDirectory() as work:
                if self.find_snapshot(bundle, scripts):
                    return  # another process has just taken the snapshot
                self.copy(SNAPSHOT_MAKERS)
                packed = Path(work, "npuzzle.zip")
                packed.write_bytes(bundle)
                asked = {
                    "bundle": str(packed),
                    "modules": {name: str(path) for name, path in modules.items()},
                    "scripts": [str(path) for path in scripts],
                    "madeFrom": self._describe_input(bundle, scripts),
                    "out": str((self.folder / MEMORY).parent),
                }
                self.run_npm(["run", "snapshot"], given=json.dumps(asked))
        except (SiteError, OSError) as error:
            why = str(error).splitlines()[0]
            note(f"the snapshot of Python's memory could not be taken, so the page starts later ({why})")

    def find_snapshot(self, bundle: bytes, scripts: Sequence[Path]) -> dict[str, Any]:
        """Return the page's description of the snapshot of these modules (empty if there is no snapshot)."""
        try:
            found: dict[str, Any] = json.loads((self.folder / ABOUT_MEMORY).read_text(encoding="utf-8"))
            is_whole = found["size"] == (self.folder / MEMORY).stat().st_size
            is_fresh = found["madeFrom"] == self._describe_input(bundle, scripts)
        except (OSError, ValueError, LookupError, TypeError):
            return {}
        return found if is_whole and is_fresh else {}

    def _describe_input(self, bundle: bytes, scripts: Sequence[Path]) -> str:
        """Return a hash of everything that a snapshot is made from."""
        makers = [self.web / name for name in SNAPSHOT_MAKERS]
        parts = [
            bundle,
            *(path.read_bytes() for path in (*scripts, *makers)),
            (self.folder / STAMP).read_bytes(),
        ]
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()

    def _read_stamp(self) -> dict[str, Any]:
        try:
            found = json.loads((self.folder / STAMP).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _find_problem(self, wanted: str) -> str:
        """Explain why this is not the complete runtime of this version. Return "" if it is."""
        stamped = self._read_stamp()
        if not stamped:
            return "holds no runtime"
        if stamped.get("version") != wanted:
            return "holds the runtime of another version"
        for name, size in stamped.get("files", {}).items():
            path = self.folder / name
            if not path.is_file() or path.is_symlink():
                return f"holds a runtime without {name}"
            if path.stat().st_size != size:
                return f"holds a runtime whose {name} has {path.stat().st_size:,} bytes instead of {size:,}"
        return ""

    def _fetch(self, wanted: str) -> None:
        work = self.folder.parent
        for_tests = []
        try:
            (self.folder / STAMP).unlink(missing_ok=True)  # until the end, the runtime is incomplete
            if work != self.web:
                for_tests = ["--omit=dev"]
                self.copy(WORK)
            self.run_npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", *for_tests])
            self.run_npm(["run", "vendor"])
            sizes = {name: (self.folder / name).stat().st_size for name in self.files()}
            stamp = json.dumps({"version": wanted, "files": sizes}, indent=1)
            (self.folder / STAMP).write_text(stamp, encoding="utf-8")
        except OSError as error:
            raise SiteError(f"cannot save the page's runtime: {error}") from None

    def copy(self, names: Sequence[str]) -> None:
        """Copy files below `web` into the folder in which npm works."""
        for name in names if self.folder.parent != self.web else ():
            copied = self.folder.parent / name
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.web / name, copied)

    def run_npm(self, command: Sequence[str], given: str = "") -> None:
        """Run npm in the folder that contains the runtime, with `given` as its input. Raises SiteError."""
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

    def _list_compiled(self) -> set[str]:
        """Return the names of the compiled modules in the folder."""
        return {path.name for path in (self.folder / COMPILED).glob("*.pyc")}

    def _compile(self, modules: Mapping[str, Path]) -> None:
        """Byte-compile the modules that have changed. If that fails, print that the page starts later."""
        wanted = {compiled_name(name, path.read_bytes()): name for name, path in modules.items()}
        if wanted.keys() <= self._list_compiled():
            return
        try:
            with hold_lock(self.folder):
                there = self._list_compiled()
                missing = {
                    result: [name, str(modules[name])]
                    for result, name in wanted.items()
                    if result not in there
                }
                if missing:
                    self.run_npm(["run", "compile"], given=json.dumps(missing))
                for name in there - set(wanted):  # perhaps of another version
                    path = self.folder / COMPILED / name
                    if path.stat().st_mtime < time() - KEPT:
                        path.unlink(missing_ok=True)
        except (SiteError, OSError) as error:
            why = str(error).splitlines()[0]
            note(f"modules that changed since the set-up are not compiled, so the page starts later ({why})")


def note(text: str) -> None:
    """Show the user a message that needs no answer."""
    _say(f"Note: {text}")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@contextmanager
def hold_lock(folder: Path) -> Iterator[None]:
    """Let only one process at a time set up the folder. If the process dies, the system unlocks the folder.

    The lock is a file next to the folder, so anybody who may set up the folder can write it. Raises
    SiteError.
    """
    with ExitStack() as stack:
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            wait_for_lock(stack.enter_context(open(folder.with_name(f"{folder.name}.lock"), "ab")))
        except OSError as error:
            raise SiteError(f"cannot save the page's runtime: {error}") from None
        yield


def find_runtime(folder: Path, web: Path) -> Runtime:
    """Find the runtime in a folder, which is web/vendor or contains web/vendor. Raises SiteError."""
    inside = folder / "web/vendor"
    try:
        is_around = inside.is_dir()
    except OSError as error:  # for example, its name is too long
        raise SiteError(f"cannot read {folder}: {error}") from None
    return Runtime(inside if is_around else folder, web, given=True)
