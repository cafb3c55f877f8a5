"""`solve_many` works on a real dask cluster of two processes, and survives the end of one of them.

If the whole cluster ends, it raises BrokenPoolError.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from npuzzle import site

#: A separate program, because a cluster leaves threads and sockets behind. Its third job kills the first
#: worker that runs it. At the end the cluster closes while a job runs.
PROGRAM = """
import os, sys
from pathlib import Path
from threading import Event, Timer
from distributed import Client
from npuzzle import Job, solve_many
from npuzzle.errors import BrokenPoolError

TRIED = Path(sys.argv[1])

def broken(board):
    raise KeyError("lost")

def fatal_at_first(board):
    if not TRIED.exists():
        TRIED.touch()
        os._exit(3)
    return 0

def endless(board):
    Event().wait()

def job(heuristic):
    return Job.create("1 2 3/4 5 6/0 7 8", algorithm="astar", heuristic=heuristic)

with Client(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL") as client:
    executor = client.get_executor()
    jobs = map(job, ["manhattan", broken, fatal_at_first, "manhattan"])
    for answer in solve_many(jobs, executor=executor):
        print(answer.error or answer.result.length)
    answers = solve_many(map(job, ["manhattan", endless]), executor=executor)
    print(next(answers).result.length)
    Timer(0.5, client.cluster.close).start()
    try:
        next(answers)
    except BrokenPoolError as error:
        print(error)
"""


@pytest.mark.slow
def test_a_worker_that_dies_costs_no_other_answer_and_a_lost_cluster_is_reported(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "tried")]
    done = subprocess.run(command, cwd=site.ROOT, capture_output=True, text=True, check=True, timeout=300)
    solved, raised, again, other, first, lost = done.stdout.splitlines()
    assert [solved, again, other, first] == ["2"] * 4
    assert raised == "broken raised KeyError ('lost') for the board 1 2 3/4 5 6/0 7 8"
    assert lost == "the executor has dropped jobs: it was shut down or lost"
