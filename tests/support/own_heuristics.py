"""Combinations of heuristics, and a page with a heuristic that its Lab has certified."""

from __future__ import annotations

from hypothesis import strategies as st

from npuzzle import HEURISTICS
from tests.support.certificates import answer_to
from tests.support.page_states import page
from web.command import perform
from web.page.commands import update
from web.page.commands.solving import certify_heuristic
from web.page.state import UiState
from web.rooms.lab import state as lab
from web.rooms.lab.examples import NAMED

NAMES = sorted(card.name for card in HEURISTICS if card.most_cells is None)
START, GOAL = "5 4 3/2 1 0", "1 2 3/4 5 0"


def formulas() -> st.SearchStrategy[str]:
    name = st.sampled_from(NAMES)
    weighted = st.tuples(st.sampled_from(["0.5", "1", "2.25"]), name).map("*".join)
    total = st.lists(weighted, min_size=1, max_size=3).map(" + ".join)
    largest = st.lists(name | total, min_size=1, max_size=3).map(lambda parts: f"max({', '.join(parts)})")
    return total | largest


def certified_page() -> UiState:
    source = NAMED["manhattan"].source
    room = perform(perform(lab.LabState(), lab.type_source(source)), lab.start())
    room = perform(room, lab.take_answer(answer_to(source, GOAL)))
    return update(page(START), certify_heuristic(room.offer))
