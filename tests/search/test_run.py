"""`Run`: every outcome reached for real, limits kept exactly, nothing claimed that is not so."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    AlgorithmCard,
    Board,
    HeuristicCard,
    InvalidHeuristicError,
    Limits,
    Notation,
    Outcome,
    Problem,
    Result,
    Run,
    Shape,
    Snapshot,
    goal_board,
)
from npuzzle.cards import AUTO
from npuzzle.errors import WrongAnswerError
from npuzzle.geometry import slides
from npuzzle.heuristics.base import Prepared
from npuzzle.heuristics.tile_sum import Manhattan
from npuzzle.search import run as run_module
from npuzzle.search.base import Search, SearchOptions
from npuzzle.search.beam import DEFAULT_WIDTH
from npuzzle.search.drive import ENOUGH
from npuzzle.search.run import MEMORY, MOST_SUCCESSORS, Every, default_stored
from tests.oracles import distance, distances
from tests.search.common import SEARCHING, SOME
from tests.strategies import four_goals

HARD = Board.parse("8 6 7/2 5 4/3 0 1")  # 31 moves from blank-last
EASY = Board.parse("1 2 3/4 0 6/7 5 8")  # 2 moves
LAST = goal_board("blank-last", Shape(3, 3))
FIFTEEN = Board.parse("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0").swap(1, 5)  # far from solved
SVG = "{http://www.w3.org/2000/svg}"
MANHATTAN = HEURISTICS["manhattan"]
ALL_CARDS = list(ALGORITHMS)

each_algorithm = pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card.name)
each_search = pytest.mark.parametrize("card", SEARCHING, ids=lambda card: card.name)


def run_of(
    board: Board,
    algorithm: str | AlgorithmCard = "astar",
    *,
    goal: str | Board = "blank-last",
    heuristic: HeuristicCard = MANHATTAN,
    limits: Limits | None = None,
    **options: Any,
) -> Run:
    card = ALGORITHMS[algorithm] if isinstance(algorithm, str) else algorithm
    return Run(Problem(board, goal_board(goal, board.shape)), card, heuristic, limits=limits, **options)


def finish(run: Run) -> Result:
    while run.result is None:
        run.step(10)
    return run.result


def card_of(search: Callable[..., Search], *, informed: bool = True) -> AlgorithmCard:
    return AlgorithmCard(name="mine", label="Mine", summary="a test's own", search=search, informed=informed)


class Clock:
    """A clock that advances by `tick` whenever it is read."""

    def __init__(self, tick: float = 0.0) -> None:
        self.now, self.tick = 100.0, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


# Outcomes


@each_algorithm
def test_solved(card: AlgorithmCard) -> None:
    result = finish(run_of(EASY, card, limits=Limits(depth=10)))
    assert result.outcome is Outcome.SOLVED
    assert result.path is not None
    assert Problem(EASY, LAST).replay(result.path) == LAST
    assert result.algorithm == card.name
    assert result.heuristic == ("manhattan" if card.informed else None)


@each_algorithm
def test_an_unsolvable_board_is_told_at_once_and_never_searched(card: AlgorithmCard) -> None:
    def never(*args: Any) -> Search:
        raise AssertionError("an unsolvable board was searched")

    board = Board.parse("1 2 3/4 5 6/8 7 0")
    run = run_of(board, replace(card, search=never))
    assert run.result is not None
    assert run.result.outcome is Outcome.UNSOLVABLE
    assert run.result.lower_bound is None
    assert run.result.path is run.result.length is run.result.claim is None
    assert run.result.snapshot == Snapshot()
    assert run.step(1) is run.cancel() is run.result


@each_search
def test_no_path_within_the_depth(card: AlgorithmCard) -> None:
    board = Board.parse("4 5 0/1 2 3")  # the estimates allow the limit, the truth does not
    truth = distance(board, goal_board("blank-last", board.shape))
    limit = truth - 1
    result = finish(run_of(board, card, limits=Limits(depth=limit)))
    assert result.outcome is Outcome.NO_PATH
    assert result.snapshot.expanded > 0
    assert result.lower_bound == truth


@each_search
def test_cancelled(card: AlgorithmCard) -> None:
    run = run_of(FIFTEEN, card, goal="blank-last")
    assert run.step(0) is None
    assert run.step(0) is None
    known = run.snapshot
    result = run.cancel()
    assert result.outcome is Outcome.CANCELLED
    assert result.snapshot == known
    assert known.expanded > 0
    assert result.path is None
    assert result.lower_bound == run.lower_bound > 0


@each_algorithm
def test_a_run_can_be_cancelled_before_its_first_step(card: AlgorithmCard) -> None:
    result = run_of(HARD, card).cancel()
    assert result.outcome is Outcome.CANCELLED
    assert result.snapshot.expanded == 0
    assert result.lower_bound is not None
    assert 0 < result.lower_bound <= 31


@each_search
def test_out_of_time(card: AlgorithmCard) -> None:
    run = run_of(FIFTEEN, card, limits=Limits(seconds=5), clock=Clock(0.5))
    result = finish(run)
    assert result.outcome is Outcome.OUT_OF_TIME
    assert result.seconds == 5
    assert result.snapshot.expanded > 0


@pytest.mark.parametrize("expanded", [1, 2, 3, 19, 20, 21, 100, 777])
@each_search
def test_out_of_nodes_exactly_at_the_limit(card: AlgorithmCard, expanded: int) -> None:
    for heuristic in (MANHATTAN, HEURISTICS["zero"]):
        run = run_of(FIFTEEN, card, heuristic=heuristic, limits=Limits(expanded=expanded))
        while run.result is None:
            run.step(0)
            assert run.snapshot.expanded <= expanded
        assert run.result.outcome is Outcome.OUT_OF_NODES
        assert run.result.snapshot.expanded == expanded


@pytest.mark.parametrize("limits", [Limits(expanded=0), Limits(seconds=0), Limits(stored=0)])
@each_algorithm
def test_a_limit_of_nothing_expands_nothing(card: AlgorithmCard, limits: Limits) -> None:
    result = finish(run_of(FIFTEEN, card, limits=limits))
    if card.improves and limits.seconds == 0:
        assert (result.outcome, result.ended) == (Outcome.SOLVED, Outcome.OUT_OF_TIME)  # its first path
    else:
        assert result.outcome in (Outcome.OUT_OF_NODES, Outcome.OUT_OF_TIME, Outcome.OUT_OF_MEMORY)
    assert result.snapshot.expanded == 0


@each_search
def test_as_many_nodes_as_are_needed_are_enough(card: AlgorithmCard) -> None:
    board, depth = Board.parse("4 1 3/7 2 5/8 0 6"), 12
    needed = finish(run_of(board, card, limits=Limits(depth=depth))).snapshot.expanded
    assert needed > 1
    enough = finish(run_of(board, card, limits=Limits(depth=depth, expanded=needed)))
    assert enough.outcome is Outcome.SOLVED
    short = finish(run_of(board, card, limits=Limits(depth=depth, expanded=needed - 1)))
    assert short.outcome is Outcome.OUT_OF_NODES


@pytest.mark.parametrize("stored", [2, 5, 50, 51, 52, 53, 1000])
@pytest.mark.parametrize(
    "algorithm",
    ["breadth-first", "uniform-cost", "bidirectional", "astar", "weighted-astar", "greedy", "beam"],
)
def test_out_of_memory_within_one_expansion_of_the_limit(algorithm: str, stored: int) -> None:
    result = finish(run_of(FIFTEEN, algorithm, limits=Limits(stored=stored)))
    assert result.outcome is Outcome.OUT_OF_MEMORY
    assert stored <= result.snapshot.stored <= stored + 3


@pytest.mark.parametrize("algorithm", ["depth-first", "idastar", "iterative-deepening", "rbfs"])
def test_depth_first_searches_stay_within_their_stored_limit(algorithm: str) -> None:
    result = finish(run_of(FIFTEEN, algorithm, limits=Limits(stored=6)))
    assert result.outcome is Outcome.OUT_OF_MEMORY
    assert 6 <= result.snapshot.stored <= 9


def test_a_forgotten_search_has_a_memory_limit() -> None:
    result = finish(run_of(FIFTEEN, "astar", limits=Limits(expanded=1)))
    assert result.outcome is Outcome.OUT_OF_NODES
    small, large = default_stored(Shape(3, 3)), default_stored(Shape(127, 127))
    assert small > 181_440 > large
    assert large * 127 * 127 * 8 < MEMORY


def test_a_depth_that_no_path_needs_is_no_limit() -> None:
    assert finish(run_of(EASY, limits=Limits(depth=10**30))).length == 2


def test_the_memory_of_a_forgotten_search_is_counted_in_states_of_its_shape(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert default_stored(Shape(3, 3)) == 3_731_343
    assert default_stored(Shape(4, 4)) == 3_275_109
    assert default_stored(Shape(127, 127)) == 11_595
    monkeypatch.setattr(run_module, "MEMORY", 50 * (330 + 8 * 16))
    result = finish(run_of(FIFTEEN))
    assert result.outcome is Outcome.OUT_OF_MEMORY
    assert 50 <= result.snapshot.stored < 50 + MOST_SUCCESSORS


def test_an_expansion_stores_as_many_states_as_there_are_ways_to_slide() -> None:
    assert max(map(len, slides(Shape(3, 3)))) == MOST_SUCCESSORS
    run = run_of(FIFTEEN, limits=Limits(stored=1 + 20 * MOST_SUCCESSORS))
    run.step(0)
    run.step(0)
    assert run.snapshot.expanded == 20, "so many at least fit"


# What a run is told and tells


def test_a_run_that_is_told_no_more_is_unweighted_and_has_no_reason() -> None:
    run = run_of(EASY, "weighted-astar")
    assert run.options == SearchOptions(weight=1.0, width=DEFAULT_WIDTH, max_depth=None, engine="auto")
    assert run.limits == Limits()
    assert (run.found, run.lengths, run.snapshot) == (0, (), Snapshot())
    result = finish(run)
    assert (result.why, result.asked_for_every, result.slept) == ("", False, 0.0)


def test_what_a_run_is_told_reaches_its_search_and_its_result() -> None:
    seen: list[SearchOptions] = []

    def noting(problem: Problem, heuristic: Any, options: SearchOptions) -> Search:
        seen.append(options)
        yield Snapshot(path=((7, 4), (8, 7)))

    run = run_of(
        EASY,
        card_of(noting),
        weight=3.0,
        width=7,
        engine="python",
        why="It is small.",
        limits=Limits(depth=9),
    )
    assert finish(run).why == "It is small."
    assert seen == [SearchOptions(weight=3.0, width=7, max_depth=9, engine="python")]


@pytest.mark.parametrize("board", [LAST, Board.parse("1 2 3/4 5 6/8 7 0")], ids=str)
def test_what_is_known_at_once_takes_no_time_and_no_search(board: Board) -> None:
    run = run_of(board)
    assert run.result is not None
    assert (run.seconds, run.found, run.lengths) == (0.0, 0, ())
    assert (run.result.seconds, run.result.slept, run.result.lengths) == (0.0, 0.0, ())
    solved = Snapshot(frontier=1, peak_frontier=1, stored=1, path=())
    assert run.snapshot == (solved if board == LAST else Snapshot())


def test_an_uninformed_search_gets_a_heuristic_that_knows_nothing() -> None:
    estimates = []

    def asking(problem: Problem, heuristic: Any, options: SearchOptions) -> Search:
        estimates.append(heuristic.estimate(problem.initial))
        yield Snapshot(path=((7, 4), (8, 7)))

    finish(run_of(EASY, card_of(asking, informed=False)))
    assert estimates == [0]


@pytest.mark.parametrize(
    ("complete", "within_depth", "depth", "outcome"),
    [
        (True, True, None, Outcome.NO_PATH),
        (True, True, 9, Outcome.NO_PATH),
        (True, False, None, Outcome.NO_PATH),
        (True, False, 9, Outcome.GAVE_UP),
        (False, True, None, Outcome.GAVE_UP),
        (False, True, 9, Outcome.GAVE_UP),
    ],
)
def test_a_search_that_may_miss_a_path_gives_up_where_another_has_shown_that_there_is_none(
    complete: bool, within_depth: bool, depth: int | None, outcome: Outcome
) -> None:
    def empty(*args: Any) -> Search:
        yield Snapshot()

    card = replace(card_of(empty), complete=complete, within_depth=within_depth)
    assert finish(run_of(EASY, card, limits=Limits(depth=depth))).outcome is outcome


@each_algorithm
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_path_that_is_just_as_long_as_the_depth_allows_is_one(card: AlgorithmCard, depth: int) -> None:
    result = finish(run_of(EASY, card, limits=Limits(depth=depth)))
    assert (result.outcome, result.path) == (
        (Outcome.SOLVED, "UL") if depth >= 2 else (Outcome.NO_PATH, None)
    )


def improving(*paths: str | None) -> AlgorithmCard:
    """Has these paths in hand, one after another, and no end."""

    def search(*args: Any) -> Search:
        for best in paths:
            yield Snapshot(best=best)
        while True:
            yield Snapshot(best=paths[-1])

    return replace(card_of(search), improves=True)


def test_the_path_in_hand_is_the_answer_of_a_run_that_is_ended() -> None:
    run = run_of(EASY, improving(None, "UDUDUL", "UDUL"), clock=Clock(0.5))
    for _ in range(3):
        assert run.step(0) is None
    result = run.cancel()
    assert (result.outcome, result.ended, result.path) == (Outcome.SOLVED, Outcome.CANCELLED, "UDUL")
    assert result.lengths == run.lengths == ((1.0, 6), (1.5, 4))


@pytest.mark.parametrize("depth", [None, 6, 5, 4, 3])
def test_a_path_in_hand_counts_if_it_is_within_the_depth(depth: int | None) -> None:
    run = run_of(EASY, improving("UDUDUL", "UDUL"), limits=Limits(depth=depth), clock=Clock(0.5))
    run.step(0)
    run.step(0)
    result = run.cancel()
    lengths = [length for _, length in run.lengths]
    assert lengths == [length for length in (6, 4) if depth is None or length <= depth]
    if depth is not None and depth < 4:
        assert (result.outcome, result.path, result.ended) == (Outcome.CANCELLED, None, None)
    else:
        assert (result.outcome, result.path, result.ended) == (Outcome.SOLVED, "UDUL", Outcome.CANCELLED)


def test_a_path_proved_shortest_was_not_ended_by_anything() -> None:
    run = run_of(EASY, improving("UL"))
    run.step(0)
    result = run.cancel()
    assert (result.path, result.claim, result.ended) == ("UL", "proved shortest", None)


class Slow(Manhattan):
    """Takes three looks to get ready."""

    told = Prepared(tables="6-6-3", note="From the shelf.")

    def preparing(self, engine: str = AUTO) -> Generator[float, None, Prepared]:
        yield from (0.25, 0.5, 0.75)
        return self.told


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every heuristic is a slow one, as if it was built in."""
    monkeypatch.setattr(run_module, "made", lambda card, goal: Slow(goal))


@pytest.mark.usefixtures("slow")
def test_what_a_heuristic_gets_ready_is_done_bit_by_bit_and_told_of() -> None:
    run = run_of(HARD, clock=Clock())
    for _ in range(3):
        assert run.step(0) is None
        assert run.snapshot == Snapshot()
    run.step(0)
    assert run.snapshot.bound > 0
    run.step(0)
    assert run.snapshot.expanded > 1, "the pace asked for while it got ready was not lost"
    result = finish(run)
    assert (result.snapshot.tables, result.snapshot.note) == ("6-6-3", "From the shelf.")


@pytest.mark.usefixtures("slow")
def test_a_search_that_tells_of_its_own_tables_is_believed() -> None:
    def own(*args: Any) -> Search:
        yield Snapshot(tables="5-5-5", note="Built.")
        yield Snapshot(tables="5-5-5", note="Built.", path=((7, 4), (8, 7)))

    result = finish(run_of(EASY, card_of(own)))
    assert (result.snapshot.tables, result.snapshot.note) == ("5-5-5", "Built.")


def test_a_search_without_tables_keeps_its_own_note() -> None:
    def noting(*args: Any) -> Search:
        yield Snapshot(note="Slowly.", path=((7, 4), (8, 7)))

    assert finish(run_of(EASY, card_of(noting))).note == "Slowly."


# The result


@each_algorithm
def test_a_result_is_final(card: AlgorithmCard) -> None:
    run = run_of(EASY, card, limits=Limits(depth=6))
    result = finish(run)
    assert run.step(10) is result
    assert run.cancel() is result
    assert run.result is result
    assert result.outcome is Outcome.SOLVED
    with pytest.raises(AttributeError):
        result.path = ""  # type: ignore[misc]


def test_cancel_twice_is_cancel_once() -> None:
    run = run_of(HARD)
    assert run.cancel() is run.cancel() is run.step(1)


@pytest.mark.parametrize("ended", [True, False])
def test_a_search_is_closed_as_soon_as_its_run_is_dropped_and_not_before(ended: bool) -> None:
    """Giving back what a search stored takes time, and the result must not wait for it."""
    closed = []

    def watched(*args: Any) -> Search:
        try:
            while True:
                yield Snapshot()
        finally:
            closed.append(True)

    gc.disable()  # memory of that size must not wait for the collector of rings
    try:
        run = run_of(HARD, card_of(watched))
        run.step(0)
        if ended:
            run.cancel()
        assert closed == []
        del run
        assert closed == [True]
    finally:
        gc.enable()


@each_algorithm
def test_every_slicing_gives_the_same_result(card: AlgorithmCard) -> None:
    board = Board.parse("4 1 3/7 2 5/8 0 6")
    whole = finish(run_of(board, card, limits=Limits(depth=12)))
    run = run_of(board, card, limits=Limits(depth=12), clock=Clock(0.01))
    while run.result is None:
        run.step(0)
    assert (run.result.path, run.result.snapshot) == (whole.path, whole.snapshot)


def test_a_result_as_plain_data() -> None:
    result = finish(run_of(EASY, "idastar", clock=Clock(0.25)))
    data = result.to_dict()
    assert list(data) == [
        *("board", "goal", "outcome", "claim", "lower_bound", "length", "moves", "notation"),
        *("expanded", "generated", "peak_frontier", "seconds", "algorithm", "heuristic"),
        *("option", "promised", "engine", "tables", "note", "every", "ended", "lengths", "why"),
    ]
    assert data["board"] == "1 2 3/4 0 6/7 5 8"
    assert data["goal"] == "1 2 3/4 5 6/7 8 0"
    assert (data["outcome"], data["claim"]) == ("solved", "proved shortest")
    assert (data["lower_bound"], data["length"], data["moves"]) == (2, 2, "UL")
    assert (data["algorithm"], data["heuristic"], data["engine"]) == ("idastar", "manhattan", "python")
    assert (data["notation"], data["seconds"]) == ("tile", result.seconds)
    assert data["option"] is data["promised"] is None
    in_blank = result.to_dict(Notation.BLANK)
    assert (in_blank["moves"], in_blank["notation"]) == ("DR", "blank")
    assert {**in_blank, "moves": "UL", "notation": "tile"} == data


def test_a_result_says_that_the_computer_slept() -> None:
    clock = Clock(0.02)
    run = run_of(HARD, clock=clock)
    for _ in range(ENOUGH + 1):
        run.step(0)
    assert run.result is None
    readings = iter([0.02, 0.02, 7200.0])  # of a step: at its start, before its slice, after it

    def night() -> float:
        clock.now += next(readings, 0.02)
        return clock.now

    run._drive._clock = night  # type: ignore[union-attr]
    run.step(0)
    result = run.cancel()
    assert result.seconds < 3
    assert "The computer seems to have slept for 7,200 seconds during the search" in result.note
    assert "slept" not in run_of(HARD).cancel().note


def test_a_result_without_a_path_as_plain_data() -> None:
    data = run_of(HARD).cancel().to_dict(Notation.BLANK)
    assert data["moves"] is data["length"] is data["claim"] is None
    assert data["outcome"] == "cancelled"


def test_outcomes_read_differently() -> None:
    assert len({outcome.value for outcome in Outcome}) == len(Outcome) == 8


# What a result says


def told(path: str | None = "UL", lower_bound: int | None = 2, **parts: Any) -> Result:
    """A result by hand; nobody replays its path."""
    options: dict[str, Any] = {
        "outcome": Outcome.CANCELLED if path is None else Outcome.SOLVED,
        "snapshot": Snapshot(expanded=1234),
        "seconds": 0.0123456789,
        "algorithm": "mine",
        "heuristic": None,
        **parts,
    }
    return Result(problem=Problem(EASY, LAST), path=path, lower_bound=lower_bound, **options)


def test_a_result_that_is_told_no_more_has_no_more_to_tell() -> None:
    plain = told()
    assert (plain.option, plain.promised, plain.every, plain.ended) == (None, None, None, None)
    assert plain.asked_for_every is False
    assert (plain.lengths, plain.why, plain.slept, plain.note) == ((), "", 0.0, "")
    assert type(plain.slept) is float


@pytest.mark.parametrize(
    ("result", "headline"),
    [
        (told("", 0), "Solved in 0 moves: proved shortest"),
        (told("U", 1), "Solved in 1 move: proved shortest"),
        (told("UL", 2), "Solved in 2 moves: proved shortest"),
        (told("UL" * 1000, 0), "Solved in 2,000 moves: at most 2,000 longer than the shortest"),
        (told("ULUL", 2), "Solved in 4 moves: at most 2 longer than the shortest"),
        (told(None), "Not solved: cancelled"),
        (told(None, None, outcome=Outcome.UNSOLVABLE), "Not solved: unsolvable"),
        (told(None, outcome=Outcome.NO_PATH), "Not solved: no path within the depth limit"),
    ],
)
def test_the_headline(result: Result, headline: str) -> None:
    assert result.headline == headline


def test_a_path_may_be_so_many_times_the_shortest() -> None:
    assert told("ULULUL", 4).times_shortest == 1.5
    assert told("ULULUL", 6).times_shortest == 1
    assert told("", 0).times_shortest == 1
    assert told(None).times_shortest is None


NOT_ALL = "Other paths were not looked for, as this one is not proved shortest."
NO_TIME = "Other paths were not looked for, as the search was ended."
SLEPT = "The computer seems to have slept for 7,200 seconds during the search; they are not counted."
ONE = Every(1, ("UL",), complete=True)


@pytest.mark.parametrize(
    ("result", "note"),
    [
        (told(snapshot=Snapshot(note="Slowly.")), "Slowly."),
        (told(slept=7199.6), SLEPT),
        (told("ULUL", asked_for_every=True), NOT_ALL),
        (told("UL", asked_for_every=True), NO_TIME),
        (told("UL", asked_for_every=True, every=ONE), ""),
        (told("UL", every=None), ""),
        (told(None, asked_for_every=True), ""),
        (told(None), ""),
        (told(lengths=((0.5, 4),)), "The first path had 4 moves."),
        (told("U", 1, lengths=((0.5, 1),)), "The first path had 1 move."),
        (told(lengths=((0.5, 2),)), "The first path had 2 moves."),
        (told(lengths=((0.5, 5432), (1, 2))), "The first path had 5,432 moves."),
        (told("ULUL", lengths=((0.5, 4),)), "The first path had 4 moves. Ended: nothing is left to try."),
        (
            told("ULUL", lengths=((0.5, 4),), ended=Outcome.OUT_OF_TIME),
            "The first path had 4 moves. Ended: out of time.",
        ),
        (
            told("UL", lengths=((0.5, 4),), ended=Outcome.CANCELLED),
            "The first path had 4 moves. Ended: cancelled.",
        ),
        (
            told(
                "ULUL",
                snapshot=Snapshot(note="Slowly."),
                lengths=((0.5, 4),),
                ended=Outcome.CANCELLED,
                asked_for_every=True,
                slept=7200.0,
            ),
            f"Slowly. The first path had 4 moves. Ended: cancelled. {NOT_ALL} {SLEPT}",
        ),
    ],
)
def test_the_note_says_what_its_user_should_know_in_whole_sentences(result: Result, note: str) -> None:
    assert result.note == note


def test_seconds_and_lengths_as_plain_data_are_rounded() -> None:
    data = told(
        lengths=((1.23456789, 4), (2, 2)),
        snapshot=Snapshot(tables="6-6-3"),
        ended=Outcome.OUT_OF_NODES,
        every=Every(1, ("UL",), complete=True, expanded=7, seconds=0.0123456789),
        why="It is small.",
    ).to_dict(Notation.BLANK)
    assert (data["seconds"], data["lengths"]) == (0.012346, [[1.235, 4], [2, 2]])
    assert (data["tables"], data["ended"], data["why"]) == ("6-6-3", "out of nodes", "It is small.")
    assert data["every"] == {
        "count": 1,
        "complete": True,
        "expanded": 7,
        "seconds": 0.012346,
        "paths": ["DR"],
    }
    plain = told().to_dict()
    assert plain["tables"] is plain["ended"] is plain["every"] is None
    assert (ONE.expanded, ONE.seconds) == (0, 0.0)
    assert ONE.to_dict()["seconds"] == 0


def drawn(result: Result, notation: Notation = Notation.TILE) -> list[str]:
    """The lines of a drawing, without the boards."""
    picture = ElementTree.fromstring(result.svg(notation))
    return [text.text or "" for text in picture.findall(f"{SVG}text")]


def colours(svg: str) -> list[str]:
    """Of the tiles, in order."""
    return [tile.attrib["fill"] for tile in ElementTree.fromstring(svg).iter(f"{SVG}rect")]


def test_a_drawing_has_the_boards_what_is_certain_the_moves_and_what_it_took() -> None:
    took = "mine: 1,234 expanded, 0.012 seconds"
    assert drawn(told()) == ["Board", "Goal", "Solved in 2 moves: proved shortest.", "UL", took]
    assert drawn(told(), Notation.BLANK)[3] == "DR"
    assert drawn(told("", 0))[2:] == ["Solved in 0 moves: proved shortest.", took]
    assert drawn(told(None))[2:] == ["Not solved: cancelled.", took]
    assert drawn(told(heuristic="manhattan"))[-1] == took.replace("mine", "mine with manhattan")
    assert colours(told().svg()) == [*colours(EASY.svg(LAST)), *colours(LAST.svg(LAST))]
    assert len(set(colours(EASY.svg(LAST)))) == 2, "they show which tiles are at home"


@pytest.mark.parametrize("moves", [1, 4, 5, 6, 59, 60, 61, 239, 240, 241, 1500])
def test_moves_are_drawn_in_fives_sixty_to_a_line_and_240_at_most(moves: int) -> None:
    path = "".join(Random(moves).choices("ULDR", k=moves))
    lines = drawn(told(path, 0))[3:-1]
    more = [f"... and {moves - 240:,} more"] if moves > 240 else []
    assert lines[4:] == more
    assert "".join(lines[:4]).replace(" ", "") == path[:240]
    assert all(len(line.replace(" ", "")) == 60 for line in lines[: min(moves, 240) // 60])
    for line in lines[:4]:
        groups = line.split(" ")
        assert all(len(group) == 5 for group in groups[:-1])
        assert 1 <= len(groups[-1]) <= 5


# Claims


#: Blind, weak, with fractions, strong, and not admissible.
VARIOUS = [*SOME, "value-euclidean"]


def interrupted() -> Iterator[tuple[Limits, float]]:
    for expanded in (0, 1, 5, 40, 200):
        yield Limits(expanded=expanded), 0
    for stored in (3, 30):
        yield Limits(stored=stored, expanded=500), 0
    for depth in (0, 4, 9, 13):
        yield Limits(depth=depth, expanded=1500), 0
    yield Limits(seconds=2), 0.25


@pytest.mark.parametrize(
    ("card", "heuristic"),
    [(card, HEURISTICS[name]) for card in ALGORITHMS for name in (VARIOUS if card.informed else VARIOUS[:1])],
    ids=lambda card: card.name,
)
def test_the_lower_bound_is_true_and_of_the_right_parity_whatever_the_outcome(
    card: AlgorithmCard, heuristic: HeuristicCard
) -> None:
    outcomes = set()
    for goal in four_goals(Shape(3, 3))[1::2]:
        known = distances(goal)
        for tiles in Random(3).sample([t for t, far in known.items() if far <= 24], 1):
            for limits, tick in interrupted():
                run = run_of(
                    Board(goal.shape, tiles),
                    card,
                    goal=goal,
                    heuristic=heuristic,
                    limits=limits,
                    clock=Clock(tick),
                    weight=1.5,
                )
                while run.result is None:
                    assert run.lower_bound <= known[tiles]
                    assert (run.lower_bound - known[tiles]) % 2 == 0
                    run.step(0)
                bound = run.result.lower_bound
                assert bound is not None
                assert bound <= known[tiles]
                assert (bound - known[tiles]) % 2 == 0
                outcomes.add(run.result.outcome)
    assert len(outcomes) >= 3


class Tripled(Manhattan):
    """Far too much."""

    def estimate(self, state: Sequence[int]) -> int:
        return 3 * super().estimate(state)

    def step(self, h: float, state: Any, slide: Any) -> float:
        return self.estimate(state)


TRIPLED = HeuristicCard(
    name="tripled", label="", summary="", make=Tripled, admissible=False, consistent=False
)


@pytest.mark.parametrize("algorithm", ["astar", "weighted-astar", "idastar", "rbfs", "greedy"])
def test_an_inadmissible_heuristic_is_not_trusted(algorithm: str) -> None:
    proved = longer = 0
    for goal in four_goals(Shape(2, 3)):
        for tiles, truth in list(distances(goal).items())[::9]:
            result = finish(
                run_of(Board(goal.shape, tiles), algorithm, goal=goal, heuristic=TRIPLED, weight=2.0)
            )
            assert result.outcome is Outcome.SOLVED
            assert result.length is not None
            assert result.excess is not None
            assert result.lower_bound is not None
            assert result.lower_bound <= truth
            assert result.length - result.excess <= truth <= result.length
            proved += result.claim == "proved shortest"
            longer += result.length > truth
    assert proved > 0
    assert longer > 0


@pytest.mark.parametrize("algorithm", ["astar", "weighted-astar", "idastar", "rbfs", "greedy", "beam"])
def test_an_inadmissible_heuristic_hides_no_path_within_the_depth(algorithm: str) -> None:
    for goal in four_goals(Shape(2, 3)):
        for tiles, truth in list(distances(goal).items())[5::60]:
            for depth in (truth - 1, truth):
                limits = Limits(depth=depth)
                result = finish(
                    run_of(Board(goal.shape, tiles), algorithm, goal=goal, heuristic=TRIPLED, limits=limits)
                )
                assert (result.outcome is Outcome.SOLVED) == (depth == truth)
                assert result.lower_bound is not None
                assert result.lower_bound <= truth


def test_a_bound_is_believed_if_the_heuristic_is_admissible_and_rounded_up_to_the_parity() -> None:
    def bounded(*args: Any) -> Search:
        yield Snapshot(bound=4.5)

    for heuristic, even in ((MANHATTAN, 6), (TRIPLED, 2)):
        run = run_of(EASY, card_of(bounded), heuristic=heuristic)
        run.step(0)
        assert run.lower_bound == even
    for board, bound in ((Board.parse("1 2 3/4 5 6/7 0 8"), 5), (Board.parse("1 2 3/4 5 0/7 8 6"), 5)):
        run = run_of(board, card_of(bounded))
        run.step(0)
        assert run.lower_bound == bound


def test_an_uninformed_search_is_trusted_whatever_heuristic_came_along() -> None:
    result = finish(run_of(EASY, "breadth-first", heuristic=TRIPLED))
    assert result.claim == "proved shortest"
    assert result.heuristic is None


def test_only_an_admissible_heuristic_makes_the_weight_a_promise() -> None:
    for card in (*HEURISTICS, TRIPLED):
        for weight in (1.0, 1.5):
            run = run_of(EASY, "weighted-astar", heuristic=card, weight=weight)
            assert finish(run).promised == (weight if card.admissible else None)
            assert finish(run).option == ("weight", weight)
    assert finish(run_of(EASY, "astar", weight=1.5)).promised is None


def test_a_weight_below_one_promises_no_more_than_one_does() -> None:
    result = finish(run_of(EASY, "weighted-astar", weight=0.5))
    assert result.times_shortest == result.promised == 1
    assert result.option == ("weight", 0.5)


@each_algorithm
def test_the_option_is_the_one_its_card_names(card: AlgorithmCard) -> None:
    result = finish(run_of(EASY, card, weight=3.0, width=7, limits=Limits(depth=10)))
    expected = {"weight": ("weight", 3.0), "width": ("width", 7), None: None}[card.option]
    assert result.option == expected
    assert result.to_dict()["option"] == (None if expected is None else {expected[0]: expected[1]})


def test_times_shortest_is_one_without_moves_and_none_without_a_path() -> None:
    assert finish(run_of(LAST)).times_shortest == 1
    assert run_of(HARD).cancel().times_shortest is None
    assert run_of(Board.parse("1 2 3/4 5 6/8 7 0")).cancel().times_shortest is None


# Faults of a search are never passed on


@pytest.mark.parametrize("path", [(), ((5, 4),), ((1, 4),), ((0, 1), (3, 0)), ((4, 5), (5, 8), (4, 5))])
def test_a_search_that_lies_about_its_path_is_caught(path: tuple[tuple[int, int], ...]) -> None:
    def lying(*args: Any) -> Search:
        yield Snapshot()
        yield Snapshot(expanded=1, path=path)

    run = run_of(EASY, card_of(lying))
    with pytest.raises(WrongAnswerError, match=r"^mine gave a path that misses the goal: "):
        finish(run)
    assert run.result is None


def test_a_heuristic_that_lies_about_itself_is_caught() -> None:
    with pytest.raises(InvalidHeuristicError, match="tripled claims to be admissible and is not"):
        finish(run_of(EASY, heuristic=replace(TRIPLED, admissible=True)))


@pytest.mark.parametrize("informed", [True, False])
def test_a_search_that_lies_about_its_bound_is_caught(informed: bool) -> None:
    def lying(*args: Any) -> Search:
        yield Snapshot()
        yield Snapshot(expanded=1, bound=3, path=((7, 4), (8, 7)))

    with pytest.raises(WrongAnswerError, match="a path of 2 moves is below the lower bound 4"):
        finish(run_of(EASY, card_of(lying, informed=informed)))


@pytest.mark.parametrize("limits", [Limits(expanded=0), Limits(seconds=0), Limits(stored=0), Limits(depth=0)])
def test_a_solved_board_needs_no_search_and_no_limit_forbids_it(limits: Limits) -> None:
    result = run_of(LAST, limits=limits).result
    assert result is not None
    assert (result.outcome, result.path, result.lower_bound) == (Outcome.SOLVED, "", 0)


def test_a_search_that_failed_does_not_turn_into_one_that_found_nothing() -> None:
    def failing(*args: Any) -> Search:
        yield Snapshot()
        raise ZeroDivisionError("in a heuristic of yours")

    run = run_of(HARD, card_of(failing))
    for _ in range(3):
        with pytest.raises(ZeroDivisionError, match="of yours"):
            finish(run)
    assert run.result is None
    assert run.cancel().outcome is Outcome.CANCELLED
    assert run.step(1) is run.result is not None
