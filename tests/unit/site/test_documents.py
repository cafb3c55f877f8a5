"""Every link in the documents works, and each of their pages obeys its content security policy."""

from __future__ import annotations

import http.client
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import cached_property
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from npuzzle import site
from npuzzle.errors import SiteError
from npuzzle.site import documents, files
from npuzzle.site.build import build
from npuzzle.site.documents import Documents, find_repository
from npuzzle.site.files import Site
from tests.conftest import served
from tests.support.documents import documents as list_documents

#: Attributes by which an element can load a file or link to another page.
ADDRESSES = {"href", "src"}


class Markup(HTMLParser):
    """The elements of a page, with their attributes."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.feed(site.here().content(name).decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    @cached_property
    def ids(self) -> list[str]:
        return [about["id"] for _, about in self.elements if "id" in about]

    def find(self, tag: str) -> list[dict[str, str]]:
        return [about for name, about in self.elements if name == tag]

    def addresses(self) -> Iterator[tuple[str, str]]:
        """Yield each tag with an address, and that address."""
        for tag, about in self.elements:
            for name in ADDRESSES & about.keys():
                yield tag, about[name]


@pytest.fixture(scope="module")
def pages() -> dict[str, Markup]:
    site.set_up()
    return {name: Markup(name) for name in site.here().documents.files() if name.endswith(".html")}


def find_target(page: str, address: str) -> tuple[str, str]:
    """Return the file and the anchor that an internal address leads to, as any host resolves it."""
    parts = urlsplit(urljoin(f"/{page}", address))
    name = unquote(parts.path).removeprefix("/")
    return f"{name}index.html" if name.endswith("/") or not name else name, parts.fragment


@pytest.mark.slow
def test_every_document_is_a_page_and_so_is_each_group_of_the_reference(pages: dict[str, Markup]) -> None:
    names = {document.path.stem for document in list_documents()} - {"README"}
    assert {f"docs/{name}/index.html" for name in names | {"three-questions"}} | {"docs/index.html"} <= set(
        pages
    )
    assert len([name for name in pages if name.startswith("docs/reference/")]) >= 9


@pytest.mark.slow
def test_every_inner_link_and_anchor_leads_somewhere(pages: dict[str, Markup]) -> None:
    there, count = set(site.here().files()), 0
    for name, page in pages.items():
        for _, address in page.addresses():
            if urlsplit(address).scheme:
                continue
            target, anchor = find_target(name, address)
            assert target in there, f"{name}: {address}"
            assert not anchor or anchor in pages[target].ids, f"{name}: {address}"
            count += 1
    assert count > 1500


def test_links_out_are_whole_addresses_and_nothing_is_loaded_from_there(pages: dict[str, Markup]) -> None:
    outside = [
        (tag, address) for page in pages.values() for tag, address in page.addresses() if ":" in address
    ]
    assert outside
    for tag, address in outside:
        parts = urlsplit(address)
        assert tag == "a"
        assert parts.scheme == "https", address
        assert "." in parts.netloc, address
        assert address.isascii(), address
        assert " " not in address, address
        assert documents.PLACEHOLDER not in parts.path.split("/"), address


def test_pages_hold_to_their_policy(pages: dict[str, Markup]) -> None:
    for name, page in pages.items():
        policy = site.here().policy(name)
        assert policy.startswith("default-src 'none'; script-src 'self';")
        assert "unsafe" not in policy
        assert page.find("style") == []
        assert all("src" in about for about in page.find("script"))
        assert not any(key == "style" or key.startswith("on") for _, about in page.elements for key in about)


def test_pages_have_what_readers_and_search_engines_need(pages: dict[str, Markup]) -> None:
    told = set()
    for name, page in pages.items():
        assert len(page.find("h1")) == 1, name
        assert len(page.ids) == len(set(page.ids)), name
        (description,) = (meta["content"] for meta in page.find("meta") if meta.get("name") == "description")
        told.add(description)
        levels = [int(tag[1]) for tag, _ in page.elements if tag in {"h1", "h2", "h3", "h4", "h5", "h6"}]
        assert all(after <= before + 1 for before, after in pairwise(levels)), name
        assert all(image["alt"] for image in page.find("img")), name
    assert len(told) == len(pages)


def test_the_search_leads_to_headings_of_pages(pages: dict[str, Markup]) -> None:
    sections = json.loads(site.here().content("docs/search.json"))
    assert len(sections) > 250
    for section in sections:
        target, anchor = find_target("docs/index.html", section["url"])
        assert target in pages, section["url"]
        assert not anchor or anchor in pages[target].ids, section["url"]
    assert any(
        section["heading"] == "solve" and "Search for a path" in section["text"] for section in sections
    )


def test_the_page_leads_to_the_documents_and_they_lead_back(pages: dict[str, Markup]) -> None:
    assert "./docs/" in [address for _, address in Markup("index.html").addresses()]
    for name, page in pages.items():
        assert "index.html" in [find_target(name, address)[0] for _, address in page.addresses()]


@pytest.mark.slow
def test_a_first_visit_does_not_load_the_documents(pages: dict[str, Markup], tmp_path: Path) -> None:
    built = build(tmp_path)
    texts = {name for name in built.sizes if name.startswith("docs/")}
    assert set(pages) < texts
    assert not texts & built.first_visit
    later = set(replace(site.here(), is_near=False).later_files())
    assert texts - later == {"docs/LICENSE", "docs/stamp"}
    given = site.here().with_runtime(tmp_path).documents
    assert given.folder == tmp_path / "docs"
    assert set(given.files()) == texts


def test_a_list_of_files_never_leads_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    listed = ["hash", "index.html", "../stamp", "/etc/passwd", "a/../../b", "a/b.html"]
    (tmp_path / "documents/stamp").write_text("\n".join(listed), encoding="utf-8")
    here = replace(site.here().documents.runtime, folder=tmp_path)
    assert Documents(tmp_path, here).files() == ("docs/a/b.html", "docs/index.html")


@pytest.fixture
def copy(tmp_path: Path) -> Documents:
    """Copy the documents, so that they can be edited."""
    here = site.here().documents
    return Documents(Path(shutil.copytree(here.source, tmp_path / "npuzzle/docs")), here.runtime)


def test_documents_are_made_anew_when_one_is_edited(copy: Documents, pages: dict[str, Markup]) -> None:
    shutil.copy(site.ROOT / "pyproject.toml", copy.source.parent.parent)
    wanted = copy._describe_input()
    assert copy._is_made_from(wanted), "the set-up has just made them"
    (copy.source / "speed.md").write_text("# Speed\n", encoding="utf-8")
    assert not copy._is_made_from(copy._describe_input())


def test_without_the_tools_a_note_says_that_there_are_no_documents(
    copy: Documents, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = replace(copy.runtime, folder=tmp_path / "vendor", given=True)
    lacking = Documents(copy.source, given)
    lacking.make()
    assert lacking.files() == ()
    expected = (
        "Note: the documents could not be made into pages (the given runtime has no pages of this version)\n"
    )
    assert capsys.readouterr().err == expected


def test_the_repository_is_found_in_a_checkout_and_installed(tmp_path: Path) -> None:
    assert find_repository(site.ROOT) == find_repository(tmp_path)
    assert find_repository(site.ROOT).startswith("https://github.com/")


@pytest.mark.parametrize(
    ("address", "given"), [("https://host.example/OWNER/it", ""), ("https://host.example/me/it",) * 2]
)
def test_no_page_leads_to_the_placeholder_of_the_repository(
    copy: Documents, monkeypatch: pytest.MonkeyPatch, address: str, given: str
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(documents, "find_repository", lambda root: address)
    monkeypatch.setattr(documents.Runtime, "copy", lambda runtime, names: None)
    monkeypatch.setattr(documents.Runtime, "run_npm", lambda runtime, command, given: asked.append(given))
    copy._run("hash")
    assert json.loads(asked[0])["repository"] == given


def test_no_repository_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "metadata", lambda name: _NoUrls())
    with pytest.raises(SiteError, match="cannot find the address of npuzzle's repository"):
        find_repository(tmp_path / "another")


class _NoUrls:
    def get_all(self, name: str) -> None:
        """Return None, like the metadata of a package without URLs."""


@pytest.mark.parametrize(
    ("path", "status", "place"),
    [("/docs/", 200, None), ("/docs/python", 301, "/docs/python/"), ("/doc", 404, None)],
)
def test_the_local_server_finds_the_page_of_a_folder(
    pages: dict[str, Markup], path: str, status: int, place: str | None
) -> None:
    with (
        served() as address,
        closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)) as connection,
    ):
        connection.request("GET", path)
        response = connection.getresponse()
        assert (response.status, response.headers["Location"]) == (status, place)


def test_a_site_without_documents_has_the_rest(tmp_path: Path) -> None:
    assert Site.checkout(tmp_path).documents.files() == ()
    assert files.PRECACHE in Site.checkout(tmp_path).files()
