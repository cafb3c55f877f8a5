"""`npuzzle solve`: answers, limits, engines, all shortest paths."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from npuzzle import Board, Problem, Shape, goal_board, random_board, site, solve
from npuzzle.compiler import available
from npuzzle.pattern_databases import catalogue
from tests.support.command_line import FIELDS, HARD, call
from tests.support.terminals import heed_ctrl_c


@pytest.mark.parametrize(
    ("board", "length"), [("2 3 7/1 8 0/6 5 4", 17), ("7 0 8/4 6 1/5 3 2", 25), ("5 7 6/2 4 3/8 1 0", 28)]
)
def test_solve_gives_the_course_boards_their_lengths(
    capsys: pytest.CaptureFixture[str], board: str, length: int
) -> None:
    code, out, err = call(capsys, "solve", board, "--goal", "blank-first", "--json")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert list(answer) == FIELDS
    assert (answer["length"], answer["claim"], answer["outcome"]) == (length, "proved shortest", "solved")
    problem = Problem(Board.parse(answer["board"]), Board.parse(answer["goal"]))
    assert problem.replay(answer["moves"]) == problem.goal


def test_solve_speaks_to_people_too(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "solve", "1 2 3/4 5 6/0 7 8")
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
    assert json.loads(call(capsys, "solve", "-", "--json")[1])["length"] == 2


def test_notation_of_the_blank_is_the_opposite(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "solve", "1 2 3/4 5 6/0 7 8", "--notation", "blank", "--json")
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
    code, out, _ = call(capsys, "solve", HARD, "--goal", "blank-first", "--json", *options)
    answer = json.loads(out)
    has_path = outcome != "no path within the depth limit"
    assert (code, answer["outcome"], answer["moves"] is not None) == (0 if has_path else 1, outcome, has_path)
    assert 0 < answer["lower_bound"] <= 80
    if outcome == "out of nodes":
        assert answer["expanded"] == 500


@pytest.mark.slow
def test_statistics_are_shown_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(call(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--json")[1])
    out = call(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--statistics")[1]
    assert (
        f"\ndeepest level {found['deepest']}, stored {found['stored']:,}, frontier at the end "
        f"{found['frontier']:,}, memory about {found['memory'] / 1e6:.1f} MB (estimated" in out
    )
    assert "deepest" not in call(capsys, "solve", "1 2/0 3", "--algorithm", "constructive", "--statistics")[1]


def test_unsolvable_is_said_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "solve", "2 8 1/0 4 3/7 6 5")
    assert (code, err) == (1, "")
    assert out == call(capsys, "check", "2 8 1/0 4 3/7 6 5")[1]
    assert out.startswith("Not solvable: the board has 11 inversions (odd)")
    assert out.splitlines()[1:] == ["Repair: swap tiles 6 and 5", "Repair: use the goal spiral"]
    code, out, _ = call(capsys, "solve", "2 8 1/0 4 3/7 6 5", "--json")
    assert (code, json.loads(out)["outcome"]) == (1, "unsolvable")


@pytest.mark.slow
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
    assert (running.returncode, answer["outcome"]) == (0, "cancelled")
    assert answer["expanded"] > 0


def test_a_faulty_goal_is_not_blamed_on_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    _, _, err = call(capsys, "solve", "1 2 3/4 5 6/7 8 0", "--goal", "1 2 3/4 5 5/7 8 0")
    assert err.startswith("npuzzle: the goal is not a board: tile 5 appears twice")


@pytest.mark.parametrize("word", ["AUTO", "Auto", " auto "])
def test_auto_may_be_in_capitals_like_every_name(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    easy = ["1 2 3/4 5 6/0 7 8", "--json"]
    for option in ("--algorithm", "--heuristic", "--engine"):
        found = json.loads(call(capsys, "solve", *easy, option, word)[1])
        assert (found["algorithm"], found["length"]) == ("astar", 2)
    found = json.loads(call(capsys, "solve", *easy, "--algorithm", "bfs", "--heuristic", word)[1])
    assert found["algorithm"] == "breadth-first"


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
    assert "Out of time, but a path of " in done.stdout


@pytest.mark.slow
def test_every_shortest_path_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--all")
    listed = re.split(r"Shortest paths, [\d,]+ more expanded in [\d.]+ seconds: 40:\n", out)[1].splitlines()
    assert code == 0
    assert len(set(listed)) == 40
    assert out.splitlines()[1] in listed
    answer = json.loads(call(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--all", "--json")[1])
    assert (answer["every"]["count"], answer["every"]["complete"]) == (40, True)
    assert len(set(answer["every"]["paths"])) == 40


@pytest.mark.slow
def test_a_list_that_was_cut_short_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    alone = json.loads(call(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--json")[1])
    limit = ("--max-expanded", str(alone["expanded"] + 60))
    code, out, _ = call(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--all", *limit)
    assert code == 0
    assert "Solved in 31 moves: proved shortest." in out
    assert " or more (ended before all were found)" in out


def test_all_shortest_paths_of_a_large_board_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    board = str(goal_board("spiral", Shape(6, 6)))
    code, out, err = call(capsys, "solve", board, "--goal", "spiral", "--all")
    assert (code, out) == (2, "")
    assert "every shortest path is listed for boards of up to 25 cells; 6x6 has 36" in err


@pytest.mark.parametrize("engine", [name for name in available() if name != "checked"])
def test_the_engine_can_be_chosen_and_is_reported(capsys: pytest.CaptureFixture[str], engine: str) -> None:
    board = "4 1 2 3/5 0 6 7/8 9 10 11/12 13 14 15"
    answer = json.loads(
        call(capsys, "solve", board, "--goal", "blank-first", "--engine", engine, "--json")[1]
    )
    assert (answer["engine"], answer["length"], answer["note"]) == (engine, 2, "")
    out = call(capsys, "solve", board, "--goal", "blank-first", "--engine", engine)[1]
    assert f"(idastar with pattern-tables 6-6-3, {engine})\n" in out


def test_an_algorithm_without_a_kernel_says_python_for_any_engine(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = json.loads(call(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--engine", available()[0], "--json")[1])
    assert (answer["algorithm"], answer["engine"]) == ("astar", "python")


@pytest.mark.parametrize(
    ("engine", "said"),
    [
        ("steam", "unknown engine 'steam'; known: auto, "),
        ("webassembly", "webassembly is not available; open the"),
    ],
)
def test_an_engine_that_is_not_here_is_refused(
    capsys: pytest.CaptureFixture[str], engine: str, said: str
) -> None:
    code, out, err = call(capsys, "solve", "1 2/0 3", "--engine", engine)
    assert (code, out) == (2, "")
    assert said in err


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["beam", "astar", "greedy"])
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
    answer = json.loads(call(capsys, *given, "--max-seconds", "0.005")[1])
    assert (answer["outcome"], answer["expanded"]) == ("out of time", 0)
    assert answer["seconds"] < 0.5
    answer = json.loads(call(capsys, *given, "--max-expanded", "50")[1])
    assert (answer["tables"], answer["engine"]) == ("3-3-3-3-3", "python")


def test_the_boards_along_the_path_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(call(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--json", "--boards")[1])
    boards = [Board.parse(text) for text in data["boards"]]
    assert len(boards) == data["length"] + 1
    assert [str(boards[0]), str(boards[-1])] == [data["board"], data["goal"]]
    for before, after, letter in zip(boards, boards[1:], data["moves"]):
        assert before.move(letter) == after
    assert list(data) == [*FIELDS, "boards"]
    assert json.loads(call(capsys, "solve", "1 2/3 0", "--json", "--boards")[1])["boards"] == ["1 2/3 0"]
    code, out, _ = call(capsys, "solve", "2 1/3 0", "--json", "--boards")
    assert (code, json.loads(out)["boards"]) == (1, None)
    assert list(json.loads(out)) == [*FIELDS, "boards"]


def test_the_boards_along_the_path_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    out = call(capsys, "solve", "1 2/0 3", "--boards", "--notation", "blank")[1]
    assert out.endswith("\nStart\n1 2\n. 3\n\n1. R (tile 3)\n1 2\n3 .\n")
    assert "Start" not in call(capsys, "solve", "2 1/3 0", "--boards")[1]


def test_a_drawing_is_saved_and_plays_where_asked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    still, playing = tmp_path / "still.svg", tmp_path / "playing.svg"
    board = "1 2 3/4 5 6/0 7 8"
    assert call(capsys, "solve", board, "--svg", str(still))[0] == 0
    assert call(capsys, "solve", board, "--svg", str(playing), "--animate")[0] == 0
    assert "Solved in 2 moves" in still.read_text(encoding="utf-8")
    assert playing.read_text(encoding="utf-8") == solve(board).animated_svg()


def test_a_drawing_to_play_needs_a_file_and_a_path(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = call(capsys, "solve", "1 2 3/4 5 6/0 7 8", "--animate")
    assert (code, out) == (2, "")
    assert "--animate needs --svg FILE" in err
    file = tmp_path / "unsolvable.svg"
    assert call(capsys, "solve", "2 1 3/4 5 6/7 8 0", "--svg", str(file), "--animate")[0] == 1
    assert "Not solved: unsolvable" in file.read_text(encoding="utf-8")


def test_line_moves(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--metric", "lines")
    assert code == 0
    assert out.splitlines()[:3] == [
        "Solved in 20 line moves: proved shortest.",
        "D2 R U2 L2 D2 R U R U L2 D2 R U R U L2 D2 R2 U2 L2",
        "31 moves of single tiles in this path; another may have fewer",
    ]
    _, out, _ = call(
        capsys, "solve", "1 2 3/4 5 6/0 7 8", "--metric", "lines", "--boards", "--notation", "blank"
    )
    assert out.splitlines()[-4:] == ["1. R2 (tiles 7, 8)", "1 2 3", "4 5 6", "7 8 ."]
    code, _, err = call(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--metric", "lines", "--algorithm", "anytime")
    assert (code, err.startswith("npuzzle: anytime counts single tiles; line moves are counted by")) == (
        2,
        True,
    )
    _, out, _ = call(capsys, "verify", "1 2 3/4 5 6/0 7 8", "L2", "--metric", "lines", "--json")
    assert (json.loads(out)["metric"], json.loads(out)["length"], json.loads(out)["excess"]) == (
        "lines",
        1,
        0,
    )
