"""Many boards: means, tables, charts and the CSV file, from invented runs with known figures."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest

from web.rooms.race.charts import branching_chart, depth_table, expanded_chart
from web.rooms.race.lanes import parse_lanes
from web.rooms.race.many import Comparison, Run
from web.rooms.race.words import summarize

NEAR, FAR, NOWHERE = "1 2 3/4 5 6/7 0 8", "1 2 3/0 4 6/7 5 8", "8 6 7/2 5 4/3 0 1"


def run(lane: int, board: str, **more: object) -> Run:
    given = {
        "lane": lane,
        "board": board,
        "depth": None,
        "outcome": "solved",
        "claim": "proved shortest",
        "length": 1,
        "expanded": 10,
        "generated": 30,
        "peak_frontier": 5,
        "seconds": 0.5,
        "branching": 1.5,
    }
    return Run(**{**given, **more})  # type: ignore[arg-type]


def comparison(*runs: Run, stopped: bool = False, problems: tuple[str, str] = ("", "")) -> Comparison:
    return Comparison(
        goal="1 2 3/4 5 6/7 8 0",
        seed="1",
        lanes=parse_lanes("astar manhattan;wastar manhattan 2"),
        runs=runs,
        problems=problems,
        done=len({each.board for each in runs}),
        boards=3,
        stopped=stopped,
    )


DONE = comparison(
    run(0, NEAR),
    run(1, NEAR, claim="at most 2 longer", length=3, expanded=2, branching=None),
    run(0, FAR, length=3, expanded=20),
    run(1, FAR, length=5, claim="at most 2 longer", expanded=4),
    run(0, NOWHERE, outcome="out of nodes", claim=None, length=None, branching=None),
    run(1, NOWHERE, length=33, claim="at most 12 longer", expanded=6),
)


def test_depth_is_what_was_known_or_proved() -> None:
    assert DONE.depth_of() == {NEAR: 1, FAR: 3}
    known = comparison(run(1, NOWHERE, depth=31, length=33, claim="at most 12 longer"))
    assert known.depth_of() == {NOWHERE: 31}


def test_means_are_of_the_boards_a_lane_solved() -> None:
    first, second = DONE.overall()
    assert (first.boards, first.solved, first.expanded, first.more) == (3, 2, 15, 0)
    assert (second.boards, second.solved, second.expanded, second.more) == (3, 3, 4, 2)
    assert second.branching == 1.5
    assert [means[0].expanded for means in DONE.by_depth().values()] == [10, 20]


def test_the_table_is_as_wide_as_its_heads() -> None:
    table = depth_table(DONE)
    assert table.rows == (
        ("1", "1", "10", "30", "1.500", "2", "30", "-"),
        ("3", "1", "20", "30", "1.500", "4", "30", "1.500"),
        ("All", "3", "15 (2 of 3)", "30", "1.500", "4", "30", "1.500"),
    )
    assert len(table.heads) == sum(width for _, width in table.groups) == 8


def test_the_charts_hold_what_was_solved() -> None:
    points = expanded_chart(DONE)["data"]["datasets"]
    assert points[0]["data"] == [{"x": 1, "y": 10}, {"x": 3, "y": 20}]
    lines = branching_chart(DONE)["data"]["datasets"]
    assert lines[1]["data"] == [{"x": 3, "y": 1.5}]
    json.dumps([expanded_chart(DONE), branching_chart(DONE)])


def test_the_csv_reads_back() -> None:
    lines = list(csv.DictReader(StringIO(DONE.to_csv())))
    assert len(lines) == 6
    assert lines[1]["option"] == "weight 2"
    assert lines[1]["depth"] == "1"
    assert lines[4]["moves"] == ""
    assert lines[5]["expanded"] == "6"
    assert lines[0]["board"] == NEAR


def test_the_lane_with_the_least_work_is_named() -> None:
    told = summarize(comparison(run(0, NEAR), run(1, NEAR, expanded=4), run(0, FAR), run(1, FAR, expanded=4)))
    assert told[1] == (
        "Of the lanes that solved every board, Weighted A* (2) with Manhattan distance "
        "expanded the fewest states: 4 on average."
    )


def test_a_summary_says_how_it_ended() -> None:
    told = summarize(DONE)
    assert told[0] == "All lanes ran on 3 boards, dealt with seed 1."
    assert told[1] == "Lane 1, A* with Manhattan distance, solved 2 of 3 boards within its limits."
    assert told[2].endswith("found paths 2.0 moves longer than the shortest on average.")


@pytest.mark.parametrize(
    ("runs", "problems", "sentences"),
    [
        ((), ("", ""), ("Stopped before the first board was done.",)),
        ((), ("Wrong.", "Wrong too."), ("No lane could run.", "Lane 1, A* with")),
        ((run(0, NEAR),), ("", "Wrong."), ("Stopped after 1 of 3 boards.", "Lane 2, Weighted A* (2) with")),
    ],
)
def test_a_summary_of_little(
    runs: tuple[Run, ...], problems: tuple[str, str], sentences: tuple[str, ...]
) -> None:
    told = summarize(comparison(*runs, stopped=not any(problems) or bool(runs), problems=problems))
    for sentence, start in zip(told, sentences):
        assert sentence.startswith(start), told
