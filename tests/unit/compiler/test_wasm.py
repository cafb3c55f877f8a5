"""The WebAssembly binary format: numbers, and modules that other tools accept."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from npuzzle.compiler import wasm
from npuzzle.compiler.compiler import compile_kernel, lay_out
from npuzzle.compiler.source import HIGHEST, LOWEST, read
from npuzzle.compiler.subset import ELEMENTS
from npuzzle.kernels import conflict_ida, pattern_build, pattern_ida


def decoded(data: bytes, *, sign: bool) -> int:
    """Decode a LEB128 number: digits of base 128, least significant first."""
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


#: Encoded as in the specification (W3C, WebAssembly Core 1.0, sections 5.3 and 5.4).
WRITTEN = {
    "unreachable end else return drop select": (
        (wasm.UNREACHABLE, wasm.END, wasm.ELSE, wasm.RETURN, wasm.DROP, wasm.SELECT),
        "00 0b 05 0f 1a 1b",
    ),
    "i32.eqz eq ne lt_s gt_s le_s ge_s": (
        (wasm.EQZ, wasm.EQ, wasm.NE, wasm.LT, wasm.GT, wasm.LE, wasm.GE),
        "45 46 47 48 4a 4c 4e",
    ),
    "i32.add sub mul div_s rem_s": ((wasm.ADD, wasm.SUB, wasm.MUL, wasm.DIV, wasm.REM), "6a 6b 6c 6d 6f"),
    "i32.and or xor shl shr_s": ((wasm.AND, wasm.OR, wasm.XOR, wasm.SHL, wasm.SHR), "71 72 73 74 75"),
    "i32.load8_u load16_u load, aligned": (tuple(wasm.LOAD[code] for code in "BHi"), "2d00 2f01 2802"),
    "i32.store8 store16 store, aligned": (tuple(wasm.STORE[code] for code in "BHi"), "3a00 3b01 3602"),
    "i32, no result": ((wasm.I32, wasm.NOTHING), "7f 40"),
    "i32.const, local.get set tee, call": (
        (wasm.constant(-1), wasm.get(2), wasm.set_(3), wasm.tee(200), wasm.call(5)),
        "417f 2002 2103 22c801 1005",
    ),
    "block loop if, br br_if": (
        (wasm.block(), wasm.block(wasm.I32), wasm.loop(), wasm.if_(), wasm.branch(1), wasm.branch_if(2)),
        "0240 027f 0340 0440 0c01 0d02",
    ),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_instructions_are_written_as_the_specification_has_them(name: str) -> None:
    pieces, digits = WRITTEN[name]
    assert b"".join(pieces) == bytes.fromhex(digits)


def test_a_body_says_how_long_it_is_how_many_variables_it_has_and_where_it_ends() -> None:
    assert wasm.function(0, b"") == bytes.fromhex("02 00 0b")
    assert wasm.function(3, wasm.get(2)) == bytes.fromhex("06 01 03 7f 2002 0b")


@pytest.mark.parametrize("size", [0, 1, 4_096, 16_383, 16_384, 16_385, 100_000])
def test_the_pages_are_those_that_hold_the_bytes_and_one_at_least(size: int) -> None:
    assert wasm.PAGE == 2**16
    layout = lay_out({"a": ELEMENTS["I32"]}, {"a": size})
    assert type(layout.pages) is int
    assert layout.pages >= 1
    assert layout.bytes <= layout.pages * wasm.PAGE < max(layout.bytes, 1) + wasm.PAGE


@pytest.mark.parametrize(("code", "element"), [("B", "U8"), ("H", "U16"), ("i", "I32")])
def test_a_scale_is_the_power_of_two_that_an_element_takes(code: str, element: str) -> None:
    assert ELEMENTS[element].code == code
    assert 1 << wasm.SCALE[code] == ELEMENTS[element].size == array(code).itemsize


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x", b""),
        ("x * 8", wasm.constant(3) + wasm.SHL),
        ("x // 8", wasm.constant(3) + wasm.SHR),
        ("x % 8", wasm.constant(7) + wasm.AND),
        ("x * 2", wasm.constant(1) + wasm.SHL),
        ("x % 1", wasm.constant(0) + wasm.AND),
        ("x * 1", b""),
        ("x // 1", b""),
        ("x * 3", wasm.constant(3) + wasm.MUL),
        ("x * 6", wasm.constant(6) + wasm.MUL),
        ("x * 0", wasm.constant(0) + wasm.MUL),
        ("x // 10", wasm.constant(10) + wasm.call(0)),
        ("x % 10", wasm.constant(10) + wasm.call(1)),
        ("x << 0", wasm.constant(0) + wasm.SHL),
        ("x << 31", wasm.constant(31) + wasm.SHL),
        ("x >> 31", wasm.constant(31) + wasm.SHR),
    ],
)
def test_by_powers_of_two_it_shifts_and_a_body_has_no_more_variables_than_it_needs(
    text: str, code: bytes
) -> None:
    body = wasm.function(0, wasm.get(0) + code + wasm.RETURN + wasm.UNREACHABLE)
    assert module_of(f"def f(x): return {text}").endswith(body)


def module_of(text: str, size: int = 5) -> bytes:
    source = read(text, "kernel")
    return compile_kernel(source, lay_out(source.arrays, dict.fromkeys(source.arrays, size)), {})


@pytest.mark.parametrize("kernel", [conflict_ida, pattern_build, pattern_ida])
def test_the_kernels_of_this_package_are_valid(kernel: object) -> None:
    wasmtime = pytest.importorskip("wasmtime")
    with open(str(kernel.__file__), encoding="utf-8") as file:  # type: ignore[attr-defined]
        source = read(file.read(), "kernel")
    layout = lay_out(source.arrays, dict.fromkeys(source.arrays, 1_000))
    code = compile_kernel(source, layout, dict.fromkeys(source.given, 2))
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
