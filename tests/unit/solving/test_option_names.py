"""Other names of options: the error names the option that was meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from npuzzle import InvalidJobError, Job, UnknownOptionError, solve, solve_many
from npuzzle.cli.main import make_parser
from npuzzle.lab import compare, trace
from npuzzle.solving.options import ALIASES, OTHER_NAMES, JobOptions, TraceOptions, nearest_option

FOUND_IN = {*JobOptions.__annotations__, *TraceOptions.__annotations__, "goal", "seed", "walk"}


@pytest.mark.parametrize(("other", "option"), OTHER_NAMES.items())
def test_another_name_means_an_option_that_there_is(other: str, option: str) -> None:
    assert option in FOUND_IN
    assert other not in FOUND_IN
    assert (
        nearest_option(other, sorted(FOUND_IN)) == nearest_option(other.upper(), sorted(FOUND_IN)) == option
    )
    assert nearest_option(other, ["engine"]) == "", "another function's option is not proposed"


@pytest.mark.parametrize(
    ("function", "option"),
    [(solve, "seconds"), (solve_many, "seconds"), (compare, "seconds"), (trace, "limits")],
)
def test_every_function_names_the_option_that_was_meant(function: Callable[..., Any], option: str) -> None:
    with pytest.raises(UnknownOptionError, match=rf"no option 'max_time'; did you mean {option}\?"):
        function("1 2/3 0", max_time=1)


def test_an_option_of_another_function_is_not_proposed() -> None:
    with pytest.raises(UnknownOptionError) as caught:
        solve("1 2/3 0", moves=1)
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize(("alias", "option"), ALIASES.items())
def test_the_names_of_the_command_line_are_taken(alias: str, option: str) -> None:
    value: Any = {"every": True, "processes": 1}.get(option, 20)
    assert Job.create("1 2/0 3", **{alias: value}) == Job.create("1 2/0 3", **{option: value})
    assert solve("1 2/0 3", **{alias: value}).length == 1
    with pytest.raises(InvalidJobError, match=f"{option} is given twice: it is the same as"):
        solve("1 2/0 3", **{alias: value, option: value})
    assert f"--{alias.removesuffix('_paths').replace('_', '-')}" in make_parser().below["solve"].options()
