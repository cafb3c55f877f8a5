"""The engine `checked`, for tests: it runs a kernel as plain Python and checks every operation. Slow."""

from __future__ import annotations

import ast
from collections.abc import MutableSequence
from copy import deepcopy
from typing import Any

from npuzzle.compiler.source import FOLDABLE, HIGHEST, LOWEST, KernelSource
from npuzzle.errors import KernelError


def define_checked(source: KernelSource, namespace: dict[str, Any]) -> None:
    """Define the functions of a kernel, with checks, in `namespace`, which has its arrays and constants."""
    checks = _Checks(source, namespace)
    namespace.update({" load": checks.load, " store": checks.store, " number": checks.number})
    for kind in FOLDABLE:
        namespace[f" {kind.__name__}"] = checks.operation(kind)
    tree = ast.Module([_Checking().visit(deepcopy(tree)) for tree in source.functions.values()], [])
    exec(compile(ast.fix_missing_locations(tree), source.file, "exec"), namespace)


class _Checking(ast.NodeTransformer):
    """A transformer that turns each operation into a call of the check for it, with the line.

    The names of the checks begin with a space, so that no name in a kernel can be the same.
    """

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        return self._call(node, f" {type(node.op).__name__}", left, right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        node.operand = self.visit(node.operand)
        if isinstance(node.operand, ast.Constant) or not isinstance(node.op, ast.USub):
            return node
        return self._call(node, " number", node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        assert isinstance(node.value, ast.Name)
        return self._call(node, " load", ast.Constant(node.value.id), self.visit(node.slice))

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        target = node.targets[0]
        if isinstance(target, ast.Subscript):
            return self._store(target, value=self.visit(node.value), index=self.visit(target.slice))
        node.value = self.visit(node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        operation = f" {type(node.op).__name__}"
        if isinstance(node.target, ast.Name):
            old: ast.expr = ast.Name(node.target.id, ast.Load())
            value = self._call(node, operation, old, self.visit(node.value))
            return ast.copy_location(ast.Assign([node.target], value), node)
        assert isinstance(node.target, ast.Subscript)
        assert isinstance(node.target.value, ast.Name)
        index = self.visit(node.target.slice)
        old = self._call(node.target, " load", ast.Constant(node.target.value.id), index)
        value = self._call(node, operation, old, self.visit(node.value))
        return self._store(node.target, index=index, value=value)

    def _store(self, target: ast.Subscript, **parts: ast.expr) -> ast.stmt:
        """Return a call of the check. Python evaluates `parts`, index and value, in the order given."""
        assert isinstance(target.value, ast.Name)
        call = self._call(target, " store", ast.Constant(target.value.id))
        call.keywords = [ast.keyword(name, part) for name, part in parts.items()]
        return ast.copy_location(ast.Expr(call), target)

    def _call(self, node: ast.expr | ast.stmt, check: str, *arguments: ast.expr) -> ast.Call:
        line = ast.Constant(node.lineno)
        return ast.copy_location(ast.Call(ast.Name(check, ast.Load()), [line, *arguments], []), node)


class _Checks:
    """The checks of all operations. If a check fails, it raises KernelError with file and line."""

    def __init__(self, source: KernelSource, namespace: dict[str, Any]) -> None:
        self._source, self._namespace = source, namespace

    def _refuse(self, line: int, what: str) -> None:
        raise KernelError(f"{self._source.file}:{line}: {what}")

    def number(self, line: int, value: int) -> int:
        if not LOWEST <= value <= HIGHEST:
            self._refuse(line, f"{value} is beyond 32 bits")
        return value

    def operation(self, kind: type[ast.operator]) -> Any:
        """Return the operation with checks: results of 32 bits, shifts by 0 to 31, no divisors of 0."""
        compute, shifts, divides = (
            FOLDABLE[kind],
            kind in (ast.LShift, ast.RShift),
            kind in (ast.FloorDiv, ast.Mod),
        )

        def checked_operation(line: int, left: int, right: int) -> int:
            if shifts and not 0 <= right <= 31:
                self._refuse(line, f"a shift by {right}: shift by 0 to 31")
            if divides and right == 0:
                self._refuse(line, "a division by zero")
            return self.number(line, compute(left, right))

        return checked_operation

    def _element(self, line: int, name: str, index: int) -> MutableSequence[int]:
        array: MutableSequence[int] = self._namespace[name]
        if not 0 <= index < len(array):
            self._refuse(line, f"{name}[{index}] is outside the array, which has {len(array):,} elements")
        return array

    def load(self, line: int, name: str, index: int) -> int:
        return self._element(line, name, index)[index]

    def store(self, line: int, name: str, index: int, value: int) -> None:
        element = self._source.arrays[name]
        if not element.low <= value <= element.high:
            self._refuse(line, f"{name} can hold {element.low:,} to {element.high:,}, got {value}")
        self._element(line, name, index)[index] = value
