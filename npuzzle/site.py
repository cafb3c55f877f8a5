"""The page as a static site: which files it has, setting up its runtime, serving it, building it."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import webbrowser
from collections.abc import Sequence
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import BinaryIO
from urllib.parse import unquote, urlsplit
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from npuzzle.errors import SiteError

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
    "web/language.js",
    "web/languages/zh.json",
    "web/pyscript.json",
    "web/style.css",
    "web/worker.py",
)
VENDOR = "web/vendor"
COMPILED = "web/vendor/compiled"

#: All modules in one file. It is made when it is asked for, so that an edit shows on reload.
BUNDLE = "web/npuzzle.zip"
DESK_ONLY = (
    "npuzzle/__main__.py",
    "npuzzle/batch.py",
    "npuzzle/batch_cli.py",
    "npuzzle/cli.py",
    "npuzzle/compat/",
    "npuzzle/lab_cli.py",
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
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".tables": "application/octet-stream",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}


def site_files(root: Path = ROOT) -> tuple[str, ...]:
    """Every file of the site, relative to its root; what is not listed is not served."""
    vendor = root / VENDOR
    runtime = [path.relative_to(root).as_posix() for path in vendor.rglob("*") if path.is_file()]
    return tuple(sorted([*PAGE, BUNDLE, *(name for name in runtime if not name.startswith(COMPILED))]))


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
    parts = [(web / name).read_bytes() for name in ("package-lock.json", "vendor.mjs")]
    return hashlib.sha256(b"".join(parts)).hexdigest()


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of the site and nothing else, with the types browsers insist on."""

    extensions_map = TYPES

    def __init__(self, *args: object, root: Path, **kwargs: object) -> None:
        self._root = root
        super().__init__(*args, directory=str(root), **kwargs)  # type: ignore[arg-type]

    def translate_path(self, path: str) -> str:
        name = _name_in(path)
        if name not in site_files(self._root):
            return str(self._root / "no such file")
        return str(self._root / name)

    def send_head(self) -> BytesIO | BinaryIO | None:
        """The bundle is made here; all else is a file."""
        if _name_in(self.path) != BUNDLE:
            return super().send_head()
        content, tag = _bundle_of(self._root, _dates(self._root))
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.end_headers()
            return None
        self.send_response(200)
        self.send_header("ETag", tag)
        self.send_header("Content-Type", TYPES[".zip"])
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return BytesIO(content)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # ask again, so that an edit shows on reload
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Quiet: the address is all a user wants to read."""


def _dates(root: Path) -> tuple[tuple[str, int], ...]:
    """When each module, and the folder of their twins, was last written."""
    names = [name for name in (*modules(root), COMPILED) if (root / name).exists()]
    return tuple((name, (root / name).stat().st_mtime_ns) for name in names)


@lru_cache(maxsize=4)  # a page asks twice, and packing takes a tenth of a second
def _bundle_of(root: Path, dates: tuple[tuple[str, int], ...]) -> tuple[bytes, str]:
    """The bundle as of these dates, and a name for this very content."""
    content = bundle(root)
    return content, f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def _name_in(path: str) -> str:
    """The file that a request's path names."""
    return unquote(urlsplit(path).path).lstrip("/") or "index.html"


def server(port: int | None = None, root: Path = ROOT) -> ThreadingHTTPServer:
    """A server on loopback only; without a port, on 8000 or else a free one. Raises SiteError."""
    handler = partial(Handler, root=root)
    for candidate in (DEFAULT_PORT, 0) if port is None else (port,):
        try:
            return ThreadingHTTPServer(("127.0.0.1", candidate), handler)
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
            target.write_bytes(bundle(root) if name == BUNDLE else (root / name).read_bytes())
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
