"""Proofs kept in a folder: a search goes on from there, and no file makes a result wrong."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from npuzzle import Board, Job, Problem, Run, Shape, goal_board, random_board, random_walk
from npuzzle.errors import InvalidJobError, WrongAnswerError
from npuzzle.search import split_search, subtrees
from npuzzle.search.refuted import Refuted
from npuzzle.solving import proofs as proofs_module
from npuzzle.solving.driver import Drive
from npuzzle.solving.earlier import Earlier, seal
from npuzzle.solving.job import solve
from npuzzle.solving.proofs import ENDING, MOST, KeptRun, Proofs

GOAL = goal_board("blank-first", Shape(3, 6))
WAYS: dict[str, dict[str, Any]] = {
    "idastar": {"algorithm": "idastar", "heuristic": "pattern-tables"},
    "anytime": {"algorithm": "anytime"},
}


@pytest.fixture(autouse=True)
def _divide_from_the_second_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split_search, "SPLIT_FROM", 0)
    monkeypatch.setattr(split_search, "SPLIT_FROM_SLOW", 0)
    monkeypatch.setattr(subtrees, "ROOTS", 40)


@pytest.fixture
def proofs(tmp_path: Path) -> Proofs:
    """A folder that is not there yet."""
    return Proofs(tmp_path / "below" / "proofs")


def board_of(seed: int) -> Board:
    return random_walk(GOAL, 90, Random(seed))


def job_of(board: Board, way: str = "idastar", **options: Any) -> Job:
    return Job.create(board, GOAL, **WAYS[way], **options)


def begin(proofs: Proofs, seed: int = 1, least: int = 2) -> tuple[Problem, Earlier]:
    """Search until the proof of a board is worth keeping, and a bound at least that many above the first."""
    problem = Problem(board_of(seed), GOAL)
    run = proofs.start(job_of(problem.start))
    first = run.lower_bound
    while run.result is None:
        run.step(0)
        kept = proofs.find(problem)
        if kept is not None and kept.earlier is not None and kept.earlier.bound >= first + least:
            run.cancel()
            return problem, find_earlier(proofs, problem)
    raise AssertionError("the board was too easy")


def find_earlier(proofs: Proofs, problem: Problem) -> Earlier:
    kept = proofs.find(problem)
    assert kept is not None
    assert kept.earlier is not None, kept.error
    return kept.earlier


def write(proofs: Proofs, problem: Problem, earlier: Earlier) -> Path:
    """Write a file as another program might."""
    proofs._keep(problem, earlier)
    return proofs._path_of(problem)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("way", WAYS)
def test_a_search_that_is_interrupted_anywhere_ends_as_one_that_is_not(
    way: str, seed: int, proofs: Proofs
) -> None:
    draw, board = Random(seed), board_of(seed)
    whole = solve(board, GOAL, **WAYS["idastar"])
    bounds = [0]
    for turn in range(1_000):
        run = proofs.start(job_of(board, way))
        assert isinstance(run, KeptRun)
        for _ in range(draw.randint(0, 2 + turn)):
            if run.step(0) is not None:
                break
        result = run.cancel()
        assert result.lower_bound is not None
        assert whole.length is not None
        assert bounds[-1] <= result.lower_bound <= whole.length
        bounds.append(find_earlier(proofs, run.problem).bound if run.is_kept else bounds[-1])
        if result.is_optimal:
            break
    assert (result.length, result.claim) == (whole.length, "proved shortest")
    if way == "idastar":
        assert result.path == whole.path
    assert bounds[-1] > 0, "it went on"
    assert proofs.list() == [], "what is proved is not kept"


def test_a_result_says_what_was_ruled_out_before(proofs: Proofs) -> None:
    problem, earlier = begin(proofs)
    result = proofs.solve(job_of(problem.start))
    assert result.is_optimal
    assert f"Paths of fewer than {earlier.bound} moves" in result.note
    said = r"ruled out earlier, on this computer, in \d+ seconds?; this search went on from there\."
    assert re.search(said, result.note)
    assert "ruled out earlier" not in proofs.solve(job_of(problem.start)).note


def test_it_begins_anew_when_asked(proofs: Proofs) -> None:
    problem, earlier = begin(proofs)
    run = proofs.start(job_of(problem.start), anew=True)
    assert run.lower_bound < earlier.bound
    assert "ruled out earlier" not in run.cancel().note
    write(proofs, problem, earlier)
    assert "ruled out earlier" not in proofs.solve(job_of(problem.start), anew=True).note


def test_a_limit_keeps_what_is_ruled_out_and_another_search_goes_on(proofs: Proofs) -> None:
    board = board_of(1)
    whole = solve(board, GOAL, **WAYS["idastar"])
    limited = job_of(board, expanded=whole.expanded // 3)
    bounds = []
    while not (result := proofs.solve(limited)).is_optimal:
        bounds.append(find_earlier(proofs, Problem(board, GOAL)).bound)
        assert len(bounds) < 1_000
    assert bounds == sorted(bounds)
    assert bounds
    assert result.path == whole.path


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def change(**fields: object) -> Any:
    """Change the fields, with the checksum that fits."""
    return lambda data: json.dumps(seal({**json.loads(data), **fields})).encode()


DAMAGE = {
    "cut": cut,
    "empty": lambda data: b"",
    "bytes": lambda data: bytes(range(256)),
    "nested": lambda data: b"[" * 100_000,
    "long": lambda data: data + b" " * proofs_module.LONGEST,
    "number": lambda data: b"7",
    "a changed bound": lambda data: data.replace(b'"bound": ', b'"bound": 1'),
    "another version": change(version="0.0.9"),
    "another board": change(board=str(board_of(77))),
    "another goal": change(goal=str(goal_board("blank-last", Shape(3, 6)))),
    "another metric": change(metric="lines"),
    "an odd bound": change(bound=33),
    "a path that leads elsewhere": change(path="UUU"),
    "more seconds than a float": change(seconds=10**400),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_cannot_be_used_is_said_and_ignored(damage: str, proofs: Proofs) -> None:
    problem, _ = begin(proofs)
    path = proofs._path_of(problem)
    path.write_bytes(DAMAGE[damage](path.read_bytes()))
    run = proofs.start(job_of(problem.start))
    assert isinstance(run, KeptRun)
    assert run.kept is not None
    assert run.kept.earlier is None
    while run.result is None:
        run.step(1)
    whole = solve(problem.start, GOAL, **WAYS["idastar"])
    assert run.result.path == whole.path
    assert f"{path} cannot be used: " in run.result.note
    assert run.result.note.endswith(". The search began anew.")
    assert not path.exists()


def test_a_place_that_is_not_a_file_is_said_and_ignored(proofs: Proofs) -> None:
    problem, _ = begin(proofs)
    path = proofs._path_of(problem)
    path.unlink()
    path.mkdir()
    run = proofs.start(job_of(problem.start))
    while run.result is None:
        run.step(1)
    assert isinstance(run, KeptRun)
    assert run.result.is_optimal
    assert "is not a plain file" in run.result.note
    assert run.trouble, "it could not be removed"


def test_a_wrong_bound_is_an_error_and_is_removed(proofs: Proofs) -> None:
    """A program that can write the checksum can write a wrong bound; a path below it shows that."""
    problem = Problem(random_walk(GOAL, 12, Random(1)), GOAL)
    whole = solve(problem.start, GOAL, **WAYS["idastar"])
    assert whole.length is not None
    path = write(proofs, problem, Earlier(problem=problem, bound=whole.length + 20, seconds=1.0))
    with pytest.raises(WrongAnswerError, match="kept of an earlier search is wrong, solve the board anew"):
        proofs.solve(job_of(problem.start, "anytime"))
    assert not path.exists()
    assert proofs.solve(job_of(problem.start, "anytime")).length == whole.length


def test_the_latest_boards_are_kept(proofs: Proofs) -> None:
    problems = [Problem(board_of(seed), GOAL) for seed in range(MOST + 3)]
    for day, problem in enumerate(problems):
        path = write(proofs, problem, Earlier(problem=problem, seconds=1.0))
        os.utime(path, (day * 86_400, day * 86_400))
    newest = write(proofs, problems[-1], Earlier(problem=problems[-1], seconds=2.0))
    kept = proofs.list()
    assert [one.earlier.problem for one in kept if one.earlier] == problems[: -MOST - 1 : -1]
    assert kept[0].path == newest
    assert len(list(proofs.folder.iterdir())) == MOST
    assert proofs.remove(problems[-2])
    assert not proofs.remove(problems[-2])
    assert proofs.find(problems[-2]) is None
    assert proofs.clear() == MOST - 1
    assert proofs.list() == []


def test_what_was_just_written_is_kept_though_all_others_are_dated_later(proofs: Proofs) -> None:
    far = 4_000_000_000  # a clock that was wrong once
    for seed in range(MOST + 1):
        problem = Problem(board_of(seed), GOAL)
        os.utime(write(proofs, problem, Earlier(problem=problem, seconds=1.0)), (far, far))
    problem, earlier = begin(proofs, seed=99)
    assert find_earlier(proofs, problem) == earlier
    assert len(proofs.list()) == MOST


def test_an_old_file_that_cannot_be_removed_does_not_undo_what_was_written(proofs: Proofs) -> None:
    for number in range(MOST + 1):
        (proofs.folder / f"{number}{ENDING}").mkdir(parents=True)
    run = proofs.start(job_of(board_of(1)))
    while not run.result and not getattr(run, "is_kept", False):
        run.step(0)
    assert isinstance(run, KeptRun)
    assert (run.is_kept, run.trouble) == (True, "")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
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


def test_all_is_removed_but_what_cannot_be(proofs: Proofs) -> None:
    problem, _ = begin(proofs)
    for name in ("a", "z"):
        (proofs.folder / f"{name}{ENDING}").mkdir()
    with pytest.raises(OSError, match=r"directory|denied|permitted"):
        proofs.clear()
    assert proofs.find(problem) is None
    assert len(list(proofs.folder.iterdir())) == 2


def test_a_date_that_nobody_has_is_said_and_ignored(proofs: Proofs, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(proofs)

    class Far(datetime):
        @classmethod
        def fromtimestamp(cls, when: float, zone: Any = None) -> Any:
            if when:
                raise OverflowError("timestamp out of range for platform time_t")
            return super().fromtimestamp(when, zone)

    monkeypatch.setattr(proofs_module, "datetime", Far)
    (kept,) = proofs.list()
    assert kept.error.endswith("cannot be used: timestamp out of range for platform time_t")


def test_files_of_others_are_left_alone(proofs: Proofs) -> None:
    problem, _ = begin(proofs)
    other = proofs.folder / "notes.txt"
    other.write_text("mine", encoding="utf-8")
    (proofs.folder / f"strange{ENDING}").write_text("what", encoding="utf-8")
    assert [bool(kept.error) for kept in proofs.list()].count(True) == 1
    assert proofs.clear() == 2
    assert other.read_text(encoding="utf-8") == "mine"
    assert not proofs.remove(problem)


def test_a_folder_that_cannot_be_written_changes_no_result(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    board = board_of(1)
    proofs = Proofs(tmp_path / "file" / "proofs")
    run = proofs.start(job_of(board))
    assert isinstance(run, KeptRun)
    while run.result is None:
        run.step(0)
    assert run.result.path == solve(board, GOAL, **WAYS["idastar"]).path
    run = proofs.start(job_of(board))
    while run.result is None and not run.snapshot.expanded:
        run.step(0)
    assert isinstance(run, KeptRun)
    run.cancel()
    assert not run.is_kept


def test_of_other_jobs_nothing_is_kept(proofs: Proofs) -> None:
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
def test_what_is_not_a_job_is_refused(job: Any, proofs: Proofs) -> None:
    with pytest.raises(InvalidJobError, match="a job is a Job"):
        proofs.start(job)


def test_what_is_not_a_folder_is_refused() -> None:
    with pytest.raises(InvalidJobError, match="proofs are kept in a folder"):
        Proofs(3)  # type: ignore[arg-type]


def test_between_two_rises_of_the_bound_it_is_written_now_and_then(
    proofs: Proofs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parts of a bound that takes long are kept, too."""
    monkeypatch.setattr(proofs_module, "EVERY", 0.0)
    monkeypatch.setattr(Drive, "_next_pace", lambda drive, rate: 200)  # however fast the machine is
    board = board_of(1)
    run = proofs.start(job_of(board))
    parts = set()
    while len(parts) == len({bound for bound, _ in parts}):
        assert run.step(0) is None, "no bound was written twice"
        kept = proofs.find(run.problem)
        if kept is not None and kept.earlier is not None:
            parts.add((kept.earlier.bound, len(kept.earlier.done)))


def test_a_path_as_long_as_the_bound_is_not_kept_with_it() -> None:
    """Such a record would be refused, and all with it."""
    problem = Problem(board_of(1), GOAL)
    path = solve(problem.start, GOAL, **WAYS["idastar"]).path
    assert path is not None
    known = replace(Earlier(problem=problem), path=path)
    for bound, expected in ((len(path) - 2, path), (len(path), "")):
        assert known.after(Refuted(bound), "", 1.0).path == expected
