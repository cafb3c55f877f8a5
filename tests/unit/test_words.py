"""Names and words stay plain: functions are verbs, docstrings open with one, and no sentence is a riddle."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from npuzzle import site

#: What is held to these rules: folders of the checkout, and single modules. Add what has been cleaned.
CLEAN = [
    "npuzzle/heuristics",
    "npuzzle/kernel",
    "npuzzle/kernels",
    "npuzzle/pattern_databases",
    "npuzzle/puzzle",
    "npuzzle/search",
    "npuzzle/solving",
]

#: Participles that do not end in -ed.
IRREGULAR = {
    *("begun", "bound", "broken", "built", "chosen", "done", "drawn", "found", "given", "held", "hidden"),
    *("kept", "known", "left", "made", "meant", "said", "seen", "sent", "shown", "spelt", "taken", "thought"),
    *("told", "written"),
}

#: Words in -ed and -ing that are no participles.
VERBS = {"embed", "exceed", "feed", "need", "proceed", "ring", "seed", "spring", "string"}

#: Functions that may keep such a name, and why.
NAMES = {
    "shuffled": "`Board.shuffled` is public, and is to `shuffle` as `sorted` is to `sort`",
    "signed": "an adjective: the signed LEB128 encoding, by its name in the specification",
    "unsigned": "an adjective: the unsigned LEB128 encoding, by its name in the specification",
    "weighted": "public: the weighted sum of heuristics, its name in the literature",
}

#: Turns of phrase that stop a reader, and what to write instead.
PHRASES = {
    r"\bwhoever\b": "name who: 'the caller', 'the user'",
    r"\bwhatever (is|has|was)\b": "say 'anything that'",
    r"\b(what|that|which|this|it) (is|are|was) no \w+": "say 'is not a'",
    r"\bsuch as there\b": "say 'all', or 'if any'",
    r"\bof equals\b": "say 'ties:'",
    r"\bsomebody\b": "say 'a user', 'a caller'",
    r"\b(is|are|was|were|be) told\b": "say 'gets', 'receives', or what is passed",
    r"\bin the hand\b|\blay idle\b|\blies idle\b": "say what state it is in: 'unused', 'current'",
    r"\bever (more|shorter|longer|wider|larger|smaller|further)\b": "say 'more and more', or give the order",
    r"\bno (less|more|dearer|cheaper|shorter|longer) than\b": "say 'at least', 'at most'",
    r"\b(what|all that) (comes|came) of\b": "say 'the result'",
    r"\bin vain\b": "say 'without finding one'",
    r"\bfor ever\b": "say 'without end', 'forever'",
    r"\b(hold|held|holding) (him|her|people|it|them) to\b": "say 'check', 'require'",
    r"\bby then\b": "say 'before that', 'so far'",
    r"\bsuch (a one|an one|as is|as are)\b": "say which",
    r"\bnobody\b": "say who: 'not the user', or use the passive",
}

#: Words that open a docstring of a function which does not begin with a verb.
OPENINGS = {
    *("a", "all", "an", "another", "any", "as", "at", "by", "each", "every", "for", "from", "how", "in"),
    *(
        "it",
        "its",
        "no",
        "none",
        "of",
        "on",
        "one",
        "plain",
        "so",
        "such",
        "that",
        "the",
        "their",
        "these",
        "this",
    ),
    *("those", "to", "what", "when", "where", "which", "who", "why", "with"),
}


def modules() -> list[Path]:
    """List the modules that the rules are for."""
    found = []
    for name in CLEAN:
        path = site.ROOT / name
        found += [path] if path.is_file() else sorted(path.rglob("*.py"))
    return found


MODULES = modules()


def place(path: Path) -> str:
    """Name a module by its place in the checkout."""
    return path.relative_to(site.ROOT).as_posix()


def is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether it is read like an attribute: a thing, whose name is a noun."""
    return any("property" in ast.unparse(decorator) for decorator in function.decorator_list)


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function and method that is not a property."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_property(node):
            yield node


def is_participle(name: str) -> bool:
    """Whether a function's name is one word, a participle: `_taken`, `listed`, `solving`."""
    if name.startswith("__"):
        return False
    word = name.strip("_")
    return word in IRREGULAR or (word.isalpha() and word.endswith(("ed", "ing")) and word not in VERBS)


def opens_with_verb(docstring: str) -> bool:
    """Whether the first word can be an imperative; `Whether` is how a yes-or-no question begins."""
    word = re.split(r"[^\w'-]", docstring.strip().lower(), maxsplit=1)[0]
    third_person = word.endswith("s") and not word.endswith("ss")
    return word not in OPENINGS and not third_person


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield what people read in a program, with its line: strings, docstrings among them, and comments."""
    comment = ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            comment = f"{comment} {token.string.lstrip('#: ')}"
        elif token.type != tokenize.NL and comment:
            yield token.start[0], comment
            comment = ""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, " ".join(node.value.split())


def riddles(text: str) -> list[str]:
    """List the refused turns of phrase in a program, each with its line and what to write instead."""
    return [
        f"{line}: {found.group()!r}: {advice}"
        for line, sentence in sentences(text)
        for pattern, advice in PHRASES.items()
        for found in re.finditer(pattern, sentence, re.IGNORECASE)
    ]


@pytest.mark.parametrize("path", MODULES, ids=place)
def test_functions_are_named_by_verbs(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    wrong = [f"{function.lineno}: {function.name}" for function in functions(tree)]
    wrong = [line for line in wrong if is_participle(name := line.split(": ")[1]) and name not in NAMES]
    assert not wrong, f"{place(path)}: say what it does, by a verb: {wrong}"


@pytest.mark.parametrize("path", MODULES, ids=place)
def test_docstrings_of_functions_open_with_a_verb(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    docstrings = [(function, ast.get_docstring(function) or "Say") for function in functions(tree)]
    wrong = [f"{f.lineno}: {text.splitlines()[0]}" for f, text in docstrings if not opens_with_verb(text)]
    assert not wrong, f"{place(path)}: one imperative sentence first: {wrong}"


@pytest.mark.parametrize("path", MODULES, ids=place)
def test_sentences_are_plain(path: Path) -> None:
    assert not (wrong := riddles(path.read_text("utf-8"))), f"{place(path)}: {wrong}"


@pytest.mark.parametrize("name", ["_taken", "told", "solving", "_listed"])
def test_a_participle_is_refused(name: str) -> None:
    assert is_participle(name)


@pytest.mark.parametrize("name", ["seed", "read", "take", "__missing__", "draw_distinct"])
def test_a_verb_is_not_a_participle(name: str) -> None:
    assert not is_participle(name)


def test_openings_are_told_apart() -> None:
    openings = ("The cells.", "Fills a row.", "Fill it.", "Pass it.", "Whether it fits.")
    assert [text for text in openings if not opens_with_verb(text)] == ["The cells.", "Fills a row."]


def test_a_riddle_is_found_across_lines() -> None:
    assert riddles('"""What is\nno tile."""') == ["1: 'What is no tile': say 'is not a'"]
    assert riddles("x = 1  # asked by\n# whoever calls\n")[0].startswith("3: 'whoever'")
    assert not riddles('"""Say that there is no path."""')


def test_no_exception_is_left_over() -> None:
    """An exception whose function is gone would hide the next one of its name."""
    named = {f.name for path in MODULES for f in functions(ast.parse(path.read_text("utf-8")))}
    assert set(NAMES) <= named
