"""Runs compared: every row is a result, totals and means add up, and the three formats agree."""

from __future__ import annotations

import csv
import json
import re
import sys
from io import StringIO
from random import Random
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from npuzzle import (
    HEURISTICS,
    Board,
    InvalidJobError,
    Limits,
    NPuzzleError,
    from_function,
    goal_board,
    random_board,
    solve,
)
from npuzzle.errors import MissingLibraryError, UnknownNameError
from npuzzle.lab import Comparison, Contender, Progress, compare, contenders, iter_compare
from npuzzle.lab.comparison import TITLES
from npuzzle.progress import run_to_end
from npuzzle.puzzle.shape import Shape
from tests.support.strategies import four_goals

SPIRAL = ["1 3 4/8 6 2/7 0 5", "2 8 1/0 4 3/7 6 5", "2 8 1/4 6 3/0 7 5", "5 6 7/4 0 8/3 2 1"]


def lengths(comparison: Comparison) -> list[int | None]:
    return [row.result.length for row in comparison.rows]


@pytest.fixture(scope="module")
def three_ways() -> Comparison:
    ways = contenders(["astar", "breadth-first", "weighted-astar"], ["misplaced", "manhattan"])
    return compare(SPIRAL[:3], ways, "spiral")


def test_rows_come_board_by_board_and_way_by_way(three_ways: Comparison) -> None:
    boards = [str(row.result.problem.start) for row in three_ways.rows]
    assert boards == [board for board in SPIRAL[:3] for _ in range(5)]
    assert [row.way for row in three_ways.rows[:5]] == [
        ("astar", "", "misplaced"),
        ("astar", "", "manhattan"),
        ("breadth-first", "", ""),
        ("weighted-astar", "weight 1.5", "misplaced"),
        ("weighted-astar", "weight 1.5", "manhattan"),
    ]


def test_a_row_says_what_solve_says(three_ways: Comparison) -> None:
    for row in three_ways.rows:
        heuristic = row.result.heuristic or "auto"
        alone = solve(row.result.problem.start, "spiral", algorithm=row.result.algorithm, heuristic=heuristic)
        expected, data = alone.to_dict(), row.to_dict()
        same = set(data) & set(expected) - {"seconds", "option"}
        assert {name: data[name] for name in same} == {name: expected[name] for name in same}
        assert len(same) >= 9


def test_totals_are_sums_of_the_rows_best_first(three_ways: Comparison) -> None:
    totals = three_ways.totals()
    assert [entry["rank"] for entry in totals] == [1, 2, 3, 4, 5]
    assert [entry["expanded"] for entry in totals] == sorted(entry["expanded"] for entry in totals)
    for entry in totals:
        rows = [row for row in three_ways.rows if row.named().items() <= entry.items()]
        assert entry["boards"] == entry["solved"] == len(rows) == 3
        assert entry["expanded"] == sum(row.result.snapshot.expanded for row in rows)
        assert entry["generated"] == sum(row.result.snapshot.generated for row in rows)
        assert entry["peak_frontier"] == max(row.result.snapshot.peak_frontier for row in rows)
        assert entry["length"] == 5 + 9 + 12
        branching = [row.branching for row in rows if row.branching is not None]
        assert entry["branching"] == pytest.approx(sum(branching) / 3, abs=1e-4)


def test_who_leaves_boards_unsolved_ranks_last_and_who_solves_none_has_no_rank() -> None:
    quick = Contender(algorithm="astar", heuristic="manhattan", limits=Limits(expanded=10))
    patient = Contender(algorithm="breadth-first")
    totals = compare(SPIRAL[:3], [quick, patient], "spiral").totals()
    assert [(entry["algorithm"], entry["solved"]) for entry in totals] == [("breadth-first", 3), ("astar", 2)]
    at_once = Contender(algorithm="astar", limits=Limits(expanded=1))
    for boards, ranks in (([SPIRAL[2]], [1, None]), ([SPIRAL[2], "1 2 3/8 0 4/7 6 5"], [1, 2])):
        totals = compare(boards, [at_once, patient], "spiral").totals()
        assert [entry["rank"] for entry in totals] == ranks
        assert totals[0]["length"] == 12
    unsolvable = compare(["2 8 1/0 4 3/7 6 5"], contenders(["astar"], ["zero"]))
    assert (unsolvable.rows[0].result.outcome.value, unsolvable.rows[0].branching) == ("unsolvable", None)
    assert "unsolvable" in unsolvable.to_text()
    (total,) = unsolvable.totals()
    assert (total["rank"], total["solved"], total["length"]) == (None, 0, None)


def test_means_by_depth_are_of_boards_of_that_shortest_length() -> None:
    goal = goal_board("blank-last", Shape(2, 3))
    random = Random(4)
    boards = [random_board(goal, random) for _ in range(40)]
    comparison = compare(boards, contenders(["astar", "greedy"], ["manhattan"]))
    entries = comparison.depths()
    assert [entry["depth"] for entry in entries] == sorted(entry["depth"] for entry in entries)
    astar = [entry for entry in entries if entry["algorithm"] == "astar"]
    assert sum(entry["boards"] for entry in astar) == 40
    for entry in astar:
        rows = [
            row
            for row in comparison.rows
            if row.result.length == entry["depth"] and row.result.algorithm == "astar"
        ]
        assert entry["boards"] == len(rows)
        mean = sum(row.result.snapshot.expanded for row in rows) / len(rows)
        assert entry["expanded"] == pytest.approx(mean, abs=0.06)


def test_a_board_whose_shortest_length_nobody_proved_is_in_no_mean() -> None:
    way = Contender(algorithm="greedy", heuristic="value-euclidean")
    comparison = compare([SPIRAL[3]], [way], "spiral")
    assert comparison.rows[0].result.length is not None
    assert comparison.depths() == []


def test_ways_that_differ_in_weight_or_width_or_share_a_name_stay_apart() -> None:
    def h(board: Any) -> int:
        return 0

    ways = [Contender(algorithm="weighted-astar", numbers={"weight": weight}) for weight in (1.2, 3)]
    ways += [Contender(algorithm="beam", numbers={"width": width}) for width in (5, 50)]
    totals = compare(SPIRAL[:1], ways, "spiral").totals()
    options = {entry["option"] for entry in totals}
    assert options == {"weight 1.2", "weight 3", "width 5", "width 50"}
    namesakes = contenders(["astar"], [h, from_function(lambda board: 1, name="h")])
    totals = compare(SPIRAL[:1], namesakes, "spiral").totals()
    assert [(entry["heuristic"], entry["boards"]) for entry in totals] == [("h", 1), ("h", 1)]


@pytest.mark.slow
def test_a_run_under_way_can_be_ended_and_keeps_its_row() -> None:
    way = Contender(algorithm="idastar", heuristic="zero")
    work = iter_compare(["14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"], [way], "blank-first")
    (row,) = run_to_end(work, lambda now: now.done == 0).rows
    assert row.result.outcome.value == "cancelled"


def test_blind_algorithms_stand_there_once() -> None:
    ways = contenders(["bfs", "astar", "ids"], ["zero", "manhattan"])
    assert [(way.algorithm, way.heuristic) for way in ways] == [
        ("bfs", "auto"),
        ("astar", "zero"),
        ("astar", "manhattan"),
        ("ids", "auto"),
    ]


def test_csv_and_plain_data_agree(three_ways: Comparison) -> None:
    data = three_ways.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert list(data) == ["runs", "totals", "depths"]
    for table, entries in data.items():
        read = list(csv.DictReader(StringIO(three_ways.to_csv(table))))
        assert [list(line) for line in read] == [list(entry) for entry in entries]
        for line, entry in zip(read, entries, strict=True):
            assert line == {name: "" if value is None else str(value) for name, value in entry.items()}
    assert three_ways.to_csv() == three_ways.to_csv("runs")


def test_text_has_every_figure_under_its_name(three_ways: Comparison) -> None:
    runs, totals, depths = three_ways.to_text().split("\n\n")
    heads = runs.splitlines()[1]
    assert heads.split("  ")[0].strip() == "board"
    for word in ("moves", "expanded", "generated", "peak frontier", "seconds", "b*", "claim"):
        assert word in heads
    assert len(runs.splitlines()) == 2 + 15
    assert totals.startswith("In all, best first\nrank")
    assert depths.splitlines()[1].startswith("depth")
    assert all(line == line.rstrip() for line in three_ways.to_text().splitlines())
    assert three_ways.to_text(["totals"]) == totals


def test_bad_input_is_reported_before_anything_is_solved() -> None:
    with pytest.raises(NPuzzleError):
        iter_compare(["1 2/3 3"], [Contender()])
    with pytest.raises(InvalidJobError):
        iter_compare(["1 2/3 0"], [Contender(numbers={"weight": 0})])


def test_it_tells_how_far_it_is_and_can_be_stopped_anywhere() -> None:
    hard = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
    way = Contender(algorithm="idastar", heuristic="zero")
    work = iter_compare(["0 1/2 3", hard], [way], "blank-first")
    assert [next(work), next(work)] == [Progress(1, 2)] * 2  # the second comes during the hard board
    (row,) = run_to_end(iter_compare(["0 1/2 3", hard], [way], "blank-first"), lambda now: True).rows
    assert row.result.outcome.value == "solved"


def test_a_function_of_ones_own_is_a_heuristic_like_any_other() -> None:
    def rows_off(state: tuple[int, ...], shape: Shape, home: int) -> int:
        return sum(t // shape.cols != c // shape.cols for c, t in enumerate(state) if t != home)

    comparison = compare(SPIRAL[:2], contenders(["astar"], [rows_off, "zero"]), "spiral")
    assert lengths(comparison) == [5, 5, 9, 9]
    assert comparison.rows[0].result.heuristic == "rows_off"
    claims: list[Any] = [row.result.claim for row in comparison.rows]
    assert claims[1] == claims[3] == "proved shortest"


@pytest.mark.parametrize("goal", four_goals(Shape(2, 3)), ids=str)
def test_all_admissible_heuristics_agree_on_every_length(goal: Any) -> None:
    random = Random(1)
    boards = [random_board(goal, random) for _ in range(5)]
    trusted = [card for card in HEURISTICS if card.admissible]
    comparison = compare(boards, contenders(["astar"], trusted), goal)
    for at in range(5):
        found = lengths(comparison)[at * len(trusted) : (at + 1) * len(trusted)]
        assert len(set(found)) == 1


def cells_of(table: ElementTree.Element) -> list[list[str]]:
    return [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]


def test_a_notebook_shows_totals_and_depths_as_tables_and_a_terminal_as_text(three_ways: Comparison) -> None:
    totals, depths = ElementTree.fromstring(f"<div>{three_ways._repr_html_()}</div>")
    assert [table.findtext("caption") for table in (totals, depths)] == [TITLES["totals"], TITLES["depths"]]
    for table, name in ((totals, "totals"), (depths, "depths")):
        lines = three_ways.to_text([name]).splitlines()[1:]
        assert cells_of(table) == [re.split("  +", line.strip()) for line in lines]
    shown = StringIO()
    three_ways._repr_pretty_(SimpleNamespace(text=shown.write), False)
    assert shown.getvalue() == three_ways.to_text(["totals", "depths"])
    empty = compare([], contenders(["astar"], ["zero"]))
    assert (empty.to_text(), empty.to_csv(), empty._repr_html_()) == ("", "", "")


def test_numbers_in_a_notebook_s_tables_stand_to_the_right_and_colours_are_the_page_s(
    three_ways: Comparison,
) -> None:
    tables = ElementTree.fromstring(f"<div>{three_ways._repr_html_()}</div>")
    for table in tables:
        for row in table.iter("tr"):
            for cell, head in zip(row, cells_of(table)[0], strict=True):
                side = "left" if head in ("algorithm", "option", "heuristic") else "right"
                assert cell.attrib["align"] == side
                assert cell.attrib["style"].startswith(f"text-align: {side};")
    known = {"div", "table", "caption", "thead", "tbody", "tr", "th", "td"}
    assert {part.tag for part in tables.iter()} <= known
    assert {name for part in tables.iter() for name in part.attrib} == {"align", "scope", "style"}


def test_a_heuristic_s_name_is_text_in_a_table() -> None:
    card = from_function(lambda state: 0, name="<b>&bold")
    shown = compare(["1 2 3/4 5 6/7 0 8"], [Contender(heuristic=card)])._repr_html_()
    assert "&lt;b&gt;&amp;bold" in shown
    assert "<b>" not in shown


def test_a_table_is_a_data_frame_if_pandas_is_there(
    three_ways: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table in ("runs", "totals", "depths"):
        frame = three_ways.to_pandas(table)
        rows = three_ways.to_dict()[table]
        assert list(frame.columns) == list(rows[0])
        assert list(frame["expanded"]) == [row["expanded"] for row in rows]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingLibraryError, match="pip install pandas"):
        three_ways.to_pandas()


@pytest.mark.slow
def test_a_plot_has_a_line_for_each_way_and_a_point_for_each_depth(three_ways: Comparison) -> None:
    figure = three_ways.plot()
    entries = three_ways.depths()
    for axes, name in zip(figure.axes, ("expanded", "branching")):
        drawn = {
            line.get_label(): list(zip(line.get_xdata(), line.get_ydata(), strict=True))
            for line in axes.lines
        }
        assert drawn == {
            way: [(entry["depth"], entry[name]) for entry in entries if write_way(entry) == way]
            for way in map(write_way, entries)
        }
    assert figure.axes[0].get_yscale() == "log"
    assert [axes.get_ylabel() for axes in figure.axes] == [
        "states expanded (mean)",
        "effective branching factor b*",
    ]
    assert figure._repr_png_().startswith(b"\x89PNG")  # notebooks call it


def write_way(entry: dict[str, Any]) -> str:
    return ", ".join(filter(None, [entry["algorithm"], entry["option"], entry["heuristic"]]))


def test_without_a_proof_or_matplotlib_there_is_no_plot(
    three_ways: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InvalidJobError, match="no board has a length that is proved shortest"):
        compare(SPIRAL[:1], "greedy", "spiral", heuristics="value-euclidean", expanded=0).plot()
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingLibraryError, match="pip install matplotlib"):
        three_ways.plot()


def test_an_unknown_table_is_refused_in_words_by_all_that_give_tables(three_ways: Comparison) -> None:
    for call in (
        lambda: three_ways.to_pandas("rows"),
        lambda: three_ways.to_csv("rows"),
        lambda: three_ways.to_text(["runs", "rows"]),
    ):
        with pytest.raises(UnknownNameError, match="unknown table 'rows'; known: runs, totals, depths"):
            call()
    with pytest.raises(
        InvalidJobError, match="the tables must be a list of runs, totals, depths, got 'runs'"
    ):
        three_ways.to_text("runs")


@pytest.mark.parametrize("wrong", [InvalidJobError("no"), KeyError("far"), -1, "four"])
def test_a_run_that_raises_has_a_row_that_says_so_and_the_others_keep_theirs(wrong: Any) -> None:
    def sometimes(board: Any) -> Any:
        if board != Board(SPIRAL[1]):
            return 0
        if isinstance(wrong, Exception):
            raise wrong
        return wrong

    boards = [SPIRAL[0], SPIRAL[1], SPIRAL[0]]
    found = compare(boards, contenders(["astar"], [sometimes, "manhattan"]), "spiral")
    failed = found.rows[2]
    assert "sometimes" in failed.error
    assert str(Board(SPIRAL[1])) in failed.error
    assert [bool(row.error) for row in found.rows] == [False, False, True, False, False, False]
    plain = compare(boards, contenders(["astar"], ["zero", "manhattan"]), "spiral")
    others = [row for row in found.rows if row is not failed]
    assert [row.result.length for row in others] == [
        row.result.length for at, row in enumerate(plain.rows) if at != 2
    ]
    entry = failed.to_dict()
    assert (entry["outcome"], entry["claim"], entry["length"]) == ("error", None, None)
    assert entry["error"] == failed.error
    assert [entry["solved"] for entry in found.totals()] == [3, 2]
    assert failed.error in found.to_text()
    assert failed.error in [line["error"] for line in csv.DictReader(StringIO(found.to_csv()))]
