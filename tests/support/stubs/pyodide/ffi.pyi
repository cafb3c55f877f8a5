from collections.abc import Callable
from typing import Any

def create_proxy(function: Callable[..., object]) -> Any: ...
def to_js(value: object) -> Any: ...

class JsException(Exception): ...  # noqa: N818 - its name in Pyodide
