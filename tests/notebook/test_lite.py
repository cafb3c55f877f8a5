"""The example notebook works in JupyterLite, in Chromium: `%pip install npuzzle`, then every cell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import nbformat
import pytest
from nbformat.v4 import new_code_cell
from playwright.sync_api import Page

from npuzzle import site
from tests.notebook import book, lite

OPEN = "window.jupyterapp?.shell?.currentWidget?.context?.isReady"
RUNNING = "window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel"
RUN = "window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => null)"
CONTENT = "JSON.stringify(window.jupyterapp.shell.currentWidget.content.model.toJSON())"


class Quiet(SimpleHTTPRequestHandler):
    """A plain file server that sends the types that browsers require."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def lite_url(tmp_path: Path, wheel: Path) -> Iterator[str]:
    site.set_up()
    notebook = book.read()
    for cell in book.code_cells(notebook):
        cell.outputs, cell.execution_count = [], None
    notebook.cells.insert(0, new_code_cell("%pip install npuzzle", id="install"))
    out = lite.build(tmp_path, wheel, notebook)
    serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(out)))
    thread = Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{serving.server_port}/"
    serving.shutdown()
    serving.server_close()
    thread.join()


@pytest.mark.browser
@pytest.mark.slow
def test_jupyterlite_shows_what_is_committed_and_sends_no_request_to_another_host(
    page: Page, lite_url: str
) -> None:
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(f"{lite_url}notebooks/index.html?path={lite.NAME}")
    page.wait_for_function(OPEN, timeout=60_000)
    page.wait_for_function(RUNNING, timeout=60_000)
    page.evaluate(RUN)
    run = nbformat.from_dict(json.loads(page.evaluate(CONTENT)))
    install, *cells = book.code_cells(run)
    assert book.outputs(install) == []
    committed = book.code_cells(book.read())
    assert [cell.id for cell in cells] == [cell.id for cell in committed]
    for cell, kept in zip(cells, committed, strict=True):
        assert book.remove_times(book.outputs(cell)) == book.remove_times(book.outputs(kept)), cell.id
    elsewhere = [url for url in asked if not url.startswith((lite_url, "data:", "blob:"))]
    assert elsewhere == []
