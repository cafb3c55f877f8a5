"""The example notebook is correct, and has the same output in Jupyter, Python, Pyodide and JupyterLite."""

from __future__ import annotations

import json
import re
import subprocess
from contextlib import redirect_stdout
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from io import StringIO
from pathlib import Path

import pytest

from npuzzle import site, solve
from npuzzle.lab import Comparison, Row, certify
from tests.notebook import book
from tests.notebook.shown import forms, shown

HERE = Path(__file__).parent

COMMITTED = book.read()
CELLS = book.code_cells(COMMITTED)
MARKDOWN = "\n".join(cell.source for cell in COMMITTED.cells if cell.cell_type == "markdown")
OUTPUTS = [book.remove_times(book.outputs(cell)) for cell in CELLS]


def differing(found: list[book.Outputs]) -> list[str]:
    """List the cells whose outputs differ from the committed ones."""
    found = [book.remove_times(outputs) for outputs in found]
    return [cell.id for cell, mine, theirs in zip(CELLS, OUTPUTS, found, strict=True) if mine != theirs]


def test_the_file_is_as_it_is_written() -> None:
    text = book.PATH.read_text(encoding="utf-8")
    assert text == book.text_of(COMMITTED)
    assert COMMITTED.metadata == book.METADATA
    assert all(cell.metadata == book.metadata_of(cell) for cell in COMMITTED.cells)
    assert sum(cell.metadata != {} for cell in COMMITTED.cells) == 11
    ids = [cell.id for cell in COMMITTED.cells]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", name) for name in ids)
    assert str(site.ROOT) not in text


def test_all_cells_were_run_in_order_and_none_complains() -> None:
    assert [cell.execution_count for cell in CELLS] == list(range(1, len(CELLS) + 1))
    assert {output.output_type for cell in CELLS for output in cell.outputs} == {"execute_result", "stream"}
    kinds = {kind for outputs in OUTPUTS for kind, _ in outputs}
    assert kinds == {"printed", "image/svg+xml", "text/html", "text/plain", "plot"}
    assert [cell.id for cell in CELLS if "image/png" in dict(book.outputs(cell))] == ["plot"]


ANSWERS = {
    "exercise-blank": [(" if tile != home", ""), ("moves = None", "moves = 1")],
    "exercise-mean": [("is_admissible = None", "is_admissible = True"), ("r = None", "r = False")],
    "exercise-order": [("[]", "['manhattan', 'linear-conflict', 'walking-distance']")],
}
WRONG = {
    "exercise-blank": [(" if tile != home", ""), ("moves = None", "moves = 2")],
    "exercise-mean": [("is_admissible = None", "is_admissible = True"), ("r = None", "r = True")],
    "exercise-order": [("[]", "['linear-conflict', 'manhattan', 'walking-distance']")],
}


def answered(answers: dict[str, list[tuple[str, str]]]) -> list[str]:
    """Return the output of the exercises with these answers of a reader."""
    said = []
    # The checks read only the counterexample; a comparison with each heuristic would take seconds.
    names: dict[str, object] = {"certify": partial(certify, against=()), "solve": solve}
    exec(next(cell.source for cell in CELLS if cell.id == "exercise-checks"), names)
    for name, changes in answers.items():
        source = next(cell.source for cell in CELLS if cell.id == name)
        for old, new in changes:
            assert old in source
            source = source.replace(old, new)
        with redirect_stdout(StringIO()) as out:
            exec(source, names)
        said.append(out.getvalue())
    return said


@pytest.mark.slow
def test_an_exercise_says_what_is_right_what_is_not_and_what_is_missing() -> None:
    assert [said.split(":")[0] for said in answered(ANSWERS)] == ["Right"] * 3
    assert [said.split(":")[0] for said in answered(WRONG)] == ["Not quite"] * 3
    kept = [text for cell in CELLS if cell.id in ANSWERS for _, text in book.outputs(cell)]
    assert [text.split(":")[0] for text in kept] == ["Not yet"] * 3


def test_every_number_in_its_text_is_asserted() -> None:
    said = book.numbers_in_text(MARKDOWN)
    assert len(said) > 30
    assert said <= book.numbers_in_asserts(COMMITTED)


def test_every_source_named_is_listed_and_every_one_listed_is_named() -> None:
    text, sources = MARKDOWN.split("## Sources")
    listed = set(re.findall(r"^- (\w+), .*?\((\d{4})\)", sources, re.MULTILINE))
    in_brackets = re.findall(r"\(([A-Z]\w+)[^()]*, (\d{4})[^()]*\)", text)
    before_brackets = re.findall(r"(\w+) \((\d{4})\)", text)
    assert {*in_brackets, *before_brackets} == listed


def test_the_runtimes_it_names_are_those_it_is_run_in() -> None:
    package = json.loads((site.ROOT / "web/package.json").read_text(encoding="utf-8"))
    assert re.findall(r"Pyodide ([\d.]+\d)", MARKDOWN) == [package["dependencies"]["pyodide"]]
    assert re.findall(r"JupyterLite ([\d.]+\d)", MARKDOWN) == [version("jupyterlite-core")]


def test_what_differs_in_seconds_only_is_the_same_and_nothing_else_is() -> None:
    result = solve("1 2 3/4 5 6/0 7 8")
    slower = replace(result, seconds=12.5)
    longer = replace(result, snapshot=replace(result.snapshot, expanded=99))
    compared = [Comparison((Row(each, 0),)) for each in (result, slower, longer)]
    for values in ((result, slower, longer), compared):
        for one, same, other in zip(*map(forms, values), strict=True):
            assert one != same
            assert book.remove_times([one]) == book.remove_times([same])
            assert book.remove_times([one]) != book.remove_times([other])


def test_new_outputs_take_the_place_of_those_that_differ_only() -> None:
    old, new = book.read(), book.read()
    one, two = (book.code_cells(new)[at].outputs[0] for at in (0, 1))
    one.data["text/plain"] = "another board"
    two.data["image/svg+xml"] = two.data["image/svg+xml"].replace(" seconds", "1 seconds")
    assert book.update_outputs(old, new) == [CELLS[0].id]
    assert book.code_cells(old)[0].outputs == [one]
    assert old.cells[3:] == COMMITTED.cells[3:]


@pytest.mark.slow
def test_a_fresh_kernel_gives_the_outputs_that_are_committed() -> None:
    assert (
        differing([book.outputs(cell) for cell in book.code_cells(book.run_in_fresh_kernel(COMMITTED))]) == []
    )


@pytest.mark.slow
def test_plain_python_gives_them_too() -> None:
    assert differing(list(shown(cell.source for cell in CELLS))) == []


@pytest.mark.slow
def test_pyodide_gives_them_too(wheel: Path) -> None:
    site.set_up()
    asked = {
        "wheel": str(wheel),
        "pyodide": str(site.ROOT / "web/node_modules/pyodide"),
        "shown": (HERE / "shown.py").read_text(encoding="utf-8"),
        "cells": [cell.source for cell in CELLS],
    }
    done = subprocess.run(
        ["node", HERE / "pyodide.mjs"],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert differing([[(kind, text) for kind, text in outputs] for outputs in found]) == []
