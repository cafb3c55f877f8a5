"""The engines that run kernels, and `Kernel`: one instance, with its arrays.

webassembly   the browser's, under Pyodide
wasmtime      the same code outside a browser, if `npuzzle[fast]` is installed
python        the source as it stands, everywhere
checked       the same with every operation looked at; for tests
"""

from __future__ import annotations

import atexit
import importlib
import inspect
import sys
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import PurePath
from types import FunctionType, ModuleType
from typing import Any, Protocol
from weakref import WeakSet

from npuzzle.errors import (
    KernelCompileError,
    KernelError,
    KernelMemoryError,
    UnknownNameError,
    sentence,
    shown,
)
from npuzzle.kernel.checked import define_checked
from npuzzle.kernel.compiler import Layout, compile_kernel, laid_out
from npuzzle.kernel.source import HIGHEST, LOWEST, KernelSource, read, without_warnings
from npuzzle.kernel.subset import Element
from npuzzle.registry import AUTO, is_auto

MOST_BYTES = 1_000_000_000  # that one kernel's arrays may take
MOST_ADDRESSES = 2**32 - 2**16  # whatever it may take: all that WebAssembly can number

Buffer = bytes | bytearray | memoryview


@dataclass(frozen=True, slots=True)
class Plan:
    """What an engine is to make ready: a kernel's source as read, and what one instance is given."""

    source: KernelSource
    sizes: Mapping[str, int]
    constants: Mapping[str, int]
    module: ModuleType | str

    @property
    def layout(self) -> Layout:
        return laid_out(self.source.arrays, self.sizes)

    def compiled(self) -> bytes:
        """The WebAssembly module. Raises KernelSyntaxError."""
        return compile_kernel(self.source, self.layout, self.constants)


class Instance(Protocol):
    """A kernel that an engine has made ready: its functions, and its memory by array, in bytes."""

    functions: dict[str, Callable[..., int]]

    def load(self, name: str, start: int, stop: int) -> Buffer: ...

    def save(self, name: str, start: int, data: Buffer) -> None: ...


class Kernel:
    """A kernel module made ready to run, with arrays of its own.

    `sizes`: elements of each array. `constants`: those the module leaves open. `engine`: one of ENGINES,
    or auto for the fastest there is. Raises KernelSyntaxError, KernelMemoryError, UnknownNameError, or
    KernelError where the engine is not installed.
    """

    def __init__(
        self,
        module: ModuleType | str,
        sizes: Mapping[str, int],
        constants: Mapping[str, int] | None = None,
        *,
        engine: str = AUTO,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self.engine = engine_named(engine)
        source = _source(module)
        constants = {} if constants is None else dict(constants)
        for asked, got, what in ((source.given, constants, "constants"), (source.arrays, sizes, "arrays")):
            if set(asked) != set(got):
                names = ", ".join(asked) or "none"
                raise KernelError(f"{source.file} has the {what} {names}, got {', '.join(got) or 'none'}")
        constants = {name: _number(name, value) for name, value in constants.items()}
        for name, size in sizes.items():
            if not isinstance(size, int) or size < 0:
                raise KernelError(f"{name} has a whole number of elements, 0 or more, got {shown(size)}")
            if size > MOST_ADDRESSES:
                raise KernelMemoryError(f"{name} has {MOST_ADDRESSES:,} elements at most, got {shown(size)}")
        self.sizes = dict(sizes)
        self.bytes = laid_out(source.arrays, self.sizes).bytes
        self._elements = source.arrays
        self._arities = {name: len(tree.args.args) for name, tree in source.functions.items()}
        most_bytes = min(most_bytes, MOST_ADDRESSES)
        needs = f"the kernel {source.name} needs {_mb(self.bytes)}"
        if self.bytes > most_bytes:
            raise KernelMemoryError(f"{needs} and may have {_mb(most_bytes)}")
        plan = Plan(source, self.sizes, constants, module)
        try:
            self._instance = self._made(plan, or_another=is_auto(engine))
        except MemoryError:
            raise KernelMemoryError(f"{needs}, more than there is") from None

    def _made(self, plan: Plan, *, or_another: bool) -> Instance:
        """An instance; an engine that does not compile it is given up for the next one, if that may be."""
        try:
            return ENGINES[self.engine](plan)
        except KernelCompileError as error:
            if not or_another:
                raise
            _given_up[self.engine] = str(error)
            available.cache_clear()
            self.engine = available()[0]
            return ENGINES[self.engine](plan)

    def call(self, function: str, *arguments: int) -> int:
        """Run one of its functions. Raises KernelError where it divides by zero, or leaves its memory."""
        if function not in self._arities:
            raise UnknownNameError("function", function, self._arities)
        if len(arguments) != self._arities[function]:
            raise KernelError(f"{function} takes {self._arities[function]} numbers, got {len(arguments)}")
        for argument in arguments:
            _number("an argument", argument)
        return self._instance.functions[function](*arguments)

    def read(self, name: str, start: int = 0, count: int | None = None) -> Sequence[int]:
        """Elements of an array, as they are now. Raises KernelError if it has not so many."""
        element = self._element(name)
        count = self.sizes[name] - start if count is None else count
        self._within(name, start, count)
        data = self._instance.load(name, start * element.size, (start + count) * element.size)
        return bytes(data) if element.code == "B" else array(element.code, bytes(data))

    def write(self, name: str, values: Sequence[int], start: int = 0) -> None:
        """Put `values` into an array, from element `start` on. Raises KernelError if they do not fit."""
        element = self._element(name)
        self._within(name, start, len(values))
        try:
            # an array takes bytes for the memory of its numbers, not for numbers
            plain = element.code == "B" and isinstance(values, bytes | bytearray)
            data: Any = values if plain else array(element.code, iter(values))
        except OverflowError:
            raise KernelError(f"{name} holds numbers {element.low:,}..{element.high:,}") from None
        self._instance.save(name, start * element.size, memoryview(data).cast("B"))

    def _element(self, name: str) -> Element:
        if name not in self._elements:
            raise UnknownNameError("array", name, self._elements)
        return self._elements[name]

    def _within(self, name: str, start: int, count: int) -> None:
        if not 0 <= start <= start + count <= self.sizes[name]:
            raise KernelError(f"{name} has {self.sizes[name]:,} elements, got {count:,} from {start:,} on")


def _number(name: str, value: int) -> int:
    """The value as a plain whole number of 32 bits. Raises KernelError if it is none."""
    if not isinstance(value, int) or not LOWEST <= value <= HIGHEST:
        raise KernelError(f"{name} is a whole number {LOWEST:,}..{HIGHEST:,}, got {shown(value)}")
    return int(value)


def _mb(count: int) -> str:
    return f"{count / 1e6:,.0f} MB"


@lru_cache(maxsize=32)  # the package has a dozen; a program may make any number from text
def _source(module: ModuleType | str) -> KernelSource:
    """The source of a kernel, read: a module, or its text."""
    if isinstance(module, str):
        return read(module, "kernel")
    name = PurePath(module.__file__ or module.__name__).name.replace(".pyc", ".py")  # as found in a zip
    try:
        return read(inspect.getsource(module), name)
    except OSError:
        raise KernelError(f"the source of {name} is not here, and kernels are made from it") from None


# In plain Python


class _Plain:
    """The source as it stands, in a namespace of its own."""

    def __init__(self, plan: Plan) -> None:
        plan.compiled()  # what that refuses, this refuses too
        source = plan.source
        self._arrays: dict[str, Any] = {}
        for name, element in source.arrays.items():
            size = plan.sizes[name]
            self._arrays[name] = bytearray(size) if element.code == "B" else array(element.code, [0]) * size
        space: dict[str, Any] = {**source.constants, **plan.constants, **self._arrays}
        self._define(plan, space)
        self.functions = {name: _refusing(space[name]) for name in source.functions}

    def _define(self, plan: Plan, space: dict[str, Any]) -> None:
        if isinstance(plan.module, str):
            own: dict[str, Any] = {}
            with without_warnings():
                code = compile(plan.module, plan.source.file, "exec")
            exec(code, own)
        else:
            own = vars(plan.module)
        for name in plan.source.functions:
            space[name] = FunctionType(own[name].__code__, space)

    def load(self, name: str, start: int, stop: int) -> Buffer:
        return memoryview(self._arrays[name]).cast("B")[start:stop]

    def save(self, name: str, start: int, data: Buffer) -> None:
        memoryview(self._arrays[name]).cast("B")[start : start + len(data)] = data


class _Checked(_Plain):
    def _define(self, plan: Plan, space: dict[str, Any]) -> None:
        define_checked(plan.source, space)


def _refusing(function: Callable[..., int]) -> Callable[..., int]:
    def run(*arguments: int) -> int:
        try:
            return int(function(*arguments))
        except (ZeroDivisionError, IndexError, OverflowError, ValueError) as error:
            raise KernelError(f"the kernel broke off: {error}") from error

    return run


# As WebAssembly


_open: WeakSet[_Wasmtime] = WeakSet()


@atexit.register
def _close_all() -> None:
    for instance in list(_open):
        instance.close()


class _Wasmtime:
    """Compiled, under wasmtime."""

    def __init__(self, plan: Plan) -> None:
        wasmtime = importlib.import_module("wasmtime")
        self._offsets = plan.layout.offsets
        self._store = wasmtime.Store()
        code = wasmtime.Module(self._store.engine, plan.compiled())
        try:
            exports = wasmtime.Instance(self._store, code, []).exports(self._store)
        except (wasmtime.WasmtimeError, wasmtime.Trap) as error:
            raise MemoryError(str(error)) from None
        self._memory = exports["memory"]
        failures = (wasmtime.WasmtimeError, wasmtime.Trap)
        self.functions = {name: self._bound(exports[name], failures) for name in plan.source.functions}
        _open.add(self)

    def close(self) -> None:
        """Let go of what wasmtime holds, while wasmtime is still there to free it."""
        self.functions.clear()
        del self._store, self._memory

    def _bound(self, function: Any, failures: Any) -> Callable[..., int]:
        store = self._store

        def run(*arguments: int) -> int:
            try:
                return int(function(store, *arguments))
            except failures as error:
                raise KernelError(f"the kernel broke off: {str(error).splitlines()[-1].strip()}") from None

        return run

    def load(self, name: str, start: int, stop: int) -> Buffer:
        offset = self._offsets[name]
        data: bytearray = self._memory.read(self._store, offset + start, offset + stop)
        return data

    def save(self, name: str, start: int, data: Buffer) -> None:
        self._memory.write(self._store, data, self._offsets[name] + start)


class _Browser:
    """Compiled, under the browser's own WebAssembly."""

    def __init__(self, plan: Plan) -> None:
        js, ffi = importlib.import_module("js"), importlib.import_module("pyodide.ffi")
        self._offsets = plan.layout.offsets
        try:
            code = js.WebAssembly.Module.new(ffi.to_js(plan.compiled()))
        except ffi.JsException as error:
            raise KernelCompileError(f"the browser does not compile {plan.source.name}: {error}") from None
        try:
            exports = js.WebAssembly.Instance.new(code).exports
        except ffi.JsException as error:
            raise MemoryError(str(error)) from None
        self._bytes = js.Uint8Array.new(exports.memory.buffer)
        self.functions = {
            name: self._bound(js.Reflect.get(exports, name), ffi.JsException)
            for name in plan.source.functions
        }

    def _bound(self, function: Any, failure: Any) -> Callable[..., int]:
        def run(*arguments: int) -> int:
            try:
                return int(function(*arguments))
            except failure as error:
                raise KernelError(f"the kernel broke off: {error}") from None

        return run

    def load(self, name: str, start: int, stop: int) -> Buffer:
        offset = self._offsets[name]
        data: bytes = self._bytes.subarray(offset + start, offset + stop).to_bytes()
        return data

    def save(self, name: str, start: int, data: Buffer) -> None:
        offset = self._offsets[name] + start
        self._bytes.subarray(offset, offset + len(data)).assign(data)


#: Those that run the source itself: a hundred times slower than compiled.
PLAIN = ("python", "checked")

#: By name, the fastest first.
ENGINES: dict[str, Callable[[Plan], Instance]] = {
    "webassembly": _Browser,
    "wasmtime": _Wasmtime,
    "python": _Plain,
    "checked": _Checked,
}


_given_up: dict[str, str] = {}  # by engine: why it is not used, though it belongs here


@cache
def available() -> tuple[str, ...]:
    """The engines that run here, the fastest first."""
    compiling = "webassembly" if sys.platform == "emscripten" else "wasmtime"
    here = {"webassembly": False, "wasmtime": False, compiling: _works(compiling)}
    return tuple(name for name in ENGINES if here.get(name, True))


def why_not_compiled() -> str:
    """Why kernels run as plain Python in this browser, in sentences; empty if they are compiled."""
    available()  # tries it, if nothing has before
    if "webassembly" not in _given_up:
        return ""
    why = sentence(KernelError(_given_up["webassembly"]))
    return f"{why} So the search runs as plain Python: slower, with the same answers."


def _works(name: str) -> bool:
    """Whether an engine is there and runs: it may be missing, damaged, refused, or get no memory."""
    if name in _given_up:
        return False
    try:
        trial = "def one(): return 1"
        return ENGINES[name](Plan(read(trial, "kernels"), {}, {}, trial)).functions["one"]() == 1
    except Exception as error:
        _given_up[name] = (str(error).strip() or type(error).__name__).splitlines()[-1]
        return False


def engine_named(name: str) -> str:
    """The engine meant; `auto` is the fastest. Raises UnknownNameError, or KernelError if it is not here."""
    plain = name.strip().lower()
    if is_auto(name):
        return available()[0]
    if plain not in ENGINES:
        raise UnknownNameError("engine", name, [AUTO, *ENGINES])
    if plain not in available():
        how = "open the page" if plain == "webassembly" else "install npuzzle[fast]"
        raise KernelError(f"the engine {plain} is not here; {how}, or choose from {', '.join(available())}")
    return plain
