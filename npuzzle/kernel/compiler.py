"""From the subset of Python that `npuzzle.kernel` describes to WebAssembly, in one pass over the tree.

Every value is a 32-bit number on WebAssembly's stack. Arrays lie one after the other in its memory, at
addresses known when it is compiled. `a[i]` becomes one load, a constant a literal, `// 8` a shift.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from npuzzle.errors import shown
from npuzzle.kernel import wasm
from npuzzle.kernel.source import RESERVED, KernelSource
from npuzzle.kernel.subset import Element

ALIGN = 16  # bytes

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

# Python rounds down and WebAssembly towards zero: where the remainder and b differ in sign, correct it.
_REMAINDER = wasm.get(0) + wasm.get(1) + wasm.REM + wasm.tee(2)
_SIGNS_DIFFER = wasm.get(2) + wasm.get(1) + wasm.XOR + wasm.constant(0) + wasm.LT
_IS_OFF = wasm.get(2) + wasm.constant(0) + wasm.NE + _SIGNS_DIFFER + wasm.AND
FLOOR_DIVISION = wasm.function(
    1, _REMAINDER + wasm.DROP + wasm.get(0) + wasm.get(1) + wasm.DIV + _IS_OFF + wasm.SUB
)
MODULO = wasm.function(1, _REMAINDER + wasm.get(1) + wasm.constant(0) + _IS_OFF + wasm.SELECT + wasm.ADD)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each array begins, in bytes, and how many bytes all of them take."""

    offsets: dict[str, int]
    bytes: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.bytes // wasm.PAGE))


def laid_out(arrays: Mapping[str, Element], sizes: Mapping[str, int]) -> Layout:
    """One array after the other."""
    offsets, end = {}, 0
    for name, element in arrays.items():
        offsets[name] = end
        end += -(-sizes[name] * element.size // ALIGN) * ALIGN
    return Layout(offsets, end)


def compile_kernel(source: KernelSource, layout: Layout, constants: Mapping[str, int]) -> bytes:
    """The WebAssembly module of a kernel; `constants` are all of them. Raises KernelSyntaxError."""
    arities = {name: len(tree.args.args) for name, tree in source.functions.items()}
    module = _Module(source, layout, {**source.constants, **constants}, {})
    functions = [("", 2, FLOOR_DIVISION), ("", 2, MODULO)]
    for name, tree in source.functions.items():
        functions.append((name, arities[name], _Function(module, tree).body()))
        module.functions[name] = (len(functions) - 1, arities[name])
    return wasm.module(functions, layout.pages)


@dataclass(frozen=True, slots=True)
class _Module:
    source: KernelSource
    layout: Layout
    constants: Mapping[str, int]
    functions: dict[str, tuple[int, int]]  # those further up: index, arguments


@dataclass(slots=True)
class _Loop:
    """A loop under way: where `break` and `continue` lead, and what is assigned wherever it breaks."""

    leave: int
    again: int
    after: set[str] | None = None


class _Function:
    """Writes the code of one function.

    `assigned`: the local variables that have a value on every way to this point; None where no way
    leads. `depth`: blocks that are open.
    """

    def __init__(self, module: _Module, tree: ast.FunctionDef) -> None:
        self.module, self.source, self.tree = module, module.source, tree
        self.locals: dict[str, int] = {}
        self.arguments = len(tree.args.args)
        self.assigned: set[str] | None = set()
        self.code = bytearray()
        self.depth = 0
        self.loops: list[_Loop] = []
        self.memo: dict[ast.AST, int | None] = {}
        for argument in tree.args.args:
            self.local(argument, argument.arg)

    def body(self) -> bytes:
        statements = self.tree.body
        if ast.get_docstring(self.tree, clean=False) is not None:
            statements = statements[1:]
        self.block(statements)
        if self.assigned is not None:
            self.source.refuse(
                self.tree, f"{self.tree.name} may end without a number: end it with `return 0`"
            )
        return wasm.function(len(self.locals) - self.arguments, bytes(self.code) + wasm.UNREACHABLE)

    # Statements

    def block(self, statements: list[ast.stmt]) -> None:
        for node in statements:
            if self.assigned is None:
                self.source.refuse(node, "this line is never reached: delete it")
            method = getattr(self, f"_{type(node).__name__}", None)
            if method is None:
                self.source.refuse(node)
            method(node)

    def _Pass(self, node: ast.Pass) -> None: ...

    def _Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Call):
            self.source.refuse(node, "this line changes nothing: only a call stands on its own")
        self.value(node.value)
        self.code += wasm.DROP

    def _Assign(self, node: ast.Assign) -> None:
        if len(node.targets) != 1:
            self.source.refuse(node, "two targets of one assignment: write one a line")
        target = node.targets[0]
        self.value(node.value)  # before the index, as Python does
        if isinstance(target, ast.Name):
            self.code += wasm.set_(self.local(target, target.id))
        elif isinstance(target, ast.Subscript):
            value = self.hidden()
            self.code += wasm.set_(value)
            code, offset = self.address(target)
            self.code += wasm.get(value) + wasm.STORE[code] + wasm.unsigned(offset)
        else:
            self.source.refuse(target)

    def _AugAssign(self, node: ast.AugAssign) -> None:
        result = ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)
        if not isinstance(node.target, ast.Subscript):
            self._Assign(ast.copy_location(ast.Assign([node.target], result), node))
            return
        if any(isinstance(part, ast.Call) for part in ast.walk(node.target)):
            self.source.refuse(node, "a call in the index would be made twice: give it a name first")
        code, offset = self.address(node.target)  # before the value, as Python does
        self.value(result)
        self.code += wasm.STORE[code] + wasm.unsigned(offset)

    def _Return(self, node: ast.Return) -> None:
        if node.value is None:
            self.source.refuse(node, "a function returns a number: write `return 0`")
        self.value(node.value)
        self.code += wasm.RETURN
        self.assigned = None

    def _If(self, node: ast.If) -> None:
        self.condition(node.test)
        before = set(self.assigned or ())
        self.open(wasm.if_())
        self.block(node.body)
        after, self.assigned = self.assigned, before
        if node.orelse:
            self.code += wasm.ELSE
            self.block(node.orelse)
        self.close()
        self.assigned = _both(after, self.assigned)

    def _While(self, node: ast.While) -> None:
        if node.orelse:
            self.source.refuse(node, "a loop has no else: write an if after it")
        for_ever = isinstance(node.test, ast.Constant) and node.test.value is True
        before = set(self.assigned or ())
        self.open(wasm.block())
        self.open(wasm.loop())
        this = _Loop(leave=self.depth - 1, again=self.depth)
        if not for_ever:
            self.condition(node.test)
            self.code += wasm.EQZ
            self.to(this.leave, wasm.branch_if)
        self.inside(this, node.body)
        self.to(this.again)
        self.close()
        self.close()
        self.assigned = this.after if for_ever else before

    def _For(self, node: ast.For) -> None:
        if node.orelse:
            self.source.refuse(node, "a loop has no else: write an if after it")
        start, stop, step = self.range(node)
        if not isinstance(node.target, ast.Name):
            self.source.refuse(node.target, "a loop counts in a plain variable")
        before = set(self.assigned or ())
        counter, end = self.hidden(), self.hidden()
        self.value(start)
        self.code += wasm.set_(counter)
        self.value(stop)
        self.code += wasm.set_(end)
        self.open(wasm.block())
        self.open(wasm.loop())
        self.code += wasm.get(counter) + wasm.get(end) + (wasm.GE if step > 0 else wasm.LE)
        self.to(self.depth - 1, wasm.branch_if)
        self.code += wasm.get(counter) + wasm.set_(self.local(node.target, node.target.id))
        self.open(wasm.block())
        this = _Loop(leave=self.depth - 2, again=self.depth)
        self.inside(this, node.body)
        self.close()
        self.code += wasm.get(counter) + wasm.constant(step) + wasm.ADD + wasm.set_(counter)
        if abs(step) == 1:
            self.to(self.depth)
        else:  # again, unless that went past the last number of 32 bits
            self.code += wasm.get(counter) + wasm.get(counter) + wasm.constant(step) + wasm.SUB
            self.code += wasm.GT if step > 0 else wasm.LT
            self.to(self.depth, wasm.branch_if)
        self.close()
        self.close()
        self.assigned = before

    def _Break(self, node: ast.Break) -> None:
        this = self.loops[-1]
        this.after = _both(this.after, self.assigned)
        self.to(this.leave)
        self.assigned = None

    def _Continue(self, node: ast.Continue) -> None:
        self.to(self.loops[-1].again)
        self.assigned = None

    # Values

    def folded(self, node: ast.expr) -> int | None:
        """The value of an expression of constants, None if it is not one."""
        return self.source.folded(node, self.module.constants, self.memo)

    def value(self, node: ast.expr) -> None:
        """Code that leaves the value on the stack."""
        constant = self.folded(node)
        if constant is not None:
            self.code += wasm.constant(constant)
            return
        match node:
            case ast.Name():
                self.code += wasm.get(self.known(node))
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
                self.source.refuse(node, "~ of what is 1 or 0: write `1 - (...)`")
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
                self.source.refuse(node, "`and`, `or` stand in conditions only: write `1 if ... else 0`")
            case ast.Constant():
                self.source.refuse(
                    node, f"{shown(node.value)} is no number of 32 bits: kernels know no others"
                )
            case _:
                self.source.refuse(node)

    def condition(self, node: ast.expr) -> None:
        """Code that leaves 0 for false; the rest of `and` and `or` is not looked at where it need not be."""
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
        right = self.folded(node.right)
        if kind in (ast.LShift, ast.RShift) and right is not None and not 0 <= right <= 31:
            self.source.refuse(node, f"a shift by {right}: shift by 0..31")
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
            self.code += wasm.call(0 if kind is ast.FloorDiv else 1)
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
                f"{_unparse(node.func)} is no function further up: a kernel calls those only, no recursion",
            )
        index, arity = self.module.functions[node.func.id]
        if node.keywords or len(node.args) != arity:
            self.source.refuse(node, f"{node.func.id} takes {arity} plain arguments, got {len(node.args)}")
        for argument in node.args:
            self.value(argument)
        self.code += wasm.call(index)

    # Names and places

    def address(self, node: ast.Subscript) -> tuple[str, int]:
        """Code that leaves where an element lies within its array; how it is stored, where the array is."""
        name = _unparse(node.value)
        if name not in self.source.arrays:
            self.source.refuse(
                node, f"{name} is no array of this module; arrays are flat: work out one index"
            )
        index = self.folded(node.slice)
        if index is not None and index < 0:
            self.source.refuse(node, f"{name}[{index}]: an index counts from 0, never from the end")
        code = self.source.arrays[name].code
        self.value(node.slice)
        if wasm.SCALE[code]:
            self.code += wasm.constant(wasm.SCALE[code]) + wasm.SHL
        return code, self.module.layout.offsets[name]

    def local(self, node: ast.expr | ast.arg, name: str) -> int:
        """The variable of that name, which has a value from here on."""
        source = self.source
        taken = (self.module.constants, source.arrays, source.functions, RESERVED)
        if any(name in names for names in taken):
            source.refuse(node, f"{name} has a meaning already; choose another name for the variable")
        assert self.assigned is not None
        self.assigned.add(name)
        return self.locals.setdefault(name, len(self.locals))

    def known(self, node: ast.Name) -> int:
        if node.id in self.source.arrays:
            self.source.refuse(node, f"{node.id} is an array: take one element, {node.id}[i]")
        if self.assigned is None or node.id not in self.assigned:
            self.source.refuse(node, f"{node.id} may have no value here: assign it first, on every way")
        return self.locals[node.id]

    def hidden(self) -> int:
        return self.locals.setdefault(f" {len(self.locals)}", len(self.locals))

    def range(self, node: ast.For) -> tuple[ast.expr, ast.expr, int]:
        """The start, the end and the step of a loop."""
        match node.iter:
            case ast.Call(func=ast.Name(id="range"), args=[stop], keywords=[]):
                return ast.copy_location(ast.Constant(0), node), stop, 1
            case ast.Call(func=ast.Name(id="range"), args=[start, stop], keywords=[]):
                return start, stop, 1
            case ast.Call(func=ast.Name(id="range"), args=[start, stop, by], keywords=[]):
                step = self.folded(by)
            case _:
                self.source.refuse(node, "a for counts: write `for i in range(n):`")
        if not step:
            self.source.refuse(by, "the step of a range is a constant, not 0")
        return start, stop, step

    # Blocks

    def open(self, opening: bytes) -> None:
        self.code += opening
        self.depth += 1

    def close(self) -> None:
        self.code += wasm.END
        self.depth -= 1

    def to(self, depth: int, branch: Callable[[int], bytes] = wasm.branch) -> None:
        """A branch to the block that was opened as number `depth`."""
        self.code += branch(self.depth - depth)

    def inside(self, this: _Loop, statements: list[ast.stmt]) -> None:
        self.loops.append(this)
        self.block(statements)
        self.loops.pop()


def _unparse(node: ast.expr) -> str:
    """An expression as Python writes it; not one with a number of thousands of digits."""
    try:
        return ast.unparse(node)
    except ValueError:
        return "this"


def _both(one: set[str] | None, other: set[str] | None) -> set[str] | None:
    """What is assigned where two ways meet; None is a way that is not there."""
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _is_power_of_two(number: int) -> bool:
    return number > 0 and number & (number - 1) == 0
