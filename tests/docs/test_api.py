"""The reference contains every public name once, and no other name."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

import npuzzle
from tests import reference

GROUPS = {group: names.split() for group, names in reference.GROUPS.items()}
MODULES = {module: reference.list_names(module) for module in reference.MODULES}


def test_every_public_name_is_listed_once_and_no_other() -> None:
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(npuzzle.__all__)


def test_public_names_are_sorted_and_documented() -> None:
    assert npuzzle.__all__ == sorted(npuzzle.__all__)
    for name in npuzzle.__all__:
        assert inspect.getdoc(getattr(npuzzle, name)), name


def test_errors_stand_among_the_errors_and_nowhere_else() -> None:
    errors = [name for name in npuzzle.__all__ if name.endswith("Error")]
    (group,) = [group for group in GROUPS if group.startswith("Errors")]
    assert sorted(GROUPS[group]) == sorted(errors)


@pytest.mark.parametrize("module", MODULES)
def test_a_public_module_has_the_documented_names(module: str) -> None:
    found, names = import_module(module), MODULES[module]
    assert inspect.getdoc(found)
    assert all(hasattr(found, name) for name in names), names
    if hasattr(found, "__all__"):
        assert sorted(names) == sorted(found.__all__)


@pytest.mark.parametrize("module", MODULES)
def test_what_a_public_module_defines_is_documented(module: str) -> None:
    found = import_module(module)
    for name in MODULES[module]:
        value = getattr(found, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), f"{module}.{name}"


def test_every_error_is_public() -> None:
    errors = {
        name
        for name, value in vars(import_module("npuzzle.errors")).items()
        if inspect.isclass(value) and issubclass(value, npuzzle.NPuzzleError)
    }
    assert errors == {*MODULES["npuzzle.errors"], *(name for name in npuzzle.__all__ if name in errors)}
