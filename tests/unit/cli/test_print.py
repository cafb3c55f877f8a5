"""`--print` writes only the bare answer to standard output, for scripts and judges."""

from __future__ import annotations

import pytest

from npuzzle import Notation, Problem, solve, verify
from npuzzle.puzzle.play import play_moves
from npuzzle.puzzle.problem import LineProblem
from npuzzle.solving.result import MOVE_FORMS
from tests.support.command_line import Call

TWENTY = "0 3 8/4 1 7/2 6 5"


@pytest.mark.parametrize(
    ("board", "options", "printed"),
    [
        ("1 2 3 4/5 0 6 8/9 10 7 11/13 14 15 12", ["--print", "tiles"], "6 7 11 12"),
        ("1 0 3/4 2 5/7 8 6", ["--print", "length"], "3"),
        ("1 0 3/4 2 5/7 8 6", ["--print", "claim"], "proved shortest"),
        ("1 2 3/4 5 6/0 7 8", ["--print", "moves"], "L2"),
        ("1 2 3/4 5 6/0 7 8", ["--print", "arrows", "--notation", "blank"], "→ →"),
        ("1 2 3/4 5 6/0 7 8", ["--print", "tiles", "--metric", "lines"], "8"),
        ("1 2 3/4 5 6/0 7 8", ["--print", "words", "--metric", "lines"], "left2"),
        ("1 2 3/4 5 6/0 7 8", ["--print", "tiles", "--one-per-line"], "7\n8"),
        ("1 2 3/4 5 6/7 8 0", ["--print", "words"], ""),
        ("1 2 3/4 5 6/7 8 0", ["--print", "length"], "0"),
    ],
)
def test_the_answer_alone_is_printed(call: Call, board: str, options: list[str], printed: str) -> None:
    assert call("solve", board, *options) == (0, f"{printed}\n", "")


def test_twenty_words_of_the_blank_one_per_line(call: Call) -> None:
    options = ["--goal", "blank-first", "--notation", "blank", "--print", "words", "--one-per-line"]
    code, out, err = call("solve", TWENTY, *options)
    assert (code, err, len(out.splitlines())) == (0, "", 20)
    assert set(out.split()) == {"up", "down", "left", "right"}
    assert verify(TWENTY, out, "blank-first", notation=Notation.BLANK).is_shortest


@pytest.mark.slow
def test_all_shortest_paths_are_printed(call: Call) -> None:
    board = "8 6 7/2 5 4/3 0 1"
    every = solve(board, every=True).every
    assert every is not None
    code, out, _ = call("solve", board, "--all", "--print", "letters")
    assert (code, out.split()) == (0, [*every.paths])
    _, out, _ = call("solve", board, "--all", "--print", "letters", "--one-per-line")
    assert ["".join(block.split()) for block in out.split("\n\n")] == [*every.paths]
    _, out, _ = call("solve", board, "--all", "--print", "letters", "--notation", "blank")
    assert out.split() == sorted(path.translate(str.maketrans("UDLR", "DURL")) for path in every.paths)


@pytest.mark.parametrize(
    ("board", "options", "code", "printed", "said"),
    [
        ("3 6 0/8 1 2/7 4 5", ["--print", "length"], 1, "-1\n", "Not solved: unsolvable."),
        ("3 6 0/8 1 2/7 4 5", ["--print", "words"], 1, "", "Not solved: unsolvable."),
        (
            TWENTY,
            ["--print", "length", "--max-expanded", "3"],
            0,
            "42\n",
            "Out of nodes, but a path of 42 moves",
        ),
        (TWENTY, ["--print", "length", "--max-depth", "3"], 1, "", "no path within the depth limit"),
        (TWENTY, ["--print", "length", "--algorithm", "greedy"], 0, "32\n", "at most 16 longer than"),
        (TWENTY, ["--print", "length", "--json"], 2, "", "--print prints one answer only: leave out --json"),
        (TWENTY, ["--print", "moves", "--boards"], 2, "", "leave out --boards"),
        (TWENTY, ["--print", "moves", "--show"], 2, "", "leave out --show"),
        (TWENTY, ["--print", "moves", "--statistics"], 2, "", "leave out --statistics"),
        (TWENTY, ["--one-per-line"], 2, "", "--one-per-line needs --print with one of moves, letters, words"),
        (TWENTY, ["--one-per-line", "--print", "length"], 2, "", "--one-per-line needs --print with one of"),
        (TWENTY, ["--print", "lenght"], 2, "", "did you mean length?"),
    ],
)
def test_what_is_not_a_proved_answer_is_said_on_standard_error(
    call: Call, board: str, options: list[str], code: int, printed: str, said: str
) -> None:
    found = call("solve", board, *options)
    if "--json" in options:
        assert found[0] == code
        assert said in found[1]
    else:
        assert found[:2] == (code, printed)
        assert said in found[2]


@pytest.mark.parametrize(
    ("board", "code", "answer"), [("1 2 3/4 5 6/0 7 8", 0, "YES\n"), ("2 1 3/4 5 6/7 8 0", 1, "NO\n")]
)
def test_check_prints_yes_or_no(call: Call, board: str, code: int, answer: str) -> None:
    assert call("check", board, "--print", "solvable") == (code, answer, "")
    found = call("check", board, "--print", "solvable", "--json")
    assert (found.code, "leave out --json" in found.out) == (2, True)


@pytest.mark.parametrize("form", MOVE_FORMS)
@pytest.mark.parametrize("notation", Notation)
@pytest.mark.parametrize("metric", ["tiles", "lines"])
def test_every_form_is_read_as_the_path_it_was_written_from(
    form: str, notation: Notation, metric: str
) -> None:
    for board in ("8 6 7/2 5 4/3 0 1", "1 4 2/0 3 5", "2 1/4 3/5 0"):
        result = solve(board, metric=metric)
        assert result
        assert isinstance(result.problem, LineProblem if metric == "lines" else Problem)
        for separator in (None, "\n", ", "):
            written = result.format_moves(form, notation, separator)
            assert play_moves(result.problem.start, written, notation).path == result.path
