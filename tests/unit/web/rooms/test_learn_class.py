"""Exercises for a class: the page's set is the command line's, and each field names its own fault."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from npuzzle.classroom.sheets import KEY, WORKSHEET
from npuzzle.cli.main import main
from tests.support.translations import FILES, misses
from web.rooms.learn.class_form import DEFAULTS, read_form
from web.rooms.learn.sheet_language import translate_sheet
from web.rooms.learn.task import ExercisesTask

SITE = "https://example.org/npuzzle/"


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"seed": "7", "unsolvable": "2"},
        {"shape": "2x3", "depths": "4-6", "goal": "spiral", "property": "one-path", "title": "A <B>"},
    ],
)
def test_the_set_is_that_of_the_command_line(changed: dict[str, str], tmp_path: Path) -> None:
    form = DEFAULTS | changed
    task = ExercisesTask({"form": form, "site": SITE})
    while (answer := task.answer()) is None:
        task.step(1)
    named = {"each": "per-depth"}  # on the command line
    options = [part for name, value in form.items() for part in (f"--{named.get(name, name)}", value)]
    assert main(["exercises", str(tmp_path / "set"), *options, "--site", SITE]) == 0
    written = {path.name: path.read_text("utf-8") for path in (tmp_path / "set").iterdir()}
    assert answer["files"] == {name: written[name] for name in answer["files"]}
    assert len(answer["files"]) == 4
    assert all(one["link"].startswith(f"{SITE}#board=") for one in answer["boards"])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("shape", "abc"),
        ("depths", "8-4"),
        ("depths", "201"),
        ("each", "x"),
        ("seed", "-1"),
        ("unsolvable", ""),
        ("property", "odd"),
        ("title", " "),
        ("title", "x" * 81),
        ("goal", "home"),
    ],
)
def test_each_field_names_its_own_fault(name: str, text: str) -> None:
    found = read_form(DEFAULTS | {name: text})
    assert found.plan is None
    assert list(found.problems) == [name]
    assert found.problems[name].endswith(".")


def test_a_stopped_task_has_an_empty_answer() -> None:
    task = ExercisesTask({"form": DEFAULTS})
    task.cancel()
    task.step(1)
    assert task.answer() == {"files": {}, "boards": [], "stopped": True}


@pytest.mark.slow
@pytest.mark.parametrize(
    "changed",
    [
        {"unsolvable": "2", "property": "two-first", "depths": "12,16"},
        {"shape": "4x4", "depths": "3,16", "goal": "blank-first", "unsolvable": "1"},
    ],
)
def test_a_sheet_follows_the_language_of_the_page(changed: dict[str, str]) -> None:
    """Every text of worksheet and key is known in Chinese; markup, moves, boards and links stay."""
    task = ExercisesTask({"form": DEFAULTS | changed, "site": SITE})
    while (answer := task.answer()) is None:
        task.step(1)
    for name in (WORKSHEET, KEY):
        sheet, said = answer["files"][name], dict[str, str]()
        assert translate_sheet(sheet, lambda text, said=said: said.setdefault(text, text), "en") == sheet
        assert len(said) > 20
        english = [" ".join(text.split()) for text in said if not text.startswith(SITE)]
        assert misses(FILES[0], english) == []
        turned = translate_sheet(sheet, lambda text: "<甲>", "zh")
        assert '<html lang="zh">' in turned
        assert "&lt;甲&gt;" in turned
        assert "Sliding" not in turned.split("</style>")[1]
        for kept in (r"<style>.*?</style>", r"<code>.*?</code>", r'href="[^"]*"'):
            assert re.findall(kept, turned, re.DOTALL) == re.findall(kept, sheet, re.DOTALL)
