"""A copy of the checkout, where a test makes a contributor's additions."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from npuzzle import site

#: The runtime of the page: not in git, and too large to build for each copy.
RUNTIME = site.VENDOR
LEFT_OUT = (
    "CI",  # with it pytest prints long differences, and `run` cuts off the rest
    "PYTHONPATH",
    "PYTHONDONTWRITEBYTECODE",  # Python runs several times on the same modules
    "PYTEST_ADDOPTS",
    "PYTEST_CURRENT_TEST",
    "NPUZZLE_CACHE",
    "NPUZZLE_SCREENSHOTS",
)
GIT = ("git", "-c", "user.name=A test", "-c", "user.email=test@localhost")


class Checkout:
    """A folder with the whole project, to change files and run commands."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @classmethod
    def copy(cls, root: Path) -> Checkout:
        """Copy all current files that git tracks or would track, and the page's runtime."""
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=site.ROOT, capture_output=True, text=True, check=True).stdout
        for name in filter(None, names.split("\0")):
            if (site.ROOT / name).is_file():  # deleted, but not committed yet
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(site.ROOT / name, root / name)
        if (site.ROOT / RUNTIME).is_dir():
            shutil.copytree(site.ROOT / RUNTIME, root / RUNTIME)
        for command in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "Copied"]):
            subprocess.run([*GIT, *command], cwd=root, check=True)
        return cls(root)

    def write(self, name: str, text: str) -> None:
        """Add a file."""
        path = self.root / name
        assert not path.exists(), f"{name} already exists"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def insert_before(self, name: str, mark: str, text: str) -> None:
        """Add lines to a file before `mark`, which must occur once."""
        path = self.root / name
        before = path.read_text(encoding="utf-8")
        assert before.count(mark) == 1, f"{mark!r} occurs {before.count(mark)} times in {name}"
        path.write_text(before.replace(mark, text + mark), encoding="utf-8")

    def translate(self, texts: Mapping[str, str]) -> None:
        """Add the Chinese translations of English texts."""
        lines = "".join(
            f"{json.dumps(english)}: {json.dumps(chinese, ensure_ascii=False)},\n"
            for english, chinese in texts.items()
        )
        path = self.root / "web/languages/zh.json"
        before = path.read_text(encoding="utf-8")
        assert before.startswith("{\n")
        path.write_text("{\n" + lines + before.removeprefix("{\n"), encoding="utf-8")

    def changed(self) -> set[str]:
        """Return the files that were added or changed since the copy."""
        command = ["git", "status", "--porcelain", "--untracked-files=all"]
        lines = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=True).stdout
        return {line[3:] for line in lines.splitlines()}

    def run(self, *arguments: str) -> str:
        """Run Python in the copy and return its output. If it fails, the test fails and shows its output."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in LEFT_OUT and not name.startswith("PYTEST_XDIST")
        }
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env={**kept, "PYTHONPATH": str(self.root)},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, f"{' '.join(arguments)}\n{done.stdout[-60_000:]}\n{done.stderr[-2_000:]}"
        return done.stdout

    def test(self, *paths: str) -> str:
        """Run the copy's quick tests of these files."""
        return self.run("-m", "pytest", "-q", "-p", "no:cacheprovider", *paths)
