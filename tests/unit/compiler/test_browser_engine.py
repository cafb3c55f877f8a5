"""The browser's engine, in a browser simulated by wasmtime."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from npuzzle.compiler import available, why_not_compiled
from npuzzle.compiler.source import LOWEST
from npuzzle.errors import KernelCompileError, KernelError, KernelMemoryError
from tests.unit.compiler.common import RANGES, SIZES, kernel


class JsException(Exception):  # noqa: N818  as Pyodide calls it
    """A JavaScript error, as Pyodide raises it."""


class Bytes:
    """A Uint8Array: a view of a memory."""

    def __init__(self, store: Any, memory: Any, start: int = 0, stop: int | None = None) -> None:
        self.store, self.memory = store, memory
        self.start, self.stop = start, memory.data_len(store) if stop is None else stop

    def subarray(self, start: int, stop: int) -> Bytes:
        assert 0 <= start <= stop <= self.stop - self.start
        return Bytes(self.store, self.memory, self.start + start, self.start + stop)

    def to_bytes(self) -> bytes:
        return bytes(self.memory.read(self.store, self.start, self.stop))

    def assign(self, data: memoryview) -> None:
        assert data.nbytes == self.stop - self.start
        self.memory.write(self.store, data, self.start)


@pytest.fixture
def browser(elsewhere: pytest.MonkeyPatch) -> SimpleNamespace:
    """Simulate the JavaScript objects that the engine uses."""
    wasmtime = pytest.importorskip("wasmtime")
    store = wasmtime.Store()
    failures = (wasmtime.WasmtimeError, wasmtime.Trap)

    def module(code: Any) -> Any:
        try:
            return wasmtime.Module(store.engine, code["copied"])
        except wasmtime.WasmtimeError as error:
            raise JsException(str(error)) from None

    def instance(module: Any) -> SimpleNamespace:
        exports = wasmtime.Instance(store, module, []).exports(store)
        return SimpleNamespace(
            exports=SimpleNamespace(memory=SimpleNamespace(buffer=exports["memory"]), **{"": exports})
        )

    def get(exports: Any, name: str) -> Callable[..., int]:
        function = vars(exports)[""][name]

        def run(*arguments: int) -> int:
            try:
                return int(function(store, *arguments))
            except failures as error:
                raise JsException(f"RuntimeError: {str(error).splitlines()[-1].strip()}") from None

        return run

    js = SimpleNamespace(
        WebAssembly=SimpleNamespace(
            Module=SimpleNamespace(new=module), Instance=SimpleNamespace(new=instance)
        ),
        Reflect=SimpleNamespace(get=get),
        Uint8Array=SimpleNamespace(new=lambda buffer: Bytes(store, buffer)),
    )
    elsewhere.setattr(sys, "platform", "emscripten")
    elsewhere.setitem(sys.modules, "js", js)  # type: ignore[arg-type]
    ffi = SimpleNamespace(to_js=lambda data: {"copied": data}, JsException=JsException)
    elsewhere.setitem(sys.modules, "pyodide.ffi", ffi)  # type: ignore[arg-type]
    return js


def test_in_a_browser_kernels_run_as_its_webassembly(browser: SimpleNamespace) -> None:
    assert available() == ("webassembly", "python", "checked")
    assert why_not_compiled() == ""
    one = kernel()
    assert one.engine == "webassembly"
    assert (one.call("over", -7, 2), one.call("add", 1, 5)) == (-4, 5)
    for broken in ((1, 0), (LOWEST, -1)):
        with pytest.raises(KernelError, match=r"^the kernel failed: RuntimeError: .*integer"):
            one.call("over", *broken)


def test_in_a_browser_what_is_written_is_read_and_nothing_else_changes(browser: SimpleNamespace) -> None:
    one = kernel("webassembly")
    expected = {name: [0] * size for name, size in SIZES.items()}
    for name, (low, high) in RANGES.items():
        one.write(name, [high, low, 1], 0)
        one.write(name, [2], 1)
        expected[name][:3] = [high, 2, 1]
        assert {other: list(one.read(other)) for other in SIZES} == expected
        assert list(one.read(name, 1, 2)) == [2, 1]
        assert type(one.read(name)) is (bytes if name == "small" else array)
    assert one.call("add", 2, 5) == 6
    assert list(one.read("large", 2)) == [6]


def test_a_browser_that_refuses_a_module_is_quoted(browser: SimpleNamespace) -> None:
    def refuses(code: Any) -> Any:
        raise JsException("CompileError: not allowed")

    available()
    browser.WebAssembly.Module.new = refuses
    says = "^the browser does not compile kernel: CompileError: not allowed$"
    with pytest.raises(KernelCompileError, match=says):
        kernel("webassembly")
    assert kernel().engine == "python"


def test_a_browser_without_memory_is_quoted(browser: SimpleNamespace) -> None:
    def full(module: Any) -> Any:
        raise JsException("RangeError: out of memory")

    available()
    browser.WebAssembly.Instance.new = full
    with pytest.raises(KernelMemoryError, match="more memory than is available"):
        kernel("webassembly")
    available.cache_clear()
    assert available() == ("python", "checked")
    assert why_not_compiled().startswith("RangeError: out of memory. So the search runs as plain Python")
