"""The page shows strings only as text: none of our code turns a string into markup or code."""

from __future__ import annotations

import re

import pytest

from npuzzle import site

WEB = site.ROOT / "web"
OTHERS = {"vendor", "node_modules"}
FOUND = sorted(path for path in WEB.rglob("*") if path.suffix in (".py", ".js"))
OURS = [site.ROOT / "sw.js", *(path for path in FOUND if not OTHERS & set(path.relative_to(WEB).parts))]

#: Each pattern turns a string into markup or code. After a `\w` it would be part of another word.
SINKS = {
    "markup": r"(inner|outer)HTML|insertAdjacentHTML|createContextualFragment|DOMParser|\bsrcdoc\b"
    r"|document\.write|setHTML|parseFromString|XSLTProcessor",
    "code": r"(?<![\w.])eval\(|(?<!\w)Function\(|window\.eval|js\.eval|run_js|\bexecScript\b|javascript:"
    r"|set(Timeout|Interval)\(\s*['\"`]",
    "a handler or a style as text": r"setAttribute\(\s*['\"`](on\w+|style)['\"`]|cssText",
}


@pytest.mark.slow
def test_no_string_becomes_markup_or_code() -> None:
    """All files are in one test, because each takes a millisecond."""
    wrong = [
        f"{path.relative_to(site.ROOT)}:{number} makes {what} of a string: {line}"
        for path in OURS
        for what, sinks in SINKS.items()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(sinks, line)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "line",
    [
        "place.innerHTML = text",
        "element.insertAdjacentHTML('beforeend', text)",
        "document.write(text)",
        "eval(text)",
        "x = Function(text)",
        "new Function('a', text)",
        "window.Function('return 1')",
        "setTimeout('go()', 1)",
        "element.setAttribute('onclick', text)",
        'element.setAttribute("style", text)',
        "frame.srcdoc = text",
        "link.href = 'javascript:go()'",
    ],
)
def test_each_way_there_is_would_be_seen(line: str) -> None:
    assert any(re.search(sinks, line) for sinks in SINKS.values())


def test_the_page_has_files_to_look_at() -> None:
    names = {path.name for path in OURS}
    assert {"app.py", "start_progress.js", "language.js", "trust.js", "sw.js", "view.py"} <= names
