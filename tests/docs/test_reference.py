"""reference.md agrees with the code; public functions document parameters, result, errors and examples."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from griffe import Docstring

import npuzzle.errors
import npuzzle.solving.options
from npuzzle import NPuzzleError
from tests.reference import PAGE, write_page

FUNCTIONS = {
    name: getattr(npuzzle, name) for name in npuzzle.__all__ if inspect.isfunction(getattr(npuzzle, name))
}


def read_sections(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the sections of a docstring by name."""
    found = Docstring(inspect.getdoc(function) or "").parse("numpy", warnings=False)
    return {section.kind.value: section.value for section in found}


def test_the_page_is_what_the_code_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_page(), "run: python -m tests.reference"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_describes_each_parameter_and_no_other(name: str) -> None:
    described = [parameter.name for parameter in read_sections(FUNCTIONS[name])["parameters"]]
    own = inspect.signature(FUNCTIONS[name]).parameters
    options = str(own["options"].annotation) if "options" in own else ""
    kind = getattr(npuzzle.solving.options, options[options.index("[") + 1 : -1]) if options else None
    others = [] if kind is None else [*kind.__annotations__]
    named = [parameter for parameter in own if parameter != "options"]
    assert described[: len(named)] == named
    assert sorted(described[len(named) :]) == sorted(others)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_says_what_it_returns_and_raises(name: str) -> None:
    sections = read_sections(FUNCTIONS[name])
    returned = [each.annotation for each in sections.get("returns", ())]
    assert [str(each) for each in returned] == [inspect.signature(FUNCTIONS[name]).return_annotation]
    raised = [getattr(npuzzle.errors, str(each.annotation)) for each in sections["raises"]]
    assert raised
    assert all(issubclass(error, NPuzzleError) for error in raised)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_has_an_example_that_calls_it(name: str) -> None:
    examples = "".join(text for kind, text in read_sections(FUNCTIONS[name])["examples"])
    assert f"{name}(" in examples
