"""The Explore room without a browser: its layout, its states, its words, the solver's part."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, Job, Limits, Shape, goal_board
from npuzzle.heuristics import from_function
from npuzzle.lab import TRACED, Status, Trace, iter_trace, trace
from npuzzle.lab.trace_values import BEAM, BIDIRECTIONAL, RBFS, RULES
from npuzzle.search.base import Number
from tests.support.options import select_used
from tests.unit.web.interpreters import Pair, carry_out
from web.page.events import GoalChosen, RandomPressed, SolverChanged, TextTyped
from web.page.updates import initial_state
from web.page.updates import update as page_update
from web.rooms.explore import words
from web.rooms.explore.choices import NUMBERS
from web.rooms.explore.events import (
    BuildFailed,
    BuildPressed,
    Built,
    Chosen,
    DuplicatesShown,
    Guessed,
    Noted,
    PlayPressed,
    PredictPressed,
    Selected,
    SteppedTo,
    Ticked,
    Zoomed,
)
from web.rooms.explore.layout import GAP, SMALL, Layout, Size, lay_out, lay_out_tree, size_of, tab_stop
from web.rooms.explore.state import EXAMPLE, ZOOMS, ExploreState, Phase, update
from web.rooms.explore.task import TOO_SOON, TraceTask
from web.sandbox.delegation import TaskError
from web.solver.wire import Reply, TaskRunner, start_message, step_message

RULED = (*RULES, RBFS, BEAM)
SIZE = Size(80, 80, 120)
FOUND = trace(*EXAMPLE, algorithm="astar", heuristic="misplaced")
LARGE = trace("8 6 7/2 5 4/3 0 1", algorithm="weighted-astar", heuristic="manhattan", weight=2)


def show_tree(found: Trace = FOUND, **changes: Any) -> ExploreState:
    state = update(update(ExploreState(), BuildPressed()), Built(found))
    return replace(state, **changes)


# Layout


@st.composite
def trees(draw: st.DrawFn) -> tuple[dict[int, int | None], dict[int, int]]:
    count = draw(st.integers(1, 60))
    parents: dict[int, int | None] = {0: None}
    for number in range(1, count):
        parents[number] = draw(st.integers(max(0, number - 12), number - 1))
    return parents, {number: draw(st.sampled_from([SMALL, 80, 120])) for number in parents}


@given(trees())
def test_no_two_nodes_overlap_and_children_stand_under_their_parents(
    given: tuple[dict[int, int | None], dict[int, int]],
) -> None:
    parents, widths = given
    layout = lay_out(parents, widths, SIZE)
    check_layout(layout, parents, widths, SIZE)
    assert layout == lay_out(parents, widths, SIZE)


def check_layout(layout: Layout, parents: dict[int, int | None], widths: dict[int, int], size: Size) -> None:
    rows: dict[float, list[int]] = {}
    for number in parents:
        rows.setdefault(layout.y[number], []).append(number)
        assert widths[number] / 2 <= layout.x[number] <= layout.width - widths[number] / 2
        assert 0 <= layout.y[number] <= layout.height - size.height
    for row in rows.values():
        row.sort(key=layout.x.__getitem__)
        for left, right in pairwise(row):
            apart = layout.x[right] - layout.x[left]
            assert apart >= (widths[left] + widths[right]) / 2 + GAP - 1e-6
    for number, parent in parents.items():
        if parent is not None:
            assert layout.y[number] == layout.y[parent] + size.level
    for parent in parents:
        below = [layout.x[n] for n, above in parents.items() if above == parent]
        if below:
            assert layout.x[parent] == pytest.approx((min(below) + max(below)) / 2)
            assert below == sorted(below)


def test_a_traces_tree_is_laid_out_with_and_without_what_was_met_before() -> None:
    shape = Shape(3, 3)
    whole, fewer = lay_out_tree(LARGE.nodes, shape), lay_out_tree(LARGE.nodes, shape, duplicates=False)
    assert set(whole.x) == {node.number for node in LARGE.nodes}
    assert set(fewer.x) < set(whole.x)
    assert fewer.width < whole.width
    deepening = trace(*EXAMPLE, algorithm="idastar", heuristic="misplaced")
    drawn = [
        set(lay_out_tree(deepening.nodes, shape, turn=turn + 1).x) for turn in range(len(deepening.bounds))
    ]
    assert sorted(number for part in drawn for number in part) == list(range(len(deepening.nodes)))


def test_the_longest_line_is_laid_out() -> None:
    parents: dict[int, int | None] = {n: n - 1 if n else None for n in range(401)}
    assert lay_out(parents, dict.fromkeys(parents, 80), SIZE).height > 400 * SIZE.level


def test_a_large_board_is_not_drawn_on_its_node() -> None:
    assert size_of(Shape(4, 4)).width > size_of(Shape(3, 3)).width
    assert size_of(Shape(10, 10)).height < size_of(Shape(3, 3)).height


# States

EVENTS = [
    Chosen("algorithm", "greedy"),
    Chosen("algorithm", "nothing"),
    Chosen("phase", "shown"),
    Chosen("weight", "x"),
    Noted("idastar misplaced"),
    Noted("<b>" * 999),
    BuildPressed(),
    Built(LARGE),
    BuildFailed("No."),
    SteppedTo(2),
    SteppedTo(10**9),
    SteppedTo(-5),
    PlayPressed(),
    Ticked(),
    Selected(3),
    Selected(10**6),
    Selected(None),
    Zoomed(1),
    Zoomed(-1),
    DuplicatesShown(False),
    PredictPressed(),
    Guessed(1),
    Guessed(-1),
    Guessed(10**6),
]
STATES = {
    "empty": ExploreState(),
    "building": update(ExploreState(), BuildPressed()),
    "shown": show_tree(),
    "playing": update(show_tree(), PlayPressed()),
    "at the end": show_tree(at=len(FOUND.steps)),
    "asking": update(show_tree(), PredictPressed()),
    "building again": update(show_tree(at=3), BuildPressed()),
}


@pytest.mark.parametrize("name", STATES)
def test_any_event_in_any_phase_leaves_a_state_that_can_be_drawn(name: str) -> None:
    for first, second in product(EVENTS, repeat=2):
        state = update(update(STATES[name], first), second)
        assert 0 <= state.at <= state.last
        assert 0 <= state.zoom < len(ZOOMS)
        assert (state.trace is None) <= (state.phase is not Phase.SHOWN)
        if state.trace is not None:
            assert state.node_in_detail is not None
            assert state.node_in_detail.round == state.round
            assert state.trace.status(state.node_in_detail.number, state.at) is not Status.UNMADE
            assert words.describe_step(state.trace, state.at)
        assert not (state.playing and state.is_asking)


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("empty", SteppedTo(1)),
        ("empty", PlayPressed()),
        ("empty", PredictPressed()),
        ("empty", Built(FOUND)),
        ("building", BuildPressed()),
        ("building", Guessed(0)),
        ("shown", Ticked()),
        ("shown", Guessed(0)),
        ("shown", BuildFailed("No.")),
        ("asking", SteppedTo(3)),
        ("asking", PlayPressed()),
        ("asking", Guessed(0)),
        ("building again", SteppedTo(0)),
        ("shown", Chosen("algorithm", "no such")),
    ],
)
def test_what_means_nothing_changes_nothing(name: str, event: object) -> None:
    assert update(STATES[name], event) is STATES[name]


def test_playing_goes_on_to_the_end_and_starts_again_from_there() -> None:
    state = update(show_tree(at=2), PlayPressed())
    ats = [state.at]
    while state.playing:
        state = update(state, Ticked())
        ats.append(state.at)
    assert ats == list(range(2, len(FOUND.steps) + 1))
    assert "This is the goal" in state.spoken
    assert update(state, PlayPressed()).at == 0


def test_a_node_that_is_not_there_yet_is_not_selected() -> None:
    last = len(FOUND.nodes) - 1
    assert update(show_tree(), Selected(last)).selected is None
    late = update(show_tree(at=len(FOUND.steps)), Selected(last))
    assert late.selected == last
    assert update(late, SteppedTo(0)).selected is None
    known = next(n.number for n in FOUND.nodes if n.twin is not None and n.dropped == n.made)
    chosen = update(show_tree(at=len(FOUND.steps)), Selected(known))
    assert chosen.selected == known
    assert update(chosen, DuplicatesShown(False)).selected is None


def test_the_tab_key_goes_to_the_option_that_is_chosen() -> None:
    state = show_tree(at=len(FOUND.steps))
    listed = FOUND.frontier(state.at)
    assert tab_stop(listed, None) == 0
    for place, node in enumerate(listed):
        assert tab_stop(listed, node.number) == place
    assert tab_stop(listed, 0) == 0  # the start is on the frontier no more
    assert tab_stop((), 3) == 0


@pytest.mark.parametrize("number", NUMBERS.values(), ids=lambda number: number.name)
def test_every_number_of_an_algorithm_can_be_typed(number: Number) -> None:
    before, state = ExploreState(), update(ExploreState(), Chosen(number.name, " 7 "))
    assert {name for name, other in NUMBERS.items() if state.text(other) != before.text(other)} == {
        number.name
    }
    assert state.text(number) == "7"


def test_the_note_of_the_room_comes_back() -> None:
    state = update(ExploreState(), Noted("weighted-astar linear-conflict 3"))
    assert (state.algorithm, state.heuristic) == ("weighted-astar", "linear-conflict")
    assert state.read_numbers() == {"weight": 3}
    assert update(ExploreState(), Noted(state.note)) == state
    for text in (
        "beam misplaced 7",
        "rbfs manhattan",
        "depth-first manhattan 12",
        "beam max(manhattan,zero) ?",
    ):
        state = update(ExploreState(), Noted(text))
        assert state.note == text
        assert update(ExploreState(), Noted(state.note)) == state
    assert update(ExploreState(), Noted("anytime \x00 zzz")).tree_problem == (
        "Anytime has no search tree: it finds a path with compiled kernels and shortens it piece by piece."
    )
    assert update(ExploreState(), Noted("no-such \x00 zzz")) == ExploreState()


# Predictions


@pytest.mark.parametrize("algorithm", RULED)
def test_who_always_takes_the_first_of_the_frontier_is_always_right(algorithm: str) -> None:
    found = trace(*EXAMPLE, **select_used(algorithm, heuristic="misplaced", weight=2, width=3))
    state = update(show_tree(found), PredictPressed())
    while state.is_asking:
        assert len(found.frontier(state.at)) > 1
        state = update(state, Guessed(found.frontier(state.at)[0].number))
        assert state.quiz is not None
        assert state.quiz.was_right
        assert state.quiz.said[0] == "Right."
    assert state.quiz is not None
    assert state.at == state.last
    assert state.quiz.right == state.quiz.asked == state.quiz.best > 0
    assert state.quiz.summary.endswith("Perfect!")


@pytest.mark.parametrize("algorithm", RULED)
def test_who_always_takes_the_last_is_wrong_and_told_why(algorithm: str) -> None:
    found = trace(*EXAMPLE, **select_used(algorithm, heuristic="misplaced", weight=2, width=3))
    state = update(show_tree(found), PredictPressed())
    while state.is_asking:
        before = state.at
        state = update(state, Guessed(found.frontier(before)[-1].number))
        assert state.quiz is not None
        assert state.quiz.said[0] == "Not this one."
        assert len(state.quiz.said) == 3
        assert state.at > before
    assert state.quiz is not None
    assert (state.quiz.right, state.quiz.best) == (0, 0)
    assert state.quiz.summary.startswith(f"You predicted 0 of {state.quiz.asked} steps")


def test_streaks_are_counted() -> None:
    state = update(show_tree(), PredictPressed())
    for right in (True, True, False, True):
        frontier = FOUND.frontier(state.at)
        state = update(state, Guessed(frontier[0 if right else -1].number))
    assert state.quiz is not None
    assert (state.quiz.asked, state.quiz.right, state.quiz.streak, state.quiz.best) == (4, 3, 1, 2)
    ended = update(state, PredictPressed())
    assert ended.quiz is not None
    assert not ended.is_asking
    assert ended.quiz.summary == (
        "You predicted 3 of 4 steps, 2 in a row at best. Try again: the rule never changes."
    )


def test_depth_first_searches_ask_nothing() -> None:
    state = show_tree(trace(*EXAMPLE, algorithm="idastar", heuristic="misplaced"))
    assert update(state, PredictPressed()) is state


# Words


@pytest.mark.parametrize("algorithm", TRACED)
def test_every_step_is_described_in_whole_sentences(algorithm: str) -> None:
    found = trace(*EXAMPLE, **select_used(algorithm, heuristic="misplaced", width=2), most=200)
    for at in range(len(found.steps) + 1):
        said = words.describe_step(found, at)
        assert all(not line[0].islower() and line.endswith(".") for line in said)
        for node in found.nodes:
            if found.status(node.number, at) is not Status.UNMADE:
                assert words.describe_node(found, node, at).startswith(node.board)
    assert algorithm in words.RULES


def test_each_step_says_which_of_two_trees_grows_and_the_last_where_they_meet() -> None:
    found = trace(*EXAMPLE, algorithm=BIDIRECTIONAL)
    assert words.describe_step(found, 0)[0] == "So far: the start and the goal, a tree for each."
    assert words.describe_step(found, 1)[0] == "From the start: expanded 2 8 3/1 6 4/7 0 5, 0 moves away."
    sides = {words.describe_step(found, at)[0].split(":")[0] for at in range(1, found.expanded + 1)}
    assert sides == {"From the start", "From the goal"}
    last = len(found.steps)
    meeting = found.nodes[found.steps[-1]]
    said = words.describe_step(found, last)[0]
    assert said.startswith(f"The two trees meet at {meeting.board}: ")
    assert sum(map(int, re.findall(r"(\d+) moves? from", said))) == len(found.path or "") == 5
    assert words.describe_status(found, meeting, last) == "where the two trees meet"
    assert words.format_tag(found, meeting, last) == "meet"
    layout = lay_out_tree(found.nodes, Board.parse(found.board).shape)
    first = [layout.x[node.number] for node in found.nodes if not found.is_from_goal(node.number)]
    second = [layout.x[node.number] for node in found.nodes if found.is_from_goal(node.number)]
    assert max(first) < min(second), "the second tree stands beside the first"
    assert update(show_tree(found), PredictPressed()).quiz is None


def test_each_step_says_what_rbfs_forgets_and_a_beam_cuts_off() -> None:
    found = trace(*EXAMPLE, algorithm="rbfs", heuristic="zero", most=99)
    for node in found.nodes:
        if node.twin is not None and node.dropped is not None:
            said = words.describe_step(found, node.dropped)
            again = found.nodes[node.twin]
            assert f"{node.board} is open again, with the f that its branch led to: {again.f:g}." in said
            assert any(re.match(r"\d boards? forgotten", line) for line in said)
            assert words.format_sum(found, again) == f"{again.g}+0→{again.f:g}"
            assert words.format_value(found, again) == f"f = {again.f:g} (g {again.g} + h 0, raised)"
    found = trace(*EXAMPLE, algorithm="beam", heuristic="misplaced", width=1, most=99)
    assert words.describe_step(found, 1) == (
        "Expanded 2 8 3/1 6 4/7 0 5 of level 0: smallest h = 4.",
        "3 successors added.",
        "Level 1 is made: 2 boards cut off, the best 1 kept.",
    )
    assert words.explain_choice(found, len(found.steps) - 1).endswith(
        "the search ends as soon as it is made."
    )


def test_the_first_steps_of_the_textbook_example() -> None:
    assert words.describe_step(FOUND, 1) == (
        "Expanded 2 8 3/1 6 4/7 0 5: smallest f = 4 (g 0 + h 4).",
        "3 successors added.",
    )
    assert words.explain_choice(FOUND, 1) == "2 8 3/1 0 4/7 6 5 has the smallest f: 4."
    assert words.describe_step(FOUND, len(FOUND.steps))[0] == (
        "This is the goal, 1 2 3/8 0 4/7 6 5: the path has 5 moves."
    )
    assert words.describe_step(LARGE, len(LARGE.steps))[-1].startswith(
        "This is the goal" if LARGE.path is not None else "The tree ends here, after 400 expansions"
    )


def within(depth: int, board: str, goal: str) -> Trace:
    """Depth-first search down to that depth."""
    start = Board.parse(board)
    limits = Limits(depth=depth)
    job = Job(board=start, goal=goal_board(goal, start.shape), algorithm="depth-first", limits=limits)
    return next(now.found for now in iter_trace(job, most=400) if now.found is not None)


def test_a_depth_limit_proves_only_that_no_path_is_that_short() -> None:
    for depth in (1, 3):
        found = within(depth, *EXAMPLE)
        assert (found.path, found.complete) == (None, True)
        assert words.describe_step(found, len(found.steps))[-1] == (
            "Every board within the depth limit has been seen: no path is that short."
        )
    found = within(5, *EXAMPLE)
    assert words.describe_step(found, len(found.steps))[-1].startswith("This is the goal")


def test_without_a_cut_there_is_no_path() -> None:
    found = within(40, "2 1/3 0", "1 2/3 0")
    assert (found.path, found.complete) == (None, True)
    assert words.describe_step(found, len(found.steps))[-1] == (
        "Every board within reach has been seen: there is no path."
    )


def test_ties_are_described_as_they_are_broken() -> None:
    kinds = set()
    for at in range(1, len(LARGE.steps)):
        first, second = LARGE.frontier(at)[:2]
        said = words.explain_choice(LARGE, at)
        tied = first.f == second.f
        assert ("boards have the smallest f" in said) == tied
        if tied:
            assert ("was made first" in said) == (first.g == second.g)
        kinds.add((tied, first.g == second.g))
    assert len(kinds) >= 3


# The solver's part


def ask(given: dict[str, Any]) -> Reply:
    solver = TaskRunner()
    reply = Reply.from_text(solver.handle(start_message("trace", given)))
    while reply.problem is None and reply.answer is None:
        reply = Reply.from_text(solver.handle(step_message(0.05)))
    return reply


def build_example(**changes: Any) -> dict[str, Any]:
    board, goal = EXAMPLE
    return {"board": board, "goal": goal, "algorithm": "astar", "heuristic": "misplaced", **changes}


def test_the_solver_gives_the_trace_as_plain_data() -> None:
    answer = ask(build_example()).answer
    assert answer is not None
    assert Trace.from_dict(answer["trace"]) == FOUND
    assert len(json.dumps(answer)) < 10_000


@pytest.mark.parametrize("most", [5, 10**9])
def test_the_solver_keeps_to_a_readable_number(most: int) -> None:
    reply = ask({**build_example(most=most), "board": "8 6 7/2 5 4/3 0 1", "heuristic": "zero"})
    assert reply.answer is not None
    assert reply.answer["trace"]["expanded"] == min(most, 400)


def test_stop_keeps_the_tree_so_far() -> None:
    task = TraceTask({**build_example(), "board": "8 6 7/2 5 4/3 0 1"})
    task.cancel()
    answer = task.answer()
    assert answer is not None
    assert answer["stopped"]
    assert not Trace.from_dict(answer["trace"]).complete
    task.step(1)
    task.cancel()
    assert task.answer() == answer


def test_the_heuristic_written_in_the_lab_is_used() -> None:
    by = Pair()
    given = build_example(heuristic="own", source="def h(state): return 3 * (state[0] != 0)")
    found = Trace.from_dict(carry_out("trace", given, by)["trace"])
    assert {node.h for node in found.nodes} == {0, 3}
    assert found.heuristic == "yours"
    assert not [message for message in by.sent if "def h" in message]
    same = from_function(lambda state: 3 * (state[0] != 0), name="yours")
    assert found == trace(*EXAMPLE, algorithm="astar", heuristic=same)


@pytest.mark.parametrize("messages", [0, 1])
def test_stop_before_your_heuristic_led_anywhere_leaves_no_tree(messages: int) -> None:
    given = build_example(heuristic="own", source="def h(state): return 0")
    with pytest.raises(TaskError, match=TOO_SOON):
        carry_out("trace", given, Pair(stop_after=messages))


def test_stop_keeps_the_tree_that_your_heuristic_led_to_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.solver.exchange.STEP", 0.0001)  # some expansions
    given = build_example(heuristic="own", source="def h(state): return 0", board="8 6 7/2 5 4/3 0 1")
    answer = carry_out("trace", given, Pair(stop_after=12))
    found = Trace.from_dict(answer["trace"])
    assert answer["stopped"]
    assert found.path is None
    assert 0 < found.expanded < 400


@pytest.mark.parametrize(
    "changes",
    [
        {"algorithm": "anytime"},
        {"algorithm": "beam", "width": 0},
        {"algorithm": "nothing"},
        {"heuristic": "nothing"},
        {"board": "1 1"},
        {"algorithm": "weighted-astar", "weight": -1},
        {"algorithm": "idastar", "heuristic": "pattern-tables"},
    ],
)
def test_what_cannot_be_done_is_reported(changes: dict[str, Any]) -> None:
    reply = ask(build_example(**changes))
    assert reply.problem


def test_the_form_asks_for_what_counts_and_says_why_it_cannot() -> None:
    page = page_update(initial_state(Board.parse(EXAMPLE[0])), SolverChanged(ready=True))
    unsolvable = page_update(page, TextTyped("2 1 3/4 5 6/7 8 0"))
    solvable = page_update(page, TextTyped("1 2 3/4 5 6/7 0 8"))
    assert ExploreState().why_not_build(solvable) == ""
    assert "can be solved" in ExploreState().why_not_build(unsolvable)
    weighted = update(ExploreState(), Chosen("algorithm", "weighted-astar"))
    assert weighted.make_request("b", "g", "s")["weight"] == 2.0
    for text in ("", "x", "0.5", "nan", "inf", "1_0", "9" * 20):
        wrong = update(weighted, Chosen("weight", text))
        assert wrong.why_not_build(solvable).startswith("The weight is a number, 1..1,000,000, got ")
    deep = update(ExploreState(), Chosen("algorithm", "depth-first"))
    assert deep.make_request("b", "g", "s")["depth"] == 8
    for text in ("", "2.5", "0", "1e400", "-3"):
        assert update(deep, Chosen("depth", text)).why_not_build(solvable)
    own = update(ExploreState(), Chosen("heuristic", "own"))
    assert own.has_own_heuristic
    assert not ExploreState().has_own_heuristic
    assert not update(own, Chosen("algorithm", "breadth-first")).has_own_heuristic
    assert "write one in the Lab" in own.why_not_build(solvable, " ")
    assert own.why_not_build(solvable, "def h(): ...") == ""
    assert own.make_request("b", "g", "s")["source"] == "s"
    assert "source" not in ExploreState().make_request("b", "g", "s")


def test_a_tree_stopped_before_its_first_board_leaves_the_one_before() -> None:
    nothing = replace(LARGE, nodes=(), steps=(), bounds=(), answer=())
    empty = update(update(ExploreState(), BuildPressed()), Built(nothing))
    assert (empty.phase, empty.trace, empty.round) == (Phase.EMPTY, None, 0)
    assert empty.problem == empty.spoken == "Stopped before the tree had a board. Build it again."
    before = update(update(ExploreState(), BuildPressed()), Built(LARGE))
    after = update(update(before, BuildPressed()), Built(nothing))
    assert (after.phase, after.trace) == (Phase.SHOWN, LARGE)


def test_a_tree_of_another_board_or_goal_than_the_page_s_says_of_which() -> None:
    state, page = show_tree(), initial_state(Board.parse(EXAMPLE[0]))
    told = state.describe_difference(page)
    assert (
        told == f"This tree is for the board {EXAMPLE[0]} and the goal {EXAMPLE[1]}, not for those shown now."
    )
    same = page_update(page, GoalChosen("spiral"))
    assert state.describe_difference(same) == ExploreState().describe_difference(page) == ""
    other = page_update(same, RandomPressed(1))
    assert (
        state.describe_difference(other)
        == f"This tree is for the board {EXAMPLE[0]}, not for the one shown now."
    )
    assert state.describe_difference(page_update(same, TextTyped("??"))) == "", "the board is as it was"
