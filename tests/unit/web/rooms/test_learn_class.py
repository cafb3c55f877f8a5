"""Exercises for a class: the page makes the command line's set, and each field reports its own error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from npuzzle.classroom.sheets import KEY, WORKSHEET
from npuzzle.cli.main import main
from tests.support.bound import check_bound_values
from tests.support.translations import FILES, misses
from web.command import Call, perform
from web.rooms.learn.class_form import (
    DEFAULTS,
    ClassState,
    fail,
    read_form,
    say_copied,
    start,
    stop,
    take_answer,
    take_progress,
)
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
    named = {"each": "per-depth"}  # the name on the command line
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


ASKED = {"form": DEFAULTS, "site": SITE, "qr": True}
MADE = {"files": {}, "boards": [{}], "stopped": False}


@pytest.mark.parametrize(
    ("calls", "status", "has_set"),
    [
        ([start(ASKED)], "", False),
        ([start(ASKED), take_progress({"done": 2, "total": 1_000})], "2 of 1,000 boards", False),
        ([start(ASKED), take_answer(MADE)], "The set is ready.", True),
        ([start(ASKED), stop(), take_answer({**MADE, "stopped": True})], "Stopped.", False),
        ([start(ASKED), fail("It ended.")], "It ended.", False),
        ([start(ASKED), take_answer(MADE), say_copied(True)], "Copied.", True),
        ([start({**ASKED, "form": DEFAULTS | {"seed": "x"}})], "", False),
        (
            [start(ASKED), take_answer(MADE), start({**ASKED, "form": DEFAULTS | {"seed": "x"}})],
            "The set below is still the previous one.",
            True,
        ),
        ([start(ASKED), take_answer(MADE), start(ASKED)], "The set is ready.", False),
    ],
)
def test_the_status_says_how_far_the_set_is(calls: list[Call], status: str, has_set: bool) -> None:
    state = ClassState()
    for call in calls:
        state = perform(state, call)
        check_bound_values("class", state)
    assert (state.status, state.answer is not None) == (status, has_set)


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
    """Each text of worksheet and key has a Chinese translation; markup, moves, boards and links stay."""
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
