"""A package's names, imported at first use: all of them exist, and all are listed."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

import npuzzle
from npuzzle import lab
from npuzzle.lazy import lazy_names

PACKAGES = [npuzzle, lab]


def imports_for_type_checkers(package: ModuleType) -> dict[str, str]:
    """Return the module of each name, as a type checker sees its import."""
    tree = ast.parse(Path(f"{package.__file__}i").read_text(encoding="utf-8"))
    found = (part for part in tree.body if isinstance(part, ast.ImportFrom))
    names = {alias.name: str(part.module) for part in found for alias in part.names}
    names.pop("__version__", None)  # imported immediately
    return names


def modules_of(package: ModuleType) -> dict[str, str]:
    """Return the module of each name in the package's own table."""
    return {name: module for module, names in package._HOMES.items() for name in names.split()}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_a_type_checker_sees_the_names_that_are_exported(package: ModuleType) -> None:
    assert imports_for_type_checkers(package) == modules_of(package)
    assert set(modules_of(package)) == set(package.__all__)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_every_name_is_that_of_its_module(package: ModuleType) -> None:
    for name, module in modules_of(package).items():
        assert getattr(package, name) is getattr(importlib.import_module(module), name), name


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_a_star_imports_every_name(package: ModuleType) -> None:
    found: dict[str, object] = {}
    exec(f"from {package.__name__} import *", found)
    del found["__builtins__"]
    assert found == {name: getattr(package, name) for name in package.__all__}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_dir_lists_every_name_and_what_the_package_is(package: ModuleType) -> None:
    listed = set(dir(package))
    assert {*package.__all__, "__all__", "__doc__", "__path__"} <= listed
    beside = {name for name in listed - {*package.__all__} if not name.startswith("__")}
    assert all(isinstance(getattr(package, name), ModuleType) for name in beside), beside  # submodules


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_a_name_that_is_not_there_is_an_attribute_error_as_ever(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match=f"module '{package.__name__}' has no attribute 'sovle'"):
        package.sovle  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'sovle'"):
        exec(f"from {package.__name__} import sovle")


def test_a_name_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("made_up")
    monkeypatch.setitem(sys.modules, "made_up", module)
    names, get, _ = lazy_names("made_up", {"npuzzle.puzzle.shape": "Shape ShapeLike"})
    assert names == ["Shape", "ShapeLike"]
    assert "Shape" not in vars(module)
    assert get("Shape") is npuzzle.Shape
    assert vars(module)["Shape"] is npuzzle.Shape
