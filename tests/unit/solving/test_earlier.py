"""A search goes on from what was ruled out before; what cannot be true of its board is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from math import inf, nan
from random import Random
from typing import Any

import pytest

from npuzzle import (
    Board,
    Job,
    Problem,
    Result,
    Shape,
    Snapshot,
    goal_board,
    random_board,
    solve,
)
from npuzzle.errors import InvalidJobError, WrongAnswerError
from npuzzle.heuristics.own import instantiate
from npuzzle.search import split_search, subtrees
from npuzzle.search.base import Stepper
from npuzzle.search.refuted import Refuted
from npuzzle.solving.earlier import Earlier, can_go_on, go_on, read_earlier, seal
from npuzzle.solving.limits import Outcome
from npuzzle.solving.plan import Plan
from npuzzle.solving.run import Run
from tests.support.inline_helpers import InlineHelpers
from tests.support.quick import mostly_slow

SHAPES = [Shape(2, 4), Shape(3, 3), Shape(3, 4)]
FIRST = goal_board("blank-first", Shape(4, 4))
FIFTEEN = Board.parse("13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6")  # 55 moves
WHERE = "in this test"


@pytest.fixture(autouse=True)
def _divide_from_the_second_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split_search, "SPLIT_FROM", 0)
    monkeypatch.setattr(split_search, "SPLIT_FROM_SLOW", 0)
    monkeypatch.setattr(subtrees, "ROOTS", 40)
    monkeypatch.setattr(subtrees, "SHARE", 60)
    monkeypatch.setattr(subtrees, "LARGE", 20)


def plan_of(board: Board, goal: Board, algorithm: str = "idastar") -> Plan:
    heuristic = {"heuristic": "pattern-tables"} if algorithm == "idastar" else {}
    return Job.create(board, goal, algorithm=algorithm, **heuristic).resolve()  # type: ignore[arg-type]


def search_on(
    plan: Plan, earlier: Earlier, expansions: int, helpers: InlineHelpers | None
) -> tuple[Snapshot, Earlier]:
    """Go on for so many expansions; return the last snapshot, and what is known then, by way of its text."""
    on = go_on(plan, earlier, WHERE)
    options = replace(on.options, helpers=helpers)
    stepper = Stepper(
        on.algorithm.search(plan.problem, instantiate(on.heuristic, plan.problem.goal), options)
    )
    now = stepper.advance(0)
    while not stepper.ended and now.expanded < expansions:
        now = stepper.advance(expansions - now.expanded)
    assert on.options.refuted is not None
    after = earlier.after(on.options.refuted, now.best or "", earlier.seconds + 1)
    return now, read_earlier(json.loads(json.dumps(after.to_dict())), plan.problem)


def finish(run: Run) -> Result:
    while run.result is None:
        run.step(1)
    return run.result


@pytest.mark.slow_cases("3x3-2", "3x3-0")
@pytest.mark.parametrize("helped", [0, 2])
@pytest.mark.parametrize("shape", mostly_slow(SHAPES, 2), ids=str)
def test_a_search_that_is_interrupted_any_number_of_times_finds_the_path_of_one_that_is_not(
    shape: Shape, helped: int
) -> None:
    for seed in range(5):
        draw = Random(seed)
        goal = goal_board("blank-first" if seed % 2 else "blank-last", shape)
        plan = plan_of(random_board(goal, draw), goal)
        whole = finish(Run(plan))
        assert whole.is_optimal
        assert whole.length is not None
        earlier, before, now = Earlier(problem=plan.problem), Earlier(problem=plan.problem), Snapshot()
        for turn in range(1_000):
            helpers = InlineHelpers(helped, seed=seed, slice_of=20) if helped else None
            now, earlier = search_on(plan, earlier, draw.randint(1, 50 + 30 * turn), helpers)
            assert before.bound <= earlier.bound <= whole.length
            assert earlier.bound > before.bound or earlier.done.keys() >= before.done.keys()
            before = earlier
            if now.path is not None:
                break
        assert now.path is not None
        assert plan.problem.letters(now.path) == whole.path
        assert now.bound == whole.length


@pytest.mark.slow
def test_anytime_goes_on_with_its_path_and_bound() -> None:
    plan = plan_of(FIFTEEN, FIRST, "anytime")
    earlier, lengths = Earlier(problem=plan.problem), []
    for turn in range(200):
        on = go_on(plan, earlier, WHERE)
        run = Run(on)
        assert run.snapshot.bound <= 55
        for _ in range(1 + turn):
            run.step(0.01)
        refuted = on.options.refuted
        assert refuted is not None
        if run.result is not None:
            break
        earlier = earlier.after(refuted, run.path_so_far or "", earlier.seconds + run.seconds)
        lengths.append(len(earlier.path))
        assert earlier.bound <= 55
    assert run.result is not None
    assert (run.result.length, run.result.claim) == (55, "proved shortest")
    found = lengths[lengths.count(0) :]  # the first runs may end before they have a path
    assert found == sorted(found, reverse=True)
    assert 0 not in found


def test_a_result_that_rests_on_an_earlier_search_says_so() -> None:
    plan = plan_of(FIFTEEN, FIRST)
    earlier = Earlier(problem=plan.problem, bound=53, seconds=180.4)
    result = finish(Run(go_on(plan, earlier, WHERE)))
    said = "Paths of fewer than 53 moves were ruled out earlier, in this test, in 180 seconds; this search"
    assert (result.length, result.claim) == (55, "proved shortest")
    assert said in result.note
    assert said in str(Result.from_dict(result.to_dict()).note)
    assert result.expanded < finish(Run(plan)).expanded
    with_parts = replace(earlier, done={(1,): 5, (2, 0): 7})
    assert "than 53 moves, and 2 parts of those of 53, were" in with_parts.say(WHERE)
    assert "ruled out earlier" not in finish(Run(go_on(plan, Earlier(problem=plan.problem), WHERE))).note


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_parts_count_however_the_bound_is_divided_later(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Larger ones, smaller ones, some below each other's roots: what is left is searched."""
    draw, plan = Random(seed), plan_of(FIFTEEN, FIRST)
    whole, earlier = finish(Run(plan)), Earlier(problem=plan.problem)
    counts = list[int]()
    for turn in range(1_000):
        monkeypatch.setattr(subtrees, "ROOTS", draw.choice([5, 20, 80]))
        monkeypatch.setattr(subtrees, "LARGE", draw.choice([1, 20, 400]))
        now, earlier = search_on(plan, earlier, draw.randint(1, 500 + 300 * turn), None)
        counts.append(len(earlier.done))
        if now.path is not None:
            break
    assert now.path is not None
    assert plan.problem.letters(now.path) == whole.path
    assert max(counts) > 20


def test_a_bound_above_a_path_that_is_found_is_an_error_and_no_proof() -> None:
    board = Board.parse("1 2 3/4 5 6/0 7 8")
    plan = plan_of(board, goal_board("blank-last", board.shape), "anytime")
    run = Run(go_on(plan, Earlier(problem=plan.problem, bound=30), WHERE))
    with pytest.raises(WrongAnswerError, match="kept of an earlier search is wrong, solve the board anew"):
        finish(run)


def test_an_out_of_time_search_says_what_was_ruled_out_before() -> None:
    plan = replace(plan_of(FIFTEEN, FIRST), limits=Job.create(FIFTEEN, FIRST, expanded=1).limits)
    result = finish(Run(go_on(plan, Earlier(problem=plan.problem, bound=53), WHERE)))
    assert (result.outcome, result.lower_bound) == (Outcome.OUT_OF_NODES, 53)
    assert "ruled out earlier" in result.note


PROBLEM = Problem(Board.parse("1 2 3/4 5 6/0 7 8"), goal_board("blank-last", Shape(3, 3)))
KEPT = Earlier(
    problem=PROBLEM,
    bound=2,
    done={(0,): 12, (3, 1, 1): 5, (3, 2): 1, (2,): 10**12},
    sizes={(3, 1): 4},
    path="LRLL",
    seconds=3.5,
    rises=((0, 1.0), (2, 2.5)),
)


def test_what_is_kept_is_read_back() -> None:
    kept = replace(KEPT, path=solve(PROBLEM.start).path + "RL")  # type: ignore[operator]
    assert read_earlier(json.loads(json.dumps(kept.to_dict())), PROBLEM) == kept
    empty = Earlier(problem=PROBLEM)
    assert read_earlier(json.loads(json.dumps(empty.to_dict())), PROBLEM) == empty


@pytest.mark.parametrize("done", ["1" * 401 + ":1", "1:1 " * 300_000 + "1:1"], ids=["too deep", "too long"])
def test_subtrees_are_refused_that_no_search_has(done: str) -> None:
    data = seal({**KEPT.to_dict(), "done": done})
    with pytest.raises(InvalidJobError, match="the subtrees of what was kept are ways of the blank with"):
        read_earlier(data, PROBLEM)


@pytest.mark.parametrize(
    "change",
    [
        {"version": "0.0.9"},
        {"version": None},
        {"board": "1 2 3/4 5 6/7 0 8"},
        {"goal": "0 1 2/3 4 5/6 7 8"},
        {"metric": "lines"},
        {"path": "U"},
        {"path": "<b>"},
        {"path": None},
        {"path": "L"},
        *({"bound": bound} for bound in (-2, 1, 3, 4, 402, 10**30, "2", 2.0, True, None, nan, [2])),
        *({"seconds": seconds} for seconds in (-1, inf, nan, "3", None, True)),
        *({"done": done} for done in ("x", "-1", "4", " 0", "0  1", None, [1], "²")),
        *({"rises": rises} for rises in (None, "x", [1], [[1]], [["1", 2]], [[2, 1], [0, 2]], [[4, 1]])),
        *(
            {"rises": rises}
            for rises in (
                [[-1, 1.0]],
                [[2, 1.0], [2, 1.0]],
                [[2, -1]],
                [[2, 9]],
                [[2, nan]],
                [[0, 1.0]] * 5,
                [[True, 1]],
            )
        ),
    ],
    ids=str,
)
def test_what_cannot_be_true_is_refused(change: dict[str, Any]) -> None:
    data = seal({**replace(KEPT, path="LL" + "RL").to_dict(), **change})
    with pytest.raises(InvalidJobError):
        read_earlier(data, PROBLEM)


def test_a_record_that_was_changed_is_refused() -> None:
    data = {**Earlier(problem=PROBLEM, bound=2).to_dict(), "bound": 0}
    with pytest.raises(InvalidJobError, match="was changed"):
        read_earlier(data, PROBLEM)
    assert read_earlier(seal(data), PROBLEM).bound == 0


@pytest.mark.parametrize("data", [None, 3, "x", [], {}])
def test_what_is_not_a_record_is_refused(data: object) -> None:
    with pytest.raises(InvalidJobError):
        read_earlier(data, PROBLEM)


def test_only_proofs_of_large_boards_go_on() -> None:
    large = goal_board("blank-first", Shape(5, 5))
    board = random_board(large, Random(1))
    assert can_go_on(plan_of(board, large))
    assert can_go_on(plan_of(board, large, "anytime"))
    assert can_go_on(Job(board=board, goal=large).resolve())
    assert not can_go_on(Job(board=board, goal=large, algorithm="astar").resolve())
    assert not can_go_on(plan_of(FIFTEEN, FIRST))
    larger = goal_board("blank-first", Shape(6, 6))
    assert not can_go_on(Job(board=random_board(larger, Random(1)), goal=larger).resolve())


def test_seconds_and_bounds_that_cannot_be_are_named() -> None:
    earlier = Earlier(problem=Problem(FIFTEEN, FIRST), bound=43, seconds=7.0)
    for fields, said in [
        ({"seconds": -1}, "the seconds of what was kept are a number, 0 to 10,000,000,000, got -1"),
        (
            {"seconds": 10**400},
            "the seconds of what was kept are a number, 0 to 10,000,000,000, got "
            "a number of more than 40 digits",
        ),
        ({"path": 3}, "the path of what was kept is text, got 3"),
        (
            {"rises": [[43, 1.0], [41, 2.0]]},
            "the rises of what was kept do not rise to its bound: [[43, 1.0], [41, 2.0]]",
        ),
        ({"rises": 7}, "the rises of what was kept are pairs (bound, seconds), got 7"),
        ({"bound": 44}, "the bound of what was kept is below its path, and even or odd like it: 44"),
    ]:
        with pytest.raises(InvalidJobError) as caught:
            read_earlier(seal({**earlier.to_dict(), **fields}), earlier.problem)
        assert str(caught.value) == said


def test_of_the_sizes_those_are_kept_that_are_large_beside_all() -> None:
    sizes = {(0,): 1, (1,): 1_000, (2,): 1}
    kept = Earlier(problem=Problem(FIFTEEN, FIRST)).after(Refuted(1, {}, sizes), "", 1.0).sizes
    assert kept == {(1,): 1_000}
    just = {(0,): 1, (1,): 999}  # one part in twice SHARE
    assert Earlier(problem=PROBLEM).after(Refuted(1, {}, just), "", 1.0).sizes == {(1,): 999}


def test_what_is_known_is_a_copy_of_what_is_ruled_out_at_that_moment() -> None:
    known = Earlier(problem=Problem(FIFTEEN, FIRST), bound=43, path="x" * 60, rises=((43, 1.0),))
    refuted = Refuted(45, {(0,): 1}, {(1,): 9})
    now = known.after(refuted, "", 2.5)
    refuted.done[(2,)] = 3
    refuted.raise_to(47)
    assert now == replace(
        known, bound=45, done={(0,): 1}, sizes={(1,): 9}, seconds=2.5, rises=((43, 1.0), (45, 2.5))
    )
    later = now.after(refuted, "y" * 50, 4.0)
    assert (later.bound, later.done, later.path) == (47, {}, "y" * 50)
    for rise in range(5):
        refuted.raise_to(49 + 2 * rise)
        later = later.after(refuted, "", 5.0 + rise)
    assert later.rises == ((51, 6.0), (53, 7.0), (55, 8.0), (57, 9.0)), "the latest ones"


def test_the_same_bound_again_leaves_what_is_ruled_out() -> None:
    refuted = Refuted(43, {(0,): 1}, {(1,): 9})
    for bound in (43, 41):
        refuted.raise_to(bound)
        assert refuted == Refuted(43, {(0,): 1}, {(1,): 9})
    refuted.raise_to(45)
    assert refuted == Refuted(45, {}, {(0,): 1})


@pytest.mark.parametrize(
    "change",
    [
        {"bound": 400},
        {"done": "1" * 400 + ":1"},
        {"bound": 6, "rises": [[0, 1.0], [2, 1.0], [4, 2.0], [6, 3.0]]},
        {"bound": 2, "rises": [[0, 1.5], [2, 1.5]]},
        {"bound": 2, "seconds": 1.5, "rises": [[2, 1.5]]},
        {"bound": 2, "rises": [[0, 0.0], [2, 1.0]]},
    ],
    ids=str,
)
def test_what_may_just_be_true_is_read(change: dict[str, Any]) -> None:
    data = seal({**Earlier(problem=PROBLEM, seconds=9.0).to_dict(), **change})
    assert read_earlier(data, PROBLEM).to_dict() == data


@pytest.mark.slow
def test_as_many_subtrees_are_read_as_a_bound_may_have() -> None:
    ways = [tuple(number >> shift & 3 for shift in range(0, 16, 2)) for number in range(20_001)]
    for many in (ways[:-1], ways):
        kept = Earlier(problem=PROBLEM, done=dict.fromkeys(many, 1))
        if many is ways:
            with pytest.raises(InvalidJobError, match="the subtrees of what was kept"):
                read_earlier(kept.to_dict(), PROBLEM)
        else:
            assert read_earlier(kept.to_dict(), PROBLEM) == kept


def test_seconds_are_written_to_the_thousandth() -> None:
    kept = replace(KEPT, seconds=1.23456, rises=((0, 0.12345), (2, 1.23456))).to_dict()
    assert (kept["seconds"], kept["rises"]) == (1.235, [[0, 0.123], [2, 1.235]])


def test_only_what_took_some_time_is_worth_keeping() -> None:
    empty = Earlier(problem=PROBLEM)
    assert not empty.is_worth_keeping
    assert not replace(empty, bound=2, rises=((2, 0.1),)).is_worth_keeping, "the first estimate"
    assert replace(empty, bound=4, rises=((2, 0.1), (4, 0.2))).is_worth_keeping
    assert replace(empty, done={(1,): 5}).is_worth_keeping


def test_the_order_of_the_fields_is_no_damage() -> None:
    data = Earlier(problem=PROBLEM, bound=2).to_dict()
    turned = dict(reversed(data.items()))
    assert seal(turned)["checksum"] == data["checksum"]
    assert read_earlier(turned, PROBLEM).bound == 2


def test_a_path_as_long_as_the_bound_is_not_known_with_it() -> None:
    for length, path in ((12, "x" * 12), (10, ""), (8, "")):
        assert Earlier(problem=PROBLEM).after(Refuted(10), "x" * length, 1.0).path == path


def test_a_search_goes_on_from_a_copy_of_what_is_known() -> None:
    plan = plan_of(FIFTEEN, FIRST)
    known = Earlier(problem=plan.problem, bound=43, done={(0,): 1}, sizes={(1,): 9}, path="x" * 60)
    on = go_on(plan, known, WHERE)
    assert (on.options.refuted, on.options.known_path) == (Refuted(43, {(0,): 1}, {(1,): 9}), "x" * 60)
    assert on.options.refuted is not None
    on.options.refuted.done[(3,)] = 2
    assert known.done == {(0,): 1}
