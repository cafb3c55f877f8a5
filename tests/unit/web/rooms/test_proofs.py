"""Proofs of large boards that go on: what the worker keeps, what the browser keeps, what the page says."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from npuzzle import Job, Problem, Shape, goal_board, random_board
from npuzzle.solving.earlier import WRONG, Earlier, read_earlier
from tests.support.translations import FILES, misses
from tests.unit.web.fake_page import FakePage, Storage, views
from web.page.events import GoalChosen, Progressed, SolvePressed, SolverChanged
from web.page.parts.answer import Progress
from web.page.state import UiState
from web.page.updates import initial_state, update
from web.rooms.solve.proofs import MOST, add_proof, find_proof, remove_proof
from web.rooms.solve.task import SolveTask

GOAL = goal_board("blank-first", Shape(5, 5))
BOARD = random_board(GOAL, Random(3))
PROBLEM = Problem(BOARD, GOAL)
BOUND = 40 + (PROBLEM.parity or 0)
KEPT = Earlier(problem=PROBLEM, bound=BOUND, seconds=12.0, rises=((BOUND - 2, 4.0), (BOUND, 9.0)))
JOB = Job(board=BOARD, goal=GOAL)


def run(given: dict[str, Any], steps: int) -> tuple[list[dict[str, Any]], SolveTask]:
    task = SolveTask(given)
    made = [task.progress()]
    for _ in range(steps):
        task.step(0.05)
        made.append(task.progress())
    return made, task


@pytest.mark.slow
def test_a_search_keeps_its_bound_and_path_and_the_next_goes_on() -> None:
    given = Job(board=BOARD, goal=GOAL, algorithm="idastar", heuristic="pattern-tables").to_dict()
    task = SolveTask(given)
    kept = list[dict[str, Any]]()
    while len(kept) < 3:
        task.step(0.05)
        kept += filter(None, [task.progress()["kept"]])
    found = read_earlier(json.loads(json.dumps(kept[-1])), PROBLEM)
    assert found.bound == found.rises[-1][0]
    assert task.progress() == task.progress(), "to ask changes nothing"
    assert task._going_on is not None
    assert task._going_on.note(task._run) is None, "nothing is kept again that was kept"
    later, task = run({**given, "kept": kept[-1]}, 1)
    assert later[0]["earlier"] == found.seconds
    assert [tuple(rise) for rise in later[0]["rises"]] == list(found.rises)
    while task.progress()["lower_bound"] < found.bound:
        task.step(0.05)
    task.cancel()
    answer = task.answer()
    assert answer is not None
    assert f"Paths of fewer than {found.bound} moves" in answer["note"]


@pytest.mark.parametrize("kept", [None, 3, "x", [], {}, {"bound": 30}, {**KEPT.to_dict(), "bound": 60}])
def test_what_is_damaged_is_no_start(kept: object) -> None:
    made, _ = run({**JOB.to_dict(), "kept": kept}, 0)
    assert (made[0]["earlier"], made[0]["rises"]) == (0.0, [])


def test_small_boards_keep_nothing() -> None:
    small = random_board(goal_board("blank-last", Shape(3, 3)), Random(1))
    made, _ = run({**Job.create(small).to_dict(), "kept": KEPT.to_dict()}, 3)
    assert all(progress["kept"] is None and not progress["earlier"] for progress in made)


def test_the_estimate_of_what_is_left_counts_earlier_searches() -> None:
    state = update(initial_state(BOARD), SolverChanged(True, "", "", False, ""))
    state = update(state, SolvePressed())
    first = Progress(
        expanded=1,
        generated=1,
        frontier=1,
        peak_frontier=1,
        lower_bound=BOUND,
        seconds=0.5,
        earlier=12.0,
        rises=[[BOUND - 2, 4.0], [BOUND, 9.0]],
    )
    state = update(state, Progressed(first))
    assert [tuple(rise) for rise in state.search.rises] == [(BOUND - 2, 4.0), (BOUND, 9.0)]
    state = update(state, Progressed(replace(first, lower_bound=BOUND + 2, seconds=10.0)))
    assert state.search.rises[-1] == (BOUND + 2, 22.0)


def test_the_browser_keeps_the_latest_boards() -> None:
    text = ""
    boards = [random_board(GOAL, Random(seed)) for seed in range(MOST + 2)]
    for board in boards:
        text = add_proof(text, Earlier(problem=Problem(board, GOAL), bound=0, seconds=1).to_dict())
    there = [find_proof(text, Problem(board, GOAL)) is not None for board in boards]
    assert there == [False, False, *[True] * MOST]
    again = add_proof(text, Earlier(problem=Problem(boards[-1], GOAL), seconds=2).to_dict())
    found = find_proof(again, Problem(boards[-1], GOAL))
    assert found is not None
    assert found.seconds == 2
    assert len(json.loads(again)) == MOST
    less = remove_proof(again, str(boards[-1]), str(GOAL))
    assert find_proof(less, Problem(boards[-1], GOAL)) is None
    assert find_proof(less, Problem(boards[-2], GOAL)) is not None
    assert remove_proof(add_proof("", KEPT.to_dict()), str(BOARD), str(GOAL)) == ""


@pytest.mark.parametrize(
    "text", ["", "x", "{}", "3", "[3, null, [], {}]", "[" * 100_000, "[1]" + " " * 2_000_000]
)
def test_a_text_of_others_holds_no_proof(text: str) -> None:
    assert find_proof(text, PROBLEM) is None
    assert find_proof(add_proof(text, KEPT.to_dict()), PROBLEM) == KEPT
    assert find_proof(remove_proof(text, str(BOARD), str(GOAL)), PROBLEM) is None


class PageWithProofs:
    """The view of a page, with what the browser keeps."""

    def __init__(self, state: UiState, kept: str = "") -> None:
        self.fake, self.store = FakePage(), Storage({"npuzzle-proofs": kept})
        self.fake.window.localStorage, self.fake.window.sessionStorage = self.store, Storage()
        self.fake.window.addEventListener = lambda kind, heard: None
        with views(self.fake, "page.storage", "rooms.solve.proofs_view") as [storage, module]:
            self.module, self.storage = module, storage
        self.module.store.state = self.state = state
        self.view = self.module.ProofsView()
        self.draw()

    def draw(self) -> None:
        self.view.draw(self.state)

    @property
    def says(self) -> str:
        return "" if self.fake.by_id("earlier").hidden else self.fake.by_id("earlier-said").textContent


def open_page(kept: str = "") -> PageWithProofs:
    state = update(initial_state(BOARD), SolverChanged(True, "", "", False, ""))
    return PageWithProofs(update(state, GoalChosen("blank-first")), kept)


TEXT = json.dumps([KEPT.to_dict()])
SAYS = (
    f"All paths of fewer than {BOUND} moves are ruled out already, in this browser: Solve goes on from there."
)


def test_the_page_says_what_is_ruled_out_and_gives_it_to_the_solver() -> None:
    page = open_page(TEXT)
    assert page.says == SAYS
    assert page.view.start({"board": "x"})["kept"] == KEPT.to_dict()
    page.view.begin_anew()
    assert page.says == ""
    assert page.view.start({"board": "x"}) == {"board": "x"}


def test_clear_saved_data_forgets_it_and_keeps_nothing_of_the_search_under_way() -> None:
    page = open_page(TEXT)
    page.view.start({})
    page.storage.forget()
    assert page.says == ""
    page.view.keep(KEPT.to_dict())
    assert "npuzzle-proofs" not in page.store
    page.view.start({})
    page.view.keep(KEPT.to_dict())
    assert "npuzzle-proofs" not in page.store, "not before the page is reloaded"


def test_what_is_proved_or_wrong_is_not_kept() -> None:
    for answer, problem in (({"claim": "proved shortest"}, ""), (None, f"{WRONG}: a path of 2 moves.")):
        page = open_page(TEXT)
        page.view.end(answer, problem)
        assert find_proof(page.store["npuzzle-proofs"], PROBLEM) is None
    page = open_page(TEXT)
    page.view.end(None, "The solver ended unexpectedly and is restarting.")
    page.view.end({"claim": "at most 4 longer"}, "")
    assert find_proof(page.store["npuzzle-proofs"], PROBLEM) == KEPT


def test_a_browser_that_is_full_goes_without() -> None:
    page = open_page()
    page.store.is_full = True
    page.view.start({})
    page.view.keep(KEPT.to_dict())
    assert page.says == ""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_said_in_every_language(file: Path) -> None:
    parts = replace(KEPT, done={(2, number): 1 for number in range(300)})
    said = [SAYS, *(kept.say("in this browser") for kept in (KEPT, parts)), "Begin anew"]
    assert misses(file, [*said, f"{WRONG}: a path of 2 moves is below the lower bound 4"]) == []
