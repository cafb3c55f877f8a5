"""Exercises as files: a worksheet and a key to print, a table for spreadsheets, boards for `batch`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape
from importlib import import_module
from typing import Any

from npuzzle.classroom.csv_table import format_csv
from npuzzle.classroom.exercises import ANY, BY_HAND, Exercise, ExerciseSet, Plan, Question
from npuzzle.errors import InvalidJobError, MissingLibraryError
from npuzzle.heuristics import HEURISTICS
from npuzzle.puzzle.moves import Move, Notation, format_moves
from npuzzle.puzzle.svg import picture_svg
from npuzzle.text import count

WORKSHEET, KEY, TABLE, BOARDS = FILES = ("worksheet.html", "key.html", "exercises.csv", "boards.txt")

DIRECTIONS = {"U": "up", "D": "down", "L": "left", "R": "right"}
CELL, SMALL_CELL = 44, 30  # px of a cell in the drawings of worksheet and key
LETTERS = 20  # moves that fit on a line for writing

COLUMNS = (
    "number",
    "student",
    "depth",
    "solvable",
    "board",
    "goal",
    "length",
    "path",
    "blank_path",
    "paths",
    "first",
    *(name.replace("-", "_") for name in BY_HAND),
    "link",
)

STYLE = """
@page { margin: 14mm; }
* { box-sizing: border-box; }
html { background: #ffffff; color: #1c2733; font: 12pt/1.45 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 186mm; padding: 1rem; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 0.4rem; }
h2 { font-size: 1.15rem; margin: 0; }
p, dl, ul { margin: 0.3rem 0; }
svg { display: block; height: auto; max-width: 100%; }
a { color: #14335f; overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; }
.sheet + .sheet { break-before: page; margin-top: 3rem; }
.intro { display: flex; gap: 1.5rem; justify-content: space-between; margin-bottom: 0.8rem; }
.intro figure { flex: none; margin: 0; }
figcaption, .who { color: #3f4c5a; }
.exercise { border-top: 1.5px solid #52606f; break-inside: avoid; padding: 0.5rem 0 0.7rem; }
.exercise header { align-items: baseline; display: flex; gap: 1rem; justify-content: space-between; }
.parts { align-items: flex-start; display: flex; gap: 1.5rem; margin-top: 0.5rem; }
.parts > svg, .parts > figure { flex: none; margin: 0; }
.questions { flex: 1 1 16rem; min-width: 0; }
.line { border-bottom: 1px solid #52606f; height: 1.9rem; }
.gap { border-bottom: 1px solid #52606f; display: inline-block; height: 1.5rem; width: 3.5rem; }
.estimates { align-items: baseline; display: flex; flex-wrap: wrap; gap: 0 0.8rem; }
.estimates { list-style: none; padding: 0; }
.estimates .gap { width: 2.2rem; }
.link { font-size: 0.8rem; }
.answers h2 { break-after: avoid; margin-top: 1.2rem; }
.answers h3 { flex: none; font-size: 1rem; margin: 0; min-width: 1.6rem; text-align: right; }
.answers .exercise { align-items: flex-start; display: flex; gap: 1rem; padding: 0.5rem 0; }
.answers svg { flex: none; }
.answers p { margin: 0 0 0.15rem; }
@media screen and (max-width: 45rem) { .intro, .parts, .answers .exercise { flex-wrap: wrap; } }
@media print {
  html { font-size: 10.5pt; }
  body { max-width: none; padding: 0; }
  .sheet + .sheet { margin-top: 0; }
}
"""

#: The order of the questions on a sheet.
QUESTION_ORDER = (Question.SOLVABLE, Question.LENGTH, Question.FIRST, Question.HEURISTICS)


#: A function that draws a link as a QR code, in SVG.
DrawCode = Callable[[str], str]


def files(made: ExerciseSet, *, qr: bool | DrawCode = False) -> dict[str, str]:
    """Return the files by name. `qr`: whether to add QR codes of the links, or the function that draws them.

    Raises InvalidJobError for QR codes without links, and MissingLibraryError if segno is not installed.
    """
    return {
        WORKSHEET: worksheet(made, qr=qr),
        KEY: key(made),
        TABLE: table(made),
        BOARDS: boards(made),
    }


def worksheet(made: ExerciseSet, *, qr: bool | DrawCode = False) -> str:
    """Write the page to hand out: it shows no depths, no seed and no answers."""
    plan = made.plan
    if qr and plan.site is None:
        raise InvalidJobError("QR codes need links: give the address of the page with --site")
    draw_code = (qr_code if qr is True else qr) or None
    body = [_sheet(plan, student, exercises, draw_code) for student, exercises in made.sheets()]
    return _page(plan.title, body)


def key(made: ExerciseSet) -> str:
    """Write the page with all answers."""
    plan = made.plan
    drawn = [f"<li>{count(source.depth, 'move')}: {escape(source.how)}.</li>" for source in made.drawn_from]
    if plan.wanted is not ANY:
        drawn.append(f"<li>Chosen for this property: {escape(plan.wanted.label)}.</li>")
    if plan.unsolvable:
        drawn.append(
            f"<li>Unsolvable boards, {plan.unsolvable} per sheet: boards of these depths with "
            "two neighbouring tiles swapped.</li>"
        )
    head = [
        f"<h1>{escape(plan.title)}: answers</h1>",
        f"<p>{plan.goal.shape}, goal <code>{escape(str(plan.goal))}</code>, seed {plan.seed}.",
        "The solver proved that each length is the shortest. Letters: U D L R.</p>",
        "<ul>",
        *drawn,
        "</ul>",
    ]
    answers = [_answers(plan, student, exercises) for student, exercises in made.sheets()]
    return _page(f"{plan.title}: answers", [*head, *answers])


def table(made: ExerciseSet) -> str:
    """Write CSV, a line for each exercise. No cell is a formula for a spreadsheet."""
    return format_csv(COLUMNS, map(row, made.exercises))


def boards(made: ExerciseSet) -> str:
    """Write one board per line, as `batch` reads them, each with a comment that describes it."""
    plan = made.plan
    lines = [f"# {plan.title}: {plan.goal.shape}, goal {plan.goal_name}, seed {plan.seed}"]
    for exercise in made.exercises:
        depth = "unsolvable" if exercise.depth is None else count(exercise.depth, "move")
        who = f", {exercise.student}" if exercise.student else ""
        lines.append(f"{exercise.board}  # {exercise.number}{who}: {depth}")
    return "\n".join([*lines, ""])


def row(exercise: Exercise) -> dict[str, Any]:
    """Return an exercise as plain data: the columns of the table."""
    answer = exercise.answer
    return {
        "number": exercise.number,
        "student": exercise.student or None,
        "depth": exercise.depth,
        "solvable": "no" if answer is None else "yes",
        "board": str(exercise.board),
        "goal": str(exercise.goal),
        "length": exercise.depth,
        "path": None if answer is None else format_moves(answer.path),
        "blank_path": None if answer is None else format_moves(answer.path, Notation.BLANK),
        "paths": None if answer is None else answer.paths,
        "first": None if answer is None or not answer.first else " ".join(str(m.tile) for m in answer.first),
        **{name.replace("-", "_"): value for name, value in exercise.estimates.items()},
        "link": exercise.link or None,
    }


def qr_code(link: str) -> str:
    """Draw a link as a QR code, in SVG. Raises MissingLibraryError if segno is not installed."""
    try:
        segno = import_module("segno")
    except ImportError:
        raise MissingLibraryError(
            "QR codes need segno, which is not installed here: pip install segno"
        ) from None
    drawing: str = segno.make(link, error="m", micro=False).svg_inline(
        border=4, omitsize=True, light="#ffffff", title="QR code of this link"
    )
    return drawing


def _page(title: str, body: Iterable[str]) -> str:
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8"/>',
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
            "style-src 'unsafe-inline'\"/>",
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            "</head>",
            "<body><main>",
            *body,
            "</main></body>",
            "</html>",
            "",
        ]
    )


def _sheet(plan: Plan, student: str, exercises: Iterable[Exercise], draw_code: DrawCode | None) -> str:
    name = escape(student) if student else '<span class="line gap" style="width: 16rem"></span>'
    goal = picture_svg(plan.goal.picture(), width=SMALL_CELL * plan.goal.shape.cols)
    return "\n".join(
        [
            '<section class="sheet">',
            f"<h1>{escape(plan.title)}</h1>",
            f"<p>Name: {name}</p>",
            '<div class="intro"><div>',
            *(f"<p>{text}</p>" for text in _introduction(plan)),
            "</div>",
            f"<figure><figcaption>Goal</figcaption>{goal}</figure>",
            "</div>",
            *(_task(plan, exercise, draw_code) for exercise in exercises),
            "</section>",
        ]
    )


def _introduction(plan: Plan) -> Iterator[str]:
    """Yield the instructions before the first exercise."""
    yield "A tile next to the gap can slide into it. Arrange the tiles of each board as in the goal."
    if Question.LENGTH in plan.questions:
        yield (
            "Write each move as a letter, the direction in which a <em>tile</em> slides: U up, D down, "
            "L left, R right. R2 is R R."
        )
    if Question.SOLVABLE in plan.questions:
        yield (
            "A board is solvable if some moves lead to the goal. It may help to count inversions: pairs of "
            "tiles with the larger one first in reading order. If a board is not solvable, write "
            "<em>unsolvable</em> instead of the moves."
        )
    if Question.HEURISTICS in plan.questions:
        listed = "; ".join(f"{HEURISTICS[name].label}: {HEURISTICS[name].summary}" for name in BY_HAND)
        yield f"Estimates h. {escape(listed)}. The gap is not a tile and is not counted."


def _task(plan: Plan, exercise: Exercise, draw_code: DrawCode | None) -> str:
    who = f'<span class="who">{escape(exercise.student)}</span>' if exercise.student else ""
    drawing = picture_svg(exercise.board.picture(), width=CELL * exercise.board.shape.cols)
    code = f'<figure style="width: 7rem">{draw_code(exercise.link)}</figure>' if draw_code else ""
    link = f'<p class="link"><a href="{escape(exercise.link)}">{escape(exercise.link)}</a></p>'
    questions = [_question(plan, question) for question in QUESTION_ORDER if question in plan.questions]
    return "\n".join(
        [
            '<article class="exercise">',
            f"<header><h2>Exercise {exercise.number}</h2>{who}</header>",
            '<div class="parts">',
            drawing,
            f'<div class="questions">{"".join(questions)}</div>',
            f"{code}</div>",
            *([link] if exercise.link else []),
            "</article>",
        ]
    )


def _question(plan: Plan, question: Question) -> str:
    """Write a question and room for the answer. Both are the same for every board, and give nothing away."""
    gap = '<span class="gap"></span>'
    line = '<div class="line"></div>'
    if question is Question.SOLVABLE:
        return f"<p>Is it solvable? {gap} Why, or why not?</p>{line}{line}"
    if question is Question.LENGTH:
        lines = line * (1 + max(plan.depths) // LETTERS)
        return f"<p>How few moves solve it? {gap} Which ones?</p>{lines}"
    if question is Question.FIRST:
        return f"<p>Every tile that can go first on a shortest path: {gap}</p>"
    asked = "".join(f"<li>{HEURISTICS[name].label} {gap}</li>" for name in BY_HAND)
    return f'<ul class="estimates"><li>How large is h?</li>{asked}</ul>'


def _answers(plan: Plan, student: str, exercises: Iterable[Exercise]) -> str:
    return "\n".join(
        [
            '<section class="answers">',
            f"<h2>{escape(student) if student else 'Answers'}</h2>",
            *(_answer_of(plan, exercise) for exercise in exercises),
            "</section>",
        ]
    )


def _answer_of(plan: Plan, exercise: Exercise) -> str:
    board = exercise.board
    drawing = picture_svg(board.picture(exercise.goal), width=SMALL_CELL * board.shape.cols)
    said = "".join(f"<p>{line}</p>" for line in _solution(plan, exercise))
    return f'<article class="exercise"><h3>{exercise.number}</h3>\n{drawing}<div>{said}</div></article>'


def _solution(plan: Plan, exercise: Exercise) -> Iterator[str]:
    """Yield the answer in lines of HTML."""
    answer = exercise.answer
    if answer is not None:
        paths = "the only shortest path" if answer.paths == 1 else f"one of {answer.paths:,} shortest paths"
        yield f"<strong>{count(len(answer.path), 'move')}</strong>, {answer.claim}; {paths}:"
        yield f"tile letters <code>{format_moves(answer.path)}</code>"
        yield f"blank letters <code>{format_moves(answer.path, Notation.BLANK)}</code>"
        if answer.first:
            yield f"Best first: {' or '.join(_describe(move) for move in answer.first)}."
    if answer is None or Question.SOLVABLE in plan.questions:
        yield escape(exercise.reason)
    if Question.HEURISTICS in plan.questions:
        said = (f"{HEURISTICS[name].label} {value}" for name, value in exercise.estimates.items())
        yield f"h: {', '.join(said)}."
    if exercise.link:
        yield f'<a href="{escape(exercise.link)}">{escape(str(exercise.board))}</a>'
    else:
        yield f"<code>{exercise.board}</code>"


def _describe(move: Move) -> str:
    return f"tile {move.tile} {DIRECTIONS[move.letter]}"
