"""Compile the expressions of a kernel to WebAssembly.

Every value is a 32-bit number on the stack of WebAssembly. `a[i]` is compiled to one load, a constant
expression to one literal, and `// 8` to a shift.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from npuzzle.compiler import wasm
from npuzzle.compiler.source import RESERVED, KernelSource
from npuzzle.errors import quote

OPERATORS: dict[type[ast.operator], bytes] = {
    ast.Add: wasm.ADD,
    ast.Sub: wasm.SUB,
    ast.Mult: wasm.MUL,
    ast.BitAnd: wasm.AND,
    ast.BitOr: wasm.OR,
    ast.BitXor: wasm.XOR,
    ast.LShift: wasm.SHL,
    ast.RShift: wasm.SHR,
}
COMPARISONS: dict[type[ast.cmpop], bytes] = {
    ast.Eq: wasm.EQ,
    ast.NotEq: wasm.NE,
    ast.Lt: wasm.LT,
    ast.LtE: wasm.LE,
    ast.Gt: wasm.GT,
    ast.GtE: wasm.GE,
}

FLOOR_DIVISION, MODULO = 0, 1  # the first two functions of every module


@dataclass(frozen=True, slots=True)
class Layout:
    """The offset of each array in memory, and the size of all arrays together, both in bytes."""

    offsets: dict[str, int]
    bytes: int

    @property
    def pages(self) -> int:
        """How many pages of WebAssembly memory the arrays need, at least 1."""
        return max(1, -(-self.bytes // wasm.PAGE))


@dataclass(frozen=True, slots=True)
class Module:
    """The data that the functions of one kernel share."""

    source: KernelSource
    layout: Layout
    constants: Mapping[str, int]
    functions: dict[str, tuple[int, int]]  # of functions compiled so far: index, number of arguments
    short: set[str]  # the functions that are inlined


class Expressions:
    """A compiler for the expressions of one function, with the code so far.

    `assigned`: the local variables that have a value on every path to this point (None: no path leads here).
    `depth`: the number of open blocks.
    """

    def __init__(self, module: Module) -> None:
        self.module, self.source = module, module.source
        self.locals: dict[str, int] = {}
        self.scope = ""  # in an inlined call: the function's name, a prefix of its variables
        self.assigned: set[str] | None = set()
        self.code = bytearray()
        self.depth = 0
        self.memo: dict[ast.AST, int | None] = {}

    def fold(self, node: ast.expr) -> int | None:
        """Return the value of a constant expression, or None if it is not constant."""
        return self.source.fold(node, self.module.constants, self.memo)

    def value(self, node: ast.expr) -> None:
        """Write code that leaves the value on the stack."""
        constant = self.fold(node)
        if constant is not None:
            self.code += wasm.constant(constant)
            return
        match node:
            case ast.Name():
                self.code += wasm.get(self.variable(node))
            case ast.Subscript():
                code, offset = self.address(node)
                self.code += wasm.LOAD[code] + wasm.unsigned(offset)
            case ast.BinOp():
                self.operation(node)
            case ast.UnaryOp(op=ast.USub()):
                self.code += wasm.constant(0)
                self.value(node.operand)
                self.code += wasm.SUB
            case ast.UnaryOp(op=ast.Invert(), operand=ast.Compare() | ast.UnaryOp(op=ast.Not())):
                self.source.refuse(node, "~ of a value that is 1 or 0: write `1 - (...)`")
            case ast.UnaryOp(op=ast.Invert()):
                self.value(node.operand)
                self.code += wasm.constant(-1) + wasm.XOR
            case ast.UnaryOp(op=ast.Not()):
                self.condition(node.operand)
                self.code += wasm.EQZ
            case ast.Compare():
                self.comparison(node)
            case ast.IfExp():
                self.condition(node.test)
                self.open(wasm.if_(wasm.I32))
                self.value(node.body)
                self.code += wasm.ELSE
                self.value(node.orelse)
                self.close()
            case ast.Call():
                self.call(node)
            case ast.BoolOp():
                self.source.refuse(
                    node, "`and` and `or` are allowed in conditions only: write `1 if ... else 0`"
                )
            case ast.Constant():
                self.source.refuse(
                    node, f"{quote(node.value)} is not a 32-bit whole number; kernels have no other constants"
                )
            case _:
                self.source.refuse(node)

    def condition(self, node: ast.expr) -> None:
        """Write code that leaves 0 on the stack for false. `and` and `or` stop once the result is known."""
        if not isinstance(node, ast.BoolOp):
            self.value(node)
            return
        every = isinstance(node.op, ast.And)
        for part in node.values[:-1]:
            self.condition(part)
            self.open(wasm.if_(wasm.I32))
            if not every:
                self.code += wasm.constant(1) + wasm.ELSE
        self.condition(node.values[-1])
        for _ in node.values[:-1]:
            if every:
                self.code += wasm.ELSE + wasm.constant(0)
            self.close()

    def operation(self, node: ast.BinOp) -> None:
        kind = type(node.op)
        right = self.fold(node.right)
        if kind in (ast.LShift, ast.RShift) and right is not None and not 0 <= right <= 31:
            self.source.refuse(node, f"a shift by {right}: shift by 0 to 31")
        if kind in (ast.FloorDiv, ast.Mod) and right == 0:
            self.source.refuse(node, "a division by zero")
        self.value(node.left)
        if kind in (ast.Mult, ast.FloorDiv, ast.Mod) and right is not None and _is_power_of_two(right):
            if kind is ast.Mod:
                self.code += wasm.constant(right - 1) + wasm.AND
            elif right > 1:
                shift = wasm.SHL if kind is ast.Mult else wasm.SHR
                self.code += wasm.constant(right.bit_length() - 1) + shift
            return
        self.value(node.right)
        if kind in (ast.FloorDiv, ast.Mod):
            self.code += wasm.call(FLOOR_DIVISION if kind is ast.FloorDiv else MODULO)
        elif kind in OPERATORS:
            self.code += OPERATORS[kind]
        else:
            self.source.refuse(node, of=kind)

    def comparison(self, node: ast.Compare) -> None:
        if len(node.ops) != 1:
            self.source.refuse(node, "two comparisons in one: write `a < b and b < c`")
        kind = type(node.ops[0])
        if kind not in COMPARISONS:
            self.source.refuse(node, "compare numbers with == != < <= > >=")
        self.value(node.left)
        self.value(node.comparators[0])
        self.code += COMPARISONS[kind]

    def call(self, node: ast.Call) -> None:
        if not isinstance(node.func, ast.Name) or node.func.id not in self.module.functions:
            self.source.refuse(
                node,
                f"{_unparse(node.func)} is not a function defined above: a kernel can call only those, "
                "without recursion",
            )
        index, arity = self.module.functions[node.func.id]
        if node.keywords or len(node.args) != arity:
            self.source.refuse(node, f"{node.func.id} takes {arity} plain arguments, got {len(node.args)}")
        for argument in node.args:
            self.value(argument)
        if node.func.id in self.module.short:
            self.inline(self.source.functions[node.func.id])
        else:
            self.code += wasm.call(index)

    def inline(self, tree: ast.FunctionDef) -> None:
        """Inline a function at a call. Its arguments are on the stack."""
        raise NotImplementedError

    # Names and places

    def address(self, node: ast.Subscript) -> tuple[str, int]:
        """Write code for an element's byte offset in its array. Return the array's type code and offset."""
        name = _unparse(node.value)
        if name not in self.source.arrays:
            self.source.refuse(
                node, f"{name} is not an array of this module; arrays are flat: work out one index"
            )
        index = self.fold(node.slice)
        if index is not None and index < 0:
            self.source.refuse(node, f"{name}[{index}]: an index counts from 0, never from the end")
        code = self.source.arrays[name].code
        self.value(node.slice)
        if wasm.SCALE[code]:
            self.code += wasm.constant(wasm.SCALE[code]) + wasm.SHL
        return code, self.module.layout.offsets[name]

    def local(self, node: ast.expr | ast.arg, name: str) -> int:
        """Return the number of a local variable, and note that it has a value from here on."""
        source = self.source
        taken = (self.module.constants, source.arrays, source.functions, RESERVED)
        if any(name in names for names in taken):
            source.refuse(node, f"{name} has a meaning already; choose another name for the variable")
        assert self.assigned is not None
        self.assigned.add(name)
        return self.locals.setdefault(self.scope + name, len(self.locals))

    def variable(self, node: ast.Name) -> int:
        if node.id in self.source.arrays:
            self.source.refuse(node, f"{node.id} is an array: take one element, {node.id}[i]")
        if self.assigned is None or node.id not in self.assigned:
            self.source.refuse(node, f"{node.id} may have no value here: assign it first, on every path")
        return self.locals[self.scope + node.id]

    def new_local(self) -> int:
        return self.locals.setdefault(f" {len(self.locals)}", len(self.locals))

    def open(self, opening: bytes) -> None:
        self.code += opening
        self.depth += 1

    def close(self) -> None:
        self.code += wasm.END
        self.depth -= 1


def _unparse(node: ast.expr) -> str:
    """Write an expression as Python source, or `this` if a number in it has thousands of digits."""
    try:
        return ast.unparse(node)
    except ValueError:
        return "this"


def _is_power_of_two(number: int) -> bool:
    return number > 0 and number & (number - 1) == 0
