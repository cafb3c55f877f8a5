"""`python -m tests.mutation.known`: faults of the page's shells and scripts that quick tests must notice.

`python -m tests.mutation` cannot reach code that runs only in a browser. So each change below is made in a
copy of the checkout, where the quick tests that name the changed file run: one of them must fail. The exit
code is 1 if a fault goes unnoticed, or if its text is not in the file any more: then correct the fault below.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
#: Folders that the copy links to, and then folders that it leaves out.
LINKED = ("web/vendor", "web/node_modules")
LEFT_OUT = (".git", ".venv", ".mutation", "__pycache__", ".*_cache", ".hypothesis", *map(str, LINKED))
#: Tests that check the changed texts themselves, ask git about them, or need a browser.
NOT_CONCERNED = {"test_known_faults.py", "test_architecture.py", "test_package.py", "docs"}
NOT_CONCERNED |= {"browser", "browsers", "endurance", "notebook", "mutation", "fuzz"}
LONGEST = 900  # seconds for the tests of one fault
FAILED = 1  # pytest's exit code when a test fails; with other codes, the tests could not run


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: in `file`, the regular expression `old`, which matches once, is replaced with `new`.

    The quick tests to run are in the files that match `concerned`, another regular expression.
    """

    name: str
    file: str
    old: str
    new: str
    concerned: str

    def apply(self, text: str) -> str:
        """Return the text with the fault in it. Raises LookupError unless `old` matches once."""
        found = len(re.findall(self.old, text, re.MULTILINE))
        if found != 1:
            raise LookupError(f"{self.file} has {found} places like {self.old!r}, expected 1 ({self.name})")
        return re.sub(self.old, self.new, text, flags=re.MULTILINE)


FAULTS = [
    Fault(
        "a task waits for the tables of the one before",
        "web/solver/tables.py",
        r"self\._needed, self\._patience = needed, PATIENCE",
        "self._needed, self._patience = needed or self._needed, PATIENCE",
        r"\bweb\.solver\.tables\b|\bweb\.solver import .*\btables\b",
    ),
    Fault(
        "every task on a tray with tables waits for them",
        "web/solver/tables.py",
        r"^    improves = .*$",
        "    improves = True",
        r"\bweb\.solver\.tables\b|\bweb\.solver import .*\btables\b",
    ),
    Fault(
        "listeners hear of the first call, not the last",
        "web/page/store.py",
        r"\(before, (self\.state|after), call\)",
        r"(before, \1, calls[0])",
        r"\bweb\.page\.store\b|\bweb\.page import .*\bstore\b",
    ),
    Fault(
        "a file is stored, even with a wrong hash",
        "sw.js",
        r"if \(await isFile\(name, body\)\) return ",
        "return ",
        r"\bsw\.js\b",
    ),
    Fault(
        "any address may become a script",
        "web/js/trust.js",
        r"return made \|\| SCRIPTS\.includes\(href\) \? address : null;",
        "return address;",
        r"\btrust\.js\b",
    ),
    Fault(
        "before Python has started, up is down",
        "web/js/before_python.js",
        r"\{ U: \[1, 0\], D: \[-1, 0\],",
        "{ U: [-1, 0], D: [1, 0],",
        r"\bbefore_python\.js\b",
    ),
    Fault(
        "Chinese has spaces between its characters",
        "web/js/language.js",
        r"\.replace\(GAP, ''\)",
        "",
        r"\blanguage\.js\b",
    ),
    Fault(
        "a stopped worker may take 100 seconds to answer",
        "web/solver/client.py",
        r"^PATIENCE = [\d.]+",
        "PATIENCE = 100.0",
        r"\bweb\.solver\.client\b|\bweb\.solver import .*\bclient\b|\bsolver/client\.py\b",
    ),
    Fault(
        "a finished task is never forgotten",
        "web/solver/worker.py",
        r"call_later\(([\d.]+), _runner\.forget\)",
        r"call_later(\1, lambda: None)",
        r"\bweb\.solver\.worker\b|\bweb\.solver import .*\bworker\b|\bworker\.py\b",
    ),
    Fault(
        "every tab writes to the shared store",
        "web/page/storage.py",
        r"^    others = .*$",
        "    others = False",
        r"\bpage\.storage\b|\bpage import .*\bstorage\b|\bstorage\.py\b",
    ),
    Fault(
        "rooms hear of each step immediately",
        "web/rooms/shell.py",
        r"^REST = [\d.]+",
        "REST = 0.0",
        r"\brooms\.shell\b|\bweb\.rooms import .*\bshell\b|\bshell\.py\b",
    ),
]


def find_concerned(fault: Fault) -> list[str]:
    """List the quick test files that name the changed module, or run a script's tests that name it."""
    found = set()
    for path in sorted((ROOT / "tests").rglob("*")):
        relative = path.relative_to(ROOT)
        if NOT_CONCERNED & set(relative.parts) or not re.fullmatch(r"test_.*\.py|.*\.test\.mjs", path.name):
            continue
        stem = Path(fault.file).stem
        near = {"web", "js"} & set(relative.parts)
        named_after = near and path.name in (f"test_{stem}.py", f"{stem}.test.mjs")
        if named_after or re.search(fault.concerned, path.read_text(encoding="utf-8")):
            found |= {relative} if path.suffix == ".py" else {relative.with_name("test_javascript.py")}
    return sorted(file.as_posix() for file in found)


def copy_checkout(folder: Path) -> Path:
    """Copy everything that the quick tests need; the folders from npm are linked."""
    copy = folder / "checkout"
    left_out = {str(ROOT / name) for name in LINKED}

    def ignored(at: str, names: list[str]) -> set[str]:
        some = shutil.ignore_patterns(*LEFT_OUT)(at, names)
        return some | {name for name in names if str(Path(at, name)) in left_out}

    shutil.copytree(ROOT, copy, ignore=ignored)
    for name in LINKED:
        if (ROOT / name).exists():
            (copy / name).symlink_to(ROOT / name)
    return copy


def run_tests(copy: Path, files: Sequence[str]) -> int:
    """Run the quick tests of these files in the copy up to the first failure; return pytest's exit code."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *files]
    return subprocess.run(command, cwd=copy, capture_output=True, timeout=LONGEST, check=False).returncode


def judge(fault: Fault, copy: Path) -> str:
    """Return why the fault goes unnoticed; empty if a test fails with it and all pass without it."""
    files = find_concerned(fault)
    if not files:
        return f"no quick test names {fault.file}"
    path = copy / fault.file
    text = path.read_text(encoding="utf-8")
    try:
        spoilt = fault.apply(text)
    except LookupError as gone:
        return str(gone)
    if code := run_tests(copy, files):
        return f"its tests fail without it (exit code {code}): {' '.join(files)}"
    try:
        path.write_text(spoilt, encoding="utf-8")
        code = run_tests(copy, files)
    finally:
        path.write_text(text, encoding="utf-8")
    return "" if code == FAILED else f"not noticed (exit code {code}) by {' '.join(files)}"


def main() -> int:
    good = True
    with tempfile.TemporaryDirectory(prefix="npuzzle-faults-") as folder:
        copy = copy_checkout(Path(folder))
        for fault in FAULTS:
            why = judge(fault, copy)
            good &= not why
            print(f"{fault.file}: {fault.name}: {why or 'noticed'}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
