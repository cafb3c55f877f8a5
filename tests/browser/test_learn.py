"""The Learn room as a student goes through it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import LIGHT_DESKTOP, check_looks, expect_no_overflow
from tests.browser.page_driver import READY, PageDriver, open_room, python_in
from web.rooms.learn.parts import Question
from web.rooms.learn.table import BY_NAME, LESSONS


def learn(driver: PageDriver, lesson: str = "") -> PageDriver:
    open_room(driver.page, "Learn")
    expect(driver.page.get_by_role("heading", name="Learn")).to_be_visible(timeout=READY)
    if lesson:
        item(driver, lesson).get_by_role("button").click()
    return driver


def item(driver: PageDriver, lesson: str) -> Locator:
    return driver.page.get_by_role("listitem").filter(has_text=LESSONS[BY_NAME[lesson]].learn)


def question_of(lesson: str, step: int) -> Question:
    question = LESSONS[BY_NAME[lesson]].load()[step - 1].question
    assert isinstance(question, Question)
    return question


def feedback(driver: PageDriver) -> Locator:
    return driver.page.get_by_test_id("feedback")


def answer(driver: PageDriver, given: str) -> None:
    choice = driver.page.get_by_role("radio", name=given, exact=True)
    if choice.count():
        choice.check()
    else:
        driver.page.get_by_label("Your answer").fill(given)
    driver.button("Check").click()


def note(page: Page, name: str = "learn") -> str:
    found: str = python_in(
        page, f"from web.rooms import shell\nresult = shell._rooms._desk.notes.get({name!r}, '')"
    )
    return found


@pytest.mark.same_page
def test_a_whole_lesson_from_start_to_done(driver: PageDriver) -> None:
    steps = LESSONS[BY_NAME["solvability"]].load()
    learn(driver, "solvability")
    for at, step in enumerate(steps):
        question = question_of("solvability", at + 1)
        expect(driver.page.get_by_role("heading", name=step.title)).to_be_focused()
        driver.button(step.set_up.label).click()
        driver.expect_shown(step.set_up.board)
        if not step.set_up.room:
            expect(driver.page.get_by_text("Now on the board.")).to_be_visible()
        if step.set_up.room == "solve":
            expect(driver.page.get_by_role("tab", name="Solve")).to_have_attribute("aria-selected", "true")
            driver.button("Back to the lesson").click()
            expect(driver.page.get_by_role("heading", name=step.title)).to_be_focused()
        answer(driver, question.answer)
        expect(feedback(driver)).to_contain_text("Right.")
        expect(feedback(driver)).to_contain_text(question.right)
        expect(driver.said).to_have_text(question.right)
        on = "Finish" if at == len(steps) - 1 else "Next step"
        expect(driver.button(on)).to_be_focused()
        driver.page.keyboard.press("Enter")
    expect(item(driver, "solvability")).to_contain_text("Done")
    assert (note(driver.page), note(driver.page, "learned")) == ("", "solvability.1-5")
    driver.button("Forget all answers").click()
    expect(item(driver, "solvability")).not_to_contain_text("Done")
    assert note(driver.page, "learned") == ""


@pytest.mark.same_page
def test_a_lesson_with_the_keyboard(driver: PageDriver) -> None:
    """What is typed, what is chosen, and what is done on the board."""
    learn(driver)
    item(driver, "estimates").get_by_role("button").press("Enter")
    press, steps = driver.page.keyboard.press, LESSONS[BY_NAME["estimates"]].load()
    for number in (1, 2):
        expect(driver.page.get_by_role("heading", name=steps[number - 1].title)).to_be_focused()
        driver.page.get_by_label("Your answer").press_sequentially(question_of("estimates", number).answer)
        press("Enter")
        expect(driver.button("Next step")).to_be_focused()
        press("Enter")
    driver.button(steps[2].set_up.label).press("Enter")
    driver.button("Check what I did").press("Enter")
    expect(feedback(driver)).to_contain_text("Only 0 tiles away from home")
    driver.board.focus()
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown"):
        press(key)
    driver.expect_shown("3 0 2/4 1 5/6 7 8")
    driver.button("Check what I did").press("Enter")
    expect(feedback(driver)).to_contain_text(steps[2].question.right)
    expect(driver.button("Next step")).to_be_focused()
    press("Enter")
    expect(driver.page.get_by_role("heading", name=steps[3].title)).to_be_focused()
    driver.page.get_by_role("radio", name=question_of("estimates", 4).answer).press("Space")
    press("Enter")
    expect(feedback(driver)).to_contain_text("Right.")
    expect(driver.button("Finish")).to_be_focused()
    press("Enter")
    expect(item(driver, "estimates")).to_contain_text("Done")


@pytest.mark.same_page
def test_each_lesson_opens(driver: PageDriver) -> None:
    learn(driver)
    for number, lesson in enumerate(LESSONS, 1):
        item(driver, lesson.name).get_by_role("button").click()
        part = driver.page.get_by_test_id("exercise")
        expect(part.get_by_role("heading", name=lesson.title, exact=True)).to_be_visible()
        expect(part).to_contain_text(f"Lesson {number}, step 1 of {lesson.steps}")
        driver.button("All lessons").click()


@pytest.mark.same_page
def test_wrong_answers_get_hints_and_can_be_given_up(driver: PageDriver) -> None:
    learn(driver, "admissible")
    question = question_of("admissible", 1)
    field = driver.page.get_by_label("Your answer")
    expect(driver.button("Show the answer")).to_be_hidden()
    field.press("Enter")
    expect(feedback(driver)).to_contain_text("Type a whole number first.")
    expect(field).to_be_focused()
    field.fill("30")
    field.press("Enter")
    expect(feedback(driver)).to_contain_text("Not quite.")
    expect(feedback(driver)).to_contain_text(question.wrong)
    driver.button("Show the answer").click()
    expect(feedback(driver)).to_contain_text("Answered.")
    expect(feedback(driver)).to_contain_text(question.right)
    expect(field).to_have_value(question.answer)
    expect(field).to_be_disabled()
    driver.button("Next step").click()
    expect(feedback(driver)).to_have_text("")
    expect(driver.page.get_by_label("Your answer")).to_have_value("")
    driver.button("Previous step").click()
    expect(field).to_have_value(question.answer)
    driver.button("Start again").click()
    expect(field).to_have_value("")
    driver.button("All lessons").click()
    expect(item(driver, "admissible")).to_contain_text("5 steps, about 12 minutes")


@pytest.mark.same_page
def test_the_bar_leads_back_from_any_other_room(driver: PageDriver) -> None:
    bar = driver.page.get_by_test_id("learn-bar")
    expect(bar).to_be_hidden()
    learn(driver)
    open_room(driver.page, "Solve")
    expect(bar).to_be_hidden()
    learn(driver, "not-shortest")
    expect(bar).to_be_hidden()
    for _ in range(4):
        driver.button("Next step").click()
    driver.button("Set up A* in Solve").click()
    expect(bar).to_contain_text(f"Lesson {BY_NAME['not-shortest'] + 1}, step 5")
    expect(bar).to_contain_text("Which test would have found the mistake?")
    expect(driver.menu("Algorithm")).to_have_value("astar")
    expect(driver.menu("Heuristic")).to_have_value("manhattan")
    driver.solve("Solved in 25 moves", "Proved shortest")
    driver.button("Back to the lesson").click()
    expect(driver.page.get_by_test_id("exercise").get_by_role("radio")).to_have_count(3)
    expect(bar).to_be_hidden()


@pytest.mark.same_page
def test_a_note_of_the_last_visit_is_taken_up_and_a_broken_one_does_no_harm(driver: PageDriver) -> None:
    leave = "from web.rooms import shell\nshell._rooms._desk.note('learn', {!r})\nresult = True"
    python_in(driver.page, leave.format("9.9 <b> 1.1 " + "x" * 5_000))
    learn(driver)
    expect(item(driver, "solvability")).to_contain_text("1 of 5 steps done")
    open_room(driver.page, "Solve")
    python_in(driver.page, leave.format("4.2 4.1"))
    open_room(driver.page, "Learn")
    expect(driver.page.get_by_role("heading", name="Who must step aside?")).to_be_visible()
    expect(driver.page.get_by_test_id("exercise")).to_contain_text(
        f"Lesson {BY_NAME['conflicts'] + 1}, step 2 of 6"
    )


@pytest.mark.own_page
def test_what_is_set_up_for_other_rooms_is_left_as_their_notes(driver: PageDriver) -> None:
    """The rooms themselves are stood in for: here it counts what they would find."""
    learn(driver, "conflicts")
    python_in(
        driver.page,
        "from web.rooms import shell\n"
        "opened = []\n"
        "shell._rooms._views['race'] = type('Race', (), {'enter': lambda room: opened.append(1), "
        "'follow': lambda *given: None})()\n"
        "result = True",
    )
    for _ in range(4):
        driver.button("Next step").click()
    driver.button("Set up the race").click()
    driver.expect_shown("6 8 7/5 0 4/3 2 1")
    expect(driver.page.get_by_role("tab", name="Race")).to_have_attribute("aria-selected", "true")
    expect(driver.page.get_by_role("tabpanel", name="Race")).to_be_focused()
    notes = python_in(driver.page, "from web.rooms import shell\nresult = shell._rooms._desk.notes")
    assert notes["race"] == "astar own;astar linear-conflict"
    assert "def heuristic(state, shape, home)" in notes["source"]
    assert notes["learn"] == "conflicts.5"


@pytest.mark.same_page
def test_a_lesson_gives_back_the_board_the_goal_and_the_options(driver: PageDriver) -> None:
    mine = "1 2 3/4 5 6/0 7 8"
    driver.type_board(mine)
    lesson = BY_NAME["depth-first"]
    learn(driver, "depth-first")
    driver.button(LESSONS[lesson].load()[0].set_up.label).click()
    goal, depth = driver.page.get_by_test_id("goal-name"), driver.page.locator("#depth")
    expect(goal).to_have_text("Goal: Blank first")
    expect(depth).not_to_have_value("")
    driver.button("Shuffle").click()  # the next puzzle is not for the lesson's goal
    expect(goal).to_be_hidden()
    expect(depth).to_have_value("")
    driver.type_board(mine)
    open_room(driver.page, "Learn")
    driver.button(LESSONS[lesson].load()[0].set_up.label).click()
    expect(goal).to_have_text("Goal: Blank first")
    open_room(driver.page, "Learn")
    driver.button("All lessons").click()
    expect(driver.said).to_contain_text("Your own board and goal are back.")
    expect(goal).to_be_hidden()
    driver.expect_shown(mine)
    expect(depth).to_have_value("")


@pytest.mark.same_page
def test_a_step_is_on_the_board_as_soon_as_it_is_read_and_can_be_left_from_any_room(
    driver: PageDriver,
) -> None:
    """On a phone the bar that leads back does not cover the tabs."""
    mine, steps = "1 2 3/4 5 6/0 7 8", LESSONS[BY_NAME["estimates"]].load()
    driver.type_board(mine)
    learn(driver.on_screen(390, 844), "estimates")
    driver.expect_shown(steps[0].set_up.board)
    expect(driver.page.get_by_text("Now on the board.")).to_be_visible()
    for _ in range(3):
        driver.button("Next step").click()
    driver.expect_shown(steps[3].set_up.board)
    driver.button(steps[3].set_up.label).click()
    expect(driver.page.get_by_test_id("learn-bar")).to_be_in_viewport(ratio=1)
    open_room(driver.page, "Race")
    driver.button("Leave the lesson").click()
    expect(driver.page.get_by_role("tab", name="Race")).to_be_focused()
    expect(driver.page.get_by_test_id("learn-bar")).to_be_hidden()
    driver.expect_shown(mine)


@pytest.mark.same_page
def test_a_lesson_that_is_left_during_its_search_gives_the_board_back(driver: PageDriver) -> None:
    mine = "1 2 3/4 5 6/0 7 8"
    driver.type_board(mine)
    learn(driver, "large")
    open_room(driver.page, "Solve")
    driver.choose("Algorithm", "Anytime")  # it shortens its path until it is stopped
    driver.button("Solve").click()
    expect(driver.page.locator("#stop")).to_be_visible()
    open_room(driver.page, "Learn")
    driver.button("All lessons").click()
    driver.expect_shown(mine)


@pytest.mark.same_page
def test_axe_finds_nothing_and_nothing_overflows(driver: PageDriver) -> None:
    learn(driver.on_screen(*LIGHT_DESKTOP))
    check_looks(driver, "list")
    item(driver, "solvability").get_by_role("button").click()
    check_looks(driver, "question")
    answer(driver, "7")
    check_looks(driver, "wrong")
    answer(driver, "1")
    check_looks(driver, "right")
    driver.button("Next step").click()
    check_looks(driver, "choices")
    for target in driver.page.get_by_test_id("exercise").get_by_role("button").all():
        box = target.bounding_box()
        assert box is None or box["height"] >= 43.5
    open_room(driver.page, "Solve")
    check_looks(driver, "bar")
    expect_no_overflow(driver, 320)
    driver.button("Back to the lesson").click()
    expect_no_overflow(driver, 320)
    expect(driver.page.get_by_role("heading", name=re.compile("one move can change"))).to_be_in_viewport()
    driver.button("All lessons").click()
    item(driver, "breadth-first").get_by_role("button").click()
    assert driver.page.evaluate("document.documentElement.scrollWidth") <= 320  # its title wraps
    expect(driver.page.get_by_text("You will learn:")).to_be_visible()
    driver.button("Set it up in Solve").click()
    bar = driver.page.get_by_test_id("learn-bar")
    for seen in (driver.button("Solve"), bar):
        expect(seen).to_be_in_viewport(ratio=1)
    check_looks(driver, "at the board")
    driver.button("Back to the lesson").click()
    expect(bar).to_be_hidden()
    driver.button("Next step").click()
    expect(driver.page.get_by_text("You will learn:")).to_be_hidden()
