"""No certificate is false: its fields, its data, the values of the sandbox that it is made of."""

from __future__ import annotations

import inspect
import json
from dataclasses import fields, replace
from typing import Any

import pytest

from npuzzle import Job, NPuzzleError, certify
from npuzzle.lab import Certificate, judge
from npuzzle.progress import run_to_end
from tests.laws.doors.attacks import (
    BOARDS,
    FARTHEST,
    GOAL,
    LIES,
    NOT_TRUE,
    SEARCHES,
    attack,
    attempt,
    hold,
    honest,
    liar,
)
from web.rooms.lab.task import CertifyTask
from web.rooms.solve.task import SolveTask
from web.solver.wire import Reply


@pytest.mark.slow
def test_no_change_of_what_a_function_reads_makes_its_certificate_false() -> None:
    LIES["told"] = False
    try:
        proof = certify(liar, "2x3", against=[])
    finally:
        LIES["told"] = True
    for algorithm in SEARCHES:
        attack(algorithm=algorithm, heuristic=proof)
    again = Certificate.from_dict(json.loads(json.dumps(proof.to_dict())))
    attack(algorithm="astar", heuristic=again)
    methods = [method for name, method in inspect.getmembers(Certificate, callable) if name[0] != "_"]
    assert not [method for method in methods if "heuristic" in inspect.signature(method).parameters]


@pytest.mark.slow
def test_no_field_of_a_certificate_makes_it_false() -> None:
    true, false = certify(honest, "2x3", against=[]), certify(liar, "2x3", against=[])
    for name in [one.name for one in fields(Certificate)]:
        for base, value in (
            (false, getattr(true, name)),
            (true, getattr(false, name)),
            *((true, v) for v in NOT_TRUE),
        ):
            forged = replace(base, **{name: value})
            try:
                card = forged.card
            except (NPuzzleError, TypeError, AttributeError):  # a field that is not of its type
                continue
            attack(FARTHEST, algorithm="astar", heuristic=card)
    judged = run_to_end(judge("manhattan", GOAL, list(false.values or ()), against=[]))
    attack(algorithm="astar", heuristic=replace(judged, bad_states=0))


def test_no_data_of_a_certificate_proves_anything() -> None:
    for proof in (certify(honest, "2x3", against=["zero"]), certify(liar, "2x3", against=["zero"])):
        data = json.loads(json.dumps(proof.to_dict()))
        for name in data:
            for value in NOT_TRUE:
                read = attempt(Certificate.from_dict, {**data, name: value})
                assert read is None or attempt(getattr, read, "card") is None


def certify_claim(values: list[float]) -> dict[str, Any]:
    """Certify what the sandbox claims, as the solver does."""
    task = CertifyTask({"goal": str(GOAL), "against": []})
    claim = {"outcome": "certified", "seconds": 0, "done": 0, "total": 0, "values": json.dumps(values)}
    task.judge(Reply(answer=claim))
    while (answer := task.answer()) is None:
        task.step(1)
    return answer


def test_no_estimates_of_the_sandbox_are_certified_that_are_above_the_truth() -> None:
    values = list(certify(liar, "2x3", against=[]).values or ())
    answer = certify_claim(values)
    assert (answer["ticket"], answer["certificate"]["admissible"]) == ("", False)
    answer = certify_claim([0] * 360)
    for board in BOARDS:
        for ticket in (answer["ticket"], "", "x"):
            job = Job(board=board, goal=GOAL, algorithm="astar").to_dict()
            solving = attempt(SolveTask, {**job, "certified": ticket})
            while solving is not None and solving.answer() is None:
                solving.step(1)
            hold(None if solving is None else solving._run.result)
