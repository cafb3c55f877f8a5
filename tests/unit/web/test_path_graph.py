"""All shortest paths as one graph: each board once for each step, and where they part."""

from __future__ import annotations

import pytest

from npuzzle import Board, solve
from web.page import path_graph
from web.page.path_graph import Place, describe_graph, list_partings, make_graph

FAR = Board("8 6 7/2 5 4/3 0 1")


def find_paths(board: Board) -> tuple[str, ...]:
    every = solve(board, every=True).every
    assert every is not None
    return every.paths


def test_every_path_is_a_way_through_the_graph_and_there_is_no_other() -> None:
    paths = find_paths(FAR)
    graph = make_graph(FAR, paths)
    assert graph is not None
    onward: dict[int, list[int]] = {}
    for before, after in graph.edges:
        assert graph.places[after].step == graph.places[before].step + 1
        onward.setdefault(before, []).append(after)
    ways = {at: 1 for at, place in enumerate(graph.places) if place.step == 31}
    for at, place in sorted(enumerate(graph.places), key=lambda entry: -entry[1].step):
        assert place.ways == len(onward.get(at, ()))
        if at in onward:
            ways[at] = sum(ways[after] for after in onward[at])
    assert ways[0] == len(paths) == 40
    assert sum(place.step == 31 for place in graph.places) == 1


def test_the_first_path_of_a_place_leads_there() -> None:
    paths = find_paths(FAR)
    graph = make_graph(FAR, paths)
    assert graph is not None
    first = graph.places[0]
    assert (first.step, first.path) == (0, 0)
    assert all(0 <= place.path < len(paths) for place in graph.places)
    assert [place.step for place in list_partings(graph)] == sorted(p.step for p in list_partings(graph))
    assert describe_graph(graph, len(paths)).startswith(
        f"40 paths pass {len(graph.places)} boards and part at "
    )


def test_no_two_places_lie_upon_each_other_and_all_lie_in_the_picture() -> None:
    graph = make_graph(FAR, find_paths(FAR))
    assert graph is not None
    spots = [graph.find(place) for place in graph.places]
    assert len(set(spots)) == len(spots)
    assert all(0 < x < graph.width and 0 < y < graph.height for x, y in spots)


@pytest.mark.parametrize(
    ("ways", "sources", "kind"), [(1, 1, ""), (2, 1, "part"), (1, 2, "join"), (3, 2, "both"), (0, 1, "")]
)
def test_the_kind_of_a_place(ways: int, sources: int, kind: str) -> None:
    assert Place(step=1, row=0, path=0, ways=ways, sources=sources).kind == kind


def test_one_path_and_too_many_boards_have_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = find_paths(FAR)
    assert make_graph(FAR, paths[:1]) is None
    monkeypatch.setattr(path_graph, "MOST_BOARDS", 50)
    assert make_graph(FAR, paths) is None
    monkeypatch.setattr(path_graph, "MOST_LETTERS", 100)
    assert make_graph(FAR, paths) is None
