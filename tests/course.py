"""`python -m tests.course`: write npuzzle/docs/course.md, the teacher's page, from the lessons.

A test fails if the page is out of date.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.support.documents import FOLDER
from web.rooms.learn.parts import Deed, Step
from web.rooms.learn.table import LESSONS, Lesson

PAGE = FOLDER / "course.md"

EXAMPLE_LINK = "#room=learn&learn=tastar.2"

HEAD = """# The course, for teachers

The tab *Learn* of the page is a course in heuristic search: {lessons} lessons, {steps} steps, about {hours}
hours. Each step puts its board on the page, asks one question, and explains the answer. *45 minutes* is a
selection of five lessons, *A week* has all of them in four chapters. A link opens any step:
`#room=learn&learn=tNAME.STEP` after the page's address, as in `{link}`; the t says that text follows.

Progress is saved in the student's browser. To hand it in, a student copies the code below the list of
lessons. *For teachers* (`#room=learn&learn=tteachers`) turns the codes of a class, one name and code per
line, into a table: steps answered, at the first try, at a later try, shown. Copied as CSV, it has a column
for each lesson. It needs no server and no network. A code proves nothing: anybody can copy one.

The answers below are computed by the code that the lesson is about. This page is made from the lessons:
`python -m tests.course` writes it. To add a lesson, see [adding.md](adding.md). For worksheets, see
[classroom.md](classroom.md).

| lesson | name in links | minutes | aim |
|---|---|---|---|
"""


def write_page() -> str:
    """Return the text of the page."""
    hours = round(sum(lesson.minutes for lesson in LESSONS) / 60)
    steps = sum(lesson.steps for lesson in LESSONS)
    rows = [
        f"| {n}. {one.title} | `{one.name}` | {one.minutes} | {one.learn} |"
        for n, one in enumerate(LESSONS, 1)
    ]
    head = HEAD.format(lessons=len(LESSONS), steps=steps, hours=hours, link=EXAMPLE_LINK)
    parts = ["\n".join(write_lesson(number, lesson)) for number, lesson in enumerate(LESSONS, 1)]
    return "\n".join([head + "\n".join(rows), "", *parts])


def write_lesson(number: int, lesson: Lesson) -> Iterator[str]:
    yield f"## {number}. {lesson.title}\n"
    yield f"{lesson.minutes} minutes. {lesson.learn}\n"
    for at, step in enumerate(lesson.load(), 1):
        yield from write_step(at, step)
    yield ""


def write_step(at: int, step: Step) -> Iterator[str]:
    """Write the question and the answer of a step, and the terms that it defines."""
    question = step.question
    terms = f" New terms: {', '.join(term for term, _ in step.words)}." if step.words else ""
    answer = question.how if isinstance(question, Deed) else f"**{question.answer}**."
    yield f"{at}. *{step.title}*, on `{step.set_up.board}`: {question.text} {answer} {question.right}{terms}"


if __name__ == "__main__":
    PAGE.write_text(write_page(), encoding="utf-8")
    print(f"{PAGE.name} is written")
