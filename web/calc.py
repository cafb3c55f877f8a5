"""Values that follow from parts of a state, worked out once for the same parts. No browser in here."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")
MISSING: Any = object()


class Calc(Generic[T]):
    """A property that remembers its last value, and the parts that it was worked out from."""

    def __init__(self, work_out: Callable[[Any], T], parts: tuple[str, ...]) -> None:
        self.work_out, self.__doc__ = work_out, work_out.__doc__
        self._read = attrgetter(*parts)
        self._is_one = len(parts) == 1
        self._parts: tuple[object, ...] = (MISSING,) * len(parts)
        self._value: T = MISSING

    @overload
    def __get__(self, state: None, owner: type) -> Calc[T]: ...
    @overload
    def __get__(self, state: object, owner: type) -> T: ...
    def __get__(self, state: object, owner: type) -> Calc[T] | T:
        if state is None:
            return self
        parts = (self._read(state),) if self._is_one else self._read(state)
        if not all(part is known for part, known in zip(parts, self._parts)):
            self._value, self._parts = self.work_out(state), parts
        return self._value


def calc(*parts: str) -> Callable[[Callable[[Any], T]], Calc[T]]:
    """Make a property of a frozen state that depends on these parts alone: `@calc("board", "goal")`."""
    return lambda work_out: Calc(work_out, parts)
