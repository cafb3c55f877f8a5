"""The mutants of a module, made by mutmut's operators: each is the whole source with one change.

mutmut itself skips decorated functions (all properties and cached functions) and all code outside functions
(tables of opcodes, limits, cards). This module mutates them too.
"""

from __future__ import annotations
import __future__

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from types import CodeType

import libcst as cst
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import MutationVisitor, deep_replace
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutant. `function`: the code of the changed function, None if the change is elsewhere."""

    name: str
    module: str
    source: str
    line: int
    function: CodeType | None


class _Visitor(MutationVisitor):
    """mutmut's visitor, which also visits decorated functions, but no prose."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef) and node.decorators:
            return False
        # No test checks every letter of a text for people.
        if isinstance(node, cst.BaseString) and _is_prose(node):
            return True
        # Exported names are not run.
        if isinstance(node, cst.Assign) and _names(node) & {"__all__", "__slots__"}:
            return True
        return bool(super()._skip_node_and_children(node))


def _is_prose(node: cst.BaseString) -> bool:
    return isinstance(node, cst.SimpleString) and " " in str(node.evaluated_value).strip()


def _names(node: cst.Assign) -> set[str]:
    return {target.target.value for target in node.targets if isinstance(target.target, cst.Name)}


def mutants(module: str) -> Iterator[Mutant]:
    """Yield all mutants in the order of the source, except those that Python compiles to the same code."""
    path = ROOT / module
    text = path.read_text(encoding="utf-8")
    wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
    tree = wrapper.module
    units = list(_units(tree))
    header = "".join(tree.code_for_node(line) for line in tree.header)
    footer = "".join(tree.code_for_node(line) for line in tree.footer)
    assert "".join([header, *(unit.opening + unit.text for unit in units), footer]) == text
    home = {id(node): at for at, unit in enumerate(units) for node in _nodes(unit.node)}
    visitor = _Visitor(mutation_operators, IgnoredCode(set(), set(), set()))
    wrapper.visit(visitor)
    lines = [header.count("\n")]
    for unit in units:
        lines.append(lines[-1] + (unit.opening + unit.text).count("\n"))
    originals = [unit.compiled(unit.text, at, path) for unit, at in zip(units, lines)]
    seen: dict[str, int] = {}
    for mutation in visitor.mutations:
        at = home.get(id(mutation.original_node))
        if at is None:  # the head of a class
            continue
        unit = units[at]
        changed = deep_replace(unit.node, mutation.original_node, mutation.mutated_node)
        assert isinstance(changed, cst.CSTNode)
        after = unit.rendered(tree, changed)
        start = lines[at] + unit.opening.count("\n")
        try:
            old, new = originals[at], unit.compiled(after, start, path)
        except SyntaxError:
            continue
        if _bare(old, whole=True) == _bare(new, whole=True):
            continue
        first, shown = _difference(unit.text, after)
        name = f"{module} {unit.name}: {shown}"
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            name += f" #{seen[name]}"
        before = "".join([header, *(unit.opening + unit.text for unit in units[:at]), unit.opening])
        rest = "".join([*(unit.opening + unit.text for unit in units[at + 1 :]), footer])
        yield Mutant(name, module, before + after + rest, start + 1 + first, _only_function(old, new))


@dataclass(frozen=True, slots=True)
class _Unit:
    """A statement of a module or class. `shell`: its class; `opening`: the class head, if it comes first."""

    name: str
    node: cst.CSTNode
    text: str
    opening: str = ""
    head: str = ""
    shell: cst.ClassDef | None = None

    def rendered(self, tree: cst.Module, node: cst.CSTNode) -> str:
        if self.shell is None:
            return tree.code_for_node(node)
        return _alone(tree, self.shell, node).removeprefix(self.head)

    def compiled(self, text: str, start: int, path: Path) -> CodeType:
        """Compile this statement as if its class contained nothing else."""
        head = re.sub(r"(?m)^@.*\n|^\n|^#.*\n", "", self.head)
        above = "\n" * (start - head.count("\n"))
        flags = __future__.annotations.compiler_flag
        return compile(above + head + text, str(path), "exec", flags, dont_inherit=True)


def _units(tree: cst.Module) -> Iterator[_Unit]:
    for statement in tree.body:
        name = statement.name.value if isinstance(statement, cst.ClassDef | cst.FunctionDef) else "-"
        if not isinstance(statement, cst.ClassDef) or not isinstance(statement.body, cst.IndentedBlock):
            yield _Unit(name, statement, tree.code_for_node(statement))
            continue
        nothing = cst.SimpleStatementLine([cst.Pass()])
        head = "".join(_alone(tree, statement, nothing).splitlines(keepends=True)[:-1])
        body = statement.body
        for i, child in enumerate(body.body):
            inner = f"{name}.{child.name.value}" if isinstance(child, cst.FunctionDef) else name
            text = _alone(tree, statement, child).removeprefix(head)
            if child is body.body[-1]:
                text += "".join(tree.code_for_node(line) for line in body.footer)
            yield _Unit(inner, child, text, head if i == 0 else "", head, statement)


def _alone(tree: cst.Module, shell: cst.ClassDef, child: cst.CSTNode) -> str:
    """Return the class with only this statement in it."""
    return tree.code_for_node(shell.with_changes(body=shell.body.with_changes(body=[child], footer=[])))


def _nodes(tree: cst.CSTNode) -> Iterator[cst.CSTNode]:
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(node.children)


def _difference(before: str, after: str) -> tuple[int, str]:
    """Return the line of the first difference, and the lines that differ, as `old => new`."""
    old, new = before.split("\n"), after.split("\n")
    changes = [o for o in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if o[0] != "equal"]
    first, last = changes[0], changes[-1]
    return first[1], f"{_flat(old[first[1] : last[2]])} => {_flat(new[first[3] : last[4]])}"


def _flat(lines: list[str]) -> str:
    return re.sub(r"\s+", " ", " ".join(lines)).strip()


def _only_function(original: CodeType, changed: CodeType) -> CodeType | None:
    """Return the code of the changed function, or None if anything else differs."""
    old, new = list(_functions(original)), list(_functions(changed))
    if len(old) != len(new) or _bare(original) != _bare(changed):
        return None
    different = [n for o, n in zip(old, new) if _bare(o, whole=True) != _bare(n, whole=True)]
    return different[0] if len(different) == 1 else None


def _functions(code: CodeType) -> Iterator[CodeType]:
    """Yield the functions of a module and the methods of its classes, but no nested functions."""
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if const.co_flags & 2:  # optimized locals: a function, not a class
                yield const
            else:
                yield from _functions(const)


def _bare(code: CodeType, *, whole: bool = False) -> object:
    """Return the code without its line numbers, and without the functions in it unless `whole`."""
    consts: list[object] = []
    for const in code.co_consts:
        if not isinstance(const, CodeType):
            consts.append((type(const), repr(const)))
        elif whole or not const.co_flags & 2:
            consts.append(_bare(const, whole=whole))
    return code.co_code, tuple(consts), code.co_names, code.co_varnames, code.co_freevars
