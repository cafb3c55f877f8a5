"""Kernels: hot loops written once, in a small subset of Python, that run at the speed of C.

A kernel is a module of plain functions over whole numbers and flat arrays. It runs unchanged under any
Python. At run time the same source can also be compiled to a WebAssembly module, in about a millisecond, for
the browser or for `wasmtime`. The results of a kernel do not depend on that choice.

**A kernel module** holds, in this order, after its docstring and `from npuzzle.compiler.subset import ...`:

    NAME = 24              a constant, made of whole numbers and constants above
    NAME: Const            a constant that each instance of the kernel is given
    name: U8               an array of 0 to 255; each instance chooses how many elements it has
    name: U16              of 0 to 65,535
    name: I32              of 32-bit numbers with a sign
    def name(a, b): ...    a function: whole numbers in, one whole number out

**Statements**: `x = e`, `a[i] = e`, `x += e` (and the other operators), `if`/`elif`/`else`, `while`,
`for x in range(...)` (with a constant step), `break`, `continue`, `pass`, `return e`, and a call.
**Expressions**: numbers, names, `a[i]`, `+ - * // % << >> & | ^ ~`, unary `-`, one comparison (1 or 0),
`not`, `x if c else y`, and calls of functions above; `and` and `or` in conditions only.

**Meaning**: the same as in Python, for numbers of 32 bits. `//` rounds down, `%` has the sign of its divisor,
`>>` keeps the sign. Local variables must be assigned before they are read, and every path through a function
must end in `return`. A name has one meaning in the whole module. `range` and `memory` are not allowed as
names. Every engine rejects anything else. There is no recursion. A search keeps its memory in arrays, so that
a function can return after a given number of nodes and continue at the next call.

**Forbidden**: a result beyond 32 bits, an index outside 0 to len - 1, an element that its array cannot hold,
a shift by a number outside 0 to 31, a division by zero. The `checked` engine raises an error for each of
these, with file and line. The compiled engines stop only at a division by zero or an access outside their
memory. So the tests run every kernel, and a few hundred random ones, under `checked`.

**Advice**: row r and column c of a table with n columns is `a[r * n + c]`. Lists of neighbours end in a mark,
such as `NOWHERE = 255`, so a loop over them needs no count. Tables computed in Python are written once with
`write`. Return codes are named constants, which Python reads from the module. A set of up to 31 things is one
number.
"""

from npuzzle.compiler.kernel import ENGINES, PLAIN, Kernel, available, engine_named, why_not_compiled

__all__ = ["ENGINES", "PLAIN", "Kernel", "available", "engine_named", "why_not_compiled"]
