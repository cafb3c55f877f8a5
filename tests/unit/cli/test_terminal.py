"""Shared by all commands: reading a board, and the control codes that a terminal gets."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, chdir, closing, suppress
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, InvalidBoardError, Shape, goal_board, random_board, site
from npuzzle.cli.board_io import read_argument
from npuzzle.cli.terminal import (
    Colour,
    Meter,
    catch_ctrl_c,
    hold_ctrl_c,
    keep_output_for_answers,
    paint,
    print_table,
    print_text,
)
from npuzzle.errors import UsageError
from npuzzle.puzzle.cells import MAX_TEXT
from tests.support.command_line import Call
from tests.support.quick import mostly_slow
from tests.support.strategies import boards
from tests.support.terminals import CODES, Screen, Terminal, on_terminal

HARD = ["15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0", "--goal", "blank-first"]
COLOURED = re.compile(r"\x1b\[(\d+)m([^\x1b]*)\x1b\[0m")


def read_board(argument: str) -> Board:
    return read_argument(argument).board


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Make a folder, and use it as the working directory."""
    path = tmp_path_factory.mktemp("boards")
    with chdir(path):
        yield path


def said_of(text: str) -> str:
    """Return the board that is read, or the error message."""
    try:
        return str(read_board(text))
    except InvalidBoardError as error:
        return str(error)


def read_as_text(text: str) -> str:
    try:
        return str(Board.parse(text))
    except InvalidBoardError as error:
        return str(error)


# A board from an argument, a file, or standard input


@given(text=st.text(alphabet="0123456789 ,_.xX-[]()", min_size=2, max_size=30).filter(lambda t: t != ".."))
def test_what_may_be_meant_as_a_board_is_never_taken_for_a_file(folder: Path, text: str) -> None:
    """This holds for invalid boards, and even if a file of that name exists."""
    file = folder / text
    file.write_text("1 2/0 3\n", encoding="utf-8")
    try:
        assert said_of(text) == read_as_text(text)
    finally:
        file.unlink()


@given(board=boards(), name=st.from_regex(r"[a-w][a-w0-9 ._-]{0,9}", fullmatch=True), pretty=st.booleans())
def test_the_name_of_a_file_is_the_board_in_it(folder: Path, board: Board, name: str, pretty: bool) -> None:
    text = board.pretty() if pretty else str(board)
    (folder / name).write_text(f"# my board\n{text}\n", encoding="utf-8")
    assert read_board(name) == board
    assert read_board(str(folder / name)) == board


@pytest.mark.parametrize("name", ["boards.txt", "my boards.txt", "no/such/board1", "12345678oo"])
def test_a_missing_file_is_reported_as_such(folder: Path, name: str) -> None:
    said = f"^there is no file {name}, and it is not a board: "
    with pytest.raises(InvalidBoardError, match=said) as caught:
        read_board(name)
    assert caught.value.defects


@pytest.mark.parametrize(
    ("text", "meant", "is_there"),
    [
        ("123456780", "1 2 3/4 5 6/7 8 0", True),
        ("123456788", "not a board: .*tile 8 appears twice", True),
        ("1 2 3 0 # easy.txt", "1 2/3 0", True),
        ("1 2 3/4 5 a/7 8 0", "not a board: ", False),
        ("1,2,o,o", "not a board: ", False),
        ("1 2/0 3 # boards.txt\n3", "not a board: ", False),
    ],
)
def test_a_text_that_may_be_a_board_is_no_file(folder: Path, text: str, meant: str, is_there: bool) -> None:
    """This holds even if a file of that name exists, and no missing file is reported."""
    if is_there:
        (folder / text).write_text("1 2/0 3", encoding="utf-8")
    assert re.match(meant, said_of(text))


def test_a_faulty_file_is_named_with_its_faults(folder: Path, call: Call) -> None:
    (folder / "faulty.txt").write_text("1 2 3\n4 5 5\n7 8 0\n", encoding="utf-8")
    said = "aulty.txt is not a board: tile 5 appears twice"
    code, _, err = call("check", "faulty.txt")
    assert (code, err.startswith(f"npuzzle: f{said}")) == (2, True)
    code, *_ = found = call("check", "faulty.txt", "--json")
    assert (code, found.json["valid"], len(found.json["defects"])) == (2, False, 2)
    assert found.json["reason"].startswith(f"F{said}")


@pytest.mark.parametrize("command", ["solve", "check", "trace", "compare"])
def test_every_command_reads_files_and_standard_input(
    folder: Path, command: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "easy.txt").write_text("1 2\n0 3\n", encoding="utf-8")
    outputs = []
    for argument in ("1 2/0 3", "easy.txt", "-"):
        monkeypatch.setattr("sys.stdin", StringIO("1 2/0 3\n"))
        code, out, _ = call(command, argument)
        assert code == 0
        outputs.append(re.sub(r"[\d.,]+ seconds|expanded/s(?s:.*)|  0\.\d{3}  ", "", out))
    assert outputs[0] == outputs[1] == outputs[2] != ""


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"1 2/\xff 0", "odd.txt is not text in UTF-8: it has the byte 0xFF; save it as UTF-8"),
        (b"1 2/0 3" + b" " * MAX_TEXT, "odd.txt is not a board: the text has more than 1,000,000 characters"),
        (b"", "odd.txt is not a board: there is no board in it"),
        ("1 2/3 0".encode("utf-16-le"), "odd.txt is not a board: the text contains zeros"),
    ],
)
def test_a_file_is_held_to_what_standard_input_is(folder: Path, data: bytes, says: str) -> None:
    (folder / "odd.txt").write_bytes(data)
    with pytest.raises((InvalidBoardError, UsageError), match=f"^{re.escape(says)}"):
        read_board("odd.txt")


def test_a_folder_a_file_without_end_and_a_closed_input_are_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InvalidBoardError, match=r"^/dev/zero is not a board: the text has more than"):
        read_board("/dev/zero")
    (folder / "inside").mkdir()
    with pytest.raises(UsageError, match=r"cannot read inside: .*directory"):
        read_board("inside")
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(UsageError, match="there is no standard input to read"):
        read_board("-")


def test_a_pipe_with_a_name_is_read(folder: Path) -> None:
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=("1 2/0 3",))
    writer.start()
    assert read_board("pipe") == Board.parse("1 2/0 3")
    writer.join()


def test_a_name_that_cannot_be_shown_is_spelled(folder: Path) -> None:
    with pytest.raises(InvalidBoardError, match=r"^there is no file '\\u202etxt.sdraob', and it is not"):
        read_board("\u202etxt.sdraob")
    with pytest.raises(InvalidBoardError) as caught:
        read_board("q" * 10_000)
    assert len(str(caught.value)) < 300


def test_no_byte_of_standard_input_is_lost_to_a_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"\xef\xbb\xbf1 2/0 3"), encoding="utf-8"))
    assert read_board("-") == Board.parse("1 2/0 3")


# Colour and progress


COLOURS = [
    (["solve", "1 2/0 3"], Colour.GREEN, "Solved in 1 move: proved shortest."),
    (["solve", "2 1/0 3"], Colour.YELLOW, "Not solvable"),
    (["solve", *HARD, "--max-depth", "5"], Colour.YELLOW, "Not solved, no path within the depth limit"),
    (["check", "1 2/0 3"], Colour.GREEN, "Solvable"),
    (["check", "2 1/0 3"], Colour.YELLOW, "Not solvable"),
    (["check", "2 2/0 3"], Colour.RED, "npuzzle:"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "colour", "words"), mostly_slow(COLOURS, unpack=True))
def test_a_terminal_gets_one_colour_and_the_words_that_say_the_same(
    arguments: list[str], colour: Colour, words: str, call: Call
) -> None:
    shown = on_terminal(*arguments)
    assert COLOURED.findall(shown) == [(str(colour.value), words)]
    _, *plain = call(*arguments)
    assert ("\x1b" in "".join(plain), words in "".join(plain)) == (False, True)


@pytest.mark.slow
def test_a_path_that_may_be_longer_than_the_shortest_is_not_green() -> None:
    shown = on_terminal("solve", *HARD, "--algorithm", "constructive")
    assert "at most" in shown
    assert COLOURED.search(shown) is None


@pytest.mark.slow
@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"NO_COLOR": "0"}, {"TERM": "dumb"}])
def test_a_terminal_that_wants_no_colour_gets_none(environment: dict[str, str]) -> None:
    for arguments, _, words in COLOURS[:1] + COLOURS[-1:]:
        shown = on_terminal(*arguments, **environment)
        assert words in shown
        assert "\x1b" not in shown


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", mostly_slow([["solve", "1 2/0 3"], ["check", "2 1/0 3"], ["solve", "2 2/0 3"]])
)
def test_json_has_no_colour_on_a_terminal(arguments: list[str]) -> None:
    json.loads(on_terminal(*arguments, "--json"))


def test_a_stream_that_was_closed_is_no_terminal() -> None:
    assert paint("words", Colour.RED, None) == "words"
    meter = Meter(None, every=0)
    meter.show(lambda: pytest.fail("nobody can see this"))
    meter.clear()


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_progress_is_one_line_that_is_wiped_out_at_the_end(
    monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    """It is wiped out after an error, too. A terminal that cannot wipe a line shows no progress."""
    monkeypatch.setenv("TERM", term)
    stream = Screen()
    with suppress(ZeroDivisionError), Meter(stream, every=0) as meter:
        meter.show(lambda: "one")
        meter.show(lambda: "two")
        raise ZeroDivisionError
    assert stream.getvalue() == ("" if term == "dumb" else "\rone\x1b[K\rtwo\x1b[K\r\x1b[K")


class Narrow(Screen):
    """A terminal with this many columns; 0 stands for an unknown size."""

    def __init__(self, columns: int) -> None:
        super().__init__()
        self._end, self._far_end = pty.openpty()
        fcntl.ioctl(self._far_end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def fileno(self) -> int:
        return self._far_end

    def close(self) -> None:
        os.close(self._end)
        os.close(self._far_end)


@pytest.mark.parametrize(("columns", "room"), [(80, 79), (44, 43), (4, 3), (1, 0), (0, 79)])
def test_progress_never_fills_a_line_of_the_terminal(columns: int, room: int) -> None:
    with closing(Narrow(columns)) as stream, Meter(stream, every=0) as meter:
        meter.show(lambda: "1234567890" * 10)
        shown = stream.getvalue().removeprefix("\r").removesuffix("\x1b[K")
        assert len(shown) == room
        assert shown == "" or shown.endswith("...")
        stream.truncate(0)
        stream.seek(0)
        meter.show(lambda: "9" * room)
        assert stream.getvalue() == "\r" + "9" * room + "\x1b[K"


@pytest.mark.slow
@pytest.mark.parametrize("columns", [80, 44])
def test_a_search_of_a_large_board_shows_its_progress_in_one_line(columns: int) -> None:
    board = str(random_board(goal_board("blank-last", Shape(10, 10)), Random(1)))
    terminal = Terminal("solve", board, "--time-budget", "1.5", columns=columns)
    assert terminal.ended() == 0
    lines = [CODES.sub("", line) for line in re.findall(r"\r([^\r\n]*)\x1b\[K", terminal.shown)]
    assert any("moves so far" in line for line in lines)
    assert max(map(len, lines)) < columns


def test_a_second_ctrl_c_is_the_same_if_it_comes_at_once_and_else_an_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr("npuzzle.cli.terminal.monotonic", lambda: now[0])
    with catch_ctrl_c() as pressed:
        for now[0] in (5.0, 5.1, 5.9):
            signal.raise_signal(signal.SIGINT)
        assert len(pressed) == 3
        now[0] = 6.1
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_what_happens_whole_is_ended_by_no_number_of_presses(monkeypatch: pytest.MonkeyPatch) -> None:
    now, done = [0.0], []
    monkeypatch.setattr("npuzzle.cli.terminal.monotonic", lambda: now[0])
    with pytest.raises(KeyboardInterrupt), hold_ctrl_c():  # noqa: PT012
        for now[0] in (5.0, 5.6, 6.2):
            signal.raise_signal(signal.SIGINT)
        done.append("all")
    assert done == ["all"]


def test_ctrl_c_is_not_forgotten_though_an_error_ends_the_block() -> None:
    with pytest.raises(KeyboardInterrupt) as caught, hold_ctrl_c():  # noqa: PT012
        signal.raise_signal(signal.SIGINT)
        raise ZeroDivisionError
    assert isinstance(caught.value.__context__, ZeroDivisionError)


@pytest.mark.parametrize("context", [catch_ctrl_c, hold_ctrl_c])
def test_a_process_that_was_started_to_ignore_ctrl_c_ignores_it(
    context: Callable[[], AbstractContextManager[Any]],
) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with context() as pressed:
            signal.raise_signal(signal.SIGINT)
        assert not pressed
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


# Standard output is for the answer


def test_only_the_answer_is_printed_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    with keep_output_for_answers():
        print("chatter")
        print_text("the answer")
    print("as before")
    assert capsys.readouterr() == ("the answer\nas before\n", "chatter\n")


# A person at the terminal


@pytest.mark.slow
@pytest.mark.parametrize("words", mostly_slow([["solve", "-"], ["compare", "--boards", "-"], ["batch", "-"]]))
def test_a_person_reads_that_the_program_waits_for_standard_input(words: list[str]) -> None:
    terminal = Terminal(*words)
    terminal.wait_for("npuzzle: waiting for input; Ctrl-D ends it")
    terminal.press("1 2/0 3\n\x04")
    assert terminal.ended() == 0


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "POSIX"])
def test_standard_input_is_held_to_utf_8_in_every_locale(locale: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "npuzzle", "solve", "-"],
        cwd=site.ROOT,
        env={**os.environ, "LC_ALL": locale},
        input=b"2 8 1\n0 4 3\n7 6 \xe9\n",
        capture_output=True,
        text=False,
        check=False,
    )
    said = b"npuzzle: standard input is not text in UTF-8: it has the byte 0xE9; save it as UTF-8\n"
    assert (done.returncode, done.stderr) == (2, said)


# Tables


@pytest.mark.slow
def test_a_comparison_is_as_wide_as_the_terminal_and_whole() -> None:
    words = ("compare", "1 2 3/4 5 6/0 7 8", "--heuristics", "manhattan", "--table", "runs")
    terminal = Terminal(*words, columns=80)
    assert terminal.ended() == 0
    lines = CODES.sub("", terminal.shown).replace("\r", "\n").splitlines()
    assert max(map(len, lines)) <= 80
    for head in ("claim", "moves", "expanded", "peak frontier", "seconds", "b*"):
        assert head in terminal.shown


def test_lines_of_a_table_are_cut_on_a_terminal_only_and_a_hint_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    row, sentence = "name  " + "9" * 90, "A sentence has no columns. " * 5
    print_table(f"{row}\n{sentence}")
    assert capsys.readouterr() == (f"{row}\n{sentence}\n", "")
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    print_table(f"{row}\n{sentence}")
    assert screen.getvalue() == f"{row[:77]}...\n{sentence}\n"
    assert capsys.readouterr().err.startswith("Lines were cut to the 80 columns of this terminal")
    print_table("name  9")
    assert capsys.readouterr().err == ""
