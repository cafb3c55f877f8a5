"""Write the site into a folder, for any static host, with compressed copies on request."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from npuzzle.errors import SiteError
from npuzzle.site.files import Site, here
from npuzzle.site.page_files import UNKEPT
from npuzzle.storage import require_writable

#: A file in every build. It shows that npuzzle wrote the folder, and keeps GitHub Pages from running Jekyll.
MARK = ".nojekyll"
BUILT = "built by npuzzle"

COMPRESSED = ("gz", "br")
PACKED_ALREADY = (".png", ".tables", ".woff2")


@dataclass(frozen=True, slots=True)
class Built:
    """The result of a build: the size of each file and of the file's compressed copies, in bytes."""

    folder: Path
    sizes: Mapping[str, Mapping[str, int]]  # by file, then by suffix; the file itself has the suffix ""
    first_visit: frozenset[str]  # the files that a browser fetches on a first visit, also for offline use

    def total(self, compressed: str = "") -> int:
        """Add up the bytes of a first visit if the host sends compressed copies of that kind."""
        return sum(
            sizes.get(compressed, sizes[""]) for name, sizes in self.sizes.items() if name in self.first_visit
        )

    def kinds(self) -> list[str]:
        """List the kinds of copies that were written, after "" for the files themselves."""
        return ["", *(kind for kind in COMPRESSED if any(kind in sizes for sizes in self.sizes.values()))]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        totals = {kind or "plain": self.total(kind) for kind in self.kinds()}
        files = {
            name: {kind or "plain": size for kind, size in sizes.items()}
            for name, sizes in self.sizes.items()
        }
        return {"folder": str(self.folder), "first_visit": totals, "files": files}


def build(folder: Path, site: Site | None = None, compress: Sequence[str] = ()) -> Built:
    """Write the site into `folder`, which must be new or empty, or hold an earlier build, which is replaced.

    `compress`: the kinds of compressed copies, gz or br, to write next to each file that they make smaller.
    If any are written, the site's own archives stay uncompressed. Raises SiteError if the folder has other
    files, or if the library for br is not installed.
    """
    packers = {kind: _make_packer(kind) for kind in compress}
    site = replace(site or here(), deflated=not packers, is_near=False)
    with _report_os_errors():
        require_writable(folder / MARK, makes_folders=True)
    site.set_up()
    names = site.files()
    copies = [f"{name}.{kind}" for name in names for kind in packers]
    sizes: dict[str, dict[str, int]] = {}
    with _report_os_errors():
        target = folder.resolve()  # resolved, so that `a/..` makes no folder a
        _remove_stale_files(target, keep=names)
        target.mkdir(parents=True, exist_ok=True)
        (target / MARK).write_text("\n".join([BUILT, *names, *copies, ""]), encoding="utf-8")
        for name in names:
            copies_to = {kind: _find_inside(target, f"{name}.{kind}") for kind in packers}
            sizes[name] = _write(_find_inside(target, name), site.content(name), packers, copies_to)
    first_visit = frozenset([*site.kept_files(), *UNKEPT]) - frozenset(site.later_files())
    return Built(folder, sizes, first_visit)


@contextmanager
def _report_os_errors() -> Iterator[None]:
    """Raise SiteError if the system does not let the block write a file."""
    try:
        yield
    except (OSError, RuntimeError) as error:  # RuntimeError: links that lead in a circle
        raise SiteError(f"cannot write the site: {error}") from None


def _write(
    target: Path,
    content: bytes,
    packers: Mapping[str, Callable[[bytes], bytes]],
    copies_to: Mapping[str, Path],
) -> dict[str, int]:
    """Write a file and its compressed copies, and return the size of each in bytes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    sizes = {"": len(content)}
    for kind, pack in packers.items() if target.suffix not in PACKED_ALREADY else ():
        packed = pack(content)
        if len(packed) < len(content):
            copies_to[kind].write_bytes(packed)
            sizes[kind] = len(packed)
    return sizes


def _make_packer(kind: str) -> Callable[[bytes], bytes]:
    if kind == "gz":
        return lambda content: gzip.compress(content, mtime=0)
    if kind == "br":
        try:
            pack: Callable[[bytes], bytes] = import_module("brotli").compress
        except ModuleNotFoundError:
            raise SiteError(
                'copies as .br need Brotli: pip install "npuzzle[brotli]", or just brotli'
            ) from None
        return pack
    raise SiteError(f"expected {' or '.join(COMPRESSED)} as a kind of compressed copies, got {kind!r}")


def _remove_stale_files(folder: Path, keep: Sequence[str]) -> None:
    """Remove an earlier build's files that this build will not write. Raises SiteError for other files."""
    if not folder.exists() or not any(folder.iterdir()):
        return
    mark = folder / MARK
    written = mark.read_text(encoding="utf-8", errors="replace").splitlines() if mark.is_file() else []
    if written[:1] != [BUILT]:
        raise SiteError(f"{folder} has other files: give a new or empty folder")
    for name in set(written[1:]) - set(keep):
        _find_inside(folder, name).unlink(missing_ok=True)


def _find_inside(folder: Path, name: str) -> Path:
    """Return the file of that name. Raises SiteError if a link leads out of the folder."""
    target = folder / name
    if not target.resolve().is_relative_to(folder.resolve()):
        raise SiteError(f"{target} leads out of {folder}: give a new or empty folder")
    return target
