"""Documents in Markdown: their code, commands, tables, headings, links and names."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import Any

from npuzzle import site
from npuzzle.cli.main import main

FOLDER = site.ROOT / "npuzzle/docs"
PROGRAM = 'if __name__ == "__main__":'
#: Parts of slow code, which searches all states of 3x3, solves hard boards with a weak heuristic, or starts
#: processes.
LONG = ("certify(", "-m npuzzle certify", "theirs(", "heuristic=card", PROGRAM)


@dataclass(frozen=True)
class Document:
    """A document, by its path from the root."""

    name: str

    @classmethod
    def at(cls, path: Path) -> Document:
        return cls(path.relative_to(site.ROOT).as_posix())

    @property
    def path(self) -> Path:
        return site.ROOT / self.name

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def flat(self) -> str:
        """The text in one line."""
        return " ".join(self.text.split())

    @cached_property
    def prose(self) -> str:
        """The text without its code blocks."""
        return re.sub(r"^```.*?^```$", "", self.text, flags=re.MULTILINE | re.DOTALL)

    def blocks(self, language: str) -> list[str]:
        return re.findall(rf"^```{language}\n(.*?)^```", self.text, re.MULTILINE | re.DOTALL)

    def console(self) -> list[tuple[str, str]]:
        """Return each command with the output shown below it."""
        shown = [re.split(r"^\$ ", block, flags=re.MULTILINE)[1:] for block in self.blocks("console")]
        return [tuple(part.split("\n", 1)) for block in shown for part in block]  # type: ignore[misc]

    def table_after(self, text: str) -> list[list[str]]:
        """Return the cells of the first table after `text`, without its header."""
        rest = self.text.split(text, 1)[1].split("\n\n|", 1)[1].split("\n\n")[0]
        lines = re.findall(r"^\|.*$", rest, re.MULTILINE)
        return [[cell.strip(" *`") for cell in cells(line)] for line in lines[1:]]

    @property
    def headings(self) -> list[str]:
        return re.findall(r"^#{1,6} (.+)$", self.prose, re.MULTILINE)

    @property
    def anchors(self) -> set[str]:
        """The headings as fragments of links, as on GitHub."""
        found, met = set(), Counter[str]()
        for heading in self.headings:
            slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            found.add(slug if not met[slug] else f"{slug}-{met[slug]}")
            met[slug] += 1
        return found

    @property
    def links(self) -> list[str]:
        """The targets of all links and pictures."""
        return re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", self.prose))

    @property
    def quoted(self) -> list[str]:
        """The texts in backticks."""
        return re.findall(r"`([^`\n]+)`", self.prose)


def cells(line: str) -> list[str]:
    """Return the cells of a table row; a bar after a backslash does not end a cell."""
    return [cell.replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def documents() -> list[Document]:
    """Return all documents of the folder."""
    return [Document.at(path) for path in sorted(FOLDER.glob("*.md"))]


def without_seconds(text: str) -> str:
    return re.sub(r'"seconds": [\d.e-]+', '"seconds": N', re.sub(r"[\d.]+ seconds", "N seconds", text))


def printed_by(command: str) -> str:
    """Return the output of a command without its seconds; it must print no errors."""
    done = _piped(command) if "|" in command else _called(command)
    assert done[1] == ""
    return without_seconds(done[0])


def _called(command: str) -> tuple[str, str]:
    """Call an npuzzle command in this process; return its output and errors."""
    python, option, package, *words = shlex.split(command)
    assert (python, option, package) == ("python3", "-m", "npuzzle"), command
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        main(words)
    return out.getvalue(), err.getvalue()


def _piped(commands: str) -> tuple[str, str]:
    """Run the commands in a shell; return the output and errors."""
    done = subprocess.run(
        commands.replace("python3", sys.executable),
        shell=True,
        cwd=site.ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.stdout, done.stderr


def run(code: str, file: str) -> None:
    """Run a block of Python; one that starts processes runs as a separate program."""
    if PROGRAM in code:
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, cwd=site.ROOT, capture_output=True, text=True, check=True, timeout=300)
        print(done.stdout)
        return
    space: dict[str, Any] = {"__name__": "document"}
    exec(compile(code, file, "exec"), space)


def takes_long(code: str) -> bool:
    return any(words in code for words in LONG)


def promised(code: str) -> list[str]:
    """Return the outputs that the comments after `print(...)` promise."""
    return re.findall(r"^ *print\(.*\)  # (.+)$", code, re.MULTILINE)


def hold_to_comments(code: str, output: str) -> None:
    """Assert that every promised line is printed, in this order."""
    printed = iter(output.splitlines())
    for line in promised(code):
        assert line in printed, f"{line!r} is not printed, or not in this order"
