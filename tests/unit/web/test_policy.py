"""The page's policy is as documented, and precedes everything that it applies to."""

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

#: The exact policy. Any further directive or word is a security hole, or a change that needs a reason.
POLICY = {
    "default-src": {"'none'"},
    # Kernels become WebAssembly; no text becomes JavaScript. The only script with a hash is the sandbox's.
    "script-src": {"'self'", "'wasm-unsafe-eval'", HASH},
    "worker-src": {"'self'", "blob:"},  # a worker made from a blob is under the page's own policy
    "connect-src": {"'self'"},
    "style-src": {"'self'"},
    "font-src": {"'self'"},  # the numerals of the tiles
    "img-src": {"'self'", "blob:"},  # a user's own picture on the tiles
    "object-src": {"'none'"},
    "base-uri": {"'none'"},
    "form-action": {"'none'"},
    "require-trusted-types-for": {"'script'"},
    "trusted-types": {"default"},  # the policy in web/js/trust.js
}
MAY_BE_THERE = {"manifest-src": {"'self'"}}

#: The exact policy of the frame that runs untrusted code, which can send no requests at all.
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
        assert name not in stated, "a repeated directive would be ignored"
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
        assert "src=" in head, "no script may be inline"
        assert rest.startswith("</script>"), "no script may be inline"
