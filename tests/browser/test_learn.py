"""The Learn room as a student goes through it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Watch
from tests.browser.lab import READY, Lab, python_in
from tests.browser.looks import LIGHT_DESKTOP, check_looks, expect_no_overflow
from web.rooms.learn.parts import Question
from web.rooms.learn.table import BY_NAME, LESSONS


def learn(lab: Lab, lesson: str = "") -> Lab:
    lab.page.get_by_role("tab", name="Learn").click()
    expect(lab.page.get_by_role("heading", name="Learn")).to_be_visible(timeout=READY)
    if lesson:
        item(lab, lesson).get_by_role("button").click()
    return lab


def item(lab: Lab, lesson: str) -> Locator:
    return lab.page.get_by_role("listitem").filter(has_text=LESSONS[BY_NAME[lesson]].learn)


def question_of(lesson: str, step: int) -> Question:
    question = LESSONS[BY_NAME[lesson]].load()[step - 1].question
    assert isinstance(question, Question)
    return question


def feedback(lab: Lab) -> Locator:
    return lab.page.get_by_test_id("feedback")


def answer(lab: Lab, given: str) -> None:
    choice = lab.page.get_by_role("radio", name=given, exact=True)
    if choice.count():
        choice.check()
    else:
        lab.page.get_by_label("Your answer").fill(given)
    lab.button("Check").click()


def note(page: Page, name: str = "learn") -> str:
    found: str = python_in(
        page, f"from web.rooms import shell\nresult = shell._rooms._desk.notes.get({name!r}, '')"
    )
    return found


def test_a_whole_lesson_from_start_to_done(lab: Lab) -> None:
    steps = LESSONS[BY_NAME["solvability"]].load()
    learn(lab, "solvability")
    for at, step in enumerate(steps):
        question = question_of("solvability", at + 1)
        expect(lab.page.get_by_role("heading", name=step.title)).to_be_focused()
        lab.button(step.set_up.label).click()
        lab.expect_shown(step.set_up.board)
        if not step.set_up.room:
            expect(lab.page.get_by_text("Now on the board.")).to_be_visible()
        if step.set_up.room == "solve":
            expect(lab.page.get_by_role("tab", name="Solve")).to_have_attribute("aria-selected", "true")
            lab.button("Back to the lesson").click()
            expect(lab.page.get_by_role("heading", name=step.title)).to_be_focused()
        answer(lab, question.answer)
        expect(feedback(lab)).to_contain_text("Right.")
        expect(feedback(lab)).to_contain_text(question.right)
        expect(lab.said).to_have_text(question.right)
        on = "Finish" if at == len(steps) - 1 else "Next step"
        expect(lab.button(on)).to_be_focused()
        lab.page.keyboard.press("Enter")
    expect(item(lab, "solvability")).to_contain_text("Done")
    assert (note(lab.page), note(lab.page, "learned")) == ("", "solvability.1-5")
    lab.button("Forget all answers").click()
    expect(item(lab, "solvability")).not_to_contain_text("Done")
    assert note(lab.page, "learned") == ""


def test_a_lesson_with_the_keyboard(lab: Lab) -> None:
    """What is typed, what is chosen, and what is done on the board."""
    learn(lab)
    item(lab, "estimates").get_by_role("button").press("Enter")
    press, steps = lab.page.keyboard.press, LESSONS[BY_NAME["estimates"]].load()
    for number in (1, 2):
        expect(lab.page.get_by_role("heading", name=steps[number - 1].title)).to_be_focused()
        lab.page.get_by_label("Your answer").press_sequentially(question_of("estimates", number).answer)
        press("Enter")
        expect(lab.button("Next step")).to_be_focused()
        press("Enter")
    lab.button(steps[2].set_up.label).press("Enter")
    lab.button("Check what I did").press("Enter")
    expect(feedback(lab)).to_contain_text("Only 0 tiles away from home")
    lab.board.focus()
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown"):
        press(key)
    lab.expect_shown("3 0 2/4 1 5/6 7 8")
    lab.button("Check what I did").press("Enter")
    expect(feedback(lab)).to_contain_text(steps[2].question.right)
    expect(lab.button("Next step")).to_be_focused()
    press("Enter")
    expect(lab.page.get_by_role("heading", name=steps[3].title)).to_be_focused()
    lab.page.get_by_role("radio", name=question_of("estimates", 4).answer).press("Space")
    press("Enter")
    expect(feedback(lab)).to_contain_text("Right.")
    expect(lab.button("Finish")).to_be_focused()
    press("Enter")
    expect(item(lab, "estimates")).to_contain_text("Done")


def test_each_lesson_opens(lab: Lab) -> None:
    learn(lab)
    for number, lesson in enumerate(LESSONS, 1):
        item(lab, lesson.name).get_by_role("button").click()
        part = lab.page.get_by_test_id("exercise")
        expect(part.get_by_role("heading", name=lesson.title, exact=True)).to_be_visible()
        expect(part).to_contain_text(f"Lesson {number}, step 1 of {lesson.steps}")
        lab.button("All lessons").click()


def test_wrong_answers_get_hints_and_can_be_given_up(lab: Lab) -> None:
    learn(lab, "admissible")
    question = question_of("admissible", 1)
    field = lab.page.get_by_label("Your answer")
    expect(lab.button("Show the answer")).to_be_hidden()
    field.press("Enter")
    expect(feedback(lab)).to_contain_text("Type a whole number first.")
    expect(field).to_be_focused()
    field.fill("30")
    field.press("Enter")
    expect(feedback(lab)).to_contain_text("Not quite.")
    expect(feedback(lab)).to_contain_text(question.wrong)
    lab.button("Show the answer").click()
    expect(feedback(lab)).to_contain_text("Answered.")
    expect(feedback(lab)).to_contain_text(question.right)
    expect(field).to_have_value(question.answer)
    expect(field).to_be_disabled()
    lab.button("Next step").click()
    expect(feedback(lab)).to_have_text("")
    expect(lab.page.get_by_label("Your answer")).to_have_value("")
    lab.button("Previous step").click()
    expect(field).to_have_value(question.answer)
    lab.button("Start again").click()
    expect(field).to_have_value("")
    lab.button("All lessons").click()
    expect(item(lab, "admissible")).to_contain_text("5 steps, about 12 minutes")


def test_the_bar_leads_back_from_any_other_room(lab: Lab) -> None:
    bar = lab.page.get_by_test_id("learn-bar")
    expect(bar).to_be_hidden()
    learn(lab)
    lab.page.get_by_role("tab", name="Solve").click()
    expect(bar).to_be_hidden()
    learn(lab, "not-shortest")
    expect(bar).to_be_hidden()
    for _ in range(4):
        lab.button("Next step").click()
    lab.button("Set up A* in Solve").click()
    expect(bar).to_contain_text(f"Lesson {BY_NAME['not-shortest'] + 1}, step 5")
    expect(bar).to_contain_text("Which test would have found the mistake?")
    expect(lab.menu("Algorithm")).to_have_value("astar")
    expect(lab.menu("Heuristic")).to_have_value("manhattan")
    lab.solve("Solved in 25 moves", "Proved shortest")
    lab.button("Back to the lesson").click()
    expect(lab.page.get_by_test_id("exercise").get_by_role("radio")).to_have_count(3)
    expect(bar).to_be_hidden()


def test_a_note_of_the_last_visit_is_taken_up_and_a_broken_one_does_no_harm(lab: Lab) -> None:
    leave = "from web.rooms import shell\nshell._rooms._desk.note('learn', {!r})\nresult = True"
    python_in(lab.page, leave.format("9.9 <b> 1.1 " + "x" * 5_000))
    learn(lab)
    expect(item(lab, "solvability")).to_contain_text("1 of 5 steps done")
    lab.page.get_by_role("tab", name="Solve").click()
    python_in(lab.page, leave.format("4.2 4.1"))
    lab.page.get_by_role("tab", name="Learn").click()
    expect(lab.page.get_by_role("heading", name="Who must step aside?")).to_be_visible()
    expect(lab.page.get_by_test_id("exercise")).to_contain_text(
        f"Lesson {BY_NAME['conflicts'] + 1}, step 2 of 6"
    )


def test_what_is_set_up_for_other_rooms_is_left_as_their_notes(lab: Lab) -> None:
    """The rooms themselves are stood in for: here it counts what they would find."""
    learn(lab, "conflicts")
    python_in(
        lab.page,
        "from web.rooms import shell\n"
        "opened = []\n"
        "shell._rooms._views['race'] = type('Race', (), {'enter': lambda room: opened.append(1), "
        "'follow': lambda *given: None})()\n"
        "result = True",
    )
    for _ in range(4):
        lab.button("Next step").click()
    lab.button("Set up the race").click()
    lab.expect_shown("6 8 7/5 0 4/3 2 1")
    expect(lab.page.get_by_role("tab", name="Race")).to_have_attribute("aria-selected", "true")
    expect(lab.page.get_by_role("tabpanel", name="Race")).to_be_focused()
    notes = python_in(lab.page, "from web.rooms import shell\nresult = shell._rooms._desk.notes")
    assert notes["race"] == "astar own;astar linear-conflict"
    assert "def heuristic(state, shape, home)" in notes["source"]
    assert notes["learn"] == "conflicts.5"


def test_axe_finds_nothing_and_nothing_overflows(page: Page, watch: Watch, base_url: str) -> None:
    lab = learn(Lab(page).on_screen(*LIGHT_DESKTOP).open(base_url))
    check_looks(lab, "list")
    item(lab, "solvability").get_by_role("button").click()
    check_looks(lab, "question")
    answer(lab, "7")
    check_looks(lab, "wrong")
    answer(lab, "1")
    check_looks(lab, "right")
    lab.button("Next step").click()
    check_looks(lab, "choices")
    for target in lab.page.get_by_test_id("exercise").get_by_role("button").all():
        box = target.bounding_box()
        assert box is None or box["height"] >= 43.5
    lab.page.get_by_role("tab", name="Solve").click()
    check_looks(lab, "bar")
    expect_no_overflow(lab, 320)
    lab.button("Back to the lesson").click()
    expect_no_overflow(lab, 320)
    expect(lab.page.get_by_role("heading", name=re.compile("one move can change"))).to_be_in_viewport()
    lab.button("All lessons").click()
    item(lab, "breadth-first").get_by_role("button").click()
    assert lab.page.evaluate("document.documentElement.scrollWidth") <= 320  # its title wraps
    expect(lab.page.get_by_text("You will learn:")).to_be_visible()
    lab.button("Set it up in Solve").click()
    bar = lab.page.get_by_test_id("learn-bar")
    for seen in (lab.button("Solve"), bar):
        expect(seen).to_be_in_viewport(ratio=1)
    check_looks(lab, "at the board")
    lab.button("Back to the lesson").click()
    expect(bar).to_be_hidden()
    lab.button("Next step").click()
    expect(lab.page.get_by_text("You will learn:")).to_be_hidden()
