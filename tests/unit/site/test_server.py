"""The local server answers only this computer, sends only the site's files, and survives any request."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import site
from npuzzle.site import files
from npuzzle.site.files import Site
from npuzzle.site.server import HEADERS, POLICY, Handler, LocalServer, decode_name

SECRET = b"nobody but its owner may read this"


@contextmanager
def running(root: Path) -> Iterator[LocalServer]:
    with files.server(0, Site.checkout(root)) as serving:
        thread = Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield serving
        serving.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """Serve a small site with secret files around it."""
    folder = tmp_path_factory.mktemp("around")
    root = folder / "root"
    (root / site.VENDOR).mkdir(parents=True)
    page = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self'\">"
    (root / "index.html").write_text(page, encoding="utf-8")
    (root / "sw.js").write_text("//", encoding="utf-8")
    (root / "web/icon.svg").write_text("<svg/>", encoding="utf-8")
    (root / site.VENDOR / "LICENSE").write_text("free", encoding="utf-8")
    (root / site.VENDOR / "large.wasm").write_bytes(bytes(range(256)) * 4000)
    for secret in (folder / "secret.txt", root / "secret.txt", root / "web/secret.txt"):
        secret.write_bytes(SECRET)
    (root / site.VENDOR / "link.js").symlink_to(folder / "secret.txt")
    (root / site.VENDOR / "folder").symlink_to(folder)
    with running(root) as serving:
        yield serving


def said(serving: LocalServer, sent: bytes, *, seconds: float = 10) -> bytes:
    """Return everything that is sent until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", serving.server_port), timeout=seconds) as connection:
        got = b""
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(1 << 16):
                got += piece
        except (ConnectionResetError, BrokenPipeError):
            pass  # rejected before everything was sent
        return got


def request(path: str = "/", *, method: str = "GET", host: str | None = "127.0.0.1", more: str = "") -> bytes:
    named = "" if host is None else f"Host: {host}\r\n"
    return f"{method} {path} HTTP/1.1\r\n{named}{more}\r\n".encode("latin-1")


def status(answer: bytes) -> int:
    found = re.match(rb"HTTP/1\.[01] (\d{3}) ", answer)
    assert found, answer[:200]
    return int(found[1])


def headers(answer: bytes) -> dict[str, str]:
    lines = answer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")[1:]
    return dict(line.split(": ", 1) for line in lines)


def body(answer: bytes) -> bytes:
    return answer.partition(b"\r\n\r\n")[2]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8000", "localhost", "LocalHost:1", "[::1]:8000"])
def test_it_answers_to_the_names_of_this_machine(serving: LocalServer, host: str) -> None:
    assert status(said(serving, request(host=host))) == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "evil.example@127.0.0.1",
        "127.0.0.1:8000@evil.example",
        "127.0.0.1:",
        "127.0.0.1:8000x",
        "0.0.0.0",
        "192.168.0.1",
        "[::]",
        "",
        None,
        "127.0.0.1\r\nHost: evil.example",
        "127.0.0.1, evil.example",
    ],
)
def test_a_name_that_only_leads_here_is_refused(serving: LocalServer, host: str | None) -> None:
    answer = said(serving, request(host=host))
    assert status(answer) == 421
    assert body(answer) == b"421 This server answers only requests for 127.0.0.1, [::1] or localhost.\n"


@pytest.mark.parametrize(
    "path",
    [
        "/secret.txt",
        "/../secret.txt",
        "/web/../secret.txt",
        "/web/./icon.svg",
        "/%2e%2e/secret.txt",
        "/web%2f..%2fsecret.txt",
        "/web/%2E%2E/secret.txt",
        "/..%5csecret.txt",
        "/..\\secret.txt",
        "/web\\icon.svg",
        "//secret.txt",
        "//127.0.0.1/secret.txt",
        "//index.html",
        "/index.html/",
        "/index.html%00",
        "/index.html%00.svg",
        "/web/vendor/link.js",
        "/web/vendor/folder/secret.txt",
        "/web/vendor/",
        "/web/vendor",
        "/web/",
        "/%252e%252e/secret.txt",
        "/WEB/ICON.SVG",
        "/.nojekyll",
    ],
)
def test_what_is_not_of_the_site_is_not_there(serving: LocalServer, path: str) -> None:
    answer = said(serving, request(path))
    assert (status(answer), body(answer)) == (404, b"404 There is no such file in this site.\n")


@pytest.mark.parametrize(
    "path",
    [
        "http://127.0.0.1/index.html",
        "file:///etc/passwd",
        "index.html",
        "*",
        "/%",
        "/%zz",
        "/%e",
        "/%ff",
        "/%c0%ae%c0%ae/secret.txt",
        "?x",
        "#x",
    ],
)
def test_what_is_not_a_path_is_refused(serving: LocalServer, path: str) -> None:
    answer = said(serving, request(path))
    assert (status(answer), body(answer)) == (400, b"400 This is not a request for a file of this site.\n")


def test_a_query_does_not_change_the_file(serving: LocalServer) -> None:
    assert body(said(serving, request("/sw.js?v=%zz#end"))) == b"//"
    assert body(said(serving, request("/web/%69con.svg"))) == b"<svg/>"


@pytest.mark.parametrize(
    "method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "X"]
)
def test_it_gives_files_and_does_nothing_else(serving: LocalServer, method: str) -> None:
    more = "Content-Length: 5\r\n"
    answer = said(serving, request(method=method, more=more) + b"hello")
    assert (status(answer), headers(answer)["Allow"]) == (405, "GET, HEAD")
    assert body(answer) == b"405 This server only sends files: use GET or HEAD.\n"


@pytest.mark.parametrize("path", ["/", "/web/npuzzle.zip", "/web/vendor/large.wasm"])
def test_head_tells_all_but_the_content(serving: LocalServer, path: str) -> None:
    whole, told = said(serving, request(path)), said(serving, request(path, method="HEAD"))
    assert body(told) == b""
    assert {**headers(told), "Date": ""} == {**headers(whole), "Date": ""}
    assert int(headers(told)["Content-Length"]) == len(body(whole)) > 0


def test_a_part_asked_for_gets_the_whole(serving: LocalServer) -> None:
    for asked in ("bytes=0-9", "bytes=-5", "bytes=99999999-", "bytes=5-1", "bytes=0-1,4-9", "nonsense"):
        answer = said(serving, request("/web/vendor/large.wasm", more=f"Range: {asked}\r\n"))
        assert (status(answer), headers(answer)["Accept-Ranges"]) == (200, "none")
        assert body(answer) == bytes(range(256)) * 4000


@pytest.mark.parametrize(
    ("condition", "answered"),
    [
        ("*", 304),
        (" * ", 304),
        ("TAG", 304),
        ("W/TAG", 304),
        ('"other", TAG', 304),
        ('W/"other" ,W/TAG,"more"', 304),
        ('"other"\r\nIf-None-Match: TAG', 304),
        ('"other", "more"', 200),
        ('W/"other"', 200),
        ("", 200),
        ("TAGTAG", 200),
        ("xTAG", 200),
        ("TAG *", 200),
        ('"*"', 200),
    ],
)
def test_a_file_may_be_known_by_any_of_several_tags(
    serving: LocalServer, condition: str, answered: int
) -> None:
    """A file that the browser has is not sent again."""
    tag = headers(said(serving, request("/sw.js")))["ETag"]
    more = f"If-None-Match: {condition.replace('TAG', tag)}\r\n"
    answer = said(serving, request("/sw.js", more=more))
    assert (status(answer), body(answer)) == (answered, b"" if answered == 304 else b"//")
    assert status(said(serving, request("/gone", more="If-None-Match: *\r\n"))) == 404


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/web/vendor/LICENSE", "text/plain; charset=utf-8"),
        ("/web/vendor/large.wasm", "application/wasm"),
        ("/gone", "text/plain; charset=utf-8"),
    ],
)
def test_every_answer_has_its_type_and_says_who_may_use_it(
    serving: LocalServer, name: str, kind: str
) -> None:
    got = headers(said(serving, request(name)))
    assert got["Content-Type"] == kind
    assert {name: got[name] for name in HEADERS} == HEADERS
    assert "Server" not in got
    own = "default-src 'none'; img-src 'self'" if name == "/" else POLICY
    assert got["Content-Security-Policy"] == f"{own}; frame-ancestors 'none'"


def test_the_page_is_served_under_the_policy_it_states() -> None:
    found = site.here().find("index.html")
    assert found is not None
    assert found.policy == site.here().policy()
    assert found.policy in (site.ROOT / "index.html").read_text(encoding="utf-8")


def test_every_kind_of_file_in_the_site_has_a_type_of_its_own() -> None:
    kinds = {Path(name).suffix: Path(name).name for name in site.here().files()}
    assert set(kinds) - set(site.TYPES) == {""}, kinds
    licences = {f"{part}/LICENSE" for part in ("chart", "numerals", "pyodide", "pyscript", "qrcode")}
    assert {name for name in map(Path, site.here().files()) if not name.suffix} == {
        *(Path(site.VENDOR, name) for name in ("stamp", *licences)),
        *(Path("docs", name) for name in ("stamp", "LICENSE")),
    }


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 70_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: 1\r\n" * 300 + b"\r\n", 431),
        (b"\r\nGET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
        (b"GET / HTTP/1.1 and more\r\n\r\n", 400),
        (b"GET / HTTP/one\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", 505),
        (b"<script>alert(1)</script>\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 tls \r\n\r\n", 400),
        (b"\xff\xfe\x00 / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
    ],
)
def test_what_is_not_a_request_is_refused_in_plain_text(
    serving: LocalServer, sent: bytes, answered: int, capfd: pytest.CaptureFixture[str]
) -> None:
    answer = said(serving, sent)
    if answer:  # the answer may be lost if the server never read the rest
        assert str(answered).encode() in answer.split(b"\r\n")[0] + b" " + answer[:4]
        assert b"<" not in answer
        assert b"Python" not in answer
    assert status(said(serving, request())) == 200, "the next request is answered"
    assert capfd.readouterr().err == ""


def test_an_empty_line_before_a_request_is_overlooked(serving: LocalServer) -> None:
    for empty in (b"\r\n", b"\n"):
        assert body(said(serving, empty + request("/sw.js"))) == b"//"
        assert status(said(serving, empty + request("/sw.js", method="POST"))) == 405
    assert said(serving, b"\r\n") == b""


def test_a_long_request_line_is_answered_when_it_fits_the_buffers(serving: LocalServer) -> None:
    """This shows that the test above does not only see empty answers."""
    answer = said(serving, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: 1\r\n" * 101 + b"\r\n")
    assert status(answer) == 431
    assert headers(answer)["Content-Type"] == "text/plain; charset=utf-8"


@settings(max_examples=60)
@given(sent=st.binary(max_size=200))
def test_no_bytes_whatever_stop_it(serving: LocalServer, sent: bytes) -> None:
    answer = said(serving, sent + b"\r\n\r\n")
    assert SECRET not in answer
    assert status(said(serving, request())) == 200


@settings(max_examples=200)
@given(path=st.text(st.sampled_from("/.%25eEfF\\0 :?#ab"), max_size=30))
def test_a_path_has_a_name_or_is_refused(path: str) -> None:
    try:
        name = decode_name(path)
    except ValueError:
        return
    assert path.startswith("/")
    assert name


def test_connections_that_say_nothing_or_half_hold_up_nobody(serving: LocalServer) -> None:
    address = ("127.0.0.1", serving.server_port)
    began = monotonic()
    held = [socket.create_connection(address) for _ in range(50)]
    for at, connection in enumerate(held):
        connection.sendall((b"", b"GE", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: local")[at % 4])
    assert status(said(serving, request())) == 200
    assert monotonic() - began < 5
    for connection in held:
        connection.close()


def test_a_connection_without_a_word_is_given_up(
    serving: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Handler, "timeout", 0.2)
    with socket.create_connection(("127.0.0.1", serving.server_port), timeout=10) as connection:
        connection.sendall(b"GET / HTT")
        assert connection.recv(100) == b"", "closed without an answer"


def test_a_reader_that_goes_away_is_no_error(serving: LocalServer, capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(10):
        connection = socket.create_connection(("127.0.0.1", serving.server_port))
        connection.sendall(request("/web/vendor/large.wasm"))
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # reset on close
        connection.recv(10)
        connection.close()
    assert status(said(serving, request())) == 200
    assert capfd.readouterr().err == ""


def test_a_fault_of_our_own_is_still_told(capfd: pytest.CaptureFixture[str]) -> None:
    def fault(name: str) -> None:
        raise KeyError("a fault in the server")

    with LocalServer(0, fault) as serving:
        thread = Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        assert said(serving, request()) == b""
        serving.shutdown()
        thread.join()
    assert "a fault in the server" in capfd.readouterr().err


def test_other_machines_cannot_reach_it(serving: LocalServer) -> None:
    """127.0.0.2 stands for this computer's other addresses, as it needs no network."""
    with pytest.raises(OSError, match=r"refused|assign|unreachable"):
        socket.create_connection(("127.0.0.2", serving.server_port), timeout=2)
