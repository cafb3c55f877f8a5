"""Lists of boards, scrambles and solves: how they are read, and their analysis, checked by the oracle."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from random import Random
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, Shape, goal_board
from npuzzle.progress import run_to_end
from npuzzle.puzzle.moves import cancel, undo
from npuzzle.solving.analyse import COLUMNS, Analysis, Entry, iter_analyse, read_entries
from tests.support import oracles

SMALL = Shape(3, 3)
NINE = goal_board("blank-last", SMALL)
NEAR = "1 2 3/4 5 6/0 7 8"


def link(found: object, address: str = "https://slidysim.github.io/replay?r=", *, raw: bytes = b"") -> str:
    """Make a link of the replay page."""
    return address + quote(b64encode(zlib.compress(raw or json.dumps(found).encode())).decode(), safe="")


def analyse(text: str, shape: Shape = SMALL, goal: str | None = None) -> list[Analysis]:
    return [run_to_end(iter_analyse(entry)) for entry in read_entries(text.splitlines(), shape, goal)]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (NEAR, [(1, "board", NEAR, "")]),
        ("LL", [(1, "scramble", NEAR, "")]),
        ("RR", [(1, "scramble", NEAR, "")]),
        (f"{NEAR} L2", [(1, "solve", NEAR, "L2")]),
        (f"{NEAR}\tr r", [(1, "solve", NEAR, "r r")]),
        ("1 2 3 4 5 6 0 7 8; LL", [(1, "solve", NEAR, "LL")]),
        ("[[1,2,3],[4,5,6],[0,7,8]] LL", [(1, "solve", NEAR, "LL")]),
        ("R R, L L\nR R  L L\nR, D, L, U",
         [(1, "solve", NEAR, "L L"), (2, "scramble", str(NINE), ""),
          (3, "scramble", "1 2 3/4 6 8/7 5 0", "")]),
        (f"Scramble: R2\nSolution: L2\n\nBoard: {NEAR}\nSolution: L2\nR R / L L",
         [(1, "solve", NEAR, "L2"), (4, "solve", NEAR, "L2"), (6, "solve", NEAR, "L L")]),
        ("R2; L2\nR2\tL2", [(1, "solve", NEAR, "L2"), (2, "solve", NEAR, "L2")]),
        (f"# mine\n\n{NEAR}\nL2\nR2", [(3, "solve", NEAR, "L2"), (5, "scramble", NEAR, "")]),
        (f"{NEAR}\n\nR2", [(1, "board", NEAR, ""), (3, "scramble", NEAR, "")]),
        ("1 2 3\n4 5 6\n0 7 8\nL2\n\n2 3 0\n1 4 6\n7 5 8",
         [(1, "solve", NEAR, "L2"), (6, "board", "2 3 0/1 4 6/7 5 8", "")]),
        (f"3x3 sliding puzzle solved in 1.2s with 2 moves 1.6 tps\n{NEAR}\nL2", [(2, "solve", NEAR, "L2")]),
        (link(["L2", 1600, NEAR, -1]), [(1, "solve", NEAR, "L2")]),
        (link(["L2", 1600, NEAR, [0, 90]], "https://example.org/x/?r=") + "&a=1", [(1, "solve", NEAR, "L2")]),
        ("fe169b4c0a73d852", [(1, "board", "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2", "")]),
    ],
)  # fmt: skip
def test_texts_of_the_community_are_read(text: str, read: list[tuple[int, str, str, str]]) -> None:
    entries = read_entries(text.splitlines(), SMALL)
    assert [(one.line, one.kind, str(one.board), one.solution) for one in entries] == read


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("hello", "not a board"),
        ("RU", "these moves cannot be made from the solved 3x3 board"),
        ("R126" * 900, "a line can have up to 100,000 moves, got 113,400"),
        (NEAR + " L" * 60_000, "a line can have up to 100,000 characters, got more"),
        ("replay?r=AAAA", "this replay link cannot be read; copy it whole: it is damaged"),
        ("replay?r=A", "this replay link cannot be read; copy it whole: it is damaged"),
        (link({"a": 1}), "it is not the list of one solve"),
        (link(["L2", 1, NEAR, -1] * 3), "it is not the list of one solve"),
        (link(["hello", 1, NEAR, -1]), "it has no solution in letters, or no board"),
        (link(["L2", 1, 5, -1]), "it has no solution in letters, or no board"),
        (link(["L2", 1, "1 2 3", -1]), "not a board"),
        (link(None, raw=b"[" * 900_000), "it has more than 50 brackets"),
        (link(None, raw=b"[" + b"1" * 900_000 + b"]"), "limit"),
        (link(None, raw=b" " * 1_000_001), "it does not end within 1,000,000 bytes"),
        (link(["L2", 1, NEAR, -1])[:-6], "this replay link cannot be read"),
    ],
)
def test_what_cannot_be_read_is_an_entry_with_the_reason(line: str, says: str) -> None:
    first, other = read_entries([line, "", NEAR], SMALL)
    assert says in first.error
    assert first.board is None
    assert str(other.board) == NEAR


@given(st.text("UDLR12345678 0/;\t\n#?r=[],xX_-", max_size=80), st.sampled_from(["", NEAR, "R2 "]))
def test_any_pasted_line_has_a_board_or_a_reason(text: str, before: str) -> None:
    for entry in read_entries((before + text).splitlines(), SMALL):
        assert (entry.board is None) == bool(entry.error)
        assert entry.kind in ("board", "scramble", "solve", "link")


def random_solve(random: Random) -> tuple[Board, str]:
    """Return a board of the 3x3, and moves from it to the goal, sometimes too many."""
    path, board = "", NINE
    for _ in range(random.randrange(1, 24)):
        letter = random.choice([move.letter for move in board.legal_moves])
        path, board = path + letter, board.play(letter)
    return board, undo(path)


@pytest.mark.slow
@given(st.integers(0, 10**6))
def test_an_analysed_solve_agrees_with_the_oracle(seed: int) -> None:
    board, path = random_solve(Random(seed))
    (one,) = analyse(f"{board} {path}")
    true, row = oracles.distances(NINE), one.to_dict()
    least = true[board.tiles]
    assert (row["length"], row["shortest"], row["excess"]) == (len(path), least, len(path) - least)
    along = [true[board.play(path[:made]).tiles] for made in range(len(path) + 1)]
    away = [made for made in range(1, len(along)) if along[made] > along[made - 1]]
    assert row["first_mistake"] == (away[0] if away else None)
    good = [move.letter for move in board.legal_moves if true[board.play(move.letter).tiles] < least]
    assert sorted(one.good or "") == sorted(good)
    lines = oracles.line_distances(NINE)[board.tiles]
    assert row["line_moves_at_least"] == row["line_moves_at_most"] == lines
    assert tuple(row) == COLUMNS
    assert not row["error"]


@given(st.integers(0, 10**6))
def test_the_inverse_of_the_simplified_moves_leads_back(seed: int) -> None:
    board, path = random_solve(Random(seed))
    short = cancel(path)
    assert cancel(short) == short
    assert board.play(short) == NINE
    assert NINE.play(undo(short)) == board
    assert undo(undo(short)) == short
    assert cancel(undo(path)) == undo(short)
    (row,) = [one.to_dict() for one in analyse(f"{board} {path}")]
    if short:
        assert NINE.play(str(row["inverse"])) == board
        assert board.play(str(row["simplified"])) == NINE


@pytest.mark.slow
def test_a_solve_of_a_larger_board_is_exact_too() -> None:
    board = "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2"
    (one,) = analyse(board)
    row = one.to_dict()
    assert (row["shortest"], one.good, row["line_moves_at_least"], row["line_moves_at_most"]) == (
        52,
        "L",
        31,
        31,
    )
    assert str(one).endswith("fewest line moves 31, proved")


def test_what_is_wrong_with_a_solve_is_said() -> None:
    wrong, unsolvable, none = analyse(f"{NEAR} LR\n1 2 3/4 5 6/8 7 0\n{NINE}")
    assert "not the goal" in wrong.error
    assert "goal" in unsolvable.error
    assert not none.error
    assert "first mistake: move 2, tile 7 right" in str(wrong)
    assert (none.good, none.found.shortest) == ("", 0)


def test_another_goal() -> None:
    (one,) = analyse("1 2 3/8 0 4/7 6 5", goal="spiral")
    assert one.found.shortest == 0


def test_an_entry_that_could_not_be_read_is_not_analysed() -> None:
    with pytest.raises(ValueError, match="why"):
        run_to_end(iter_analyse(Entry(1, error="why")))


def test_moves_below_a_board_are_its_solution_if_they_can_be_made_there() -> None:
    kinds = [one.kind for one in read_entries([NEAR, "LL", NEAR, "R2 D L U"], SMALL)]
    assert kinds == ["solve", "board", "scramble"]


def test_a_scramble_that_ends_at_the_goal_is_no_solve_of_no_moves() -> None:
    (row,) = [one.to_dict() for one in analyse("R2 L2")]
    assert (row["kind"], row["length"], row["shortest"], row["excess"]) == ("scramble", 4, 0, None)
    assert str(row["error"]).startswith("This scramble ends at the goal.")


def test_a_named_solution_belongs_to_the_line_above_even_if_it_does_not_fit() -> None:
    (entry,) = read_entries(["Board: 1 2 3/4 0 6/7 5 8", "Solution: R R"], SMALL)
    assert (entry.kind, entry.solution) == ("solve", "R R")
    (alone,) = read_entries(["Solution: R R"], SMALL)
    assert "needs its scramble or its board" in alone.error


def test_rows_of_moves_with_many_marks_are_read_soon() -> None:
    """They once took a minute each, because every mark was tried as the separator."""
    texts = ["a b/" * 20_000 + ",", "R D, " * 15_000, "R D / " * 15_000]
    assert [one.kind for one in read_entries(texts, SMALL)] == ["board", "scramble", "board"]
