"""A resumed proof gives the result of an uninterrupted one, and no saved file can make a result wrong."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from datetime import datetime
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any

import pytest

from npuzzle import Board, Job, Problem, Result, Run, Shape, Snapshot, goal_board, random_board, random_walk
from npuzzle.errors import InvalidJobError, SavedBoundError
from npuzzle.heuristics.own import instantiate
from npuzzle.search import split_search, subtrees
from npuzzle.search.base import Refuted, Stepper
from npuzzle.solving import resume
from npuzzle.solving.driver import Drive
from npuzzle.solving.job import solve
from npuzzle.solving.limits import Outcome
from npuzzle.solving.plan import Plan
from npuzzle.solving.resume import ENDING, MOST, Proof, Proofs, SavingRun, can_resume, seal
from tests.support.inline_helpers import InlineHelpers
from tests.support.quick import mostly_slow
from tests.unit.search.common import finish

SHAPES = [Shape(2, 4), Shape(3, 3), Shape(3, 4)]
FIRST = goal_board("blank-first", Shape(4, 4))
FIFTEEN = Board.parse("13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6")  # 55 moves
GOAL = goal_board("blank-first", Shape(3, 6))
WAYS: dict[str, dict[str, Any]] = {
    "idastar": {"algorithm": "idastar", "heuristic": "pattern-tables"},
    "anytime": {"algorithm": "anytime"},
}
WRONG = "the saved proof of this board is wrong: a path of"


@pytest.fixture(autouse=True)
def _divide_from_the_second_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split_search, "SPLIT_FROM", 0)
    monkeypatch.setattr(split_search, "SPLIT_FROM_SLOW", 0)
    monkeypatch.setattr(subtrees, "ROOTS", 40)
    monkeypatch.setattr(subtrees, "SHARE", 60)
    monkeypatch.setattr(subtrees, "LARGE", 20)


@pytest.fixture
def proofs(tmp_path: Path) -> Proofs:
    """Name a folder that does not exist yet."""
    return Proofs(tmp_path / "below" / "proofs")


def plan_of(board: Board, goal: Board, way: str = "idastar", **options: Any) -> Plan:
    return Job.create(board, goal, **WAYS[way], **options).resolve()


def board_of(seed: int) -> Board:
    return random_walk(GOAL, 90, Random(seed))


def job_of(board: Board, way: str = "idastar", **options: Any) -> Job:
    return Job.create(board, GOAL, **WAYS[way], **options)


def resume_from(plan: Plan, proof: Proof, every: float = 1.0) -> tuple[SavingRun, list[Proof | None]]:
    """Start a run from this proof. Return it, and a list that gets the proofs it saves, read from text."""
    saved = list[Proof | None]()
    run = SavingRun(
        plan,
        proof,
        lambda now: saved.append(now and read_again(now)),
        note=proof.describe("in this test"),
        every=every,
    )
    return run, saved


def read_again(proof: Proof) -> Proof:
    return Proof.from_dict(json.loads(json.dumps(proof.to_dict())), proof.problem)


# Searches


def search_on(
    plan: Plan, proof: Proof, expansions: int, helpers: InlineHelpers | None
) -> tuple[Snapshot, Proof]:
    """Resume for this many expansions. Return the last snapshot, and the proof, read from its text."""
    options = replace(plan.options, refuted=proof, known_path=proof.path, helpers=helpers)
    stepper = Stepper(
        plan.algorithm.search(plan.problem, instantiate(plan.heuristic, plan.problem.goal), options)
    )
    now = stepper.advance(0)
    while not stepper.ended and now.expanded < expansions:
        now = stepper.advance(expansions - now.expanded)
    proof.update(str(now.best or ""), proof.seconds + 1)
    return now, read_again(proof)


@pytest.mark.slow
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
        proof, now = Proof(problem=plan.problem), Snapshot()
        for turn in range(1_000):
            bound, done = proof.bound, proof.done.keys()
            helpers = InlineHelpers(helped, seed=seed, slice_of=20) if helped else None
            now, proof = search_on(plan, proof, draw.randint(1, 50 + 30 * turn), helpers)
            assert bound <= proof.bound <= whole.length
            assert proof.bound > bound or proof.done.keys() >= done
            if now.path is not None:
                break
        assert now.path is not None
        assert plan.problem.letters(now.path) == whole.path
        assert now.bound == whole.length


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_parts_count_however_the_bound_is_divided_later(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts may be larger, smaller, or below each other's roots; only the rest is searched."""
    draw, plan = Random(seed), plan_of(FIFTEEN, FIRST)
    whole, proof = finish(Run(plan)), Proof(problem=plan.problem)
    counts = list[int]()
    for turn in range(1_000):
        monkeypatch.setattr(subtrees, "ROOTS", draw.choice([5, 20, 80]))
        monkeypatch.setattr(subtrees, "LARGE", draw.choice([1, 20, 400]))
        now, proof = search_on(plan, proof, draw.randint(1, 500 + 300 * turn), None)
        counts.append(len(proof.done))
        if now.path is not None:
            break
    assert now.path is not None
    assert plan.problem.letters(now.path) == whole.path
    assert max(counts) > 20


@pytest.mark.slow
def test_anytime_resumes_with_its_path_and_bound() -> None:
    plan = plan_of(FIFTEEN, FIRST, "anytime")
    proof, lengths = Proof(problem=plan.problem), []
    for turn in range(200):
        run, _ = resume_from(plan, proof)
        assert run.snapshot.bound <= 55
        for _ in range(1 + turn):
            run.step(0.01)
        if run.result is not None:
            break
        proof = read_again(run._proof)
        lengths.append(len(proof.path))
        assert proof.bound <= 55
    assert run.result is not None
    assert (run.result.length, run.result.claim) == (55, "proved shortest")
    found = lengths[lengths.count(0) :]  # the first runs may end without a path
    assert found == sorted(found, reverse=True)
    assert 0 not in found


@pytest.mark.slow
def test_a_result_that_rests_on_a_saved_proof_says_so() -> None:
    plan = plan_of(FIFTEEN, FIRST)
    whole = finish(Run(plan))
    run, saved = resume_from(plan, Proof(53, problem=plan.problem, seconds=180.4))
    result = finish(run)
    said = (
        "Paths of fewer than 53 moves were ruled out earlier, in this test, in 180 seconds; "
        "this search continued from there."
    )
    assert (result.length, result.claim, saved[-1]) == (55, "proved shortest", None)
    assert said in result.note
    assert said in str(Result.from_dict(result.to_dict()).note)
    assert result.expanded < whole.expanded
    with_parts = Proof(53, {(1,): 5, (2, 0): 7}, problem=plan.problem)
    assert "than 53 moves, and 2 parts of those with 53, were" in with_parts.describe("here")
    assert "ruled out earlier" not in finish(resume_from(plan, Proof(problem=plan.problem))[0]).note
    limited = replace(plan, limits=Job.create(FIFTEEN, FIRST, expanded=1).limits)
    result = finish(resume_from(limited, Proof(53, problem=plan.problem))[0])
    assert (result.outcome, result.lower_bound) == (Outcome.OUT_OF_NODES, 53)
    assert "ruled out earlier" in result.note


def test_only_proofs_of_large_boards_are_resumed() -> None:
    large, larger = (goal_board("blank-first", Shape(side, side)) for side in (5, 6))
    board = random_board(large, Random(1))
    assert can_resume(plan_of(board, large))
    assert can_resume(plan_of(board, large, "anytime"))
    assert can_resume(Job(board=board, goal=large).resolve())
    assert not can_resume(Job(board=board, goal=large, algorithm="astar").resolve())
    assert not can_resume(plan_of(FIFTEEN, FIRST))
    assert not can_resume(Job(board=random_board(larger, Random(1)), goal=larger).resolve())


# Saving


HARD = Problem(random_walk(GOAL, 90, Random(1)), GOAL)
BOUND = 20 + (HARD.parity or 0)


def known(**fields: Any) -> Proof:
    """Make a proof with a bound that took a second to rise."""
    return Proof(BOUND, problem=HARD, seconds=8.0, rises=[(BOUND - 2, 7.0), (BOUND, 8.0)], **fields)


def test_the_best_path_is_saved_while_it_runs_and_at_its_end_and_no_longer_one_is_shown_later() -> None:
    plan = plan_of(HARD.start, GOAL, "anytime")
    run, saved = resume_from(plan, known(), every=0.0)
    while run.path_so_far is None:
        run.step(0)
    assert saved[-1] is not None
    assert saved[-1].path == run.path_so_far
    assert saved[-1].seconds >= 8
    result = run.cancel()
    proof = saved[-1]
    assert (proof.path, proof.bound) == (result.path, run._proof.bound)
    run, saved = resume_from(plan, read_again(proof))
    while run.path_so_far is None:
        run.step(0)
    assert len(run.path_so_far) <= len(proof.path)
    run, saved = resume_from(plan, read_again(proof))
    result = run.cancel()
    assert saved[-1] is not None
    assert saved[-1].path == (result.path or proof.path), (
        "a run that ends without a path leaves the saved one"
    )
    run.cancel()
    run.step(0)
    assert len(saved) == 1, "a run that has ended is saved once"


def test_it_is_saved_when_the_bound_rises_and_else_after_so_many_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]
    monkeypatch.setattr(Run, "seconds", property(lambda run: clock[0]))
    monkeypatch.setattr(Run, "step", lambda run, seconds: run.result)
    run, saved = resume_from(plan_of(HARD.start, GOAL, "anytime"), known(), every=5.0)
    for clock[0] in (0.0, 4.0, 5.0, 9.0, 10.0, 14.0):
        run.step(0)
    assert [proof.seconds for proof in saved if proof] == [13.0, 18.0]
    run._proof.raise_to(BOUND + 2)
    for _ in range(2):
        run.step(0)
    assert len(saved) == 3
    assert saved[-1] is not None
    assert saved[-1].rises == [(BOUND - 2, 7.0), (BOUND, 8.0), (BOUND + 2, 22.0)]


def test_a_search_that_has_shown_little_and_a_proved_path_are_not_saved() -> None:
    run, saved = resume_from(plan_of(HARD.start, GOAL, "anytime"), Proof(problem=HARD), every=0.0)
    run.cancel()
    assert saved == [None]
    problem = Problem(random_walk(GOAL, 24, Random(1)), GOAL)
    run, saved = resume_from(plan_of(problem.start, GOAL, "anytime"), Proof(0, {(0,): 5}, problem=problem))
    assert finish(run).is_optimal
    assert saved[-1] is None
    empty = Proof(problem=HARD)
    assert not empty.is_worth_saving
    assert not replace(empty, rises=[(2, 0.1)]).is_worth_saving, "the first estimate alone is not"
    assert replace(empty, rises=[(2, 0.1), (4, 0.2)]).is_worth_saving
    assert replace(empty, done={(1,): 5}).is_worth_saving


def test_a_proof_notes_shorter_paths_and_the_last_rises_of_its_bound() -> None:
    proof = Proof(43, path="x" * 60, problem=HARD, rises=[(43, 1.0)])
    for bound, path, length in [(43, "", 60), (45, "y" * 50, 50), (45, "z" * 52, 50)]:
        proof.raise_to(bound)
        proof.update(path, bound / 10)
        assert len(proof.path) == length
    assert (proof.rises, proof.seconds) == ([(43, 1.0), (45, 4.5)], 4.5)
    for bound in (47, 49, 51):
        proof.raise_to(bound)
        proof.update("", bound / 10)
    assert proof.to_dict()["rises"] == [[45, 4.5], [47, 4.7], [49, 4.9], [51, 5.1]], "the latest ones"
    for bound, saved in [(48, 50), (50, 0)]:
        assert len(replace(proof, bound=bound).to_dict()["path"]) == saved, (
            "a path as long as the bound ends the proof"
        )


def test_the_parts_of_a_lower_bound_become_the_sizes_of_the_next() -> None:
    refuted = Refuted(43, {(0,): 1}, {(1,): 9})
    for bound in (43, 41):
        refuted.raise_to(bound)
        assert refuted == Refuted(43, {(0,): 1}, {(1,): 9})
    refuted.raise_to(45)
    assert refuted == Refuted(45, {}, {(0,): 1})


def test_only_sizes_are_saved_that_are_large_next_to_all() -> None:
    for sizes, large in [({(0,): 1, (1,): 1_000, (2,): 1}, "1:1000"), ({(0,): 1, (1,): 999}, "1:999")]:
        assert Proof(sizes=sizes, problem=HARD).to_dict()["sizes"] == large, (
            "one part in twice SHARE is not large"
        )


# Reading


PROBLEM = Problem(Board.parse("1 2 3/4 5 6/0 7 8"), goal_board("blank-last", Shape(3, 3)))
DONE = {(0,): 12, (3, 1, 1): 5, (3, 2): 1, (2,): 10**12}
SAVED = Proof(2, DONE, {(3, 1): 4}, problem=PROBLEM, path="LLRL", seconds=3.5, rises=[(0, 1.0), (2, 2.5)])


def test_what_is_saved_is_read_again() -> None:
    assert read_again(SAVED) == SAVED
    assert read_again(Proof(problem=PROBLEM)) == Proof(problem=PROBLEM)
    data = replace(SAVED, seconds=3.23456, rises=[(0, 0.12345), (2, 1.23456)]).to_dict()
    assert (data["seconds"], data["rises"]) == (3.235, [[0, 0.123], [2, 1.235]])
    assert Proof.from_dict(dict(reversed(data.items())), PROBLEM).bound == 2, "the fields may have any order"


@pytest.mark.parametrize(
    "change",
    [
        {"bound": 398, "path": ""},
        {"bound": 400, "path": ""},
        {"done": "1" * 400 + ":1"},
        {"rises": [[0, 1.0], [2, 1.0]]},
        {"seconds": 2.5, "rises": [[2, 2.5]]},
        {"rises": [[0, 0.0], [2, 1.0]]},
        {"bound": 0, "rises": []},
        {"path": ""},
    ],
    ids=str,
)
def test_what_may_just_be_true_is_read(change: dict[str, Any]) -> None:
    data = seal({**SAVED.to_dict(), **change})
    assert Proof.from_dict(data, PROBLEM).to_dict() == data


CHANGES: list[dict[str, Any]] = [
    *({"version": version} for version in ("0.0.9", None)),
    {"board": "1 2 3/4 5 6/7 0 8"},
    {"goal": "0 1 2/3 4 5/6 7 8"},
    *({"path": path} for path in ("U", "<b>", None, "L", 3, ["L", "L"], "LL", "llrl")),
    *({"bound": bound} for bound in (-2, 1, 3, 4, 402, 10**30, 10**400, "2", 2.5, None, nan, inf, [2])),
    {"path": "", "bound": 402},
    *({"seconds": seconds} for seconds in (-1, inf, nan, "3.5", None, 10**400, 10**11, 2.0)),
    *(
        {"done": done}
        for done in ("x", "-1", "4", "4:1", " 0:1", "0:1  1:1", None, [1], "²:1", "0:²", "0:01")
    ),
    *({"done": done} for done in ("1" * 401 + ":1", "0:1 0:1", "1:1 0:1", "0:-1", "0:" + "9" * 16, ":1")),
    *({"sizes": sizes} for sizes in ("0:1 1:1000", 7)),
    *({"rises": rises} for rises in (None, "x", [1], [[1]], [["1", 2]], [[2, 1.0], [0, 2.0]], [[4, 1.0]])),
    *({"rises": rises} for rises in ([[-1, 1.0]], [[2, -1.0]], [[2, 9.0]], [[2, nan]], [[2, 2.0], [2, 1.0]])),
    *({"rises": rises} for rises in ([[0, 0.0]] * 5, [[0, 1.0, 2]], {"0": 1})),
    {"more": 1},
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: str(change)[:60])
def test_what_cannot_be_true_is_rejected_though_its_checksum_fits(change: dict[str, Any]) -> None:
    with pytest.raises(InvalidJobError, match=r"its (content is damaged|(version|board|goal) must be)"):
        Proof.from_dict(seal({**SAVED.to_dict(), **change}), PROBLEM)


@pytest.mark.parametrize("missing", SAVED.to_dict())
def test_a_proof_without_a_field_or_that_was_changed_is_rejected(missing: str) -> None:
    data = SAVED.to_dict()
    for changed in (data | {missing: 0}, {name: data[name] for name in data if name != missing}):
        with pytest.raises(InvalidJobError):
            Proof.from_dict(changed, PROBLEM)


@pytest.mark.parametrize("data", [None, 3, "x", [], {}])
def test_what_is_not_a_proof_is_rejected(data: object) -> None:
    with pytest.raises(InvalidJobError):
        Proof.from_dict(data, PROBLEM)


# Files


def begin(proofs: Proofs, seed: int = 1, least: int = 2) -> Proof:
    """Search until the proof of a board is saved, with a bound at least `least` above the first."""
    problem = Problem(board_of(seed), GOAL)
    run = proofs.start(job_of(problem.start))
    first = run.lower_bound
    while run.result is None:
        run.step(0)
        file = proofs.find(problem)
        if file is not None and file.proof is not None and file.proof.bound >= first + least:
            run.cancel()
            return read(proofs, problem)
    raise AssertionError("the board was too easy")


def read(proofs: Proofs, problem: Problem) -> Proof:
    file = proofs.find(problem)
    assert file is not None
    assert file.proof is not None, file.error
    return file.proof


def write(proofs: Proofs, proof: Proof) -> Path:
    proofs.save(proof)
    return proofs._path_of(proof.problem)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("way", WAYS)
def test_a_proof_that_is_interrupted_anywhere_ends_as_one_that_is_not(
    way: str, seed: int, proofs: Proofs
) -> None:
    draw, board = Random(seed), board_of(seed)
    whole = solve(board, GOAL, **WAYS["idastar"])
    bounds = [0]
    for turn in range(1_000):
        run = proofs.start(job_of(board, way))
        assert isinstance(run, SavingRun)
        for _ in range(draw.randint(0, 2 + turn)):
            if run.step(0) is not None:
                break
        result = run.cancel()
        assert result.lower_bound is not None
        assert whole.length is not None
        assert bounds[-1] <= result.lower_bound <= whole.length
        bounds.append(read(proofs, run.problem).bound if run.is_saved else bounds[-1])
        if result.is_optimal:
            break
    assert (result.length, result.claim) == (whole.length, "proved shortest")
    if way == "idastar":
        assert result.path == whole.path
    assert bounds[-1] > 0, "it was resumed"
    assert proofs.list() == [], "a proved path leaves no file"


@pytest.mark.slow
def test_a_result_says_what_was_ruled_out_before_unless_it_starts_over(proofs: Proofs) -> None:
    proof = begin(proofs)
    job = job_of(proof.problem.start)
    run = proofs.start(job, anew=True)
    assert run.lower_bound < proof.bound
    assert "ruled out earlier" not in run.cancel().note
    write(proofs, proof)
    result = proofs.solve(job)
    assert result.is_optimal
    said = r"ruled out earlier, on this computer, in \d+ seconds?; this search continued from there\."
    assert re.search(rf"Paths of fewer than {proof.bound} moves.* {said}", result.note)
    assert "ruled out earlier" not in proofs.solve(job).note
    write(proofs, proof)
    assert "ruled out earlier" not in proofs.solve(job, anew=True).note


@pytest.mark.slow
def test_a_limit_saves_what_is_ruled_out_and_another_search_resumes(proofs: Proofs) -> None:
    board = board_of(1)
    whole = solve(board, GOAL, **WAYS["idastar"])
    limited = job_of(board, expanded=whole.expanded // 3)
    bounds = []
    while not (result := proofs.solve(limited)).is_optimal:
        bounds.append(read(proofs, Problem(board, GOAL)).bound)
        assert len(bounds) < 1_000
    assert bounds == sorted(bounds)
    assert bounds
    assert result.path == whole.path


def test_the_parts_of_a_bound_that_takes_long_are_saved_too(
    proofs: Proofs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resume, "EVERY", 0.0)
    monkeypatch.setattr(Drive, "_next_pace", lambda drive, rate: 200)  # on any machine
    run = proofs.start(job_of(board_of(1)))
    parts = set()
    while len(parts) == len({bound for bound, _ in parts}):
        assert run.step(0) is None, "no bound was written twice"
        file = proofs.find(run.problem)
        if file is not None and file.proof is not None:
            parts.add((file.proof.bound, len(file.proof.done)))


def change(**fields: object) -> Any:
    """Return a change of these fields, with a matching checksum."""
    return lambda data: json.dumps(seal({**json.loads(data), **fields})).encode()


DAMAGE = {
    "cut": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
    "bytes": lambda data: bytes(range(256)),
    "nested": lambda data: b"[" * 100_000,
    "long": lambda data: data + b" " * resume.LONGEST,
    "number": lambda data: b"7",
    "a changed bound": lambda data: data.replace(b'"bound": ', b'"bound": 1'),
    "another version": change(version="0.0.9"),
    "another board": change(board=str(board_of(77))),
    "more seconds than a float": change(seconds=10**400),
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGE)
def test_what_cannot_be_used_is_said_and_ignored(damage: str, proofs: Proofs) -> None:
    problem = begin(proofs).problem
    path = proofs._path_of(problem)
    path.write_bytes(DAMAGE[damage](path.read_bytes()))
    run = proofs.start(job_of(problem.start))
    assert isinstance(run, SavingRun)
    assert run.file is not None
    assert run.file.proof is None
    result = finish(run)
    assert result.path == solve(problem.start, GOAL, **WAYS["idastar"]).path
    assert f"{path} cannot be used: " in result.note
    assert result.note.endswith(". The search started over.")
    assert not path.exists()


@pytest.mark.slow
def test_a_place_that_is_not_a_file_is_said_and_ignored(proofs: Proofs) -> None:
    problem = Problem(board_of(1), GOAL)
    proofs._path_of(problem).mkdir(parents=True)
    run = proofs.start(job_of(problem.start))
    assert isinstance(run, SavingRun)
    result = finish(run)
    assert result.is_optimal
    assert "is not a plain file" in result.note
    assert run.trouble, "it could not be removed"


@pytest.mark.parametrize("way", WAYS)
def test_a_wrong_bound_is_an_error_and_is_removed(way: str, proofs: Proofs) -> None:
    """A program that writes a valid checksum can write a wrong bound. A shorter path reveals it."""
    problem = Problem(random_walk(GOAL, 12, Random(1)), GOAL)
    whole = solve(problem.start, GOAL, **WAYS["idastar"])
    assert whole.length is not None
    path = write(proofs, Proof(whole.length + 100, problem=problem, seconds=1.0))
    run = proofs.start(job_of(problem.start, way))
    with pytest.raises(SavedBoundError, match=WRONG):
        finish(run) if way == "anytime" else run.cancel()
    assert not path.exists()
    assert proofs.solve(job_of(problem.start, way)).length == whole.length


def test_the_latest_boards_are_saved(proofs: Proofs) -> None:
    problems = [Problem(board_of(seed), GOAL) for seed in range(MOST + 3)]
    for day, problem in enumerate(problems):
        path = write(proofs, Proof(problem=problem, seconds=1.0))
        os.utime(path, (day * 86_400, day * 86_400))
    newest = write(proofs, Proof(problem=problems[-1], seconds=2.0))
    files = proofs.list()
    assert [file.proof.problem for file in files if file.proof] == problems[: -MOST - 1 : -1]
    assert files[0].path == newest
    assert len(list(proofs.folder.iterdir())) == MOST
    assert proofs.remove(problems[-2])
    assert not proofs.remove(problems[-2])
    assert proofs.find(problems[-2]) is None
    assert proofs.clear() == MOST - 1
    assert proofs.list() == []


def test_a_new_file_stays_though_all_others_are_dated_later_or_cannot_be_removed(proofs: Proofs) -> None:
    far = 4_000_000_000  # a clock that was once wrong
    for seed in range(MOST + 1):
        os.utime(write(proofs, Proof(problem=Problem(board_of(seed), GOAL), seconds=1.0)), (far, far))
    proof = begin(proofs, seed=99)
    assert read(proofs, proof.problem) == proof
    assert len(proofs.list()) == MOST
    for number in range(MOST + 1):
        (proofs.folder / f"{number}{ENDING}").mkdir()
    run = proofs.start(job_of(board_of(98)))
    while not run.result and not getattr(run, "is_saved", False):
        run.step(0)
    assert isinstance(run, SavingRun)
    assert (run.is_saved, run.trouble) == (True, "")


@pytest.mark.skipif(os.name == "nt", reason="links need special rights there")
@pytest.mark.parametrize("target", ["notes.txt", "nowhere"])
def test_a_link_in_the_place_of_a_proof_is_replaced_and_not_followed(
    target: str, proofs: Proofs, tmp_path: Path
) -> None:
    notes, problem = tmp_path / "notes.txt", Problem(board_of(1), GOAL)
    notes.write_text("mine", encoding="utf-8")
    path = proofs._path_of(problem)
    path.parent.mkdir(parents=True)
    path.symlink_to(tmp_path / target)
    begin(proofs)
    assert not path.is_symlink()
    assert notes.read_text(encoding="utf-8") == "mine"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["below", "notes.txt"]


def test_all_is_removed_but_what_cannot_be_and_files_of_others(proofs: Proofs) -> None:
    problem = begin(proofs).problem
    notes = proofs.folder / "notes.txt"
    notes.write_text("mine", encoding="utf-8")
    (proofs.folder / f"strange{ENDING}").write_text("what", encoding="utf-8")
    assert [bool(file.error) for file in proofs.list()].count(True) == 1
    for name in ("a", "z"):
        (proofs.folder / f"{name}{ENDING}").mkdir()
    with pytest.raises(OSError, match=r"directory|denied|permitted"):
        proofs.clear()
    assert proofs.find(problem) is None
    assert sorted(path.name for path in proofs.folder.iterdir()) == [f"a{ENDING}", "notes.txt", f"z{ENDING}"]


def test_a_date_that_no_calendar_has_is_said_and_ignored(
    proofs: Proofs, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(proofs)

    class Far(datetime):
        @classmethod
        def fromtimestamp(cls, when: float, zone: Any = None) -> Any:
            if when:
                raise OverflowError("timestamp out of range for platform time_t")
            return super().fromtimestamp(when, zone)

    monkeypatch.setattr(resume, "datetime", Far)
    (file,) = proofs.list()
    assert file.error.endswith("cannot be used: timestamp out of range for platform time_t")


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_changes_no_result(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    board = board_of(1)
    proofs = Proofs(tmp_path / "file" / "proofs")
    run = proofs.start(job_of(board))
    assert isinstance(run, SavingRun)
    assert finish(run).path == solve(board, GOAL, **WAYS["idastar"]).path
    run = proofs.start(job_of(board))
    while run.result is None and not run.snapshot.expanded:
        run.step(0)
    assert isinstance(run, SavingRun)
    run.cancel()
    assert not run.is_saved
    assert run.trouble


def test_of_other_jobs_nothing_is_saved(proofs: Proofs) -> None:
    small = random_board(goal_board("blank-last", Shape(3, 3)), Random(1))
    large = goal_board("blank-last", Shape(6, 6))
    jobs = [
        Job.create(small),
        Job.create(random_board(large, Random(1)), expanded=1_000),
        Job.create(board_of(1), GOAL, algorithm="astar", expanded=1_000),
    ]
    for job in jobs:
        assert type(proofs.start(job)) is Run
        proofs.solve(job)
    assert not proofs.folder.exists()


@pytest.mark.parametrize("job", [None, "1 2/3 0", 3])
def test_what_is_not_a_job_or_a_folder_is_rejected(job: Any, proofs: Proofs) -> None:
    with pytest.raises(InvalidJobError, match="a job must be a Job"):
        proofs.start(job)
    with pytest.raises(InvalidJobError, match="the folder of proofs must be a Path"):
        Proofs(3)  # type: ignore[arg-type]
