"""What an added heuristic, algorithm or goal can change: tests that read all cards, and cases of its own.

As a plugin of pytest (`-p tests.support.concerned`), for a copy of the checkout with additions. In the suites
of searches, heuristics, runs, the Lab and laws it leaves out the tests that have each card by its name. A
test with cases named after an addition runs these, and not those named after cards that were there before.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from npuzzle import ALGORITHMS, GOALS, HEURISTICS, site
from tests.support.known_cards import ALGORITHMS_TOLD, GOALS_TOLD, HEURISTICS_TOLD

LISTS = ("HEURISTICS", "ALGORITHMS", "GOALS")
KNOWN = {*HEURISTICS_TOLD, *ALGORITHMS_TOLD, *GOALS_TOLD}
#: Suites whose tests name the cards they are about, or read the lists themselves.
NAMING = (
    "tests/unit/heuristics/",
    "tests/unit/search/",
    "tests/unit/solving/",
    "tests/unit/lab/",
    "tests/laws/",
)
#: Any law may draw its goal from all there are: that each goal is as good as another has laws of its own.
DRAWN = "tests/support/strategies.py"
#: Words in the names of tests in whose course the package itself lists all names: in messages and in help.
LISTED = ("known", "refused", "ignores", "repair", "command_line", "standings")


@cache
def readers(file: str) -> frozenset[str]:
    """Name what reads all cards in a module of tests: functions, constants, and what uses these."""
    tree = ast.parse((site.ROOT / file).read_text(encoding="utf-8"))
    found = set(imported_readers(tree))
    before = -1
    while before != len(found):
        before = len(found)
        for statement in tree.body:
            if reads_all_cards(statement, found):
                found.update(names_bound_by(statement))
    return frozenset(found)


def reads_all_cards(code: ast.AST, names: set[str]) -> bool:
    """Whether some code has one of these names, or does more with a list of cards than look up a name."""
    looked_up = {id(node.value) for node in ast.walk(code) if isinstance(node, ast.Subscript)}
    for node in ast.walk(code):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):  # an argument: a fixture
                if name in names or (name in LISTS and id(node) not in looked_up):
                    return True
    return False


def imported_readers(tree: ast.Module) -> Iterator[str]:
    """The names by which a module has what reads all cards in other modules of tests."""
    for node in tree.body:
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("tests."):
            continue
        place = str(node.module).replace(".", "/")
        for alias in node.names:
            module = f"{place}/{alias.name}.py"
            if (site.ROOT / module).is_file():
                reads = bool(readers(module))
            else:
                reads = f"{place}.py" != DRAWN and alias.name in readers(f"{place}.py")
            if reads:
                yield alias.asname or alias.name


def names_bound_by(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (node.id for to in targets for node in ast.walk(to) if isinstance(node, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


def is_concerned(item: pytest.Item) -> bool:
    """Whether a test reads all cards, or is of a suite in which that cannot be seen."""
    file = item.path.relative_to(site.ROOT).as_posix()
    if not isinstance(item, pytest.Function) or not file.startswith(NAMING):
        return True
    found = readers(file)
    if any(word in item.originalname for word in LISTED):
        return True
    return "pytestmark" in found or getattr(item.cls, "__name__", item.originalname) in found


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the additions cannot change."""
    added = {card.name for cards in (HEURISTICS, ALGORITHMS, GOALS) for card in cards} - KNOWN
    tests: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        tests[item.nodeid.partition("[")[0]].append(item)
    kept: set[pytest.Item] = set()
    for cases in tests.values():
        own = [item for item in cases if any(name in item.nodeid.partition("[")[2] for name in added)]
        kept.update(own or filter(is_concerned, cases))
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]
