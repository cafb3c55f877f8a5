"""Searches that several processes can share, and the messages about all others."""

from __future__ import annotations

import sys

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, InvalidJobError, Job, Limits
from npuzzle.processes.helpers import ProcessHelpers
from npuzzle.solving.rules import MOST_PROCESSES, can_split, check_processes, require_processes
from npuzzle.solving.run import start_helpers

TABLES, LINEAR = HEURISTICS["pattern-tables"], HEURISTICS["linear-conflict"]
IDA, ANYTIME, ASTAR, BLIND = (ALGORITHMS[name] for name in ("idastar", "anytime", "astar", "breadth-first"))
SEVERAL = "several are for anytime, and for IDA* with pattern databases"


@pytest.mark.parametrize("processes", [0, -1, MOST_PROCESSES + 1, 2.5, True, "2", None])
def test_a_number_of_processes_is_a_whole_number_in_its_range(processes: object) -> None:
    with pytest.raises(InvalidJobError) as caught:
        require_processes(processes)  # type: ignore[arg-type]
    assert str(caught.value) == f"processes must be a whole number from 1 to 256, got {processes!r}"
    require_processes(1)
    require_processes(MOST_PROCESSES)


@pytest.mark.parametrize(
    ("algorithm", "heuristic", "limits", "said"),
    [
        (IDA, LINEAR, Limits(), f"idastar with linear-conflict runs in one process; {SEVERAL}"),
        (ASTAR, TABLES, Limits(), f"astar with pattern-tables runs in one process; {SEVERAL}"),
        (BLIND, LINEAR, Limits(), f"breadth-first runs in one process; {SEVERAL}"),
        (
            ANYTIME,
            LINEAR,
            Limits(expanded=9),
            "anytime with a limit of expanded states runs in one process: leave one of them out",
        ),
    ],
)
def test_what_cannot_be_shared_is_refused_with_its_reason(
    algorithm: object, heuristic: object, limits: Limits, said: str
) -> None:
    with pytest.raises(InvalidJobError) as caught:
        check_processes(algorithm, heuristic, limits)  # type: ignore[arg-type]
    assert str(caught.value) == said


def test_ida_with_pattern_databases_and_anytime_can_be_shared() -> None:
    for algorithm, heuristic in ((IDA, TABLES), (ANYTIME, LINEAR)):
        assert can_split(algorithm, heuristic)
        check_processes(algorithm, heuristic, Limits(seconds=1))
    check_processes(IDA, TABLES, Limits(expanded=9))


def test_one_of_the_processes_is_this_one() -> None:
    assert start_helpers(1) is None
    helpers = start_helpers(3)
    assert isinstance(helpers, ProcessHelpers)
    assert helpers._count == 2


def test_in_a_browser_there_is_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "npuzzle.processes.helpers", None)  # as in a browser
    assert start_helpers(1) is None
    with pytest.raises(InvalidJobError, match="in a browser, processes must be 1"):
        start_helpers(2)


def test_a_search_that_is_chosen_for_a_small_board_says_why_it_runs_in_one_process() -> None:
    plan = Job.create("1 2 3/4 5 6/0 7 8", processes=2).resolve()
    assert plan.processes == 1
    assert plan.why.endswith(" It runs in one process, as only searches of larger boards are split.")
