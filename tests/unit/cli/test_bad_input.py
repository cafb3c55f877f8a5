"""Bad input and failures give one clear line (or JSON, if requested) and an exit code."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from npuzzle import Board
from tests.support.command_line import Call


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve"], "required: BOARD"),
        (["fly"], "unknown command 'fly'; known: solve, check"),
        (["solve", "1 2 3"], "1x3 has a single row"),
        (["solve", "1 2/3 0", "--goal", "sideways"], "known: blank-last, blank-first, spiral, snail"),
        (["solve", "1 2/3 0", "--goal", "1 2 3/4 5 0"], "the goal is 2x3, but the board is 2x2"),
        (["solve", "1 2/3 0", "--algorithm", "magic"], "unknown algorithm 'magic'; known: breadth-first"),
        (["solve", "1 2/3 0", "--heuristic", "hope"], "unknown heuristic 'hope'; known: zero"),
        (["solve", "1 2/3 0", "--weight", "0.5"], "the weight must be a number, 1 to 1,000,000, got 0.5"),
        (
            ["solve", "1 2/3 0", "--max-seconds", "-1"],
            "the seconds limit must be a number, 0 or more, got -1.0",
        ),
        *(
            ([*command, "\u0663"], "invalid")  # an Arabic digit, which is invalid in boards too
            for command in (
                ["solve", "1 2/3 0", "-j"],
                ["solve", "1 2/3 0", "--max-seconds"],
                ["solve", "1 2/3 0", "--weight"],
                ["batch", "boards.txt", "-j"],
                ["exercises", "folder", "--per-depth"],
            )
        ),
        (["solve", "1 2/3 0", "--weight", "3"], "the weight applies to weighted-astar only, not to auto"),
        (
            ["solve", "1 2/3 0", "--width", "3", "--algorithm", "astar"],
            "the width applies to beam only, not to astar",
        ),
        (
            ["solve", "1 2/3 0", "--algorithm", "breadth-first", "--heuristic", "manhattan"],
            "breadth-first uses no heuristic: leave the heuristic out",
        ),
        (["scramble", "big"], "a size must be written like 3x4 (rows x columns), got 'big'"),
        (["batch", "/nowhere/at/all"], "cannot read /nowhere/at/all"),
    ],
)
def test_bad_input_is_one_clear_line(call: Call, arguments: list[str], said: str) -> None:
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("npuzzle: ")
    assert said in err
    assert err.count("\n") == 1


def test_bad_input_is_json_where_json_was_asked_for(call: Call) -> None:
    found = call("solve", "1 2 2/3 4 0", "--json")
    assert (found.code, found.err) == (2, "")
    said = "tile 2 appears twice (at row 1, column 2 and row 1, column 3)"
    assert found.json["defects"][0]["message"] == said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["scramble", "1x4"], "1x4 has a single row"),
        (["batch", "/nowhere/at/all"], "cannot read /nowhere/at/all"),
        (["batch", "--weight"], "expected one argument"),
        (["tables", "build", "6x6"], "up to 25 cells; 6x6 has 36"),
        (["tables", "fly"], "unknown action 'fly'; known: build, verify, list"),
        (["trace", "boards.txt"], "there is no file boards.txt, and it is not a board"),
        (["compare"], "compare takes boards from one of"),
        (["certify", "hope"], "unknown heuristic 'hope'"),
        (["check", "1 2/0 3", "--goal", "1 1/2 0"], "the goal is not a board: tile 1 appears twice"),
    ],
)
def test_every_error_is_json_where_json_was_asked_for(call: Call, arguments: list[str], said: str) -> None:
    found = call(*arguments, "--json")
    assert (found.code, found.err, list(found.json)) == (2, "", ["error", "defects"])
    assert said in found.json["error"]


def test_a_failure_of_the_system_is_json_too(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(options: Namespace) -> tuple[Board, Board]:
        raise PermissionError(13, "Permission denied", options.board)

    monkeypatch.setattr("npuzzle.cli.solve.read_problem", refuse)
    code, out, err = call("solve", "board.txt", "--json")
    assert (code, err) == (3, "")
    said = "the system failed: [Errno 13] Permission denied: 'board.txt'"
    assert json.loads(out) == {"error": said, "defects": []}


@pytest.mark.parametrize("gone", [BrokenPipeError(32, "Broken pipe"), OSError(24, "Too many open files")])
def test_an_unexpected_failure_is_neither_one_of_the_output_nor_bad_input(
    gone: OSError, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    def fail(text: str, blank: str) -> Board:
        raise gone

    monkeypatch.setattr("npuzzle.cli.board.read_argument", fail)
    code, out, err = call("check", "1 2/0 3")
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
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boards.txt").write_text("1 2/0 3\n", encoding="utf-8")
    code, _, err = call(*arguments, "long" * 100)
    assert code in ((1,) if arguments[-1] == "verify" else (2,))
    assert "the system failed" not in err


@pytest.mark.parametrize(
    "arguments",
    [["solve", "1 2/0 3", "--jso"], ["solve", "1 2/0 3", "--alg", "astar"], ["tables", "list", "--js"]],
)
def test_an_option_is_written_whole(arguments: list[str], call: Call) -> None:
    code, out, err = call(*arguments)
    assert (code, out, "unknown option --" in err, "; did you mean --" in err) == (2, "", True, True)


def test_a_board_named_json_asks_for_no_json(call: Call) -> None:
    code, out, err = call("solve", "--", "--json")
    assert (code, out, err.startswith("npuzzle: there is no file --json, and it is not a board")) == (
        2,
        "",
        True,
    )


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "no\x1b[31m.txt"],
        ["solve", "1 2/3 0", "--goal", "\x1b[31m"],
        ["solve", "1 2/3 0", "--svg", "none/\x1b[31m.svg"],
        ["solve", "1 2/3 0", "--heuristic", "none/\x1b[31m.py:h"],
        ["solve", "1 2/3 0", "\x1b[31m"],
        ["batch", "\x1b[31m"],
        ["grade", "\x1b[31m", "none"],
        ["tables", "verify", "none\x1b[31m"],
        ["exercises", f"{__file__}/\x1b[31m"],
    ],
)
def test_no_message_steers_the_terminal(words: list[str], call: Call) -> None:
    code, out, err = call(*words)
    assert (code != 0, "\x1b" in out + err) == (True, False)
