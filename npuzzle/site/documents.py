"""The documents as a part of the site: searchable pages, made from Markdown after each change."""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from npuzzle import __version__
from npuzzle.errors import SiteError
from npuzzle.site.runtime import LOCK_FILE, STAMP, Runtime, hold_lock, note

#: A part of the repository's address until it has an owner (see releasing.md). Until then, no page has a link
#: to the repository.
PLACEHOLDER = "OWNER"
#: The folder of the documents in the site.
FOLDER = "docs"
#: The files below web/ that make the pages of the documents.
MAKERS = (
    *(f"documents/{name}.mjs" for name in ("make", "site", "contents", "shell", "markdown", "notebook")),
    "documents/documents.css",
    "documents/documents.js",
    "documents/search.mjs",
    "page/tokens.css",  # the documents have the page's colours and sizes
)


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents in `source`, and the pages that a runtime's tools make from the documents."""

    source: Path
    runtime: Runtime

    @property
    def folder(self) -> Path:
        """The folder of the pages: in the built site that the runtime is from, or else in the runtime."""
        made = self.runtime.folder / "documents"
        of_a_site = self.runtime.folder.parent.parent / FOLDER
        return of_a_site if self.runtime.given and (of_a_site / STAMP).is_file() else made

    def files(self) -> tuple[str, ...]:
        """List the files by their names in the site. The list is empty if the pages were not made."""
        names = self._read_stamp()[1:]
        return tuple(sorted(f"{FOLDER}/{name}" for name in names if not {"", ".."} & set(name.split("/"))))

    def make(self) -> None:
        """Make the pages if a document or the generator has changed. If that fails, print a message."""
        try:
            wanted = self._describe_input()
            if self._is_made_from(wanted):
                return
            if self.runtime.given:
                raise SiteError("the given runtime has no pages of this version")
            with hold_lock(self.runtime.folder):
                if not self._is_made_from(wanted):  # unless another process has just made them
                    self._run(wanted)
        except (SiteError, OSError) as error:
            note(f"the documents could not be made into pages ({str(error).splitlines()[0]})")

    def _run(self, wanted: str) -> None:
        self.runtime.copy(MAKERS)
        repository = find_repository(self.source.parent.parent)
        asked = {
            "documents": str(self.source),
            "out": str(self.folder),
            "version": __version__,
            "repository": "" if PLACEHOLDER in repository.split("/") else repository,
            "madeFrom": wanted,
        }
        self.runtime.run_npm(["run", "documents"], given=json.dumps(asked))

    def _is_made_from(self, wanted: str) -> bool:
        return self._read_stamp()[:1] == [wanted]

    def _read_stamp(self) -> list[str]:
        """Return the hash of the pages' sources, then the names of the pages (empty if none were made)."""
        try:
            return (self.folder / STAMP).read_text(encoding="utf-8").splitlines()
        except OSError:
            return []

    def _describe_input(self) -> str:
        """Return a hash of everything that the pages are made from."""
        documents = [path for path in self.source.iterdir() if path.suffix in (".md", ".ipynb", ".py")]
        makers = [self.runtime.web / name for name in (*MAKERS, LOCK_FILE)]
        parts = [__version__.encode(), find_repository(self.source.parent.parent).encode()]
        for path in (*sorted(documents), *makers):
            parts += [path.name.encode(), path.read_bytes()]
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


@lru_cache(maxsize=8)
def find_repository(root: Path) -> str:
    """Find the address of the repository, in a checkout or in pip's metadata. Raises SiteError."""
    project = root / "pyproject.toml"
    if project.is_file():
        home: str = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["urls"]["Homepage"]
        return home
    urls: list[str]
    try:
        urls = metadata("npuzzle").get_all("Project-URL") or []
    except PackageNotFoundError:
        urls = []
    for name, _, address in (url.partition(", ") for url in urls):
        if name == "Homepage":
            return address
    raise SiteError(
        "cannot find the address of npuzzle's repository: there is no pyproject.toml, and no Homepage in "
        "pip's metadata"
    )
