"""JSON from outside is read in one place, which limits its size and its depth before it is parsed."""

from __future__ import annotations

import ast
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import site
from web.page.link import notes_from_text
from web.page.saved import describe_unreadable, find_unreadable
from web.untrusted import DEEPEST, depth_of, read_json

#: These modules read only messages of the page's own interpreters, with no unchecked text from others.
OWN = {
    "snapshot/prepare.py",
    "solver/helpers/helper.py",
    "solver/helpers/pool.py",
    "solver/wire.py",
    "untrusted.py",
}

VALUES = st.recursive(
    st.none() | st.integers() | st.text('[]{}"\\,:a'),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('[{"\\'), inner, max_size=3),
    max_leaves=12,
)


def depth(value: object) -> int:
    if not isinstance(value, (list, dict)):
        return 0
    return 1 + max(map(depth, value if isinstance(value, list) else value.values()), default=0)


@given(VALUES, st.booleans())
def test_the_depth_is_that_of_the_value_and_its_strings_do_not_count(value: object, plain: bool) -> None:
    text = json.dumps(value, ensure_ascii=plain)
    assert depth_of(text) == depth(value)
    assert read_json(text) == value


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"\\\\":', '["\\"]",'])
@pytest.mark.parametrize("closing", ["", "]" * 30_000])
def test_a_deep_text_is_refused_before_it_is_parsed(opening: str, closing: str) -> None:
    with pytest.raises(ValueError, match=f"more than {DEEPEST} brackets inside each other"):
        read_json(opening * 30_000 + closing)


def test_so_is_a_long_one() -> None:
    assert read_json("[1]", 3) == [1]
    with pytest.raises(ValueError, match="4 characters, expected up to 3"):
        read_json("[11]", 3)


@pytest.mark.parametrize("text", ["[" * 20_000 + "]" * 20_000, "{", "nothing"])
def test_what_is_saved_and_cannot_be_read_is_dropped_and_named(text: str) -> None:
    assert notes_from_text(text) == {}
    assert find_unreadable("", "") == find_unreadable("{}", "[]") == []
    said = describe_unreadable(find_unreadable("{}", text))
    assert said == "Saved data could not be read and was dropped: your unfinished proofs."


@pytest.mark.slow
def test_no_other_module_of_the_page_parses_json() -> None:
    readers = {
        path.relative_to(site.ROOT / "web").as_posix()
        for path in (site.ROOT / "web").rglob("*.py")
        if not {"node_modules", "vendor"} & {*path.parts}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Attribute) and ast.unparse(node) in ("json.loads", "json.load"))
        or (isinstance(node, ast.ImportFrom) and node.module == "json")
    }
    assert readers == OWN
