"""The output file of a batch has one writer and holds the rows of one request; any other is rejected."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from npuzzle import Job, __version__, site
from npuzzle.cli.rows import lock_output
from npuzzle.errors import UsageError
from tests.support.command_line import Call, Save
from tests.support.gate import Gate, assert_whole, hear_ctrl_c, wait_until, without_seconds

BOARDS = "1 2 3/4 5 6/0 7 8\n# a comment\n2 1/3 0\nno board\n1 2/0 3\n"
BUSY = "npuzzle: another batch is writing to {}: wait for it to end, or give another --output\n"


@pytest.fixture
def boards(save: Save) -> Path:
    return save(BOARDS)


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    made = Gate(tmp_path)
    yield made
    made.open()  # let waiting processes end


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(row) for row in path.read_text(encoding="utf-8").splitlines()]


# one writer


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_of_two_batches_started_together_one_is_refused_and_the_other_is_whole(
    gate: Gate, tmp_path: Path, jobs: int
) -> None:
    out = tmp_path / "out.jsonl"
    both = [gate.start("--output", out, "--jobs", jobs) for _ in range(2)]
    wait_until(lambda: any(running.poll() is not None for running in both))
    refused, other = sorted(both, key=lambda running: running.poll() is None)
    _, err = refused.communicate(timeout=60)
    assert (refused.returncode, err) == (2, BUSY.format(out))
    assert other.poll() is None
    gate.open()
    assert other.communicate(timeout=60) == ("", "")
    assert other.returncode == 0
    assert_whole(out.read_text())


@pytest.mark.slow
def test_a_second_batch_is_refused_at_once_and_changes_nothing(
    gate: Gate, tmp_path: Path, call: Call
) -> None:
    """This holds for any request, any input, and another name of the same file."""
    out, other_name = tmp_path / "out.jsonl", tmp_path / "link.jsonl"
    other_name.symlink_to(out)
    running = gate.start("--output", out)
    gate.wait_for_processes(1)
    before = out.read_bytes()
    assert before.count(b"\n") == 2
    silent = subprocess.run(  # its standard input stays empty
        [sys.executable, "-m", "npuzzle", "batch", "-", "--output", str(out)],
        cwd=site.ROOT,
        stdin=running.stdout,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (silent.returncode, silent.stdout, silent.stderr) == (2, "", BUSY.format(out))
    for name in (out, other_name):
        assert call("batch", gate.boards, "--output", name) == (2, "", BUSY.format(name))
    assert (
        call("batch", gate.boards, "--output", out, "--json")[1]
        == json.dumps({"error": BUSY.format(out).removeprefix("npuzzle: ").strip(), "defects": []}) + "\n"
    )
    assert out.read_bytes() == before
    gate.open()
    running.communicate(timeout=60)
    assert running.returncode == 0
    assert_whole(out.read_text())


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_batch_that_was_killed_leaves_no_lock(gate: Gate, tmp_path: Path, jobs: int) -> None:
    out = tmp_path / "out.jsonl"
    running = gate.start("--output", out, "--jobs", jobs)
    gate.wait_for_processes(jobs)
    wait_until(lambda: out.read_text().count("\n") == 2)
    running.send_signal(signal.SIGKILL)
    assert running.wait(timeout=60) == -signal.SIGKILL
    said = f"npuzzle: 2 boards are already answered in {out}; continuing with line 3\n"
    assert gate.open_and_run_again("--output", out, "--jobs", jobs) == (0, said)
    running.communicate(timeout=60)
    assert_whole(out.read_text())


def test_a_file_that_stays_empty_is_removed_if_it_was_not_there(tmp_path: Path, call: Call) -> None:
    out, aim = tmp_path / "out.jsonl", tmp_path / "aim.jsonl"
    link = tmp_path / "link.jsonl"
    link.symlink_to(aim)
    for name in (out, link):
        assert call("batch", tmp_path / "nowhere.txt", "--output", name)[0] == 2
    assert sorted(tmp_path.iterdir()) == [link]
    out.touch()
    assert call("batch", tmp_path / "nowhere.txt", "--output", out)[0] == 2
    assert out.read_bytes() == b""


def test_the_lock_is_on_the_file_that_has_the_name(tmp_path: Path) -> None:
    """A file that was removed while it was locked no longer has the name."""
    out = tmp_path / "out.jsonl"
    with lock_output(out) as file:
        with pytest.raises(UsageError, match="another batch is writing to"), lock_output(out):
            pass
        out.unlink()
        with lock_output(out) as other:
            assert not os.path.samestat(os.fstat(file.fileno()), os.fstat(other.fileno()))
    with lock_output(out) as file:
        file.write(b"a row\n")
    assert out.read_bytes() == b"a row\n"


def test_a_file_that_cannot_be_locked_is_not_written(
    boards: Path, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    out = tmp_path / "out.jsonl"
    call("batch", boards, "--output", out)
    made = out.read_bytes()
    monkeypatch.setattr(fcntl, "flock", fail)
    said = f"npuzzle: cannot lock {out} against other batches: [Errno {errno.ENOLCK}] No locks available\n"
    assert call("batch", boards, "--output", out) == (2, "", said)
    assert out.read_bytes() == made


@pytest.mark.slow
def test_standard_output_that_is_a_file_can_be_named(boards: Path, tmp_path: Path) -> None:
    with (tmp_path / "out.jsonl").open("w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "npuzzle", "batch", str(boards), "--output", "/dev/stdout"],
            cwd=site.ROOT,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            preexec_fn=hear_ctrl_c,
        )
    assert (done.returncode, done.stderr) == (2, "")
    assert [row["line"] for row in rows_of(tmp_path / "out.jsonl")] == [1, 3, 4, 5]


# one request

REQUESTS: dict[str, list[str]] = {
    "nothing": [],
    "algorithm": ["--algorithm", "greedy"],
    "heuristic": ["--heuristic", "misplaced"],
    "both": ["--algorithm", "astar", "--heuristic", "linear-conflict"],  # the choice of auto for these boards
    "weight": ["--algorithm", "weighted-astar", "--weight", "2"],
    "other weight": ["--algorithm", "weighted-astar", "--weight", "3"],
    "width": ["--algorithm", "beam", "--width", "7"],
    "other width": ["--algorithm", "beam", "--width", "8"],
    "goal": ["--goal", "spiral"],
    "goal board": ["--goal", "1 2 3/4 5 6/7 8 0"],
    "all": ["--all"],
    "within": ["--time-budget", "5"],
    "other within": ["--time-budget", "6"],
    "notation": ["--notation", "blank"],
    "engine": ["--engine", "python"],
    "seconds": ["--max-seconds", "50"],
    "expanded": ["--max-expanded", "50000"],
    "stored": ["--max-stored", "50000"],
    "depth": ["--max-depth", "50"],
}


@pytest.mark.slow
@pytest.mark.parametrize("every", [6, 1])
def test_the_same_request_goes_on_and_any_other_is_refused(
    boards: Path, tmp_path: Path, call: Call, every: int
) -> None:
    for name, options in list(REQUESTS.items())[::every]:
        out = tmp_path / f"{name}.jsonl"
        call("batch", boards, "--output", out, *options)
        made = out.read_bytes()
        rows = made.splitlines(keepends=True)
        assert len(rows) == 4
        for other, asked in REQUESTS.items():
            code, printed, err = call("batch", boards, "--output", out, *asked)
            if other == name:
                assert err == f"npuzzle: all 4 boards are already answered in {out}\n"
            else:
                assert (code, printed, err.count("\n")) == (2, "", 1), (name, other)
                assert f"{out} is unchanged: its line 1 does not belong to these boards and options" in err
            assert out.read_bytes() == made, (name, other)
        out.write_bytes(b"".join(rows[:2]) + rows[2][:30])
        assert "2 boards are already answered" in call("batch", boards, "--output", out, *options)[2]
        assert without_seconds(out.read_text()) == without_seconds(made.decode())


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        ("algorithm", "nothing", "it was made with --algorithm greedy, expected --algorithm auto"),
        ("nothing", "algorithm", "it was made with --algorithm auto, expected --algorithm greedy"),
        ("weight", "other weight", "it was made with --weight 2.0, expected --weight 3.0"),
        ("seconds", "nothing", "it was made with --max-seconds 50.0, expected no --max-seconds"),
        ("nothing", "all", "it was made with no --all, expected --all"),
        ("all", "depth", "it was made with --all no --max-depth, expected no --all --max-depth 50"),
        ("notation", "nothing", "it was made with --notation blank, expected --notation tile"),
    ],
)
def test_what_differs_is_named_as_it_is_typed(
    boards: Path, tmp_path: Path, call: Call, before: str, now: str, said: str
) -> None:
    out = tmp_path / "out.jsonl"
    call("batch", boards, "--output", out, *REQUESTS[before])
    assert f"; {said}\n" in call("batch", boards, "--output", out, *REQUESTS[now])[2]


def test_a_request_differs_also_where_no_line_is_a_board(save: Save, tmp_path: Path, call: Call) -> None:
    boards, out = save("no board\n"), tmp_path / "out.jsonl"
    call("batch", boards, "--output", out)
    err = call("batch", boards, "--output", out, "--goal", "spiral").err
    assert "it was made with --goal blank-last, expected --goal spiral" in err


def test_names_may_be_typed_in_another_way_when_it_continues(
    boards: Path, tmp_path: Path, call: Call
) -> None:
    out = tmp_path / "out.jsonl"
    for names in (("spiral", "astar", "hamming"), ("SNAIL", "A*", "Misplaced")):
        typed = [word for pair in zip(("--goal", "--algorithm", "--heuristic"), names) for word in pair]
        found = call("batch", boards, "--output", out, *typed)
    assert found == (2, "", f"npuzzle: all 4 boards are already answered in {out}\n")


def test_a_search_that_the_clock_ended_is_no_other_request(save: Save, tmp_path: Path, call: Call) -> None:
    """The path may be proved shortest all the same, but then the list of all shortest paths is missing."""
    boards, out = save("1 2 3/4 5 6/0 7 8\n"), tmp_path / "out.jsonl"
    asked = [boards, "--output", out, "--algorithm", "anytime", "--all", "--time-budget", "0"]
    assert call("batch", *asked) == (0, "", "")
    (row,) = rows_of(out)
    assert (row["claim"], row["job"]["every"]) == ("proved shortest", True)
    out.write_text(json.dumps({**row, "every": None}) + "\n")
    assert call("batch", *asked) == (0, "", f"npuzzle: the only board is already answered in {out}\n")


@pytest.mark.slow
def test_each_row_says_what_was_asked_as_a_job_that_can_be_read(boards: Path, call: Call) -> None:
    for options in REQUESTS.values():
        rows = [json.loads(row) for row in call("batch", boards, *options)[1].splitlines()]
        assert [row["npuzzle"] for row in rows] == [__version__] * 4
        assert len({json.dumps(row["job"]) for row in rows}) == 1
        for row in rows:
            if "error" not in row:
                job = Job.from_dict({**row["job"], "board": row["board"]})
                assert (str(job.goal), job.resolve().algorithm.name) == (row["goal"], row["algorithm"])


def test_a_heuristic_in_a_file_is_compared_by_its_text(save: Save, tmp_path: Path, call: Call) -> None:
    out, text = tmp_path / "out.jsonl", "def own(board):\n    return 0\n"
    asked = [save("1 2/0 3\n"), "--output", out, "--heuristic", f"{save(text, 'own.py')}:own"]
    call("batch", *asked)
    assert "the only board is already answered" in call("batch", *asked).err
    save(text + "# another one\n", "own.py")
    code, _, err = call("batch", *asked)
    said = f"it was made with heuristic file of SHA-256 {rows_of(out)[0]['heuristic_sha256']}, expected"
    assert (code, said in err) == (2, True)
    save(text, "own.py")
    assert "the only board is already answered" in call("batch", *asked).err


@pytest.mark.parametrize("job", [None, 5, [], {"limits": 5}])
def test_a_row_with_an_invalid_job_is_refused(save: Save, tmp_path: Path, call: Call, job: object) -> None:
    boards, out = save("1 2/0 3\n"), tmp_path / "out.jsonl"
    call("batch", boards, "--output", out)
    (row,) = rows_of(out)
    out.write_text(json.dumps({**row, "job": job}) + "\n")
    assert "it is not a batch row" in call("batch", boards, "--output", out).err
