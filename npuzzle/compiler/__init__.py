"""Kernels: hot loops written once, in a small subset of Python, that run at the speed of C.

A kernel is a module of plain functions that compute with whole numbers and flat arrays. It runs unchanged
under any Python. At run time the same source can also be compiled to a WebAssembly module, in about a
millisecond, for the browser or for `wasmtime`. The results are the same in every case.

**A kernel module** has, after its docstring and `from npuzzle.compiler.subset import ...`, in this order:

    NAME = 24              a constant, computed from whole numbers and earlier constants
    NAME: Const            a constant whose value each instance of the kernel receives
    name: U8               an array of numbers from 0 to 255; each instance chooses how many elements
    name: U16              an array of numbers from 0 to 65,535
    name: I32              an array of 32-bit numbers with a sign
    def name(a, b): ...    a function: whole numbers in, one whole number out

**Statements**: `x = e`, `a[i] = e`, `x += e` (and the other operators), `if`/`elif`/`else`, `while`,
`for x in range(...)` (with a constant step), `break`, `continue`, `pass`, `return e`, and a call.
**Expressions**: numbers, names, `a[i]`, `+ - * // % << >> & | ^ ~`, unary `-`, one comparison (1 or 0),
`not`, `x if c else y`, and calls of earlier functions; `and` and `or` only in conditions.

**Meaning**: the same as in Python, for numbers of 32 bits. `//` rounds down, `%` has the sign of the divisor,
`>>` keeps the sign. Local variables must be assigned before they are read, and every path through a function
must end in `return`. A name has one meaning in the whole module. `range` and `memory` are not allowed as
names. Every engine rejects a module that breaks these rules. Recursion is impossible. A search stores its
state in arrays, so that a function can return after a given number of nodes and continue at the next call.

**Forbidden**: a result beyond 32 bits, an index outside 0 to len - 1, an element too large for its array, a
shift by a number outside 0 to 31, a division by zero. For each of these errors, the engine `checked` raises
an error with file and line. Compiled engines stop only at a division by zero or an access outside their
memory. So the tests run every kernel, and a few hundred random kernels, under `checked`.

**Advice**: For row r and column c of a table with n columns, write `a[r * n + c]`. End lists of neighbours
with a mark, such as `NOWHERE = 255`, so that a loop over them needs no count. Compute tables in Python, and
write them once with `write`. Make return codes named constants, which Python reads from the module. Store a
set of up to 31 things as the bits of one number.
"""

from npuzzle.compiler.kernel import ENGINES, PLAIN, Kernel, available, engine_named, why_not_compiled

__all__ = ["ENGINES", "PLAIN", "Kernel", "available", "engine_named", "why_not_compiled"]
