"""What of PyScript the page uses. Objects of the browser are `Any`: their names are its own, not ours."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pyscript import ffi as ffi

_F = TypeVar("_F", bound=Callable[..., object])

document: Any
window: Any
workers: Mapping[str, Any]

def when(event: str, selector: object) -> Callable[[_F], _F]: ...
def create_named_worker(*, src: str, name: str, config: str) -> Any: ...
async def js_import(*addresses: str) -> list[Any]: ...
