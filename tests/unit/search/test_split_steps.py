"""The messages and counts of a split search, from look to look at its helpers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from npuzzle import Board, Problem, Shape, goal_board
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.progress import run_to_end
from npuzzle.puzzle.problem import State
from npuzzle.search import split_search, subtrees
from npuzzle.search.base import Message, Refuted, SearchOptions, Stats, Stepper
from npuzzle.search.pattern_ida import pattern_ida_star
from npuzzle.search.pattern_search import PatternSearch, iter_kernel
from npuzzle.search.split_search import WAIT, NoHelpers, SplitSearch, is_worth_splitting
from npuzzle.search.subtrees import Subtree, TreeTop

PROBLEM = Problem(
    Board.parse("13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6"), goal_board("blank-first", Shape(4, 4))
)
Start = tuple[PatternSearch, State, int]
BOUND = 51  # 1,707 states, no solution
SIZE = "each with 8 MB of pattern databases"


class ScriptedHelpers:
    """Helpers that follow a test's script. `sent`: messages they got; `waits`: how long the search waited."""

    is_waiting = False

    def __init__(self) -> None:
        self.said: list[tuple[int, Message]] = []
        self.sent: list[tuple[int, Message]] = []
        self.waits: list[float] = []

    def is_time(self) -> bool:
        return True

    def open(self, request: Message, table_bytes: int) -> None:
        raise AssertionError("the search must find them open")

    def send(self, helper: int, message: Message) -> None:
        self.sent.append((helper, message))

    def receive(self, seconds: float) -> Sequence[tuple[int, Message]]:
        self.waits.append(seconds)
        came, self.said = self.said, []
        return came

    def close(self) -> None:
        raise AssertionError("only the caller may close them")

    def list_subtrees(self, helper: int) -> list[int]:
        """Return the numbers of all subtrees that a helper was given."""
        return [sent["number"] for to, sent in self.sent if to == helper and sent["do"] == "search"]


class Looks:
    """A split search at one bound, which runs from look to look."""

    def __init__(
        self, start: Start, most: int | None = None, refuted: Refuted | None = None, note: str = ""
    ) -> None:
        self.start, self.helpers = start, ScriptedHelpers()
        self.stats = Stats(bound=BOUND, note=note)
        options = SearchOptions(helpers=self.helpers, most_expanded=most, refuted=refuted)
        search = SplitSearch(start[0], start[1:], self.stats, self.helpers, options)
        self._steps = search.try_bound()
        self.has_ended, self.path = False, None

    def divide(self, *ready: int) -> None:
        """Run to the first look, at which these helpers are ready."""
        self.say(*[(helper, {"do": "ready"}) for helper in ready])
        while not self.helpers.waits:
            self.look()

    def say(self, *messages: tuple[int, Message]) -> None:
        self.helpers.said += messages

    def report(self, helper: int, *numbers: int, ended: str = "no solution", **fields: Any) -> None:
        fields = {"expanded": 0, "generated": 0, "peak": 0, "slides": []} | fields
        self.say(*[(helper, {"do": "report", "number": it, "ended": ended, **fields}) for it in numbers])

    def lose(self, helper: int, why: str = "killed") -> None:
        self.say((helper, {"do": "lost", "why": why}))

    def look(self, *, left: int = 0) -> None:
        """Run until control returns, expanding at most `left` states; 0 if the caller is busy."""
        self.stats.report_at = self.stats.expanded + left
        try:
            next(self._steps)
        except StopIteration as end:
            self.path, self.has_ended = end.value, True

    def subtrees(self) -> list[Subtree]:
        """Return all subtrees of the bound."""
        dividing = TreeTop(*self.start).divide(BOUND, Stats(), Refuted())
        return run_to_end(dividing)


@pytest.fixture(scope="module")
def start() -> Start:
    heuristic = PatternDatabases(PROBLEM.goal)
    symmetry = heuristic.symmetry
    kernel = run_to_end(iter_kernel(heuristic, "python"))
    return kernel, symmetry.of_state(PROBLEM.initial), symmetry.image[PROBLEM.home]


@pytest.fixture(autouse=True)
def _few_roots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subtrees, "ROOTS", 40)


def test_helpers_get_three_subtrees_each_in_order(start: Start) -> None:
    looks = Looks(start)
    looks.divide(0, 1)
    assert (looks.helpers.list_subtrees(0), looks.helpers.list_subtrees(1)) == ([0, 1, 2], [3, 4, 5])
    found = looks.subtrees()
    for _, message in looks.helpers.sent:
        subtree = found[message["number"]]
        assert message == {"do": "search", "number": subtree.number, "ways": subtree.ways, "bound": BOUND}
    looks.report(1, 4)
    looks.look()
    assert (looks.helpers.list_subtrees(0), looks.helpers.list_subtrees(1)) == ([0, 1, 2], [3, 4, 5, 6])


def test_a_quick_helper_has_twice_what_it_ends_between_looks_up_to_its_share(start: Start) -> None:
    looks = Looks(start)
    looks.divide(0, 1)
    looks.report(0, 0, 1, 2)
    looks.look()
    assert looks.helpers.list_subtrees(0)[3:] == [6, 7, 8, 9, 10, 11]
    looks.report(1, 3, ended="not yet")
    looks.look()
    looks.report(0, 6)
    looks.look()
    assert looks.helpers.list_subtrees(0)[3:] == [6, 7, 8, 9, 10, 11], "it still has five"
    looks.report(0, 7, 8, 9, 10, 11)
    looks.look()
    assert len(looks.helpers.list_subtrees(0)) == 9 + 10
    looks.report(0, *looks.helpers.list_subtrees(0)[9:])
    left = len(looks.subtrees()) - 19 - 3
    assert left % 3, "a share that is not a whole number is rounded down"
    looks.look()
    assert len(looks.helpers.list_subtrees(0)) == 19 + left // 3
    assert looks.helpers.list_subtrees(1) == [3, 4, 5]


def test_what_a_lost_helper_had_is_searched_next_and_counted_once(start: Start) -> None:
    looks = Looks(start)
    looks.divide(0, 1, 2)
    before = replace(looks.stats)
    looks.report(1, 3, ended="not yet", expanded=7, generated=9)
    looks.lose(1)
    looks.look()
    assert looks.stats.expanded == before.expanded + 7
    looks.report(0, 0, 1, 2)
    looks.look()
    assert looks.helpers.list_subtrees(0) == [0, 1, 2, 3, 4, 5, 9, 10, 11]
    looks.report(0, 3, ended="not yet", expanded=5, generated=9)
    looks.look()
    assert looks.stats.expanded == before.expanded + 7, "these states are counted already"
    looks.report(0, 3, ended="not yet", expanded=4, generated=1)
    looks.look()
    assert looks.stats.expanded == before.expanded + 9
    assert looks.stats.elsewhere == 9
    assert looks.stats.generated == before.generated + 10
    looks.report(2, 6, ended="not yet", expanded=3, peak=77)
    looks.look()
    assert (looks.stats.elsewhere, looks.stats.peak_frontier) == (12, 77)


def test_a_helper_may_be_lost_before_it_was_ready(start: Start) -> None:
    looks = Looks(start, most=10**6)
    looks.lose(3, "no memory")
    looks.divide(0)
    assert looks.stats.note == f"Split over 2 workers, {SIZE}. " + (
        "A worker ended early (no memory); the others searched its part."
    )
    looks.report(0, 0)
    looks.look()
    assert looks.helpers.list_subtrees(0) == [0, 1, 2, 4], "the first worker has started 3"


def test_the_note_says_who_took_part_and_who_was_lost(start: Start) -> None:
    looks = Looks(start, note="Smaller tables are used.")
    looks.say((0, {"do": "note", "text": "3 of 8 processes fit in 1.5 GB."}))
    looks.divide()
    first = "Smaller tables are used. 3 of 8 processes fit in 1.5 GB."
    assert (looks.stats.note, looks.stats.workers) == (first, 1)
    looks.say((0, {"do": "ready"}), (1, {"do": "ready"}))
    looks.look()
    assert (looks.stats.note, looks.stats.workers) == (f"{first} Split over 3 workers, {SIZE}.", 3)
    looks.lose(1, "killed")
    looks.look()
    assert looks.stats.note == f"{first} Split over 3 workers, {SIZE}. " + (
        "A worker ended early (killed); the others searched its part."
    )
    looks.lose(0, "out of memory")
    looks.look()
    assert looks.stats.note == f"{first} Split over 3 workers, {SIZE}. " + (
        "2 workers ended early (killed); others searched their parts."
    )
    looks.say((2, {"do": "ready"}))
    looks.look()
    assert looks.stats.workers == 3, "at most three at a time"


def test_the_solution_of_the_first_subtree_that_has_one_is_the_result(start: Start) -> None:
    """The subtrees before it are searched to the end, and none after it."""
    looks = Looks(start)
    looks.divide(0, 1, 2)
    looks.report(1, 4, ended="solved", slides=[[1, 0], [2, 1]])
    looks.look()
    assert [sent for sent in looks.helpers.sent if sent[1]["do"] == "drop"] == [
        (1, {"do": "drop", "above": 4}),
        (2, {"do": "drop", "above": 4}),
    ]
    looks.report(1, 5, ended="dropped")
    looks.report(0, 0, 1)
    looks.look()
    looks.lose(1)
    looks.lose(2)
    looks.look()
    assert looks.helpers.list_subtrees(0) == [0, 1, 2, 3], "only subtrees before the solution are handed on"
    looks.report(0, 3, ended="solved", slides=[[4, 0]])
    looks.look()
    assert not looks.has_ended, "an earlier subtree is still being searched"
    looks.report(0, 2, ended="not yet")
    looks.look()
    looks.report(0, 2)
    while not looks.has_ended:
        looks.look()
    assert looks.path == ((4, 0),)
    assert looks.helpers.list_subtrees(2) == [6, 7, 8]


def test_what_is_ruled_out_is_kept_with_its_size(start: Start) -> None:
    refuted = Refuted()
    looks = Looks(start, refuted=refuted)
    looks.divide(0, 1)
    ways = [subtree.ways for subtree in looks.subtrees()]
    looks.report(0, 0, ended="not yet", expanded=5)
    looks.report(0, 0, expanded=2)
    looks.report(0, 1, ended="not yet", expanded=3)
    looks.report(1, 4, ended="solved", slides=[[1, 0]])
    looks.report(1, 5, ended="dropped")
    looks.look()
    assert refuted == Refuted(BOUND, {ways[0]: 7}, {})


def allowed(looks: Looks, helper: int) -> list[int]:
    """Return the numbers of states that a helper was allowed, in order."""
    return [sent["states"] for to, sent in looks.helpers.sent if to == helper and sent["do"] == "allow"]


def test_a_limit_is_shared_and_what_is_not_used_is_given_back(start: Start) -> None:
    most = 5_000
    looks = Looks(start, most=most)
    looks.divide(0, 1)
    above = looks.stats.expanded
    first = allowed(looks, 0)[0]
    assert first == pytest.approx((most - above) / (8 * 3), abs=1)
    assert allowed(looks, 1)[0] == pytest.approx((most - above - first) / (8 * 3), abs=1)
    looks.report(0, 0, ended="not yet", expanded=first - 1)
    looks.look()
    assert len(allowed(looks, 0)) == 1, "one state is left"
    looks.report(0, 0, ended="not yet", expanded=1)
    looks.look()
    assert len(allowed(looks, 0)) == 2
    looks.report(1, 3, ended="solved", slides=[[1, 0]])
    looks.report(1, 4, 5, ended="dropped")
    looks.look()
    assert sum(allowed(looks, 1)) == 0, "it has no work left"
    looks.look()
    assert allowed(looks, 1)[2:] == []


def test_what_a_lost_helper_was_allowed_is_free_again(start: Start) -> None:
    looks = Looks(start, most=5_000)
    looks.divide(0, 1)
    left = 5_000 - looks.stats.expanded - allowed(looks, 0)[0]
    looks.lose(1)
    looks.look()
    looks.report(0, 0, ended="not yet", expanded=allowed(looks, 0)[0])
    looks.look()
    assert allowed(looks, 0)[1] == pytest.approx(left / (8 * 2), abs=1)


@pytest.mark.parametrize("most", [80, 100, 1_000])
def test_all_together_never_have_more_than_a_limit(start: Start, most: int) -> None:
    looks = Looks(start, most=most)
    looks.divide(0, 1)
    used = {0: 0, 1: 0}
    for turn in range(200):
        helper = turn % 2
        left = sum(allowed(looks, helper)) - used[helper]
        if left and looks.helpers.list_subtrees(helper):
            looks.report(helper, looks.helpers.list_subtrees(helper)[-1], ended="not yet", expanded=left)
            used[helper] += left
        looks.look(left=3)
        free = [sum(allowed(looks, it)) - used[it] for it in used]
        assert looks.stats.expanded + sum(free) <= most
        assert min(free) >= 0
    assert looks.stats.expanded == most, "in the end, the whole limit is used"


def test_it_waits_for_the_helpers_only_if_there_is_nothing_else_to_do(start: Start) -> None:
    looks = Looks(start)
    looks.divide(*range(30))
    assert len(looks.subtrees()) <= 90, "the helpers have all subtrees"
    looks.helpers.waits.clear()
    looks.look(left=10)
    assert looks.helpers.waits == [0, WAIT]
    assert 0 < WAIT < 0.1, "so that the caller can stop it quickly"
    assert looks.stats.report_at == looks.stats.expanded, "control returns"
    looks.helpers.waits.clear()
    looks.look()
    assert looks.helpers.waits == [0, 0], "the caller is busy"


def test_it_searches_a_subtree_itself_while_the_caller_has_time(start: Start) -> None:
    looks = Looks(start)
    looks.divide(0)
    before = looks.stats.expanded
    looks.look()
    assert looks.stats.expanded == before
    looks.look(left=4)
    assert before < looks.stats.expanded <= before + 4
    assert looks.stats.elsewhere == 0
    assert looks.stats.frontier == looks.stats.stored == looks.stats.peak_frontier > 1
    now = looks.stats.expanded
    looks.look(left=1)
    assert looks.stats.expanded == now + 1
    looks.look(left=1_000)
    assert looks.stats.expanded == before + 14, "the whole of subtree 3"
    assert looks.stats.report_at == now + 1 + 1_000, "it may continue with the next subtree"


def test_control_comes_back_from_work_that_was_counted_before(start: Start) -> None:
    looks = Looks(start)
    looks.divide(0)
    looks.report(0, 0, ended="not yet", expanded=15, generated=60)
    looks.look()
    before = looks.stats.expanded
    looks.lose(0)
    looks.look(left=10)
    assert looks.stats.expanded == looks.stats.report_at == before
    looks.look(left=10)
    assert looks.stats.expanded == before + 5, "20 in all"


def test_a_busy_first_worker_goes_on_only_with_what_the_others_wait_for(
    start: Start,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(split_search, "MOST_WHEN_AWAITED", 5)
    looks = Looks(start)
    looks.divide(0)
    looks.look(left=1)  # now it has started subtree 3, of more than 6 states
    now, last = looks.stats.expanded, len(looks.subtrees()) - 1
    count = (last - 3) // 3
    looks.say(*[(helper, {"do": "ready"}) for helper in range(1, 1 + count)])
    looks.look()
    assert looks.stats.expanded == now, "there is work left for the others"
    looks.report(0, 0)
    looks.look()
    assert looks.helpers.list_subtrees(0) == [0, 1, 2, last]
    assert looks.stats.expanded == now, "all others have work"
    looks.report(0, 1, 2, last)
    looks.look()
    assert looks.stats.expanded == now + 5
    looks.look()
    assert looks.stats.expanded == now + 10


def test_bounds_without_helpers_are_searched_whole(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """They run one after the other, each with the states of an undivided search."""
    monkeypatch.setattr(subtrees, "ROOTS", 3)
    kernel, state, home = start
    refuted, stats = Refuted(), Stats(bound=49)
    whole = []
    for bound in (49, 51):
        undivided = Stats(report_at=10**9)
        kernel.begin(state, home, bound)
        kernel.search(undivided)
        whole.append(undivided)
    options = SearchOptions(helpers=NoHelpers(), refuted=refuted)
    search = SplitSearch(kernel, (state, home), stats, NoHelpers(), options)
    expanded = 0
    for undivided in whole:
        for _ in search.try_bound():
            stats.report_at = stats.expanded + 10
        assert stats.expanded - expanded == undivided.expanded
        assert stats.peak_frontier == undivided.peak_frontier
        assert refuted.bound == stats.bound
        expanded, stats.bound = stats.expanded, stats.bound + 2
    assert stats.generated == sum(undivided.generated for undivided in whole)
    assert (stats.elsewhere, stats.workers, stats.note) == (0, 1, "")
    assert not NoHelpers.is_waiting


def test_a_search_that_is_to_be_kept_is_divided_without_helpers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split_search, "SPLIT_FROM_SLOW", 0)
    refuted = Refuted()
    options = SearchOptions(refuted=refuted, max_depth=BOUND, engine="python")
    stepper = Stepper(pattern_ida_star(PROBLEM, PatternDatabases(PROBLEM.goal), options))
    while not stepper.ended:
        stepper.step(500)
    assert (stepper.result, refuted.bound) == (None, BOUND)
    assert len(refuted.done) >= 40
    assert 1_000 < sum(refuted.done.values()) < 1_707


@pytest.mark.parametrize("most", [None, 10**6])
def test_the_top_is_expanded_some_states_at_a_time(
    start: Start, most: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a limit, control returns after each state; otherwise no more often than necessary."""
    monkeypatch.setattr(split_search, "TOGETHER", 4)
    looks, steps, top = Looks(start, most=most), list[int](), Stats()
    run_to_end(TreeTop(*looks.start).divide(BOUND, top, Refuted()))
    while not looks.helpers.waits:
        looks.look()
        steps.append(looks.stats.expanded)
    together = 4 if most is None else 1
    assert steps[:-1] == list(range(together, top.expanded + 1, together))


@pytest.mark.parametrize(
    ("engine", "least"), [("python", 20_000), ("checked", 20_000), ("wasmtime", 200_000)]
)
def test_a_search_is_split_after_a_bound_with_many_states(engine: str, least: int) -> None:
    assert not is_worth_splitting(least - 1, engine)
    assert is_worth_splitting(least, engine)
