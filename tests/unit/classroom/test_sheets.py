"""The files of a set are well-formed and complete, and the worksheet reveals no answers."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import Board, Notation, Shape, format_moves, goal_board, parse_moves
from npuzzle.classroom.csv_table import read
from npuzzle.classroom.exercises import ExerciseSet, Plan, Question, make_exercises
from npuzzle.classroom.sheets import BOARDS, COLUMNS, FILES, KEY, TABLE, WORKSHEET, files, qr_code, row
from npuzzle.errors import InvalidJobError, MissingLibraryError
from npuzzle.puzzle.read_boards import split_boards

SVG = "{http://www.w3.org/2000/svg}"
SITE = "https://example.org/npuzzle/"
ALL = tuple(Question)

PLAN = Plan(
    goal=goal_board("spiral", Shape(3, 3)),
    depths=(5, 14, 30),
    each=2,
    unsolvable=1,
    students=("Ada Lovelace", "Bob <script>alert(1)</script> & Co", '=HYPERLINK("x")'),
    questions=ALL,
    title="A* & <b>friends</b>",
    site=SITE,
    seed=987_654,
)


@pytest.fixture(scope="module")
def made() -> ExerciseSet:
    return make_exercises(PLAN)


@pytest.fixture(scope="module")
def texts(made: ExerciseSet) -> dict[str, str]:
    return files(made)


def page_of(text: str) -> ElementTree.Element:
    assert text.startswith("<!DOCTYPE html>\n")
    return ElementTree.fromstring(text)


def said(part: ElementTree.Element) -> str:
    """Return the text of a part, without its drawings and with single spaces."""
    inside = [part.text or ""]
    for child in part:
        inside += ["" if child.tag == f"{SVG}svg" else said(child), child.tail or ""]
    return " ".join(" ".join(inside).split())


@pytest.mark.slow
def test_a_set_has_four_files(texts: dict[str, str]) -> None:
    assert tuple(texts) == FILES == (WORKSHEET, KEY, TABLE, BOARDS)


@pytest.mark.slow
@pytest.mark.parametrize("name", [WORKSHEET, KEY])
def test_pages_are_well_formed_and_hold_nothing_that_runs_or_is_fetched(
    texts: dict[str, str], name: str
) -> None:
    page = page_of(texts[name])
    assert (page.tag, page.attrib["lang"]) == ("html", "en")
    title = page.findtext("head/title")
    assert title is not None
    assert title.startswith("A* & <b>friends</b>")
    policy = page.find("head/meta[@http-equiv='Content-Security-Policy']")
    assert policy is not None
    assert policy.attrib["content"].startswith("default-src 'none'")
    for part in page.iter():
        assert part.tag.removeprefix(SVG) not in ("script", "img", "link", "iframe", "object", "b")
        assert not any(attribute.startswith("on") or attribute == "src" for attribute in part.attrib)
        assert part.attrib.get("href", SITE).startswith(SITE)
    assert "url(" not in texts[name]
    assert "@import" not in texts[name]


@pytest.mark.parametrize("name", [WORKSHEET, KEY])
def test_headings_go_down_step_by_step_and_every_drawing_has_a_text(texts: dict[str, str], name: str) -> None:
    page = page_of(texts[name])
    levels = [int(part.tag[1]) for part in page.iter() if re.fullmatch("h[1-6]", part.tag)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    drawings = list(page.iter(f"{SVG}svg"))
    assert len(drawings) >= PLAN.total
    for drawing in drawings:
        assert drawing.attrib["role"] == "img"
        assert "Row 1: " in drawing.attrib["aria-label"]


def test_each_student_has_a_sheet_with_every_board_drawn(made: ExerciseSet, texts: dict[str, str]) -> None:
    sheets = page_of(texts[WORKSHEET]).findall("body/main/section")
    assert len(sheets) == 3
    for sheet, (student, sheet_exercises) in zip(sheets, made.sheets(), strict=True):
        assert f"Name: {student}" in said(sheet)
        tasks = sheet.findall("article")
        assert len(tasks) == len(sheet_exercises) == 7
        for task, exercise in zip(tasks, sheet_exercises, strict=True):
            assert said(task).startswith(f"Exercise {exercise.number} {student}")
            drawing = task.find(f".//{SVG}svg")
            assert drawing is not None
            numbers = [int(text.text or "") for text in drawing.iter(f"{SVG}text")]
            assert numbers == [tile for tile in exercise.board.tiles if tile]
            link = task.find(".//a")
            assert link is not None
            assert link.attrib["href"] == link.text == exercise.link


@pytest.mark.slow
def test_without_students_there_is_one_sheet_with_room_for_a_name() -> None:
    one = make_exercises(replace(PLAN, students=(), site=None))
    (sheet,) = page_of(files(one)[WORKSHEET]).findall("body/main/section")
    assert len(sheet.findall("article")) == 7
    assert sheet.find(".//a") is None
    assert sheet.find("p/span[@class='line gap']") is not None


def without_board(task: ElementTree.Element, exercise_link: str) -> str:
    """Return a task without its board: without the drawing, its text and the link."""
    for parent in task.iter():
        for drawing in parent.findall(f"{SVG}svg"):
            parent.remove(drawing)
    return ElementTree.tostring(task, encoding="unicode").replace(exercise_link.replace("&", "&amp;"), "")


def test_but_for_board_number_and_name_all_exercises_look_alike(
    made: ExerciseSet, texts: dict[str, str]
) -> None:
    """Neither the space for writing nor anything else reveals a board's depth or that it is unsolvable."""
    tasks = page_of(texts[WORKSHEET]).findall("body/main/section/article")
    looks = {
        without_board(task, exercise.link)
        .replace(f"Exercise {exercise.number}<", "")
        .replace(exercise.student.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"), "")
        for task, exercise in zip(tasks, made.exercises, strict=True)
    }
    assert len(looks) == 1


def test_the_worksheet_does_not_mark_tiles_at_home_and_does_not_name_the_seed(texts: dict[str, str]) -> None:
    assert str(PLAN.seed) not in texts[WORKSHEET]
    assert "at home are green" not in texts[WORKSHEET]
    assert str(PLAN.seed) in texts[KEY]
    assert "at home are green" in texts[KEY]


def test_the_key_has_every_answer(made: ExerciseSet, texts: dict[str, str]) -> None:
    sections = page_of(texts[KEY]).findall("body/main/section")
    entries = [article for section in sections for article in section.findall("article")]
    for entry, exercise in zip(entries, made.exercises, strict=True):
        text, answer = said(entry), exercise.answer
        assert text.startswith(f"{exercise.number} ")
        assert exercise.reason in text
        assert f"Manhattan distance {exercise.estimates['manhattan']}" in text
        if answer is None:
            assert "inversions" in text
            assert "moves" not in text.replace("no move changes", "")
            continue
        count = f"one of {answer.paths} shortest paths" if answer.paths > 1 else "the only shortest path"
        assert f"{exercise.depth} moves , proved shortest; {count}" in text
        tile, blank = [code.text or "" for code in entry.findall(".//code")]
        assert parse_moves(tile) == parse_moves(blank, Notation.BLANK) == answer.path
        assert all(f"tile {move.tile} " in text for move in answer.first)


def test_the_key_says_where_its_boards_are_from(made: ExerciseSet, texts: dict[str, str]) -> None:
    text = said(page_of(texts[KEY]))
    assert [source.depth for source in made.drawn_from] == [5, 14, 30]
    for source in made.drawn_from:
        assert f"{source.depth} moves: {source.how}." in text
    assert "two neighbouring tiles swapped" in text


@pytest.mark.slow
@pytest.mark.parametrize("question", Question, ids=lambda question: question.value)
def test_only_what_is_asked_stands_there(question: Question) -> None:
    words = {
        Question.SOLVABLE: "Is it solvable?",
        Question.LENGTH: "How few moves",
        Question.FIRST: "can go first",
        Question.HEURISTICS: "How large is h?",
    }
    unsolvable = 1 if question is Question.SOLVABLE else 0
    one = make_exercises(replace(PLAN, students=(), questions=(question,), unsolvable=unsolvable))
    text = said(page_of(files(one)[WORKSHEET]))
    assert [asked for asked, words in words.items() if words in text] == [question]
    assert ("Best first" in files(one)[KEY]) == (question is Question.FIRST)


def test_the_table_has_what_is_known_of_each_exercise(made: ExerciseSet, texts: dict[str, str]) -> None:
    lines = list(read(texts[TABLE].splitlines(), COLUMNS, "the table"))
    for line, exercise in zip(lines, made.exercises, strict=True):
        assert line.cells == {
            name: "" if value is None else str(value) for name, value in row(exercise).items()
        }
        board = Board.parse(line.cells["board"])
        assert (board, goal_board(line.cells["goal"], board.shape)) == (exercise.board, PLAN.goal)
        assert line.cells["solvable"] == ("no" if exercise.answer is None else "yes")
        assert (
            line.cells["depth"]
            == line.cells["length"]
            == ("" if exercise.depth is None else str(exercise.depth))
        )
        if exercise.answer is not None:
            assert line.cells["path"] == format_moves(exercise.answer.path)
            assert line.cells["paths"] == str(exercise.answer.paths)


def test_no_name_is_a_formula_to_a_spreadsheet(texts: dict[str, str]) -> None:
    assert "'=HYPERLINK" in texts[TABLE]
    assert not re.search(r'(^|,)"?[=+@-]', texts[TABLE], re.MULTILINE)


def test_the_boards_are_read_by_batch_in_their_order(made: ExerciseSet, texts: dict[str, str]) -> None:
    boards = [Board.parse(text) for _, text in split_boards(texts[BOARDS].splitlines())]
    assert boards == [exercise.board for exercise in made.exercises]
    assert texts[BOARDS].startswith("# A* & <b>friends</b>: 3x3, goal spiral, seed 987654\n")


@given(st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=20))
@settings(max_examples=50)
def test_any_name_and_title_are_text(name: str) -> None:
    plan = Plan(goal=goal_board("blank-last", Shape(2, 2)), depths=(2,), students=(name,), title=name, seed=1)
    texts = files(make_exercises(plan))
    assert f"Name: {name}" in said(page_of(texts[WORKSHEET]))
    assert page_of(texts[KEY]).findtext("body/main/section/h2") == name
    (line,) = read(texts[TABLE].splitlines(keepends=True), COLUMNS, "the table")
    assert line.cells["student"] == name
    assert len(list(split_boards(texts[BOARDS].splitlines()))) == 1


def modules_of(drawing: ElementTree.Element) -> set[tuple[int, int]]:
    """Return the dark squares of a QR code, as rows and columns, from the strokes of its drawing."""
    path = next(part for part in drawing.iter() if part.tag.endswith("path") and "stroke" in part.attrib)
    dark, x, y = set(), 0.0, 0.0
    for letter, numbers in re.findall(r"([Mmh])([-\d. ]+)", path.attrib["d"]):
        amounts = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if letter == "h":
            dark |= {(int(y), int(x) + step) for step in range(int(amounts[0]))}
            x += amounts[0]
        else:
            x, y = (amounts[0], amounts[1]) if letter == "M" else (x + amounts[0], y + amounts[1])
    return dark


def test_a_qr_code_is_that_of_its_link_with_a_quiet_zone_around_it(made: ExerciseSet) -> None:
    for link in [exercise.link for exercise in made.exercises[:3]]:
        drawing = ElementTree.fromstring(qr_code(link))
        matrix = segno.make(link, error="m", micro=False).matrix
        dark = {(r + 4, c + 4) for r, line in enumerate(matrix) for c, bit in enumerate(line) if bit}
        assert modules_of(drawing) == dark
        side = len(matrix) + 8
        assert drawing.attrib["viewBox"] == f"0 0 {side} {side}"


@pytest.mark.slow
def test_qr_codes_stand_beside_the_questions_if_they_are_wanted(made: ExerciseSet) -> None:
    page = page_of(files(made, qr=True)[WORKSHEET])
    for task, exercise in zip(page.findall("body/main/section/article"), made.exercises, strict=True):
        drawing = task.find("div/figure/*")
        assert drawing is not None
        assert modules_of(drawing) == modules_of(ElementTree.fromstring(qr_code(exercise.link)))


@pytest.mark.slow
def test_qr_codes_need_links_and_segno(made: ExerciseSet, monkeypatch: pytest.MonkeyPatch) -> None:
    here: Any = make_exercises(replace(PLAN, site=None, students=()))
    with pytest.raises(InvalidJobError, match="give the address of the page with --site"):
        files(here, qr=True)
    monkeypatch.setitem(sys.modules, "segno", None)
    with pytest.raises(MissingLibraryError, match="pip install segno"):
        files(made, qr=True)
    assert files(made)
