"""The snapshot: when a site has one, how the page learns of it, and that it holds nothing of this machine."""

from __future__ import annotations

import getpass
import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from npuzzle import site
from npuzzle.site import files, page_files, runtime
from npuzzle.site.files import Site
from npuzzle.site.runtime import ABOUT_MEMORY, MEMORY, Runtime


def read_about(site: Site) -> dict[str, Any] | None:
    """Return the description of the snapshot that the page gets."""
    text = site.content(page_files.SNAPSHOT).decode()
    said: dict[str, Any] | None = json.loads(text.removeprefix("export default ").removesuffix(";\n"))
    return said


@pytest.fixture
def copy(tmp_path: Path) -> Site:
    """Make a small site of one module, with a snapshot made from it."""
    (tmp_path / "npuzzle").mkdir()
    (tmp_path / "npuzzle/a.py").write_text("version = 1")
    for name in (*files.SCRIPTS, *(f"web/{name}" for name in runtime.SNAPSHOT_MAKERS)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"name = {name!r}")
    copy = Site.checkout(tmp_path)
    made = copy.runtime.folder
    (made / MEMORY).parent.mkdir(parents=True)
    (made / runtime.STAMP).write_text("{}")
    (made / MEMORY).write_bytes(b"memory")
    made_from = copy.runtime._describe_input(copy.bundle(), [copy.path(name) for name in files.SCRIPTS])
    about = {"size": 6, "madeFrom": made_from, "sha256": hashlib.sha256(b"memory").hexdigest()}
    (made / ABOUT_MEMORY).write_text(json.dumps(about))
    return copy


def test_a_site_with_a_snapshot_tells_the_page_and_gives_it(copy: Site) -> None:
    about = read_about(copy)
    assert about is not None
    assert about["sha256"] == hashlib.sha256(b"memory").hexdigest()
    found = copy.find(page_files.MEMORY)
    assert found is not None
    assert (found.kind, found.content()) == ("application/octet-stream", b"memory")


def test_over_a_network_it_is_kept_later_and_not_part_of_a_first_visit(copy: Site) -> None:
    far = replace(copy, is_near=False)
    assert (read_about(copy) or {})["later"] is False
    assert (read_about(far) or {})["later"] is True
    assert copy.later_files() == ()
    assert far.later_files() == (page_files.MEMORY,)


@pytest.mark.parametrize(
    "name",
    [
        "npuzzle/a.py",
        "web/app.py",
        "web/snapshot/prepare.py",
        "web/snapshot/make.mjs",
        "web/vendor/stamp",
    ],
)
def test_a_snapshot_of_anything_else_is_not_used(copy: Site, name: str) -> None:
    """So an edit shows on reload, and a new version of Pyodide starts from its own memory."""
    (copy.page / name).write_text("edited = True")
    assert read_about(copy) is None
    assert page_files.MEMORY not in copy.files()
    assert copy.find(page_files.MEMORY) is None


@pytest.mark.parametrize("fault", ["no memory", "cut", "nothing about it", "cut about", "a list", "a part"])
def test_half_a_snapshot_is_not_used(copy: Site, fault: str) -> None:
    memory, about = copy.runtime.folder / MEMORY, copy.runtime.folder / ABOUT_MEMORY
    match fault:
        case "no memory":
            memory.unlink()
        case "cut":
            memory.write_bytes(b"mem")
        case "nothing about it":
            about.unlink()
        case "cut about":
            about.write_text(about.read_text()[:-5])
        case "a list":
            about.write_text("[1]")
        case "a part":
            about.write_text('{"size": 6}')
    assert read_about(copy) is None
    assert page_files.MEMORY not in copy.files()


def test_a_runtime_that_was_given_is_left_as_it_is(copy: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    (copy.runtime.folder / MEMORY).unlink()
    monkeypatch.setattr(
        Runtime, "run_npm", lambda *given, **options: pytest.fail("the given runtime was changed")
    )
    given = replace(copy.runtime, given=True)
    given.take_snapshot(copy.bundle(), [], {})
    assert not (copy.runtime.folder / MEMORY).exists()


def test_a_snapshot_that_cannot_be_taken_is_reported_and_the_site_works(
    copy: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (copy.runtime.folder / MEMORY).unlink()
    monkeypatch.setenv("PATH", "")  # no npm
    copy.runtime.take_snapshot(copy.bundle(), [], {})
    assert (
        "could not be taken, so the page starts later (the page's runtime comes from npm"
        in capsys.readouterr().err
    )
    assert read_about(copy) is None


@pytest.fixture(scope="module")
def memory() -> bytes:
    here = site.here()
    here.set_up()
    return here.path(page_files.MEMORY).read_bytes()


@pytest.mark.slow
def test_nothing_of_this_machine_is_in_it(memory: bytes) -> None:
    paths = {str(site.ROOT), os.path.realpath(sys.executable), f"/home/{getpass.getuser()}/"}
    values = {value for value in os.environ.values() if "/" in value and len(value) > 12}
    for text in sorted(paths | values):
        assert text.encode() not in memory, text
    assert not re.search(rb"/(Users|root)/[a-z]|/tmp/(tmp|pytest)", memory)


@pytest.mark.slow
def test_the_same_input_gives_the_same_bytes(memory: bytes, tmp_path: Path) -> None:
    """The hour, time zone, language, hash seed, user and folder make no difference."""
    here = site.here()
    bundle = tmp_path / "npuzzle.zip"
    bundle.write_bytes(here.bundle())
    asked = {
        "bundle": str(bundle),
        "modules": {name: str(here.path(name)) for name in here.modules()},
        "scripts": [str(here.path(name)) for name in files.SCRIPTS],
        "madeFrom": "",
        "out": str(tmp_path / "out"),
    }
    environment = {
        **os.environ,
        "TZ": "Asia/Tokyo",
        "LANG": "de_DE.UTF-8",
        "PYTHONHASHSEED": "7",
        "HOME": str(tmp_path),
        "SECRET_OF_THIS_MACHINE": "not for others",
    }
    make = site.ROOT / "web/snapshot/make.mjs"
    subprocess.run(
        ["node", str(make)], input=json.dumps(asked), text=True, check=True, env=environment, cwd=tmp_path
    )
    again = (tmp_path / "out/memory.bin").read_bytes()
    assert hashlib.sha256(again).hexdigest() == hashlib.sha256(memory).hexdigest()
