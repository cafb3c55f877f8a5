"""Writing to elements: only changes are written; to new elements, everything is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.unit.web.fake_page import FakePage, views


@pytest.fixture
def fake() -> FakePage:
    return FakePage()


@pytest.fixture
def dom(fake: FakePage) -> Iterator[Any]:
    with views(fake, "ui.dom") as [module]:
        yield module.Dom()


def test_a_text_is_written_when_it_changes(fake: FakePage, dom: Any) -> None:
    for text in ("one", "one", "two", "two", "one"):
        dom.text("badge", text)
        assert fake.by_id("badge").textContent == text
    assert fake.by_id("badge").writes["textContent"] == 3


def test_properties_are_kept_apart_by_element_and_by_name(fake: FakePage, dom: Any) -> None:
    dom.hide("first", True)
    dom.hide("second", True)
    dom.enable("first", False)
    dom.set("bar", "max", 7)
    dom.attribute("bar", "data-kind", "proved")
    assert (fake.by_id("first").hidden, fake.by_id("second").hidden) == (True, True)
    assert fake.by_id("first").disabled is True
    assert (fake.by_id("bar").max, fake.by_id("bar").attributes) == (7, {"data-kind": "proved"})
    dom.hide("first", True)
    dom.enable("first", False)
    assert fake.by_id("first").writes == {"hidden": 1, "disabled": 1}


def test_a_field_is_compared_with_what_the_user_made_of_it(fake: FakePage, dom: Any) -> None:
    dom.value("seconds", "5")
    fake.by_id("seconds").value = "typed"
    dom.value("seconds", "5")
    assert fake.by_id("seconds").value == "5"
    before = fake.by_id("seconds").writes["value"]
    dom.value("seconds", "5")
    assert fake.by_id("seconds").writes["value"] == before, "the cursor must stay"


def test_after_forgetting_new_elements_are_written_to(fake: FakePage, dom: Any) -> None:
    dom.text("lane", "Ready")
    dom.has_changed("work 0", 1)
    dom.has_changed("lanes", 2)
    dom.forget("work")
    assert dom.has_changed("work 0", 1)
    assert not dom.has_changed("lanes", 2)
    fake.elements.clear()
    dom.forget()
    dom.text("lane", "Ready")
    assert fake.by_id("lane").textContent == "Ready"
    assert dom.has_changed("lanes", 2)


def test_terms_stay_while_figures_run(fake: FakePage, dom: Any) -> None:
    dom.figures("progress", [("Moves", "1"), ("Seconds", "0.1")])
    pairs = list(fake.by_id("progress").children)
    assert [pair.children[0].textContent for pair in pairs] == ["Moves", "Seconds"]
    dom.figures("progress", [("Moves", "1"), ("Seconds", "0.2")])
    assert list(fake.by_id("progress").children) == pairs
    moves, seconds = (pair.children[1] for pair in pairs)
    assert (moves.textContent, seconds.textContent) == ("1", "0.2")
    assert (moves.writes["textContent"], seconds.writes["textContent"]) == (1, 2)


@pytest.mark.parametrize(("chosen", "shown"), [("b", "b"), ("gone", "a"), ("", "a")])
def test_a_menu_that_is_filled_again_keeps_what_was_chosen(
    fake: FakePage, dom: Any, chosen: str, shown: str
) -> None:
    """A binding does not set it again: for the page nothing has changed."""
    menu = fake.by_id("heuristic")
    vars(menu).update(value=chosen, replaceChildren=lambda first, *more: vars(menu).update(value=first.value))
    dom.fill("heuristic", [("a", "A"), ("b", "B")])
    assert menu.value == shown
