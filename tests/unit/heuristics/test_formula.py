"""Combinations of heuristics written as text: on the command line, in jobs and in Python."""

from __future__ import annotations

import json
import string
from contextlib import suppress
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import (
    HEURISTICS,
    InvalidHeuristicError,
    Job,
    Problem,
    UnknownNameError,
    goal_board,
    maximum,
    solve,
    weighted,
)
from npuzzle.cli.main import main
from npuzzle.heuristics import HeuristicCard, as_card, combine
from npuzzle.heuristics.combine import is_formula, read_formula, split_names

NAMES = ["manhattan", "misplaced", "zero", "linear-conflict", "blank-distance"]
GOAL = goal_board("blank-last", "3x3")
HARD = "8 6 7/2 5 4/3 0 1"

cards = st.recursive(
    st.sampled_from(NAMES).map(HEURISTICS.__getitem__),
    lambda parts: st.one_of(
        st.lists(parts, min_size=1, max_size=3).map(lambda some: maximum(*some)),
        st.lists(st.tuples(st.sampled_from([0.25, 0.5, 2.0]), parts), min_size=2, max_size=2).map(
            lambda some: weighted(*[part for pair in some for part in pair])
        ),
    ),
    max_leaves=6,
)


def estimate(card: HeuristicCard, problem: Problem) -> float:
    return card.make(problem.goal).estimate(problem.initial)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("max(manhattan, misplaced)", maximum("manhattan", "misplaced")),
        ("MAX( Manhattan ,pdb)", maximum("manhattan", "pattern-tables")),
        ("maximum(zero)", maximum("zero")),
        ("0.5*misplaced + 0.5*manhattan", weighted(0.5, "misplaced", 0.5, "manhattan")),
        (".5 misplaced+.5 manhattan", weighted(0.5, "misplaced", 0.5, "manhattan")),
        ("(0.5*misplaced) + (0.5*manhattan)", weighted(0.5, "misplaced", 0.5, "manhattan")),
        ("2*manhattan", weighted(2, "manhattan")),
        ("manhattan + zero", weighted(1, "manhattan", 1, "zero")),
        ("max(0.5*(manhattan + zero), n_max_swap)", None),
        ("(manhattan)", HEURISTICS["manhattan"]),
        ("1*manhattan", HEURISTICS["manhattan"]),
    ],
)
def test_it_is_what_the_functions_make(text: str, expected: HeuristicCard | None) -> None:
    assert is_formula(text)
    if expected is None:
        expected = maximum(weighted(0.5, weighted(1, "manhattan", 1, "zero")), "n-max-swap")
    card = as_card(text)
    assert (card.name, card.admissible, card.consistent) == (
        *(expected.name, expected.admissible, expected.consistent),
    )


@given(cards)
def test_the_name_of_a_combination_reads_as_that_combination(card: HeuristicCard) -> None:
    again = as_card(card.name)
    problem = Problem(goal_board("spiral", "3x3"), GOAL)
    assert again.admissible == card.admissible
    assert estimate(again, problem) == pytest.approx(estimate(card, problem))


@given(st.text(alphabet="max(),+*. 0123456789zero-" + string.ascii_lowercase, max_size=40))
def test_any_other_text_is_refused_in_words(text: str) -> None:
    with suppress(InvalidHeuristicError, UnknownNameError):
        assert isinstance(read_formula(text), HeuristicCard)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("max(manhattan", "such as max\\(manhattan, misplaced\\) or 0.5.*: look at character 4, '\\('$"),
        ("max()", "look at character 1, 'max'$"),
        ("2*", "look at character 3, the end$"),
        ("+", "look at character 2, the end$"),
        ("  \t max(zero,\n  manhattan zero)", "look at character 13, 'manhattan'$"),
        ("max(zero) manhattan", "look at character 11, 'manhattan'$"),
        ("(manhattan, zero)", "look at character 1, '\\('$"),
        ("zero)+(zero", "look at character 5, '\\)'$"),
        ("min(zero, manhattan)", "look at character 1, 'min'$"),
        ("zero + max(zero, min(zero))", "look at character 18, 'min'$"),
        ("zero*2", "look at character 1, 'zero'$"),
        ("2*3*zero", "look at character 1, '2'$"),
        ("0.5*0.5", "look at character 5, '0.5'$"),
        ("max(*zero)", "look at character 5, '\\*'$"),
        ("max(**zero)", "look at character 1, 'max'$"),
        ("2(zero, zero)", "look at character 1, '2'$"),
        ("max(zero)(zero)", "look at character 1, 'max'$"),
        ("patterns(1 2)(zero)", "look at character 1, 'patterns\\(1 2\\)'$"),
        ("patterns(1 2)zero", "look at character"),
        ("zero + " + "+" * 900 + "zero", "look at character 8, '\\+'$"),
        ("zero*" * 190 + "zero", "look at character 1, 'zero'$"),
        (")" * 900 + "(" * 50, "look at character 1, '\\)'$"),
        ("(" * 30 + "zero", "up to 20 nested parentheses"),
        ("zero+" * 300, "can have up to 1,000 characters, got 1,500"),
        ("9" * 400 + "*zero", "a weight must be a number, 0 or more, got inf"),
    ],
)
def test_where_a_formula_is_wrong(text: str, message: str) -> None:
    with pytest.raises(InvalidHeuristicError, match=message):
        solve(HARD, heuristic=text)


@pytest.mark.parametrize(
    "name",
    ["ze\0ro", "\ud800", "zérø", "z\u0660", "１", "__import__", "zero;import", "1e3", "5j", "1_0", "5.5.5"],
)
def test_a_hostile_word_is_an_unknown_name_and_nothing_else(name: str) -> None:
    for text in (f"max({name}, zero)", f"2*{name}", f"(0.5 {name})"):
        with pytest.raises(UnknownNameError) as caught:
            read_formula(text)
        assert str(caught.value).startswith(f"unknown heuristic {name!r}")


def test_a_parser_that_gives_up_is_an_error_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (RecursionError("too deep"), MemoryError()):
        monkeypatch.setattr(combine.ast, "parse", Mock(side_effect=error))
        with pytest.raises(InvalidHeuristicError, match="is not a combination of heuristics"):
            read_formula("max(zero)")


def test_a_job_keeps_it_as_text() -> None:
    job = Job.create(HARD, heuristic="max(manhattan, walking-distance)")
    assert Job.from_dict(json.loads(json.dumps(job.to_dict()))).to_dict() == job.to_dict()
    assert solve(HARD, heuristic="max(manhattan, walking-distance)").is_optimal


def test_lists_are_split_outside_of_parentheses() -> None:
    assert split_names("max(a, max(b, c)), d,,e ") == ["max(a, max(b, c))", "d", "e"]
    assert split_names("a), b") == ["a)", "b"]


@pytest.mark.slow
def test_the_command_line_takes_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    mine = tmp_path / "a+b.py"
    mine.write_text("def nothing(board): return 0\n", encoding="utf-8")
    for text in ("max(manhattan, walking-distance)", f"max({tmp_path / 'c.py'}:nothing, manhattan)"):
        (tmp_path / "c.py").write_text(mine.read_text(encoding="utf-8"), encoding="utf-8")
        assert main(["solve", HARD, "--heuristic", text, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["length"] == 31
    assert main(["solve", "1 2 3/4 5 6/0 7 8", "--heuristic", f"{mine}:nothing", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["heuristic"] == "nothing"
    rows = ["compare", HARD, "--heuristics", "max(manhattan,misplaced),zero", "--json", "--max-expanded", "9"]
    assert main(rows) == 1
    found = json.loads(capsys.readouterr().out)["runs"]
    assert [row["heuristic"] for row in found] == ["max(manhattan, misplaced)", "zero"]
