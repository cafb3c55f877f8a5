"""Saved proofs of large boards: the worker's reports, the browser's copies, and the page's sentences."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import MagicMock

import pytest

from npuzzle import Job, Problem, Shape, goal_board, random_board, random_walk
from npuzzle.errors import SavedBoundError
from npuzzle.solving.resume import Proof
from tests.support.translations import FILES, misses
from tests.unit.web.fake_page import FakePage, Storage, views
from web.page.commands import initial_state, update
from web.page.commands.board import choose_goal
from web.page.commands.solving import change_solver, start_search, take_progress
from web.page.parts.answer import Progress
from web.page.state import UiState
from web.rooms.solve.large_boards_view import LargeBoards
from web.rooms.solve.proofs import MOST, find_proof, replace_proof
from web.rooms.solve.task import SolveTask

GOAL = goal_board("blank-first", Shape(5, 5))
BOARD = random_board(GOAL, Random(3))
PROBLEM = Problem(BOARD, GOAL)
BOUND = 40 + (PROBLEM.parity or 0)
SAVED = Proof(BOUND, problem=PROBLEM, seconds=12.0, rises=[(BOUND - 2, 4.0), (BOUND, 9.0)])
JOB = Job(board=BOARD, goal=GOAL)
WRONG = "the saved proof of this board is wrong: a path of"


def run(given: dict[str, Any], steps: int) -> tuple[list[dict[str, Any]], SolveTask]:
    task = SolveTask(given)
    made = [task.progress()]
    for _ in range(steps):
        task.step(0.05)
        made.append(task.progress())
    return made, task


@pytest.mark.slow
def test_a_search_reports_its_proof_and_the_next_resumes_it() -> None:
    given = Job(board=BOARD, goal=GOAL, algorithm="idastar", heuristic="pattern-tables").to_dict()
    task = SolveTask(given)
    saved = list[dict[str, Any]]()
    while len(saved) < 3:
        task.step(0.05)
        saved += filter(None, [task.progress()["saved"]])
    found = Proof.from_dict(json.loads(json.dumps(saved[-1])), PROBLEM)
    assert found.bound == found.rises[-1][0]
    assert task.progress() == task.progress(), "asking must change nothing"
    later, task = run({**given, "saved": saved[-1]}, 1)
    assert later[0]["earlier"] == found.seconds
    assert [tuple(rise) for rise in later[0]["rises"]] == found.rises
    while task.progress()["lower_bound"] < found.bound:
        task.step(0.05)
    task.cancel()
    answer = task.answer()
    assert answer is not None
    assert f"Paths of fewer than {found.bound} moves" in answer["note"]


@pytest.mark.parametrize("saved", [None, 3, "x", [], {}, {"bound": 30}, {**SAVED.to_dict(), "bound": 60}])
def test_damaged_data_are_ignored(saved: object) -> None:
    made, _ = run({**JOB.to_dict(), "saved": saved}, 0)
    assert (made[0]["earlier"], made[0]["rises"]) == (0.0, [])


def test_of_small_boards_nothing_is_saved() -> None:
    small = random_board(goal_board("blank-last", Shape(3, 3)), Random(1))
    made, _ = run({**Job.create(small).to_dict(), "saved": SAVED.to_dict()}, 3)
    assert all(progress["saved"] is None and not progress["earlier"] for progress in made)


@pytest.mark.parametrize(
    ("act", "algorithm", "heuristic"), [("step", "anytime", "auto"), ("cancel", "idastar", "pattern-tables")]
)
def test_the_page_removes_a_wrong_proof_before_it_shows_the_error(
    act: str, algorithm: str, heuristic: str
) -> None:
    problem = Problem(random_walk(GOAL, 12, Random(1)), GOAL)
    wrong = Proof(200 + (problem.parity or 0), problem=problem, seconds=1.0)
    given = Job(board=problem.start, goal=GOAL, algorithm=algorithm, heuristic=heuristic).to_dict()
    task = SolveTask({**given, "saved": wrong.to_dict()})
    while task.progress()["saved"] != {}:
        task.step(0.05) if act == "step" else task.cancel()
    assert task.answer() is None
    with pytest.raises(SavedBoundError, match=WRONG):
        task.step(0.05) if act == "step" else task.cancel()


def test_the_estimate_of_what_is_left_counts_earlier_searches() -> None:
    state = update(initial_state(BOARD), change_solver(True, "", "", False, ""))
    state = update(state, start_search())
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
    state = update(state, take_progress(first))
    assert [tuple(rise) for rise in state.search.rises] == [(BOUND - 2, 4.0), (BOUND, 9.0)]
    state = update(state, take_progress(replace(first, lower_bound=BOUND + 2, seconds=10.0)))
    assert state.search.rises[-1] == (BOUND + 2, 22.0)


def add(text: str, proof: Proof) -> str:
    return replace_proof(text, str(proof.problem.start), str(GOAL), proof.to_dict())


def test_the_browser_saves_the_latest_boards() -> None:
    text = ""
    problems = [Problem(random_board(GOAL, Random(seed)), GOAL) for seed in range(MOST + 2)]
    for problem in problems:
        text = add(text, Proof(problem=problem, seconds=1.0))
    there = [find_proof(text, problem) is not None for problem in problems]
    assert there == [False, False, *[True] * MOST]
    again = add(text, Proof(problem=problems[-1], seconds=2.0))
    found = find_proof(again, problems[-1])
    assert found is not None
    assert found.seconds == 2
    assert len(json.loads(again)) == MOST
    less = replace_proof(again, str(problems[-1].start), str(GOAL))
    assert find_proof(less, problems[-1]) is None
    assert find_proof(less, problems[-2]) is not None
    assert replace_proof(add("", SAVED), str(BOARD), str(GOAL)) == ""


@pytest.mark.parametrize(
    "text", ["", "x", "{}", "3", "[3, null, [], {}]", "[" * 100_000, "[1]" + " " * 2_000_000]
)
def test_a_text_of_others_holds_no_proof(text: str) -> None:
    assert find_proof(text, PROBLEM) is None
    assert find_proof(add(text, SAVED), PROBLEM) == SAVED
    assert find_proof(replace_proof(text, str(BOARD), str(GOAL)), PROBLEM) is None


class PageWithProofs:
    """The view of a page, and the data that the browser has saved."""

    def __init__(self, state: UiState, saved: str = "") -> None:
        self.fake, self.store = FakePage(), Storage({"npuzzle-proofs": saved})
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


def open_page(saved: str = "") -> PageWithProofs:
    state = update(initial_state(BOARD), change_solver(True, "", "", False, ""))
    return PageWithProofs(update(state, choose_goal("blank-first")), saved)


TEXT = json.dumps([SAVED.to_dict()])
SAYS = (
    f"All paths of fewer than {BOUND} moves are ruled out already, in this browser: "
    "Solve continues from there."
)


def test_the_page_says_what_is_ruled_out_and_gives_it_to_the_solver() -> None:
    page = open_page(TEXT)
    assert page.says == SAYS
    assert page.view.start({"board": "x"})["saved"] == SAVED.to_dict()
    page.view.start_over()
    assert page.says == ""
    assert page.view.start({"board": "x"}) == {"board": "x"}


def test_clear_saved_data_forgets_it_and_saves_nothing_of_the_search_under_way() -> None:
    page = open_page(TEXT)
    page.view.start({})
    page.storage.forget()
    assert page.says == ""
    page.view.save(SAVED.to_dict())
    assert "npuzzle-proofs" not in page.store
    page.view.start({})
    page.view.save(SAVED.to_dict())
    assert "npuzzle-proofs" not in page.store, "nothing may be saved before a reload"


def test_what_is_proved_or_wrong_is_removed() -> None:
    page = open_page(TEXT)
    page.view.save({})
    assert page.store["npuzzle-proofs"] == ""
    large = LargeBoards(MagicMock())
    large._proofs = page.view
    page.view.save(SAVED.to_dict())
    large.save({"saved": None})
    large.end({"claim": "at most 4 longer"})
    assert find_proof(page.store["npuzzle-proofs"], PROBLEM) == SAVED
    large.end({"claim": "proved shortest"})
    assert page.store["npuzzle-proofs"] == ""


def test_a_browser_that_is_full_goes_without() -> None:
    page = open_page()
    page.store.is_full = True
    page.view.start({})
    page.view.save(SAVED.to_dict())
    assert page.says == ""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_said_in_every_language(file: Path) -> None:
    parts = replace(SAVED, done={(2, number): 1 for number in range(300)})
    said = [SAYS, *(proof.describe("in this browser") for proof in (SAVED, parts)), "Start over"]
    assert (
        misses(file, [*said, str(SavedBoundError("a path of 2 moves is shorter than the lower bound 4"))])
        == []
    )
