"""Code outside the subset is rejected when it is read, with its line and with what to write instead."""

from __future__ import annotations

import re
import sys

import pytest

from npuzzle.compiler import Kernel, available
from npuzzle.compiler.source import read
from npuzzle.errors import KernelSyntaxError
from tests.support.kernel_engines import ENGINES
from tests.unit.compiler.common import refusal

HEAD = """
N = 4
M: Const
a: U8
b: I32
def g(x):
    return x + 1
def f(x, y):
"""


LINE = HEAD.count("\n") + 1  # the file's line in which the body of `f` begins

#: Lines of a function, the wrong line (counted from 0), and words of the message.
OUTSIDE = [
    # operators
    ("return x / y", 0, "write //"),
    ("return 4 / 2", 0, "write //"),
    ("x /= 2\nreturn x", 0, "write //"),
    ("return x ** 2", 0, "multiply, or shift"),
    ("return 2 ** 2", 0, "multiply, or shift"),
    ("x **= 2\nreturn x", 0, "multiply, or shift"),
    ("return x @ y", 0, "write loops"),
    ("return +x", 0, "leave the + out"),
    ("x = 1\nreturn ~(x < y)", 1, "write `1 - (...)`"),
    ("x = 1\nreturn ~(not x)", 1, "write `1 - (...)`"),
    ("return 1 if x < y < 3 else 0", 0, "write `a < b and b < c`"),
    ("return x == y == 1", 0, "write `a < b and b < c`"),
    ("return x is y", 0, "== != < <= > >="),
    ("return x is not y", 0, "== != < <= > >="),
    ("return x in y", 0, "== != < <= > >="),
    ("if x not in a:\n    return 1\nreturn 0", 0, "== != < <= > >="),
    ("return x and y", 0, "`1 if ... else 0`"),
    ("x = x or y\nreturn x", 0, "`1 if ... else 0`"),
    ("return (x and y) + 1", 0, "`1 if ... else 0`"),
    ("return g(x or y)", 0, "`1 if ... else 0`"),
    ("return (x or y) == 2", 0, "`1 if ... else 0`"),
    ("if x if y else (x and y):\n    return 1\nreturn 0", 0, "`1 if ... else 0`"),
    # shifts, divisions and constants that do not fit 32 bits
    ("return x << 32", 0, "a shift by 32: shift by 0 to 31"),
    ("return x >> -1", 0, "a shift by -1: shift by 0 to 31"),
    ("x <<= N * 8\nreturn x", 0, "a shift by 32: shift by 0 to 31"),
    ("return 1 << 32", 0, "a shift by 32: shift by 0 to 31"),
    ("return 1 << 31", 0, "2147483648 is beyond 32 bits"),
    ("return x // 0", 0, "a division by zero"),
    ("return x % (N - 4)", 0, "a division by zero"),
    ("x //= M - 3\nreturn x", 0, "a division by zero"),
    ("return 1 // 0", 0, "a division by zero"),
    ("return 2147483648", 0, "2147483648 is beyond 32 bits"),
    ("return -2147483649", 0, "beyond 32 bits: numbers go from -2,147,483,648 to 2,147,483,647"),
    ("return x - 2147483648", 0, "beyond 32 bits"),
    ("return ~2147483648", 0, "beyond 32 bits"),
    ("return -(-2147483648)", 0, "beyond 32 bits"),
    ("return 65536 * 65536", 0, "beyond 32 bits"),
    ("return -2147483648 // -1", 0, "beyond 32 bits"),
    # values that are not numbers
    ("return 1.0", 0, "1.0 is not a 32-bit whole number"),
    ("return x * 1e3", 0, "1000.0 is not a 32-bit whole number"),
    ("return 1j", 0, "1j is not a 32-bit whole number"),
    ("x = 'text'\nreturn 0", 0, "'text' is not a 32-bit whole number"),
    ("x = b'a'\nreturn 0", 0, "b'a' is not a 32-bit whole number"),
    ("return None", 0, "None is not a 32-bit whole number"),
    ("return True", 0, "True is not a 32-bit whole number"),
    ("x = False\nreturn x", 0, "False is not a 32-bit whole number"),
    ("if True:\n    return 1\nreturn 0", 0, "True is not a 32-bit whole number"),
    ("while True and x:\n    pass\nreturn 0", 0, "True is not a 32-bit whole number"),
    ("while not False:\n    return 1\nreturn 0", 0, "False is not a 32-bit whole number"),
    ("return ...", 0, "Ellipsis is not a 32-bit whole number"),
    ("return f'{x}'", 0, "whole numbers only"),
    ("x = [1, 2]\nreturn 0", 0, "declare an array"),
    ("x = {1: 2}\nreturn 0", 0, "declare an array"),
    ("x = {1, 2}\nreturn 0", 0, "declare an array"),
    ("x = 1, 2\nreturn 0", 0, "one value, or one assignment, at a time"),
    ("return x, y", 0, "one value, or one assignment, at a time"),
    ("x = [i for i in range(3)]\nreturn 0", 0, "write a loop"),
    ("x = {i for i in range(3)}\nreturn 0", 0, "write a loop"),
    ("x = {i: i for i in range(3)}\nreturn 0", 0, "write a loop"),
    ("return g(i for i in range(3))", 0, "write a loop"),
    ("return x.real", 0, "only the functions and arrays of their module"),
    ("x.real = 1\nreturn 0", 0, "only the functions and arrays of their module"),
    ("x.real += 1\nreturn 0", 0, "only the functions and arrays of their module"),
    ("x = lambda: 1\nreturn 0", 0, "write a function of the module"),
    # assignments
    ("x, y = y, x\nreturn x", 0, "one value, or one assignment, at a time"),
    ("x, y = g(x)\nreturn x", 0, "one value, or one assignment, at a time"),
    ("[x] = g(x)\nreturn x", 0, "List is outside"),
    ("*x, y = g(x)\nreturn x", 0, "Tuple is outside"),
    ("x = y = 1\nreturn x", 0, "write one per line"),
    ("x: int = 1\nreturn x", 0, "write it without a type"),
    ("z: int\nreturn x", 0, "write it without a type"),
    ("if (z := x):\n    return z\nreturn 0", 0, "on its own line"),
    ("N = 5\nreturn N", 0, "N has a meaning already; choose another name"),
    ("N += 1\nreturn N", 0, "N has a meaning already"),
    ("M = 5\nreturn M", 0, "M has a meaning already"),
    ("a = 5\nreturn 0", 0, "a has a meaning already"),
    ("g = 5\nreturn g", 0, "g has a meaning already"),
    ("f = 5\nreturn f", 0, "f has a meaning already"),
    ("for N in range(3):\n    pass\nreturn 0", 0, "N has a meaning already"),
    ("for a in range(3):\n    pass\nreturn 0", 0, "a has a meaning already"),
    ("range = 3\nreturn range", 0, "range has a meaning already"),
    ("for range in range(3):\n    pass\nreturn 0", 0, "range has a meaning already"),
    ("del x\nreturn y", 0, "leave it out"),
    ("global x\nx = 1\nreturn 0", 0, "parameter and global"),
    ("global z\nz = 1\nreturn 0", 0, "store lasting values in an array"),
    ("nonlocal z\nreturn 0", 0, "no binding for nonlocal"),
    # arrays
    ("return a", 0, "a is an array: take one element, a[i]"),
    ("a += 1\nreturn 0", 0, "a is an array: take one element, a[i]"),
    ("return x[0]", 0, "x is not an array of this module"),
    ("x[0] = 1\nreturn 0", 0, "x is not an array of this module"),
    ("return a[0][1]", 0, "arrays are flat: work out one index"),
    ("b[0][1] = 2\nreturn 0", 0, "arrays are flat: work out one index"),
    ("b[0][1] += 2\nreturn 0", 0, "arrays are flat: work out one index"),
    ("return a[0, 1]", 0, "one value"),
    ("return a[0:2]", 0, "write a loop"),
    ("a[0:2] = 5\nreturn 0", 0, "write a loop"),
    ("a[:] = b\nreturn 0", 0, "take one element"),
    ("return a[-1]", 0, "an index counts from 0"),
    ("b[-N] = 1\nreturn 0", 0, "an index counts from 0"),
    ("b[3 - N] += 1\nreturn 0", 0, "an index counts from 0"),
    ("b[g(x)] += 1\nreturn 0", 0, "assign it to a variable first"),
    ("b[a[g(x)] + 1] += 1\nreturn 0", 0, "assign it to a variable first"),
    ("return a[1.0]", 0, "1.0 is not a 32-bit whole number"),
    # names
    ("return z", 0, "z may have no value here: assign it first"),
    ("return __name__", 0, "__name__ may have no value here"),
    ("return g", 0, "g may have no value here"),
    ("z += 1\nreturn z", 0, "z may have no value here"),
    ("z = z + 1\nreturn z", 0, "z may have no value here"),
    ("if x:\n    z = 1\nreturn z", 2, "on every path"),
    ("if x:\n    z = 1\nelse:\n    y = 1\nreturn z", 4, "on every path"),
    ("if x:\n    y = 1\nelif y:\n    z = 1\nelse:\n    z = 2\nreturn z", 6, "on every path"),
    ("while x:\n    z = 1\n    x -= 1\nreturn z", 3, "on every path"),
    ("while z:\n    z = 1\nreturn 0", 0, "on every path"),
    ("for i in range(x):\n    z = i\nreturn z", 2, "on every path"),
    ("for i in range(x):\n    pass\nreturn i", 2, "i may have no value here"),
    ("for i in range(i):\n    pass\nreturn 0", 0, "i may have no value here"),
    ("while True:\n    if x:\n        break\n    z = 1\n    break\nreturn z", 5, "on every path"),
    (
        "while True:\n    if x:\n        z = 1\n        break\n    if y:\n        break\nreturn z",
        6,
        "on every path",
    ),
    (
        "for i in range(x):\n    if y:\n        z = 1\n        continue\n    x = z\nreturn 0",
        4,
        "on every path",
    ),
    ("while x:\n    x = z\n    z = 1\nreturn 0", 1, "on every path"),
    # calls
    ("return h(x)", 0, "h is not a function defined above"),
    (
        "return f(x, y)",
        0,
        "f is not a function defined above: a kernel can call only those, without recursion",
    ),
    ("return later(x)", 0, "later is not a function defined above"),
    ("return abs(x)", 0, "abs is not a function defined above"),
    ("print(x)\nreturn 0", 0, "print is not a function defined above"),
    ("return a(x)", 0, "a is not a function defined above"),
    ("return x(1)", 0, "x is not a function defined above"),
    ("return a.index(x)", 0, "a.index is not a function defined above"),
    ("return (lambda: 1)()", 0, "is not a function defined above"),
    ("return g(x)(y)", 0, "g(x) is not a function defined above"),
    ("return g()", 0, "g takes 1 plain arguments, got 0"),
    ("return g(x, y)", 0, "g takes 1 plain arguments, got 2"),
    ("return g(x=1)", 0, "g takes 1 plain arguments"),
    ("return g(1, x=1)", 0, "g takes 1 plain arguments"),
    ("return g(**x)", 0, "g takes 1 plain arguments"),
    ("return g(*x)", 0, "name each argument"),
    # the end of a function
    ("pass", -1, "f may end without a number: end it with `return 0`"),
    ("x = 1", -1, "f may end without a number"),
    ("'only words'", -1, "f may end without a number"),
    ("if x:\n    return 1", -1, "f may end without a number"),
    ("if x:\n    return 1\nelif y:\n    return 2", -1, "f may end without a number"),
    ("while x:\n    return 1", -1, "f may end without a number"),
    ("for i in range(x):\n    return 1", -1, "f may end without a number"),
    ("while True:\n    if x:\n        break", -1, "f may end without a number"),
    ("return", 0, "write `return 0`"),
    ("return 1\nx = 2", 1, "never reached: delete it"),
    ("return 1\nreturn 2", 1, "never reached"),
    ("while True:\n    x += 1\nreturn 2", 2, "never reached"),
    ("while x:\n    break\n    x = 1\nreturn 2", 2, "never reached"),
    ("for i in range(x):\n    continue\n    x = 1\nreturn 2", 2, "never reached"),
    ("if x:\n    return 1\nelse:\n    return 2\nreturn 3", 4, "never reached"),
    # loops
    ("for i in a:\n    pass\nreturn 0", 0, "write `for i in range(n):`"),
    ("for i in [1, 2]:\n    pass\nreturn 0", 0, "write `for i in range(n):`"),
    ("for i in x:\n    pass\nreturn 0", 0, "write `for i in range(n):`"),
    ("for i in enumerate(a):\n    pass\nreturn 0", 0, "write `for i in range(n):`"),
    ("for i in g(3):\n    pass\nreturn 0", 0, "write `for i in range(n):`"),
    ("for i in range():\n    pass\nreturn 0", 0, "write `for i in range(n):`"),
    ("for i in range(1, 2, 3, 4):\n    pass\nreturn 0", 0, "write `for i in range(n):`"),
    ("for i in range(stop=3):\n    pass\nreturn 0", 0, "write `for i in range(n):`"),
    ("for i in range(*a):\n    pass\nreturn 0", 0, "name each argument"),
    (
        "for i in range(0, 9, x):\n    pass\nreturn 0",
        0,
        "the step of a range must be a constant other than 0",
    ),
    (
        "for i in range(0, 9, N - 4):\n    pass\nreturn 0",
        0,
        "the step of a range must be a constant other than 0",
    ),
    (
        "for i in range(0, 9, True):\n    pass\nreturn 0",
        0,
        "the step of a range must be a constant other than 0",
    ),
    ("for i, j in range(3):\n    pass\nreturn 0", 0, "a plain variable"),
    ("for a[0] in range(3):\n    pass\nreturn 0", 0, "a plain variable"),
    ("for i in range(3):\n    pass\nelse:\n    x = 1\nreturn 0", 0, "write an if after it"),
    ("while x:\n    x = 0\nelse:\n    x = 1\nreturn 0", 0, "write an if after it"),
    ("x = range(3)\nreturn 0", 0, "range is not a function defined above"),
    # statements
    (
        "try:\n    pass\nexcept ValueError:\n    pass\nreturn 0",
        0,
        "return a number that names",
    ),
    (
        "try:\n    pass\nexcept* ValueError:\n    pass\nreturn 0",
        0,
        "return a number that names",
    ),
    ("raise ValueError", 0, "return a number that names"),
    ("assert x\nreturn 0", 0, "return a number that names"),
    ("with x:\n    pass\nreturn 0", 0, "kernels open nothing"),
    ("match x:\n    case 1:\n        pass\nreturn 0", 0, "write if and elif"),
    ("def h():\n    return 0\nreturn 0", 0, "at the top level of the module"),
    ("async def h():\n    return 0\nreturn 0", 0, "write a plain function"),
    ("class C:\n    pass\nreturn 0", 0, "functions over flat arrays"),
    ("import math\nreturn 0", 0, "at the top"),
    ("from math import pi\nreturn 0", 0, "at the top"),
    ("yield x", 0, "changes nothing"),
    ("x = yield\nreturn 0", 0, "continue from the arrays"),
    ("x + 1\nreturn 0", 0, "only a call can be a line by itself"),
    ("x\nreturn 0", 0, "only a call can be a line by itself"),
    ("x = 1\n'words'\nreturn 0", 1, "only a call can be a line by itself"),
    ("x = 1\n...\nreturn 0", 1, "only a call can be a line by itself"),
    # code that Python itself rejects, some of it only after parsing
    ("return (x", 0, "'(' was never closed"),
    ("break\nreturn 0", 0, "'break' outside loop"),
    ("if x:\n    continue\nreturn 0", 1, "'continue' not properly in loop"),
    ("return await x", 0, "'await' outside async function"),
    ("__debug__ = 1\nreturn 0", 0, "cannot assign to __debug__"),
]


@pytest.mark.slow
def test_what_is_outside_the_subset_is_refused_with_its_line_and_what_to_write() -> None:
    for lines, at, words in OUTSIDE:
        text = HEAD + "".join(f"    {line}\n" for line in lines.split("\n")) + "def later(x):\n    return x\n"
        said = refusal(text)
        assert said.startswith(f"kernel:{LINE + at}: "), said
        assert words in said


#: Modules, the wrong line, and words of the message.
MODULES = [
    ("import math", 1, "only names of npuzzle.compiler.subset can be imported"),
    ("from math import pi", 1, "only names of npuzzle.compiler.subset can be imported"),
    ("from .subset import U8", 1, "only names of npuzzle.compiler.subset can be imported"),
    ("A = 1\nA = 2", 2, "A has a meaning already; choose another name"),
    ("A = 1\nA: Const", 2, "A has a meaning already"),
    ("A: Const\nA: U8", 2, "A has a meaning already"),
    ("A: U8\ndef A(): return 0", 2, "A has a meaning already"),
    ("def A(): return 0\ndef A(): return 1", 2, "A has a meaning already"),
    ("def range(x): return 0", 1, "range has a meaning already"),
    ("range: U8", 1, "range has a meaning already"),
    ("range = 3", 1, "range has a meaning already"),
    ("def memory(): return 0", 1, "memory has a meaning already"),
    ("__builtins__: U8", 1, "__builtins__ has a meaning already"),
    ("A = B\nB = 1", 1, "use only whole numbers and constants from above"),
    ("A = A + 1", 1, "use only whole numbers and constants from above"),
    ("N: Const\nA = N + 1", 2, "use only whole numbers and constants from above"),
    ("A = 1.5", 1, "use only whole numbers and constants from above"),
    ("A = True", 1, "use only whole numbers and constants from above"),
    ("A = 'x'", 1, "use only whole numbers and constants from above"),
    ("A = [1]", 1, "use only whole numbers and constants from above"),
    ("A = 2 ** 3", 1, "use only whole numbers and constants from above"),
    ("A = 1 if 2 else 3", 1, "use only whole numbers and constants from above"),
    ("A = lambda: 1", 1, "use only whole numbers and constants from above"),
    ("A = 2147483648", 1, "beyond 32 bits"),
    ("A = 1 << 32", 1, "shift by 0 to 31"),
    ("A = 1 // 0", 1, "a division by zero"),
    ("A = B = 1", 1, "give one constant a name"),
    ("A, B = 1, 2", 1, "give one constant a name"),
    ("A = 1\nA += 1", 2, "give one constant a name, once"),
    ("A: int", 1, "declare it as `name: Const`, `name: U8`, `name: U16`, `name: I32`, without a value"),
    ("A: U8 = 3", 1, "without a value"),
    ("A: Const = 3", 1, "without a value"),
    ("A: 'U8'", 1, "declare it as"),
    ("A: list[int]", 1, "declare it as"),
    ("A.b: U8", 1, "declare it as"),
    ("\nA: int", 2, "declare it as"),
    ("\ndef f(x=1): return x", 2, "f takes plain arguments only, without defaults"),
    ("pass", 1, "Pass is outside the subset of kernels; see npuzzle.compiler"),
    ("print(1)", 1, "only functions hold statements"),
    ("if 1:\n    A = 1", 1, "only functions hold statements"),
    ("for A in range(3): pass", 1, "only functions hold statements"),
    ("while 0: pass", 1, "only functions hold statements"),
    ("class C: pass", 1, "functions over flat arrays"),
    ("async def f(): return 0", 1, "write a plain function"),
    ("del A", 1, "leave it out"),
    ("def f(x=1): return x", 1, "f takes plain arguments only, without defaults"),
    ("def f(*x): return 0", 1, "plain arguments only"),
    ("def f(**x): return 0", 1, "plain arguments only"),
    ("def f(*, x): return x", 1, "plain arguments only"),
    ("def f(*, x=1): return x", 1, "plain arguments only"),
    ("def f(x, /): return x", 1, "plain arguments only"),
    ("@f\ndef f(): return 0", 2, "f has a decorator; kernels have none"),
    ("A = 1\ndef f(A): return A", 2, "A has a meaning already; choose another name for the variable"),
    ("a: U8\ndef f(a): return 0", 2, "a has a meaning already"),
    ("def f(f): return 0", 1, "f has a meaning already"),
    ("def f(g): return 0\ndef g(): return 0", 1, "g has a meaning already"),
    ("def f(range): return 0", 1, "range has a meaning already"),
    ("def f(x, x): return x", 1, "duplicate argument 'x'"),
    ("return 0", 1, "'return' outside function"),
    ("A = 1\n  B = 2", 2, "unexpected indent"),
    ("A = \0", 1, "null bytes"),
    ("A = '\ud800'", 1, "Python cannot read it: 'utf-8' codec can't encode"),
    ("from __future__ import braces", 1, "not a chance"),
]


@pytest.mark.parametrize(("text", "line", "words"), MODULES)
def test_a_module_of_anything_else_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    said = refusal(text)
    assert said.startswith(f"kernel:{line}: "), said
    assert words in said


@ENGINES
def test_every_engine_refuses_what_is_outside_the_subset(engine: str) -> None:
    """This includes the engines that run the source unchanged."""
    assert refusal("def f(x):\n    return x / 2\n", engine).startswith("kernel:2: Div is outside the subset")
    assert refusal("a: U8\ndef f(x):\n    return a\n", engine).startswith("kernel:3: a is an array")


def test_a_module_is_named_by_its_file() -> None:
    with pytest.raises(KernelSyntaxError, match=r"^test_refusals\.py:5: Import is outside"):
        Kernel(sys.modules[__name__], {})


def test_a_constant_that_makes_no_sense_in_an_instance_is_refused_there() -> None:
    text = "N: Const\ndef f(x):\n    return x // N << N + 1\n"
    assert Kernel(text, {}, {"N": 3}).call("f", 7) == 32
    for number, words in ((0, "a division by zero"), (31, "a shift by 32"), (-3, "a shift by -2")):
        with pytest.raises(KernelSyntaxError, match=f"kernel:3: {words}"):
            Kernel(text, {}, {"N": number})


#: Whole hostile modules, and words of the message.
HOSTILE = [
    ("N = " + "1 + " * 300 + "1", "nested too deeply"),
    ("def f(x):\n    return " + "x + " * 300 + "x", "f is nested too deeply: give parts of it names"),
    ("def f(x):\n    return " + "(" * 500 + "x" + ")" * 500, "too many nested parentheses"),
    ("def f(x):\n    return " + "9" * 10_000, "a number of thousands of digits is beyond 32 bits"),
    ("def f(x):\n    return 0x" + "f" * 10_000 + "[x]", "this is not an array of this module"),
    ("def f(x):\n    return 0x" + "f" * 10_000 + "(x)", "this is not a function defined above"),
    ("N = " + "9" * 10_000, "a number of thousands of digits is beyond 32 bits"),
    ("def f(x):\n    return 0x" + "f" * 10_000, "a number of more than 40 digits is beyond 32 bits"),
    ("def f(x):\n    return '" + "q" * 40_000 + "'", "is not a 32-bit whole number"),
    ("def f(x):\n    return " + "q" * 40_000, "may have no value here"),
    ("def f(x):\n    return g." + "q" * 40_000, "Attribute is outside the subset"),
    ("q" * 40_000 + ": U8", "a name can have at most 100 characters, got 40,000"),
    (f"def f({', '.join(f'x{n}' for n in range(2_000))}):\n    return 0", "f has more than 100 arguments"),
    ("#" * 200_000, "a kernel can have at most 50,000 characters, got 200,000"),
    ("from npuzzle.compiler.subset import nothing", "only names of npuzzle.compiler.subset can be imported"),
    ("from npuzzle.compiler.subset import U8 as f", "only names of npuzzle.compiler.subset can be imported"),
    ("from .npuzzle.compiler.subset import U8", "only names of npuzzle.compiler.subset can be imported"),
    ("from __future__ import division", "only names of npuzzle.compiler.subset can be imported"),
    ("\udcff", "Python cannot read it"),
    ("\0", "null bytes"),
]


@pytest.mark.parametrize(("text", "says"), HOSTILE, ids=[says for _, says in HOSTILE])
def test_a_hostile_module_is_refused_in_few_words(text: str, says: str) -> None:
    with pytest.raises(KernelSyntaxError, match=re.escape(says)) as caught:
        Kernel(text, {})
    assert len(str(caught.value)) < 800


def test_a_kernel_may_import_the_words_it_declares_its_memory_with() -> None:
    text = "from npuzzle.compiler.subset import I32, U8, U16, Const\nN: Const\ndef f(): return N"
    assert Kernel(text, {}, {"N": 7}, engine="python").call("f") == 7


def test_a_source_goes_by_its_file_s_name() -> None:
    assert [read("", name).name for name in ("pattern_build.py", "kernel")] == ["pattern_build", "kernel"]


@pytest.mark.parametrize("engine", available())
def test_what_python_would_warn_of_is_not_told_on_the_way(engine: str) -> None:
    """In these tests, a warning would be an error."""
    kernel = Kernel("def f(x):\n    return 1if x else 2", {}, engine=engine)
    assert (kernel.call("f", 7), kernel.call("f", 0)) == (1, 2)
