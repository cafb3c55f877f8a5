"""Read a lesson from a text in `lessons`, which teachers can edit. Pure.

    # Its title
    aim: a sentence with its purpose
    minutes: 10

    ## The title of its first step
    A paragraph. Each paragraph is one line.
    term Frontier: the boards that are generated and not yet expanded.
    board: {SHORT}
    button: Set it up in Solve
    room: solve
    set algorithm: breadth-first
    ask: How many boards did it expand?
    answer: {expanded}
    right: {expanded:,} boards, and up to {peak:,} of them were waiting.
    wrong: Read Expanded in the result.
    wrong {peak}: That is the largest frontier.

`board` is put on the page: a board, or a name from `boards`. The `goal` is blank-first unless a line gives
another one. A `button` opens the `room`, and there the part whose id `unfold` gives. `set` is an option of
Solve, `note` the note that another room starts with. A question with `choice` lines is answered by one of
them, a question with `tiles` (in ascending order) by pressing them, any other by a whole number. With `do`
instead of `ask`, a step sets a task: `check` names the function that looks for the result (see `checks`), and
`how` explains how to do it. Names in braces are replaced by figures (see `figures`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

FIELDS = (
    "aim minutes term board goal button room unfold set note ask choice answer tiles right wrong do check how"
)
_FIELD = re.compile(f"({FIELDS.replace(' ', '|')})(?: ([^:]+))?:(?: (.*))?")


@dataclass(frozen=True, slots=True)
class Section:
    """A title, and the paragraphs and fields below it. A field consists of its name, object and text."""

    title: str
    paragraphs: list[str] = field(default_factory=list)
    fields: list[tuple[str, str, str]] = field(default_factory=list)

    def read(self, name: str, default: str | None = None) -> str:
        """Return the text of a field without object, or the default. Raises KeyError if both are missing."""
        found = [text for key, of, text in self.fields if key == name and not of]
        if not found and default is None:
            raise KeyError(f"the section {self.title!r} has no `{name}:` line")
        return found[0] if found else default or ""

    def list(self, name: str) -> tuple[tuple[str, str], ...]:
        """Return the object and text of each field of that name that has an object."""
        return tuple([(of, text) for key, of, text in self.fields if key == name and of])


def read_sections(text: str) -> list[Section]:
    """Return a lesson's head and steps as sections, in which names in braces are not yet replaced."""
    sections: list[Section] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("#"):
            sections.append(Section(line.lstrip("# ")))
        elif match := _FIELD.fullmatch(line):
            sections[-1].fields.append((match[1], match[2] or "", match[3] or ""))
        else:
            sections[-1].paragraphs.append(line)
    return sections
