"""course.md, the teacher's page, agrees with the lessons."""

from __future__ import annotations

from tests.course import PAGE, write_page


def test_the_page_is_what_the_lessons_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_page(), "run: python -m tests.course"
