"""Read a kernel module: its constants, arrays and functions. Anything else is rejected, with its line."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn
from warnings import catch_warnings, simplefilter

from npuzzle.compiler.subset import ELEMENTS, Element
from npuzzle.errors import KernelSyntaxError, brief, quote

LOWEST, HIGHEST = -(2**31), 2**31 - 1

MAX_SOURCE = 50_000  # characters of a module
MAX_NAME = 100
MAX_DEPTH = 100  # levels of the syntax tree, so that no step of the compilation runs out of stack
MAX_ARGUMENTS = 100

#: Names that a kernel must not define, because they have a meaning for Python or an engine.
RESERVED = {"range", "memory", "__builtins__"}

#: By module: the names that a kernel may import.
IMPORTABLE = {"__future__": ("annotations",), "npuzzle.compiler.subset": ("Const", *ELEMENTS)}

FOLDABLE: dict[type[ast.operator], Callable[[int, int], int]] = {
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

#: By AST class of the constructs that Python programmers often write but kernels cannot contain: what to
#: write instead.
WRITE_INSTEAD = {
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
    "Attribute": "kernels know only the functions and arrays of their module",
    "JoinedStr": "kernels know whole numbers only",
    "Lambda": "write a function of the module",
    "AsyncFunctionDef": "write a plain function",
    "FunctionDef": "define the function at the top level of the module, not inside another function",
    "With": "kernels open nothing",
    "Try": "return a number that names the error",
    "TryStar": "return a number that names the error",
    "Raise": "return a number that names the error",
    "Assert": "return a number that names the error",
    "Global": "store lasting values in an array",
    "Delete": "leave it out: a variable lasts as long as its function runs",
    "Match": "write if and elif",
    "UnaryOp": "leave the + out",
    "Import": "only names of npuzzle.compiler.subset can be imported, at the top",
    "ImportFrom": "only names of npuzzle.compiler.subset can be imported, at the top",
    "NamedExpr": "write the assignment on its own line",
    "AnnAssign": "write it without a type",
    "Yield": "return, and continue from the arrays at the next call",
    "Slice": "write a loop",
    "Starred": "name each argument",
    "ClassDef": "write functions over flat arrays",
    **dict.fromkeys(["Assign", "AugAssign"], "give one constant a name, once, on its own line"),
    **dict.fromkeys(["Expr", "If", "For", "While"], "only functions hold statements"),
}


@dataclass(frozen=True, slots=True, eq=False)
class KernelSource:
    """The parts of one kernel module. `given`: the constants whose values each instance receives."""

    file: str
    constants: dict[str, int]
    given: tuple[str, ...]
    arrays: dict[str, Element]
    functions: dict[str, ast.FunctionDef]

    @property
    def name(self) -> str:
        """The name of the file, without its ending."""
        return self.file.removesuffix(".py")

    def refuse(
        self, node: ast.stmt | ast.expr | ast.arg, what: str = "", *, of: type[ast.AST] | None = None
    ) -> NoReturn:
        """Raise KernelSyntaxError for this part of the source, or for the operator `of` in it."""
        kind = (of or type(node)).__name__
        what = what or f"{kind} is outside the subset of kernels; " + WRITE_INSTEAD.get(
            kind, "see npuzzle.compiler"
        )
        raise KernelSyntaxError(f"{self.file}:{node.lineno}: {brief(what)}")

    def fold(self, node: ast.expr, known: Mapping[str, int], memo: dict[ast.AST, int | None]) -> int | None:
        """Return the value of an expression, or None if it is not constant. Rejects a value beyond 32 bits.

        `memo` caches the values of all parts, because each level of the tree above a part needs them again.
        """
        if node not in memo:
            memo[node] = self._fold(node, known, memo)
        return memo[node]

    def _fold(self, node: ast.expr, known: Mapping[str, int], memo: dict[ast.AST, int | None]) -> int | None:
        value: int | None = None
        if isinstance(node, ast.Constant) and type(node.value) is int:
            value = node.value
        elif isinstance(node, ast.Name):
            value = known.get(node.id)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert)):
            inner = self._fold_operand(node.operand, known, memo)
            if inner is not None:
                value = -inner if isinstance(node.op, ast.USub) else ~inner
        elif isinstance(node, ast.BinOp) and type(node.op) in FOLDABLE:
            left, right = self.fold(node.left, known, memo), self.fold(node.right, known, memo)
            if left is not None and right is not None:
                if isinstance(node.op, (ast.LShift, ast.RShift)) and not 0 <= right <= 31:
                    self.refuse(node, f"a shift by {right}: shift by 0 to 31")
                if isinstance(node.op, (ast.FloorDiv, ast.Mod)) and right == 0:
                    self.refuse(node, "a division by zero")
                value = FOLDABLE[type(node.op)](left, right)
        if value is not None and not LOWEST <= value <= HIGHEST:
            self.refuse(node, f"{quote(value)} is beyond 32 bits: numbers go from {LOWEST:,} to {HIGHEST:,}")
        return value

    def _fold_operand(
        self, node: ast.expr, known: Mapping[str, int], memo: dict[ast.AST, int | None]
    ) -> int | None:
        """Return the value of the operand of `-` or `~`. It may be 2**31, so that -2**31 can be written."""
        if isinstance(node, ast.Constant) and node.value == HIGHEST + 1 and type(node.value) is int:
            return HIGHEST + 1
        return self.fold(node, known, memo)


@contextmanager
def ignore_warnings() -> Iterator[None]:
    """Silence Python's warnings about unusual code: it is rejected, or means the same on every engine."""
    with catch_warnings():
        simplefilter("ignore")
        yield


def read(text: str, file: str) -> KernelSource:
    """Read the source of a kernel module. Raises KernelSyntaxError, even for text that is not Python."""
    tree = _parse(text, file)
    constants: dict[str, int] = {}
    given: dict[str, None] = {}
    arrays: dict[str, Element] = {}
    functions: dict[str, ast.FunctionDef] = {}
    source = KernelSource(file, constants, (), arrays, functions)

    def new(node: ast.stmt, name: str) -> str:
        if len(name) > MAX_NAME:
            source.refuse(node, f"a name can have at most {MAX_NAME} characters, got {len(name):,}")
        if any(name in names for names in (constants, given, arrays, functions, RESERVED)):
            source.refuse(node, f"{name} has a meaning already; choose another name")
        return name

    for node in tree.body:
        _require_depth(source, node)
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                pass
            case ast.ImportFrom(module=str(module), names=names, level=0) if all(
                name.name in IMPORTABLE.get(module, ()) and name.asname is None for name in names
            ):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]):
                value = source.fold(node.value, constants, {})
                if value is None:
                    source.refuse(
                        node, f"{name} is not a constant: use only whole numbers and constants from above"
                    )
                constants[new(node, name)] = value
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="Const"), value=None):
                given[new(node, name)] = None
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
                if len(plain.args) > MAX_ARGUMENTS:
                    source.refuse(node, f"{name} has more than {MAX_ARGUMENTS} arguments")
                functions[new(node, name)] = node
            case _:
                source.refuse(node)
    return KernelSource(file, constants, tuple(given), arrays, functions)


def _parse(text: str, file: str) -> ast.Module:
    """Parse the text with Python. Raises KernelSyntaxError."""
    if len(text) > MAX_SOURCE:
        raise KernelSyntaxError(
            f"{file}:1: a kernel can have at most {MAX_SOURCE:,} characters, got {len(text):,}"
        )
    try:
        with ignore_warnings():
            tree = ast.parse(text)
            compile(tree, file, "exec")  # finds errors such as a `break` outside loops
    except SyntaxError as error:
        raise KernelSyntaxError(f"{file}:{error.lineno or 1}: {_explain(error.msg)}") from None
    except (
        RecursionError,
        MemoryError,
        ValueError,
    ) as error:  # code nested too deeply, or characters that source may not contain
        raise KernelSyntaxError(f"{file}:1: Python cannot read it: {_explain(str(error))}") from None
    return tree


def _explain(message: str) -> str:
    """Return Python's message, or, if that is about limits of Python, a message about kernels."""
    limit = "integer string conversion" in message
    return "a number of thousands of digits is beyond 32 bits" if limit else brief(message)


def _require_depth(source: KernelSource, top: ast.stmt) -> None:
    """Reject a statement nested so deeply that a walk over its tree might run out of stack."""
    level: list[ast.AST] = [top]
    for _ in range(MAX_DEPTH):
        level = [part for node in level for part in ast.iter_child_nodes(node)]
    if level:
        name = getattr(top, "name", "this")
        source.refuse(
            level[0] if isinstance(level[0], ast.stmt | ast.expr) else top,
            f"{name} is nested too deeply: give parts of it names",
        )
