"""`certify` finds every violation of a claim, counts the violations and shows the nearest."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf, nan
from operator import ne
from typing import Any, TypeVar

import pytest

from npuzzle import (
    HEURISTICS,
    Board,
    Heuristic,
    HeuristicCard,
    InvalidHeuristicError,
    NPuzzleError,
    Problem,
    Shape,
    UnknownNameError,
    goal_board,
    maximum,
    weighted,
)
from npuzzle.heuristics.base import MAX_ESTIMATE
from npuzzle.heuristics.simple import Manhattan
from npuzzle.lab import (
    EXHIBITS,
    Certificate,
    Progress,
    certify,
    enumerate_states,
    evaluate,
    iter_certify,
    judge,
)
from npuzzle.progress import Work, run_to_end
from npuzzle.puzzle.problem import board_of
from tests.support.oracles import after_moves, distances
from tests.support.quick import mostly_slow
from tests.support.strategies import four_goals

CARDS = list(HEURISTICS)
SMALL = [goal for shape in (Shape(2, 2), Shape(2, 3), Shape(3, 2)) for goal in four_goals(shape)]

T = TypeVar("T")


def by_hand(function: Callable[[Board], float], goal: Board) -> dict[str, Any]:
    """Compute the figures of a certificate from the distances of the slow twin."""
    known = distances(goal)
    h = {tiles: function(Board(goal.shape, tiles)) for tiles in known}
    rows, cols = goal.shape.rows, goal.shape.cols
    arcs = [(a, b) for a in known for b in after_moves(a, rows, cols) if a < b]
    bad = [tiles for tiles, far in known.items() if h[tiles] > far + 1e-9]
    bad_arcs = [(a, b) for a, b in arcs if abs(h[a] - h[b]) > 1 + 1e-9]
    return {
        "states": len(known),
        "goal_value": h[goal.tiles],
        "bad_states": len(bad),
        "bad_arcs": len(bad_arcs),
        "worst_excess": max([0, *(h[tiles] - known[tiles] for tiles in bad)]),
        "nearest": min((known[tiles] for tiles in bad), default=None),
        "nearest_arc": min((min(known[a], known[b]) for a, b in bad_arcs), default=None),
        "maximum": max(h.values()),
        "mean": sum(h.values()) / len(h),
        "exact": sum(abs(h[tiles] - far) < 1e-9 for tiles, far in known.items()) / len(h),
    }


def figures(proof: Certificate) -> dict[str, Any]:
    """Return the same figures of a certificate, after checking its counterexamples."""
    known = distances(proof.goal)
    case, arc = proof.counterexample, proof.arc
    if case is not None:
        assert known[case.board.tiles] == case.distance < case.h
    if arc is not None:
        shape = proof.goal.shape
        assert arc.other.tiles in set(after_moves(arc.board.tiles, shape.rows, shape.cols))
        assert abs(arc.h - arc.other_h) > 1
    return {
        **{name: getattr(proof, name) for name in ("states", "goal_value", "bad_states", "bad_arcs")},
        "worst_excess": proof.worst_excess,
        "nearest": None if case is None else case.distance,
        "nearest_arc": None if arc is None else min(known[arc.board.tiles], known[arc.other.tiles]),
        **{name: getattr(proof, name) for name in ("maximum", "mean", "exact")},
    }


def odd_one(board: Board) -> float:
    """Estimate wrongly in every way: inconsistent, sometimes too large, not 0 at the goal."""
    return sum(tile * cell for cell, tile in enumerate(board.tiles)) % 23 / 2


@pytest.mark.parametrize("goal", SMALL, ids=str)
def test_figures_are_those_counted_by_hand(goal: Board) -> None:
    expected = by_hand(odd_one, goal)
    found = figures(certify(lambda board: odd_one(board), goal.shape, goal, against=[]))
    assert found == {**expected, "mean": pytest.approx(expected["mean"])}
    assert found["bad_states"] > 0
    assert found["bad_arcs"] > 0


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_every_built_in_claim_is_certified_on_small_boards(card: HeuristicCard) -> None:
    for goal in SMALL:
        proof = certify(card, goal.shape, goal, against=[])
        assert proof.goal_value == 0, goal
        assert proof.admissible or not card.admissible, goal
        assert proof.consistent or not card.consistent, goal


#: On the 3x3, goal blank last: mean and largest value over all 181,440 states. A new heuristic needs no line.
ON_3X3 = {
    "zero": (0, 0),
    "blank-chebyshev": (1.4444, 2),
    "blank-distance": (2, 4),
    "misplaced": (7.1111, 8),
    "n-max-swap": (8.0532, 12),
    "mix": (10.5556, 15),
    "euclidean": (11.4448, 17.7213),
    "value-euclidean": (11.5299, 16.4924),
    "manhattan": (14, 22),
    "linear-conflict": (15.1190, 28),
    "walking-distance": (15.6833, 28),
    "pattern-tables": (19.1811, 29),
}


@pytest.mark.slow
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_every_built_in_claim_is_certified_on_the_3x3(card: HeuristicCard) -> None:
    proof = certify(card, against=[])
    assert proof.states == 181_440
    assert (proof.admissible, proof.consistent) == (card.admissible, card.consistent)
    assert (proof.goal_value, proof.bad_states) == (0, 0 if card.admissible else 1386)
    found = (proof.mean, proof.maximum)
    assert found == pytest.approx(ON_3X3.get(card.name, found), abs=5e-5)


FOUND = {
    "misplaced-with-blank": (78, 1),
    "manhattan-with-blank": (4650, 4),
    "pairwise-conflict": (7, 4),
    "value-euclidean": (1386, pytest.approx(11.7279, abs=1e-4)),
    "constant-240": (181_440, 240),
}


@pytest.mark.slow
@pytest.mark.parametrize("exhibit", list(EXHIBITS), ids=lambda exhibit: exhibit.name)
def test_each_exhibit_is_wrong_as_it_says(exhibit: Any) -> None:
    proof = certify(exhibit, "3x3", "blank-last", against=[])
    assert (proof.bad_states, proof.worst_excess) == FOUND[exhibit.name]
    case = proof.counterexample
    assert case is not None
    assert (str(case.board), case.h, case.distance) == (exhibit.board, exhibit.h, exhibit.distance)


# Compared with other heuristics


@pytest.mark.slow
def test_standings_on_the_3x3_and_the_published_mean_of_gaschnig() -> None:
    proof = certify("manhattan")
    assert set(proof.against) == {card.name for card in CARDS} - {"manhattan"}
    relations = {name: standing.relation for name, standing in proof.against.items()}
    assert relations["misplaced"] == relations["mix"] == relations["euclidean"] == "dominates"
    assert relations["linear-conflict"] == relations["walking-distance"] == "dominated"
    assert relations["n-max-swap"] == "incomparable"
    assert (proof.against["n-max-swap"].higher, proof.against["n-max-swap"].lower) == (177_591, 304)
    standing = certify("walking-distance", against=["linear-conflict"]).against["linear-conflict"]
    assert standing.relation == "incomparable"
    assert standing.higher > standing.lower > 0
    assert certify("gaschnig", "3x3", "blank-first", against=[]).mean == pytest.approx(8.05, abs=0.005)


def test_standings_count_the_states_where_one_says_more() -> None:
    goal = goal_board("blank-last", Shape(2, 3))
    states = enumerate_states(goal.shape, goal.blank).states
    ours, other = (HEURISTICS[name].make(goal) for name in ("manhattan", "n-max-swap"))
    pairs = [(ours.estimate(state), other.estimate(state)) for state in states]
    standing = certify("manhattan", "2x3").against["n-max-swap"]
    assert (standing.higher, standing.lower) == (sum(a > b for a, b in pairs), sum(a < b for a, b in pairs))
    assert standing.higher > 0


def test_the_same_heuristic_is_equal() -> None:
    def twin(board: Board, goal: Board) -> int:
        return sum(map(ne, board.tiles, goal.tiles)) - (board.blank != goal.blank)

    assert certify(twin, "2x3", against=["misplaced"]).against["misplaced"].relation == "equal"


@pytest.mark.slow
def test_combinations_keep_or_lose_their_claims_as_their_cards_say() -> None:
    both = maximum("linear-conflict", "walking-distance")
    proof = certify(both, against=["linear-conflict", "walking-distance"])
    assert (proof.admissible, proof.consistent) == (both.admissible, both.consistent) == (True, True)
    assert {standing.relation for standing in proof.against.values()} == {"dominates"}
    heavy = certify(weighted(0.6, "misplaced", 0.6, "manhattan"), against=[])
    assert not heavy.admissible


@pytest.mark.slow
@pytest.mark.parametrize("name", ["value-euclidean", "linear-conflict"])
@pytest.mark.parametrize("goal", four_goals(Shape(3, 3)), ids=str)
def test_a_claim_is_certified_for_four_goals(goal: Board, name: str) -> None:
    """One claim is false and one is true. The contract tests check the claims of all cards."""
    card = HEURISTICS[name]
    proof = certify(card, goal.shape, goal, against=[])
    assert (proof.admissible, proof.consistent) == (card.admissible, card.consistent)


# Heuristics that cannot be certified


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="walking-distance"):
        certify("manhatten")


LATE = Board.parse("4 5 0/1 2 3")  # 21 moves from blank last: the last state to be certified


class Late(Heuristic):
    """0, except for one board."""

    gives: Any = None

    def estimate(self, state: Sequence[int]) -> Any:
        if state == Problem(LATE, self.goal).initial:
            if self.gives is ZeroDivisionError:
                return 1 / 0
            return self.gives
        return 0


@pytest.mark.parametrize(
    "gives", [None, "12", nan, inf, -inf, -1, -0.5, 1j, [3], MAX_ESTIMATE * 10, ZeroDivisionError], ids=repr
)
def test_a_value_that_is_not_a_number_is_refused_with_its_board(gives: Any) -> None:
    wrong = type("Wrong", (Late,), {"gives": gives})
    with pytest.raises(InvalidHeuristicError, match=str(LATE)) as caught:
        certify(wrong, "2x3", against=[])
    rules = (
        "an estimate must be a number, 0 or more; Wrong gave",
        "an estimate must be at most",
        "Wrong raised",
    )
    assert str(caught.value).startswith(rules)


class Crooked(Manhattan):
    """Manhattan distance, whose step is one too high for one move of one board."""

    def step(self, h: float, state: Sequence[int], slide: tuple[int, int]) -> float:
        wrong = board_of(state, self.goal) == Board.parse("1 2 3/4 5 0/7 8 6") and slide == (5, 8)
        return super().step(h, state, slide) + wrong


@pytest.mark.slow
def test_a_step_that_contradicts_estimate_is_reported_with_both_boards() -> None:
    certify(Manhattan, "2x3", against=[])
    with pytest.raises(InvalidHeuristicError) as caught:
        certify(Crooked, against=[])
    assert str(caught.value) == (
        "Crooked contradicts itself: from 1 2 3/4 5 6/7 8 0 to 1 2 3/4 5 0/7 8 6 step says 2, estimate 1"
    )


def test_a_heuristic_of_ones_own_stands_beside_its_namesake() -> None:
    def manhattan(board: Board) -> int:
        return 0

    proof = certify(manhattan, "2x3")
    assert proof.against["manhattan"].relation == "dominated"
    assert len(proof.against) == len(CARDS)
    twice = certify("mix", "2x2", against=[manhattan, lambda board: 0, lambda board: 1])
    assert list(twice.against) == ["manhattan", "lambda", "lambda (3)"]


@pytest.mark.slow
def test_all_but_one_state_is_not_a_hundred_percent() -> None:
    goal = goal_board("blank-last", Shape(2, 4))
    known = distances(goal)
    last = max(known, key=known.__getitem__)
    proof = certify(lambda board: known[board.tiles] - (board.tiles == last), goal.shape, goal, against=[])
    assert proof.exact == 1 - 1 / 20_160
    assert "exact on 99.99% of the states" in str(proof)


# Progress and the certificate as data


def test_a_heuristic_and_its_judge_are_asked_little_between_two_steps() -> None:
    asked = before = 0

    def slow(board: Board) -> float:
        nonlocal asked
        asked += 1
        return 0

    for _ in iter_certify(slow, "2x4", against=[]):
        assert asked - before <= 250
        before = asked
    assert asked == 20_160
    judged = judge("mine", goal_board("blank-last", Shape(2, 4)), [0] * 20_160, against=["zero"])
    assert len(list(judged)) > 100


def test_plain_data_has_the_agreed_names() -> None:
    data = certify("value-euclidean", "2x3", against=["zero"]).to_dict()
    assert list(data) == [
        *("heuristic", "shape", "goal", "states", "goal_value", "admissible", "consistent"),
        *("bad_states", "bad_arcs", "worst_excess", "counterexample", "arc"),
        *("mean", "maximum", "exact", "mean_error", "errors", "sha256", "versions", "against", "source"),
    ]
    assert list(data["counterexample"]) == ["board", "h", "distance"]  # type: ignore[call-overload]
    assert list(data["arc"]) == ["board", "h", "other", "other_h"]  # type: ignore[call-overload]
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize("heuristic", ["manhattan", "value-euclidean", lambda board: len(str(board))])
@pytest.mark.parametrize("shape", ["2x2", "2x3"])
def test_what_is_written_is_read(heuristic: Any, shape: str) -> None:
    proof = certify(heuristic, shape, against=["zero", "mix"])
    data = json.loads(json.dumps(proof.to_dict()))
    read = Certificate.from_dict(data)
    assert (read, read.to_dict(), str(read)) == (proof, data, str(proof))
    del data["source"]
    assert Certificate.from_dict(data).source == ""


CASE = {"board": "1 2 0/4 5 3", "h": 5.5, "distance": 1}
LARGE_GOAL = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"goal": LARGE_GOAL}, "up to 9 cells"),
        ({"goal": "1 2 3/4 5 6/7 8 0"}, "the goal is 3x3, but the board is 2x3"),
        ({"goal": None}, "the goal of a certificate must be printable text, got None"),
        ({"heuristic": "\x1b[31mred"}, r"the heuristic of a certificate must be printable text, got '\\x1b"),
        ({"heuristic": 5}, "must be printable text, got 5"),
        ({"states": 0}, "the certificate contradicts itself: its other fields rule out states 0"),
        ({"states": True}, "the states of a certificate must be a whole number, 0 or more, got True"),
        ({"bad_states": 0}, "the certificate contradicts itself: its other fields rule out admissible False"),
        ({"bad_states": 361}, "its other fields rule out bad_states 361"),
        ({"bad_states": 10**400}, "must be a whole number, 0 or more"),
        ({"admissible": True}, "its other fields rule out admissible True"),
        ({"consistent": True}, "its other fields rule out consistent True"),
        ({"bad_states": 0, "admissible": True}, "its other fields rule out bad_states 0"),
        ({"counterexample": None}, "its other fields rule out bad_states"),
        (
            {"counterexample": 7},
            "a certificate and its parts must be mappings, such as to_dict returns, got 7",
        ),
        ({"counterexample": {}}, "the board of a certificate must be printable text, got none"),
        ({"counterexample": {**CASE, "h": 0.5}}, "its other fields rule out counterexample"),
        ({"counterexample": {**CASE, "board": "1 2 0/5 4 3"}}, "its other fields rule out counterexample"),
        ({"counterexample": {**CASE, "h": 999}}, "its other fields rule out worst_excess"),
        ({"bad_arcs": 0, "consistent": True}, "its other fields rule out bad_arcs 0"),
        ({"arc": None}, "its other fields rule out bad_arcs"),
        ({"arc": {"board": "1 2 3/4 5 0", "h": 0, "other": "4 5 0/1 2 3", "other_h": 9}}, "rule out arc"),
        ({"worst_excess": 0}, "its other fields rule out worst_excess 0"),
        ({"worst_excess": nan}, "the worst_excess of a certificate must be a number, 0 or more, got nan"),
        ({"mean": 10**9}, "its other fields rule out maximum"),
        ({"mean_error": nan}, "the mean_error of a certificate must be a number, got nan"),
        ({"mean_error": "x"}, "the mean_error of a certificate must be a number, got 'x'"),
        ({"errors": {"0": 359}}, "its other fields rule out errors"),
        ({"errors": {"x": 360}}, "its other fields rule out errors"),
        ({"errors": {"0": -1}}, "the errors of a certificate must be a whole number, 0 or more, got -1"),
        ({"exact": 1}, "its other fields rule out exact 1"),
        ({"exact": "1"}, "the exact of a certificate must be a number, 0 or more, got '1'"),
        ({"against": 5}, "a certificate and its parts must be mappings, such as to_dict returns, got 5"),
        ({"against": {"zero": {"relation": "equal", "higher": 1, "lower": 0}}}, "rule out against"),
        ({"against": {"zero": {"relation": "incomparable", "higher": 300, "lower": 61}}}, "rule out against"),
        ({"source": 5}, "the source of a certificate must be printable text, got 5"),
    ],
)
def test_data_that_no_certificate_has_is_refused(changes: dict[str, Any], words: str) -> None:
    data = {**certify("value-euclidean", "2x3", against=["zero"]).to_dict(), **changes}
    with pytest.raises(NPuzzleError, match=words):
        Certificate.from_dict(data)


def test_what_is_missing_is_refused() -> None:
    whole = certify("manhattan", "2x2", against=[]).to_dict()
    for name in set(whole) - {"source", "shape", "admissible", "consistent", "counterexample", "arc"}:
        with pytest.raises(InvalidHeuristicError, match=r"got none|got None"):
            Certificate.from_dict({key: value for key, value in whole.items() if key != name})
    for data in (None, [], {}, 5, "{}"):
        with pytest.raises(InvalidHeuristicError, match="a certificate"):
            Certificate.from_dict(data)  # type: ignore[arg-type]


def test_the_same_words_for_people() -> None:
    good, bad = str(certify("manhattan", "2x3", "spiral")), str(certify("value-euclidean", "2x3", against=[]))
    assert "manhattan on all 360 states of 2x3, goal spiral" in good
    assert "admissible   yes" in good
    assert "against zero" in good
    assert "admissible   no, too large on" in bad
    assert "nearest: 1 2 0/4 5 3 has h = 5.656854249, but is 1 from the goal" in bad


# Judged by the estimates alone


def finish(work: Work[T]) -> T:
    """Run the work to its end. Check that its progress grows up to the total."""
    steps: list[Progress] = []
    result = run_to_end(work, steps.append)
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert steps[-1].done == steps[-1].total
    return result


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_what_is_judged_by_its_estimates_gets_the_certificate_of_certify(card: HeuristicCard) -> None:
    others = [other for other in CARDS if other is not card][:3]
    for goal in SMALL:
        values = finish(evaluate(card, goal.shape, goal))
        proof = certify(card, goal.shape, goal, against=others)
        assert finish(judge(card.name, goal, values, against=others)) == proof
        assert finish(judge(card.name, goal, json.loads(json.dumps(values)), against=others)) == proof


@pytest.mark.parametrize("shape", mostly_slow([Shape(2, 3), Shape(3, 3)]), ids=str)
@pytest.mark.parametrize("exhibit", list(EXHIBITS), ids=lambda exhibit: exhibit.name)
def test_a_wrong_heuristic_is_judged_wrong_by_its_estimates(exhibit: Any, shape: Shape) -> None:
    goal = goal_board("blank-last", shape)
    values = finish(evaluate(exhibit, shape, goal))
    assert finish(judge(exhibit.name, goal, tuple(values), against=[])) == certify(exhibit, shape, against=[])


def test_estimates_are_in_the_order_of_the_states() -> None:
    goal = goal_board("spiral", Shape(2, 3))
    values = finish(evaluate(odd_one, goal.shape, goal))
    states = enumerate_states(goal.shape, goal.blank).states
    assert values == [odd_one(board_of(state, goal)) for state in states]
    assert {type(value) for value in finish(evaluate(lambda state: state[0] == 1, "2x2"))} == {float}


def test_the_estimates_of_built_in_heuristics_are_not_changed_from_outside() -> None:
    values = finish(evaluate("manhattan", "2x3"))
    before = list(values)
    values[:] = [0] * len(values)
    assert finish(evaluate("manhattan", "2x3")) == before


GOAL = goal_board("blank-last", Shape(2, 3))


@pytest.mark.parametrize(
    "wrong",
    [True, False, None, "1", b"1", nan, inf, -inf, -1, -0.5, 1j, [3], MAX_ESTIMATE * 2, 10**400, Fraction(1)],
    ids=lambda wrong: repr(wrong)[:12],
)
@pytest.mark.parametrize("place", [0, 249, 250, 359])
@pytest.mark.parametrize("usual", [0, 0.5])
def test_a_value_that_is_not_an_estimate_is_refused_with_its_board(
    wrong: Any, place: int, usual: float
) -> None:
    values: list[Any] = [usual] * 360
    values[place] = wrong
    state = enumerate_states(GOAL.shape, GOAL.blank).states[place]
    with pytest.raises(InvalidHeuristicError) as caught:
        finish(judge("mine", GOAL, values, against=[]))
    rule = "an estimate must be a number, 0 or more"
    if wrong in (MAX_ESTIMATE * 2, 10**400):
        rule = "an estimate must be at most 1,000,000,000,000,000"
    assert str(caught.value).startswith(f"{rule}; mine gave ")
    assert str(caught.value).endswith(f"for the board {board_of(state, GOAL)}")


class Shifty(list[float]):
    """A list subclass, which could return other values at each read."""


@pytest.mark.parametrize(
    ("values", "said"),
    [
        *((values, f"2x3 has 360 states.*got {len(values):,}$") for values in ([], [0] * 359, [0] * 361)),
        *((values, "must be a list") for values in (None, 0, "0" * 360, b"0" * 360)),
        *((values, "must be a list") for values in (dict.fromkeys(range(360)), iter([0] * 360))),
        (Shifty([0] * 360), "must be a list"),
    ],
    ids=range(10),
)
def test_estimates_are_a_plain_list_of_as_many_as_there_are_states(values: Any, said: str) -> None:
    with pytest.raises(InvalidHeuristicError, match=said):
        judge("mine", GOAL, values)
