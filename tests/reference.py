"""`python -m tests.reference`: write npuzzle/docs/reference.md from signatures and docstrings.

A new public name needs its place in `GROUPS` or `MODULES`. A test fails if the page is out of date.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from enum import EnumMeta
from functools import cached_property
from importlib import import_module
from typing import Any

from griffe import Docstring, DocstringSection

import npuzzle
from npuzzle import NPuzzleError
from tests.support.documents import FOLDER

PAGE = FOLDER / "reference.md"
WIDTH = 88  # characters per line of a signature

HEAD = """# Python reference

Every name of `from npuzzle import ...`, with its signature, its parameters, what it returns and raises, and
examples; then [other public modules](#other-public-modules). [api.md](api.md) says what may change between
versions. This page is made from the code: change the docstrings, then run `python -m tests.reference`.
"""

#: Each name of `from npuzzle import ...` once.
GROUPS = {
    "To solve": "solve distance best_moves Job Plan solve_many start Run Limits Result Outcome",
    "Boards and goals": "Board Shape GOALS goal_board Problem random_board random_walk boards_at load_set",
    "Validity and solvability": "check is_solvable Check Explanation inversion_pairs Defect Fault",
    "Moves": (
        "Move Notation Metric format_moves verify Verification parse_moves single_tile_length "
        "multi_tile_length"
    ),
    "Heuristics": "HEURISTICS Heuristic HeuristicCard estimate from_batch from_function maximum weighted",
    "Algorithms, and search in any space": (
        "ALGORITHMS AlgorithmCard SearchOptions Number Stats Snapshot best_first explore Found"
    ),
    "The laboratory; `npuzzle.lab` has more": "certify compare trace",
    "Errors, all NPuzzleError": (
        "NPuzzleError GoalMismatchError IllegalMoveError InvalidBoardError "
        "InvalidHeuristicError InvalidJobError InvalidMovesError InvalidShapeError "
        "NotProvedError UnknownNameError UnknownOptionError"
    ),
}

#: Other modules with their public names; if there are none, all names of `__all__`.
MODULES = {
    "npuzzle.solving.many": "solve_many Answer",
    "npuzzle.solving.resume": "Proof ProofFile Proofs SavingRun",
    "npuzzle.lab": "",
    "npuzzle.compiler": "",
    "npuzzle.classroom.exercises": "Plan make_exercises",
    "npuzzle.classroom.grading": "grade",
    "npuzzle.classroom.sheets": "table",
    "npuzzle.compat.cs152": "solvePuzzle heuristics h1 h2 h3",
    "npuzzle.gym": "ACTIONS SlidingPuzzleEnv",
    "npuzzle.solving.claims": "promise Promise Guarantee",
    "npuzzle.puzzle.board": "BoardLike Reading read_board",
    "npuzzle.puzzle.shape": "ShapeLike read_shape",
    "npuzzle.errors": (
        "BrokenPoolError DuplicateNameError InvalidTableError KernelError KernelCompileError "
        "KernelMemoryError KernelSyntaxError MissingLibraryError PatternFileError "
        "SavedBoundError SiteError UsageError WrongAnswerError"
    ),
}


def write_page() -> str:
    """Return the text of the page."""
    parts = [HEAD]
    for group, names in GROUPS.items():
        parts.append(f"## {group}\n")
        parts += [describe_name(name) for name in names.split()]
    return "\n".join([*parts, "## Other public modules\n", *map(describe_module, MODULES)])


def list_names(module: str) -> list[str]:
    """Return the public names of a module."""
    return MODULES[module].split() or [*import_module(module).__all__]


def describe_module(module: str) -> str:
    """Return the section of a module: its docstring's first paragraph, and its names."""
    summary = (inspect.getdoc(import_module(module)) or "").split("\n\n")[0]
    names = ", ".join(f"`{name}`" for name in list_names(module))
    return f"### {module}\n\n{' '.join(summary.split())} Names: {names}.\n"


def describe_name(name: str) -> str:
    """Return the section of a public name."""
    value = getattr(npuzzle, name)
    lines = [f"### {name}\n"]
    if inspect.isfunction(value):
        lines += describe_function(name, value)
    elif not inspect.isclass(value):
        lines += write_docstring(value)
    elif issubclass(value, NPuzzleError) or isinstance(value, EnumMeta):
        lines += describe_short_class(value)
    else:
        lines += describe_class(name, value)
    return "\n".join(lines)


def describe_function(name: str, function: Callable[..., Any]) -> Iterator[str]:
    yield f"```py\n{write_signature(name, function)}\n```\n"
    yield from write_docstring(function)


def describe_short_class(value: type) -> Iterator[str]:
    """Describe an error by its base classes, an enumeration by its members."""
    if isinstance(value, EnumMeta):
        members: list[Any] = list(value)
        yield f"One of {', '.join(f'`{value.__name__}.{member.name}`' for member in members)}.\n"
    else:
        yield f"Derives from {', '.join(f'`{base.__name__}`' for base in value.__bases__)}.\n"
    yield from write_docstring(value)


def describe_class(name: str, value: type) -> Iterator[str]:
    yield f"```py\n{write_signature(name, value)}\n```\n"
    yield from write_docstring(value)
    for member in find_members(value):
        found = inspect.getattr_static(value, member)
        if isinstance(found, (property, cached_property)):
            getter = found.fget if isinstance(found, property) else found.func
            signature = f"{member}: {write_annotation(inspect.signature(getter).return_annotation)}"
        else:
            signature = write_signature(member, getattr(value, member))
        yield f"#### {name}.{member}\n\n```py\n{signature}\n```\n"
        yield from write_docstring(found)


def find_members(value: type) -> Iterator[str]:
    """Yield the public methods and properties that have a docstring, in the order of the source."""
    for owner in value.__mro__:
        if not owner.__module__.startswith("npuzzle"):
            continue
        for name, found in vars(owner).items():
            is_property = isinstance(found, (property, cached_property))
            is_method = isinstance(found, (classmethod, staticmethod)) or inspect.isfunction(found)
            if (is_property or is_method) and not name.startswith("_") and inspect.getdoc(found):
                yield name


def write_signature(name: str, value: Callable[..., Any]) -> str:
    """Return the signature without `self`, on one line, or on one line per parameter if it is long."""
    signature = inspect.signature(value)
    texts, kind = [], None
    for parameter in signature.parameters.values():
        if parameter.name == "self":
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and kind not in (
            parameter.KEYWORD_ONLY,
            parameter.VAR_POSITIONAL,
        ):
            texts.append("*")
        kind = parameter.kind
        texts.append(write_parameter(parameter))
    returns_none = inspect.isclass(value) or signature.return_annotation is inspect.Signature.empty
    end = ")" if returns_none else f") -> {write_annotation(signature.return_annotation)}"
    short = f"{name}({', '.join(texts)}{end}"
    if len(short) <= WIDTH:
        return short
    return "\n".join([f"{name}(", *(f"    {text}," for text in texts), end])


def write_parameter(parameter: inspect.Parameter) -> str:
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    text = f"{stars}{parameter.name}"
    if parameter.annotation is not parameter.empty:
        text += f": {write_annotation(parameter.annotation)}"
    if parameter.default is parameter.empty:
        return text
    default = parameter.default
    written = str(default) if type(default).__module__.startswith("npuzzle") else repr(default)
    return f"{text} = {'...' if '<' in written else written}"


def write_annotation(annotation: object) -> str:
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def write_docstring(value: object) -> Iterator[str]:
    for section in Docstring(inspect.getdoc(value) or "").parse("numpy", warnings=False):
        yield from write_section(section)


def write_section(section: DocstringSection) -> Iterator[str]:
    """Write a section as Markdown: parameters, returns and raises as lists, examples as code."""
    kind, found = section.kind.value, section.value
    if kind == "text":
        yield write_text(found)
        return
    yield f"**{kind.capitalize()}**\n"
    if kind == "examples":
        for part, text in found:
            yield f"```pycon\n{text}\n```\n" if part.value == "examples" else write_text(text)
        return
    for each in found:
        title = each.name if kind == "parameters" else write_annotation(str(each.annotation))
        yield f"- `{title}`: {' '.join(each.description.split())}"
    yield ""


def write_text(text: str) -> str:
    """Write prose: examples become code, and lines that start with a name in backticks become a list."""
    blocks = []
    for block in text.split("\n\n"):
        if block.startswith(">>>"):
            blocks.append(f"```pycon\n{block}\n```")
        else:
            blocks.append(re.sub(r"^(`[\w-]+`(?:, `\w+`)*:)", r"- \1", block, flags=re.MULTILINE))
    return "\n\n".join(blocks) + "\n"


if __name__ == "__main__":
    PAGE.write_text(write_page(), encoding="utf-8")
    print(f"{PAGE.name} is written")
