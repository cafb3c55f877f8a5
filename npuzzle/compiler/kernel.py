"""`Kernel`: one instance of a kernel, with its arrays, and the choice of the engine that runs it."""

from __future__ import annotations

import inspect
import sys
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import PurePath
from types import ModuleType
from typing import Any

from npuzzle.compiler.compiler import lay_out
from npuzzle.compiler.engines import Browser, Checked, Instance, KernelSpec, Plain, Wasmtime
from npuzzle.compiler.source import HIGHEST, LOWEST, KernelSource, read
from npuzzle.compiler.subset import Element
from npuzzle.errors import (
    KernelCompileError,
    KernelError,
    KernelMemoryError,
    UnknownNameError,
    quote,
    sentence,
)
from npuzzle.numbers import require_whole, whole_number
from npuzzle.registry import AUTO, is_auto

MAX_BYTES = 1_000_000_000  # for all arrays of one kernel
MAX_ADDRESSES = 2**32 - 2**16  # bytes that WebAssembly can address, even if `most_bytes` is larger


class Kernel:
    """An instance of a kernel module, ready to run, with its own arrays.

    `sizes`: the number of elements of each array. `constants`: the values of the constants that are declared
    as Const. `engine`: one of ENGINES, or auto for the fastest engine that runs here. Raises
    KernelSyntaxError, KernelMemoryError, UnknownNameError, or KernelError, for example if the engine is not
    installed.
    """

    def __init__(
        self,
        module: ModuleType | str,
        sizes: Mapping[str, int],
        constants: Mapping[str, int] | None = None,
        *,
        engine: str = AUTO,
        most_bytes: int = MAX_BYTES,
    ) -> None:
        self.engine = engine_named(engine)
        source = _read_source(module)
        constants = {} if constants is None else dict(constants)
        for asked, got, what in ((source.given, constants, "constants"), (source.arrays, sizes, "arrays")):
            if set(asked) != set(got):
                names = ", ".join(asked) or "none"
                raise KernelError(f"{source.file} needs the {what} {names}, got {', '.join(got) or 'none'}")
        constants = {name: _require_number(name, value) for name, value in constants.items()}
        for name, size in sizes.items():
            rule = f"{name} must have a whole number of elements, 0 or more"
            if require_whole(size, rule, error=KernelError) > MAX_ADDRESSES:
                raise KernelMemoryError(
                    f"{name} can have at most {MAX_ADDRESSES:,} elements, got {quote(size)}"
                )
        self.sizes = {name: int(size) for name, size in sizes.items()}
        self.bytes = lay_out(source.arrays, self.sizes).bytes
        self._elements = source.arrays
        self._arities = {name: len(tree.args.args) for name, tree in source.functions.items()}
        most_bytes = min(most_bytes, MAX_ADDRESSES)
        needs = f"the kernel {source.name} needs {_format_size(self.bytes)}"
        if self.bytes > most_bytes:
            raise KernelMemoryError(f"{needs}, but the limit is {_format_size(most_bytes)}")
        spec = KernelSpec(source, self.sizes, constants, module)
        try:
            self._instance = self._instantiate(spec, or_another=is_auto(engine))
        except MemoryError:
            raise KernelMemoryError(f"{needs}, more memory than is available") from None

    def _instantiate(self, spec: KernelSpec, *, or_another: bool) -> Instance:
        """Instantiate the kernel. If the engine fails to compile it and `or_another`, try the next engine."""
        try:
            return ENGINES[self.engine](spec)
        except KernelCompileError as error:
            if not or_another:
                raise
            _given_up[self.engine] = str(error)
            available.cache_clear()
            self.engine = available()[0]
            return ENGINES[self.engine](spec)

    def call(self, function: str, *arguments: int) -> int:
        """Run a function of the kernel. Raises KernelError if it divides by zero or leaves its memory."""
        if function not in self._arities:
            raise UnknownNameError("function", function, self._arities)
        if len(arguments) != self._arities[function]:
            raise KernelError(f"{function} takes {self._arities[function]} numbers, got {len(arguments)}")
        numbers = [_require_number("an argument", argument) for argument in arguments]
        return self._instance.functions[function](*numbers)

    def read(self, name: str, start: int = 0, count: int | None = None) -> bytes | array[int]:
        """Return a copy of elements of an array. Raises KernelError if the array has fewer elements."""
        element = self._element(name)
        count = self.sizes[name] - start if count is None else count
        self._require_range(name, start, count)
        data = self._instance.load(name, start * element.size, (start + count) * element.size)
        return bytes(data) if element.code == "B" else array(element.code, bytes(data))

    def write(self, name: str, values: Sequence[int], start: int = 0) -> None:
        """Write `values` into an array, from element `start` on. Raises KernelError if they do not fit."""
        element = self._element(name)
        self._require_range(name, start, len(values))
        try:
            # array() would read bytes as memory, not as a sequence of numbers
            plain = element.code == "B" and isinstance(values, bytes | bytearray)
            data: Any = values if plain else array(element.code, iter(values))
        except OverflowError:
            raise KernelError(f"{name} takes numbers from {element.low:,} to {element.high:,}") from None
        self._instance.save(name, start * element.size, memoryview(data).cast("B"))

    def _element(self, name: str) -> Element:
        if name not in self._elements:
            raise UnknownNameError("array", name, self._elements)
        return self._elements[name]

    def _require_range(self, name: str, start: int, count: int) -> None:
        if not 0 <= start <= start + count <= self.sizes[name]:
            raise KernelError(
                f"{count:,} elements from {start:,} on do not fit in {name}, which has {self.sizes[name]:,}"
            )


def _require_number(name: str, value: int) -> int:
    """Return the value as a plain int. Raises KernelError unless it is a whole number of 32 bits."""
    number = whole_number(value)
    if number is None or not LOWEST <= number <= HIGHEST:
        raise KernelError(f"{name} must be a whole number from {LOWEST:,} to {HIGHEST:,}, got {quote(value)}")
    return number


def _format_size(count: int) -> str:
    return f"{count / 1e6:,.0f} MB"


@lru_cache(maxsize=32)  # limited, because a program may make any number of kernels from text
def _read_source(module: ModuleType | str) -> KernelSource:
    """Read the source of a kernel from a module, or from a module's source code."""
    if isinstance(module, str):
        return read(module, "kernel")
    name = PurePath(module.__file__ or module.__name__).name.replace(
        ".pyc", ".py"
    )  # a module in a zip file may be compiled to .pyc
    try:
        return read(inspect.getsource(module), name)
    except OSError:
        raise KernelError(
            f"the source of {name} is missing; kernels are compiled from their source"
        ) from None


#: The engines that run the source itself. They are a hundred times slower than compiled code.
PLAIN = ("python", "checked")

#: The engines by name, the fastest first.
ENGINES: dict[str, Callable[[KernelSpec], Instance]] = {
    "webassembly": Browser,
    "wasmtime": Wasmtime,
    "python": Plain,
    "checked": Checked,
}


_given_up: dict[str, str] = {}  # why an engine that should work here does not, by engine


@cache
def available() -> tuple[str, ...]:
    """Return the names of the engines that run here, the fastest first."""
    compiling = "webassembly" if sys.platform == "emscripten" else "wasmtime"
    here = {"webassembly": False, "wasmtime": False, compiling: _works(compiling)}
    return tuple(name for name in ENGINES if here.get(name, True))


def why_not_compiled() -> str:
    """Explain why kernels run as plain Python in this browser. Return "" if they are compiled."""
    available()  # the first call tries the browser's engine
    if "webassembly" not in _given_up:
        return ""
    why = sentence(KernelError(_given_up["webassembly"]))
    return f"{why} So the search runs as plain Python: slower, with the same answers."


def _works(name: str) -> bool:
    """Return whether an engine works here. It may be missing, damaged, forbidden, or get no memory."""
    if name in _given_up:
        return False
    try:
        trial = "def one(): return 1"
        return ENGINES[name](KernelSpec(read(trial, "kernels"), {}, {}, trial)).functions["one"]() == 1
    except Exception as error:
        _given_up[name] = (str(error).strip() or type(error).__name__).splitlines()[-1]
        return False


def engine_named(name: str) -> str:
    """Return the engine's name, for `auto` the fastest engine's. Raises UnknownNameError or KernelError."""
    plain = name.strip().lower()
    if is_auto(name):
        return available()[0]
    if plain not in ENGINES:
        raise UnknownNameError("engine", name, [AUTO, *ENGINES])
    if plain not in available():
        how = "use it on the page" if plain == "webassembly" else "install npuzzle[fast]"
        raise KernelError(
            f"the engine {plain} is not available; {how}, or choose from {', '.join(available())}"
        )
    return plain
