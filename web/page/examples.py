"""Example boards and facts about them. The tests check every claim."""

from __future__ import annotations

from typing import NamedTuple


class Example(NamedTuple):
    """An example. `moves`: the length of the shortest solutions, or None. `ways`: how many there are."""

    name: str
    label: str
    board: str
    goal: str
    moves: int | None
    ways: int | None
    note: str


#: Two lines for each example: its fields (- if one is missing), then its note.
TABLE = """\
loyd | Loyd's 14-15 puzzle | 1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0 | blank-last | - | -
The famous prize puzzle: 14 and 15 are swapped, and no moves can undo that.
farthest-1 | 3x3, 31 moves: the hardest | 8 6 7/2 5 4/3 0 1 | blank-last | 31 | 40
No 3x3 board needs more than 31 moves, and only two need that many. This one has 40 shortest paths.
farthest-2 | 3x3, 31 moves: the other hardest | 6 4 7/8 5 0/3 2 1 | blank-last | 31 | 40
The second of the two 3x3 boards that need 31 moves: a mirror image of the first.
single | 3x3, 29 moves: exactly one shortest path | 8 6 7/2 4 0/3 5 1 | blank-last | 29 | 1
Every 3x3 board farther from the goal has several shortest paths.
most-ways | 3x3, 30 moves: 64 shortest paths | 0 8 5/6 7 2/3 4 1 | blank-last | 30 | 64
No 3x3 board has more shortest paths.
farthest-15 | 4x4, 80 moves: the hardest | 15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0 | blank-first | 80 | -
No 4x4 board needs more than 80 moves; this is one of those that need 80.
one-move | 3x3, 1 move: the blank is not a tile | 1 0 2/3 4 5/6 7 8 | blank-first | 1 | 1
One move solves it; a heuristic that counts the blank as a tile says 2, and is wrong.
course-17 | 3x3, 17 moves: course board | 2 3 7/1 8 0/6 5 4 | blank-first | 17 | -
The first board of a course on search: Manhattan says 15 and misplaced tiles 7, the truth is 17.
course-25 | 3x3, 25 moves: course board | 7 0 8/4 6 1/5 3 2 | blank-first | 25 | -
The second board of that course: Manhattan says 17 and misplaced tiles 8, the truth is 25.
course-28 | 3x3, 28 moves: course board | 5 7 6/2 4 3/8 1 0 | blank-first | 28 | -
The third board of that course: Manhattan says 18 and misplaced tiles 7, the truth is 28.
"""


def _read(fields: str, note: str) -> Example:
    name, label, board, goal, *numbers = fields.split(" | ")
    moves, ways = (None if number == "-" else int(number) for number in numbers)
    return Example(name, label, board, goal, moves, ways, note)


_lines = TABLE.splitlines()

#: The examples by name, in the order of the menu.
EXAMPLES = {example.name: example for example in map(_read, _lines[::2], _lines[1::2])}
