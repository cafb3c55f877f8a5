"""The laboratory at the command line: certify and compare as they are typed."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, site
from npuzzle.cli.main import main
from npuzzle.lab import EXHIBITS
from tests.support.quick import mostly_slow
from tests.support.terminals import CODES, Terminal, on_terminal

OWN = '''
"""Heuristics of a student."""
from npuzzle import Heuristic, maximum

def h(board, goal):
    """Tiles off their place."""
    return sum(a != b for a, b in zip(board.tiles, goal.tiles) if a)

def nothing(state):
    return None

class Rows(Heuristic):
    def estimate(self, state):
        cols = self.shape.cols
        return sum(t // cols != c // cols for c, t in enumerate(state) if t != self.home)

best = maximum(h, "manhattan")
number = 7
'''


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "my_h.py"
    path.write_text(OWN, encoding="utf-8")
    return str(path)


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def json_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(called(capsys, *arguments, "--json")[1])


# certify


@pytest.mark.slow
def test_certify_says_what_is_true_of_manhattan() -> None:
    command = [sys.executable, "-m", "npuzzle", "certify", "manhattan"]
    done = subprocess.run(command, cwd=site.ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "manhattan on all 181,440 states of 3x3, goal blank-last"
    assert lines[1] == "admissible   yes, never above the true distance"
    assert lines[2] == "consistent   yes, no move changes it by more than 1"
    assert sum(line.startswith("against ") for line in lines) == 11


def test_a_file_of_ones_own_is_certified_as_json(capsys: pytest.CaptureFixture[str], own: str) -> None:
    data = json_of(capsys, "certify", f"{own}:h", "--shape", "2x3", "--against", "misplaced")
    assert (data["heuristic"], data["goal"], data["states"]) == ("h", "1 2 3/4 5 0", 360)
    assert (data["admissible"], data["consistent"], data["goal_value"]) == (True, True, 0)
    assert data["against"] == {"misplaced": {"relation": "equal", "higher": 0, "lower": 0}}


def test_classes_and_combinations_of_ones_own_too(capsys: pytest.CaptureFixture[str], own: str) -> None:
    for name, shown in (("Rows", "Rows"), ("best", "max(h, manhattan)")):
        data = json_of(capsys, "certify", f"{own}:{name}", "--shape", "2x3", "--against", "none")
        assert (data["heuristic"], data["admissible"]) == (shown, True)


def test_an_inadmissible_heuristic_is_exit_code_1_on_a_small_board_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = called(capsys, "certify", "constant-240", "--shape", "2x2", "--against", "none")
    assert (code, err) == (1, "")
    assert "too large on 12 states, by 240 at worst" in out


@pytest.mark.slow
def test_an_inadmissible_heuristic_is_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "certify", "manhattan-with-blank", "--against", "none")
    assert (code, err) == (1, "")
    assert "too large on 4,650 states, by 4 at worst" in out
    assert "nearest: 1 2 3/4 5 0/7 8 6 has h = 2, but is 1 from the goal" in out


@pytest.mark.slow
def test_all_exhibits_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "certify", "--wrong-examples")
    assert code == 0
    for exhibit in EXHIBITS:
        assert f"{exhibit.name} on all 181,440 states" in out
        assert exhibit.lesson in out
    data = json_of(capsys, "certify", "--wrong-examples", "--shape", "2x2")
    assert [entry["heuristic"] for entry in data["exhibits"]] == [exhibit.name for exhibit in EXHIBITS]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["manhatten"], "unknown heuristic 'manhatten'; did you mean manhattan? Known: zero"),
        ([], "certify takes one heuristic or --wrong-examples, got neither"),
        (["zero", "--wrong-examples"], "certify takes one heuristic or --wrong-examples, got both"),
        (["zero", "--shape", "4x4"], "up to 9 cells, such as 3x3; 4x4 has 16 cells"),
        (["zero", "--shape", "big"], "a size is written like 3x4"),
        (["zero", "--goal", "snake"], "unknown goal 'snake'"),
        (["zero", "--against", "ones"], "unknown heuristic 'ones'"),
        (["OWN:nothing"], "nothing gave None for the board 1 2 3/4 5 6/7 8 0"),
        (["OWN:nowhere"], "has no nowhere; it has Heuristic, maximum, h, nothing, Rows"),
        (["OWN:number"], "a heuristic is a name, a card, a class or a function, got 7"),
        (["OWN"], "my_h.py? Write"),
        (["absent.py:h"], "cannot load absent.py: FileNotFoundError"),
    ],
)
def test_bad_requests_are_one_clear_line(
    capsys: pytest.CaptureFixture[str], own: str, arguments: list[str], said: str
) -> None:
    code, out, err = called(capsys, "certify", *[argument.replace("OWN", own) for argument in arguments])
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_a_file_that_does_not_compile_says_where(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def h(board:\n", encoding="utf-8")
    code, _, err = called(capsys, "certify", f"{path}:h")
    assert code == 2
    assert "SyntaxError" in err
    assert "line 1" in err


def test_a_file_may_import_its_neighbour_print_and_is_run_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "neighbour_of_h.py").write_text("SCALE = 1\n", encoding="utf-8")
    path = tmp_path / "chatty.py"
    path.write_text(
        "from neighbour_of_h import SCALE\nprint('loading')\nh = lambda board: 0\n", encoding="utf-8"
    )
    boards = tmp_path / "boards.txt"
    boards.write_text("1 2/3 0\n" * 3, encoding="utf-8")
    exit_code, out, err = called(capsys, "batch", str(boards), "--heuristic", f"{path}:h")
    assert exit_code == 0
    assert [json.loads(line)["length"] for line in out.splitlines()] == [0, 0, 0]
    assert err.count("loading") == 1


SEARCHES = [
    ["solve", "2 8 3/1 6 4/7 0 5", "--goal", "spiral", "--heuristic", "FILE", "--json"],
    ["certify", "FILE", "--shape", "2x2", "--against", "none", "--json"],
    ["compare", "1 2/0 3", "--heuristics", "FILE", "--json"],
    ["trace", "2 8 3/1 6 4/7 0 5", "--goal", "spiral", "--heuristic", "FILE", "--json"],
    ["batch", "boards.txt", "--heuristic", "FILE"],
    ["batch", "boards.txt", "--heuristic", "FILE", "--jobs", "2"],
]


@pytest.mark.slow
@pytest.mark.parametrize("arguments", SEARCHES, ids=lambda arguments: f"{arguments[0]} {arguments[-1]}")
def test_a_heuristic_may_print_and_import_its_neighbour_while_it_is_asked(
    arguments: list[str], tmp_path: Path
) -> None:
    """However it prints: what is on standard output is the answer and nothing else."""
    (tmp_path / "near_a_heuristic.py").write_text(
        "import sys\ndef zero():\n    sys.stdout.write('heard\\n')\n    return 0\n", encoding="utf-8"
    )
    (tmp_path / "late.py").write_text(
        "def h(board):\n    from near_a_heuristic import zero\n    print('asked')\n    return zero()\n",
        encoding="utf-8",
    )
    (tmp_path / "boards.txt").write_text("1 2/0 3\n", encoding="utf-8")
    words = [word.replace("FILE", "late.py:h") for word in arguments]
    done = subprocess.run(
        [sys.executable, "-m", "npuzzle", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site.ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "error" not in json.loads(done.stdout)
    assert {"asked", "heard"} == set(done.stderr.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "presses"),
    mostly_slow(
        [
            (["certify"], 1),
            (["solve", "1 2/0 3", "--heuristic"], 2),
            (["compare", "1 2/0 3", "--heuristics"], 2),
            (["trace", "1 2/0 3", "--heuristic"], 1),
        ],
        unpack=True,
    ),
)
def test_a_heuristic_that_hangs_is_ended_by_ctrl_c(words: list[str], presses: int, tmp_path: Path) -> None:
    """By the second one, where the first asks for what is known so far."""
    path = tmp_path / "stuck.py"
    path.write_text("def h(board):\n    print('asked')\n    while True:\n        pass\n", encoding="utf-8")
    terminal = Terminal(*words, f"{path}:h")
    terminal.wait_for("asked")
    terminal.interrupt()
    if presses == 2:
        sleep(1.1)
        terminal.interrupt()
    assert terminal.ended() == 130
    assert "Traceback" not in terminal.shown


def test_what_stands_beside_a_file_takes_no_place_of_what_is_installed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "textual.py").write_text("raise SystemExit('not this one')\n", encoding="utf-8")
    (tmp_path / "mine.py").write_text("h = lambda board: 0\n", encoding="utf-8")
    assert called(capsys, "trace", "1 2/0 3", "--heuristic", f"{tmp_path / 'mine.py'}:h")[0] == 0
    spec = importlib.util.find_spec("textual")
    assert spec is not None
    assert spec.origin != str(tmp_path / "textual.py")


def test_a_file_that_cannot_be_loaded_leaves_no_module(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "broken.py"
    path.write_text("1 / 0\n", encoding="utf-8")
    before = (list(sys.path), set(sys.modules))
    assert called(capsys, "certify", f"{path}:h")[0] == 2
    assert (list(sys.path), set(sys.modules)) == before


@pytest.mark.slow
def test_the_progress_line_is_wiped_out_when_a_heuristic_raises(tmp_path: Path) -> None:
    """Also where it says how far the work is: never of more states than there are."""
    path = tmp_path / "slow.py"
    path.write_text(
        "from time import monotonic, sleep\nbegan = monotonic()\ndef h(board):\n"
        "    sleep(0.001)\n    assert monotonic() - began < 1.5, 'no more'\n    return 0\n",
        encoding="utf-8",
    )
    for words in (
        ["solve", "8 6 7/2 5 4/3 0 1", "--heuristic"],
        ["compare", "8 6 7/2 5 4/3 0 1", "--heuristics"],
        ["certify", "--against", "none"],
    ):
        shown = on_terminal(*words, f"{path}:h")
        line, _, rest = shown.rpartition("\r\x1b[K")
        assert re.search(
            r"\rexpanded |\r0 of 1 runs|\rcertifying: [\d,]+ of 181,440 states, pass \d+ of \d+", line
        ), shown
        assert CODES.sub("", rest).startswith("npuzzle: h raised AssertionError (no more)")


def test_a_file_that_ends_the_program_is_an_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "leaver.py"
    path.write_text("import sys\nsys.exit(0)\n", encoding="utf-8")
    code, _, err = called(capsys, "solve", "1 2/3 0", "--heuristic", f"{path}:h")
    assert code == 2
    assert "SystemExit" in err


def test_auto_is_understood_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert json_of(capsys, "certify", "auto", "--shape", "2x2")["heuristic"] == "linear-conflict"
    ways = ["--algorithms", "auto,AUTO", "--heuristics", "Auto"]
    runs = json_of(capsys, "compare", "1 2/0 3", *ways)["runs"]
    assert [run["algorithm"] for run in runs] == ["astar", "astar"]


def test_compare_reads_one_board_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("1 2/0 3\n"))
    assert json_of(capsys, "compare", "-", "--heuristics", "zero")["runs"][0]["length"] == 1


@pytest.mark.slow
def test_solve_takes_ones_own_heuristic_and_exhibits(capsys: pytest.CaptureFixture[str], own: str) -> None:
    answer = json_of(
        capsys, "solve", "8 6 7/2 5 4/3 0 1", "--algorithm", "astar", "--heuristic", f"{own}:best"
    )
    assert (answer["length"], answer["heuristic"]) == (31, "max(h, manhattan)")
    answer = json_of(capsys, "solve", "1 2 3/4 5 0/7 8 6", "--heuristic", "constant-240")
    assert (answer["length"], answer["heuristic"]) == (1, "constant-240")
    answer = json_of(
        capsys, "solve", "3 8 1/6 5 4/0 2 7", "--algorithm", "idastar", "--heuristic", "pairwise-conflict"
    )
    assert answer["length"] > 26
    assert answer["claim"] != "proved shortest"


# compare

KNOWN = "# three boards\n2 3 7/1 8 0/6 5 4\n\n7 0 8/4 6 1/5 3 2\n5 7 6/2 4 3/8 1 0 # the last\n"
NAMES = "misplaced,manhattan,linear-conflict,n-max-swap"


@pytest.fixture
def boards(tmp_path: Path) -> str:
    path = tmp_path / "boards.txt"
    path.write_text(KNOWN, encoding="utf-8")
    return str(path)


@pytest.mark.slow
def test_compare_as_csv(capsys: pytest.CaptureFixture[str], boards: str) -> None:
    code, out, err = called(
        capsys,
        *("compare", "--boards", boards, "--goal", "blank-first"),
        *("--heuristics", NAMES, "--algorithm", "astar", "--csv"),
    )
    assert (code, err) == (0, "")
    lines = list(csv.DictReader(StringIO(out)))
    assert [line["heuristic"] for line in lines] == NAMES.split(",") * 3
    assert [line["length"] for line in lines] == ["17"] * 4 + ["25"] * 4 + ["28"] * 4
    assert {line["claim"] for line in lines} == {"proved shortest"}
    assert [line["expanded"] for line in lines[:3]] == ["572", "57", "55"]


def test_compare_reads_standard_input_and_words(
    capsys: pytest.CaptureFixture[str], boards: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(KNOWN))
    piped = json_of(capsys, "compare", "--boards", "-", "--goal", "blank-first", "--heuristics", "manhattan")
    typed = json_of(
        capsys,
        *("compare", "2 3 7/1 8 0/6 5 4", "7 0 8/4 6 1/5 3 2", "5 7 6/2 4 3/8 1 0"),
        *("--goal", "blank-first", "--heuristics", "manhattan"),
    )
    assert [run["expanded"] for run in piped["runs"]] == [run["expanded"] for run in typed["runs"]]


def test_random_boards_repeat_for_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    def drawn(*options: str) -> list[str]:
        arguments = ["compare", "--random", "4", "--shape", "2x3", "--heuristics", "manhattan", *options]
        return [run["board"] for run in json_of(capsys, *arguments)["runs"]]

    assert drawn("--seed", "3") == drawn("--seed", "3") != drawn("--seed", "4")
    assert len(drawn()) == 4
    assert drawn("--walk", "0") == ["1 2 3/4 5 0"] * 4


def test_boards_at_every_depth(capsys: pytest.CaptureFixture[str]) -> None:
    data = json_of(capsys, "compare", "--per-depth", "1", "--shape", "2x3", "--algorithm", "bfs")
    assert [run["length"] for run in data["runs"]] == list(range(22))


def test_a_table_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    shared = ["compare", "1 3 4/8 6 2/7 0 5", "2 8 1/0 4 3/7 6 5", "--goal", "spiral"]
    for table, head in (("runs", "Every run"), ("totals", "In all"), ("depths", "Means by depth")):
        out = called(capsys, *shared, "--table", table)[1]
        assert out.startswith(head)
        assert "\n\n" not in out
    assert called(capsys, *shared, "--table", "totals", "--csv")[1].startswith("rank,algorithm,")


def test_every_heuristic_and_every_algorithm(capsys: pytest.CaptureFixture[str]) -> None:
    data = json_of(capsys, "compare", "0 1/2 3", "--goal", "blank-last", "--heuristics", "all")
    assert len(data["runs"]) == len(list(HEURISTICS))
    data = json_of(capsys, "compare", "1 2/0 3", "--heuristics", "zero", "--algorithms", "all")
    assert len(data["runs"]) == len(list(ALGORITHMS))
    assert {run["length"] for run in data["runs"] if run["claim"] == "proved shortest"} == {1}


def test_what_is_not_solved_is_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "compare", "2 8 1/0 4 3/7 6 5", "--heuristics", "manhattan")
    assert code == 1
    assert "unsolvable" in out
    code, out, _ = called(
        capsys, "compare", "8 6 7/2 5 4/3 0 1", "--heuristics", "zero", "--max-expanded", "9"
    )
    assert code == 1
    assert "out of nodes" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "compare takes boards from one of BOARD, --boards, --random, --per-depth, got none"),
        (["1 2/3 0", "--random", "3"], "got BOARD and --random"),
        (["--walk", "3", "--per-depth", "1"], "--walk says how --random boards are made"),
        (["--random", "0"], "--random takes a number of boards, 1 or more, got 0"),
        (["--per-depth", "1", "--shape", "4x4"], "up to 9 cells"),
        (["1 2/3 3"], "tile 3 appears twice"),
        (["1 2/3 0", "--algorithm", "best"], "unknown algorithm 'best'"),
        (["1 2/3 0", "--weight", "3"], "the weight is for weighted-astar; got the algorithm astar"),
        (["1 2/3 0", "--heuristics", "best"], "unknown heuristic 'best'"),
        (
            ["1 2/3 0", "--algorithm", "wastar", "--weight", "0.5"],
            "the weight is a number, 1..1,000,000, got 0.5",
        ),
        (
            ["1 2/3 0", "--algorithm", "beam", "--width", "0"],
            "the width is a whole number, 1..10,000,000, got 0",
        ),
        (["1 2/3 0", "--csv", "--json"], "not allowed with argument"),
        (["--boards", "absent.txt"], "cannot read absent.txt"),
        (
            ["1 2/3 0", "--heuristics", "none"],
            "expected at least one algorithm with a heuristic to compare, got none",
        ),
        (
            ["1 2/3 0", "--algorithms", ","],
            "expected at least one algorithm with a heuristic to compare, got none",
        ),
        (["1 2/3 0", "--goal", "1 2 3/4 5 0"], "the goal is 2x3, but the board is 2x2"),
    ],
)
def test_bad_comparisons_are_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, out, err = called(capsys, "compare", *arguments)
    assert code == 2
    assert said in out + err
    assert (out + err).count("\n") == 1


def test_a_bad_line_of_a_file_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("1 2/3 0\n\n1 2/3 3\n", encoding="utf-8")
    code, _, err = called(capsys, "compare", "--boards", str(path))
    assert code == 2
    assert "line 3: not a board: tile 3 appears twice" in err


@pytest.mark.slow
def test_ctrl_c_keeps_the_rows_made_so_far() -> None:
    hard = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
    terminal = Terminal(
        *("compare", "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15", hard),
        *("--goal", "blank-first", "--algorithm", "idastar", "--heuristics", "zero", "--csv"),
    )
    terminal.wait_for("1 of 2 runs")
    terminal.interrupt()
    assert terminal.ended() == 1
    lines = list(csv.DictReader(terminal.shown.rpartition("\x1b[K")[2].splitlines()))
    assert [line["outcome"] for line in lines] == ["solved", "cancelled"]


# trace


def test_trace_tells_a_search_step_by_step(capsys: pytest.CaptureFixture[str], own: str) -> None:
    board = "2 8 3/1 6 4/7 0 5"
    code, out, err = called(capsys, "trace", board, "--goal", "spiral", "--heuristic", f"{own}:h")
    assert (code, err) == (0, "")
    last = "   6  1 2 3/8 0 4/7 6 5  g 5 h 0 f 5  the goal, 0 made, frontier 6"
    assert out.splitlines()[-1] == last
    found = json_of(capsys, "trace", board, "--goal", "spiral", "--algorithm", "dfs", "--max-depth", "6")
    assert (found["algorithm"], found["path"], len(found["steps"])) == ("depth-first", "DDRUL", 6)


def test_trace_says_when_it_was_left_or_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "trace", "8 6 7/2 5 4/3 0 1", "--max-expanded", "7")
    assert (code, len(out.splitlines())) == (1, 7 + 1)
    code, out, err = called(capsys, "trace", "1 2/3 0", "--algorithm", "anytime")
    assert (code, out) == (2, "")
    assert "anytime has no search tree: it finds a path with compiled kernels" in err
    narrow = json_of(capsys, "trace", "8 6 7/2 5 4/3 0 1", "--algorithm", "beam", "--width", "1")
    assert (narrow["algorithm"], narrow["width"], len(narrow["path"])) == ("beam", 1, 47)


@pytest.mark.parametrize(
    ("arguments", "last"),
    [
        (["2 8 1/0 4 3/7 6 5"], "Not solvable: the board has 11 inversions (odd)"),
        (["8 6 7/2 5 4/3 0 1", "--max-expanded", "3"], "Not solved: the trace ends after 3 expansions."),
        (["8 6 7/2 5 4/3 0 1", "--max-expanded", "1"], "Not solved: the trace ends after 1 expansion."),
        (
            ["1 2/3 0", "--goal", "2 3/1 0", "--algorithm", "depth-first", "--max-depth", "1"],
            "Not solved: the frontier is empty after",
        ),
    ],
)
def test_a_trace_without_a_path_says_why(
    capsys: pytest.CaptureFixture[str], arguments: list[str], last: str
) -> None:
    assert main(["trace", *arguments]) == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith(last)


def test_a_heuristic_that_fails_on_one_board_keeps_the_other_rows(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def h(board):\n    return -1 if str(board) == '1 2/0 3' else 0\n", encoding="utf-8")
    words = ["compare", "1 2/0 3", "1 2/3 0", "--heuristics", f"{path}:h,zero", "--json"]
    code, out, err = called(capsys, *words)
    assert code == 2
    assert err.startswith("npuzzle: a heuristic gives a number, 0 or more; h gave -1 for the board 1 2/0 3")
    runs = json.loads(out)["runs"]
    assert [run["outcome"] for run in runs] == ["error", "solved", "solved", "solved"]
    assert [run["length"] for run in runs] == [None, 1, 0, 0]
