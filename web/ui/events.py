"""Listen for events. PyScript's `when` would import `pyscript.web`, which takes 0.1 to 0.3 s at a start."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from pyscript import document
from pyscript.ffi import create_proxy

from web.solver.client import in_background

H = TypeVar("H", bound=Callable[..., object])


def when(kind: str, where: Any) -> Callable[[H], H]:
    """Call a function, which may be async, with each event of that kind, at a selector or an object."""
    targets = document.querySelectorAll(where) if isinstance(where, str) else [where]

    def register(handler: H) -> H:
        def hear(event: Any) -> None:
            run(handler(event))

        proxy = create_proxy(hear)
        for target in targets:
            target.addEventListener(kind, proxy)
        return handler

    return register


def run(result: object) -> None:
    """If the result is a coroutine, run it in the background."""
    if isinstance(result, Coroutine):
        in_background(result)
