"""Every link to another site is a plain https address of a site on the list. The tests open no links."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from npuzzle import site
from tests.support.documents import documents

#: Files with links that people click: documents, the notebook, and texts of the repository and the package.
READ = [
    *(document.path for document in documents()),
    site.ROOT / "npuzzle/docs/three-questions.ipynb",
    *(site.ROOT / name for name in ("README.md", "CHANGELOG.md", "CITATION.cff", "pyproject.toml")),
    *sorted((site.ROOT / ".github").rglob("*.md")),
    *sorted((site.ROOT / ".github").rglob("*.yml")),
]
ADDRESS = re.compile(r"\bhttps?://[^\s<>()\[\]{}\"'`\\|]+")
#: The linked sites. Before you add a site, open it.
SITES = {
    "OWNER.github.io",
    "github.com",
    "keepachangelog.com",
    "raw.githubusercontent.com",
    "semver.org",
}
#: Names, not links: nobody opens them.
NAMES = {"http://www.w3.org/2000/svg"}


def find_addresses(text: str) -> list[str]:
    """List the addresses in a text, without the punctuation after them."""
    found = (address.rstrip(".,;:!?*") for address in ADDRESS.findall(text))
    return [address for address in found if address not in NAMES]


def find_fault(address: str) -> str:
    """Return the defect of an address, or an empty string."""
    parts = urlsplit(address)
    if parts.hostname == "localhost":
        return ""  # the reader's own machine
    if parts.scheme != "https":
        return "not https"
    if parts.netloc not in SITES:
        return "a site that is not listed, or with a user or a port"
    if "//" in parts.path or ".." in parts.path:
        return "a path that is not plain"
    return ""


@pytest.mark.parametrize("path", READ, ids=lambda path: path.relative_to(site.ROOT).as_posix())
def test_addresses_can_be_opened(path: Path) -> None:
    found = find_addresses(path.read_text(encoding="utf-8"))
    assert {address: fault for address in found if (fault := find_fault(address))} == {}


def test_every_site_is_linked_to() -> None:
    found = {urlsplit(address).netloc for path in READ for address in find_addresses(path.read_text("utf-8"))}
    assert found >= SITES


@pytest.mark.parametrize(
    "address",
    [
        "http://github.com/OWNER/npuzzle",
        "https://github.com:8443/OWNER",
        "https://me@github.com/OWNER",
        "https://github.com//OWNER",
        "https://192.0.2.1/simple",
        "https://githib.com/OWNER",
    ],
)
def test_a_fault_is_noticed(address: str) -> None:
    assert find_addresses(f"See [this]({address}).") == [address]
    assert find_fault(address)
