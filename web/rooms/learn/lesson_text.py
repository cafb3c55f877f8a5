"""Read a lesson from its text in `lessons`, which a teacher can edit. Pure.

    # Its title
    aim: a sentence with its purpose
    minutes: 10

    ## The title of its first step
    A paragraph. Each paragraph is one line.
    term Frontier: the boards that are made and not yet expanded.
    board: {SHORT}
    button: Set it up in Solve
    room: solve
    set algorithm: breadth-first
    ask: How many boards did it expand?
    answer: {expanded}
    right: {expanded:,} boards, and up to {peak:,} of them were waiting.
    wrong: Read Expanded in the result.
    wrong {peak}: That is the largest frontier.

`board` is a board, or the name of one in `boards`, and is put on the page. Its `goal` is blank-first if no
line gives another. A `button` opens the `room`, and there `unfold`s the part with that id; `set` is an option
of Solve, `note` the start of another room. A question with `choice` lines is answered by one of them. A
question with `tiles` instead of `answer` asks to press these tiles in order, any other for a whole number.
With `do` instead of `ask`, a step sets a task. `check` names the function that looks for the result, see
`checks`, and `how` says how to do the task. In braces are figures of the lesson, see `figures`.
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
    """A title with the paragraphs and fields below it. A field is its name, its object and its text."""

    title: str
    paragraphs: list[str] = field(default_factory=list)
    fields: list[tuple[str, str, str]] = field(default_factory=list)

    def read(self, name: str, default: str | None = None) -> str:
        """Return a field. Raises KeyError if it is missing and has no default."""
        found = [text for key, of, text in self.fields if key == name and not of]
        if not found and default is None:
            raise KeyError(f"the step {self.title!r} has no line {name!r}")
        return found[0] if found else default or ""

    def list(self, name: str) -> tuple[tuple[str, str], ...]:
        """Return all fields of that name, each with its object."""
        return tuple([(of, text) for key, of, text in self.fields if key == name and of])


def read_sections(text: str) -> list[Section]:
    """Return the head of a lesson, and its steps. Placeholders in braces are not replaced yet."""
    sections: list[Section] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("#"):
            sections.append(Section(line.lstrip("# ")))
        elif match := _FIELD.fullmatch(line):
            sections[-1].fields.append((match[1], match[2] or "", match[3] or ""))
        else:
            sections[-1].paragraphs.append(line)
    return sections
