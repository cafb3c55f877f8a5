"""Every part that is shipped has a licence that allows it, and comes with that licence."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from npuzzle import site
from npuzzle.site.runtime import WORK
from tests import licences


@pytest.fixture(scope="module")
def set_up() -> None:
    site.set_up()


@pytest.mark.slow
@pytest.mark.usefixtures("set_up")
def test_everything_has_a_version_and_a_licence_that_fits(capsys: pytest.CaptureFixture[str]) -> None:
    assert licences.main() == 0, capsys.readouterr().err
    told = capsys.readouterr().out
    for name in (
        "pyodide",
        "@pyscript/core",
        "chart.js",
        "qrcode-generator",
        "@fontsource/rubik",
        "CPython",
        "pytest",
        "wasmtime",
    ):
        assert re.search(rf"^{re.escape(name)} ", told, re.MULTILINE), name


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"licence": ""}, "got ''"),
        ({"licence": "GPL-3.0"}, "got 'GPL-3.0'"),
        ({"licence": "MIT AND Proprietary"}, "Proprietary"),
        ({"licence": "CC0-1.0"}, "got 'CC0-1.0'"),
        ({"integrity": "none"}, "no SHA-512"),
    ],
)
def test_a_part_that_may_not_be_there_is_named(changes: dict[str, str], says: str) -> None:
    good = licences.Part("page", "x", "1", "MIT", "sha512-")
    assert good.problem == ""
    assert says in replace(good, **changes).problem


def test_what_only_runs_here_may_have_another_licence() -> None:
    assert licences.Part("tests", "x", "1", "CC0-1.0 OR MIT", "").problem == ""


@pytest.mark.slow
@pytest.mark.usefixtures("set_up")
def test_a_licence_that_is_not_shipped_is_named(tmp_path: Path) -> None:
    for folder in ("chart", "compiled", "pyodide"):
        (tmp_path / folder).mkdir()
    (tmp_path / "chart/LICENSE").write_text("chart.js " * 200, encoding="utf-8")
    missing = licences.unlicensed(tmp_path)
    assert missing[0] == "pyodide: no LICENSE beside it"
    assert any(line.startswith("@pyscript/core:") for line in missing)
    assert not any(line.startswith("chart.js") for line in missing)


def test_an_installed_package_has_every_licence_that_its_set_up_reads() -> None:
    read = re.findall(r"'(licences/[^']+)'", (site.ROOT / "web/licences.mjs").read_text(encoding="utf-8"))
    assert len(read) >= 5
    assert set(read) <= set(WORK)


@pytest.mark.slow
@pytest.mark.usefixtures("set_up")
def test_licences_are_in_the_built_site() -> None:
    files = site.here().files()
    assert {
        f"web/vendor/{folder}/LICENSE" for folder in ("chart", "numerals", "pyodide", "pyscript", "qrcode")
    } <= set(files)
    numerals = (site.ROOT / "web/vendor/numerals/LICENSE").read_text(encoding="utf-8")
    assert "Rubik Project Authors" in numerals
    assert "SIL OPEN FONT LICENSE Version 1.1" in numerals
    told = (site.ROOT / "web/vendor/pyodide/LICENSE").read_text(encoding="utf-8")
    for text in ("Mozilla Public License", "PYTHON SOFTWARE FOUNDATION LICENSE", "Python 3.14", "zlib 1.3.1"):
        assert text in told


def test_python_tools_are_pinned_to_one_version() -> None:
    project = (site.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wanted = re.search(r"^test = \[(.*?)^\]", project, re.MULTILINE | re.DOTALL)
    assert wanted is not None
    for line in re.findall(r'"(.+)"', wanted[1]):
        assert re.fullmatch(r"[\w-]+==\d[\d.]*", line), line
