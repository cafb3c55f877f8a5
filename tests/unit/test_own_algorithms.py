"""Users' algorithms: functions of the problem, or also of the heuristic and the options."""

from __future__ import annotations

import json
import pickle
from collections import deque
from collections.abc import Callable
from math import inf, nan
from typing import Any

import pytest

from npuzzle import (
    ALGORITHMS,
    Heuristic,
    InvalidJobError,
    Job,
    NPuzzleError,
    Outcome,
    Problem,
    SearchOptions,
    Stats,
    UnknownNameError,
    best_first,
    solve,
)
from npuzzle.errors import WrongAnswerError
from npuzzle.lab import trace
from npuzzle.own import COUNTS, TEXTS, algorithm_from_source, as_algorithm
from npuzzle.search.base import Search

EASY = "1 2 3/4 0 6/7 5 8"
HARD = "8 6 7/2 5 4/3 0 1"


def by_breadth(puzzle: Problem) -> Search:
    """Search breadth-first."""
    stats, paths = Stats(), {puzzle.initial: ()}
    frontier = deque([puzzle.initial])
    yield stats
    while frontier:
        state = frontier.popleft()
        if puzzle.is_goal(state):
            return paths[state]
        yield stats
        stats.expanded += 1
        for move, child in puzzle.successors(state):
            if child not in paths:
                paths[child] = (*paths[state], move)  # type: ignore[assignment]
                frontier.append(child)
    return None


def with_heuristic(problem: Problem, heuristic: Heuristic) -> Search:
    return best_first(problem, estimate=heuristic)


def with_options(problem: Problem, h: Heuristic, options: SearchOptions) -> Search:
    return best_first(problem, estimate=h, max_depth=options.max_depth)


def test_a_name_a_card_and_a_function_are_algorithms() -> None:
    card = ALGORITHMS["astar"]
    assert as_algorithm("A*") is as_algorithm(card) is card
    mine = as_algorithm(by_breadth)
    assert (mine.name, mine.label, mine.summary) == ("by_breadth", "by_breadth", "Search breadth-first.")
    assert (mine.informed, mine.complete, mine.optimal, mine.numbers) == (False, False, False, ())
    assert as_algorithm(mine) is mine
    assert as_algorithm(with_heuristic).informed
    assert as_algorithm(lambda *everything: with_options(*everything)).informed


@pytest.mark.parametrize("search", [by_breadth, with_heuristic, with_options])
def test_a_function_searches(search: Callable[..., Search]) -> None:
    result = solve("1 2 3/4 5 6/0 7 8", algorithm=search)
    assert (result.path, result.algorithm) == ("LL", search.__name__)
    assert result.is_optimal, "the bound of linear conflict proves it"
    assert (result.heuristic is None) == (search is by_breadth)


@pytest.mark.slow
def test_what_a_function_bounds_is_named_as_what_the_claim_rests_on() -> None:
    result = solve(HARD, algorithm=with_heuristic, heuristic="manhattan")
    known = solve(HARD, algorithm="astar", heuristic="manhattan")
    assert (result.length, result.is_optimal) == (31, False)
    assert result.claim == "shortest if the bound of with_heuristic is right"
    assert result.snapshot.expanded == known.snapshot.expanded
    unbounded = solve("2 3 7/1 8 0/6 5 4", "blank-first", algorithm=by_breadth)
    assert (unbounded.is_optimal, unbounded.assumes) == (False, ())
    easy = solve("1 2 3/4 5 6/0 7 8", algorithm=with_heuristic, heuristic="manhattan")
    assert easy.claim == "proved shortest", "linear conflict proves it, too"


def test_a_function_of_options_uses_the_depth_and_all_limits_hold() -> None:
    assert solve(HARD, algorithm=with_options, depth=20).outcome is Outcome.NO_PATH
    assert solve(HARD, algorithm=by_breadth, expanded=50).outcome is Outcome.OUT_OF_NODES
    assert solve(HARD, algorithm=by_breadth, expanded=50).snapshot.expanded == 50


@pytest.mark.parametrize("bound", [inf, nan, -1, "4", None, 10**400, 10**5000], ids=range(7))
def test_an_invalid_bound_is_an_error_in_words(bound: Any) -> None:
    with pytest.raises(InvalidJobError, match="bound of a search must be a number, 0 or more, of at most 40"):
        solve(EASY, algorithm=showing(bound=bound))


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("value", [-1, 1.5, "4", None, True, 10**16, 10**400, 10**5000], ids=range(8))
def test_an_invalid_count_is_an_error_in_words(count: str, value: Any) -> None:
    def search(problem: Problem) -> Search:
        stats = Stats()
        yield stats
        setattr(stats, count, value)
        yield stats
        return "UL"

    rule = f"search must count in whole numbers from 0 to 1,000,000,000,000,000, got .* as {count}$"
    with pytest.raises(InvalidJobError, match=rule):
        solve(EASY, algorithm=search)


def test_counts_and_bounds_may_be_those_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")

    def search(problem: Problem) -> Search:
        stats = Stats(expanded=numpy.int32(1), bound=numpy.float32(1))
        for _ in range(3):
            yield stats
            stats.generated += numpy.int64(2)
        return "UL"

    data = solve(EASY, algorithm=search).to_dict()
    assert (data["expanded"], data["generated"], data["lower_bound"]) == (1, 6, 2)
    assert {type(data[name]) for name in ("expanded", "generated", "lower_bound")} == {int}
    json.dumps(data)


def test_a_bound_above_the_path_is_an_error_in_words() -> None:
    with pytest.raises(WrongAnswerError, match="a path of 2 moves is shorter than the lower bound 40"):
        solve(EASY, algorithm=showing(bound=40))


def at_once(problem: Problem) -> Search:
    if problem:
        return "UL"
    yield Stats()


def as_a_list(problem: Problem) -> Search:
    yield Stats()
    return [(7, 4), (8, 7)]  # type: ignore[return-value]


@pytest.mark.parametrize("search", [at_once, as_a_list])
def test_a_path_is_text_a_tuple_or_a_list(search: Callable[..., Search]) -> None:
    assert solve(EASY, algorithm=search).path == "UL"


def nothing(problem: Problem) -> Search:
    yield Stats()
    return None


def no_generator(problem: Problem) -> Any:
    return "UL"


def of_nothing(problem: Problem) -> Any:
    yield None


def of_a_number(problem: Problem) -> Any:
    yield Stats()
    return 2


def broken(problem: Problem) -> Any:
    yield Stats()
    raise KeyError("far")


@pytest.mark.parametrize(
    ("search", "message"),
    [
        (no_generator, "no_generator must be a generator of Stats that returns its path, got 'UL'"),
        (of_nothing, "of_nothing must be a generator of Stats that returns its path, got None"),
        (
            of_a_number,
            r"must return a path, as text of U D L R or as slides .*, or None, got 2",
        ),
        (broken, r"broken raised KeyError \('far'\)"),
        (
            lambda: None,
            "the problem, the heuristic and the options, or the first of them; this one takes nothing",
        ),
        (lambda a, b, c, d: None, "this one takes a, b, c, d"),
        (lambda a, *, b: None, "this one takes a, b"),
        (int, "this takes nothing|cannot determine"),
        (3, "the algorithm must be a name, such as 'astar', a card or a function, got 3"),
    ],
)
def test_what_is_not_a_search_is_refused(search: Any, message: str) -> None:
    with pytest.raises(InvalidJobError, match=message):
        solve(EASY, algorithm=search)


def returning(path: Any) -> Callable[[Problem], Search]:
    def mine(problem: Problem) -> Search:
        yield Stats()
        return path  # type: ignore[no-any-return]

    return mine


def showing(**fields: Any) -> Callable[[Problem], Search]:
    def mine(problem: Problem) -> Search:
        stats = Stats()
        yield stats
        for name, value in fields.items():
            setattr(stats, name, value)
        stats.expanded += 1
        yield stats
        return "UL"

    return mine


NO_SLIDES = [
    *([(0, 0)], [("a", "b")], [(1, 2, 3)], [5], [(True, 6)], [([], [])], [(10**9, 6)], [(-1, 6)], [(0, 8)]),
]


@pytest.mark.parametrize("call", [solve, trace], ids=lambda call: call.__name__)
@pytest.mark.parametrize(
    ("search", "message"),
    [
        *(
            (returning(kind(path)), "mine must return a path, as text of")
            for path in NO_SLIDES
            for kind in (list, tuple)
        ),
        *((showing(**{name: 5}), f"the {name} in the stats of mine must be text, got 5") for name in TEXTS),
        *((showing(**{name: None}), "in the stats of mine must be text") for name in TEXTS if name != "best"),
    ],
)
def test_what_a_search_says_wrongly_is_one_error_in_words(
    call: Callable[..., Any], search: Callable[[Problem], Search], message: str
) -> None:
    with pytest.raises(InvalidJobError, match=message):
        call(EASY, algorithm=search)


def test_a_path_that_misses_the_goal_is_never_believed() -> None:
    with pytest.raises(NPuzzleError, match="at_once gave a path that misses the goal: UL"):
        solve(HARD, algorithm=at_once)


def test_a_function_without_a_path_gives_up() -> None:
    assert solve(EASY, algorithm=nothing).outcome is Outcome.GAVE_UP


def test_a_job_names_its_algorithm_and_pickles() -> None:
    known = Job.create(EASY, algorithm=ALGORITHMS["beam"], width=7)
    assert known == Job.create(EASY, algorithm="beam", width=7)
    assert (known.algorithm, Job.from_dict(known.to_dict())) == ("beam", known)
    own = Job.create(EASY, algorithm=with_heuristic)
    assert pickle.loads(pickle.dumps(own)) == own
    assert own.to_dict()["algorithm"] == "with_heuristic"
    with pytest.raises(UnknownNameError, match="unknown algorithm 'with_heuristic'"):
        Job.from_dict(own.to_dict())


def test_the_search_of_a_text_is_solved_with() -> None:
    text = """
from npuzzle import best_first

def search(problem, heuristic):
    return (yield from best_first(problem, estimate=heuristic))
"""
    algorithm = algorithm_from_source(text)
    assert (algorithm.name, algorithm.informed) == ("search", True)
    assert solve(HARD, algorithm=algorithm, heuristic="manhattan").length == 31


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "write a function search"),
        ("def h(board): return 0", "write a function search"),
        ("def search(problem:", "line 1: SyntaxError"),
        ("\nfoo", "line 2: NameError: name 'foo' is not defined"),
        (7, "an algorithm must be written as text, got 7"),
    ],
)
def test_a_text_without_an_algorithm_says_what_is_missing(text: Any, message: str) -> None:
    with pytest.raises(InvalidJobError, match=message):
        algorithm_from_source(text)
