"""Hear of events. PyScript's own `when` imports `pyscript.web`, which costs 0.1 to 0.3 s of a cold start."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from pyscript import document
from pyscript.ffi import create_proxy

from web.solver.client import in_background

H = TypeVar("H", bound=Callable[..., object])


def when(kind: str, where: Any) -> Callable[[H], H]:
    """Call a function, perhaps an async one, with each event of that kind: at a selector, or at an object."""
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
    """Let the coroutine of an async function continue to run."""
    if isinstance(result, Coroutine):
        in_background(result)
