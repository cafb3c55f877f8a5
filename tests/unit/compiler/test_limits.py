"""Limits of kernels: how large, how deeply nested and how long a module may be."""

from __future__ import annotations

import pytest

from npuzzle.compiler import Kernel
from npuzzle.compiler.source import read
from npuzzle.errors import KernelError
from tests.unit.compiler.common import refusal


def with_arguments(count: int) -> str:
    return f"\ndef f({', '.join(f'x{n}' for n in range(count))}): return 0"


@pytest.mark.parametrize(
    "text",
    ["#" * 50_000, f"\n{'n' * 100} = 1", with_arguments(100), '"""What a kernel is for."""'],
    ids=["characters", "name", "arguments", "docstring"],
)
def test_a_limit_is_the_most_there_may_be(text: str) -> None:
    assert read(text, "kernel").file == "kernel"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("#" * 50_001, "1: a kernel can have at most 50,000 characters, got 50,001"),
        (f"\n{'n' * 101} = 1", "2: a name can have at most 100 characters, got 101"),
        (with_arguments(101), "2: f has more than 100 arguments"),
    ],
    ids=["characters", "name", "arguments"],
)
def test_beyond_a_limit_a_module_is_refused(text: str, says: str) -> None:
    assert refusal(text) == f"kernel:{says}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"\ndef f(x):\n    return {'x + ' * 200}x", "kernel:3: f is nested too deeply"),
        (f"\ndef f(x):\n    return {'-' * 200}x", "kernel:2: f is nested too deeply"),
        (f"\n\nA = {'1 + ' * 200}1", "kernel:3: this is nested too deeply"),
    ],
    ids=["sums", "signs", "constant"],
)
def test_what_is_nested_too_deeply_is_named_with_its_line(text: str, says: str) -> None:
    """If the nested part has no line of its own, the line is its function's."""
    assert refusal(text) == f"{says}: give parts of it names"


@pytest.mark.slow
def test_a_long_kernel_of_long_lines_is_compiled_anyway() -> None:
    """The compiler checks each part of an expression for constants once, not once per level of nesting."""
    line = "    x = " + " + ".join(["x"] * 90) + "\n"
    kernel = Kernel("def f(x):\n" + line * 20 + "    return x\n", {}, engine="checked")
    assert kernel.call("f", 0) == 0


@pytest.mark.parametrize(
    "size", [10**10_000, -(10**10_000), 1.5, "x" * 100_000], ids=["huge", "below", "half", "text"]
)
def test_an_invalid_size_is_refused_in_few_words(size: object) -> None:
    with pytest.raises(KernelError) as caught:
        Kernel("a: U8\ndef f(x):\n    return a[x]", {"a": size})  # type: ignore[dict-item]
    assert len(str(caught.value)) < 300
