"""The local server sends exactly the site's files, with the right types, and the build is complete."""

from __future__ import annotations

import gzip
import hashlib
import http.client
import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZipFile

import brotli
import pytest

from npuzzle import site
from npuzzle.cli import main
from npuzzle.cli import site as cli_build
from npuzzle.errors import SiteError
from npuzzle.site import files, page_files, runtime
from npuzzle.site.build import Built, build
from npuzzle.site.files import Site
from npuzzle.site.runtime import Runtime
from tests.conftest import served


@contextmanager
def connected(root: Path = site.ROOT) -> Iterator[http.client.HTTPConnection]:
    with (
        served(root) as address,
        closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)) as connection,
    ):
        yield connection


@pytest.fixture(scope="module")
def connection() -> Iterator[http.client.HTTPConnection]:
    with connected() as connection:
        yield connection


def get(connection: http.client.HTTPConnection, path: str) -> tuple[int, str, bytes]:
    connection.request("GET", path)
    response = connection.getresponse()
    return response.status, response.headers.get("Content-Type", ""), response.read()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/sw.js?x=1", "text/javascript; charset=utf-8"),
        ("/web/style.css", "text/css; charset=utf-8"),
        ("/web/icon.svg", "image/svg+xml"),
        ("/web/app.py", "text/x-python; charset=utf-8"),
        ("/web/npuzzle.zip", "application/zip"),
        ("/web/precache.js", "text/javascript; charset=utf-8"),
        ("/web/manifest.webmanifest", "application/manifest+json"),
        ("/web/icons/192.png", "image/png"),
    ],
)
def test_files_of_the_site_have_their_type(
    connection: http.client.HTTPConnection, path: str, kind: str
) -> None:
    status, got, body = get(connection, path)
    assert (status, got) == (200, kind)
    assert body


@pytest.mark.parametrize(
    "path",
    [
        "/.git/config",
        "/pyproject.toml",
        "/tests/",
        "/web/",
        "/web/package.json",
        "/npuzzle/cli/main.py",
        "/web/page/views/board.py",
    ],
)
def test_nothing_else_is_served(connection: http.client.HTTPConnection, path: str) -> None:
    assert get(connection, path)[0] == 404


@pytest.mark.slow
def test_the_server_finds_what_the_site_lists_and_no_other_file() -> None:
    checkout = Site.checkout()
    listed = set(checkout.files())
    below = [path for folder in ("web/vendor", "npuzzle") for path in (site.ROOT / folder).rglob("*")]
    on_disk = {path.relative_to(site.ROOT).as_posix() for path in below if path.is_file()}
    found = {name for name in listed | on_disk if checkout.find(name) is not None}
    assert found == listed


def listed(precache: bytes) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(precache.removeprefix(b"self.PRECACHE = ").removesuffix(b";\n"))
    return said


@pytest.mark.slow
def test_the_offline_copy_is_each_file_of_the_page_with_its_hash(
    connection: http.client.HTTPConnection, tmp_path: Path
) -> None:
    build(tmp_path)
    served_files = listed(get(connection, "/web/precache.js")[2])["files"]
    built_files = listed((tmp_path / "web/precache.js").read_bytes())["files"]
    differing = {name for name in served_files if served_files[name] != built_files[name]}
    assert differing == {page_files.SNAPSHOT}, "this file says when the snapshot is used"
    for name, digest in served_files.items():
        assert hashlib.sha256(get(connection, f"/{name}")[2]).hexdigest() == digest, name
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == built_files[name], name
    left_out = set(site.here().files()) - set(served_files)
    assert {name.rsplit("/", 1)[-1] for name in left_out} == {"sw.js", "precache.js", "LICENSE", "stamp"}


def test_an_edit_makes_another_version_of_the_offline_copy(tmp_path: Path) -> None:
    for name in (*site.PAGE, "npuzzle/puzzle/board.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((site.ROOT / name).read_bytes())
    with connected(tmp_path) as connection:
        before = listed(get(connection, "/web/precache.js")[2])
        (tmp_path / "npuzzle/puzzle/board.py").write_text("edited = True")
        after = listed(get(connection, "/web/precache.js")[2])
    changed = {name for name in before["files"] if before["files"][name] != after["files"][name]}
    assert changed == {site.BUNDLE}
    assert before["version"] != after["version"]


def test_a_taken_port_is_named_and_the_default_gives_way() -> None:
    with files.server(0) as first, pytest.raises(SiteError, match="cannot serve on port"):
        files.server(first.server_port)
    with files.server() as first, files.server() as second:
        assert first.server_port != second.server_port


def test_an_unavailable_port_is_reported_before_anything_is_set_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Site, "set_up", lambda site: pytest.fail("set up before the port was checked"))
    assert main.main(["serve", "--no-open", "--port", "99999"]) == 2
    assert capsys.readouterr() == ("", "npuzzle: expected a port of 0 to 65,535, got 99,999\n")
    with files.server(0) as first:
        assert main.main(["serve", "--no-open", "--port", str(first.server_port)]) == 2
    assert "another program uses it" in capsys.readouterr().err


@pytest.mark.slow
def test_a_build_has_every_file_and_replaces_an_earlier_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "public"
    build(folder)
    mark = folder / ".nojekyll"
    mark.write_text(mark.read_text(encoding="utf-8") + "web/left-over.py\n", encoding="utf-8")
    (folder / "web/left-over.py").touch()  # written by an older version
    (folder / "web/mine.txt").touch()  # a file of the user
    build(folder)
    (folder / "web/mine.txt").unlink()
    built = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert built == {*site.here().files(), ".nojekyll"}
    assert "web/vendor/pyodide/pyodide.asm.wasm" in built
    assert capsys.readouterr().out == ""


@pytest.mark.slow
def test_a_build_leaves_other_peoples_files_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(SiteError, match="has other files"):
        build(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.slow
def test_a_build_never_writes_through_a_link(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "public", tmp_path / "elsewhere"
    build(folder)
    shutil.move(folder / "web", elsewhere)
    (folder / "web").symlink_to(elsewhere)
    with pytest.raises(SiteError, match="leads out of"):
        build(folder)


def test_a_build_into_a_file_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SiteError, match="cannot write the site"):
        build(tmp_path / "file")


def test_without_npm_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(site.ROOT / "web/licences", tmp_path / "web/licences")
    for name in (name for name in runtime.WORK if "/" not in name):
        (tmp_path / "web" / name).write_bytes((site.ROOT / "web" / name).read_bytes())
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SiteError, match=r"install Node\.js 20 or newer with npm"):
        Site.checkout(tmp_path).set_up()


def test_without_the_pages_files_the_message_says_so(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="files of the page are missing from the package"):
        Site.checkout(tmp_path).set_up()


def test_a_module_goes_as_its_compiled_twin_while_it_is_unchanged_and_a_kernel_as_both(
    tmp_path: Path,
) -> None:
    for name in ("npuzzle/a.py", "npuzzle/b.py", "npuzzle/kernels/c.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"name = {name!r}")
        twin = Site.checkout(tmp_path).runtime.twin(name, (tmp_path / name).read_bytes())
        twin.parent.mkdir(parents=True, exist_ok=True)
        twin.write_bytes(name.encode())
    (tmp_path / "npuzzle/b.py").write_text("edited = True")
    lesson = tmp_path / page_files.LESSONS / "first.txt"
    lesson.parent.mkdir(parents=True)
    lesson.write_text("# A lesson")
    with ZipFile(BytesIO(Site.checkout(tmp_path).bundle())) as archive:
        kernel = ["npuzzle/kernels/c.pyc", "npuzzle/kernels/c.py"]
        assert archive.namelist() == [
            "npuzzle/a.pyc",
            "npuzzle/b.py",
            *kernel,
            f"{page_files.LESSONS}/first.txt",
        ]
        assert archive.read(f"{page_files.LESSONS}/first.txt") == b"# A lesson"
        assert archive.read("npuzzle/a.pyc") == b"npuzzle/a.py"
        assert archive.read("npuzzle/b.py") == b"edited = True"


def test_an_unchanged_bundle_is_not_sent_again_and_an_edit_is(tmp_path: Path) -> None:
    module = tmp_path / "npuzzle" / "a.py"
    module.parent.mkdir()
    module.write_text("version = 1")
    with connected(tmp_path) as connection:

        def asked(tag: str = "") -> tuple[int, str, bytes]:
            connection.request("GET", f"/{site.BUNDLE}", headers={"If-None-Match": tag} if tag else {})
            response = connection.getresponse()
            return response.status, response.headers.get("ETag", ""), response.read()

        status, tag, content = asked()
        assert (status, ZipFile(BytesIO(content)).read("npuzzle/a.py")) == (200, b"version = 1")
        assert asked(tag) == (304, tag, b"")
        module.write_text("version = 22")
        status, other, content = asked(tag)
        assert (status, ZipFile(BytesIO(content)).read("npuzzle/a.py")) == (200, b"version = 22")
        assert other != tag


UNPACKED = {"gz": gzip.decompress, "br": brotli.decompress}


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [["gz"], ["gz", "br"]], ids=" ".join)
def test_compressed_copies_hold_the_same_and_a_first_visit_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kinds: list[str]
) -> None:
    small = Site(site.ROOT, site.ROOT / "npuzzle", Runtime(tmp_path / "vendor", site.ROOT / "web"))
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor/stamp").write_text("of some version")  # like a licence, not loaded
    (tmp_path / "vendor/core.js").write_text("let x = 1;\n" * 1000)
    monkeypatch.setattr(Site, "set_up", lambda site: None)
    folder = tmp_path / "public"
    built = build(folder, small, kinds)
    assert {path.suffix for path in folder.rglob("*.zip*")} == {".zip", *(f".{kind}" for kind in kinds)}
    for name, sizes in built.sizes.items():
        content = (folder / name).read_bytes()
        for kind in kinds:
            copy = folder / f"{name}.{kind}"
            assert copy.exists() == (kind in sizes)
            if copy.exists():
                assert (UNPACKED[kind](copy.read_bytes()), copy.stat().st_size) == (content, sizes[kind])
                assert sizes[kind] < sizes[""] == len(content)
    loaded = {name: sizes for name, sizes in built.sizes.items() if name != "web/vendor/stamp"}
    assert built.total() == sum(sizes[""] for sizes in loaded.values())
    for kind in kinds:
        assert built.total(kind) == sum(sizes.get(kind, sizes[""]) for sizes in loaded.values())
    totals = [built.total(), *map(built.total, kinds)]
    assert totals == sorted(set(totals), reverse=True)
    kept = listed((folder / "web/precache.js").read_bytes())["files"]
    assert kept[site.BUNDLE] == hashlib.sha256((folder / site.BUNDLE).read_bytes()).hexdigest()

    assert build(folder, small).kinds() == [""]
    assert not [*folder.rglob("*.gz"), *folder.rglob("*.br")], "copies of an earlier build are gone"


def test_a_kind_of_copies_that_there_is_not_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="expected gz or br as a kind of compressed copies, got 'zip'"):
        build(tmp_path / "public", compress=["zip"])
    assert not (tmp_path / "public").exists()


def test_without_brotli_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "brotli", None)
    with pytest.raises(SiteError, match=r'pip install "npuzzle\[brotli\]"'):
        build(tmp_path / "public", compress=["br"])


@pytest.mark.slow
def test_a_runtime_that_was_given_serves_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # no npm
    for folder in (site.ROOT / "web/vendor", site.ROOT):
        given = site.here().with_runtime(folder)
        given.set_up()
        assert given.path("web/vendor/pyscript/core.js").is_file()
    build(tmp_path / "public", given)
    site.here().with_runtime(tmp_path / "public").set_up()


@pytest.mark.slow
def test_an_incomplete_runtime_is_reported_if_it_was_given_and_else_set_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # no npm
    stamp = (site.ROOT / "web/vendor/stamp").read_text()
    vendor = tmp_path / "vendor"

    def told(pattern: str) -> None:
        with pytest.raises(SiteError, match=f"{pattern}: expected the web/vendor folder of a checkout"):
            site.here().with_runtime(vendor).set_up()
        web = site.ROOT / "web"
        with pytest.raises(SiteError, match="install Node"):  # it would be downloaded again
            Site(site.ROOT, site.ROOT / "npuzzle", Runtime(vendor, web)).set_up()
        (vendor / "stamp").write_text(stamp)

    vendor.mkdir()
    told("holds no runtime")
    told("holds a runtime without chart/LICENSE")
    shutil.rmtree(vendor)
    shutil.copytree(site.ROOT / "web/vendor", vendor)
    (vendor / "stamp").write_text(stamp.replace('"version": "', '"version": "0'))
    told("holds the runtime of another version")
    wasm = vendor / "pyodide/pyodide.asm.wasm"
    wasm.write_bytes(wasm.read_bytes()[:-1])
    told(r"holds a runtime whose pyodide/pyodide.asm.wasm has [\d,]+ bytes instead of [\d,]+")
    wasm.unlink()
    wasm.symlink_to(site.ROOT / "web/vendor/pyodide/pyodide.asm.wasm")
    told("holds a runtime without pyodide/pyodide.asm.wasm")


@pytest.mark.slow
def test_what_others_left_in_a_runtime_is_no_part_of_the_site(tmp_path: Path) -> None:
    vendor = tmp_path / "vendor"
    shutil.copytree(site.ROOT / "web/vendor", vendor)
    for name in ("pyodide/pyodide.asm.wasm.gz", "notes.txt"):
        (vendor / name).write_text("theirs")
    assert site.here().with_runtime(vendor).files() == site.here().files()


@pytest.mark.slow
def test_an_edit_needs_npm_no_more_and_only_starts_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    site.set_up()
    monkeypatch.setenv("PATH", str(tmp_path))  # no npm
    shutil.copytree(site.ROOT / "npuzzle", tmp_path / "npuzzle")
    capsys.readouterr()
    (tmp_path / "npuzzle/puzzle/board.py").write_text("edited = True\n")
    edited = Site(site.ROOT, tmp_path / "npuzzle", Site.checkout().runtime)
    edited.set_up()
    assert (
        "Note: modules that changed since the set-up are not compiled, so the page starts later"
        in capsys.readouterr().err
    )
    with ZipFile(BytesIO(edited.bundle())) as archive:
        assert archive.read("npuzzle/puzzle/board.py") == b"edited = True\n"
        assert "npuzzle/puzzle/board.pyc" not in archive.namelist()
        assert "npuzzle/puzzle/moves.pyc" in archive.namelist()


def test_one_process_at_a_time_sets_up(tmp_path: Path) -> None:
    folder = tmp_path / "vendor"
    order: list[str] = []

    def second() -> None:
        with runtime.hold_lock(folder):
            order.append("second")

    with runtime.hold_lock(folder):
        waiting = Thread(target=second)
        waiting.start()
        waiting.join(timeout=0.3)
        order.append("first")
    waiting.join()
    assert order == ["first", "second"]


@pytest.mark.slow
def test_the_lock_lies_beside_the_runtime_and_what_is_whole_needs_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other users cannot write there. A complete runtime may even be where this user cannot write."""
    site.set_up()
    vendor = tmp_path / "vendor"
    shutil.copytree(site.ROOT / "web/vendor", vendor)
    (tmp_path / "vendor.lock").mkdir()  # like a read-only folder, it cannot be opened as a file
    monkeypatch.setenv("PATH", str(tmp_path))  # no npm
    copied = Site(site.ROOT, site.ROOT / "npuzzle", Runtime(vendor, site.ROOT / "web"))
    copied.set_up()
    assert capsys.readouterr().err == ""
    copied.runtime.twin(
        "npuzzle/puzzle/board.py", (site.ROOT / "npuzzle/puzzle/board.py").read_bytes()
    ).unlink()
    copied.set_up()
    assert "not compiled, so the page starts later" in capsys.readouterr().err
    (vendor / "stamp").unlink()
    with pytest.raises(SiteError, match=r"cannot save the page's runtime: .*vendor\.lock"):
        copied.set_up()
    (tmp_path / "vendor.lock").rmdir()
    with pytest.raises(SiteError, match="install Node"):
        copied.set_up()
    assert (tmp_path / "vendor.lock").is_file()


def test_a_file_where_the_folder_should_be_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    runtime = Runtime(tmp_path / "file/page/vendor", site.ROOT / "web")
    with pytest.raises(SiteError, match="cannot save the page's runtime"):
        Site(site.ROOT, site.ROOT / "npuzzle", runtime).set_up()


@pytest.mark.slow
def test_a_name_with_dots_makes_no_other_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = Site(site.ROOT, site.ROOT / "npuzzle", Runtime(tmp_path / "vendor", site.ROOT / "web"))
    (tmp_path / "vendor").mkdir()
    monkeypatch.setattr(Site, "set_up", lambda site: None)
    build(tmp_path / "absent/../public", small)
    assert (tmp_path / "public/index.html").is_file()
    assert {path.name for path in tmp_path.iterdir()} == {"public", "vendor"}
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    with pytest.raises(SiteError, match="cannot write the site"):
        build(tmp_path / "circle", small)


@pytest.mark.slow
def test_the_build_says_what_a_visitor_loads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["build", str(tmp_path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["folder"] == str(tmp_path)
    sizes = {name: (tmp_path / name).stat().st_size for name in site.here().files()}
    assert told["files"] == {name: {"plain": size} for name, size in sizes.items()}
    assert main.main(["build", str(tmp_path)]) == 0
    *table, built, first, later = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in table[1:]] == list(site.here().files())
    assert built == f"Built {tmp_path}: {len(sizes)} files, {sum(sizes.values()) / 1e6:.1f} MB."
    loads = told["first_visit"]["plain"] / 1e6
    assert first == f"A first visit loads {loads:.2f} MB."
    assert later == (
        f"In the background it also loads the snapshot ({sizes[page_files.MEMORY] / 1e6:.1f} MB) "
        "and the documents; later visits load nothing, until a new version."
    )


def test_the_build_names_what_a_site_has_and_nothing_else(tmp_path: Path) -> None:
    def describe(sizes: dict[str, dict[str, int]]) -> str:
        return cli_build._describe(Built(tmp_path, sizes, frozenset())).splitlines()[-1]

    page = {"index.html": {"": 1_000}}
    assert describe(page) == "Later visits load nothing, until a new version."
    memory = {page_files.MEMORY: {"": 19_800_000, "gz": 6_000_000}}
    assert describe(page | memory).startswith(
        "In the background it also loads the snapshot (19.8 MB, 6.0 MB as gzip); later visits"
    )
    texts = {"docs/index.html": {"": 1_000}}
    assert describe(page | texts).startswith("In the background it also loads the documents; ")
