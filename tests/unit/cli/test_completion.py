"""Completion works in a real bash, and the scripts of the other shells contain the same names."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from npuzzle import ALGORITHMS, GOALS, HEURISTICS
from npuzzle.cli.main import SHELLS, make_parser, write_script
from npuzzle.cli.parser import Parser, Place
from npuzzle.lab import EXHIBITS, TRACED
from tests.support.command_line import Call

#: Free text, for which nothing can be suggested.
FREE = {"blank", "moves", "order", "compress", "depths", "shape", "scramble", "site", "size", "title"}
FREE |= {"command", "function"}


@pytest.fixture(scope="module")
def bash_script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("completion") / "npuzzle"
    path.write_text(write_script(make_parser(), "bash"), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("files")
    (path / "boards.txt").touch()
    (path / "inside").mkdir()
    return path


def completed(bash_script: Path, folder: Path, *words: str) -> set[str]:
    """Return the completions that bash offers for the last of the words after `npuzzle`."""
    asking = f"""
        source {bash_script}
        [[ $(complete -p npuzzle) =~ -F\\ ([a-z_]+) ]]
        COMP_WORDS=(npuzzle "$@")
        COMP_CWORD=$#
        "${{BASH_REMATCH[1]}}"
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(
        ["bash", "--norc", "-c", asking, "bash", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    assert done.stderr == ""
    return set(done.stdout.split())


HEURISTIC_NAMES = {card.name for card in HEURISTICS}
ALGORITHM_NAMES = {card.name for card in ALGORITHMS}
EXHIBIT_NAMES = {card.name for card in EXHIBITS}


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["sol"], {"solve"}),
        (["tables", ""], {"build", "verify", "list"}),
        (["tables", "build", "--o"], {"--output"}),
        (["solve", "--goal", ""], set(GOALS.names())),
        (["solve", "1 2/0 3", "--goal", "s"], {"spiral", "snail"}),
        (["scramble", "3x3", "--goal", "blank"], {"blank-last", "blank-first"}),
        (["solve", "--algorithm", ""], {"auto", *ALGORITHM_NAMES}),
        (["compare", "--algorithms", ""], {"all", "auto", *ALGORITHM_NAMES}),
        (["trace", "--algorithm", ""], set(TRACED)),
        (["batch", "--heuristic", ""], {"auto", *HEURISTIC_NAMES, *EXHIBIT_NAMES}),
        (["certify", ""], {"auto", *HEURISTIC_NAMES, *EXHIBIT_NAMES}),
        (["certify", "zero", "--against", "a"], {"all"}),
        (["solve", "--engine", "was"], {"wasmtime"}),
        (["solve", "--notation", ""], {"tile", "blank"}),
        (["solve", "bo"], {"boards.txt"}),
        (["batch", "b"], {"boards.txt"}),
        (["compare", "--boards", "bo"], {"boards.txt"}),
        (["tables", "verify", ""], {"boards.txt", "inside"}),
        (["build", ""], {"inside"}),
        (["completion", ""], set(SHELLS)),
    ],
)
def test_bash_offers_what_may_stand_there(
    bash_script: Path, folder: Path, words: list[str], offered: set[str]
) -> None:
    assert completed(bash_script, folder, *words) == offered


@pytest.mark.slow
def test_bash_offers_every_command_and_every_option(bash_script: Path, folder: Path) -> None:
    assert completed(bash_script, folder, "") == set(commands())
    for name, parser in commands().items():
        options = {text for action in parser._actions for text in action.option_strings}
        assert completed(bash_script, folder, name, "-") == options


def commands() -> dict[str, Parser]:
    """Return the commands by name, without their actions."""
    found = {parser.prog: parser for parser in make_parser().walk()}
    return {name.split(" ")[1]: parser for name, parser in found.items() if name.count(" ") == 1}


def test_whatever_takes_a_text_is_completed_or_known_to_be_free() -> None:
    free = set()
    for parser in make_parser().walk():
        for action in parser._actions:
            if action.nargs != 0 and action.type in (None, Path) and not action.choices:
                if action not in parser.offers:
                    free.add(action.dest)
                elif action.type is Path:
                    assert isinstance(parser.offers[action], Place), f"{parser.prog} {action.dest}"
    assert free == FREE


def test_what_is_offered_is_something() -> None:
    for parser in make_parser().walk():
        for action, offer in parser.offers.items():
            assert action in parser._actions
            assert isinstance(offer, Place) or len(list(offer())) > 1, f"{parser.prog} {action.dest}"


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_its_script(shell: str, call: Call) -> None:
    code, out, err = call("completion", shell)
    assert (code, err) == (0, "")
    for name in (*commands(), *GOALS.names(), *ALGORITHM_NAMES, *HEURISTIC_NAMES, "max-expanded"):
        assert re.search(rf"\b{name}\b", out), name
    begins = {"bash": "complete -o", "zsh": "#compdef npuzzle", "tcsh": "complete npuzzle"}
    assert begins[shell] in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [([], "required: shell"), (["bahs"], "unknown value of shell 'bahs'; did you mean bash?")],
)
def test_a_shell_must_be_one_that_is_known(arguments: list[str], said: str, call: Call) -> None:
    code, _, err = call("completion", *arguments)
    assert (code, said in err) == (2, True)


def test_without_shtab_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch, call: Call) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    said = 'npuzzle: completion needs shtab: pip install "npuzzle[completion]", or just shtab\n'
    assert call("completion", "bash") == (2, "", said)
