"""The origins that the page talks to. Every browser test ends by checking that it was only its own."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Request, WebSocket

LOOPBACK = "127.0.0.1"
INSIDE = ("data", "blob", "about")  # never leave the browser


#: Start a page as if its last visitor had left it in Solve, where most tests begin. A first visit would begin
#: in Today, which has a different board every day.
LEFT_IN_SOLVE = """try {
  const saved = [sessionStorage, localStorage].some(store => store.getItem('npuzzle'));
  if (!saved) localStorage.setItem('npuzzle', 'board=8_6_7/2_5_4/3_0_1');
} catch {}"""


def is_elsewhere(url: str, asker: str) -> bool:
    """Return whether a URL is of another origin than the page that requests it.

    Another port is another origin. For a page that is just being opened, from `about:blank`, any address on
    this machine is its own.
    """
    wanted, asking = urlsplit(url), urlsplit(asker)
    if wanted.scheme in INSIDE:
        return False
    if asking.scheme in INSIDE or not asker:
        return wanted.scheme != "http" or wanted.hostname != LOOPBACK
    return (wanted.scheme, wanted.netloc) != (asking.scheme, asking.netloc)


class Network:
    """All web sockets, and all requests to other origins, of contexts that the browsers make after this."""

    def __init__(self, browser: Browser) -> None:
        self.elsewhere: list[str] = []
        self.cover(browser)

    def cover(self, browser: Browser) -> None:
        make = browser.new_context

        def new_context(*, first_visit: bool = False, **options: object) -> BrowserContext:
            context = make(**options)  # type: ignore[arg-type]
            if not first_visit:
                context.add_init_script(LEFT_IN_SOLVE)
            self.watch(context)
            return context

        browser.new_context = new_context  # type: ignore[method-assign, assignment]

    def watch(self, context: BrowserContext) -> None:
        context.on("request", self._check_request)
        context.on("page", self._watch_page)

    def _watch_page(self, page: Page) -> None:
        page.on("websocket", self._check_socket)

    def _check_request(self, request: Request) -> None:
        if is_elsewhere(request.url, asker_of(request)):
            self.elsewhere.append(f"{request.resource_type} {request.url}, asked for by {asker_of(request)}")

    def _check_socket(self, socket: WebSocket) -> None:
        self.elsewhere.append(f"web socket {socket.url}")


def asker_of(request: Request) -> str:
    """Return the address of the page or service worker that sent the request; for navigation, about:blank."""
    if request.is_navigation_request():
        return "about:blank"
    return request.service_worker.url if request.service_worker else request.frame.url
