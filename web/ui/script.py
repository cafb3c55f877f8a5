"""Load one of the page's own JavaScript modules when it is first needed."""

from __future__ import annotations

from typing import Any

from pyscript import js_import, window

from web.solver.browser import site_address


async def load_script(name: str, missing: str) -> Any:
    """Load the module `web/js/NAME`. Raises OSError with the text `missing` if the module does not load."""
    try:
        return (await js_import(f"{site_address()}web/js/{name}"))[0]
    except Exception as error:
        window.console.warn(f"{name} did not load: {error}")
        raise OSError(missing) from None
