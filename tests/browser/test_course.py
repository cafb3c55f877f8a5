"""The course as a student takes it: each step is set up, done or answered, in English and in Chinese."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import expect

from npuzzle import site, solve
from tests.browser.languages import TEXTS, is_left, speak
from tests.browser.page_driver import READY, PageDriver, open_room
from web.rooms.learn.parts import Deed, Question, Step
from web.rooms.learn.table import LESSONS, Lesson

CHINESE = json.loads((site.ROOT / "web/languages/zh.json").read_text(encoding="utf-8"))
ARROWS = {"U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight"}
SOLVED = 120_000  # ms


def slide_to(target: str) -> Callable[[PageDriver, Step], None]:
    def slide(driver: PageDriver, step: Step) -> None:
        path = solve(step.set_up.board, target).path
        assert path
        driver.page.locator("#board").focus()
        for way in path:
            driver.page.keyboard.press(ARROWS[way])

    return slide


def press_solve(driver: PageDriver, step: Step) -> None:
    driver.page.locator("#solve").click()
    expect(driver.page.locator("#badge")).not_to_be_empty(timeout=SOLVED)
    expect(driver.page.locator("#stop")).to_be_hidden(timeout=SOLVED)


def fill_in_and_solve(name: str, text: str) -> Callable[[PageDriver, Step], None]:
    def solve_so(driver: PageDriver, step: Step) -> None:
        field = driver.page.locator(f"#{name}")
        driver.unfold(field)
        field.fill(text)
        press_solve(driver, step)

    return solve_so


def use_the_best_so_far(driver: PageDriver, step: Step) -> None:
    driver.page.locator("#solve").click()
    expect(driver.page.locator("#stop")).to_have_text(
        {"en": "Use this one", "zh": CHINESE["Use this one"]}[language_of(driver)], timeout=SOLVED
    )
    driver.page.locator("#stop").click()
    expect(driver.page.locator("#stop")).to_be_hidden(timeout=SOLVED)


def certify(driver: PageDriver, step: Step) -> None:
    driver.page.locator("#lab-certify").click()
    expect(driver.page.locator("#lab-verdict")).not_to_be_empty(timeout=SOLVED)


def build_patterns_and_solve(driver: PageDriver, step: Step) -> None:
    groups = driver.page.locator("#patterns-text")
    driver.unfold(groups)
    groups.fill("1 2 3 4 | 5 6 7 8")
    driver.page.locator("#patterns-build").click()
    driver.page.locator("#patterns-use").click(timeout=SOLVED)
    press_solve(driver, step)


#: The action for each step that asks for one, by lesson and number.
DEEDS: dict[tuple[str, int], Callable[[PageDriver, Step], None]] = {
    ("state-space", 1): slide_to("blank-first"),
    ("breadth-first", 1): press_solve,
    ("estimates", 3): slide_to("3 0 2/4 1 5/6 7 8"),
    ("astar", 4): press_solve,
    ("admissible", 5): slide_to("1 2 0/3 4 5/6 7 8"),
    ("consistent", 1): certify,
    ("dominance", 5): fill_in_and_solve("formula", "max(linear-conflict, walking-distance)"),
    ("ida-star", 3): press_solve,
    ("patterns", 2): build_patterns_and_solve,
    ("patterns", 3): build_patterns_and_solve,
    ("weighted", 3): fill_in_and_solve("weight", "2"),
    ("large", 1): press_solve,
    ("large", 3): use_the_best_so_far,
}


@cache
def load_steps() -> dict[tuple[str, int], Step]:
    """Compute the lessons. That takes a second, which runs without this test do not spend."""
    return {(lesson.name, at): step for lesson in LESSONS for at, step in enumerate(lesson.load(), 1)}


def language_of(driver: PageDriver) -> str:
    return driver.page.locator("html").get_attribute("lang") or ""


def test_every_deed_is_done_here() -> None:
    assert set(DEEDS) == {place for place, step in load_steps().items() if isinstance(step.question, Deed)}


@pytest.mark.own_page
@pytest.mark.parametrize("half", [LESSONS[:8], LESSONS[8:]], ids=["first half", "second half"])
def test_each_step_can_be_done_and_its_answer_is_right(driver: PageDriver, half: tuple[Lesson, ...]) -> None:
    """Every other step is done in Chinese; the feedback on an answer is read in both languages."""
    open_room(driver.page, "learn")
    for lesson in half:
        driver.page.locator("#room-learn [value=week]").click(timeout=READY)
        button = driver.page.locator(f"#learn-week [data-lesson={lesson.name}]")
        button.evaluate("button => button.closest('details').open = true")
        button.click()
        for at in range(1, lesson.steps + 1):
            play(driver, (lesson.name, at))
        expect(button.locator(".is-done")).to_be_visible()


def play(driver: PageDriver, place: tuple[str, int]) -> None:
    """Set the step up, act or answer, read why that is right, and continue."""
    step, page = load_steps()[place], driver.page
    if step.set_up.room:
        page.locator("#learn-set-up").click()
        expect(page.locator(f"#tab-{step.set_up.room}")).to_have_attribute("aria-selected", "true")
    if isinstance(step.question, Deed):
        DEEDS[place](driver, step)
    if step.set_up.room:
        page.locator("#learn-bar-back").click()
    if isinstance(step.question, Question):
        give_answer(driver, step.question)
    elif page.locator(
        "#learn-check"
    ).is_visible():  # an action on the step's own board shows its result as it happens
        page.locator("#learn-check").click()
    expect(page.locator("#learn-next")).to_be_focused()
    expect_right(driver, step)
    speak(page, "English" if language_of(driver) == "zh" else "中文")
    expect_right(driver, step)
    page.locator("#learn-next").press("Enter")


def expect_right(driver: PageDriver, step: Step) -> None:
    """Check that the answer is right, with the reason in the page's language."""
    feedback = driver.page.get_by_test_id("feedback")
    expect(feedback).to_have_attribute("data-kind", "right")
    if language_of(driver) == "en":
        expect(feedback).to_contain_text(step.question.right)
    else:
        texts = driver.page.evaluate(TEXTS)
        assert [text for text in texts if is_left(text[1]) and text[0].startswith("#learn-")] == []


def give_answer(driver: PageDriver, question: Question) -> None:
    if question.choices:
        driver.page.locator("#learn-answers button").nth(question.choices.index(question.answer)).click()
        return
    if question.asks_tiles:
        for tile in question.answer.split():
            driver.page.locator("#board [data-cell]", has_text=tile).click()
    else:
        driver.page.locator("#learn-number").fill(question.answer)
    driver.page.locator("#learn-check").click()
