"""Download a text, copy a text to the clipboard, and fill a table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pyscript import document, window
from pyscript.ffi import to_js

from web.solver.client import in_background
from web.ui.dom import make

if TYPE_CHECKING:
    from web.ui.table import Table

READ_BY = 60  # seconds after the click: by this time each browser has read the text
NOT_COPIED = "The browser did not let the page copy the text."


def save_text(text: str, name: str, kind: str) -> None:
    """Download a text as a file of that kind."""
    address = window.URL.createObjectURL(window.Blob.new(to_js([text]), to_js({"type": kind})))
    _download(address, name)
    in_background(_revoke(address))


async def _revoke(address: str) -> None:
    """Free the text's memory later, because some browsers read the text only after the click."""
    await asyncio.sleep(READ_BY)
    window.URL.revokeObjectURL(address)


async def copy_text(text: str) -> bool:
    """Copy a text to the clipboard. Return whether the browser allowed it."""
    try:
        await window.navigator.clipboard.writeText(text)
    except Exception:  # forbidden, or no clipboard
        return False
    return True


def _download(address: str, name: str) -> None:
    link = make("a", href=address, download=name)
    document.body.append(link)
    link.click()
    link.remove()


def fill_table(table: Any, content: Table) -> None:
    """Fill a table with its groups, its heads and its rows. The first cell of a row is the row's head."""
    head, body = make("thead"), make("tbody")
    if content.groups:
        line = make("tr")
        for label, width in content.groups:
            line.append(
                make("th", label, colspan=width, scope="colgroup") if label else make("td", colspan=width)
            )
        head.append(line)
    line = make("tr")
    line.append(*[make("th", label, scope="col") for label in content.heads])
    head.append(line)
    for row in content.rows:
        line = make("tr")
        line.append(make("th", row[0], scope="row"), *[make("td", cell) for cell in row[1:]])
        body.append(line)
    table.replaceChildren(head, body)
