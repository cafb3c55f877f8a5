"""`python -m tests.quality`: write npuzzle/docs/quality.md, the guarantees and their tests.

A guarantee is the first sentence in the docstring of the first file in its line below. A file may be a
pattern. A command is a long run, with its latest results in `RECORD`. A test fails if the page is out of
date.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

from npuzzle import site
from tests.support.documents import FOLDER

PAGE = FOLDER / "quality.md"
RECORD: dict[str, Any] = json.loads(
    (site.ROOT / "tests/benchmarks/results/guaranteed.json").read_text(encoding="utf-8")
)
RUNS = {run["command"]: run for run in RECORD["runs"]}

HEAD = """# The tests of the guarantees

Each guarantee, with its tests. `python3 -m tests` runs them all, except the commands marked *long*, whose
`--help` shows time limits and packages to install. [Hosting](hosting.md#which-browsers) lists the browsers.
This page is made from the tests: change their docstrings, then run `python -m tests.quality`.
"""

#: The tests of each guarantee, by group.
GROUPS = {
    "Right answers": [
        "tests/laws/test_differential.py, python -m tests.laws",
        "tests/unit/test_random_oracle.py, python -m tests.random_oracle",
        "tests/laws/test_metamorphic.py",
        "tests/laws/test_stateful_house.py, tests/laws/test_stateful_*.py",
        "tests/unit/classroom/test_exercises.py, tests/unit/cli/test_exercises.py",
        "tests/notebook/test_notebook.py, tests/notebook/test_lite.py",
        "tests/mutation/__main__.py, python -m tests.mutation npuzzle/",
        "tests/unit/test_known_faults.py, python -m tests.mutation.known",
        "tests/unit/cli/test_mark.py",
    ],
    "Input": [
        "tests/unit/test_hostile.py, tests/browser/test_hostile.py, python -m tests.benchmarks.hostile",
        "tests/fuzz/test_corpus.py, python -m tests.fuzz",
        "tests/unit/classroom/test_grading.py, tests/unit/classroom/test_csv_table.py",
        "tests/browser/test_security.py, tests/unit/web/test_text_nodes.py, tests/unit/web/test_policy.py",
        "tests/browser/test_strangers.py, tests/browsers/test_strangers.py, tests/unit/web/test_sandbox*.py",
        "tests/browser/conftest.py",
        "tests/unit/site/test_server.py, tests/unit/site/test_site.py",
    ],
    "Offline": [
        "tests/unit/solving/test_resume.py, tests/process/test_proofs.py, tests/browser/test_saved_proof.py",
        "tests/browser/test_offline.py, tests/browser/test_installing.py, tests/js/sw.test.mjs",
        "tests/browser/test_changed_copies.py",
        "tests/browser/test_updates_offered.py",
    ],
    "Installed, built, hosted": [
        "tests/process/test_package.py, tests/browser/test_installed.py",
        "tests/browser/test_hosting.py",
        "tests/unit/site/test_documents.py",
        "tests/browser/test_documents.py",
        "tests/docs/test_docs.py",
        "tests/browser/test_early.py, tests/js/test_early.py",
    ],
    "Faults": [
        "tests/browser/test_faults.py, tests/browser/test_faults_of_the_page.py",
        "tests/unit/pattern_databases/test_codec.py",
        "tests/browser/test_who_has_the_solver.py, tests/unit/web/test_tables.py",
        "tests/browser/test_endurance.py, python -m tests.endurance solves, python -m tests.endurance walk",
    ],
    "Project": [
        "tests/browsers/test_main_path.py",
        "tests/docs/test_licences.py",
    ],
}


def write_page() -> str:
    """Return the text of the page."""
    lines = [HEAD]
    for group, rows in GROUPS.items():
        lines += [f"## {group}\n", *(f"- **{describe(row)}.** {name_tests(row)}" for row in rows), ""]
    return "\n".join(lines).rstrip() + "\n"


def describe(row: str) -> str:
    """Return the first sentence in the docstring of a row's first file, without its full stop."""
    path = site.ROOT / row.split(", ")[0]
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.split("\n\n")[0].split()).split(". ")[0].removesuffix(".")


def name_tests(row: str) -> str:
    """Return the files of a row, and its long commands with their results."""
    parts = []
    for name in row.split(", "):
        if name.startswith("python"):
            run = RUNS.get(name)
            parts.append(f"*long*: `{name}`" + (f" ({run['found']}; {run['date']})" if run else ""))
        elif Path(name).name != "__main__.py":
            parts.append(f"`{name}`")
    return ", ".join(parts)


if __name__ == "__main__":
    PAGE.write_text(write_page(), encoding="utf-8")
    print(f"{PAGE.name} is written")
