"""The Learn room as a student uses it."""

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
    expect(driver.page.locator("#learn-title")).to_be_visible(timeout=READY)
    if lesson:
        driver.button("A week").click()
        item(driver, lesson).evaluate("button => button.closest('details').open = true")
        item(driver, lesson).click()
    return driver


def item(driver: PageDriver, lesson: str) -> Locator:
    return driver.page.locator(f"#learn-week [data-lesson={lesson}]")


def question_of(lesson: str, step: int) -> Question:
    question = LESSONS[BY_NAME[lesson]].load()[step - 1].question
    assert isinstance(question, Question)
    return question


def feedback(driver: PageDriver) -> Locator:
    return driver.page.get_by_test_id("feedback")


def answer(driver: PageDriver, given: str) -> None:
    answers = driver.page.locator("#learn-answers")
    if answers.locator("input").count():
        answers.locator("input").fill(given)
        driver.button("Check").click()
    else:
        answers.get_by_role("button", name=given, exact=True).click()


def leave(driver: PageDriver) -> None:
    driver.button("All lessons").click()


def note(page: Page, name: str = "learn") -> str:
    found: str = python_in(
        page, f"from web.rooms import shell\nresult = shell._rooms._desk.notes.get({name!r}, '')"
    )
    return found


@pytest.mark.same_page
def test_a_whole_lesson_from_start_to_done_and_its_code_is_read_by_a_teacher(driver: PageDriver) -> None:
    page, steps = driver.page, LESSONS[BY_NAME["solvability"]].load()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    learn(driver, "solvability")
    for at, step in enumerate(steps):
        question = question_of("solvability", at + 1)
        expect(page.get_by_role("heading", name=step.title)).to_be_focused()
        driver.expect_shown(step.set_up.board)
        if step.set_up.room:
            driver.button(step.set_up.label).click()
            expect(page.get_by_role("tab", name="Solve")).to_have_attribute("aria-selected", "true")
            driver.button("Back to the lesson").click()
            expect(page.get_by_role("heading", name=step.title)).to_be_focused()
        if at == 1:
            answer(driver, "By exactly 1")
            expect(feedback(driver)).to_contain_text("Not quite.")
        answer(driver, question.answer)
        expect(feedback(driver)).to_contain_text("Right.")
        expect(feedback(driver)).to_contain_text(question.right)
        expect(driver.said).to_have_text(question.right)
        expect(driver.button("Finish" if at == len(steps) - 1 else "Next step")).to_be_focused()
        page.keyboard.press("Enter")
    expect(item(driver, "solvability")).to_contain_text("Done")
    assert (note(page), note(page, "learned")) == ("", "week solvability=12111")
    expect(page.locator("#learn-summary")).to_have_text("5 steps answered, 4 at the first try.")
    code = page.get_by_test_id("code").inner_text()
    driver.button("Copy the code").click()
    expect(page.locator("#learn-copied")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == code
    driver.button("For teachers").click()
    page.get_by_label("A line for each student").fill(f"Ann Smith, {code}\nBob 1234")
    row = page.get_by_test_id("codes").locator("tbody tr")
    expect(row).to_have_count(1)
    assert row.locator("th, td").all_inner_texts() == ["Ann Smith", "5", "4", "1", "0", "2"]
    expect(page.get_by_test_id("codes-problem")).to_contain_text("Line 2: '1234' is not a code")
    page.locator("#codes-copy").click()
    expect(page.locator("#codes-copied")).to_have_text("Copied.")
    assert "Ann Smith,5,4,1,0,0,5,0" in page.evaluate("navigator.clipboard.readText()")
    driver.button("Back to the lessons").click()
    driver.button("Forget all answers").click()
    expect(item(driver, "solvability")).not_to_contain_text("Done")
    assert note(page, "learned") == "week"


@pytest.mark.same_page
def test_a_lesson_with_the_keyboard(driver: PageDriver) -> None:
    """Tiles are picked, a number is typed, a choice is pressed, and the board shows each action."""
    learn(driver)
    driver.button("45 minutes").press("Enter")
    driver.page.locator("#learn-short [data-lesson=estimates]").press("Enter")
    press, steps = driver.page.keyboard.press, LESSONS[BY_NAME["estimates"]].load()
    expect(driver.page.get_by_role("heading", name=steps[0].title)).to_be_focused()
    for tile in question_of("estimates", 1).answer.split():
        driver.page.locator("#learn-answers").get_by_role("button", name=tile).press("Enter")
    driver.button("Check").press("Enter")
    expect(driver.button("Next step")).to_be_focused()
    press("Enter")
    expect(driver.page.get_by_role("heading", name=steps[1].title)).to_be_focused()
    driver.page.get_by_label("Your answer").press_sequentially(question_of("estimates", 2).answer)
    press("Enter")
    expect(driver.button("Next step")).to_be_focused()
    press("Enter")
    driver.button("Check what I did").press("Enter")
    expect(feedback(driver)).to_contain_text("Only 0 tiles away from home")
    driver.board.focus()
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown"):
        press(key)
    driver.expect_shown("3 0 2/4 1 5/6 7 8")
    expect(feedback(driver)).to_contain_text(steps[2].question.right)
    expect(driver.button("Next step")).to_be_focused()
    press("Enter")
    expect(driver.page.get_by_role("heading", name=steps[3].title)).to_be_focused()
    driver.button(question_of("estimates", 4).answer).press("Enter")
    expect(feedback(driver)).to_contain_text("Right.")
    expect(driver.button("Finish")).to_be_focused()
    press("Enter")
    expect(driver.page.locator("#learn-short [data-lesson=estimates]")).to_contain_text("Done")


@pytest.mark.same_page
def test_tiles_are_pressed_on_the_board_and_slide_again_later(driver: PageDriver) -> None:
    board = LESSONS[BY_NAME["estimates"]].load()[0].set_up.board
    learn(driver, "estimates")
    cells = driver.page.locator("#board [data-cell]")
    for tile in ("1", "6", "6"):
        cells.filter(has_text=tile).click()
    expect(driver.page.locator("#tiles [data-picked]")).to_have_text(["1"])
    driver.expect_shown(board)
    driver.button("Check").click()
    expect(feedback(driver)).to_contain_text(question_of("estimates", 1).wrong)
    for tile in "234578":
        cells.filter(has_text=tile).click()
    driver.button("Check").click()
    expect(feedback(driver)).to_contain_text("7 tiles.")
    cells.filter(has_text="7").click()
    driver.expect_shown("2 3 0/1 8 7/6 5 4")
    driver.page.get_by_role("button", name="Step 2 of 4").click()
    driver.expect_shown(board)
    driver.page.get_by_role("button", name="Step 1 of 4: done").click()  # the step looks answered
    expect(driver.page.locator("#learn-answers [aria-pressed=true]:disabled")).to_have_count(7)


@pytest.mark.same_page
def test_each_lesson_opens_and_the_way_goes_on_with_the_next(driver: PageDriver) -> None:
    learn(driver)
    expect(driver.page.locator("#learn-start")).to_have_text("Start with: The state space")
    for lesson in LESSONS:
        learn(driver, lesson.name)
        part = driver.page.get_by_test_id("exercise")
        expect(part).to_contain_text(f"{lesson.title} \u00b7 Step 1 of {lesson.steps}")
        leave(driver)
    driver.page.locator("#learn-start").click()
    driver.page.get_by_role("button", name="Step 3 of 4").click()
    answer(driver, question_of("state-space", 3).answer)
    expect(driver.page.get_by_role("button", name="Step 3 of 4: done")).to_be_visible()
    leave(driver)
    expect(driver.page.locator("#learn-start")).to_have_text("Continue with: The state space")
    expect(item(driver, "state-space")).to_contain_text("1 of 4 steps done")


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
    driver.page.get_by_role("button", name="Step 1 of 5: done").click()
    expect(field).to_have_value(question.answer)


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
    expect(driver.page.locator("#learn-answers").get_by_role("button")).to_have_count(3)
    expect(bar).to_be_hidden()


@pytest.mark.same_page
def test_a_note_of_the_last_visit_is_taken_up_and_a_broken_one_does_no_harm(driver: PageDriver) -> None:
    write = "from web.rooms import shell\nshell._rooms._desk.note({!r}, {!r})\nresult = True"
    python_in(driver.page, write.format("learned", "solvability=1 <b>=1 astar=9 " + "x" * 5_000))
    python_in(driver.page, write.format("learn", "9.9 <b>"))
    learn(driver)
    driver.button("A week").click()
    expect(item(driver, "solvability")).to_contain_text("1 of 5 steps done")
    open_room(driver.page, "Solve")
    python_in(driver.page, write.format("learn", "conflicts.2"))
    open_room(driver.page, "Learn")
    expect(driver.page.get_by_role("heading", name="Who must step aside?")).to_be_visible()
    expect(driver.page.get_by_test_id("exercise")).to_contain_text("Step 2 of 6")
    leave(driver)
    python_in(driver.page, write.format("learn", "teachers"))
    open_room(driver.page, "Solve")
    open_room(driver.page, "Learn")
    expect(driver.page.get_by_role("heading", name="For teachers")).to_be_visible()


@pytest.mark.own_page
def test_what_is_set_up_for_other_rooms_is_left_as_their_notes(driver: PageDriver) -> None:
    """The rooms themselves are stubs: the test checks only the notes that they would find."""
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
    set_up = LESSONS[BY_NAME["depth-first"]].load()[0].set_up.label
    learn(driver, "depth-first")
    driver.button(set_up).click()
    goal, depth = driver.page.get_by_test_id("goal-name"), driver.page.locator("#depth")
    expect(goal).to_have_text("Goal: Blank first")
    expect(depth).not_to_have_value("")
    driver.button("Shuffle").click()  # the next puzzle has the user's goal again
    expect(goal).to_have_text("Goal: Blank last")
    expect(depth).to_have_value("")
    driver.type_board(mine)
    open_room(driver.page, "Learn")
    driver.button(set_up).click()
    expect(goal).to_have_text("Goal: Blank first")
    open_room(driver.page, "Learn")
    leave(driver)
    expect(driver.said).to_contain_text("Your own board and goal are back.")
    open_room(driver.page, "Solve")
    expect(goal).to_have_text("Goal: Blank last")
    driver.expect_shown(mine)
    expect(depth).to_have_value("")


@pytest.mark.same_page
def test_on_a_phone_board_and_question_are_in_view_and_a_board_that_was_slid_is_put_back(
    driver: PageDriver,
) -> None:
    mine, steps = "1 2 3/4 5 6/0 7 8", LESSONS[BY_NAME["estimates"]].load()
    driver.type_board(mine)
    learn(driver.on_screen(390, 844), "estimates")
    driver.page.evaluate("scrollTo(0, 0)")
    for seen in ("#tray", "#learn-question-text", "#learn-answers button >> nth=0"):
        expect(driver.page.locator(seen)).to_be_in_viewport(ratio=1)
    for _ in range(3):
        driver.button("Next step").click()
    driver.expect_shown(steps[3].set_up.board)
    back = driver.button("Put the board back")
    expect(back).to_be_hidden()
    driver.page.locator("#board [data-slides]").first.click()
    back.click()
    driver.expect_shown(steps[3].set_up.board)
    open_room(driver.page, "Race")
    expect(driver.page.get_by_test_id("learn-bar")).to_be_in_viewport(ratio=1)
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
    leave(driver)
    open_room(driver.page, "Solve")
    driver.expect_shown(mine)


@pytest.mark.own_page
def test_after_a_reload_in_a_lesson_the_users_own_board_still_comes_back(driver: PageDriver) -> None:
    mine = "1 2 3/4 5 6/0 7 8"
    driver.type_board(mine)
    learn(driver, "estimates")
    theirs = LESSONS[BY_NAME["estimates"]].load()[0].set_up.board
    driver.expect_shown(theirs)
    driver.page.wait_for_timeout(1_000)  # the page is saved once it has not changed for a moment
    driver.page.reload()
    expect(driver.page.get_by_test_id("exercise")).to_be_visible(timeout=READY)
    driver.expect_shown(theirs)
    leave(driver)
    open_room(driver.page, "Solve")
    driver.expect_shown(mine)


@pytest.mark.same_page
def test_axe_finds_nothing_and_nothing_overflows(driver: PageDriver) -> None:
    learn(driver.on_screen(*LIGHT_DESKTOP))
    check_looks(driver, "list")
    driver.button("A week").click()
    check_looks(driver, "a week")
    learn(driver, "solvability")
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
    leave(driver)
    code = driver.page.get_by_test_id("code").inner_text()
    check_looks(driver, "a code")
    driver.button("For teachers").click()
    driver.page.locator("#codes-text").fill(f"Ann {code}\nBob 1234")
    expect(driver.page.get_by_test_id("codes")).to_contain_text("Ann")
    check_looks(driver, "for teachers")
    expect_no_overflow(driver, 320)
    driver.button("Back to the lessons").click()
    learn(driver, "estimates")
    driver.page.locator("#board [data-cell]").first.click()
    check_looks(driver, "tiles")
    leave(driver)
    learn(driver.on_screen(320, 800), "breadth-first")
    assert driver.page.evaluate("document.documentElement.scrollWidth") <= 320  # its title wraps
    driver.button("Set it up in Solve").click()
    bar = driver.page.get_by_test_id("learn-bar")
    for seen in (driver.button("Solve"), bar):
        expect(seen).to_be_in_viewport(ratio=1)
    check_looks(driver, "at the board")
    driver.button("Back to the lesson").click()
    expect(bar).to_be_hidden()
