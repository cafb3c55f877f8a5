"""The order in which the page imports its modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from io import BytesIO
from zipfile import ZipFile

import pytest

from npuzzle import site
from npuzzle.site.bundle import IMPORT_ORDER, find_import_order
from npuzzle.site.page_files import SCRIPTS

TEXTS = {name: site.here().path(name).read_text(encoding="utf-8") for name in site.here().modules()}
PAGE = site.here().path(SCRIPTS[0]).read_text(encoding="utf-8")


def list_imports(text: str) -> Iterator[str]:
    """List the imports at the top level, by Python's own parser: the slow twin."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level
            yield node.module or ""


def with_parents(names: Iterator[str]) -> list[str]:
    parts = [name.split(".") for name in names]
    return list(
        dict.fromkeys(".".join(it[:length]) for it in parts for length in range(1, len(it) + 1)),
    )


def test_a_module_comes_after_those_it_imports() -> None:
    texts = {
        "a/__init__.py": "",
        "a/b.py": '"""Text."""\nimport c\n\ndef f():\n    import late\n',
        "c.py": "from json import (\n    dumps,\n    loads,\n)\nfrom a import d\n",
        "a/d.py": "if TYPE_CHECKING:\n    import other\nimport a.b\n",
    }
    assert find_import_order("import c\nfrom a import b, name\n", texts) == ("json", "a", "a.b", "a.d", "c")


@pytest.mark.slow
def test_what_a_module_imports_is_what_python_reads() -> None:
    """All modules are in one test, as each takes two milliseconds."""
    for name, text in {"": PAGE, **TEXTS}.items():
        assert list(find_import_order(text, {})) == with_parents(list_imports(text)), name


@pytest.mark.slow
def test_each_module_of_the_page_finds_the_modules_that_it_needs() -> None:
    """Packages come first, too, except a module's own and those that import the module."""
    order = find_import_order(PAGE, TEXTS)
    assert len(set(order)) == len(order) > 150
    for at, name in enumerate(order):
        path = name.replace(".", "/")
        text = TEXTS.get(f"{path}.py", TEXTS.get(f"{path}/__init__.py", ""))
        needed = set(with_parents(list_imports(text)))
        assert needed <= set(order), name
        packages = {it for it in needed if f"{it.replace('.', '/')}/__init__.py" in TEXTS}
        assert needed - packages <= set(order[:at]), name


def test_the_bundle_holds_it() -> None:
    with ZipFile(BytesIO(site.here().bundle())) as archive:
        assert archive.read(IMPORT_ORDER).decode().split() == list(find_import_order(PAGE, TEXTS))
