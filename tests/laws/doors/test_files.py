"""No saved proof and no file of tables is used that is damaged, forged, or of something else."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from npuzzle import Job, Problem, Shape, goal_board, random_walk
from npuzzle.errors import PatternFileError
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.build import iter_build
from npuzzle.pattern_databases.codec import FIELDS, pack
from npuzzle.pattern_databases.table import format_partition
from npuzzle.progress import run_to_end
from npuzzle.solving.resume import Proof, Proofs, seal
from npuzzle.storage import keep_in
from tests.laws.doors.attacks import NOT_TRUE, attack, detour
from tests.support import oracles
from tests.unit.pattern_databases.common import empty_store

LARGE_GOAL = goal_board("blank-first", Shape(3, 6))


@pytest.mark.slow
def test_no_saved_proof_that_is_damaged_is_used_and_one_that_is_forged_is_named(tmp_path: Path) -> None:
    board = random_walk(LARGE_GOAL, 12, Random(1))
    problem, proofs = Problem(board, LARGE_GOAL), Proofs(tmp_path)
    truth = oracles.apart(board, LARGE_GOAL)
    assert truth is not None
    data = Proof(truth, problem=problem, path=detour(problem), seconds=1.0).to_dict()
    for name in data:
        for value in (*NOT_TRUE, truth, truth + 2):
            for sealed in (False, True):
                proofs.save(Proof(truth, problem=problem, seconds=1.0))
                path = proofs._path_of(problem)
                forged: dict[str, Any] = {**data, "bound": truth + 2, name: value}
                path.write_text(json.dumps(seal(forged) if sealed else forged), encoding="utf-8")
                job = Job.create(board, LARGE_GOAL, algorithm="idastar", heuristic="manhattan", expanded=50)
                assert proofs.start(job).snapshot.bound == 0, "it is for pattern databases only"
                file = proofs.find(problem)
                assert file is not None
                if file.proof is not None and file.proof.bound > truth:
                    said = file.proof.describe("here")
                    assert said.startswith(f"Paths of fewer than {file.proof.bound} moves were ruled out")
                    assert sealed, "a checksum detects damage"


def test_no_file_of_tables_that_are_published_is_used_if_it_holds_others(tmp_path: Path) -> None:
    for shape in catalogue.CHECKSUMS:
        partition = catalogue.partitions(shape, 0)[0]
        name = catalogue.file_name(shape, 0, partition)
        values = (shape, 0, format_partition(partition), 2, "0" * 64)
        lines = [f"{field} {value}" for field, value in zip(FIELDS, values, strict=True)]
        for version in (1, 2):
            header = "\n".join([f"npuzzle pattern tables, format {version}", *lines])
            (tmp_path / name).write_text(f"{header}\n\n", encoding="ascii")
            with empty_store():
                keep_in(tmp_path)
                with pytest.raises(PatternFileError, match="this program does not build; to build"):
                    catalogue._find_on_disk(shape, 0, partition)


@pytest.mark.slow
def test_no_damaged_file_of_tables_is_used(tmp_path: Path) -> None:
    shape = Shape(2, 3)
    partition = catalogue.partitions(shape, 0)[0]
    whole = pack(run_to_end(iter_build(shape, 0, partition, 4)))
    path = tmp_path / catalogue.file_name(shape, 0, partition)
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        with empty_store():
            keep_in(tmp_path)
            attack(algorithm="idastar", heuristic="pattern-tables")
