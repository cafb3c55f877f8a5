"""Load one of the page's own JavaScript modules when it is first needed."""

from __future__ import annotations

from typing import Any

from pyscript import document, js_import, window


async def load_script(name: str, missing: str) -> Any:
    """Load the module `web/js/NAME`. Raises OSError with that sentence if it does not load."""
    address = document.baseURI.split("?")[0].split("#")[0].rsplit("/", 1)[0] + f"/web/js/{name}"
    try:
        return (await js_import(address))[0]
    except Exception as error:
        window.console.warn(f"{name} did not load: {error}")
        raise OSError(missing) from None
