"""Pruned words are found independently, and the remaining paths include a shortest one to every state."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Shape
from npuzzle.puzzle.shape import neighbours
from npuzzle.search.move_pruning import WAYS, WORDS, Automaton, make_automaton, skip_duplicates, skip_returns

#: Among paths of the same length, earlier letters come first.
ORDER = "DLRU"
GOES = {"U": (-1, 0), "L": (0, -1), "R": (0, 1), "D": (1, 0)}
BACK = {"U": "D", "D": "U", "L": "R", "R": "L"}

Place = tuple[int, int]
Box = tuple[int, int, int, int]
#: The place of the blank, and of each tile that has moved.
Position = tuple[Place, frozenset[tuple[Place, Place]]]


def play(path: str) -> tuple[Position, Box]:
    """Play a path of the blank on a tray without edges. Return the position, and the rectangle it spans."""
    blank, lies = (0, 0), {}
    places = [blank]
    for letter in path:
        there = (blank[0] + GOES[letter][0], blank[1] + GOES[letter][1])
        lies[blank] = lies.get(there, there)
        blank = there
        places.append(blank)
    moved = frozenset((place, tile) for place, tile in lies.items() if place not in (tile, blank))
    rows, cols = [row for row, _ in places], [col for _, col in places]
    return (blank, moved), (min(rows), min(cols), max(rows), max(cols))


def within(inner: Box, outer: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def words_found(longest: int) -> list[str]:
    """Find the words, by length and then in ORDER: paths to the end of an earlier path with no larger box.

    A path that contains a word is neither a word nor extended. This loses no path to compare with: the path
    with the word replaced ends at the same place, is earlier, and spans no more.
    """
    reached: dict[Position, list[Box]] = {}
    words: set[str] = set()
    found, level = [], [""]
    for _ in range(longest + 1):
        further = []
        for path in level:
            if any(path[start:] in words for start in range(1, len(path))):
                continue
            position, box = play(path)
            boxes = reached.setdefault(position, [])
            if any(within(earlier, box) for earlier in boxes):
                words.add(path)
                found.append(path)
                continue
            boxes.append(box)
            further += [path + letter for letter in ORDER]
        level = further
    return found


def test_positions_are_distinguished_and_recognized() -> None:
    assert play("UD")[0] == play("")[0] == play("LRRL")[0]
    assert play("ULDR")[0] != play("")[0]
    assert play("ULDR" * 3)[0] == play("")[0]
    assert play("ULDRUL")[0] == play("LURDLU")[0] != play("UL")[0]
    assert play("ULL")[1] == (-1, -2, 0, 0)


@pytest.mark.slow
def test_all_words_are_found_anew() -> None:
    found = words_found(10)
    assert len(found) == len(set(found))
    assert set(found) == set(WORDS)


def test_each_word_is_listed_once_and_none_has_another_in_it() -> None:
    assert len(set(WORDS)) == len(WORDS)
    known = set(WORDS)
    for word in WORDS:
        parts = {word[a:b] for a in range(len(word)) for b in range(a + 1, len(word) + 1)} - {word}
        assert not parts & known


def hold_to_soundness(shape: Shape, start: int, machine: Automaton) -> int:
    """Check that an unpruned path of shortest length leads to every state. Return the number of states.

    Each beginning of such a path is unpruned, too, so the automaton's states are stored per state.
    """
    around = neighbours(shape)
    way_of = {-shape.cols: 0, -1: 1, 1: 2, shape.cols: 3}
    begin = tuple(range(shape.cells))
    seen, level = {begin}, {(begin, start): {0}}
    while level:
        further: dict[tuple[tuple[int, ...], int], set[int]] = {}
        for (state, blank), histories in level.items():
            for cell in around[blank]:
                child = list(state)
                child[blank], child[cell] = child[cell], child[blank]
                reached = tuple(child)
                if reached in seen:
                    continue
                way = way_of[cell - blank]
                after = further.setdefault((reached, cell), set())
                after.update(machine.follows[4 * at + way] for at in histories if machine.ways[at] >> way & 1)
        assert all(further.values()), "a state is cut off from all its shortest paths"
        seen.update(state for state, _ in further)
        level = further
    return len(seen)


@pytest.mark.parametrize(
    ("shape", "start"),
    [
        *((Shape(2, 2), start) for start in range(4)),
        *((Shape(2, 3), start) for start in range(6)),
        *((Shape(3, 2), start) for start in range(6)),
        *((Shape(2, 4), start) for start in (0, 2, 5)),
        (Shape(4, 2), 3),
    ],
    ids=str,
)
def test_some_shortest_path_to_every_state_may_be_tried(shape: Shape, start: int) -> None:
    states = {4: 12, 6: 360, 8: 20_160}[shape.cells]
    assert hold_to_soundness(shape, start, skip_duplicates()) == states


@pytest.mark.slow
@pytest.mark.parametrize("start", [0, 1, 2, 4, 7, 8])
def test_some_shortest_path_to_every_state_of_the_3x3_may_be_tried(start: int) -> None:
    assert hold_to_soundness(Shape(3, 3), start, skip_duplicates()) == 181_440


def test_with_a_word_too_many_some_state_would_be_cut_off() -> None:
    """This shows that the check above can fail."""
    with pytest.raises(AssertionError, match="cut off"):
        hold_to_soundness(Shape(2, 3), 0, make_automaton([*WORDS, "RRD"]))


#: Single moves, words, and words without their first or last letter.
parts = st.sampled_from([*WAYS, *WORDS, *[word[1:] for word in WORDS], *[word[:-1] for word in WORDS]])
paths = st.lists(parts, max_size=12).map("".join)


def has_one_of(words: frozenset[str], path: str) -> bool:
    return any(word in path for word in words)


@given(paths)
def test_it_refuses_a_path_exactly_if_one_of_the_words_is_in_it(path: str) -> None:
    assert skip_duplicates().allows(path) == (not has_one_of(frozenset(WORDS), path))


@given(st.lists(st.text(alphabet=WAYS, min_size=1, max_size=6), max_size=12), st.lists(paths, max_size=20))
def test_any_words_make_an_automaton_that_refuses_them_and_nothing_else(
    words: list[str], tried: list[str]
) -> None:
    """Words may contain each other, begin alike or be repeated."""
    machine, known = make_automaton(words), frozenset(words)
    for path in [*tried, *words, "".join(words), ""]:
        assert machine.allows(path) == (not has_one_of(known, path))


def test_all_its_states_can_be_reached_and_lead_to_each_other() -> None:
    for machine in (skip_duplicates(), skip_returns(), make_automaton([]), make_automaton(["U"])):
        states = len(machine.ways)
        assert len(machine.follows) == 4 * states
        met, order = {0}, [0]
        for state in order:
            for way in range(4):
                if machine.ways[state] >> way & 1:
                    child = machine.follows[4 * state + way]
                    if child not in met:
                        met.add(child)
                        order.append(child)
        assert met == set(range(states))


def test_skip_returns_only_the_way_straight_back_is_closed() -> None:
    for path in map("".join, product(WAYS, repeat=6)):
        back = any(BACK[first] == then for first, then in pairwise(path))
        assert skip_returns().allows(path) == (not back)
    assert len(skip_returns().ways) == 5
