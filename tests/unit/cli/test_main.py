"""The command line as it is typed: a process, its output, its exit code."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from npuzzle import Board, Problem, Shape, goal_board, random_board, site
from npuzzle.cli.main import main
from npuzzle.kernel import available
from npuzzle.pattern_databases import catalogue
from tests.support.quick import mostly_slow
from tests.support.terminals import Terminal, heed_ctrl_c

FIELDS = [
    "board",
    "goal",
    "outcome",
    "claim",
    "lower_bound",
    "length",
    "moves",
    "notation",
    "expanded",
    "generated",
    "peak_frontier",
    "seconds",
    "algorithm",
    "heuristic",
    "option",
    "promised",
    "engine",
    "tables",
    "note",
    "every",
    "ended",
    "lengths",
    "why",
]
HARD = "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0"


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command inside this process: exit code, output, errors."""
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    ("board", "length"), [("2 3 7/1 8 0/6 5 4", 17), ("7 0 8/4 6 1/5 3 2", 25), ("5 7 6/2 4 3/8 1 0", 28)]
)
def test_solve_gives_the_course_boards_their_lengths(
    capsys: pytest.CaptureFixture[str], board: str, length: int
) -> None:
    code, out, err = called(capsys, "solve", board, "--goal", "blank-first", "--json")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert list(answer) == FIELDS
    assert (answer["length"], answer["claim"], answer["outcome"]) == (length, "proved shortest", "solved")
    problem = Problem(Board.parse(answer["board"]), Board.parse(answer["goal"]))
    assert problem.replay(answer["moves"]) == problem.goal


def test_solve_speaks_to_people_too(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "solve", "1 2 3/4 5 6/0 7 8")
    assert (code, err) == (0, "")
    assert out.splitlines()[:3] == [
        "Solved in 2 moves: proved shortest.",
        "L2",
        "1 line move in this path; another may have fewer",
    ]


def test_the_board_can_come_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("3 3\n1 2 3\n4 5 6\n0 7 8\n"))
    assert json.loads(called(capsys, "solve", "-", "--json")[1])["length"] == 2


def test_notation_of_the_blank_is_the_opposite(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = called(capsys, "solve", "1 2 3/4 5 6/0 7 8", "--notation", "blank", "--json")
    answer = json.loads(out)
    assert (answer["moves"], answer["notation"]) == ("RR", "blank")


@pytest.mark.parametrize(
    ("options", "outcome"),
    [
        (["--max-expanded", "500"], "out of nodes"),
        (["--max-seconds", "0.05"], "out of time"),
        (["--max-depth", "20"], "no path within the depth limit"),
        (["--max-stored", "500", "--algorithm", "astar"], "out of memory"),
    ],
)
def test_each_limit_is_its_own_outcome(
    capsys: pytest.CaptureFixture[str], options: list[str], outcome: str
) -> None:
    code, out, _ = called(capsys, "solve", HARD, "--goal", "blank-first", "--json", *options)
    answer = json.loads(out)
    assert (code, answer["outcome"], answer["claim"], answer["moves"]) == (1, outcome, None, None)
    assert 0 < answer["lower_bound"] <= 80
    if outcome == "out of nodes":
        assert answer["expanded"] == 500


def test_unsolvable_is_said_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "solve", "2 8 1/0 4 3/7 6 5")
    assert (code, err) == (1, "")
    assert out == called(capsys, "check", "2 8 1/0 4 3/7 6 5")[1]
    assert out.startswith("Not solvable: the board has 11 inversions (odd)")
    assert out.splitlines()[1:] == ["Repair: swap tiles 6 and 5", "Repair: use the goal spiral"]
    code, out, _ = called(capsys, "solve", "2 8 1/0 4 3/7 6 5", "--json")
    assert (code, json.loads(out)["outcome"]) == (1, "unsolvable")


def test_ctrl_c_ends_with_the_partial_result() -> None:
    command = [sys.executable, "-m", "npuzzle", "solve", HARD, "--goal", "blank-first", "--json"]
    main_end, far_end = pty.openpty()
    running = subprocess.Popen(
        command, cwd=site.ROOT, stdout=subprocess.PIPE, stderr=far_end, text=True, preexec_fn=heed_ctrl_c
    )
    shown = ""
    while not re.search("expanded [1-9]", shown):  # it is searching
        shown = os.read(main_end, 4096).decode()
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=30)
    os.close(far_end)
    os.close(main_end)
    answer = json.loads(out)
    assert (running.returncode, answer["outcome"]) == (1, "cancelled")
    assert answer["expanded"] > 0


def test_check_of_a_board_that_can_be_solved(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "check", "1 2 3/4 5 6/7 8 0", "--json")
    found = json.loads(out)
    assert code == 0
    assert list(found) == ["valid", "defects", "solvable", "reason", "repairs"]
    assert (found["valid"], found["solvable"], found["defects"], found["repairs"]) == (True, True, [], [])


def test_check_offers_repairs(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "check", "2 8 1/0 4 3/7 6 5")
    assert code == 1
    assert out.splitlines()[1:] == ["Repair: swap tiles 6 and 5", "Repair: use the goal spiral"]
    assert called(capsys, "check", "2 8 1/0 4 3/7 6 5", "--goal", "spiral")[0] == 0


def test_check_names_every_defect(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "check", "1 2 3/4 5 5/7 8 0")
    assert (code, out) == (2, "")
    assert err == (
        "npuzzle: not a board: tile 5 appears twice (at row 2, column 2 and row 2, column 3); "
        "tile 6 is missing\n"
    )
    code, out, err = called(capsys, "check", "1 2 3/4 5 5/7 8 0", "--json")
    found = json.loads(out)
    assert (code, err, found["valid"], found["solvable"]) == (2, "", False, None)
    assert found["defects"][0]["cells"] == [[2, 2], [2, 3]]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve"], "required: BOARD"),
        (["fly"], "invalid choice: 'fly'"),
        (["solve", "1 2 3"], "1x3 has a single row"),
        (["solve", "1 2/3 0", "--goal", "sideways"], "known: blank-last, blank-first, spiral, snail"),
        (["solve", "1 2/3 0", "--goal", "1 2 3/4 5 0"], "the goal is 2x3, but the board is 2x2"),
        (["solve", "1 2/3 0", "--algorithm", "magic"], "unknown algorithm 'magic'; known: breadth-first"),
        (["solve", "1 2/3 0", "--heuristic", "hope"], "unknown heuristic 'hope'; known: zero"),
        (["solve", "1 2/3 0", "--weight", "0.5"], "the weight is a number, 1..1,000,000, got 0.5"),
        (["solve", "1 2/3 0", "--weight", "nan"], "the weight is a number, 1..1,000,000, got nan"),
        (["solve", "1 2/3 0", "--max-seconds", "-1"], "the limit seconds is a number, 0 or more, got -1.0"),
        (["solve", "1 2/3 0", "--max-expanded", "many"], "invalid int value: 'many'"),
        (["solve", "1 2/3 0", "--weight", "3"], "the weight is for weighted-astar; got the algorithm auto"),
        (
            ["solve", "1 2/3 0", "--width", "3", "--algorithm", "astar"],
            "the width is for beam; got the algorithm astar",
        ),
        (
            ["solve", "1 2/3 0", "--algorithm", "breadth-first", "--heuristic", "manhattan"],
            "breadth-first uses no heuristic: leave the heuristic out",
        ),
        (["scramble", "3x3", "--seed", "-1"], "expected a whole number of 0 or more, got '-1'"),
        (["scramble", "3x3", "--seed", "x"], "expected a whole number of 0 or more, got 'x'"),
        (["scramble", "1x4"], "1x4 has a single row"),
        (["scramble", "200x4"], "2..127 rows and columns, got 200x4"),
        (["scramble", "big"], "a size is written like 3x4 (rows x columns), got 'big'"),
        (["scramble", "3x3", "--walk", "-1"], "a walk has 0..1,000,000 moves, got -1"),
        (["batch", "/nowhere/at/all"], "cannot read /nowhere/at/all"),
    ],
)
def test_bad_input_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, out, err = called(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("npuzzle: ")
    assert said in err
    assert err.count("\n") == 1


def test_bad_input_is_json_where_json_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "solve", "1 2 2/3 4 0", "--json")
    assert (code, err) == (2, "")
    assert (
        json.loads(out)["defects"][0]["message"]
        == "tile 2 appears twice (at row 1, column 2 and row 1, column 3)"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["scramble", "1x4"], "1x4 has a single row"),
        (["batch", "/nowhere/at/all"], "cannot read /nowhere/at/all"),
        (["batch", "--weight"], "expected one argument"),
        (["tables", "build", "6x6"], "up to 25 cells; 6x6 has 36"),
        (["tables", "fly"], "invalid choice: 'fly'"),
        (["trace", "boards.txt"], "there is no file boards.txt, and it is not a board"),
        (["compare"], "compare takes boards from one of"),
        (["certify", "hope"], "unknown heuristic 'hope'"),
        (["check", "1 2/0 3", "--goal", "1 1/2 0"], "the goal is not a board: tile 1 appears twice"),
    ],
)
def test_every_error_is_json_where_json_was_asked_for(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, out, err = called(capsys, *arguments, "--json")
    assert (code, err) == (2, "")
    assert list(json.loads(out)) == ["error", "defects"]
    assert said in json.loads(out)["error"]


def test_a_failure_of_the_system_is_json_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(text: str) -> Board:
        raise PermissionError(13, "Permission denied", text)

    monkeypatch.setattr("npuzzle.cli.solve.board_of", refuse)
    code, out, err = called(capsys, "solve", "board.txt", "--json")
    assert (code, err) == (3, "")
    said = "the system failed: [Errno 13] Permission denied: 'board.txt'"
    assert json.loads(out) == {"error": said, "defects": []}


# Output that fails


def run_into(output: str, *arguments: str, unbuffered: str) -> subprocess.CompletedProcess[str]:
    """A command whose output goes to that device, or nowhere."""
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


@pytest.mark.slow
def test_what_is_wrong_has_its_exit_code_though_nobody_can_be_told() -> None:
    for output in ("2> /dev/full", "2>&-", "> /dev/full 2>&1"):
        assert run_into(output, "check", "1 1", unbuffered="").returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_has_had_enough_is_no_error(unbuffered: str) -> None:
    """The trace is longer than what a pipe holds."""
    done = run_into("| head -n 1", "trace", "8 6 7/2 5 4/3 0 1", "--most", "3000", unbuffered=unbuffered)
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


@pytest.mark.parametrize("gone", [BrokenPipeError(32, "Broken pipe"), OSError(24, "Too many open files")])
def test_a_failure_that_nobody_expected_is_neither_one_of_the_output_nor_bad_input(
    gone: OSError, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(text: str) -> Board:
        raise gone

    monkeypatch.setattr("npuzzle.cli.check.board_of", fail)
    code, out, err = called(capsys, "check", "1 2/0 3")
    assert (code, out, err) == (3, "", f"npuzzle: the system failed: {gone}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve"],
        ["batch"],
        ["batch", "boards.txt", "--output"],
        ["certify"],
        ["compare", "--boards"],
        ["exercises"],
        ["exercises", "new", "--students"],
        ["grade", "key.csv"],
        ["tables", "verify"],
        ["tables", "build", "2x2", "--output"],
        ["serve", "--runtime"],
        ["build"],
        ["build", "public", "--runtime"],
    ],
)
def test_a_name_that_is_too_long_for_a_file_is_bad_input(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boards.txt").write_text("1 2/0 3\n", encoding="utf-8")
    code, _, err = called(capsys, *arguments, "long" * 100)
    assert code in ((1,) if arguments[-1] == "verify" else (2,))
    assert "the system failed" not in err


@pytest.mark.parametrize(
    "arguments",
    [["solve", "1 2/0 3", "--jso"], ["solve", "1 2/0 3", "--alg", "astar"], ["tables", "list", "--js"]],
)
def test_an_option_is_written_whole(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, *arguments)
    assert (code, out) == (2, "")
    assert "unrecognized arguments: --" in err


def test_a_board_named_json_asks_for_no_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "solve", "--", "--json")
    assert (code, out) == (2, "")
    assert err.startswith("npuzzle: there is no file --json, and it is not a board")


@pytest.mark.parametrize("word", ["AUTO", "Auto", " auto "])
def test_auto_may_be_in_capitals_like_every_name(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    easy = ["1 2 3/4 5 6/0 7 8", "--json"]
    for option in ("--algorithm", "--heuristic", "--engine"):
        found = json.loads(called(capsys, "solve", *easy, option, word)[1])
        assert (found["algorithm"], found["length"]) == ("astar", 2)
    found = json.loads(called(capsys, "solve", *easy, "--algorithm", "bfs", "--heuristic", word)[1])
    assert found["algorithm"] == "breadth-first"


def test_scramble_repeats_for_a_seed_and_can_be_solved(capsys: pytest.CaptureFixture[str]) -> None:
    first = called(capsys, "scramble", "3x4", "--seed", "7", "--goal", "spiral")[1]
    assert called(capsys, "scramble", "3x4", "--seed", "7", "--goal", "spiral")[1] == first
    board = Board.parse(first)
    assert Problem(board, goal_board("spiral", board.shape)).is_solvable
    assert called(capsys, "scramble", "3x4", "--seed", "8", "--goal", "spiral")[1] != first


def test_scramble_tells_all_of_a_board_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = ["scramble", "3x3", "--seed", "7", "--walk", "5", "--goal", "spiral"]
    data = json.loads(called(capsys, *told, "--json")[1])
    assert data == {
        "board": called(capsys, *told)[1].strip(),
        "goal": "1 2 3/8 0 4/7 6 5",
        "seed": 7,
        "walk": 5,
    }
    data = json.loads(called(capsys, "scramble", "2x2", "--json")[1])
    assert (data["goal"], data["walk"]) == ("1 2/3 0", None)
    assert called(capsys, "scramble", "2x2", "--seed", str(data["seed"]))[1].strip() == data["board"]
    assert Problem(Board.parse(data["board"]), Board.parse(data["goal"])).is_solvable


def test_a_walk_is_no_further_than_its_moves(capsys: pytest.CaptureFixture[str]) -> None:
    board = called(capsys, "scramble", "4x4", "--seed", "3", "--walk", "9")[1].strip()
    answer = json.loads(called(capsys, "solve", board, "--json")[1])
    assert answer["length"] in (1, 3, 5, 7, 9)


def batch(capsys: pytest.CaptureFixture[str], path: Path, *options: str) -> tuple[int, list[dict[str, Any]]]:
    code, out, _ = called(capsys, "batch", str(path), *options)
    return code, [json.loads(line) for line in out.splitlines()]


def test_batch_answers_line_by_line_in_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("# three boards\n1 2 3/4 5 6/7 0 8\n\n867254301\n1 2/3 0\n", encoding="utf-8")
    code, rows = batch(capsys, path)
    assert code == 0
    assert [row["length"] for row in rows] == [1, 31, 0]
    assert all(list(row)[: 1 + len(FIELDS)] == ["line", *FIELDS] for row in rows)
    assert [row["line"] for row in rows] == [2, 4, 5]


def test_a_bad_line_says_so_and_the_rest_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("1 2 3/4 5 6/7 0 8\n1 2 2/3 4 0\n2 1/3 0\n1 2/0 3\n", encoding="utf-8")
    code, rows = batch(capsys, path, "--algorithm", "bfs")
    assert code == 2
    assert [row.get("outcome") for row in rows] == ["solved", None, "unsolvable", "solved"]
    assert rows[1]["line"] == 2
    assert "tile 2 appears twice" in rows[1]["error"]


@pytest.mark.slow
def test_ctrl_c_ends_a_batch_of_easy_boards(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("8 6 7/2 5 4/3 0 1\n" * 2000, encoding="utf-8")
    command = [sys.executable, "-m", "npuzzle", "batch", str(path)]
    running = subprocess.Popen(
        command, cwd=site.ROOT, stdout=subprocess.PIPE, text=True, preexec_fn=heed_ctrl_c
    )
    assert running.stdout is not None
    running.stdout.readline()
    running.send_signal(signal.SIGINT)
    rest, _ = running.communicate(timeout=60)
    assert running.returncode == 1
    assert rest.count("\n") < 1900


def test_a_bad_option_of_a_batch_is_one_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("1 2/3 0\n" * 3, encoding="utf-8")
    code, out, err = called(capsys, "batch", str(path), "--weight", "0")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_byte_order_mark_and_stray_bytes_cost_no_other_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "boards.txt"
    path.write_bytes(b"\xef\xbb\xbf1 2/0 3\n\xff\n1 2/3 0\n")
    code, rows = batch(capsys, path)
    assert (code, [row.get("length") for row in rows]) == (2, [1, None, 0])


def test_a_faulty_goal_is_not_blamed_on_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    _, _, err = called(capsys, "solve", "1 2 3/4 5 6/7 8 0", "--goal", "1 2 3/4 5 5/7 8 0")
    assert err.startswith("npuzzle: the goal is not a board: tile 5 appears twice")


def test_batch_reads_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("1 2/0 3\n"))
    assert [json.loads(line)["length"] for line in called(capsys, "batch", "-")[1].splitlines()] == [1]


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ([], ["solve"], ["check"], ["scramble"], ["batch"], ["serve"], ["build"]):
        with pytest.raises(SystemExit) as ended:
            main([*command, "--help"])
        assert ended.value.code == 0
        assert capsys.readouterr().out.startswith(f"usage: {' '.join(['npuzzle', *command])} ")


@pytest.mark.slow
def test_progress_shows_on_a_terminal_only() -> None:
    main_end, far_end = pty.openpty()
    command = [sys.executable, "-m", "npuzzle", "solve", HARD, "--goal", "blank-first", "--max-seconds", "1"]
    done = subprocess.run(
        command, cwd=site.ROOT, stdout=subprocess.PIPE, stderr=far_end, check=False, timeout=60, text=True
    )
    os.close(far_end)
    shown = os.read(main_end, 65536).decode()
    os.close(main_end)
    assert "per second), frontier" in shown
    assert "Not solved, out of time" in done.stdout


def test_every_shortest_path_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--all")
    listed = re.split(r"Shortest paths, [\d,]+ more expanded in [\d.]+ seconds: 40:\n", out)[1].splitlines()
    assert code == 0
    assert len(set(listed)) == 40
    assert out.splitlines()[1] in listed
    answer = json.loads(called(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--all", "--json")[1])
    assert (answer["every"]["count"], answer["every"]["complete"]) == (40, True)
    assert len(set(answer["every"]["paths"])) == 40


def test_a_list_that_was_cut_short_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    alone = json.loads(called(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--json")[1])
    limit = ("--max-expanded", str(alone["expanded"] + 60))
    code, out, _ = called(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--all", *limit)
    assert code == 0
    assert "Solved in 31 moves: proved shortest." in out
    assert " or more (ended before all were found)" in out


@pytest.mark.parametrize("engine", [name for name in available() if name != "checked"])
def test_the_engine_can_be_chosen_and_is_told(capsys: pytest.CaptureFixture[str], engine: str) -> None:
    board = "4 1 2 3/5 0 6 7/8 9 10 11/12 13 14 15"
    answer = json.loads(
        called(capsys, "solve", board, "--goal", "blank-first", "--engine", engine, "--json")[1]
    )
    assert (answer["engine"], answer["length"], answer["note"]) == (engine, 2, "")
    out = called(capsys, "solve", board, "--goal", "blank-first", "--engine", engine)[1]
    assert f"(idastar with pattern-tables 6-6-3, {engine})\n" in out


def test_an_algorithm_without_a_kernel_says_python_whatever_was_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = json.loads(called(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--engine", available()[0], "--json")[1])
    assert (answer["algorithm"], answer["engine"]) == ("astar", "python")


@pytest.mark.parametrize(
    ("engine", "said"),
    [
        ("steam", "unknown engine 'steam'; known: auto, "),
        ("webassembly", "webassembly is not here; open the"),
    ],
)
def test_an_engine_that_is_not_here_is_refused(
    capsys: pytest.CaptureFixture[str], engine: str, said: str
) -> None:
    code, out, err = called(capsys, "solve", "1 2/0 3", "--engine", engine)
    assert (code, out) == (2, "")
    assert said in err


def test_all_shortest_paths_of_a_large_board_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    board = str(goal_board("spiral", Shape(6, 6)))
    code, out, err = called(capsys, "solve", board, "--goal", "spiral", "--all")
    assert (code, out) == (2, "")
    assert "every shortest path is listed for boards of up to 25 cells; 6x6 has 36" in err


def test_batch_lists_every_shortest_path_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("8 6 7/2 5 4/3 0 1\n1 2/0 3\n", encoding="utf-8")
    assert [row["every"]["count"] for row in batch(capsys, path, "--all")[1]] == [40, 1]


def test_a_board_too_large_for_a_heuristic_does_not_end_a_batch(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    large = goal_board("spiral", Shape(6, 6))
    path = tmp_path / "boards.txt"
    path.write_text(f"1 2/0 3\n{large}\n1 2/0 3\n", encoding="utf-8")
    code, rows = batch(capsys, path, "--heuristic", "pdb", "--goal", "blank-last")
    assert code == 2
    assert [row.get("length") for row in rows] == [1, None, 1]
    assert "pattern-tables is for boards of up to 25 cells; 6x6 has 36" in rows[1]["error"]


@pytest.mark.parametrize("algorithm", mostly_slow(["beam", "astar", "greedy"]))
def test_any_algorithm_has_its_tables_built_within_its_limits(
    capsys: pytest.CaptureFixture[str], algorithm: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By the engine that was asked for, and it says which tables it had."""
    monkeypatch.setenv("NPUZZLE_CACHE", str(tmp_path))
    monkeypatch.setattr(catalogue, "MOST_BUILT", {"python": 5_000})
    goal = Board.parse("1 2 3 4/5 0 6 7/8 9 10 11/12 13 14 15")
    board = random_board(goal, Random(1))
    catalogue.forget()
    given = ["solve", str(board), "--goal", str(goal), "--algorithm", algorithm]
    given += ["--heuristic", "pdb", "--engine", "python", "--json"]
    answer = json.loads(called(capsys, *given, "--max-seconds", "0.005")[1])
    assert (answer["outcome"], answer["expanded"]) == ("out of time", 0)
    assert answer["seconds"] < 0.5
    answer = json.loads(called(capsys, *given, "--max-expanded", "50")[1])
    assert (answer["tables"], answer["engine"]) == ("3-3-3-3-3", "python")


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A folder with a set of exercises for 李雷, and what he has sent."""
    (tmp_path / "names.txt").write_text("李雷\n", encoding="utf-8")
    (tmp_path / "answers.csv").write_text("number,student,path\n1,李雷,\n1,韩梅梅,R\n", encoding="utf-8")
    options = ["--depths", "4", "--seed", "1", "--students", str(tmp_path / "names.txt")]
    assert main(["exercises", str(tmp_path / "set"), *options]) == 0
    return tmp_path


def said(encoding: str, *arguments: str | bytes, folder: Path) -> tuple[int, str]:
    """The exit code and the output, in UTF-8, of a command whose standard output begins in this encoding."""
    done = subprocess.run(
        [sys.executable, "-m", "npuzzle", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(site.ROOT), "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.stderr == b""
    return done.returncode, done.stdout.decode()


@pytest.mark.parametrize("encoding", mostly_slow(["cp1252", "ascii", "ascii:strict", "utf-8"]))
@pytest.mark.parametrize("form", mostly_slow([[], ["--csv"]]))
def test_names_in_any_script_go_out_in_utf8_to_what_is_no_terminal(
    course: Path, encoding: str, form: list[str]
) -> None:
    code, out = said(encoding, "grade", "set/exercises.csv", "answers.csv", *form, folder=course)
    assert code == 2
    assert "李雷" in out
    assert "韩梅梅" in out
    assert (out.count("\n"), out.count("\r")) == (3 if form else 8, 0)


@pytest.mark.slow
def test_a_folder_of_any_name_is_told(course: Path) -> None:
    options = ["--depths", "2", "--seed", "1"]
    assert "Written to 三: " in said("cp1252", "exercises", "三", *options, folder=course)[1]
    no_utf8 = said("utf-8", "exercises", b"caf\xe9", *options, folder=course)
    assert no_utf8[0] == 0
    assert r"Written to caf\udce9: " in no_utf8[1]


@pytest.mark.slow
def test_a_terminal_that_lacks_a_character_shows_its_code(course: Path) -> None:
    terminal = Terminal(
        "grade",
        "set/exercises.csv",
        "answers.csv",
        environment={"PYTHONIOENCODING": "cp1252"},
        folder=course,
    )
    assert terminal.ended() == 2
    assert r"\u674e\u96f7" in terminal.shown
    assert "Traceback" not in terminal.shown
