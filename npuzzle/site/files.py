"""The page as a static site: which files it has, where they are, and how this machine serves them."""

from __future__ import annotations

import hashlib
import json
import re
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from errno import EADDRINUSE
from functools import lru_cache
from pathlib import Path
from threading import Thread
from typing import Any

from npuzzle.errors import SiteError
from npuzzle.site import documents, runtime
from npuzzle.site.bundle import describe_import_order, inflate, pack
from npuzzle.site.documents import Documents
from npuzzle.site.page_files import (
    BUNDLE,
    KERNELS,
    LESSONS,
    MADE,
    MEMORY,
    NOT_FOR_THE_PAGE,
    NOT_IN_THE_BUNDLE,
    PAGE,
    PLAIN,
    PRECACHE,
    SCRIPTS,
    SNAPSHOT,
    TYPES,
    UNKEPT,
    VENDOR,
    precache,
)
from npuzzle.site.runtime import COMPILED, Runtime
from npuzzle.site.server import File, LocalServer
from npuzzle.storage import user_folder

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE.parent  # of a checkout
DEFAULT_PORT = 8000


@dataclass(frozen=True, slots=True)
class Site:
    """The places of the page's files. A file's name is its path in the site, such as web/precache.js."""

    page: Path  # the folder with index.html, sw.js and web/
    package: Path  # the folder npuzzle
    runtime: Runtime  # web/vendor, in the site
    deflated: bool = True  # whether archives are compressed; hosts that compress files do it better
    is_near: bool = True  # false over a network, where loading the snapshot is slower than starting Python

    @classmethod
    def checkout(cls, root: Path = ROOT) -> Site:
        """Return the page of a checkout, whose files are all below `root`."""
        return cls(root, root / "npuzzle", Runtime(root / VENDOR, root / "web"))

    @classmethod
    def installed(cls, package: Path = PACKAGE) -> Site:
        """Return the page of the installed package. The files from npm are in the user's folder."""
        page = package / "page"
        kept = user_folder()
        if kept is None:
            raise SiteError("there is no folder to save the page's runtime in: name one in NPUZZLE_CACHE")
        version = runtime.version(page / "web")[:16]
        return cls(page, package, Runtime(kept / f"page-{version}" / "vendor", page / "web"))

    def with_runtime(self, folder: Path) -> Site:
        """Return the same site with the runtime in that folder. Raises SiteError."""
        return replace(self, runtime=runtime.find_runtime(folder, self.page / "web"))

    def set_up(self) -> None:
        """Set up the runtime (see Runtime.set_up)."""
        modules = {name: self.path(name) for name in self.modules()}
        self.runtime.set_up(modules)
        self.runtime.take_snapshot(self.bundle(), self._scripts(), modules)
        self.documents.make()

    @property
    def documents(self) -> Documents:
        """The documents, which are a part of the site."""
        return Documents(self.package / "docs", self.runtime)

    def path(self, name: str) -> Path:
        """Return where a file of the site is on disk."""
        top, _, below = name.partition("/")
        if top == "npuzzle":
            return self.package / below
        if top == documents.FOLDER:
            return self.documents.folder / below
        if name.startswith(f"{VENDOR}/"):
            return self.runtime.folder / name.removeprefix(f"{VENDOR}/")
        return self.page / name

    def files(self) -> tuple[str, ...]:
        """List every file of the site. Only these files are served. Links do not count as files."""
        fetched = [f"{VENDOR}/{name}" for name in self.runtime.files()]
        return tuple(sorted([*PAGE, *MADE, *self._memory(), *fetched, *self.documents.files()]))

    def later_files(self) -> tuple[str, ...]:
        """List the files to save after all others: the documents, and the snapshot unless `is_near`."""
        texts = tuple(name for name in self.documents.files() if Path(name).suffix in TYPES)
        return texts if self.is_near else (*self._memory(), *texts)

    def snapshot(self) -> dict[str, Any]:
        """Return the data of the snapshot for the page (empty if the page starts without a snapshot)."""
        about = f"{VENDOR}/{runtime.ABOUT_MEMORY}"
        return _find_snapshot(self, self._dates((*self._list_bundled(), *SCRIPTS, MEMORY, about)))

    def _scripts(self) -> list[Path]:
        return [self.path(name) for name in SCRIPTS]

    def _memory(self) -> tuple[str, ...]:
        return (MEMORY,) if self.snapshot() else ()

    def kept_files(self) -> tuple[str, ...]:
        """List all files that the page may request: no licences, and no files that only the set-up needs."""
        return tuple(name for name in self.files() if name not in UNKEPT and Path(name).suffix in TYPES)

    def modules(self) -> tuple[str, ...]:
        """List the Python modules that the page imports."""
        below = [path.relative_to(self.package) for path in self.package.rglob("*.py")]
        names = {f"npuzzle/{path.as_posix()}" for path in below if path.parts[0] not in NOT_FOR_THE_PAGE}
        folders = [path for path in (self.page / "web").glob("*") if path.name not in NOT_IN_THE_BUNDLE]
        found = [path for folder in folders for path in (folder, *folder.rglob("*.py"))]
        names |= {path.relative_to(self.page).as_posix() for path in found if path.suffix == ".py"}
        return tuple(sorted(name for name in names - set(PAGE)))

    def lessons(self) -> tuple[str, ...]:
        """List the texts of the lessons, which the page reads from the bundle."""
        return tuple(sorted(f"{LESSONS}/{path.name}" for path in (self.page / LESSONS).glob("*.txt")))

    def bundle(self) -> bytes:
        """Pack the Python modules, compiled if possible, and the lessons into one zip.

        The page and the worker each make one request instead of one per module, which shortens the warm
        start. Python imports from the zip without unpacking it. Of compiled modules, only kernels also
        bring their source, from which the browser compiles them to WebAssembly. Leaving out the other sources
        shortens a first visit by a twentieth. A module edited since it was compiled is sent as source, and
        compiled in the browser. The same sources give the same bytes.
        """
        return _pack(self, self._dates(self._list_bundled()))

    def content(self, name: str) -> bytes:
        """Return the bytes of a file of the site."""
        if name == PRECACHE:
            return precache({kept: self.content(kept) for kept in self.kept_files()}, self.later_files())
        if name == SNAPSHOT:
            found = self.snapshot()
            about = {**found, "later": not self.is_near} if found else None
            return f"export default {json.dumps(about)};\n".encode()
        content = self.bundle() if name == BUNDLE else self.path(name).read_bytes()
        return content if self.deflated or not name.endswith(".zip") else inflate(content)

    def find(self, name: str) -> File | None:
        """Find the file of that name, for the local server. The name of a folder means its index.html."""
        if name.endswith("/"):
            name += "index.html"
        if not self._has(name):
            return None
        kind = TYPES.get(Path(name).suffix, PLAIN)
        if name in MADE:
            content, tag = _make(name, self, self._modification_times())
            return File(kind, tag, lambda: content)
        path = self.path(name)
        try:
            found = path.stat()
        except OSError:
            return None  # the file has just been removed
        policy = {"policy": self.policy(name)} if path.suffix == ".html" else {}
        return File(kind, f'"{found.st_mtime_ns:x}-{found.st_size:x}"', path.read_bytes, **policy)

    def _has(self, name: str) -> bool:
        """Return whether `files` lists a name. Look only among files of that kind: requests wait for it."""
        if name == MEMORY:
            return bool(self.snapshot())
        if name.startswith(f"{VENDOR}/"):
            return name.removeprefix(f"{VENDOR}/") in self.runtime.files()
        return name in PAGE or name in MADE or name in self.documents.files()

    def policy(self, name: str = "index.html") -> str:
        """Read the Content-Security-Policy from a page, which has the only copy. Raises SiteError."""
        page = self.path(name).read_text(encoding="utf-8")
        stated: list[str] = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', page)
        if len(stated) != 1:
            raise SiteError(f"expected one Content-Security-Policy in {name}, got {len(stated)}")
        return stated[0]

    def _modification_times(self) -> tuple[tuple[str, int], ...]:
        """Return the date of the last change for each file that the site is made from."""
        return self._dates((*self.files(), *self._list_bundled()))

    def _list_bundled(self) -> tuple[str, ...]:
        """List the names of the bundle's parts: modules, the folder of compiled modules, and lessons."""
        return (*self.modules(), *self.lessons(), SCRIPTS[0], f"{VENDOR}/{COMPILED}")

    def _dates(self, names: Sequence[str]) -> tuple[tuple[str, int], ...]:
        paths = [(name, self.path(name)) for name in names]
        return tuple((name, path.stat().st_mtime_ns) for name, path in paths if path.exists())


def here() -> Site:
    """Find the page of this package, in a checkout or installed. Raises SiteError."""
    return Site.installed() if (PACKAGE / "page").is_dir() else Site.checkout()


def set_up() -> None:
    """Set up the runtime of this package's page. Raises SiteError."""
    here().set_up()


@lru_cache(maxsize=8)  # a visit requests the bundle twice, and packing takes a fifth of a second
def _pack(site: Site, dates: tuple[tuple[str, int], ...]) -> bytes:
    """Pack the modules, see Site.bundle. `dates`: the key of the cache; a changed file has another date."""
    sources = {name: site.path(name).read_bytes() for name in site.modules()}
    entries = describe_import_order(site.path(SCRIPTS[0]), sources)
    for name, source in sources.items():
        twin = site.runtime.twin(name, source)
        if twin.is_file():
            entries[f"{name}c"] = twin.read_bytes()
        if not twin.is_file() or name.startswith(KERNELS):
            entries[name] = source
    return pack(entries | {name: site.path(name).read_bytes() for name in site.lessons()})


@lru_cache(maxsize=8)
def _find_snapshot(site: Site, dates: tuple[tuple[str, int], ...]) -> dict[str, Any]:
    """Find the snapshot of the modules. `dates`: the key of the cache."""
    return site.runtime.find_snapshot(site.bundle(), site._scripts())


@lru_cache(maxsize=8)
def _make(name: str, site: Site, dates: tuple[tuple[str, int], ...]) -> tuple[bytes, str]:
    """Make the file of that name, and a tag for its content. `dates`: the key of the cache."""
    content = site.content(name)
    return content, f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def server(port: int | None = None, site: Site | None = None) -> LocalServer:
    """Start a server on loopback only. By default its port is 8000, or else a free one. Raises SiteError."""
    find = (site or here()).find
    for candidate in (DEFAULT_PORT, 0) if port is None else (port,):
        try:
            return LocalServer(candidate, find)
        except OverflowError:
            raise SiteError(f"expected a port from 0 to 65,535, got {candidate:,}") from None
        except OSError as error:
            if candidate == 0 or port is not None:
                why = "another program uses it" if error.errno == EADDRINUSE else str(error)
                raise SiteError(
                    f"cannot serve on port {candidate}: {why}; without --port a free one is used"
                ) from None
    raise AssertionError("the last candidate either serves or raises")


def serve(
    site: Site, say: Callable[[str], None], *, port: int | None = None, open_browser: bool = True
) -> None:
    """Set up the page, `say` its address, open it in a browser, and serve until Ctrl-C. Raises SiteError.

    The port is opened before the set-up, which may take a minute: if the port is taken, that time is not
    wasted.
    """
    with server(port, site) as serving:
        site.set_up()
        address = f"http://127.0.0.1:{serving.server_port}/"
        say(address)
        if open_browser:
            Thread(target=webbrowser.open, args=[address], daemon=True).start()  # a browser may block
        with suppress(KeyboardInterrupt):
            serving.serve_forever()
