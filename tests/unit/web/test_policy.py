"""What the page's policy says, and that it stands before all that it is for."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape

from npuzzle import site

PAGE = (site.ROOT / "index.html").read_text(encoding="utf-8")
[SANDBOX] = re.findall(
    r'<template id="sandbox"><iframe hidden sandbox="allow-scripts" [^>]*?srcdoc="([^"]*)"', PAGE
)
[SCRIPT] = re.findall(r"<script>(.*?)</script>", unescape(SANDBOX), re.DOTALL)
HASH = f"'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}'"

#: Exactly this, directive by directive; a directive or a word more is a hole, or a change to explain.
POLICY = {
    "default-src": {"'none'"},
    # Kernels become WebAssembly; no text becomes JavaScript. The one script by its hash is the sandbox's.
    "script-src": {"'self'", "'wasm-unsafe-eval'", HASH},
    "worker-src": {"'self'", "blob:"},  # a worker made of a blob lives under the page's own policy
    "connect-src": {"'self'"},
    "style-src": {"'self'"},
    "font-src": {"'self'"},  # the numerals of the tiles
    "img-src": {"'self'", "blob:"},  # a picture of one's own on the tiles
    "object-src": {"'none'"},
    "base-uri": {"'none'"},
    "form-action": {"'none'"},
    "require-trusted-types-for": {"'script'"},
    "trusted-types": {"default"},  # the one in web/js/trust.js
}
MAY_BE_THERE = {"manifest-src": {"'self'"}}

#: In the frame that runs what others may have written, likewise: it can ask nobody for anything.
IN_THE_SANDBOX = {
    "default-src": {"'none'"},
    "script-src": {"'wasm-unsafe-eval'", HASH},
    "worker-src": {"blob:"},
    "base-uri": {"'none'"},
    "form-action": {"'none'"},
    "require-trusted-types-for": {"'script'"},
    "trusted-types": {"default"},
}


def directives(policy: str) -> dict[str, set[str]]:
    stated: dict[str, set[str]] = {}
    for directive in policy.split(";"):
        name, *values = directive.split()
        assert name not in stated, "a second one would be ignored"
        stated[name] = set(values)
    return stated


def test_the_policy_is_as_strict_as_we_say() -> None:
    stated = directives(site.here().policy())
    assert {**MAY_BE_THERE, **stated} == {**MAY_BE_THERE, **POLICY}
    [within] = re.findall(r'Content-Security-Policy" content="([^"]*)"', unescape(SANDBOX))
    assert directives(within) == IN_THE_SANDBOX


def test_the_policy_stands_before_all_that_is_loaded_and_nothing_is_inline() -> None:
    page = PAGE.replace(SANDBOX, "").lower()
    policy = page.index("content-security-policy")
    loading = [page.index(tag) for tag in ("<link", "<script", "<body") if tag in page]
    assert policy < min(loading)
    assert page.index("trust.js") < min(page.index("start_progress.js"), page.index("core.js"))
    assert "<style" not in page
    assert " style=" not in page
    assert "javascript:" not in page
    for tag in page.split("<script")[1:]:
        head, _, rest = tag.partition(">")
        assert "src=" in head, "no inline script"
        assert rest.startswith("</script>"), "no inline script"
