"""The WebAssembly binary format: numbers, and modules that others accept."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from npuzzle.kernel import conflict_search, pattern_build, pattern_search, wasm
from npuzzle.kernel.compiler import compiled, laid_out
from npuzzle.kernel.source import HIGHEST, LOWEST, read


def decoded(data: bytes, *, sign: bool) -> int:
    """The number that LEB128 bytes stand for: digits of base 128, the least first."""
    assert all(byte >= 128 for byte in data[:-1])
    assert data[-1] < 128
    number = sum((byte % 128) * 128**place for place, byte in enumerate(data))
    negative = sign and data[-1] >= 64
    return number - 128 ** len(data) if negative else number


@given(st.integers(0, 2**32 - 1))
@example(0)
@example(127)
@example(128)
@example(2**32 - 1)
def test_counts_round_trip_in_as_few_bytes_as_can_be(number: int) -> None:
    data = wasm.unsigned(number)
    assert decoded(data, sign=False) == number
    assert len(data) == max(1, -(-number.bit_length() // 7))


@given(st.integers(LOWEST, HIGHEST))
@example(0)
@example(-1)
@example(63)
@example(64)
@example(-64)
@example(-65)
@example(LOWEST)
@example(HIGHEST)
def test_numbers_with_a_sign_round_trip_in_at_most_five_bytes(number: int) -> None:
    data = wasm.signed(number)
    assert decoded(data, sign=True) == number
    assert len(data) <= 5
    assert len(data) == 1 or not -(128 ** (len(data) - 1)) // 2 <= number < 128 ** (len(data) - 1) // 2


def module_of(text: str, size: int = 5) -> bytes:
    source = read(text, "kernel")
    return compiled(source, laid_out(source.arrays, dict.fromkeys(source.arrays, size)), {})


def test_a_module_says_what_it_is_and_in_which_version() -> None:
    assert module_of("").startswith(b"\0asm\x01\0\0\0")


@pytest.mark.parametrize("kernel", [conflict_search, pattern_build, pattern_search])
def test_the_kernels_of_this_package_are_valid(kernel: object) -> None:
    wasmtime = pytest.importorskip("wasmtime")
    with open(str(kernel.__file__), encoding="utf-8") as file:  # type: ignore[attr-defined]
        source = read(file.read(), "kernel")
    layout = laid_out(source.arrays, dict.fromkeys(source.arrays, 1_000))
    code = compiled(source, layout, dict.fromkeys(source.given, 2))
    wasmtime.Module.validate(wasmtime.Engine(), code)
    with pytest.raises(wasmtime.WasmtimeError):
        wasmtime.Module.validate(wasmtime.Engine(), code[:-1])


def test_functions_and_one_memory_of_just_enough_pages_are_exported() -> None:
    wasmtime = pytest.importorskip("wasmtime")
    text = "a: I32\ndef one(): return 1\ndef größe(a1, b1): return one() + a1 - b1\n"
    for size, pages in ((0, 1), (1, 1), (16_384, 1), (16_385, 2), (100_000, 7)):
        code = wasmtime.Module(wasmtime.Engine(), module_of(text, size))
        found = {export.name: export.type for export in code.exports}
        assert set(found) == {"one", "größe", "memory"}
        assert (found["memory"].limits.min, found["memory"].limits.max) == (pages, pages)
        assert [len(found[name].params) for name in ("one", "größe")] == [0, 2]
        assert not list(code.imports)
