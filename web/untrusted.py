"""Read JSON that anybody may have written, from a link, the browser's storage or untrusted code.

In a browser, deeply nested brackets end the interpreter: they use up the C stack before Python can raise
RecursionError. So a text's depth is checked before the text is parsed.
"""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any

DEEPEST = 50  # nested brackets: the page itself writes at most ten
LARGEST = 20_000_000  # characters: more than the 16 million that the sandbox's frame passes on
_BRACKET = re.compile(r"[\[\]{}]")
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


def read_json(text: str, largest: int = LARGEST) -> Any:
    """Parse a text of up to `largest` characters. Raises ValueError if it is longer, too deep or not JSON."""
    if len(text) > largest:
        raise ValueError(f"the text has {len(text):,} characters, expected up to {largest:,}")
    if depth_of(text) > DEEPEST:
        raise ValueError(f"the text has more than {DEEPEST} brackets inside each other")
    return json.loads(text)


def depth_of(text: str) -> int:
    r"""Return how deeply the brackets of a JSON text are nested. Brackets in strings do not count.

    >>> depth_of(r'[{"a": "[\"[["}, []]')
    2
    """
    outside = text.replace("\\\\", "").replace('\\"', "").split('"')[::2]
    steps = (_STEPS[bracket] for part in outside for bracket in _BRACKET.findall(part))
    return max(accumulate(steps), default=0)
