"""The page as a static site: which files it has, setting up its runtime, serving it, building it."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import webbrowser
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from io import BytesIO
from pathlib import Path
from threading import Thread
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from npuzzle.errors import SiteError
from npuzzle.local_server import File, LocalServer

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_PORT = 8000

#: What the page is made of, beside its Python modules and the runtime.
PAGE = (
    "index.html",
    "npuzzle/patterns/data/4x4-home0-6-6-3.tables",
    "npuzzle/patterns/data/5x5-home0-5-5-5-5-4.tables",
    "sw.js",
    "web/app.py",
    "web/bench/editor.js",
    "web/boot.js",
    "web/icon.svg",
    "web/icons/192.png",
    "web/icons/512.png",
    "web/icons/maskable-512.png",
    "web/language.js",
    "web/languages/zh.json",
    "web/manifest.webmanifest",
    "web/offline.js",
    "web/pyscript.json",
    "web/style.css",
    "web/trust.js",
    "web/worker.py",
)
VENDOR = "web/vendor"
LICENCES = (
    "CodeMirror.txt",
    "MPL-2.0.txt",
    "Python.txt",
    "inside.json",
)  # of what npm's packages have no text of
COMPILED = "web/vendor/compiled"

#: All modules in one file. It is made when it is asked for, so that an edit shows on reload.
BUNDLE = "web/npuzzle.zip"

#: What the service worker keeps, each with its SHA-256. Made from the files when it is asked for, so it
#: cannot drift. It cannot hold its own hash; the browser keeps it, and the worker that reads it, by itself.
PRECACHE = "web/precache.js"
UNKEPT = (PRECACHE, "sw.js")
DESK_ONLY = (
    "npuzzle/__main__.py",
    "npuzzle/batch.py",
    "npuzzle/batch_cli.py",
    "npuzzle/cli.py",
    "npuzzle/compat/",
    "npuzzle/lab_cli.py",
    "npuzzle/local_server.py",
    "npuzzle/many.py",
    "npuzzle/pools.py",
    "npuzzle/site.py",
    "npuzzle/tables_cli.py",
    "npuzzle/terminal.py",
)

#: How Pyodide's Python names what it has compiled.
PYTHON_TAG = "cpython-314"

#: Stands in every build: says whose it is, and keeps GitHub Pages from running its own generator.
MARK = ".nojekyll"
BUILT = "built by npuzzle"

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".tables": "application/octet-stream",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}
PLAIN = "text/plain; charset=utf-8"  # licences


def site_files(root: Path = ROOT) -> tuple[str, ...]:
    """Every file of the site, relative to its root; what is not listed is not served. A link is no file."""
    found = [path for path in (root / VENDOR).rglob("*") if path.is_file() and not path.is_symlink()]
    runtime = [path.relative_to(root).as_posix() for path in found]
    return tuple(
        sorted([*PAGE, BUNDLE, PRECACHE, *(name for name in runtime if not name.startswith(COMPILED))])
    )


def kept_files(root: Path = ROOT) -> tuple[str, ...]:
    """Those which the page may ask for: without licences, and what only the set-up reads."""
    return tuple(name for name in site_files(root) if name not in UNKEPT and Path(name).suffix in TYPES)


def modules(root: Path = ROOT) -> tuple[str, ...]:
    """The Python modules that the page imports, relative to the root."""
    found = [*(root / "npuzzle").rglob("*.py"), *(root / "web").glob("*.py"), *(root / "web").glob("*/*.py")]
    names = {path.relative_to(root).as_posix() for path in found}
    return tuple(sorted(name for name in names - set(PAGE) if not name.startswith(DESK_ONLY)))


def bundle(root: Path = ROOT) -> bytes:
    """Those modules as one zip, each with its compiled twin if it has one; same sources, same bytes.

    One request in place of some thirty, twice: a quarter of the warm start. A module edited since it
    was compiled goes without, and is compiled in the browser.
    """
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name in modules(root):
            source = (root / name).read_bytes()
            archive.writestr(ZipInfo(name), source, ZIP_DEFLATED)
            twin = root / COMPILED / _compiled_name(name, source)
            if twin.is_file():
                folder, _, module = name.rpartition("/")
                cached = f"{folder}/__pycache__/{module.removesuffix('.py')}.{PYTHON_TAG}.pyc"
                archive.writestr(ZipInfo(cached), twin.read_bytes(), ZIP_DEFLATED)
    return packed.getvalue()


def precache(contents: Mapping[str, bytes]) -> bytes:
    """The script that tells the service worker what to keep: names, hashes, and one version for all."""
    files = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(contents.items())}
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    kept = json.dumps({"version": version, "files": files}, indent=1)
    return f"self.PRECACHE = {kept};\n".encode()


def content_of(name: str, root: Path = ROOT) -> bytes:
    """A file of the site, read or made."""
    if name == BUNDLE:
        return bundle(root)
    if name == PRECACHE:
        return precache({kept: content_of(kept, root) for kept in kept_files(root)})
    return (root / name).read_bytes()


def _compiled_name(name: str, source: bytes) -> str:
    """Where the compiled twin of a module lies: the name changes with the source."""
    return hashlib.sha256(name.encode() + b"\0" + source).hexdigest()[:24] + ".pyc"


def set_up(root: Path = ROOT) -> None:
    """Fetch the exact PyScript and Pyodide of web/package-lock.json into web/vendor, if they are not there.

    npm checks each package against the lock file's hash and runs none of their scripts. Raises
    SiteError, saying what is missing, if there is no npm or it fails.
    """
    web = root / "web"
    if not (web / "package-lock.json").is_file():
        raise SiteError(f"the page's files are not beside the package ({web}): run this from a checkout")
    stamp, wanted = root / VENDOR / "stamp", _runtime_stamp(web)
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != wanted:
        print("Setting up the page's runtime (once, some seconds) ...", flush=True)
        for command in (["ci", "--ignore-scripts", "--no-audit", "--no-fund"], ["run", "vendor"]):
            _run_npm(web, command)
        stamp.write_text(wanted, encoding="utf-8")
    _compile(root)


def _run_npm(web: Path, command: Sequence[str], given: str = "") -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise SiteError("the page's runtime comes from npm once: install Node.js 18 or newer with npm")
    done = subprocess.run(
        [npm, *command, "--prefix", str(web)], input=given, capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = "\n".join(
            line[:200] for line in (done.stderr.strip() or done.stdout.strip()).splitlines()[-15:]
        )
        raise SiteError(f"npm {' '.join(command)} failed:\n{last}")


def _compile(root: Path) -> None:
    """Byte-compile what has changed since the last time, if the runtime's packages are at hand."""
    wanted = {_compiled_name(name, (root / name).read_bytes()): name for name in modules(root)}
    there = {path.name for path in (root / COMPILED).glob("*.pyc")}
    if missing := {result: name for result, name in wanted.items() if result not in there}:
        _run_npm(root / "web", ["run", "compile"], given=json.dumps(missing))
    for name in there - set(wanted):
        (root / COMPILED / name).unlink(missing_ok=True)


def _runtime_stamp(web: Path) -> str:
    """A hash of all that decides what the runtime is."""
    names = ["package-lock.json", "vendor.mjs", "licences.mjs", *(f"licences/{name}" for name in LICENCES)]
    parts = [(web / name).read_bytes() for name in names]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def served(name: str, root: Path = ROOT) -> File | None:
    """The file of the site under that name, as the local server gives it."""
    if name not in site_files(root):
        return None
    kind = TYPES.get(Path(name).suffix, PLAIN)
    if name in (BUNDLE, PRECACHE):
        content, tag = _made(name, root, _dates(root))
        return File(kind, tag, lambda: content)
    path = root / name
    try:
        found = path.stat()
    except OSError:
        return None  # it went away just now
    policy = {"policy": page_policy(root)} if path.suffix == ".html" else {}
    return File(kind, f'"{found.st_mtime_ns:x}-{found.st_size:x}"', path.read_bytes, **policy)


def page_policy(root: Path = ROOT) -> str:
    """The Content-Security-Policy that the page itself states: the one copy there is. Raises SiteError."""
    page = (root / "index.html").read_text(encoding="utf-8")
    stated: list[str] = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', page)
    if len(stated) != 1:
        raise SiteError(f"index.html states its Content-Security-Policy once, got {len(stated)} of them")
    return stated[0]


def _dates(root: Path) -> tuple[tuple[str, int], ...]:
    """When each file, module, and the folder of their twins, was last written."""
    names = [name for name in (*site_files(root), *modules(root), COMPILED) if (root / name).exists()]
    return tuple((name, (root / name).stat().st_mtime_ns) for name in names)


@lru_cache(maxsize=8)  # a page asks twice, and packing takes a tenth of a second
def _made(name: str, root: Path, dates: tuple[tuple[str, int], ...]) -> tuple[bytes, str]:
    """What is made under that name, as of these dates, and a name for this very content."""
    content = content_of(name, root)
    return content, f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def server(port: int | None = None, root: Path = ROOT) -> LocalServer:
    """A server on loopback only; without a port, on 8000 or else a free one. Raises SiteError."""
    for candidate in (DEFAULT_PORT, 0) if port is None else (port,):
        try:
            return LocalServer(candidate, partial(served, root=root))
        except (OSError, OverflowError) as error:
            if candidate == 0 or port is not None:
                raise SiteError(f"cannot serve on port {candidate}: {error}") from None
    raise AssertionError("the last candidate either serves or raises")


def serve(*, port: int | None = None, open_browser: bool = True) -> int:
    """Set up, serve until Ctrl-C, and open the page."""
    set_up()
    with server(port) as serving:
        address = f"http://127.0.0.1:{serving.server_port}/"
        print(f"The page is at {address} (Ctrl-C ends)", flush=True)
        if open_browser:
            Thread(target=webbrowser.open, args=[address], daemon=True).start()  # a browser may block
        try:
            serving.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


def build(folder: Path, root: Path = ROOT) -> int:
    """Copy the site into `folder`: new, empty, or an earlier build, which is replaced.

    Raises SiteError if other files are there.
    """
    set_up(root)
    files = site_files(root)
    try:
        _make_way(folder, keep=files)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MARK).write_text("\n".join([BUILT, *files, ""]), encoding="utf-8")
        for name in files:
            target = _inside(folder, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content_of(name, root))
    except OSError as error:
        raise SiteError(f"cannot write the site: {error}") from None
    total = sum((folder / name).stat().st_size for name in files)
    print(f"Built {folder}: {len(files)} files, {total / 1e6:.1f} MB")
    return 0


def _make_way(folder: Path, keep: Sequence[str]) -> None:
    """Take away what an earlier build wrote and this one will not; other files are left alone."""
    if not folder.exists() or not any(folder.iterdir()):
        return
    mark = folder / MARK
    written = mark.read_text(encoding="utf-8", errors="replace").splitlines() if mark.is_file() else []
    if written[:1] != [BUILT]:
        raise SiteError(f"{folder} holds other files; give a new or empty folder")
    for name in set(written[1:]) - set(keep):
        _inside(folder, name).unlink(missing_ok=True)


def _inside(folder: Path, name: str) -> Path:
    """The file of that name, which no link may lead out of the folder."""
    target = folder / name
    if not target.resolve().is_relative_to(folder.resolve()):
        raise SiteError(f"{target} leads out of {folder}; give a new or empty folder")
    return target
