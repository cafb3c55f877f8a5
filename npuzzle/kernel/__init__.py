"""Kernels: hot loops written once, in a small subset of Python, and run at the speed of C.

A kernel is a module of plain functions over whole numbers and flat arrays. It runs as it stands
under any Python; the same source also becomes a WebAssembly module, at run time, in about a
millisecond, for the browser or for `wasmtime`. What a kernel computes does not depend on that choice.

**A kernel module** holds, in this order, after its docstring and `from npuzzle.kernel.subset import ...`:

    NAME = 24              a constant, built from whole numbers and constants above
    NAME: Const            a constant that each instance of the kernel is given
    name: U8               an array of 0..255; each instance says how many elements it has
    name: U16              of 0..65,535
    name: I32              of 32-bit numbers with a sign
    def name(a, b): ...    a function: whole numbers in, one whole number out

**Statements**: `x = e`, `a[i] = e`, `x += e` (and the other operators), `if`/`elif`/`else`, `while`,
`for x in range(...)` (with a constant step), `break`, `continue`, `pass`, `return e`, a call on its own.
**Expressions**: numbers, names, `a[i]`, `+ - * // % << >> & | ^ ~`, unary `-`, one comparison (1 or 0),
`not`, `x if c else y`, calls of functions further up; `and`, `or` in conditions.

**What it means**: what it means in Python, for numbers of 32 bits. `//` rounds down and `%` has the sign
of its divisor, `>>` keeps the sign. Local variables are assigned before they are read, and every way
through a function ends in `return`. A name has one meaning in the whole module, and none is `range` or
`memory`. Every engine refuses whatever is outside this. There is no recursion; what a search must
remember lies in arrays, so that a function can return after so many nodes and be called again to go on.

**What no kernel may do**: a result beyond 32 bits, an index that is not 0..len - 1, an element that its
array cannot hold, a shift by other than 0..31, a division by zero. The `checked` engine refuses each,
with file and line. The fast engines refuse a division by zero and do not look for the rest: so the
tests run every kernel checked, and a few hundred random ones.
"""

from npuzzle.kernel.engines import ENGINES, PLAIN, Kernel, available, engine_named, why_not_compiled

__all__ = ["ENGINES", "PLAIN", "Kernel", "available", "engine_named", "why_not_compiled"]
