"""The package, the changelog and the citation have the same version."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import yaml

import npuzzle
from npuzzle import site
from tests.support.documents import Document

CHANGELOG = Document("CHANGELOG.md")
CITATION: dict[str, Any] = yaml.load(
    (site.ROOT / "CITATION.cff").read_text(encoding="utf-8"), Loader=yaml.BaseLoader
)
#: Headings below a version, as in Keep a Changelog.
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_versions_agree() -> None:
    latest = re.search(r"^## \[(.+?)\]", CHANGELOG.text, re.MULTILINE)
    assert latest is not None
    assert latest[1] == CITATION["version"] == npuzzle.__version__


def test_each_version_has_its_day_but_for_the_latest_which_may_be_unreleased() -> None:
    found = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - (\S+)$", CHANGELOG.text, re.MULTILINE)
    assert len(found) == len(re.findall(r"^## ", CHANGELOG.text, re.MULTILINE)) >= 1
    assert len({version for version, _ in found}) == len(found)
    days = [day for _, day in found if day != "Unreleased"]
    assert days == sorted(days, reverse=True)
    assert all(date.fromisoformat(day) for day in days)
    assert "Unreleased" not in [day for _, day in found[1:]]


def test_changes_are_of_the_known_kinds() -> None:
    kinds = re.findall(r"^### (.*)$", CHANGELOG.text, re.MULTILINE)
    assert kinds
    assert set(kinds) <= KINDS


def test_the_citation_has_what_the_format_asks_for() -> None:
    assert CITATION["cff-version"] == "1.2.0"
    assert {"cff-version", "message", "title", "authors"} <= set(CITATION)
    assert CITATION["type"] == "software"
    assert all(set(author) == {"name"} or "family-names" in author for author in CITATION["authors"])


def test_the_citation_names_the_project_as_the_licence_does() -> None:
    licence = (site.ROOT / "LICENSE").read_text(encoding="utf-8")
    assert CITATION["title"] == npuzzle.__name__
    assert licence.startswith(f"{CITATION['license']} License")
    assert all(f"(c) 2026 {author['name']}" in licence for author in CITATION["authors"])
