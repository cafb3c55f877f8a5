"""Output that fails: a full disk, a closed stream, a reader that has exited."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from errno import ENOSPC
from io import StringIO
from pathlib import Path

import pytest

from npuzzle import site, storage
from npuzzle.cli.main import main
from tests.support.command_line import Call, Save
from tests.support.quick import mostly_slow


def run_into(output: str, *arguments: str, unbuffered: str) -> subprocess.CompletedProcess[str]:
    """Run a command with its output redirected to a device, or closed."""
    given = f"exec '{sys.executable}' -m npuzzle {shlex.join(arguments)} {output}"
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    return subprocess.run(
        ["sh", "-c", given],
        cwd=site.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


ANSWERS = [
    ["--help"],
    ["--version"],
    ["solve", "--help"],
    ["solve", "1 2/0 3"],
    ["check", "1 2/0 3"],
    ["scramble", "2x2"],
    ["certify", "zero", "--shape", "2x2", "--against", "none"],
    ["compare", "1 2/0 3", "--heuristics", "zero"],
    ["trace", "1 2/0 3"],
    ["tables", "list"],
    ["tables", "list", "--help"],
]
JSON = [[*words, "--json"] for words in ANSWERS if not words[-1].startswith("--")]


@pytest.mark.parametrize("arguments", [*ANSWERS, *JSON, ["batch", "-"], ["solve", "1 1", "--json"]])
def test_a_full_disk_is_one_line_and_exit_code_2(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("1 2/0 3\n"))
    with open("/dev/full", "w", encoding="utf-8") as full:
        monkeypatch.setattr("sys.stdout", full)
        code = main(arguments)
        assert full.closed
    monkeypatch.undo()
    assert capsys.readouterr().err == ("npuzzle: cannot write to standard output: No space left on device\n")
    assert code == 2


@pytest.mark.slow
@pytest.mark.parametrize("unbuffered", mostly_slow(["", "1"]))
@pytest.mark.parametrize(
    "arguments", mostly_slow([["--version"], ["check", "1 2/0 3"], ["check", "1 2/0 3", "--json"]])
)
def test_python_adds_nothing_to_what_is_said_of_a_full_disk(arguments: list[str], unbuffered: str) -> None:
    done = run_into("> /dev/full", *arguments, unbuffered=unbuffered)
    assert done.stderr == "npuzzle: cannot write to standard output: No space left on device\n"
    assert done.returncode == 2
    done = run_into(">&-", *arguments, unbuffered=unbuffered)
    assert done.stderr == "npuzzle: cannot write to standard output: it is closed\n"
    assert done.returncode == 2


SOLVE = ["solve", "1 2 3/4 5 6/0 7 8", "--svg"]
WRITING = {
    "solve": (SOLVE, "npuzzle.cli.solve.begin"),
    "batch": (["batch", __file__, "--output"], "npuzzle.cli.batch._answer"),
    "tables": (["tables", "build", "2x3", "--output"], "npuzzle.cli.tables._build_tables"),
    "exercises": (["exercises"], "npuzzle.cli.classroom._make_set"),
    "build": (["build"], "npuzzle.site.files.Site.set_up"),
}


@pytest.mark.parametrize("more", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(("command", "work"), WRITING.values(), ids=WRITING)
def test_what_cannot_be_written_is_said_before_the_work(
    command: list[str],
    work: str,
    more: list[str],
    tmp_path: Path,
    save: Save,
    monkeypatch: pytest.MonkeyPatch,
    call: Call,
) -> None:
    file = save("mine", "file")
    monkeypatch.setattr(work, lambda *_, **__: pytest.fail("the work has started"))
    found = call(*command, file / "below", *more)
    said = found.json["error"] if more else found.err
    assert (found.code, "cannot write" in said, ".part" in said) == (2, True, False)
    assert list(tmp_path.iterdir()) == [file]


def test_a_drawing_in_no_folder_is_said_by_its_name(tmp_path: Path, call: Call) -> None:
    place = tmp_path / "none" / "a.svg"
    assert call(*SOLVE, place) == (2, "", f"npuzzle: cannot write {place}: No such file or directory\n")


def test_a_disk_that_gets_full_leaves_one_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setattr(storage, "write", fill_the_disk(0))
    found = call(*SOLVE, tmp_path / "a.svg", "--json")
    assert (found.code, found.json["length"]) == (2, 2)
    assert found.err == f"npuzzle: cannot write {tmp_path / 'a.svg'}: No space left on device\n"


def test_a_path_too_long_to_animate_gets_a_still_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setattr("npuzzle.cli.solve.MAX_ANIMATED", 1)
    found = call(*SOLVE, tmp_path / "a.svg", "--animate", "--json")
    assert (found.code, found.json["length"]) == (0, 2)
    said = "The drawing is a still picture: an animation can have at most 1 moves; this path has 2.\n"
    assert found.err == said
    drawing = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert ("Solved in 2 moves" in drawing, "animation" in drawing) == (True, False)


EXERCISES = "--depths", "4", "--seed", "1", "--title"


def fill_the_disk(files: int) -> Callable[[Path, bytes], None]:
    """Return a `write` for a disk with room for this many files."""
    left, write = iter(range(files)), storage.write

    def write_or_fail(path: Path, data: bytes) -> None:
        if next(left, None) is None:
            raise OSError(ENOSPC, "No space left on device")
        write(path, data)

    return write_or_fail


@pytest.mark.slow
@pytest.mark.parametrize("room", range(6))
@pytest.mark.parametrize("before", [[], ["one"]])
def test_exercises_are_written_after_a_full_disk_by_the_same_command(
    before: list[str], room: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "set"
    for title in before:
        assert main(["exercises", str(folder), *EXERCISES, title]) == 0
    again = ["exercises", str(folder), *EXERCISES, "two", "--replace"]
    with monkeypatch.context() as full:
        full.setattr("npuzzle.cli.classroom.write", fill_the_disk(room))
        assert main(again) == 2
    assert main(again) == 0
    assert main(["exercises", str(tmp_path / "new"), *EXERCISES, "two"]) == 0
    written = [
        {path.name: path.read_bytes() for path in place.iterdir()} for place in (folder, tmp_path / "new")
    ]
    assert written[0] == written[1]


@pytest.mark.slow
def test_an_error_has_its_exit_code_even_if_it_cannot_be_printed() -> None:
    for output in ("2> /dev/full", "2>&-", "> /dev/full 2>&1"):
        assert run_into(output, "check", "1 1", unbuffered="").returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_has_had_enough_is_no_error(unbuffered: str) -> None:
    """The trace is too long for a pipe's buffer."""
    done = run_into(
        "| head -n 1", "trace", "8 6 7/2 5 4/3 0 1", "--max-expanded", "3000", unbuffered=unbuffered
    )
    assert done.stdout.startswith("   1  8 6 7/2 5 4/3 0 1")
    assert done.stderr == ""


def test_standard_error_stays_open_when_a_reader_has_had_enough(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    with open(write_end, "w", encoding="utf-8") as pipe:
        monkeypatch.setattr("sys.stdout", pipe)
        assert main(["check", "1 2/0 3"]) == 0
    print("still heard", file=sys.stderr)
    assert capsys.readouterr().err == "still heard\n"
