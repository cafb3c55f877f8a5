"""A web server for this machine: it sends listed files to local browsers, and nothing else.

It listens on loopback. Still, a page from another site may make the browser send requests here, under a host
name that resolves to this machine. So the server requires each request to name this machine as the host. It
finds only listed files, whatever the path. It reads no body, writes no file and runs nothing.
"""

from __future__ import annotations

import re
import socketserver
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote_to_bytes

LOOPBACK = "127.0.0.1"
NAMES = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?", re.IGNORECASE)

#: The policy of all files but pages. The service worker needs files of this site, other files need nothing.
POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"

#: Headers of every response: browsers do not guess its type, only this site may use it, no page may frame it,
#: and requests from it name no referrer.
HEADERS = {
    "Cache-Control": "no-cache",  # browsers ask again, so that an edit takes effect on reload
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
PIECE = 1 << 16
LONGEST_LINE = 65_536  # bytes of a request's first line, as in http.server


@dataclass(frozen=True, slots=True)
class File:
    """A file to serve. `tag` changes with the content. `policy`: POLICY, or the page's own."""

    kind: str
    tag: str
    content: Callable[[], bytes]
    policy: str = POLICY


class LocalServer(ThreadingHTTPServer):
    """A server on loopback for the files that `find` returns. Port 0 means any free port. Raises OSError."""

    request_queue_size = 128  # connections in the queue; a further connection is delayed by a second or more

    def __init__(self, port: int, find: Callable[[str], File | None]) -> None:
        super().__init__((LOOPBACK, port), partial(Handler, find=find))

    def server_bind(self) -> None:
        """Bind without looking up this machine's name, which may be slow."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = LOOPBACK, self.server_address[1]

    def handle_error(self, request: object, client_address: object) -> None:
        """Report an error, unless a browser has closed the connection."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class Handler(BaseHTTPRequestHandler):
    """A handler that answers one request and closes the connection."""

    raw_requestline: bytes
    timeout = 20  # seconds without a byte, after which the connection is closed

    def __init__(self, *args: object, find: Callable[[str], File | None]) -> None:
        self._find = find
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answer with the headers and the content of a file."""
        self._answer(with_content=True)

    def do_HEAD(self) -> None:
        """Answer with the headers of a file."""
        self._answer(with_content=False)

    def parse_request(self) -> bool:
        """Read a request, and return whether to answer it. If not, it has been rejected here."""
        if self.raw_requestline in (b"\r\n", b"\n"):  # one empty line is ignored (RFC 9112, 2.2)
            self.raw_requestline = self.rfile.readline(LONGEST_LINE + 1)
            if len(self.raw_requestline) > LONGEST_LINE:
                self.requestline = self.request_version = self.command = ""
                self.send_error(HTTPStatus.REQUEST_URI_TOO_LONG)
                return False
        if not super().parse_request():
            return False
        if self.command not in ("GET", "HEAD"):
            self.send_error(HTTPStatus.METHOD_NOT_ALLOWED)
            return False
        return True

    def _answer(self, *, with_content: bool) -> None:
        hosts = self.headers.get_all("Host", [])
        if len(hosts) != 1 or NAMES.fullmatch(hosts[0].strip()) is None:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
            return
        try:
            name = decode_name(self.requestline.split()[1])
        except ValueError:
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        file = self._find(name)
        if file is None and self._find(f"{name}/") is not None:
            self.send_response(HTTPStatus.MOVED_PERMANENTLY)
            self.send_header("Location", f"/{name}/")
            self.send_header("Content-Length", "0")
            self._end_headers(POLICY)
        elif file is None:
            self.send_error(HTTPStatus.NOT_FOUND)
        elif has_tag(self.headers.get_all("If-None-Match", []), file.tag):
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.send_header("ETag", file.tag)
            self._end_headers(file.policy)
        else:
            self._send(HTTPStatus.OK, file.kind, file.content(), file, with_content=with_content)

    def _send(self, status: int, kind: str, content: bytes, file: File | None, *, with_content: bool) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Accept-Ranges", "none")
        if file is not None:
            self.send_header("ETag", file.tag)
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, HEAD")
        self._end_headers(POLICY if file is None else file.policy)
        if with_content:
            for start in range(0, len(content), PIECE):  # the timeout applies to each piece
                self.wfile.write(content[start : start + PIECE])

    def _end_headers(self, policy: str) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Security-Policy", f"{policy}; frame-ancestors 'none'")
        self.end_headers()

    def send_response(self, code: int, message: str | None = None) -> None:
        """Send the status, without the versions of this server and of Python."""
        self.send_response_only(code, message)
        self.send_header("Date", self.date_time_string())

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send one line of plain text, which repeats no part of the request."""
        status = HTTPStatus(code)
        text = MESSAGES.get(status, status.phrase)
        self.close_connection = True
        with_content = self.command != "HEAD"
        self._send(
            status, "text/plain; charset=utf-8", f"{code} {text}\n".encode(), None, with_content=with_content
        )

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing, because the user needs to read only the address."""


MESSAGES = {
    HTTPStatus.BAD_REQUEST: "This is not a request for a file of this site.",
    HTTPStatus.NOT_FOUND: "There is no such file in this site.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This server only sends files: use GET or HEAD.",
    HTTPStatus.MISDIRECTED_REQUEST: "This server answers only requests for 127.0.0.1, [::1] or localhost.",
}


def has_tag(conditions: Iterable[str], tag: str) -> bool:
    """Return whether If-None-Match headers match this tag, in a list, as a weak tag or by `*`.

    >>> has_tag(['"a", W/"b"'], '"b"'), has_tag(["*"], '"b"'), has_tag(['"a"'], '"b"')
    (True, True, False)
    """
    listed = ",".join(conditions)
    return listed.strip() == "*" or tag in re.findall(r'(?:^|,)\s*(?:W/)?("[^"]*")\s*(?=,|$)', listed)


def decode_name(path: str) -> str:
    """Decode the name of the file that a request's path means. Raises ValueError if the text is not a path.

    >>> decode_name("/web/a%20b.js?x=1")
    'web/a b.js'
    """
    path = path.partition("#")[0].partition("?")[0]
    if not path.startswith("/") or re.search(r"%(?![0-9A-Fa-f]{2})", path):
        raise ValueError(
            f"a path must start with /, and % must come before two hexadecimal digits, got {path!r}"
        )
    return unquote_to_bytes(path[1:].encode("latin-1")).decode("utf-8") or "index.html"
