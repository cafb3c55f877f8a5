"""After Ctrl-C, the same command resumes the proof."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from time import sleep

import pytest

from npuzzle import Shape, goal_board, random_walk, site, solve
from tests.support.terminals import heed_ctrl_c

HARD = "23 16 13 24 5/18 22 11 17 0/6 9 20 7 3/2 10 14 12 21/1 19 15 8 4"  # from Korf; its proof takes hours
MIDDLE = goal_board("blank-first", Shape(3, 6))
ROUNDS = 60


class Solving:
    """`npuzzle solve` in its own process, with its own folder."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._files = folder / "proofs"
        self._before = self._read()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "npuzzle", "solve", *arguments, "--goal", "blank-first"],
            cwd=site.ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "NPUZZLE_CACHE": str(folder)},
            preexec_fn=heed_ctrl_c,
        )

    def interrupt(self, rest: float = 0.0) -> tuple[str, str]:
        """Press Ctrl-C `rest` seconds after the next save; return the output and the errors."""
        while self._process.poll() is None and self._read() in (b"", self._before):
            sleep(0.01)
        sleep(rest)
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        return self._process.communicate(timeout=60)

    def _read(self) -> bytes:
        """Return the saved file."""
        try:
            return b"".join(path.read_bytes() for path in self._files.glob("*.proof"))
        except FileNotFoundError:
            return b""


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_saves_the_proof_of_a_large_board_and_the_next_command_resumes_it(
    jobs: str, tmp_path: Path
) -> None:
    """It is interrupted once here; the next test interrupts it many times."""
    given = [HARD, "--algorithm", "idastar", "--heuristic", "pdb", "--jobs", jobs]
    bound = 0
    for turn in range(2):
        out, err = Solving(tmp_path, *given).interrupt()
        assert out.startswith("Cancelled, but a path of "), err
        assert "Run the same command again to continue" in out
        if turn:
            resumed = re.match(r"Resuming .*: no path has fewer than (\d+) moves, the best path has \d+", err)
            assert resumed is not None, err
            assert int(resumed[1]) >= bound
            assert f"Paths of fewer than {resumed[1]} moves" in out
        reached = re.match(r"Cancelled, but a path of .* \(which has (\d+) or more\)", out)
        assert reached is not None
        assert int(reached[1]) >= bound
        bound = int(reached[1])


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_proof_interrupted_at_random_ends_with_the_path_of_one_that_is_not(
    jobs: str, tmp_path: Path
) -> None:
    board = random_walk(MIDDLE, 300, Random(8))  # IDA* expands 125 million states
    whole = solve(board, MIDDLE, algorithm="idastar", heuristic="pdb")
    given = [str(board), "--algorithm", "idastar", "--heuristic", "pdb", "--json", "--jobs", jobs]
    draw = Random(jobs)
    for _ in range(ROUNDS):
        out, _ = Solving(tmp_path, *given).interrupt(draw.random() / 4)
        if '"claim": "proved shortest"' in out:
            break
    assert f'"moves": "{whole.path}"' in out
    assert not list((tmp_path / "proofs").iterdir())
