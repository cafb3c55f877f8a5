"""Moves as text, in both notations."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import (
    InvalidMovesError,
    Notation,
    Problem,
    format_moves,
    multi_tile_length,
    parse_moves,
    single_tile_length,
)
from npuzzle.puzzle.moves import in_notation, runs
from tests.support.strategies import possible_paths

PATHS = st.text(alphabet="UDLR", max_size=60)
NOTATIONS = st.sampled_from(Notation)


@given(PATHS, NOTATIONS)
def test_format_and_parse_round_trip(path: str, notation: Notation) -> None:
    assert parse_moves(format_moves(path, notation), notation) == path
    assert parse_moves(in_notation(path, notation), notation) == path


@given(PATHS, NOTATIONS, st.sampled_from(["", " ", ",", ", ", "\n", "\t, "]))
def test_spaces_commas_and_case_are_free(path: str, notation: Notation, gap: str) -> None:
    text = gap + gap.join(in_notation(path, notation)) + gap
    assert parse_moves(text, notation) == path
    assert parse_moves(text.lower(), notation) == path


@given(PATHS)
def test_the_blank_goes_the_opposite_way_of_the_tile(path: str) -> None:
    opposite = {"U": "D", "D": "U", "L": "R", "R": "L"}
    assert in_notation(path, Notation.BLANK) == "".join(opposite[way] for way in path)
    assert in_notation(in_notation(path, Notation.BLANK), Notation.BLANK) == path
    assert in_notation(path, Notation.TILE) == path


@given(possible_paths())
def test_letters_name_where_the_blank_really_goes(played: tuple[Problem, str]) -> None:
    problem, path = played
    shift = {"U": -problem.shape.cols, "D": problem.shape.cols, "L": -1, "R": 1}
    blank = problem.start.blank
    for way in in_notation(path, Notation.BLANK):
        blank += shift[way]
    assert blank == problem.replay(path).blank


@given(PATHS)
def test_lengths_count_tiles_or_runs(path: str) -> None:
    turns = sum(a != b for a, b in pairwise(path))
    assert single_tile_length(path) == len(path) == sum(n for _, n in runs(path))
    assert multi_tile_length(path) == (turns + 1 if path else 0)
    assert len(format_moves(path).split()) == multi_tile_length(path)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", ""),
        (" , ", ""),
        ("R2U", "RRU"),
        ("r2 u", "RRU"),
        ("U126", "U" * 126),
        ("U1", "U"),
        ("U002", "UU"),
    ],
)
def test_counts_are_read(text: str, path: str) -> None:
    assert parse_moves(text) == path


@pytest.mark.parametrize(
    ("text", "what", "at"),
    [
        ("X", "X", 1),
        ("R Q", "Q", 3),
        ("RRU?", "?", 4),
        ("  R, ,Q", "Q", 7),
        ("R0", "R0", 1),
        ("U127", "U127", 1),
        ("L U9999", "U9999", 3),
        ("U12345", "U12345", 1),
        ("2R", "2R", 1),
        ("U-1", "-1", 2),
        ("Ｒ", "Ｒ", 1),
        ("U٣", "٣", 2),
    ],
)
def test_what_is_not_a_move_is_named_with_its_place(text: str, what: str, at: int) -> None:
    with pytest.raises(InvalidMovesError) as caught:
        parse_moves(text)
    assert f"got {what!r} at character {at}" in str(caught.value)


@given(st.text(max_size=30))
def test_any_text_is_moves_or_an_error_of_ours(text: str) -> None:
    try:
        path = parse_moves(text)
    except InvalidMovesError as error:
        message = str(error)
    else:
        message = ""
        assert set(path) <= set("UDLR")
    assert message == "" or "at character" in message


@given(st.text(alphabet="UDLR", max_size=9), st.integers(1, 9))
def test_millions_of_moves_are_counted_and_written_like_a_few(path: str, times: int) -> None:
    long = path * times
    groups = [(way, len(list(same))) for way, same in groupby(long)]
    assert runs(long) == groups
    assert multi_tile_length(long) == len(groups)
    assert format_moves(long) == " ".join(way if n == 1 else f"{way}{n}" for way, n in groups)


@pytest.mark.parametrize("count", [parse_moves, format_moves, runs, single_tile_length, multi_tile_length])
def test_only_a_text_of_moves_is_read_and_counted(count: Callable[[Any], object]) -> None:
    with pytest.raises(InvalidMovesError, match=r"^moves must be text of the letters U D L R, got \['U'\]$"):
        count(["U"])


def test_any_letters_are_counted() -> None:
    assert multi_tile_length("→→") == multi_tile_length("UU") == 1
    assert multi_tile_length("→U") == 2
