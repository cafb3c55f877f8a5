"""The tables of kernels.md are correct: engines, declarations, and the results of invalid operations."""

from __future__ import annotations

import pytest

from npuzzle.compiler import ENGINES, PLAIN, Kernel, available
from npuzzle.compiler.subset import ELEMENTS
from npuzzle.errors import KernelError
from tests.support.documents import FOLDER, Document

KERNELS = Document.at(FOLDER / "kernels.md")
COMPILED = [engine for engine in available() if engine not in PLAIN]

SOURCE = """
first: U8
second: U8

def more(a, b):
    return a + b

def at(i):
    return first[i]

def put(i, value):
    first[i] = value
    return 0

def shifted(a, b):
    return a << b
"""


def kernel(engine: str) -> Kernel:
    return Kernel(SOURCE, sizes={"first": 16, "second": 16}, engine=engine)


def test_the_engines_are_those_told_in_their_order() -> None:
    assert [row[0] for row in KERNELS.table_after("# Kernels")] == list(ENGINES)


def test_the_elements_are_as_documented() -> None:
    rows = {row[0]: row[1] for row in KERNELS.table_after("## The subset")}
    for name, element in ELEMENTS.items():
        told = rows[f"name: {name}"]
        assert f"{element.low:,} to {element.high:,}, {element.size} byte" in told


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("more", 2**31 - 1, 1), "kernel:6: 2147483648 is beyond 32 bits"),
        (("at", 16), "kernel:9: first"),
        (("at", -1), "kernel:9: first"),
        (("put", 0, 256), "kernel:12: first can hold 0 to 255"),
        (("shifted", 1, 32), "kernel:16: a shift by 32"),
    ],
)
def test_checked_refuses_with_its_line(call: tuple[str, ...], said: str) -> None:
    with pytest.raises(KernelError) as caught:
        kernel("checked").call(*call)  # type: ignore[arg-type]
    assert said in str(caught.value)


def test_plain_python_goes_on_or_refuses_as_documented() -> None:
    plain = kernel("python")
    assert plain.call("more", 2**31 - 1, 1) == 2**31
    plain.write("first", [7], start=15)
    assert plain.call("at", -1) == 7
    assert plain.call("shifted", 1, 32) == 2**32
    for call in (("at", 16), ("put", 0, 256), ("shifted", 1, -1)):
        with pytest.raises(KernelError):
            plain.call(*call)  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", COMPILED)
def test_compiled_kernels_do_as_documented(engine: str) -> None:
    compiled = kernel(engine)
    assert compiled.call("more", 2**31 - 1, 1) == -(2**31)
    compiled.write("second", [9])
    assert compiled.call("at", 16) == 9
    compiled.call("put", 3, 256 + 5)
    assert compiled.read("first", 3, 1)[0] == 5
    assert compiled.call("shifted", 1, 33) == 2
    with pytest.raises(KernelError):
        compiled.call("at", -1)


def test_an_engine_that_compiles_is_here_so_the_above_is_tested() -> None:
    assert COMPILED
