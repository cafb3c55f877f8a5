"""The five exercises, in order, a module each: data, of which the tests compute every number anew."""

from __future__ import annotations

from web.rooms.learn.exercises.admissibility import COUNTING_THE_BLANK
from web.rooms.learn.exercises.better_estimates import BETTER_ESTIMATES
from web.rooms.learn.exercises.linear_conflicts import CONFLICTS
from web.rooms.learn.exercises.shortest_paths import NOT_SHORTEST
from web.rooms.learn.exercises.solvability import CAN_IT_BE_SOLVED

EXERCISES = (CAN_IT_BE_SOLVED, COUNTING_THE_BLANK, NOT_SHORTEST, CONFLICTS, BETTER_ESTIMATES)
