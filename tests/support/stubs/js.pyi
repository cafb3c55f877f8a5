"""The worker's own JavaScript objects."""

from typing import Any

def __getattr__(name: str) -> Any: ...
