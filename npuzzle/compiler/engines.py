"""The engines. An engine runs one instance of a kernel, and has the instance's memory.

webassembly   runs compiled code in the browser, under Pyodide
wasmtime      runs the same code outside a browser, if `npuzzle[fast]` is installed
python        runs the source itself, everywhere
checked       runs the source with a check of every operation, for tests
"""

from __future__ import annotations

import atexit
import importlib
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import FunctionType, ModuleType
from typing import Any, Protocol
from weakref import WeakSet

from npuzzle.compiler.checked import define_checked
from npuzzle.compiler.compiler import compile_kernel, lay_out
from npuzzle.compiler.expressions import Layout
from npuzzle.compiler.source import KernelSource, ignore_warnings
from npuzzle.errors import KernelCompileError, KernelError

Buffer = bytes | bytearray | memoryview


@dataclass(frozen=True, slots=True)
class KernelSpec:
    """What an engine needs to make an instance of a kernel: the source, the array sizes and the constants."""

    source: KernelSource
    sizes: Mapping[str, int]
    constants: Mapping[str, int]
    module: ModuleType | str

    @property
    def layout(self) -> Layout:
        """The place of each array in memory."""
        return lay_out(self.source.arrays, self.sizes)

    def compile(self) -> bytes:
        """Compile the kernel to a WebAssembly module. Raises KernelSyntaxError."""
        return _compile(self.source, tuple(self.sizes.items()), tuple(self.constants.items()))


@lru_cache(maxsize=32)  # all boards need the same few kernels
def _compile(
    source: KernelSource, sizes: tuple[tuple[str, int], ...], constants: tuple[tuple[str, int], ...]
) -> bytes:
    return compile_kernel(source, lay_out(source.arrays, dict(sizes)), dict(constants))


class Instance(Protocol):
    """A kernel in an engine: the functions, and access to the bytes of the arrays."""

    functions: dict[str, Callable[..., int]]

    def load(self, name: str, start: int, stop: int) -> Buffer: ...

    def save(self, name: str, start: int, data: Buffer) -> None: ...


# In plain Python


class Plain:
    """The engine `python`, which runs the source itself in its own namespace."""

    def __init__(self, spec: KernelSpec) -> None:
        spec.compile()  # so that this engine rejects what the compiler rejects
        source = spec.source
        self._arrays: dict[str, Any] = {}
        for name, element in source.arrays.items():
            size = spec.sizes[name]
            self._arrays[name] = bytearray(size) if element.code == "B" else array(element.code, [0]) * size
        space: dict[str, Any] = {**source.constants, **spec.constants, **self._arrays}
        self._define(spec, space)
        self.functions = {name: _report_failures(space[name]) for name in source.functions}

    def _define(self, spec: KernelSpec, space: dict[str, Any]) -> None:
        if isinstance(spec.module, str):
            own: dict[str, Any] = {}
            with ignore_warnings():
                code = compile(spec.module, spec.source.file, "exec")
            exec(code, own)
        else:
            own = vars(spec.module)
        for name in spec.source.functions:
            space[name] = FunctionType(own[name].__code__, space)

    def load(self, name: str, start: int, stop: int) -> Buffer:
        return memoryview(self._arrays[name]).cast("B")[start:stop]

    def save(self, name: str, start: int, data: Buffer) -> None:
        memoryview(self._arrays[name]).cast("B")[start : start + len(data)] = data


class Checked(Plain):
    """The engine `checked`, which runs the source with a check of every operation."""

    def _define(self, spec: KernelSpec, space: dict[str, Any]) -> None:
        define_checked(spec.source, space)


def _report_failures(function: Callable[..., int]) -> Callable[..., int]:
    """Wrap a function so that it raises KernelError for any failure."""

    def run(*arguments: int) -> int:
        try:
            return int(function(*arguments))
        except (ZeroDivisionError, IndexError, OverflowError, ValueError) as error:
            raise KernelError(f"the kernel failed: {error}") from error

    return run


# As WebAssembly


_open: WeakSet[Wasmtime] = WeakSet()


@cache
def _engine() -> Any:
    """Return the one wasmtime engine of this process, whose compiled code serves every instance."""
    return importlib.import_module("wasmtime").Engine()


@lru_cache(maxsize=32)  # because compiling takes ten times as long as making an instance
def _load(code: bytes) -> Any:
    return importlib.import_module("wasmtime").Module(_engine(), code)


@atexit.register
def _close_all() -> None:
    for instance in list(_open):
        instance.close()
    _load.cache_clear()
    _engine.cache_clear()


class Wasmtime:
    """The engine `wasmtime`, which runs compiled code outside a browser."""

    def __init__(self, spec: KernelSpec) -> None:
        wasmtime = importlib.import_module("wasmtime")
        self._offsets = spec.layout.offsets
        self._store = wasmtime.Store(_engine())
        code = _load(spec.compile())
        try:
            exports = wasmtime.Instance(self._store, code, []).exports(self._store)
        except (wasmtime.WasmtimeError, wasmtime.Trap) as error:
            raise MemoryError(str(error)) from None
        self._memory = exports["memory"]
        failures = (wasmtime.WasmtimeError, wasmtime.Trap)
        self.functions = {name: self._bind(exports[name], failures) for name in spec.source.functions}
        _open.add(self)

    def close(self) -> None:
        """Release the objects of wasmtime before the interpreter unloads it."""
        self.functions.clear()
        del self._store, self._memory

    def _bind(self, function: Any, failures: Any) -> Callable[..., int]:
        store = self._store

        def run(*arguments: int) -> int:
            try:
                return int(function(store, *arguments))
            except failures as error:
                raise KernelError(f"the kernel failed: {str(error).splitlines()[-1].strip()}") from None

        return run

    def load(self, name: str, start: int, stop: int) -> Buffer:
        offset = self._offsets[name]
        data: bytearray = self._memory.read(self._store, offset + start, offset + stop)
        return data

    def save(self, name: str, start: int, data: Buffer) -> None:
        self._memory.write(self._store, data, self._offsets[name] + start)


class Browser:
    """The engine `webassembly`, which runs compiled code in the browser."""

    def __init__(self, spec: KernelSpec) -> None:
        js, ffi = importlib.import_module("js"), importlib.import_module("pyodide.ffi")
        self._offsets = spec.layout.offsets
        try:
            code = js.WebAssembly.Module.new(ffi.to_js(spec.compile()))
        except ffi.JsException as error:
            raise KernelCompileError(f"the browser does not compile {spec.source.name}: {error}") from None
        try:
            exports = js.WebAssembly.Instance.new(code).exports
        except ffi.JsException as error:
            raise MemoryError(str(error)) from None
        self._bytes = js.Uint8Array.new(exports.memory.buffer)
        self.functions = {
            name: self._bind(js.Reflect.get(exports, name), ffi.JsException) for name in spec.source.functions
        }

    def _bind(self, function: Any, failure: Any) -> Callable[..., int]:
        def run(*arguments: int) -> int:
            try:
                return int(function(*arguments))
            except failure as error:
                raise KernelError(f"the kernel failed: {error}") from None

        return run

    def load(self, name: str, start: int, stop: int) -> Buffer:
        offset = self._offsets[name]
        data: bytes = self._bytes.subarray(offset + start, offset + stop).to_bytes()
        return data

    def save(self, name: str, start: int, data: Buffer) -> None:
        offset = self._offsets[name] + start
        self._bytes.subarray(offset, offset + len(data)).assign(data)
