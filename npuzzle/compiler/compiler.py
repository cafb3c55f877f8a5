"""Compile the subset of Python that `npuzzle.compiler` describes to WebAssembly, in one pass over the tree.

This module compiles modules, functions and statements; `expressions` compiles values. Arrays are stored one
after the other, at addresses that are known at compile time.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from npuzzle.compiler import wasm
from npuzzle.compiler.expressions import Expressions, Layout, Module
from npuzzle.compiler.source import KernelSource
from npuzzle.compiler.subset import Element

ALIGN = 16  # bytes
SHORT = 400  # bytes; functions up to this size are inlined at each call, because engines do not inline

# Python rounds down, WebAssembly towards zero. If the remainder and b differ in sign, correct the result.
_REMAINDER = wasm.get(0) + wasm.get(1) + wasm.REM + wasm.tee(2)
_SIGNS_DIFFER = wasm.get(2) + wasm.get(1) + wasm.XOR + wasm.constant(0) + wasm.LT
_IS_OFF = wasm.get(2) + wasm.constant(0) + wasm.NE + _SIGNS_DIFFER + wasm.AND
_FLOOR_DIVISION = wasm.function(
    1, _REMAINDER + wasm.DROP + wasm.get(0) + wasm.get(1) + wasm.DIV + _IS_OFF + wasm.SUB
)
_MODULO = wasm.function(1, _REMAINDER + wasm.get(1) + wasm.constant(0) + _IS_OFF + wasm.SELECT + wasm.ADD)


def lay_out(arrays: Mapping[str, Element], sizes: Mapping[str, int]) -> Layout:
    """Place one array after the other, each at a multiple of ALIGN bytes."""
    offsets, end = {}, 0
    for name, element in arrays.items():
        offsets[name] = end
        end += -(-sizes[name] * element.size // ALIGN) * ALIGN
    return Layout(offsets, end)


def compile_kernel(source: KernelSource, layout: Layout, constants: Mapping[str, int]) -> bytes:
    """Compile a kernel. `constants`: the values of the instance's constants. Raises KernelSyntaxError."""
    arities = {name: len(tree.args.args) for name, tree in source.functions.items()}
    module = Module(source, layout, {**source.constants, **constants}, {}, set())
    functions = [("", 2, _FLOOR_DIVISION), ("", 2, _MODULO)]  # their numbers are in `expressions`
    for name, tree in source.functions.items():
        body = _Function(module, tree).body()
        functions.append((name, arities[name], body))
        if len(body) <= SHORT:
            module.short.add(name)
        module.functions[name] = (len(functions) - 1, arities[name])
    return wasm.module(functions, layout.pages)


@dataclass(slots=True)
class _Loop:
    """An open loop: the targets of `break` and `continue`, and the variables assigned at every break."""

    leave: int
    again: int
    after: set[str] | None = None


class _Function(Expressions):
    """A compiler for one function: for its statements and the values in them."""

    def __init__(self, module: Module, tree: ast.FunctionDef) -> None:
        super().__init__(module)
        self.tree = tree
        self.arguments = len(tree.args.args)
        self.loops: list[_Loop] = []
        self.exit: int | None = None  # in an inlined call: the block to leave at `return`
        for argument in tree.args.args:
            self.local(argument, argument.arg)

    def body(self) -> bytes:
        """Compile the whole function. Raises KernelSyntaxError."""
        self.block(_statements(self.tree))
        if self.assigned is not None:
            self.source.refuse(
                self.tree, f"{self.tree.name} may end without a number: end it with `return 0`"
            )
        return wasm.function(len(self.locals) - self.arguments, bytes(self.code) + wasm.UNREACHABLE)

    def inline(self, tree: ast.FunctionDef) -> None:
        outside = self.scope, self.assigned, self.loops, self.exit
        self.scope, self.assigned, self.loops = f"{tree.name} ", set(), []
        for argument in reversed(tree.args.args):
            self.code += wasm.set_(self.local(argument, argument.arg))
        self.open(wasm.block(wasm.I32))
        self.exit = self.depth
        self.block(_statements(tree))
        self.code += wasm.UNREACHABLE
        self.close()
        self.scope, self.assigned, self.loops, self.exit = outside

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
            self.source.refuse(node, "this line changes nothing: only a call can be a line by itself")
        self.value(node.value)
        self.code += wasm.DROP

    def _Assign(self, node: ast.Assign) -> None:
        if len(node.targets) != 1:
            self.source.refuse(node, "two targets of one assignment: write one per line")
        target = node.targets[0]
        self.value(node.value)  # evaluated before the index, as in Python
        if isinstance(target, ast.Name):
            self.code += wasm.set_(self.local(target, target.id))
        elif isinstance(target, ast.Subscript):
            value = self.new_local()
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
            self.source.refuse(node, "a call in the index would run twice: assign it to a variable first")
        code, offset = self.address(node.target)  # evaluated before the value, as in Python
        self.value(result)
        self.code += wasm.STORE[code] + wasm.unsigned(offset)

    def _Return(self, node: ast.Return) -> None:
        if node.value is None:
            self.source.refuse(node, "a function returns a number: write `return 0`")
        self.value(node.value)
        if self.exit is None:
            self.code += wasm.RETURN
        else:
            self.branch(self.exit)
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
        self.assigned = _meet(after, self.assigned)

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
            self.branch(this.leave, wasm.branch_if)
        self.loop_body(this, node.body)
        self.branch(this.again)
        self.close()
        self.close()
        self.assigned = this.after if for_ever else before

    def _For(self, node: ast.For) -> None:
        if node.orelse:
            self.source.refuse(node, "a loop has no else: write an if after it")
        start, stop, step = self.range(node)
        if not isinstance(node.target, ast.Name):
            self.source.refuse(node.target, "a loop must count in a plain variable")
        before = set(self.assigned or ())
        counter, end = self.new_local(), self.new_local()
        self.value(start)
        self.code += wasm.set_(counter)
        self.value(stop)
        self.code += wasm.set_(end)
        self.open(wasm.block())
        self.open(wasm.loop())
        self.code += wasm.get(counter) + wasm.get(end) + (wasm.GE if step > 0 else wasm.LE)
        self.branch(self.depth - 1, wasm.branch_if)
        self.code += wasm.get(counter) + wasm.set_(self.local(node.target, node.target.id))
        self.open(wasm.block())
        this = _Loop(leave=self.depth - 2, again=self.depth)
        self.loop_body(this, node.body)
        self.close()
        self.code += wasm.get(counter) + wasm.constant(step) + wasm.ADD + wasm.set_(counter)
        if abs(step) == 1:
            self.branch(self.depth)
        else:  # repeat, unless the addition wrapped around beyond 32 bits
            self.code += wasm.get(counter) + wasm.get(counter) + wasm.constant(step) + wasm.SUB
            self.code += wasm.GT if step > 0 else wasm.LT
            self.branch(self.depth, wasm.branch_if)
        self.close()
        self.close()
        self.assigned = before

    def _Break(self, node: ast.Break) -> None:
        this = self.loops[-1]
        this.after = _meet(this.after, self.assigned)
        self.branch(this.leave)
        self.assigned = None

    def _Continue(self, node: ast.Continue) -> None:
        self.branch(self.loops[-1].again)
        self.assigned = None

    def range(self, node: ast.For) -> tuple[ast.expr, ast.expr, int]:
        """Return the start, the end and the step of a `for`."""
        match node.iter:
            case ast.Call(func=ast.Name(id="range"), args=[stop], keywords=[]):
                return ast.copy_location(ast.Constant(0), node), stop, 1
            case ast.Call(func=ast.Name(id="range"), args=[start, stop], keywords=[]):
                return start, stop, 1
            case ast.Call(func=ast.Name(id="range"), args=[start, stop, by], keywords=[]):
                step = self.fold(by)
            case _:
                self.source.refuse(node, "a for loop must count: write `for i in range(n):`")
        if not step:
            self.source.refuse(by, "the step of a range must be a constant other than 0")
        return start, stop, step

    def branch(self, depth: int, branch: Callable[[int], bytes] = wasm.branch) -> None:
        """Write a branch to the block with number `depth`, counted from the outermost."""
        self.code += branch(self.depth - depth)

    def loop_body(self, this: _Loop, statements: list[ast.stmt]) -> None:
        self.loops.append(this)
        self.block(statements)
        self.loops.pop()


def _statements(tree: ast.FunctionDef) -> list[ast.stmt]:
    """Return the statements of a function, without its docstring."""
    return tree.body[ast.get_docstring(tree, clean=False) is not None :]


def _meet(one: set[str] | None, other: set[str] | None) -> set[str] | None:
    """Return the variables that are assigned on both paths. None stands for a path that does not exist."""
    if one is None or other is None:
        return other if one is None else one
    return one & other
