"""Reads a kernel module: its constants, its arrays, its functions; refuses anything else by line."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from npuzzle.errors import KernelSyntaxError
from npuzzle.kernel.subset import ELEMENTS, Element

LOWEST, HIGHEST = -(2**31), 2**31 - 1

#: Names that mean something to Python, or to engines, wherever a kernel runs.
RESERVED = {"range", "memory", "__builtins__"}

FOLDED: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}

#: What people write out of habit, and what to write instead.
INSTEAD = {
    "Div": "write // for a whole number",
    "Pow": "multiply, or shift with <<",
    "MatMult": "write loops over flat arrays",
    "List": "declare an array of the module, such as `name: I32`",
    "ListComp": "write a loop that fills an array of the module",
    "SetComp": "write a loop that fills an array of the module",
    "DictComp": "write a loop that fills an array of the module",
    "GeneratorExp": "write a loop",
    "Dict": "declare an array of the module, such as `name: I32`",
    "Set": "declare an array of the module, such as `name: I32`",
    "Tuple": "write one value, or one assignment, at a time",
    "Attribute": "kernels know functions and arrays of their own module only",
    "JoinedStr": "kernels know whole numbers only",
    "Lambda": "write a function of the module",
    "AsyncFunctionDef": "write a plain function",
    "FunctionDef": "write the function at the top of the module",
    "With": "kernels open nothing",
    "Try": "return a number that says what went wrong",
    "TryStar": "return a number that says what went wrong",
    "Raise": "return a number that says what went wrong",
    "Assert": "return a number that says what went wrong",
    "Global": "keep what must last in an array",
    "Nonlocal": "keep what must last in an array",
    "Delete": "leave it out: a variable lasts as long as its function runs",
    "Match": "write if and elif",
    "UnaryOp": "leave the + out",
    "Import": "only names of npuzzle.kernel.subset can be imported, at the top",
    "ImportFrom": "only names of npuzzle.kernel.subset can be imported, at the top",
    "NamedExpr": "write the assignment on a line of its own",
    "AnnAssign": "write it without a type",
    "Yield": "return, and go on from the arrays when called again",
    "Slice": "write a loop",
    "Starred": "name each argument",
    "ClassDef": "write functions over flat arrays",
    **dict.fromkeys(["Assign", "AugAssign"], "give one constant a name, once, on a line of its own"),
    **dict.fromkeys(["Expr", "If", "For", "While"], "only functions hold statements"),
}


@dataclass(frozen=True, slots=True)
class KernelSource:
    """One kernel module, read. `given`: the constants each instance must be given."""

    file: str
    constants: dict[str, int]
    given: tuple[str, ...]
    arrays: dict[str, Element]
    functions: dict[str, ast.FunctionDef]

    @property
    def name(self) -> str:
        return self.file.removesuffix(".py")

    def refuse(self, node: ast.AST, what: str = "", *, of: type[ast.AST] | None = None) -> NoReturn:
        """Raises KernelSyntaxError for this piece of the source, or for the operator `of` it."""
        kind = (of or type(node)).__name__
        what = what or f"{kind} is outside the subset of kernels; " + INSTEAD.get(kind, "see npuzzle.kernel")
        raise KernelSyntaxError(f"{self.file}:{getattr(node, 'lineno', 1)}: {what}")

    def folded(self, node: ast.AST, known: Mapping[str, int]) -> int | None:
        """The value of an expression of constants, None if it is not one. Refuses one beyond 32 bits."""
        value: int | None = None
        if isinstance(node, ast.Constant) and type(node.value) is int:
            value = node.value
        elif isinstance(node, ast.Name):
            value = known.get(node.id)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert)):
            inner = self._unchecked(node.operand, known)
            if inner is not None:
                value = -inner if isinstance(node.op, ast.USub) else ~inner
        elif isinstance(node, ast.BinOp) and type(node.op) in FOLDED:
            left, right = self.folded(node.left, known), self.folded(node.right, known)
            if left is not None and right is not None:
                if isinstance(node.op, (ast.LShift, ast.RShift)) and not 0 <= right <= 31:
                    self.refuse(node, f"a shift by {right}: shift by 0..31")
                if isinstance(node.op, (ast.FloorDiv, ast.Mod)) and right == 0:
                    self.refuse(node, "a division by zero")
                value = FOLDED[type(node.op)](left, right)
        if value is not None and not LOWEST <= value <= HIGHEST:
            self.refuse(node, f"{value} is beyond 32 bits: a number is {LOWEST:,}..{HIGHEST:,}")
        return value

    def _unchecked(self, node: ast.AST, known: Mapping[str, int]) -> int | None:
        """As `folded`, but 2**31 may stand behind a minus."""
        if isinstance(node, ast.Constant) and node.value == HIGHEST + 1 and type(node.value) is int:
            return HIGHEST + 1
        return self.folded(node, known)


def read(text: str, file: str) -> KernelSource:
    """The parts of a kernel module. Raises KernelSyntaxError, also for what is no Python at all."""
    try:
        tree = ast.parse(text, file)
        compile(tree, file, "exec")  # finds a `break` outside loops, two arguments of one name, ...
    except SyntaxError as error:
        raise KernelSyntaxError(f"{file}:{error.lineno or 1}: {error.msg}") from None
    except (RecursionError, MemoryError, ValueError) as error:  # nested too deeply; characters that are none
        raise KernelSyntaxError(f"{file}:1: Python cannot read it: {error}") from None
    constants: dict[str, int] = {}
    given: list[str] = []
    arrays: dict[str, Element] = {}
    functions: dict[str, ast.FunctionDef] = {}
    source = KernelSource(file, constants, (), arrays, functions)

    def new(node: ast.AST, name: str) -> str:
        if name in {*constants, *given, *arrays, *functions, *RESERVED}:
            source.refuse(node, f"{name} has a meaning already; choose another name")
        return name

    for node in tree.body:
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                pass
            case ast.ImportFrom(module="__future__" | "npuzzle.kernel.subset"):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]):
                value = source.folded(node.value, constants)
                if value is None:
                    source.refuse(node, f"{name} is no constant: write whole numbers and constants above it")
                constants[new(node, name)] = value
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="Const"), value=None):
                given.append(new(node, name))
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id=kind), value=None) if (
                kind in ELEMENTS
            ):
                arrays[new(node, name)] = ELEMENTS[kind]
            case ast.AnnAssign():
                known = ", ".join(["Const", *ELEMENTS])
                source.refuse(
                    node, f"declare it as `name: {known.replace(', ', '`, `name: ')}`, without a value"
                )
            case ast.FunctionDef(name=name):
                plain = node.args
                if plain.posonlyargs or plain.kwonlyargs or plain.vararg or plain.kwarg or plain.defaults:
                    source.refuse(node, f"{name} takes plain arguments only, without defaults")
                if node.decorator_list:
                    source.refuse(node, f"{name} has a decorator; kernels have none")
                functions[new(node, name)] = node
            case _:
                source.refuse(node)
    return KernelSource(file, constants, tuple(given), arrays, functions)
