"""`Kernel` and its engines: reading and writing memory, the choice of an engine, separate instances."""

from __future__ import annotations

import ast
import gc
import py_compile
import sys
from array import array
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle.compiler import ENGINES, Kernel, available, engine_named, engines, why_not_compiled
from npuzzle.compiler import kernel as kernel_module
from npuzzle.compiler.source import HIGHEST, LOWEST, read
from npuzzle.errors import KernelCompileError, KernelError, KernelMemoryError, NPuzzleError, UnknownNameError
from npuzzle.kernels import pattern_build
from npuzzle.registry import AUTO
from tests.unit.compiler.common import RANGES, SIZES, TEXT, kernel

EVERY = pytest.mark.parametrize("engine", available())


def missing(name: str) -> Any:
    raise ImportError(name)


def broken(name: str) -> Any:
    raise OSError(f"{name} cannot be loaded")


# The choice of an engine


@pytest.mark.parametrize("how", [missing, broken])
def test_an_engine_that_does_not_work_is_not_chosen(
    elsewhere: pytest.MonkeyPatch, how: Callable[[str], Any]
) -> None:
    elsewhere.setattr(engines.importlib, "import_module", how)
    assert available() == ("python", "checked")


def test_auto_is_the_fastest_engine_there_is() -> None:
    assert engine_named(AUTO) == kernel().engine == available()[0]
    assert [name for name in ENGINES if name in available()] == list(available())


def test_the_browser_has_its_own_engine_and_not_wasmtime(elsewhere: pytest.MonkeyPatch) -> None:
    elsewhere.setattr(sys, "platform", "emscripten")
    elsewhere.setitem(ENGINES, "webassembly", ENGINES["python"])
    assert available() == ("webassembly", "python", "checked")
    assert engine_named(AUTO) == "webassembly"
    assert why_not_compiled() == ""


def test_a_browser_that_compiles_nothing_runs_kernels_in_python_and_says_why(
    elsewhere: pytest.MonkeyPatch,
) -> None:
    def refuses(plan: engines.KernelSpec) -> engines.Instance:
        raise KernelCompileError(f"the browser does not compile {plan.source.name}: not allowed")

    elsewhere.setattr(sys, "platform", "emscripten")
    elsewhere.setitem(ENGINES, "webassembly", refuses)
    assert available() == ("python", "checked")
    assert kernel().engine == "python"
    assert why_not_compiled() == (
        "The browser does not compile kernels: not allowed. "
        "So the search runs as plain Python: slower, with the same answers."
    )


def test_a_kernel_that_a_browser_does_not_compile_goes_to_the_next_engine_and_stays_there(
    elsewhere: pytest.MonkeyPatch,
) -> None:
    def refuses(plan: engines.KernelSpec) -> engines.Instance:
        if plan.source.name != "kernels":
            raise KernelCompileError(f"the browser does not compile {plan.source.name}: too much")
        return ENGINES["python"](plan)

    elsewhere.setattr(sys, "platform", "emscripten")
    elsewhere.setitem(ENGINES, "webassembly", refuses)
    with pytest.raises(KernelCompileError, match="does not compile"):
        kernel("webassembly")
    assert available()[0] == "webassembly"
    first = kernel()
    assert (first.engine, first.call("over", 7, 2), available()[0]) == ("python", 3, "python")
    assert why_not_compiled().startswith("The browser does not compile kernel: too much.")


@EVERY
def test_an_engine_that_is_asked_for_is_the_one_that_runs(engine: str) -> None:
    assert engine_named(engine) == engine_named(f" {engine.upper()} ") == kernel(engine).engine == engine
    divides = kernel(engine).call
    if engine == "checked":
        with pytest.raises(KernelError, match="beyond 32 bits"):
            divides("over", LOWEST, -1)
    elif engine == "python":
        assert divides("over", LOWEST, -1) == 2**31
    else:
        with pytest.raises(KernelError, match="integer overflow"):
            divides("over", LOWEST, -1)


def test_an_engine_that_is_not_here_tells_how_to_get_it(elsewhere: pytest.MonkeyPatch) -> None:
    elsewhere.setattr(engines.importlib, "import_module", missing)
    with pytest.raises(
        KernelError, match=r"wasmtime is not available; install npuzzle\[fast\].*python, checked"
    ):
        kernel("wasmtime")
    with pytest.raises(KernelError, match=r"webassembly is not available; open the page"):
        kernel("webassembly")


@pytest.mark.parametrize("name", ["", "wasm", "autos", "c"])
def test_an_unknown_engine_lists_those_there_are(name: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        kernel(name)
    for known in (repr(name), AUTO, *ENGINES):
        assert known in str(caught.value)


def test_an_engine_that_can_be_had_is_there() -> None:
    """Otherwise the tests would silently skip this engine."""
    pytest.importorskip("wasmtime")
    assert available() == ("wasmtime", "python", "checked")


@pytest.mark.parametrize("says", ["", "no room at all"])
def test_an_engine_without_memory_for_a_trial_is_given_up_with_what_it_says(
    elsewhere: pytest.MonkeyPatch, says: str
) -> None:
    wasmtime = pytest.importorskip("wasmtime")

    def full(*_: object) -> object:
        raise wasmtime.WasmtimeError(says)

    elsewhere.setattr(wasmtime, "Instance", full)
    assert available() == ("python", "checked")
    assert kernel_module._given_up == {"wasmtime": says or "MemoryError"}


def test_what_is_open_at_the_end_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []
    monkeypatch.setattr(engines, "_open", [SimpleNamespace(close=lambda: closed.append(True))] * 2)
    engines._close_all()
    assert closed == [True, True]


# Reading and writing memory


@pytest.mark.slow
@EVERY
@given(st.data())
def test_what_is_written_is_read_and_nothing_else_changes(engine: str, data: st.DataObject) -> None:
    one = kernel(engine)
    expected = {name: [0] * size for name, size in SIZES.items()}
    for _ in range(4):
        name = data.draw(st.sampled_from(sorted(SIZES)))
        start = data.draw(st.integers(0, SIZES[name]))
        few = st.integers(*RANGES[name]) | st.sampled_from(RANGES[name])
        values = data.draw(st.lists(few, max_size=SIZES[name] - start))
        one.write(name, values, start)
        expected[name][start : start + len(values)] = values
        assert {other: list(one.read(other)) for other in SIZES} == expected
        assert list(one.read(name, start)) == expected[name][start:]
        assert list(one.read(name, start, len(values))) == values


@EVERY
@pytest.mark.parametrize("kind", [list, tuple, bytes, bytearray, memoryview, array])
def test_numbers_are_written_as_numbers_whatever_holds_them(engine: str, kind: Any) -> None:
    """Bytes too: four bytes are four numbers, not one number's memory."""
    one = kernel(engine, large=4)
    for name in SIZES:
        numbers = [1, 2, 3, 255]
        one.write(name, array("i", numbers) if kind is array else kind(bytes(numbers)))
        assert list(one.read(name, 0, 4)) == numbers
    one.write("small", memoryview(array("i", [5, 6])))
    assert list(one.read("small")) == [5, 6, 3, 255, 0, 0, 0]


@EVERY
@pytest.mark.parametrize("name", sorted(SIZES))
def test_a_place_outside_an_array_is_neither_read_nor_written(engine: str, name: str) -> None:
    one, size = kernel(engine), SIZES[name]
    for start, count in ((0, size + 1), (size, 1), (size + 1, 0), (-1, 1), (-1, 2), (2, -1), (10**12, 1)):
        with pytest.raises(
            KernelError, match=f"{count:,} elements from {start:,} on do not fit in {name}, which has {size}"
        ):
            one.read(name, start, count)
        if count >= 0:
            with pytest.raises(
                KernelError, match=f"{count} elements from .* do not fit in {name}, which has {size}"
            ):
                one.write(name, [1] * count, start)
    assert all(not any(one.read(other)) for other in SIZES)
    assert list(one.read(name, size)) == list(one.read(name, 0, 0)) == []


@EVERY
@pytest.mark.parametrize("name", sorted(SIZES))
def test_a_number_that_an_array_cannot_hold_is_refused_and_none_is_written(engine: str, name: str) -> None:
    one, (low, high) = kernel(engine), RANGES[name]
    for wrong in (low - 1, high + 1, 10**30):
        with pytest.raises(KernelError, match=f"{name} takes numbers from {low:,} to {high:,}"):
            one.write(name, [1, wrong])
    assert not any(one.read(name))


def test_an_unknown_array_or_function_lists_those_there_are() -> None:
    with pytest.raises(UnknownNameError, match="array 'tiny'; known: small, medium, large"):
        kernel().read("tiny")
    with pytest.raises(UnknownNameError, match="array 'tiny'; known: small, medium, large"):
        kernel().write("tiny", [1])
    with pytest.raises(UnknownNameError, match="function 'sub'; known: add, over"):
        kernel().call("sub", 1, 2)


@EVERY
@pytest.mark.parametrize("wrong", [2**31, LOWEST - 1, 1.5, "1", None])
def test_only_numbers_of_32_bits_are_passed_in(engine: str, wrong: Any) -> None:
    one = kernel(engine)
    with pytest.raises(KernelError, match="an argument must be a whole number"):
        one.call("add", 0, wrong)
    with pytest.raises(KernelError, match="N must be a whole number"):
        Kernel(TEXT, SIZES, {"N": wrong}, engine=engine)
    assert one.call("add", 0, HIGHEST) == HIGHEST


@EVERY
def test_a_function_is_given_as_many_numbers_as_it_takes(engine: str) -> None:
    for arguments in ((), (1,), (1, 2, 3)):
        with pytest.raises(KernelError, match=f"add takes 2 numbers, got {len(arguments)}"):
            kernel(engine).call("add", *arguments)


# Instances


@EVERY
def test_two_instances_have_constants_and_memories_of_their_own(engine: str) -> None:
    one, other = (Kernel(TEXT, SIZES, {"N": number}, engine=engine) for number in (100, 200))
    assert [one.call("add", 1, 5), other.call("add", 1, 6), one.call("add", 1, 5)] == [105, 206, 210]
    one.write("small", [9])
    assert list(one.read("large")) == [0, 210, 0]
    assert list(other.read("large")) == [0, 206, 0]
    assert not any(other.read("small"))


@EVERY
def test_what_was_read_stays_as_it_was(engine: str) -> None:
    one = kernel(engine)
    before = one.read("large"), one.read("small")
    one.write("large", [5])
    one.write("small", [5])
    assert not any(before[0])
    assert not any(before[1])


@given(st.tuples(*[st.integers(0, 5_000)] * 3))
def test_its_bytes_are_those_of_its_arrays_and_little_more(sizes: tuple[int, int, int]) -> None:
    named = dict(zip(SIZES, sizes))
    needed = sizes[0] + 2 * sizes[1] + 4 * sizes[2]
    for engine in available():
        one = kernel(engine, **named)
        assert one.sizes == named
        assert needed <= one.bytes < needed + 3 * 16


@EVERY
def test_a_module_serves_as_well_as_its_text(engine: str) -> None:
    """The blank in cell 3 of a 2x4 tray reaches cells round a corner, but not through cell 5 or 6."""
    with open(pattern_build.__file__, encoding="utf-8") as file:
        text = file.read()
    source = read(text, "pattern_build.py")
    names = {"CELLS": 8, "COLS": 4, "NOT_FIRST_COL": 0xEE, "NOT_LAST_COL": 0x77, "NOT_LAST_ROW": 0x0F}
    constants = {**dict.fromkeys(source.given, 1), **names}
    for module in (pattern_build, text):
        one = Kernel(module, dict.fromkeys(source.arrays, 8), constants, engine=engine)
        assert one.call("region_of", 3, 0b1001_1101) == 0b1000_1100


@EVERY
def test_a_module_in_a_zip_serves_too_compiled_or_not(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page imports kernels this way; there, `__file__` names the compiled file."""
    with ZipFile(tmp_path / "kernels.zip", "w") as archive:
        for name in ("plain_kernel", "compiled_kernel"):
            (tmp_path / f"{name}.py").write_text(f"from __future__ import annotations\n{TEXT}")
            archive.write(tmp_path / f"{name}.py", f"{name}.py")
        py_compile.compile(str(tmp_path / "compiled_kernel.py"), str(tmp_path / "kernel.pyc"), doraise=True)
        archive.write(tmp_path / "kernel.pyc", "compiled_kernel.pyc")
    monkeypatch.syspath_prepend(str(tmp_path / "kernels.zip"))
    for name in ("plain_kernel", "compiled_kernel"):
        module = import_module(name)
        assert Kernel(module, SIZES, {"N": 1}, engine=engine).call("over", 7, 2) == 3
        with pytest.raises(KernelError, match=rf"^{name}\.py needs the constants N, got none"):
            Kernel(module, SIZES, {}, engine=engine)


# Sizes and constants of an instance


@pytest.mark.parametrize(
    ("sizes", "constants", "words"),
    [
        ({"small": 1, "medium": 1}, {"N": 1}, "the arrays small, medium, large, got small, medium"),
        ({**SIZES, "huge": 1}, {"N": 1}, "the arrays small, medium, large, got small, medium, large, huge"),
        ({}, {"N": 1}, "the arrays small, medium, large, got none"),
        (SIZES, {}, "kernel needs the constants N, got none"),
        (
            {**SIZES, "large": 2**32},
            {"N": 1},
            "large can have at most 4,294,901,760 elements, got 4294967296",
        ),
        ({**SIZES, "small": 2**32 - 2**16}, {"N": 1}, "kernel needs 4,295 MB, but the limit is 1,000 MB"),
        (SIZES, {"N": 1.5}, "N must be a whole number from -2,147,483,648 to 2,147,483,647, got 1.5"),
        (SIZES, None, "the constants N, got none"),
        (SIZES, {"N": 1, "M": 2}, "the constants N, got N, M"),
        ({**SIZES, "small": -1}, {"N": 1}, "small must have a whole number of elements, 0 or more, got -1"),
        ({**SIZES, "small": 1.5}, {"N": 1}, "small must have a whole number of elements, 0 or more, got 1.5"),
    ],
)
def test_sizes_and_constants_are_given_for_each_and_for_no_other(
    sizes: Any, constants: Any, words: str
) -> None:
    with pytest.raises(KernelError) as caught:
        Kernel(TEXT, sizes, constants)
    assert words in str(caught.value)


def test_a_kernel_that_has_nothing_to_be_given_says_so() -> None:
    with pytest.raises(KernelError, match=r"^kernel needs the constants none, got N$"):
        Kernel("", {}, {"N": 1})
    with pytest.raises(KernelError, match=r"^kernel needs the arrays none, got a$"):
        Kernel("", {"a": 1})


def test_a_module_without_its_source_makes_no_kernel() -> None:
    gone = ModuleType("gone")
    gone.__file__ = "/nowhere/gone.py"
    with pytest.raises(
        KernelError, match=r"^the source of gone\.py is missing; kernels are compiled from their source$"
    ):
        Kernel(gone, {})


@EVERY
def test_what_breaks_off_says_why(engine: str) -> None:
    with pytest.raises(KernelError) as caught:
        kernel(engine).call("over", 1, 0)
    says = {
        "python": "the kernel failed: integer division or modulo by zero",
        "checked": "a division by zero",
    }
    assert says.get(engine, "integer divide by zero") in str(caught.value)


@EVERY
def test_a_kernel_takes_no_more_memory_than_it_may(engine: str) -> None:
    sizes = {"small": 160, "medium": 0, "large": 40}
    assert Kernel(TEXT, sizes, {"N": 0}, engine=engine, most_bytes=320).bytes == 320
    with pytest.raises(KernelMemoryError) as caught:
        Kernel(TEXT, sizes, {"N": 0}, engine=engine, most_bytes=319)
    assert isinstance(caught.value, MemoryError)
    assert isinstance(caught.value, NPuzzleError)


@EVERY
def test_no_kernel_has_more_memory_than_addresses(engine: str) -> None:
    with pytest.raises(KernelMemoryError, match=r"needs 8,000 MB, but the limit is 1,000 MB"):
        kernel(engine, large=2 * 10**9)
    with pytest.raises(KernelMemoryError, match=r"needs 8,000 MB, but the limit is 4,295 MB"):
        Kernel(TEXT, {**SIZES, "large": 2 * 10**9}, {"N": 0}, engine=engine, most_bytes=10**12)


@EVERY
def test_missing_memory_is_reported_as_such(engine: str, elsewhere: pytest.MonkeyPatch) -> None:
    def exhausted(*_: object) -> object:
        raise MemoryError

    assert engine in available()
    elsewhere.setitem(ENGINES, engine, exhausted)
    with pytest.raises(KernelMemoryError, match="more memory than is available"):
        kernel(engine)


@pytest.mark.slow
def test_kernels_made_from_text_are_released() -> None:
    def trees() -> int:
        gc.collect()
        return sum(isinstance(thing, ast.FunctionDef) for thing in gc.get_objects())

    gc.freeze()  # exclude older objects from the count and from garbage collection
    before = trees()
    for n in range(200):
        assert Kernel(f"def f(x):\n    return x + {n}", {}).call("f", 1) == n + 1
    assert trees() - before < 100
