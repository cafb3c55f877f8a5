"""The documents are correct: their code runs, their commands print the output shown, and their links work."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from npuzzle import site
from tests.support.documents import (
    FOLDER,
    Document,
    documents,
    hold_to_comments,
    printed_by,
    promised,
    run,
    takes_long,
    without_seconds,
)

DOCUMENTS = documents()
#: With the documents in the root folder, which link to the others.
LINKING = [*DOCUMENTS, Document("README.md"), Document("CHANGELOG.md")]
INDEX = Document.at(FOLDER / "README.md")

PLACEHOLDERS = re.compile("NAME|CODE")
PATH = re.compile(r"(?:npuzzle|tests|web)/[\w/.*-]+")
DOTTED = re.compile(r"(?:npuzzle|tests|web)(?:\.\w+)+")


def named(parts: list[tuple[Document, Any]]) -> list[Any]:
    """Return test cases, each named after its document and its number there."""
    slow = {True: [pytest.mark.slow], False: []}
    return [
        pytest.param(document, part, id=f"{document.path.name}-{at}", marks=slow[takes_long(str(part))])
        for at, (document, part) in enumerate(parts, 1)
    ]


@cache
def site_files() -> frozenset[str]:
    """Return the files of the site, including generated ones."""
    return frozenset(site.here().files())


def exists(path: str) -> bool:
    """Return whether the path is a file, a folder or a generated file; a placeholder matches any name."""
    if path == site.VENDOR or path in site_files():
        return True
    return any(site.ROOT.glob(PLACEHOLDERS.sub("*", path).rstrip("/")))


def means_something(dotted: str) -> bool:
    """Return whether the name is a module, or a name in a module."""
    parts = dotted.split(".")
    for count in range(len(parts), 0, -1):
        path = site.ROOT.joinpath(*parts[:count])
        if path.is_dir() or path.with_suffix(".py").is_file():
            break
    else:
        return False
    if count == len(parts):
        return True
    found: Any = import_module(".".join(parts[:count]))
    for name in parts[count:]:
        found = getattr(found, name, None)
    return found is not None


code = pytest.mark.parametrize(
    ("document", "block"), named([(d, block) for d in DOCUMENTS for block in d.blocks("python")])
)
commands = pytest.mark.parametrize(
    ("document", "shown"), named([(d, shown) for d in DOCUMENTS for shown in d.console()])
)
every = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.path.name)
linking = pytest.mark.parametrize("document", LINKING, ids=lambda document: document.name)


@pytest.mark.slow
@code
def test_code_runs_and_prints_what_its_comments_say(
    document: Document, block: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(block, document.name)
    hold_to_comments(block, capsys.readouterr().out)


def test_most_code_says_what_it_prints() -> None:
    blocks = [block for document in DOCUMENTS for block in document.blocks("python")]
    assert len(blocks) >= 10
    assert sum(bool(promised(block)) for block in blocks) >= 10


@commands
def test_a_command_prints_what_is_shown(document: Document, shown: tuple[str, str]) -> None:
    command, output = shown
    assert printed_by(command) == without_seconds(output)


@linking
def test_links_lead_somewhere(document: Document) -> None:
    for link in document.links:
        if "://" in link:
            continue
        target, _, anchor = link.partition("#")
        path = (document.path.parent / target).resolve() if target else document.path
        assert path.exists(), link
        assert path.is_relative_to(site.ROOT), link
        if anchor:
            assert anchor in Document.at(path).anchors, link


@every
def test_what_is_named_is_there(document: Document) -> None:
    for quoted in document.quoted:
        if PATH.fullmatch(quoted):
            assert exists(quoted), quoted
        elif DOTTED.fullmatch(quoted):
            assert means_something(quoted), quoted


@every
def test_a_document_begins_with_its_title(document: Document) -> None:
    assert document.text.startswith("# ")
    assert document.text.endswith("\n")
    assert len(document.anchors) == len(document.headings), "each heading must be different"


def test_the_index_names_every_document_once() -> None:
    linked = [link for link in INDEX.links if not {"/", "#"} & set(link)]
    assert sorted(linked) == sorted(
        path.name for path in FOLDER.iterdir() if path.is_file() and path != INDEX.path
    )


def test_the_readme_links_to_every_document() -> None:
    linked = {link for link in Document("README.md").links if link.startswith("npuzzle/docs/")}
    assert linked >= {document.name for document in DOCUMENTS}


# The helpers of the tests above


def test_headings_and_links_are_found_as_github_finds_them(tmp_path: Path) -> None:
    document = Document(str(tmp_path / "some.md"))
    document.path.write_text(
        "# JSON: a `row`, of b\\*\n\n[one](other.md#part) `[no](link)` ![two](a/b.png)\n"
        "```python\n# no heading\nx = [0](1)\n```\n## Same\n## Same\n",
        encoding="utf-8",
    )
    assert document.anchors == {"json-a-row-of-b", "same", "same-1"}
    assert document.links == ["other.md#part", "a/b.png"]


def test_a_bar_after_a_backslash_is_no_border(tmp_path: Path) -> None:
    document = Document(str(tmp_path / "some.md"))
    document.path.write_text("# T\n\n| a | b |\n|---|---|\n| `1 \\| 2` | |\n", encoding="utf-8")
    assert document.table_after("# T") == [["1 | 2", ""]]


def test_a_line_that_is_not_printed_is_noticed() -> None:
    hold_to_comments("print(1)  # 1\nprint(2)  # 2", "1\n2\n")
    with pytest.raises(AssertionError, match="'1' is not printed"):
        hold_to_comments("print(2)  # 2\nprint(1)  # 1", "1\n2\n")


def test_what_is_not_there_is_noticed() -> None:
    assert exists("npuzzle/heuristics/NAME.py")
    assert exists("web/precache.js")
    assert not exists("npuzzle/heuristics/none.py")
    assert means_something("npuzzle.lab.certificate.Certificate.to_dict")
    assert means_something("web.page.views")
    assert not means_something("npuzzle.lab.nothing")
    assert not means_something("web.nothing")
