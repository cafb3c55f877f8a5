"""`npuzzle mark` gives marks only for values that npuzzle checks itself, whatever a student's code does."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from time import sleep

import pytest

from npuzzle import Board
from npuzzle.marking.program_marks import PROTOCOLS
from npuzzle.processes.limited import Caps, run_limited
from tests.support.command_line import Call

PROGRAM = "tests/support/student_program.py"
MANHATTAN = "sum(abs(r-(t-1)//3) + abs(c-(t-1)%3) for r, a in enumerate(board) for c, t in enumerate(a) if t)"
#: Students' files, each with a part of its row: the points, or the reason why it gets none.
STUDENTS = {
    "right": (f"heuristic = lambda board: {MANHATTAN}", "the heuristic mentions npuzzle"),
    "ten_times": (f"def heuristic(board): return 10 * {MANHATTAN}", "3 "),
    "takes_goal": ("def heuristic(board, goal):\n board[0][0] = 0\n return sum(goal, [])[8]", "7 "),
    "prints": ("print('V' * 10**6)\ndef heuristic(board):\n print(board)\n return 0", "7 "),
    "edits": ("[open(f'FOLDER/{a}.py', 'w') for a in ['right/mine', 'ten_times']]\nheuristic = len", "4 "),
    "options": ("def heuristic(board, **options): return 0", "7 "),
    "infinite": ("def heuristic(board): return float('inf')", "gave inf for the board"),
    "floods": ("import os\nos.write(3, b'E' * 9_000_000)\nos._exit(0)", "EEE ... EEE"),
    "no_function": ("def h(board): return 0", "there is no function heuristic, only h"),
    "no_python": ("def heuristic(board) return 0", "SyntaxError"),
    "line": ("def heuristic(board):\n return board[3]", "IndexError in line 2"),
    "text": ("def heuristic(board): return '3'", "expected a number, got '3'"),
    "negative": ("def heuristic(board): return -1", "0 or more"),
    "exits": ("import os\ndef heuristic(board): os._exit(0)", "ended before its last estimate"),
    "hangs": ("while True: pass", "more than 15 seconds"),
    "counts": ("n = 0\ndef heuristic(board):\n global n\n n += 1\n return n / 2e5", "asked twice"),
    "writes": ("import os\nos.write(3, b'V')\ndef heuristic(board): return 0", "something else was written"),
    "forks": ("import os\nos.fork()\ndef heuristic(board): return 0", "something else was written"),
    "imports": ("import npuzzle\ndef heuristic(board): return 0", "No module named 'npuzzle'"),
    "copies": ("from right import heuristic", "No module named 'right'"),
    "patches": ("import builtins\nbuiltins.float = len\ndef heuristic(board): return 99", "TypeError"),
    "no_text": ("class E(Exception):\n def __str__(self): raise self\nraise E", "an error that has no text"),
}
if sys.platform == "linux":
    STUDENTS["memory"] = ("def heuristic(board): return len(bytearray(10**10))", "MemoryError")


@pytest.mark.slow
def test_each_heuristic_gets_its_marks_whatever_it_does(call: Call, tmp_path: Path) -> None:
    folder, output = tmp_path / "handed-in", tmp_path / "marks"
    (folder / "right").mkdir(parents=True)
    (folder / "right" / "other.py").write_text("heuristic('npuzzle')", encoding="utf-8")
    for name, (text, _) in STUDENTS.items():
        file = folder / "right" / "mine.py" if name == "right" else folder / f"{name}.py"
        file.write_text(text.replace("FOLDER", folder.as_posix()), encoding="utf-8")
    args = ["--depths", "8,12", "--per-depth", "1", "--max-seconds", "15", "--output", output]
    code, out, err = call("mark", "heuristics", folder, *args)
    assert (code, err) == (1, "")
    rows = dict(line.split(maxsplit=1) for line in out.splitlines())
    for name, (_, part) in STUDENTS.items():
        assert part in rows[name], name
    results = json.loads((output / "ten_times" / "results.json").read_text(encoding="utf-8"))
    tests = {test["name"]: test for test in results["tests"]}
    assert (results["score"], sum(test["max_score"] for test in results["tests"])) == (3, 10)
    assert "1 2 3/4 5 0/7 8 6 has h = 10, but is 1 move from the goal" in tests["admissible"]["output"]
    assert tests["consistent"]["score"] == 0
    sheets = {name: (output / name / "sheet.txt").read_text(encoding="utf-8") for name in STUDENTS}
    assert sheets["right"].startswith("right: 10 of 10 points")
    assert "npuzzle" not in sheets["right"]  # that note is for the teacher
    assert max(map(len, sheets.values())) < 1_500
    assert sheets["line"].count("IndexError in line 2") == 1
    assert (output / "marks.csv").read_text(encoding="utf-8").count("\n") == len(STUDENTS) + 1


@pytest.mark.slow
def test_a_perfect_heuristic_is_noted_and_a_heuristic_for_npuzzle_gets_its_board(
    call: Call, tmp_path: Path
) -> None:
    text = "from npuzzle.lab import enumerate_states\nfound = enumerate_states('3x3', 0)\n"
    text += "table = dict(zip(found.states, found.distance))\n"
    text += "def theirs(board): return 0.9 * table[board.tiles]"
    (tmp_path / "perfect.py").write_text(text, encoding="utf-8")
    (tmp_path / "rubric.toml").write_text("admissible = 1\nexpanded-100 = 2.5\n", encoding="utf-8")
    (tmp_path / "boards.txt").write_text("1 2 5/3 4 0/6 7 8\n", encoding="utf-8")
    args = ["--boards", tmp_path / "boards.txt", "--points", tmp_path / "rubric.toml", "--as", "npuzzle"]
    args += ["--goal", "blank-first", "--function", "theirs"]
    code, out, _ = call("mark", "heuristics", tmp_path, *args)
    assert code == 0
    assert out.startswith("perfect: 3.5 of 3.5 points\n")
    assert "A* on 1 board expands 3 states; the limit is 100" in out
    assert "the estimates are 90% of the distances" in out


BEHAVIOURS = {  # the points for an unsolvable board, for each other board, and a verdict
    "right": (2, 2, "shortest: 12 moves"),
    "longer": (2, 1, "longer: 14 moves, 2 more than necessary"),
    "illegal": (2, 0, "illegal move"),
    "wrong-claim": (2, 1, "but its path has 12 moves"),
    "crash": (0, 0, "RuntimeError: the queue is empty"),
    "solves-all": (0, 2, "1 of 3 boards: board 1"),
}


@pytest.mark.slow
@pytest.mark.parametrize("protocol", PROTOCOLS.names())
def test_programs_are_judged_by_what_they_answer(call: Call, tmp_path: Path, protocol: str) -> None:
    for behaviour, (unsolvable, solvable, verdict) in BEHAVIOURS.items():
        if (protocol, behaviour) == ("text", "wrong-claim"):
            continue  # this protocol has no claims
        args = ["--depths", "4,12", "--per-depth", "1", "--unsolvable", "1", "--protocol", protocol]
        command = [sys.executable, PROGRAM, protocol, behaviour]
        code, out, _ = call("mark", "program", *args, "--output", tmp_path, "--", *command)
        results = json.loads((tmp_path / "program" / "results.json").read_text(encoding="utf-8"))
        scores = [test["score"] for test in results["tests"]]
        assert sorted(scores) == sorted([unsolvable, solvable, solvable]), behaviour
        assert verdict in out
        assert code == (0 if behaviour == "right" else 1)


def test_a_class_of_programs_is_marked_by_one_command(call: Call, tmp_path: Path) -> None:
    (tmp_path / "programs").mkdir()
    for name, last in {"ann": "L", "ben": "R R"}.items():  # ann tries to erase ben.py
        text = f"open('{(tmp_path / 'programs/ben.py').as_posix()}', 'w'); input(); print('U\\n{last}')"
        (tmp_path / "programs" / f"{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "boards.txt").write_text("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15\n", encoding="utf-8")
    (tmp_path / "rubric.json").write_text('{"solves": 3}', encoding="utf-8")
    options = ["--boards", tmp_path / "boards.txt", "--points", tmp_path / "rubric.json"]
    options += ["--output", tmp_path / "marks", "--each", tmp_path / "programs", "--protocol=text"]
    code, out, _ = call("mark", "program", *options, "--", sys.executable, "{}")
    assert code == 1
    assert re.search(r"^ann +3 +3 +1 +1 +1 +0 ", out, re.MULTILINE)
    assert "wrong or longer on 1 of 1 board: board 1 not at the goal: " in out
    assert (tmp_path / "marks/marks.csv").read_text(encoding="utf-8").startswith("student,points,of,boards,")


@pytest.mark.parametrize(
    ("protocol", "printed", "path", "problem"),
    [
        ("princeton", "1 2 3\n4 5 6\n7 8 0", "-", "not one slide away"),  # the blank jumps over a tile
        ("princeton", "1 2 3\n4 5 6\n7 0 8\n1 2 3\n4 5 6", "", "5 rows of 3 numbers"),
        ("42", "Number of moves: 2\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0", "7 8", ""),
        ("princeton", "9" * 5_000, "", "0 rows of 3 numbers"),
        ("42", "|1 2 3|\nThis puzzle is unsolvable", "unsolvable", ""),
        ("columbia", "", "", "output.txt was not written"),
        ("columbia", "path_to_goal: [" * 40_000 + "Up]", "Up", ""),  # read without delay
        ("jsonl", "[" * 100_000, "", "must be a JSON object"),
        ("jsonl", 'searching...\n{"moves": [7, 8]}', "7 8", ""),
        ("jsonl", '{"moves": 7}', "", "neither `moves` nor `unsolvable`"),
        ("text", "", "", "it prints nothing"),
    ],
)
def test_answers_are_read_and_only_slides_count_as_moves(
    protocol: str, printed: str, path: str, problem: str
) -> None:
    reply = PROTOCOLS[protocol].read(Board.parse("1 2 3/4 5 6/0 7 8"), printed, printed)
    assert reply.path == path
    assert problem in reply.problem
    assert bool(problem) == bool(reply.problem)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["program", "--protocol", "text", "--each", ".", "--", "python3"], "--each and {} in the command"),
        (["heuristics", "missing"], "cannot read missing"),
        (["heuristics", "."], "has two entries with the same name"),
        (["heuristics", "twice", "--points", "bad.toml"], "the rubric has 'run'"),
        (["heuristics", "twice", "--boards", "large.txt"], "all boards must be 3x3"),
        (["heuristics", "twice", "--boards", "goal.txt"], "line 1: the board has the goal 1 2 3/8 0 4/7 6 5"),
        (["heuristics", "twice", "--boards", "none.txt"], "none.txt has no boards"),
    ],
)
def test_a_wrong_command_line_is_explained(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "twice").mkdir()
    files = {"twice.py": "", "twice/a.py": "", "none.txt": "", "bad.toml": "run = 1", "large.txt": "1 2/0 3"}
    files["goal.txt"] = "1 2 3/4 5 6/7 0 8 -> spiral"
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    code, _, err = call("mark", *args)
    assert code == 2
    assert message in err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_a_program_gets_no_variables_of_ours_and_its_children_end_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NPUZZLE_SECRET", "token")
    script = "env; (sleep 1; touch late) & head -c 3000000 /dev/zero > big"
    ended = run_limited(["sh", "-c", script], tmp_path, b"", Caps(seconds=20, memory=10**9, output=10**6))
    assert b"PATH=" in ended.output
    assert b"NPUZZLE_SECRET" not in ended.output
    assert (tmp_path / "big").stat().st_size <= 10**6
    sleep(2)
    assert not (tmp_path / "late").exists()
    late = run_limited(["sleep", "60"], tmp_path, b"", Caps(seconds=0.2, memory=10**9))
    assert (late.by_itself, late.problem) == (False, "it took more than 0.2 seconds")
