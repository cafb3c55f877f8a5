"""`npuzzle solve`: answers, limits, engines, all shortest paths."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from npuzzle import Board, Notation, goal_board, random_board, site, solve
from npuzzle.compiler import available
from npuzzle.pattern_databases import catalogue
from npuzzle.puzzle.play import play_moves
from tests.support.command_line import FIELDS, HARD, Call
from tests.support.terminals import heed_ctrl_c


@pytest.mark.parametrize(
    ("board", "length"), [("2 3 7/1 8 0/6 5 4", 17), ("7 0 8/4 6 1/5 3 2", 25), ("5 7 6/2 4 3/8 1 0", 28)]
)
def test_solve_gives_the_course_boards_their_lengths(call: Call, board: str, length: int) -> None:
    found = call("solve", board, "--goal", "blank-first", "--notation", "blank", "--json")
    answer = found.json
    assert (found.code, found.err, list(answer)) == (0, "", FIELDS)
    assert (answer["length"], answer["claim"], answer["outcome"]) == (length, "proved shortest", "solved")
    assert (answer["engine"], answer["notation"]) == ("python", "blank")
    goal = Board.parse(answer["goal"])
    assert play_moves(Board.parse(answer["board"]), answer["moves"], Notation.BLANK).tiles == goal.tiles


def test_solve_speaks_to_people_too(call: Call) -> None:
    code, out, err = call("solve", "1 2 3/4 5 6/0 7 8")
    assert (code, err) == (0, "")
    assert out.splitlines()[:3] == [
        "Solved in 2 moves: proved shortest. Goal: blank-last",
        "L2",
        "1 line move in this path",
    ]


@pytest.mark.parametrize(
    ("options", "outcome"),
    [
        (["--max-expanded", "500"], "out of nodes"),
        (["--max-seconds", "0.05"], "out of time"),
        (["--max-depth", "20"], "no path within the depth limit"),
        (["--max-stored", "500", "--algorithm", "astar"], "out of memory"),
    ],
)
def test_each_limit_is_its_own_outcome(call: Call, options: list[str], outcome: str) -> None:
    code, *_ = found = call("solve", HARD, "--goal", "blank-first", "--json", *options)
    answer = found.json
    has_path = outcome != "no path within the depth limit"
    assert (code, answer["outcome"], answer["moves"] is not None) == (0 if has_path else 1, outcome, has_path)
    assert 0 < answer["lower_bound"] <= 80
    if outcome == "out of nodes":
        assert answer["expanded"] == 500


@pytest.mark.slow
def test_statistics_are_shown_on_request(call: Call) -> None:
    found = call("solve", "8 6 7/2 5 4/3 0 1", "--json").json
    out = call("solve", "8 6 7/2 5 4/3 0 1", "--statistics")[1]
    assert (
        f"\ndeepest level {found['deepest']}, stored {found['stored']:,}, frontier at the end "
        f"{found['frontier']:,}, memory about {found['memory'] / 1e6:.1f} MB (estimated" in out
    )
    assert "deepest" not in call("solve", "1 2/0 3", "--algorithm", "constructive", "--statistics")[1]


def test_unsolvable_is_said_with_its_reason(call: Call) -> None:
    code, out, err = call("solve", "2 8 1/0 4 3/7 6 5")
    assert (code, err) == (1, "")
    assert out == call("check", "2 8 1/0 4 3/7 6 5").out
    assert out.startswith("Not solvable: the board has 11 inversions (odd)")
    assert out.splitlines()[1:] == ["Repair: swap tiles 6 and 5", "Repair: use the goal spiral"]
    answer = call("solve", "2 8 1/0 4 3/7 6 5", "--json", "--boards")
    assert (answer.code, answer.json["outcome"], answer.json["boards"]) == (1, "unsolvable", None)
    assert list(answer.json) == [*FIELDS, "boards"]
    assert "Start" not in call("solve", "2 1/3 0", "--boards").out


@pytest.mark.slow
def test_ctrl_c_ends_with_the_partial_result() -> None:
    command = [sys.executable, "-m", "npuzzle", "solve", HARD, "--goal", "blank-first", "--json"]
    main_end, far_end = pty.openpty()
    running = subprocess.Popen(
        command, cwd=site.ROOT, stdout=subprocess.PIPE, stderr=far_end, text=True, preexec_fn=heed_ctrl_c
    )
    shown = ""
    while not re.search("expanded [1-9]", shown):  # until it searches
        shown = os.read(main_end, 4096).decode()
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=30)
    os.close(far_end)
    os.close(main_end)
    answer = json.loads(out)
    assert (running.returncode, answer["outcome"]) == (0, "cancelled")
    assert answer["expanded"] > 0


@pytest.mark.parametrize("word", ["AUTO", "Auto", " auto "])
def test_auto_may_be_in_capitals_like_every_name(word: str, call: Call) -> None:
    easy = ["1 2 3/4 5 6/0 7 8", "--json"]
    for option in ("--algorithm", "--heuristic", "--engine"):
        found = call("solve", *easy, option, word).json
        assert (found["algorithm"], found["length"]) == ("astar", 2)
    found = call("solve", *easy, "--algorithm", "bfs", "--heuristic", word).json
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
def test_every_shortest_path_is_listed(call: Call) -> None:
    code, out, _ = call("solve", "8 6 7/2 5 4/3 0 1", "--all")
    listed = re.split(r"Shortest paths, [\d,]+ more expanded in [\d.]+ seconds: 40:\n", out)[1].splitlines()
    assert code == 0
    assert len(set(listed)) == 40
    assert out.splitlines()[1] in listed
    answer = call("solve", "8 6 7/2 5 4/3 0 1", "--all", "--json").json
    assert (answer["every"]["count"], answer["every"]["complete"]) == (40, True)
    assert len(set(answer["every"]["paths"])) == 40


@pytest.mark.slow
def test_a_list_that_was_cut_short_says_so(call: Call) -> None:
    alone = call("solve", "8 6 7/2 5 4/3 0 1", "--json").json
    limit = ("--max-expanded", str(alone["expanded"] + 60))
    code, out, _ = call("solve", "8 6 7/2 5 4/3 0 1", "--all", *limit)
    assert code == 0
    assert "Solved in 31 moves: proved shortest." in out
    assert " or more (ended before all were found)" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            [goal_board("spiral", "6x6"), "--goal", "spiral", "--all"],
            "all shortest paths can be listed on boards of up to 25 cells; 6x6 has 36",
        ),
        (["1 2/0 3", "--engine", "steam"], "unknown engine 'steam'; known: auto, "),
        (["1 2/0 3", "--engine", "webassembly"], "webassembly is not available; open the"),
        (["1 2/0 3", "--animate"], "--animate needs --svg FILE"),
        (
            ["1 2/0 3", "--metric", "lines", "--all"],
            "npuzzle: the list of all shortest paths is for moves of single tiles: leave it out",
        ),
        (["1 2 3/4 5 0", "--goal", "1 2 3/4 5 5"], "npuzzle: the goal is not a board: tile 5 appears twice"),
    ],
)
def test_what_cannot_be_solved_so_is_refused(call: Call, arguments: list[object], said: str) -> None:
    code, out, err = call("solve", *arguments)
    assert (code, out, said in err) == (2, "", True)


@pytest.mark.parametrize("engine", [name for name in available() if name != "checked"])
def test_the_engine_can_be_chosen_and_is_reported(call: Call, engine: str) -> None:
    asked = ["solve", "4 1 2 3/5 0 6 7/8 9 10 11/12 13 14 15", "--goal", "blank-first", "--engine", engine]
    answer = call(*asked, "--json").json
    assert (answer["engine"], answer["length"], answer["note"]) == (engine, 2, "")
    assert f"(idastar with pattern-tables 6-6-3, {engine})\n" in call(*asked).out


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["beam", "astar", "greedy"])
def test_any_algorithm_has_its_tables_built_within_its_limits(
    call: Call, algorithm: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The requested engine builds them, and the answer names them."""
    monkeypatch.setenv("NPUZZLE_CACHE", str(tmp_path))
    monkeypatch.setattr(catalogue, "MOST_BUILT", {"python": 5_000})
    goal = Board.parse("1 2 3 4/5 0 6 7/8 9 10 11/12 13 14 15")
    board = random_board(goal, Random(1))
    catalogue.forget()
    given = ["solve", str(board), "--goal", str(goal), "--algorithm", algorithm]
    given += ["--heuristic", "pdb", "--engine", "python", "--json"]
    answer = call(*given, "--max-seconds", "0.005").json
    assert (answer["outcome"], answer["expanded"]) == ("out of time", 0)
    assert answer["seconds"] < 0.5
    answer = call(*given, "--max-expanded", "50").json
    assert (answer["tables"], answer["engine"]) == ("3-3-3-3-3", "python")


def test_the_boards_along_the_path_as_json(call: Call) -> None:
    data = call("solve", "8 6 7/2 5 4/3 0 1", "--json", "--boards").json
    boards = [Board.parse(text) for text in data["boards"]]
    assert len(boards) == data["length"] + 1
    assert [str(boards[0]), str(boards[-1])] == [data["board"], data["goal"]]
    for before, after, letter in zip(boards, boards[1:], data["moves"]):
        assert before.move(letter) == after
    assert call("solve", "1 2/3 0", "--json", "--boards").json["boards"] == ["1 2/3 0"]


def test_the_boards_along_the_path_in_words(call: Call) -> None:
    out = call("solve", "1 2/0 3", "--boards", "--notation", "blank").out
    assert out.endswith("\nStart\n1 2\n. 3\n\n1. R (tile 3)\n1 2\n3 .\n")


def test_a_drawing_is_saved_and_plays_where_asked(call: Call, tmp_path: Path) -> None:
    file, board = tmp_path / "drawing.svg", "1 2 3/4 5 6/0 7 8"
    assert call("solve", board, "--svg", file).code == 0
    assert "Solved in 2 moves: proved shortest." in file.read_text(encoding="utf-8")
    assert call("solve", board, "--svg", file, "--animate").code == 0
    assert file.read_text(encoding="utf-8") == solve(board).animated_svg()
    assert call("solve", "2 1 3/4 5 6/7 8 0", "--svg", file, "--animate").code == 1
    assert "Not solved: unsolvable" in file.read_text(encoding="utf-8")


def test_the_answer_names_its_goal(call: Call) -> None:
    for goal in ("blank-first", "1 2 3/4 5 6/7 0 8"):
        headline = call("solve", "1 2 3/4 5 6/7 0 8", "--goal", goal).out.splitlines()[0]
        assert headline.endswith(f". Goal: {goal}")
    limit = ("--max-depth", "9", "--goal", "1 0 2 3/4 5 6 7/8 9 10 11/12 13 14 15")
    assert "no path to 1 0 2 3/4 5 6 7/8 9 10 11/12 13 14 15 has" in call("solve", HARD, *limit).out
    large = goal_board("blank-first", "9x9").slide(1)
    assert len(call("solve", str(large), "--goal", str(large)).out.splitlines()[0]) < 100


def test_line_moves(call: Call) -> None:
    code, out, _ = call("solve", "8 6 7/2 5 4/3 0 1", "--metric", "lines")
    assert code == 0
    assert out.splitlines()[:3] == [
        "Solved in 20 line moves: proved shortest. Goal: blank-last",
        "D2 R U2 L2 D2 R U R U L2 D2 R U R U L2 D2 R2 U2 L2",
        "31 moves of single tiles in this path; another may have fewer",
    ]
    lines = ["1 2 3/4 5 6/0 7 8", "--metric", "lines"]
    out = call("solve", *lines, "--boards", "--notation", "blank").out
    assert out.splitlines()[-4:] == ["1. R2 (tiles 7, 8)", "1 2 3", "4 5 6", "7 8 ."]
    found = call("verify", lines[0], "L2", *lines[1:], "--json").json
    assert (found["metric"], found["length"], found["excess"]) == ("lines", 1, 0)
