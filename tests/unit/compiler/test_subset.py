"""The subset: on every engine, its code means what it means in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from npuzzle.compiler import Kernel, available
from npuzzle.compiler.compiler import compile_kernel, lay_out
from npuzzle.compiler.source import HIGHEST, LOWEST, read
from npuzzle.errors import KernelError
from tests.support.kernel_engines import ENGINES
from tests.support.quick import mostly_slow

EDGES = (LOWEST, LOWEST + 1, -65_536, -9, -8, -7, -3, -2, -1, 0, 1, 2, 3, 7, 8, 9, 31, 65_535, HIGHEST)
NUMBERS = st.sampled_from(EDGES) | st.integers(LOWEST, HIGHEST) | st.integers(-40, 40)


def plain(text: str, name: str, **globals_: Any) -> Callable[..., int]:
    """Run the text as plain Python, with lists as arrays. Return the function of this name."""
    exec(compile("from __future__ import annotations\n" + text, "plain", "exec"), globals_)
    function: Callable[..., int] = globals_[name]
    return function


def function(arguments: str, *lines: str) -> str:
    return "\n    ".join([f"def f({arguments}):", *lines]) + "\n"


def expression(text: str) -> str:
    return function("x, y, z", f"return {text}")


def check(engine: str, text: str, runs: Sequence[Sequence[int]], **arrays: Sequence[int]) -> None:
    """Check that, run after run, `f` returns the same and leaves the same in its arrays as in Python."""
    lists = {name: list(values) for name, values in arrays.items()}
    kernel = Kernel(text, {name: len(values) for name, values in arrays.items()}, engine=engine)
    for name, values in arrays.items():
        kernel.write(name, values)
    expected = plain(text, "f", **lists)
    for arguments in runs:
        assert kernel.call("f", *arguments) == expected(*arguments), arguments
        assert {name: list(kernel.read(name)) for name in arrays} == lists, arguments


# Expressions

#: Constant divisors and factors; powers of two become shifts.
CONSTANTS = (1, 2, 3, 4, 7, 8, 10, 64, 65_536, 1 << 30, HIGHEST, -1, -2, -3, -8, LOWEST)
EXPRESSIONS = [
    *(f"x {op} y" for op in ("+", "-", "*", "//", "%", "<<", ">>", "&", "|", "^")),
    *(f"x {op} {number}" for op in ("*", "//", "%") for number in CONSTANTS),
    *(f"{number} {op} x" for op in ("-", "*", "//", "%") for number in (0, 1, 8, 10, -1, -8, LOWEST)),
    *("x * 0", "0 * x", "x + 0", "x & 0", "x | -1"),
    *(f"x {op} {shift}" for op in ("<<", ">>") for shift in (0, 1, 5, 30, 31)),
    *(f"{number} {op} x" for op in ("<<", ">>") for number in (1, 3, -1, LOWEST)),
    *(f"x {op} y" for op in ("==", "!=", "<", "<=", ">", ">=")),
    *(
        "x",
        "-x",
        "~x",
        "not x",
        "- -x",
        "~-x",
        "-~x",
        "not not x",
        "-(x // 2)",
        "-2147483648",
        "--2147483647",
    ),
    "x + y * z - (x - y) * z",
    "x - y - z",
    "x - (y - z)",
    "x // y // 2",
    "x % y % 8",
    "x & y | z ^ x & ~y",
    "x >> y % 32 & 255",
    "(x < y) + (y < z) + (x == z)",
    "(x < y) == (y < z)",
    "x if y else z",
    "x if y < z else y if z < x else z",
    "(x if y else z) + (y if not z else x)",
    "1 if x and y else 0",
    "1 if x or y else 0",
    "1 if not (x and y) else 0",
    "not (x or y)",
    "x if x and y and z else -1",
    "x if x or y or z else -1",
    "x if x and (y or z) else y if x or y and z else z",
    "x if (x or y) and (y or z) and not (x and z) else y",
    "x if x % 2 == 0 and y % 3 or z < 0 else z",
]


@pytest.mark.parametrize("text", mostly_slow(EXPRESSIONS, lambda text: text in EXPRESSIONS[::4]))
def test_an_expression_is_worth_what_it_is_in_python(text: str) -> None:
    """This holds on every engine, for all extreme numbers for which `checked` finds no error."""
    source = expression(text)
    runs = {engine: Kernel(source, {}, engine=engine).call for engine in available()}
    truth, judged = plain(source, "f"), 0
    for x, y in product(EDGES, EDGES if "y" in text else [5]):
        for z in {x, y, 0, -9} if "z" in text else [5]:
            try:
                expected = runs["checked"]("f", x, y, z)
            except KernelError:
                continue
            judged += 1
            assert {run("f", x, y, z) for run in runs.values()} == {expected} == {truth(x, y, z)}, (x, y, z)
    assert judged >= 1


@given(x=NUMBERS, y=NUMBERS, shift=st.integers(0, 31))
def test_division_rounds_down_and_shifts_keep_the_sign(x: int, y: int, shift: int) -> None:
    assume(y != 0 and (x, y) != (LOWEST, -1))
    for name in available():
        run = ARITHMETIC[name].call
        assert (run("quotient", x, y), run("remainder", x, y)) == divmod(x, y)
        assert run("shifted", x, shift) == x >> shift
        assert (run("eighth", x), run("of_eight", x)) == divmod(x, 8)
        assert (run("tenth", x), run("of_ten", x)) == divmod(x, 10)


ARITHMETIC = {
    name: Kernel(
        """
def quotient(x, y): return x // y
def remainder(x, y): return x % y
def shifted(x, y): return x >> y
def eighth(x): return x // 8
def of_eight(x): return x % 8
def tenth(x): return x // 10
def of_ten(x): return x % 10
""",
        {},
        engine=name,
    )
    for name in available()
}


@ENGINES
@pytest.mark.parametrize("op", ["+", "-", "*", "//", "%", "<<", ">>", "&", "|", "^"])
def test_every_operator_also_updates(engine: str, op: str) -> None:
    runs = [(x, y) for x in (-100, -7, 0, 5, 64, 1000) for y in (1, 2, 3, 8)]
    check(engine, function("x, y", f"x {op}= y", "return x"), runs)
    check(engine, function("x, y", f"x {op}= 8", "return x"), runs)
    text = "a: I32\n" + function("x, y", "a[2] = x", f"a[y - y // 8 * 6] {op}= y", "return a[2]")
    check(engine, text, runs, a=[500, 77, -3, 4, 9, 6])


@ENGINES
def test_constants_are_built_from_constants_and_given_ones_may_differ(engine: str) -> None:
    text = """
A = 24
B = -A * 2 + 1 // 3
C = ~B << 3
N: Const
def f(x): return (A + B) * N + x // N + C % N
"""
    for number in (1, 2, 7, 8, -4, -5):
        kernel = Kernel(text, {}, {"N": number}, engine=engine)
        for x in (-9, 0, 8, 1000):
            assert kernel.call("f", x) == (24 - 48) * number + x // number + (~-48 << 3) % number


@ENGINES
def test_what_need_not_be_looked_at_is_not(engine: str) -> None:
    text = """
seen: I32
def look(way, answer):
    seen[way] += 1
    return answer
def f(x, y, z):
    result = 0
    if look(0, x) and look(1, y) or look(2, z):
        result = 1
    if look(3, x) or look(4, y) and look(5, z):
        result += 2
    if not (look(6, x) and look(7, y) and look(8, z)):
        result += 4
    while look(9, x) and look(10, y):
        x = 0
    return result * 8 + (look(11, 3) if look(12, z) else look(13, 5))
"""
    runs = [(x, y, z) for x in (0, 1, -2) for y in (0, 1, 4) for z in (0, 1)]
    check(engine, text, runs, seen=[0] * 14)


# The order of evaluation


@ENGINES
@pytest.mark.parametrize(
    "line",
    [
        "a[n[0]] = bump()",
        "a[bump()] = n[0]",
        "a[bump()] = bump() * 10",
        "a[n[0]] += bump()",
        "n[0] += bump()",
        "n[0] = n[0] + bump() * n[0]",
        "a[n[0]] = a[bump()] + a[n[0]] + bump()",
        "a[1] = bump() - bump() * bump()",
        "a[2] = minus(bump(), bump())",
        "a[3] = bump() < bump()",
        "a[4] = n[0] if bump() == 1 else bump()",
        "a[a[bump()]] = a[bump()] + a[a[bump()]]",
        "for i in range(bump(), bump() + bump()): a[i] = bump() if i < 4 else i",
    ],
)
def test_calls_with_effects_are_made_in_the_order_of_python(engine: str, line: str) -> None:
    text = f"""
n: I32
a: I32
def bump():
    n[0] += 1
    a[n[0] + 8] = n[0] * 7
    return n[0]
def minus(x, y):
    return x * 100 - y
def f(x):
    n[0] = x
    {line}
    return n[0]
"""
    check(engine, text, [(0,), (1,)], n=[0], a=[0, 2, 4, 6, 1, 3, 5, 7, *range(16)])


# Statements


@ENGINES
@pytest.mark.parametrize(
    "head",
    [
        "range(n)",
        "range(n, 9)",
        "range(m, n)",
        "range(m, n, 1)",
        "range(n, m, -1)",
        "range(m, n, 3)",
        "range(n, m, -4)",
        "range(n - m, m * 2, 2)",
        "range(2147483640, 2147483647 - m * m, 4)",
        "range(2147483644, 2147483647, 2)",
        "range(-2147483645, -2147483648, -2)",
        "range(-2147483640, -2147483648 + n * n, -5)",
        "range(2147483647 - 3, 2147483647)",
        "range(-2147483646, -2147483648, -1)",
        "range(n, m, -2147483648)",
        "range(n, m, 2147483647)",
    ],
)
def test_for_counts_as_range_does(engine: str, head: str) -> None:
    text = "a: I32\n" + function(
        "m, n",
        "i = 99",
        "k = 0",
        f"for i in {head}:",
        "    a[k] = i",
        "    k += 1",
        "return k * 100 + i % 100",
    )
    runs = [(m, n) for m in (-3, 0, 1, 4) for n in (-4, -3, 0, 1, 2, 5)]
    check(engine, text, runs, a=[0] * 20)


@ENGINES
def test_a_loop_counts_on_whatever_becomes_of_its_variable_and_its_bounds(engine: str) -> None:
    text = """
bound: I32
def f(n):
    bound[0] = n
    total = 0
    for i in range(bound[0]):
        total = total * 10 + i
        bound[0] = 1
        i = i * 100
        n = n - 1
        total += i
    for n in range(n, n + 3):
        total += n
        n = 70
    return total + n
"""
    check(engine, text, [(0,), (1,), (5,)], bound=[0])


@ENGINES
def test_functions_call_those_above_with_numbers_of_their_own(engine: str) -> None:
    text = '''
from __future__ import annotations
from npuzzle.compiler.subset import I32

log: I32

def none() -> int:
    """A docstring is no code."""
    return 7

def one(x: int) -> int:
    x += none()
    return x

def many(a, b, c, d, e):
    log[0] = log[0] * 3 + a
    x = one(e)
    return a + b * 10 + c * 100 + d * 1000 + x * 10000

def f(x):
    none()
    many(x, 1, 2, 3, 4)
    a = one(one(x)) + many(one(x), x, many(0, 0, 1, 0, 0), -1, x)
    return a - x
'''
    kernel = Kernel(text, {"log": 1}, engine=engine)
    expected = plain(text, "f", log=(log := [0]))
    for x in (-2, 0, 9):
        assert kernel.call("f", x) == expected(x)
        assert list(kernel.read("log")) == log
    assert (kernel.call("none"), kernel.call("one", -7), kernel.call("many", 1, 2, 3, 4, -7)) == (7, 0, 4321)


@ENGINES
def test_a_kernel_may_use_any_names_but_reserved_ones(engine: str) -> None:
    """Names of builtins and of the compiler's methods and checks are allowed, and so are all letters."""
    text = """
größe: U8
_load: I32
def _store(_Add, local): return _Add - local
def _number(len): return -len
def value(print, value_):
    größe[0] = 200
    _load[0] = print
    _load[0] += 1
    return größe[0] + _load[0] - value_
def zählen(int): return int + 1
def f(self):
    _Sub = -self
    for _Mult in range(3): _Sub = _Sub - _Mult
    return _store(_Sub, 5) + _number(2) + value(8, 9) + zählen(-1)
"""
    kernel = Kernel(text, {"größe": 1, "_load": 1}, engine=engine)
    assert kernel.call("f", 4) == (-4 - 3 - 5) - 2 + 200 + 9 - 9
    assert kernel.call("zählen", 4) == 5


@ENGINES
def test_long_functions_work(engine: str) -> None:
    """Locals, functions, code and the depth of blocks all exceed one byte."""
    variables = [f"v{i} = x + {i} * {i}" for i in range(200)]
    blocks = ["    " * i + f"if x > {i}:" for i in range(40)] + ["    " * 40 + "x = 0"]
    text = "".join(f"def g{i}(x): return x + {i}\n" for i in range(150))
    text += function("x", *variables, *blocks, "return g149(v199 - v130 + g7(x))")
    check(engine, text, [(-5,), (3,), (50,)])


# Arrays


@ENGINES
@pytest.mark.parametrize(
    ("kind", "low", "high"), [("U8", 0, 255), ("U16", 0, 65_535), ("I32", LOWEST, HIGHEST)]
)
def test_an_element_keeps_what_was_put_there_and_touches_no_other(
    engine: str, kind: str, low: int, high: int
) -> None:
    text = f"""
before: U8
a: {kind}
after: I32
def put(i, x):
    a[i] = x
    return a[i]
def get(i): return a[i]
"""
    kernel = Kernel(text, {"before": 3, "a": 21, "after": 2}, engine=engine)
    kernel.write("before", [255] * 3)
    kernel.write("after", [-1] * 2)
    expected = [0] * 21
    for i in (0, 20, 10, 1, 19):
        for x in (low, high, low + 1, high - 1, high // 2 + i):
            expected[i] = x
            assert kernel.call("put", i, x) == x
            assert [kernel.call("get", j) for j in range(21)] == expected
    assert list(kernel.read("a")) == expected
    assert list(kernel.read("before")) == [255] * 3
    assert list(kernel.read("after")) == [-1] * 2


# Calls

NESTED = """
def first(n, step):
    for i in range(0, 60, 3):
        if i % step == n % step:
            return i
        if i > 40:
            break
    i = n
    return 0 - i
def twice(n, step):
    i = first(n, step) * 100 + first(first(n + 1, step), step + 1)
    for n in range(3):
        i += first(n, 7)
    return i if i > 5 else first(i, 3)
def f(x, y):
    i = 5
    while i > 0 and twice(i + x, y) < 2000:
        i -= 1
        if first(i, y) == 9:
            continue
        i -= 1
    return i + twice(first(x, y), y) * 10
"""


@ENGINES
def test_a_short_function_means_the_same_in_the_place_of_its_call(engine: str) -> None:
    """The functions contain loops, returns inside them, and variables with the caller's names."""
    check(engine, NESTED, [(x, y) for x in range(-4, 9) for y in range(1, 9)])


def test_functions_that_call_each_other_twice_do_not_grow_without_end() -> None:
    lines = ["def f0(x):\n    return x + 1\n"]
    lines += [f"def f{i + 1}(x):\n    return f{i}(f{i}(x) & 7)\n" for i in range(60)]
    kernel = Kernel("".join(lines), {})
    assert len(compile_kernel(read("".join(lines), "f"), lay_out({}, {}), {})) < 20_000
    assert kernel.call("f14", 3) == plain("".join(lines), "f14")(3)
