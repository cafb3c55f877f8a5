"""Names on the command line: short help, short options, and messages about mistyped names."""

from __future__ import annotations

import sys

import pytest

from npuzzle import ALGORITHMS, GOALS, HEURISTICS, __version__
from npuzzle.cli.main import COMMANDS, FIRST, main, make_parser
from npuzzle.cli.parser import Parser
from npuzzle.cli.terminal import Meter, silence
from tests.support.command_line import Call
from tests.support.terminals import Screen

NEAR = "1 2 3/4 5 6/0 7 8"
PARSERS = list(make_parser().walk())


# Help


def test_without_a_command_it_shows_how_to_begin(call: Call) -> None:
    code, out, err = call()
    assert (code, out) == (2, "")
    for command in COMMANDS:
        assert (command.example in err) == (command.name in FIRST)
    assert "npuzzle --help" in err
    assert max(map(len, err.splitlines())) <= 80
    assert err.count("\n") <= 16


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.prog)
def test_help_of_a_command_is_what_its_option_shows(
    parser: Parser, call: Call, capsys: pytest.CaptureFixture[str]
) -> None:
    words = parser.prog.split()[1:]
    code, out, _ = call("help", *words)
    assert (code, out) == (0, parser.format_help())
    with pytest.raises(SystemExit):
        main([*words, "--help"])
    assert capsys.readouterr().out == out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solv"], "unknown command 'solv'; did you mean solve? Known: solve, check"),
        (["tables", "list", "all"], "npuzzle tables list has no subcommands: leave out 'all'"),
    ],
)
def test_help_of_what_is_not_there(words: list[str], said: str, call: Call) -> None:
    code, out, err = call("help", *words)
    assert (code, out) == (2, "")
    assert said in err


# Options


def test_the_version_has_a_short_option(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("-V", "--version"):
        with pytest.raises(SystemExit) as ended:
            main([option])
        assert (ended.value.code, capsys.readouterr().out) == (0, f"npuzzle {__version__}\n")


def test_quiet_shows_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for is_silent in (False, True, False):
        screen = Screen()
        with silence(is_silent), Meter(screen, every=0) as meter:
            meter.show(lambda: "so far")
        assert ("so far" in screen.getvalue()) == (not is_silent)


def test_a_command_obeys_quiet_and_says_which_run_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("npuzzle.cli.terminal.monotonic", iter(range(10**9)).__next__)  # 1 s per look

    def shown(*words: str) -> str:
        monkeypatch.setattr(sys, "stderr", Screen())
        assert main(words) == 0
        return sys.stderr.getvalue()  # type: ignore[attr-defined, no-any-return]

    certify = ("certify", "manhattan", "--shape", "2x2")
    assert "states" in shown(*certify)
    assert shown(*certify, "-q") == shown(*certify, "--quiet") == ""
    compared = shown("compare", NEAR, NEAR, "--heuristics", "manhattan,misplaced")
    assert "\r1 of 4 runs, now astar with misplaced on board 1\x1b" in compared
    assert "\r2 of 4 runs, now astar with manhattan on board 2\x1b" in compared
    assert "\r4 of 4 runs\x1b" in compared


def test_every_command_that_shows_progress_can_be_quiet() -> None:
    quiet = {parser.prog.removeprefix("npuzzle ") for parser in PARSERS if "--quiet" in parser.options()}
    assert quiet == {
        *("solve", "verify", "analyse", "batch", "certify", "compare", "exercises"),
        *("tables build", "tables verify", "mark heuristics", "mark program"),
    }


# Mistyped names


def misspell(name: str) -> str:
    """Leave out the second-last character, like a hasty typist."""
    return name[:-2] + name[-1]


@pytest.mark.parametrize("name", [command.name for command in COMMANDS])
def test_a_mistyped_command_is_guessed(name: str, call: Call) -> None:
    code, out, err = call(misspell(name))
    assert (code, out) == (2, "")
    assert f"; did you mean {name}? Known: " in err
    assert err.endswith("(see npuzzle --help)\n")


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.prog)
def test_a_mistyped_option_of_any_command_is_guessed_and_its_help_is_named(
    parser: Parser, call: Call
) -> None:
    for name in parser.options():
        if len(name) < 6:
            continue
        code, out, err = call(*parser.prog.split()[1:], misspell(name))
        assert (code, out) == (2, "")
        said = f"unknown option {misspell(name)}; did you mean {name}? (see {parser.prog} --help)"
        assert said in err


@pytest.mark.slow
def test_mistyped_values_are_guessed(call: Call) -> None:
    names = {
        "--algorithm": ALGORITHMS.names(),
        "--heuristic": HEURISTICS.names(),
        "--goal": GOALS.names(),
        "--notation": ("tile", "blank"),
    }
    for option, known in names.items():
        for name in known:
            if len(name) > 3 and misspell(name) not in known:
                code, _, err = call("solve", NEAR, option, misspell(name))
                assert code == 2
                assert f"{misspell(name)!r}; did you mean " in err, (option, name)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--foo", "solve", NEAR], "unknown option --foo (see npuzzle solve --help)"),
        (["solve", NEAR, "--foo"], "unknown option --foo (see npuzzle solve --help)"),
        (["tables", "list", "x"], "unrecognized arguments: x (see npuzzle tables list --help)"),
        (["tables"], "required: ACTION, one of build, verify, list (see npuzzle tables --help)"),
        (["solve", NEAR, "--gaol=spiral"], "unknown option --gaol; did you mean --goal?"),
        (["solve", "--", "--gaol"], "there is no file --gaol, and it is not a board"),
    ],
)
def test_what_else_is_said_of_options(words: list[str], said: str, call: Call) -> None:
    code, out, err = call(*words)
    assert (code, out, said in err) == (2, "", True)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("solve 1 2 3 4 5 6 7 8 0", 'npuzzle solve "1 2 3 4 5 6 7 8 0"'),
        ("check 1 2 3 --goal spiral 0", 'npuzzle check "1 2 3 0" --goal spiral'),
        ("solve --width 3 1 2 3 0", 'npuzzle solve "1 2 3 0" --width 3'),
        ("solve 1 2 / 3 0 --title x", "unknown option --title"),
        ("verify 1 2 3 4 5 6 7 0 8 L", 'npuzzle verify "1 2 3 4 5 6 7 0 8" L'),
        ("compare 1 2/3 0 --csv", 'npuzzle compare "1 2/3 0" --csv'),
        ("trace 1 2 3/4 5 0", 'npuzzle trace "1 2 3/4 5 0"'),
        ("solve 1,2, 0,3", 'a board is one argument, in quotes: npuzzle solve "1,2, 0,3"'),
    ],
)
def test_a_board_without_quotes_is_shown_with_them(words: str, meant: str, call: Call) -> None:
    code, out, err = call(*words.split())
    assert (code, out, meant in err) == (2, "", True)


def test_options_come_after_the_command(call: Call) -> None:
    found = call("--json", "solve", NEAR)
    assert (found.code, "options come after the command: npuzzle solve --json" in found.out) == (2, True)
