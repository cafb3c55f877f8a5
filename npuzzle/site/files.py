"""The page as a static site: which files it has, where they lie, serving them on this machine."""

from __future__ import annotations

import hashlib
import json
import re
import webbrowser
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from errno import EADDRINUSE
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from threading import Thread
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from npuzzle.errors import SiteError
from npuzzle.pattern_databases import catalogue
from npuzzle.site import runtime
from npuzzle.site.runtime import COMPILED, Runtime
from npuzzle.site.server import File, LocalServer

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE.parent  # of a checkout
DEFAULT_PORT = 8000

#: What the page is made of, beside its Python modules and the runtime.
PAGE = (
    "index.html",
    "npuzzle/pattern_databases/data/4x4-home0-6-6-3.tables",
    "npuzzle/pattern_databases/data/5x5-home0-5-5-5-5-4.tables",
    "sw.js",
    "web/page/app.py",
    "web/js/lab_editor.js",
    "web/js/boot.js",
    "web/js/before_python.js",
    "web/icon.svg",
    "web/icons/192.png",
    "web/icons/512.png",
    "web/icons/maskable-512.png",
    "web/js/language.js",
    "web/languages/zh.json",
    "web/manifest.webmanifest",
    "web/js/offline.js",
    "web/pyscript.json",
    "web/sandbox/frame.js",
    "web/sandbox/interpreter.js",
    "web/style.css",
    "web/js/trust.js",
    "web/solver/worker.py",
)
VENDOR = "web/vendor"

#: All modules in one file. It is made when it is asked for, so that an edit shows on reload.
BUNDLE = "web/npuzzle.zip"

#: What the service worker keeps, each with its SHA-256. Made from the files when it is asked for, so it
#: cannot drift. It cannot hold its own hash; the browser keeps it, and the worker that reads it, by itself.
PRECACHE = "web/precache.js"
UNKEPT = (PRECACHE, "sw.js")
#: What of the package the page has no use for, and does not get.
NOT_FOR_THE_PAGE = ("__main__.py", "classroom", "cli", "compat", "page", "site")

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


@dataclass(frozen=True, slots=True)
class Site:
    """Where the files of the page lie. Their names are the site's: index.html, sw.js, web/..., npuzzle/..."""

    page: Path  # the folder with index.html, sw.js and web/
    package: Path  # the folder npuzzle
    runtime: Runtime  # web/vendor, in the site
    deflated: bool = True  # its archives; a host that compresses does better with what is not

    @classmethod
    def checkout(cls, root: Path = ROOT) -> Site:
        """All below one folder."""
        return cls(root, root / "npuzzle", Runtime(root / VENDOR, root / "web"))

    @classmethod
    def installed(cls, package: Path = PACKAGE) -> Site:
        """The page within the package; what npm fetches is kept for the user."""
        page = package / "page"
        kept = catalogue.user_folder()
        if kept is None:
            raise SiteError("there is no folder to keep the page's runtime in: name one in NPUZZLE_CACHE")
        version = runtime.version(page / "web")[:16]
        return cls(page, package, Runtime(kept / f"page-{version}" / "vendor", page / "web"))

    def with_runtime(self, folder: Path) -> Site:
        return replace(self, runtime=runtime.find_runtime(folder, self.page / "web"))

    def set_up(self) -> None:
        """See Runtime.set_up."""
        self.runtime.set_up({name: self.path(name) for name in self.modules()})

    def path(self, name: str) -> Path:
        """Where a file lies that is not made."""
        for prefix, folder in ((f"{VENDOR}/", self.runtime.folder), ("npuzzle/", self.package)):
            if name.startswith(prefix):
                return folder / name.removeprefix(prefix)
        return self.page / name

    def files(self) -> tuple[str, ...]:
        """Every file of the site; what is not listed is not served. A link is no file."""
        return tuple(
            sorted([*PAGE, BUNDLE, PRECACHE, *(f"{VENDOR}/{name}" for name in self.runtime.files())])
        )

    def kept_files(self) -> tuple[str, ...]:
        """Those which the page may ask for: without licences, and what only the set-up reads."""
        return tuple(name for name in self.files() if name not in UNKEPT and Path(name).suffix in TYPES)

    def modules(self) -> tuple[str, ...]:
        """The Python modules that the page imports."""
        below = [path.relative_to(self.package) for path in self.package.rglob("*.py")]
        names = {f"npuzzle/{path.as_posix()}" for path in below if path.parts[0] not in NOT_FOR_THE_PAGE}
        ours = [path.relative_to(self.page) for path in (self.page / "web").rglob("*.py")]
        names |= {path.as_posix() for path in ours if path.parts[1] not in ("node_modules", "vendor")}
        return tuple(sorted(name for name in names - set(PAGE)))

    def bundle(self) -> bytes:
        """Those modules as one zip, each with its compiled twin if it has one; same sources, same bytes.

        One request in place of some thirty, twice: a quarter of the warm start. Python imports them from
        the zip as it is. A module edited since it was compiled goes without, and is compiled in the browser.
        """
        packed = BytesIO()
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            for name in self.modules():
                source = self.path(name).read_bytes()
                archive.writestr(ZipInfo(name), source, ZIP_DEFLATED)
                twin = self.runtime.twin(name, source)
                if twin.is_file():
                    archive.writestr(ZipInfo(f"{name}c"), twin.read_bytes(), ZIP_DEFLATED)
        return packed.getvalue()

    def content(self, name: str) -> bytes:
        """A file of the site, read or made."""
        if name == PRECACHE:
            return precache({kept: self.content(kept) for kept in self.kept_files()})
        content = self.bundle() if name == BUNDLE else self.path(name).read_bytes()
        return content if self.deflated or not name.endswith(".zip") else _inflate(content)

    def served(self, name: str) -> File | None:
        """The file of that name, as the local server gives it."""
        if name not in self.files():
            return None
        kind = TYPES.get(Path(name).suffix, PLAIN)
        if name in (BUNDLE, PRECACHE):
            content, tag = _make(name, self, self._dates())
            return File(kind, tag, lambda: content)
        path = self.path(name)
        try:
            found = path.stat()
        except OSError:
            return None  # it went away just now
        policy = {"policy": self.policy()} if path.suffix == ".html" else {}
        return File(kind, f'"{found.st_mtime_ns:x}-{found.st_size:x}"', path.read_bytes, **policy)

    def policy(self) -> str:
        """The Content-Security-Policy that the page itself states, the only copy. Raises SiteError."""
        page = self.path("index.html").read_text(encoding="utf-8")
        stated: list[str] = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', page)
        if len(stated) != 1:
            raise SiteError(f"index.html states its Content-Security-Policy once, got {len(stated)} of them")
        return stated[0]

    def _dates(self) -> tuple[tuple[str, int], ...]:
        """When each file, module, and the folder of their twins, was last written."""
        paths = [(name, self.path(name)) for name in (*self.files(), *self.modules(), f"{VENDOR}/{COMPILED}")]
        return tuple((name, path.stat().st_mtime_ns) for name, path in paths if path.exists())


def here() -> Site:
    """The site of this very package, in a checkout or installed. Raises SiteError."""
    return Site.installed() if (PACKAGE / "page").is_dir() else Site.checkout()


def set_up() -> None:
    here().set_up()


def _inflate(archive: bytes) -> bytes:
    """The same archive with its files as they are."""
    packed = BytesIO()
    with ZipFile(BytesIO(archive)) as before, ZipFile(packed, "w", ZIP_STORED) as after:
        for entry in before.infolist():
            after.writestr(ZipInfo(entry.filename), before.read(entry))
    return packed.getvalue()


def precache(contents: Mapping[str, bytes]) -> bytes:
    """The script that tells the service worker what to keep: names, hashes, and one version for all.

    The sizes, in bytes, are for the page: how much of a start has arrived. The types, by ending, are for the
    answers that the service worker makes.
    """
    files = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(contents.items())}
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    sizes = {name: len(content) for name, content in sorted(contents.items())}
    kept = json.dumps({"version": version, "files": files, "sizes": sizes, "types": TYPES}, indent=1)
    return f"self.PRECACHE = {kept};\n".encode()


@lru_cache(maxsize=8)  # a page asks twice, and packing takes a tenth of a second
def _make(name: str, site: Site, dates: tuple[tuple[str, int], ...]) -> tuple[bytes, str]:
    """What is made under that name, as of these dates, and a name for this very content."""
    content = site.content(name)
    return content, f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def server(port: int | None = None, site: Site | None = None) -> LocalServer:
    """A server on loopback only; without a port, on 8000 or else a free one. Raises SiteError."""
    served = (site or here()).served
    for candidate in (DEFAULT_PORT, 0) if port is None else (port,):
        try:
            return LocalServer(candidate, served)
        except OverflowError:
            raise SiteError(f"expected a port of 0 to 65,535, got {candidate:,}") from None
        except OSError as error:
            if candidate == 0 or port is not None:
                why = "something else is served there" if error.errno == EADDRINUSE else str(error)
                told = f"cannot serve on port {candidate}: {why}; without --port a free one is found"
                raise SiteError(told) from None
    raise AssertionError("the last candidate either serves or raises")


def serve(
    site: Site, say: Callable[[str], None], *, port: int | None = None, open_browser: bool = True
) -> None:
    """Set up, serve until Ctrl-C, `say` the address, and open the page there. Raises SiteError.

    The port is taken first: a set-up that takes a minute is no use where the page cannot be served.
    """
    with server(port, site) as serving:
        site.set_up()
        address = f"http://127.0.0.1:{serving.server_port}/"
        say(address)
        if open_browser:
            Thread(target=webbrowser.open, args=[address], daemon=True).start()  # a browser may block
        with suppress(KeyboardInterrupt):
            serving.serve_forever()
