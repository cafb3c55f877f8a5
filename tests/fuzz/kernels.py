"""Any text as a kernel: it is rejected as documented, or runs alike on every engine installed."""

from __future__ import annotations

import ast

from npuzzle.compiler import Kernel, available
from npuzzle.compiler.source import KernelSource, read
from npuzzle.errors import KernelError, KernelSyntaxError
from tests.fuzz import plain

SIZE = 7  # elements of each array
MOST_STEPS = 2_000  # a call with more is skipped
ARGUMENTS = (0, 1, -1, 5, 31, -(2**31), 2**31 - 1)


def hold(text: str) -> None:
    """Assert that compiling and running the text does only what is documented."""
    try:
        source = read(text, "kernel")
    except KernelSyntaxError as error:
        plain.assert_plain(str(error))
        return
    sizes, constants = dict.fromkeys(source.arrays, SIZE), dict.fromkeys(source.given, 3)
    made: dict[str, Kernel] = {}
    refusals = set()
    for engine in available():
        try:
            made[engine] = Kernel(text, sizes, constants, engine=engine)
        except KernelSyntaxError as error:
            plain.assert_plain(str(error))
            refusals.add(str(error))
    assert not (made and refusals), f"{sorted(made)} accept it, others reject it: {refusals}"
    assert len(refusals) <= 1, refusals
    if made:
        _hold_calls(source, made)


def _hold_calls(source: KernelSource, made: dict[str, Kernel]) -> None:
    steps: dict[str, int] = {}
    for name, tree in source.functions.items():
        steps[name] = _steps(tree.body, steps)
    for name, tree in source.functions.items():
        if steps[name] > MOST_STEPS:
            continue
        for first in range(len(ARGUMENTS)):
            count = len(tree.args.args)
            arguments = [ARGUMENTS[(first + 3 * at) % len(ARGUMENTS)] for at in range(count)]
            results = {"checked": _result(made["checked"], source, name, arguments)}
            if results["checked"] is None:
                return  # invalid in a kernel: other engines need not notice, so memory may differ now
            results |= {e: _result(k, source, name, arguments) for e, k in made.items() if e != "checked"}
            assert len(set(results.values())) == 1, f"{name}{tuple(arguments)}: {results}"


def _result(kernel: Kernel, source: KernelSource, name: str, arguments: list[int]) -> object:
    """Return the kernel's value and all arrays afterwards; None if the kernel failed."""
    try:
        number = kernel.call(name, *arguments)
    except KernelError as error:
        plain.assert_plain(str(error))
        return None
    return number, tuple(tuple(kernel.read(array)) for array in source.arrays)


def _steps(tree: list[ast.stmt] | ast.AST, known: dict[str, int]) -> int:
    """Return an upper bound on the nodes run; a huge one if the end of a loop is not a number."""
    if isinstance(tree, list):
        return sum(_steps(part, known) for part in tree)
    inner = sum(_steps(part, known) for part in ast.iter_child_nodes(tree))
    match tree:
        case ast.While():
            return MOST_STEPS + 1
        case ast.For(iter=ast.Call(args=[ast.Constant(value=int(end))])) if 0 <= end <= MOST_STEPS:
            return 1 + end * inner
        case ast.For():
            return MOST_STEPS + 1
        case ast.Call(func=ast.Name(id=name)):
            return 1 + inner + known.get(name, 0)
    return 1 + inner
