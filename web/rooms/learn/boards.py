"""The boards of the lessons."""

from __future__ import annotations

#: The goal blank-last with 14 and 15 swapped, which cannot be solved.
PRIZE = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"
#: With the blank in the middle, so that tiles can slide up, down, left and right.
BETWEEN = "1 2 3/4 0 6/7 5 8"
#: A board that can reach the goal spiral, but not blank-last or blank-first.
ONE_OF_THREE = "2 8 1/0 4 3/7 6 5"
#: The goal blank-first itself.
BLANK_FIRST = "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"
#: One move from the goal blank-first.
ONE_MOVE = "1 0 2/3 4 5/6 7 8"
#: 17, 25 and 28 moves from the goal blank-first.
COURSE = ("2 3 7/1 8 0/6 5 4", "7 0 8/4 6 1/5 3 2", "5 7 6/2 4 3/8 1 0")
#: With the middle row and the middle column reversed.
REVERSED = "3 8 1/6 5 4/0 2 7"
#: A board whose shortest path A* misses if linear conflict counts pairs of tiles.
MISLED = "6 8 7/5 0 4/3 2 1"
#: Four moves from the goal blank-first.
SHORT = "3 1 2/4 7 5/6 8 0"
#: A 15-puzzle, 36 moves from the goal blank-first.
FIFTEEN = "11 1 10 6/4 2 15 3/0 12 9 5/13 8 7 14"
#: A 24-puzzle, too large to wait for a proof.
TWENTY_FOUR = "5 14 9 2 18/8 23 19 12 17/15 0 10 20 4/13 11 21 1 7/24 3 16 22 6"
