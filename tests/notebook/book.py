"""The example notebook: read it, run it in a fresh kernel, write it, and compare outputs without times."""

from __future__ import annotations

import ast
import os
import re
import tempfile
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import nbformat
from nbformat import NotebookNode
from traitlets.config import Config

from npuzzle import site
from tests.notebook.shown import PRINTED

PATH = site.ROOT / "npuzzle/docs/three-questions.ipynb"
#: The file's complete metadata: no version, no time, no machine.
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
#: For cells that only check the text or a reader's answers: JupyterLab folds their code, and books made of
#: notebooks leave it out.
FOLDED = {"jupyter": {"source_hidden": True}, "tags": ["hide-input"]}
MOST_SECONDS = 120  # per cell
#: The text of a plot, or of the error without matplotlib.
PLOT = re.compile(
    r"Figure\(|<Figure |(npuzzle\.errors\.)?MissingLibraryError\('matplotlib is not installed here"
)
TIMED = {"seconds", "expanded/s"}  # columns of tables

Outputs = list[tuple[str, str]]


def read() -> NotebookNode:
    return nbformat.read(PATH, as_version=4)


def text_of(book: NotebookNode) -> str:
    """Return the notebook as the text of its file."""
    return nbformat.writes(book) + "\n"


def code_cells(book: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in book.cells if cell.cell_type == "code"]


def metadata_of(cell: NotebookNode) -> dict[str, Any]:
    """Return the metadata of a cell; cells of checks are folded."""
    checks = re.search(r"^ *assert |^# Checks ", cell.source, re.MULTILINE)
    return FOLDED if cell.cell_type == "code" and checks else {}


def run_in_fresh_kernel(book: NotebookNode) -> NotebookNode:
    """Run a copy of the notebook in a fresh kernel that imports this checkout; return the copy."""
    from nbclient import NotebookClient  # imported late: it is slow, and needed only here

    fresh = nbformat.from_dict({**book, "metadata": METADATA})
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(
            fresh,
            timeout=MOST_SECONDS,
            record_timing=False,
            coalesce_streams=True,  # a slow kernel sends one print in pieces
            config=Config(KernelManager={"transport": "ipc", "ip": f"{folder}/kernel"}),  # no open port
            resources={"metadata": {"path": folder}},
        )
        client.execute(env={**os.environ, "PYTHONPATH": str(site.ROOT), "IPYTHONDIR": folder})
    fresh.metadata = nbformat.from_dict(METADATA)
    return fresh


def update_outputs(old: NotebookNode, new: NotebookNode) -> list[str]:
    """Copy the outputs of `new` that differ in more than times into `old`; return the ids of these cells."""
    changed = []
    for number, (cell, other) in enumerate(zip(code_cells(old), code_cells(new), strict=True), 1):
        cell.metadata, cell.execution_count = nbformat.from_dict(metadata_of(cell)), number
        if remove_times(outputs(cell)) != remove_times(outputs(other)):
            cell.outputs = other.outputs
            changed.append(cell.id)
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = number
    old.metadata = nbformat.from_dict(METADATA)
    return changed


def outputs(cell: NotebookNode) -> Outputs:
    """List the outputs of a cell as (kind, text). Kinds that nobody expects fail the comparison."""
    found: Outputs = []
    for output in cell.outputs:
        if output.output_type == "stream":
            found.append((PRINTED if output.name == "stdout" else output.name, output.text))
        else:
            found += sorted(output.get("data", {"error": str(output)}).items())
    return found


def remove_times(found: Outputs) -> Outputs:
    """Replace times and plots, which differ between machines."""
    if any(kind == "image/png" or PLOT.match(text) for kind, text in found):
        return [("plot", "")]
    return [
        (kind, _remove_times_of_table(text) if kind == "text/html" else _remove_times_of_text(text))
        for kind, text in found
    ]


def _remove_times_of_text(text: str) -> str:
    """Replace the times in a text, and the widths of table cells, which have two spaces between them."""
    text = re.sub(r"[\d.]+ seconds", "N seconds", text)
    tables = [part.splitlines() for part in text.split("\n\n")]
    return "\n\n".join("\n".join(_remove_times_of_lines(lines)) for lines in tables)


def _remove_times_of_lines(lines: list[str]) -> Iterator[str]:
    timed: set[int] = set()
    for line in lines:
        cells = re.split("  +", line.strip())
        timed = timed or {at for at, cell in enumerate(cells) if cell in TIMED}
        yield "  ".join("N" if at in timed else cell for at, cell in enumerate(cells)) if timed else line


def _remove_times_of_table(html: str) -> str:
    tree = ElementTree.fromstring(f"<div>{html}</div>")
    for table in tree.iter("table"):
        heads, *rows = table.iter("tr")
        timed = [at for at, head in enumerate(heads) if head.text in TIMED]
        for row in rows:
            for at in timed:
                row[at].text = "N"
    return ElementTree.tostring(tree, encoding="unicode")


def numbers_in_asserts(book: NotebookNode) -> set[float]:
    """List the numbers in the assertions of the code cells."""
    trees = [ast.parse(cell.source) for cell in code_cells(book)]
    checks: list[Any] = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    return {
        part.value
        for check in checks
        for part in ast.walk(check)
        if isinstance(part, ast.Constant) and isinstance(part.value, (int, float))
    }


def numbers_in_text(markdown: str) -> set[float]:
    """List the numbers in a text, except years, shapes, code, sources, and numbers of headings and lists."""
    text = markdown.split("## Sources")[0]
    for left_out in (
        r"`[^`]*`",
        r"\([^()]*\d{4}[^()]*\)",
        r"\b\d+x\d+\b",
        r"^(?:## )?\d+\. ",
        r"CS152",
        r"(?:Pyodide|JupyterLite) [\d.]+",
    ):
        text = re.sub(left_out, " ", text, flags=re.MULTILINE)
    return {float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", text)}
