"""Make the steps of a lesson, when it is first opened, from the lesson's text, figures and checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from web.rooms.learn.checks import find_check
from web.rooms.learn.figures import figures_of
from web.rooms.learn.lesson_text import Section
from web.rooms.learn.parts import Deed, Question, SetUp, Step


def make_steps(lesson: str, sections: Iterable[Section], numbers: Mapping[str, int]) -> tuple[Step, ...]:
    """Return the steps of a lesson. `numbers`: the figures of all lessons, by name."""
    figures = {**figures_of(lesson), "lesson": numbers}
    return tuple([_make_step(_fill_in(section, figures)) for section in sections])


def _fill_in(section: Section, figures: Mapping[str, object]) -> Section:
    """Return a section in which figures have replaced the names in braces."""
    fields = [(key, of.format_map(figures), text.format_map(figures)) for key, of, text in section.fields]
    return Section(section.title, [text.format_map(figures) for text in section.paragraphs], fields)


def _make_step(section: Section) -> Step:
    """Return the step that a section describes."""
    set_up = SetUp(
        label=section.read("button", None if section.read("room", "") else ""),
        board=section.read("board"),
        goal=section.read("goal", "blank-first"),
        room=section.read("room", ""),
        options=section.list("set"),
        notes=section.list("note"),
        fold=section.read("unfold", ""),
    )
    return Step(
        title=section.title,
        text=tuple(section.paragraphs),
        set_up=set_up,
        question=_make_deed(section) if section.read("do", "") else _make_question(section),
        words=section.list("term"),
    )


def _make_deed(section: Section) -> Deed:
    check = find_check(section.read("check"), section.read("board"))
    return Deed(text=section.read("do"), check=check, right=section.read("right"), how=section.read("how"))


def _make_question(section: Section) -> Question:
    return Question(
        text=section.read("ask"),
        answer=section.read("tiles", "") or section.read("answer"),
        asks_tiles=bool(section.read("tiles", "")),
        right=section.read("right"),
        wrong=section.read("wrong"),
        choices=tuple([text for key, _, text in section.fields if key == "choice"]),
        mistakes=dict(section.list("wrong")),
    )
