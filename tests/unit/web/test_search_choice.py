"""A choice of a search: the chosen and typed values, and their words in the notes of rooms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import HEURISTICS
from npuzzle.search.base import known_numbers
from tests.support.own_heuristics import formulas
from web.page.heuristic_choice import COMBINE, YOURS
from web.page.own_code import OWN
from web.page.parts.search import Options
from web.page.search_choice import SearchChoice, is_choice
from web.rooms.explore.choices import OFFERED as TREES
from web.rooms.explore.state import ExploreState
from web.rooms.race.lanes import OFFERED as LANES

FORMS = ((SearchChoice(), LANES), (ExploreState(), TREES))
NUMBERS = ("1", "2.5", "7", "x", "", " 3 ", "1;2")


@st.composite
def chosen(draw: st.DrawFn) -> tuple[SearchChoice, SearchChoice, tuple[str, ...]]:
    """Draw a search in one of the forms, and return it with that form's first state."""
    start, algorithms = draw(st.sampled_from(FORMS))
    names = st.sampled_from([OWN, COMBINE, YOURS, *(card.name for card in HEURISTICS)])
    found = start.choose("algorithm", draw(st.sampled_from(algorithms)))
    found = found.choose("heuristic", draw(names)).choose("formula", draw(formulas()))
    for number in found.numbers:
        found = found.choose(number.name, draw(st.sampled_from(NUMBERS)))
    return found, start, algorithms


@given(chosen())
def test_its_words_bring_it_back(drawn: tuple[SearchChoice, SearchChoice, tuple[str, ...]]) -> None:
    """Except for spaces in formulas and numbers, and for a certificate, which links do not contain."""
    found, start, algorithms = drawn
    words = [found.algorithm, found.heuristic_word, *found.number_words]
    assert all(word and not {*word} & {" ", ";"} for word in words)
    read = start.read_words(words, algorithms)
    assert read is not None
    assert read.algorithm == found.algorithm
    assert read.heuristic == ("manhattan" if found.heuristic == YOURS else found.heuristic)
    if found.heuristic == COMBINE:
        assert read.formula == found.formula.replace(" ", "")
    assert [read.heuristic_word, *read.number_words] == [found.heuristic_word, *found.number_words]


def test_the_tiles_of_a_group_keep_apart_in_one_word() -> None:
    assert SearchChoice("astar", COMBINE, {}, "patterns(1 2 3 | 5 6)").heuristic_word == "patterns(1,2,3|5,6)"


@pytest.mark.parametrize("words", ["", "nope", "auto", "astar nope", "astar 3", f"astar {YOURS}"])
def test_words_that_name_no_search_are_refused(words: str) -> None:
    assert SearchChoice().read_words(words.split(), LANES) is None


def test_other_names_are_read_and_a_heuristic_may_be_left_out() -> None:
    read = SearchChoice().read_words(["wastar", "hamming", "3"], LANES)
    assert read == SearchChoice("weighted-astar", "misplaced", {"weight": "3"})
    assert SearchChoice().read_words(["bfs"], LANES) == SearchChoice("breadth-first")


@given(st.sampled_from(["formula", *known_numbers()]), st.text(max_size=9), st.sampled_from([0, 1, 2]))
def test_each_field_shows_what_was_typed_last(name: str, text: str, which: int) -> None:
    form: SearchChoice = (SearchChoice(), ExploreState(), Options())[which]
    changed = form.choose(name, "another").choose(name, text)
    assert changed.text(name) == text
    assert changed.choose(name, form.text(name)).text(name) == form.text(name)


def test_what_is_as_usual_makes_no_other_search() -> None:
    for number in known_numbers().values():
        assert Options().choose(number.name, "7").choose(number.name, f"{number.default:g}") == Options()


def test_a_form_has_its_own_choices_and_no_other() -> None:
    assert not is_choice("typed", "x", LANES)
    assert not is_choice("algorithm", "auto", LANES)
    assert not is_choice("heuristic", "hamming", LANES), "a menu has names, not aliases"
    assert all(is_choice("heuristic", name, LANES) for name in ("manhattan", OWN, YOURS, COMBINE))
