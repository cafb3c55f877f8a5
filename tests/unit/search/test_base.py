"""The initial state of a search: its statistics, options and numbers."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import asdict, fields

import pytest

from npuzzle import ALGORITHMS, AlgorithmCard, Board, Problem, SearchOptions, Snapshot, best_first, goal_board
from npuzzle.errors import InvalidJobError
from npuzzle.search import WEIGHT, base
from npuzzle.search.base import Search, Stats, Stepper, known_numbers, letters_of, whole
from tests.unit.search.spaces import Broad


def test_a_snapshot_without_arguments_has_counted_nothing_and_knows_nothing() -> None:
    counted = ("expanded", "elsewhere", "generated", "frontier", "peak_frontier", "stored", "bound")
    more = {"peak_stored": 0, "deepest": 0, "cost": None}
    unknown = {"path": None, "best": None, "engine": "python", "note": "", "tables": ""}
    unknown |= {"workers": 1, "iterations": ()}
    assert (
        asdict(Snapshot()) == asdict(Stats().snapshot()) == {**dict.fromkeys(counted, 0), **more, **unknown}
    )


def test_a_snapshot_copies_every_count() -> None:
    names = [field.name for field in fields(Stats) if field.name != "report_at"]
    stats = Stats(**{name: f"some {name}" for name in names})  # type: ignore[arg-type]
    copy = stats.snapshot(path="UL")
    assert asdict(copy) == {**{name: f"some {name}" for name in names}, "path": "UL"}
    stats.expanded = 7
    assert copy.expanded == "some expanded"


def test_the_peak_is_the_most_that_were_open() -> None:
    stats = Stats()
    for open_now in (3, 9, 4):
        stats.hold(open_now, 10 * open_now)
    assert (stats.frontier, stats.peak_frontier, stats.stored) == (4, 9, 40)


def test_a_search_without_options_has_no_numbers_and_no_depth_limit() -> None:
    nothing = dict.fromkeys(("max_depth", "helpers", "most_expanded", "refuted", "watch"))
    texts = {"engine": "auto", "known_path": "", "order": ""}
    assert asdict(SearchOptions()) == {"numbers": {}, **texts, **nothing}


def test_a_card_checks_its_numbers_and_fills_in_what_is_left_out() -> None:
    weighted = ALGORITHMS["weighted-astar"]
    assert weighted.options().numbers == {"weight": 1.5}
    assert weighted.options({"weight": 2, "width": 9}, max_depth=4).numbers == {"weight": 2.0}
    assert type(weighted.options({"weight": 2}).numbers["weight"]) is float
    assert [weighted.factor(weighted.options({"weight": w})) for w in (1, 1.25)] == [1.0, 1.25]
    assert ALGORITHMS["beam"].factor(ALGORITHMS["beam"].options()) is None
    assert ALGORITHMS["astar"].options({"weight": 2}).numbers == {}
    with pytest.raises(InvalidJobError, match=r"^the weight must be a number, 1 to 1,000,000, got 0\.5$"):
        weighted.options({"weight": 0.5})


@pytest.mark.parametrize(
    ("text", "value"), [("2", 2.0), (" 1.5 ", 1.5), ("1e3", 1000.0), ("x", None), ("nan", None), ("", None)]
)
def test_a_number_is_read_as_a_person_types_it(text: str, value: float | None) -> None:
    if value is not None:
        assert WEIGHT.read(text) == value
    else:
        with pytest.raises(InvalidJobError, match="the weight must be a number"):
            WEIGHT.read(text)


def test_one_name_is_the_same_number_in_all_algorithms() -> None:
    known = known_numbers()
    assert all(known[number.name] is number for card in ALGORITHMS for number in card.numbers)
    assert (known["weight"].kind, known["width"].kind) == (float, int)


def test_a_path_of_slides_or_letters_is_reported_in_letters() -> None:
    board = Board.parse("1 2 3/4 0 6/7 5 8")
    problem = Problem(board, goal_board("blank-last", board.shape))
    assert letters_of(problem, ((7, 4), (8, 7))) == letters_of(problem, "UL") == "UL"


@pytest.mark.parametrize(
    ("bound", "length"), [(0, 0), (7, 7), (7.0, 7), (7.25, 8), (7 + 1e-12, 7), (7 + 1e-9, 7), (7 + 1e-6, 8)]
)
def test_no_path_has_a_length_between_a_bound_and_the_whole_number_above(bound: float, length: int) -> None:
    assert whole(bound) == length


def test_which_algorithms_find_a_path_of_any_length_or_within_a_depth() -> None:
    found = {
        card.name: (card.finds_within(None), card.finds_within(0), card.finds_within(50))
        for card in ALGORITHMS
    }
    assert found["astar"] == found["depth-first"] == (True, True, True)
    assert found["constructive"] == found["anytime"] == (True, False, False)
    assert found["beam"] == (False, False, False)
    for card in ALGORITHMS:
        within = card.complete and card.within_depth
        assert found[card.name] == (card.complete, within, within), card.name


def test_an_algorithm_promises_nothing_its_card_does_not_say() -> None:
    def no_search(*told: object) -> Search:
        yield Stats()
        return None

    card = AlgorithmCard(name="mine", label="", summary="", search=no_search, informed=True)
    assert (card.numbers, card.default_depth, card.optimal, card.improves) == ((), None, False, False)
    assert card.complete
    assert card.within_depth


def test_a_stepper_expands_as_many_states_as_requested_and_first_only_looks() -> None:
    stepper = Stepper(best_first(Broad(1)))
    assert [stepper.advance(n).expanded for n in (5, 5, 1, 2000)] == [0, 5, 6, 2006]


def test_a_stepper_stops_where_a_search_pauses() -> None:
    def pausing() -> Search:
        stats = Stats()
        yield stats
        for stats.expanded in range(1, 10):
            yield stats.pause() if stats.expanded == 3 else stats
        return "UL"

    stepper = Stepper(pausing())
    assert [stepper.advance(100).expanded for _ in range(4)] == [0, 3, 9, 9]
    assert (stepper.ended, stepper.result) == (True, "UL")


def test_type_variables_go_by_their_names_and_states_can_be_remembered() -> None:
    assert (base.S.__name__, base.S_contra.__name__) == ("S", "S_contra")
    assert base.S.__bound__ is Hashable
    assert (base.S.__contravariant__, base.S_contra.__contravariant__) == (False, True)
