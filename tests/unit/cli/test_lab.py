"""The laboratory on the command line: `certify`, `compare` and `trace`."""

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
from npuzzle.lab import EXHIBITS
from tests.support.command_line import Call, Save
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
def own(save: Save) -> str:
    return str(save(OWN, "my_h.py"))


# certify


@pytest.mark.slow
def test_certify_says_what_is_true_of_manhattan(call: Call) -> None:
    code, out, err = call("certify", "manhattan")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "manhattan on all 181,440 states of 3x3, goal blank-last"
    assert lines[1] == "admissible   yes, never above the true distance"
    assert lines[2] == "consistent   yes, no move changes it by more than 1"
    assert sum(line.startswith("against ") for line in lines) == 11


@pytest.mark.parametrize(
    ("name", "shown"), [("h", "h"), ("Rows", "Rows"), ("best", "max(h, manhattan)")], ids=str
)
def test_a_heuristic_of_a_file_is_certified_as_json(call: Call, own: str, name: str, shown: str) -> None:
    data = call("certify", f"{own}:{name}", "--shape", "2x3", "--against", "misplaced", "--json").json
    assert (data["heuristic"], data["goal"], data["states"]) == (shown, "1 2 3/4 5 0", 360)
    assert (data["admissible"], data["consistent"], data["goal_value"]) == (True, True, 0)
    assert (data["against"]["misplaced"] == {"relation": "equal", "higher": 0, "lower": 0}) == (name == "h")


@pytest.mark.slow_cases("arguments1")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["constant-240", "--shape", "2x2"], ["too large on 12 states, by 240 at worst"]),
        (
            ["manhattan-with-blank"],
            [
                "too large on 4,650 states, by 4 at worst",
                "nearest: 1 2 3/4 5 0/7 8 6 has h = 2, but is 1 from the goal",
            ],
        ),
    ],
    ids=["arguments0", "arguments1"],
)
def test_an_inadmissible_heuristic_is_exit_code_1(call: Call, arguments: list[str], said: list[str]) -> None:
    code, out, err = call("certify", *arguments, "--against", "none")
    assert (code, err) == (1, "")
    assert all(words in out for words in said)


@pytest.mark.slow
def test_all_exhibits_at_once(call: Call) -> None:
    code, out, _ = call("certify", "--wrong-examples")
    assert code == 0
    for exhibit in EXHIBITS:
        assert f"{exhibit.name} on all 181,440 states" in out
        assert exhibit.lesson in out
    data = call("certify", "--wrong-examples", "--shape", "2x2", "--json").json
    assert [entry["heuristic"] for entry in data["exhibits"]] == [exhibit.name for exhibit in EXHIBITS]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["manhatten"], "unknown heuristic 'manhatten'; did you mean manhattan? Known: zero"),
        ([], "certify needs either a heuristic or --wrong-examples, got neither"),
        (["zero", "--wrong-examples"], "certify needs either a heuristic or --wrong-examples, got both"),
        (["zero", "--shape", "4x4"], "up to 9 cells, such as 3x3; 4x4 has 16 cells"),
        (["zero", "--shape", "big"], "a size must be written like 3x4"),
        (["zero", "--goal", "snake"], "unknown goal 'snake'"),
        (["zero", "--against", "ones"], "unknown heuristic 'ones'"),
        (["OWN:nothing"], "nothing gave None for the board 1 2 3/4 5 6/7 8 0"),
        (["OWN:nowhere"], "has no nowhere; it has Heuristic, maximum, h, nothing, Rows"),
        (["OWN:number"], "a heuristic must be a name, a card, a class or a function, got 7"),
        (["OWN"], "my_h.py? Write"),
        (["absent.py:h"], "cannot load absent.py: FileNotFoundError"),
        (["FOLDER/broken.py:h"], "SyntaxError: '(' was never closed (broken.py, line 1)"),
        (["FOLDER/leaver.py:h"], "SystemExit"),
        (["FOLDER/failing.py:h"], "ZeroDivisionError"),
    ],
)
def test_bad_requests_are_one_clear_line_and_leave_no_module(
    call: Call, own: str, save: Save, arguments: list[str], said: str
) -> None:
    folder = save("def h(board:\n", "broken.py").parent
    save("import sys\nsys.exit(0)\n", "leaver.py")
    save("1 / 0\n", "failing.py")
    words = [word.replace("OWN", own).replace("FOLDER", str(folder)) for word in arguments]
    before = (list(sys.path), set(sys.modules))
    code, out, err = call("certify", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
    assert "FOLDER" not in "".join(arguments) or (list(sys.path), set(sys.modules)) == before


def test_a_file_may_import_its_neighbour_print_and_is_run_once(call: Call, save: Save) -> None:
    save("SCALE = 1\n", "neighbour_of_h.py")
    text = "from neighbour_of_h import SCALE\nprint('loading')\nh = lambda board: 0\n"
    found = call("batch", save("1 2/3 0\n" * 3), "--heuristic", f"{save(text, 'chatty.py')}:h")
    assert found.code == 0
    assert [row["length"] for row in found.rows] == [0, 0, 0]
    assert found.err.count("loading") == 1


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
    """However the heuristic prints, standard output contains only the answer."""
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
    """A second Ctrl-C is needed where the first one asks for the result so far."""
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


def test_what_stands_beside_a_file_takes_no_place_of_what_is_installed(call: Call, save: Save) -> None:
    beside = save("raise SystemExit('not this one')\n", "textual.py")
    mine = save("h = lambda board: 0\n", "mine.py")
    assert call("trace", "1 2/0 3", "--heuristic", f"{mine}:h").code == 0
    spec = importlib.util.find_spec("textual")
    assert spec is not None
    assert spec.origin != str(beside)


@pytest.mark.slow
def test_the_progress_line_is_wiped_out_when_a_heuristic_raises(tmp_path: Path) -> None:
    """The progress shown before never counts more states than there are."""
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
        assert CODES.sub("", rest).startswith("npuzzle: line 5 of slow.py: AssertionError: no more")


def test_auto_is_understood_everywhere(call: Call) -> None:
    assert call("certify", "auto", "--shape", "2x2", "--json").json["heuristic"] == "linear-conflict"
    ways = ["--algorithms", "auto,AUTO", "--heuristics", "Auto"]
    runs = call("compare", "1 2/0 3", *ways, "--json").json["runs"]
    assert [run["algorithm"] for run in runs] == ["astar", "astar"]


@pytest.mark.slow
def test_solve_takes_ones_own_heuristic_and_exhibits(call: Call, own: str) -> None:
    answer = call(
        "solve", "8 6 7/2 5 4/3 0 1", "--algorithm", "astar", "--heuristic", f"{own}:best", "--json"
    ).json
    assert (answer["length"], answer["heuristic"]) == (31, "max(h, manhattan)")
    answer = call("solve", "1 2 3/4 5 0/7 8 6", "--heuristic", "constant-240", "--json").json
    assert (answer["length"], answer["heuristic"]) == (1, "constant-240")
    answer = call(
        "solve", "3 8 1/6 5 4/0 2 7", "--algorithm", "idastar", "--heuristic", "pairwise-conflict", "--json"
    ).json
    assert answer["length"] > 26
    assert answer["claim"] != "proved shortest"


# compare

KNOWN = "# three boards\n2 3 7/1 8 0/6 5 4\n\n7 0 8/4 6 1/5 3 2\n5 7 6/2 4 3/8 1 0 # the last\n"
NAMES = "misplaced,manhattan,linear-conflict,n-max-swap"


@pytest.mark.slow
def test_compare_as_csv(call: Call, save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards may come from a file, from standard input or from the command line."""
    monkeypatch.setattr("sys.stdin", StringIO(KNOWN))
    asked = ["--goal", "blank-first", "--heuristics", NAMES, "--algorithm", "astar", "--csv"]
    words = [line.partition(" #")[0] for line in KNOWN.splitlines() if line[:1].isdigit()]
    for boards in (["--boards", save(KNOWN)], ["--boards", "-"], words):
        code, out, err = call("compare", *boards, *asked)
        assert (code, err) == (0, "")
        lines = list(csv.DictReader(StringIO(out)))
        assert [line["heuristic"] for line in lines] == NAMES.split(",") * 3
        assert [line["length"] for line in lines] == ["17"] * 4 + ["25"] * 4 + ["28"] * 4
        assert {line["claim"] for line in lines} == {"proved shortest"}
        assert [line["expanded"] for line in lines[:3]] == ["572", "57", "55"]


def test_random_boards_repeat_for_a_seed_and_are_at_every_depth(call: Call) -> None:
    def drawn(*options: str) -> list[Any]:
        arguments = ["compare", "--shape", "2x3", "--heuristics", "manhattan", *options, "--json"]
        return [(run["board"], run["length"]) for run in call(*arguments).json["runs"]]

    random = ("--random", "4", "--seed")
    assert drawn(*random, "3") == drawn(*random, "3") != drawn(*random, "4")
    assert len(drawn("--random", "4")) == 4
    assert drawn("--random", "4", "--walk", "0") == [("1 2 3/4 5 0", 0)] * 4
    assert [length for _, length in drawn("--per-depth", "1")] == list(range(22))


def test_a_table_of_its_own(call: Call) -> None:
    shared = ["compare", "1 3 4/8 6 2/7 0 5", "2 8 1/0 4 3/7 6 5", "--goal", "spiral"]
    for table, head in (("runs", "Every run"), ("totals", "In all"), ("depths", "Means by depth")):
        out = call(*shared, "--table", table)[1]
        assert out.startswith(head)
        assert "\n\n" not in out
    assert call(*shared, "--table", "totals", "--csv")[1].startswith("rank,algorithm,")


def test_every_heuristic_and_every_algorithm(call: Call) -> None:
    data = call("compare", "0 1/2 3", "--goal", "blank-last", "--heuristics", "all", "--json").json
    assert len(data["runs"]) == len(list(HEURISTICS))
    data = call("compare", "1 2/0 3", "--heuristics", "zero", "--algorithms", "all", "--json").json
    assert len(data["runs"]) == len(list(ALGORITHMS))
    assert {run["length"] for run in data["runs"] if run["claim"] == "proved shortest"} == {1}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "compare takes boards from one of BOARD, --boards, --random, --per-depth, got none"),
        (["1 2/3 0", "--random", "3"], "got BOARD and --random"),
        (["--walk", "3", "--per-depth", "1"], "--walk says how --random boards are made"),
        (["--random", "0"], "--random must be 1 or more, got 0"),
        (["--per-depth", "1", "--shape", "4x4"], "up to 9 cells"),
        (["1 2/3 3"], "tile 3 appears twice"),
        (["--boards", "FAULTY"], "line 3: not a board: tile 3 appears twice"),
        (["1 2/3 0", "--algorithm", "best"], "unknown algorithm 'best'"),
        (["1 2/3 0", "--weight", "3"], "the weight applies to weighted-astar only, not to astar"),
        (["1 2/3 0", "--heuristics", "best"], "unknown heuristic 'best'"),
        (["1 2/3 0", "--csv", "--json"], "not allowed with argument"),
        (["--boards", "absent.txt"], "cannot read absent.txt"),
        (
            ["1 2/3 0", "--heuristics", "none"],
            "expected at least one algorithm with a heuristic to compare, got none",
        ),
        (["2 8 1/0 4 3/7 6 5", "--goal", "1 2 3/4 5 0"], "the goal is 2x3, but the board is 3x3"),
    ],
)
def test_bad_comparisons_are_one_clear_line(call: Call, save: Save, arguments: list[str], said: str) -> None:
    faulty = str(save("1 2/3 0\n\n1 2/3 3\n"))
    code, out, err = call("compare", *(word.replace("FAULTY", faulty) for word in arguments))
    assert (code, said in out + err, (out + err).count("\n")) == (2, True, 1)


def test_what_is_not_solved_is_exit_code_1(call: Call) -> None:
    code, out, _ = call("compare", "2 8 1/0 4 3/7 6 5", "8 6 7/2 5 4/3 0 1", "--max-expanded", "9")
    assert (code, "unsolvable" in out, "out of nodes" in out) == (1, True, True)


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


def test_trace_tells_a_search_step_by_step(call: Call, own: str) -> None:
    board = "2 8 3/1 6 4/7 0 5"
    code, out, err = call("trace", board, "--goal", "spiral", "--heuristic", f"{own}:h")
    assert (code, err) == (0, "")
    last = "   6  1 2 3/8 0 4/7 6 5  g 5 h 0 f 5  the goal, 0 made, frontier 6"
    assert out.splitlines()[-1] == last
    found = call("trace", board, "--goal", "spiral", "--algorithm", "dfs", "--max-depth", "6", "--json").json
    assert (found["algorithm"], found["path"], len(found["steps"])) == ("depth-first", "DDRUL", 6)


def test_trace_says_when_it_was_left_or_cannot_be(call: Call) -> None:
    code, out, _ = call("trace", "8 6 7/2 5 4/3 0 1", "--max-expanded", "7")
    assert (code, len(out.splitlines())) == (1, 7 + 1)
    code, out, err = call("trace", "1 2/3 0", "--algorithm", "anytime")
    assert (code, out) == (2, "")
    assert "anytime has no search tree: it finds a path with compiled kernels" in err
    narrow = call("trace", "8 6 7/2 5 4/3 0 1", "--algorithm", "beam", "--width", "1", "--json").json
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
def test_a_trace_without_a_path_says_why(call: Call, arguments: list[str], last: str) -> None:
    code, out, _ = call("trace", *arguments)
    assert (code, out.splitlines()[-1].startswith(last)) == (1, True)


def test_a_heuristic_that_fails_on_one_board_keeps_the_other_rows(call: Call, save: Save) -> None:
    mine = save("def h(board):\n    return -1 if str(board) == '1 2/0 3' else 0\n", "mine.py")
    found = call("compare", "1 2/0 3", "1 2/3 0", "--heuristics", f"{mine}:h,zero", "--json")
    said = "npuzzle: an estimate must be a number, 0 or more; h gave -1 for the board 1 2/0 3"
    assert (found.code, found.err.startswith(said)) == (2, True)
    runs = found.json["runs"]
    assert [run["outcome"] for run in runs] == ["error", "solved", "solved", "solved"]
    assert [run["length"] for run in runs] == [None, 1, 0, 0]
