"""Operations that no kernel may perform are rejected at run time; `checked` names the line."""

from __future__ import annotations

import pytest

from npuzzle.compiler import Kernel, available
from npuzzle.compiler.source import HIGHEST, LOWEST
from npuzzle.errors import KernelError, NPuzzleError
from tests.support.kernel_engines import ENGINES

#: The last line of `f`, its arguments, the words of the error.
BROKEN = [
    ("return x + y", (HIGHEST, 1), "2147483648 is beyond 32 bits"),
    ("return x - y", (LOWEST, 1), "-2147483649 is beyond 32 bits"),
    ("return x * y", (65_536, 32_768), "2147483648 is beyond 32 bits"),
    ("return -x", (LOWEST, 0), "2147483648 is beyond 32 bits"),
    ("return -(x + y) * 0", (LOWEST, 0), "2147483648 is beyond 32 bits"),
    ("return x // y", (LOWEST, -1), "2147483648 is beyond 32 bits"),
    ("return x << y", (1, 31), "2147483648 is beyond 32 bits"),
    ("x += y; return 0", (HIGHEST, 1), "2147483648 is beyond 32 bits"),
    ("b[0] = x; b[0] *= y; return 0", (HIGHEST, 2), "4294967294 is beyond 32 bits"),
    ("return x << y", (0, 32), "a shift by 32: shift by 0 to 31"),
    ("return x << y", (0, -1), "a shift by -1: shift by 0 to 31"),
    ("return x >> y", (0, 32), "a shift by 32: shift by 0 to 31"),
    ("x >>= y; return 0", (5, -1), "a shift by -1: shift by 0 to 31"),
    ("return x // y", (7, 0), "a division by zero"),
    ("return x % y", (7, 0), "a division by zero"),
    ("x %= y; return x", (7, 0), "a division by zero"),
    ("return a[x]", (8, 0), "a[8] is outside the array, which has 8 elements"),
    ("return a[x]", (-1, 0), "a[-1] is outside the array"),
    ("return b[a[x] - 1]", (0, 0), "b[-1] is outside the array"),
    ("a[x] = 1; return 0", (8, 0), "a[8] is outside the array"),
    ("a[x] = 1; return 0", (-8, 0), "a[-8] is outside the array"),
    ("b[x] += y; return 0", (8, 0), "b[8] is outside the array"),
    ("b[b[x]] += y; return 0", (-2, 0), "b[-2] is outside the array"),
    ("a[x] = y; return 0", (0, 256), "a can hold 0 to 255, got 256"),
    ("a[x] = y; return 0", (0, -1), "a can hold 0 to 255, got -1"),
    ("a[x] -= y; return 0", (0, 1), "a can hold 0 to 255, got -1"),
    ("c[x] = y; return 0", (0, 65_536), "c can hold 0 to 65,535, got 65536"),
    ("if x and a[y]: return 1\n    return 0", (1, 8), "a[8] is outside the array"),
    ("while a[x]: pass\n    return 0", (8, 0), "a[8] is outside the array"),
    ("for i in range(a[x]): pass\n    return 0", (8, 0), "a[8] is outside the array"),
    ("return 5 if a[x] else 0", (8, 0), "a[8] is outside the array"),
    ("return not a[x]", (8, 0), "a[8] is outside the array"),
    ("return h(a[x])", (8, 0), "a[8] is outside the array"),
]

RUNNING = "a: U8\nb: I32\nc: U16\ndef h(x): return x\ndef f(x, y):\n    x += 0\n    "


@pytest.mark.parametrize(("line", "arguments", "words"), BROKEN)
def test_checked_refuses_what_no_kernel_may_do_with_its_line(
    line: str, arguments: tuple[int, int], words: str
) -> None:
    kernel = Kernel(RUNNING + line + "\n", {"a": 8, "b": 8, "c": 8}, engine="checked")
    with pytest.raises(KernelError) as caught:
        kernel.call("f", *arguments)
    assert str(caught.value).startswith("kernel:7: ")
    assert words in str(caught.value)
    assert not any(kernel.read("a"))


@ENGINES
@pytest.mark.parametrize("op", ["//", "%"])
@pytest.mark.parametrize(
    "form", ["return x {} y", "x {}= y; return x", "return 8 {} y", "b[0] {}= y; return 0"]
)
def test_every_engine_refuses_to_divide_by_zero_and_can_go_on(engine: str, op: str, form: str) -> None:
    kernel = Kernel(RUNNING + form.format(op) + "\n", {"a": 8, "b": 8, "c": 8}, engine=engine)
    for x in (0, 7, LOWEST):
        with pytest.raises(KernelError) as caught:
            kernel.call("f", x, 0)
        assert isinstance(caught.value, NPuzzleError)
        assert isinstance(caught.value, ArithmeticError)
    assert kernel.call("f", 8, 8) in (0, 1)


@ENGINES
def test_far_outside_its_memory_every_engine_breaks_off(engine: str) -> None:
    kernel = Kernel("a: I32\ndef f(i):\n    return a[i]\n", {"a": 4}, engine=engine)
    for index in (500_000, -500_000):
        with pytest.raises(KernelError):
            kernel.call("f", index)


def test_what_checked_makes_of_a_source_leaves_it_as_it_is_for_other_engines() -> None:
    text = "b: I32\ndef f(x):\n    b[x] += -x\n    return b[x] // 1\n"
    order = (*available(), *available()[::-1])
    assert {Kernel(text, {"b": 8}, engine=engine).call("f", 3) for engine in order} == {-3}
    overflow = Kernel(text, {"b": 8}, engine="checked")
    overflow.write("b", [LOWEST], 3)
    with pytest.raises(KernelError, match="kernel:3: -2147483651 is beyond 32 bits"):
        overflow.call("f", 3)
