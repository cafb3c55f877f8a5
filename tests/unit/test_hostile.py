"""Hostile or careless input gets a short message that says what to do, wherever people can enter it.

`python -m tests.benchmarks.hostile` prints how long each message takes.
"""

from __future__ import annotations

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from npuzzle import Board, InvalidBoardError, InvalidJobError, InvalidShapeError, Job, Limits, Shape, check
from tests.fuzz.plain import assert_plain
from tests.support.command_line import Call
from tests.support.hostile import BOARDS, HARMLESS, LONG, SMALL, UNSEEN, Hostile
from web.page.commands import initial_state, update
from web.page.commands.board import give_text, type_text
from web.page.link import LONGEST_TEXT, describe_omission, from_fragment, notes_from_text, to_fragment

HUGE = 10**10_000
FRESH = initial_state(Board.parse("1 2 3/4 5 6/7 0 8"))


def typed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Put these bytes on standard input."""
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(data), encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.slow_cases("333,333 empty lists", "a million commas", "a size of 127x127 and words")
@pytest.mark.parametrize("hostile", BOARDS, ids=lambda hostile: hostile.name)
def test_a_hostile_text_gets_a_short_message(hostile: Hostile) -> None:
    found = check(hostile.text())
    assert not found.valid
    assert hostile.says in found.reason
    assert_plain(found.reason)
    for defect in found.defects[:50]:
        assert_plain(defect.message, 400)


@pytest.mark.parametrize("name", HARMLESS)
def test_what_only_looks_odd_is_read(name: str) -> None:
    assert Board.parse(HARMLESS[name]) == SMALL


@pytest.mark.parametrize(
    "make",
    [
        lambda: Board.from_rows([[1, 2], [HUGE, 0]]),
        lambda: Board.from_rows([[1, 2], [-HUGE, 0]]),
        lambda: Board(Shape(2, 2), (1, 2, HUGE, 0)),
    ],
)
def test_a_tile_of_ten_thousand_digits_is_out_of_range_as_a_number_too(make: object) -> None:
    assert callable(make)
    with pytest.raises(InvalidBoardError, match=r"00000.* at row 2, column 1 is out of range") as caught:
        make()
    assert_plain(str(caught.value), 300)


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda: Shape(HUGE, 3), InvalidShapeError),
        (lambda: Shape(1, HUGE), InvalidShapeError),
        (lambda: Shape.parse("9" * 100_000), InvalidShapeError),
        (lambda: Job.create(SMALL, weight=HUGE), InvalidJobError),
        (lambda: Job.create(SMALL, width=-HUGE), InvalidJobError),
        (lambda: Job.create(SMALL, every=[[[[["long"] * 1_000]]]]), InvalidJobError),
        (lambda: Limits(seconds=-HUGE), InvalidJobError),
        (lambda: Job.from_dict({"board": "1 2/3 0", "limits": ["x"] * 100_000}), InvalidJobError),
        (lambda: Job.from_dict({"board": ["x" * 100_000]}), InvalidJobError),
        (lambda: Job.from_dict({"x" * 100_000: 1}), InvalidJobError),
    ],
)
def test_a_message_repeats_little_of_what_came(make: object, kind: type[Exception]) -> None:
    assert callable(make)
    with pytest.raises(kind) as caught:
        make()
    assert_plain(str(caught.value), 400)


# The command line


@pytest.mark.parametrize("hostile", UNSEEN, ids=lambda hostile: hostile.name)
def test_an_argument_is_answered_in_one_line(hostile: Hostile, call: Call) -> None:
    code, out, err = call("check", hostile.text())
    assert (code, out) == (2, "")
    assert hostile.says in err
    assert err.startswith("npuzzle: not a board: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["scramble", "9" * 100_000], "a size must be written like 3x4"),
        (["solve", "1 2/0 3", "--width", "9" * 100_000], "argument --width: invalid int value"),
        (["solve", "1 2/0 3", "--goal", "q" * 100_000], "unknown goal"),
        (["solve", "1 2/0 3", "--weight", "1e999"], "the weight must be a number"),
        (["batch", "q" * 100_000], "cannot read qqqqqqqqqq"),
        (["check", "q " * 50_000], "'q' at row 1, column 1 is not a tile number"),
        (["q" * 100_000], "unknown command"),
    ],
)
def test_a_long_argument_is_not_repeated_whole(arguments: list[str], says: str, call: Call) -> None:
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert_plain(err.strip(), 800)


@pytest.mark.parametrize("hostile", LONG[:2], ids=lambda hostile: hostile.name)
def test_no_more_of_standard_input_is_read_than_any_board_has(
    hostile: Hostile, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    typed(monkeypatch, hostile.text().encode())
    code, _, err = call("check", "-")
    assert code == 2
    assert hostile.says in err


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"1 2/\xff 0", "standard input is not text in UTF-8: it has the byte 0xFF; save it as UTF-8"),
        ("1 2/3 0".encode("utf-16"), "not text in UTF-8: it has the byte 0xFF"),
        ("1 2/3 0".encode("utf-16-le"), "the text contains zeros (U+0000), as a file in UTF-16 does"),
    ],
)
def test_standard_input_that_is_not_utf_8_is_named(
    data: bytes, says: str, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    typed(monkeypatch, data)
    code, _, err = call("check", "-")
    assert code == 2
    assert says in err


LINES = [
    b"\xef\xbb\xbf# with a byte order mark",
    b"1 2/0 3",
    b"1 2/\xff 0",
    b"1" * 3_000_000,
    "1 2/\u200f3 0".encode(),
    b"1 2/0\x00 3",
    b"[" * 100_000,
    b"1 2\x0c0 3",
    b"1\t2/0\t3\r",
    b"9" * 10_000,
    b"<img src=x> 2/0 3",
    b"2 1/0 3",
]


@pytest.mark.slow
@pytest.mark.parametrize("by", ["file", "standard input"])
def test_each_bad_line_of_a_batch_has_its_row_and_the_rest_continues(
    by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    data = b"\n".join(LINES)
    path = tmp_path / "boards.txt"
    path.write_bytes(data)
    typed(monkeypatch, data)
    code, out, err = call("batch", str(path) if by == "file" else "-")
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (2, "")
    assert [row["line"] for row in rows] == list(range(2, 13))
    assert [row["line"] for row in rows if "error" not in row] == [2, 8, 9, 12]
    assert max(map(len, out.splitlines())) < 3_000
    errors = {row["line"]: row["error"] for row in rows if "error" in row}
    for line, says in {
        4: "the text has more than 1,000,000 characters",
        5: "it holds U+200F RIGHT-TO-LEFT MARK",
        6: "the text contains zeros",
        7: "the text has ",
        10: "'999999999...' is a single word",
    }.items():
        assert says in errors[line]


# The page


@pytest.mark.parametrize("event", [type_text, give_text])
@pytest.mark.parametrize("hostile", [*LONG[:2], *UNSEEN], ids=lambda hostile: hostile.name)
def test_the_page_keeps_its_board_or_shows_the_faulty_one(
    hostile: Hostile, event: type[type_text] | type[give_text]
) -> None:
    state = update(FRESH, event(hostile.text()))
    assert state.board.check.board == FRESH.board.check.board or hostile.says in state.board.verdict.detail
    assert (
        hostile.says.lower()
        in (state.board.text_problem + state.problems.file + state.board.verdict.detail).lower()
    )
    assert_plain(state.spoken)


@pytest.mark.slow
def test_a_link_leaves_out_a_text_that_no_link_can_hold_and_says_so() -> None:
    state = update(FRESH, type_text("q" * 10_000_000))
    assert len(to_fragment(state)) < LONGEST_TEXT
    assert describe_omission(state).startswith(
        "The text of the board has 10,000,000 characters, but a link can hold up to 100,000"
    )
    assert describe_omission(update(FRESH, type_text("q"))) == ""


@pytest.mark.parametrize(
    ("fragment", "says"),
    [
        ("board=" + "1_2/" * 500_000, "The link has 2,000,006 characters; at most 400,000 are read."),
        ("&" * 400_000, "The link has 400,001 parts; at most 50 are read."),
        ("&" * 40, "The link has an unknown part: ''."),
        ("board=" + "q_" * 190_000, "The link's board cannot be used."),
        ("board=1_2/3_0&goal=" + "q" * 300_000, "The link's goal cannot be used."),
        ("text=" + "%FF" * 130_000, ""),
        ("source=z" + "A" * 390_000, "The link's part source is damaged."),
        ("moves=" + "L" * 390_000, "The link's path has 390,000 moves; at most 5,000 can be shown."),
        (
            "weight=" + "9" * 390_000,
            "The weight must be a number, 1 to 1,000,000, got '",
        ),
    ],
)
def test_a_link_of_any_length_is_answered(fragment: str, says: str) -> None:
    restored = from_fragment(fragment)
    assert says in " ".join(restored.problems)
    for problem in restored.problems:
        assert_plain(problem, 500)
        assert problem.endswith(".")


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"race":' * 100_000, '{"race": ' + "9" * 10_000 + "}", "\x00", "null", "[]"]
)
def test_notes_that_are_none_are_no_notes(text: str) -> None:
    assert notes_from_text(text) == {}
    assert notes_from_text('{"race": "beam", "source": 1, "other": "x"}') == {"race": "beam"}
