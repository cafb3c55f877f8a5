"""Cache values and drawings of a state until the parts that they depend on change. No browser here."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from types import FunctionType, MethodType
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")
MISSING: Any = object()


class Calc(Generic[T]):
    """A property that remembers its last value, and the parts of the state that gave that value."""

    def __init__(self, work_out: Callable[[Any], T], parts: tuple[str, ...]) -> None:
        self.work_out, self.parts, self.__doc__ = work_out, parts, work_out.__doc__
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


class Reads:
    """A wrapper of a state that notes which parts are read, even those that properties and methods read."""

    def __init__(self, state: object) -> None:
        self._state = state
        self.parts: dict[str, object] = {}

    def __getattr__(self, name: str) -> Any:
        found = getattr(type(self._state), name, None)
        if isinstance(found, property) and found.fget is not None:
            return found.fget(self)
        if isinstance(found, FunctionType):
            return MethodType(found, self)
        if isinstance(found, Calc):
            for part in found.parts:
                getattr(self, part)
            return getattr(self._state, name)
        value = self.parts[name] = getattr(self._state, name)
        return value


class Drawing:
    """Draw a state again only if a part that the last drawing read has changed."""

    def __init__(self, draw: Callable[[Any], None]) -> None:
        self._draw = draw
        self._parts: dict[str, object] = {}

    def draw(self, state: object) -> None:
        if self._parts and all(getattr(state, name) is part for name, part in self._parts.items()):
            return
        reads = Reads(state)
        self._parts = {}  # if drawing fails, the next change draws the state again
        self._draw(reads)
        self._parts = reads.parts


class Model(Generic[T]):
    """The values that `data-bind` can name: the properties of a subclass, and the parts of the state."""

    def __init__(self, state: T) -> None:
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)
