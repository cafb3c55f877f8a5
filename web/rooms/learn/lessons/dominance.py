"""Better estimates, fewer boards: three heuristics in A*, and the effective branching factor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.rooms.learn.boards import COURSE
from web.rooms.learn.compute import count_expanded, find_missing_run
from web.rooms.learn.parts import Deed, Question, SetUp, Step

if TYPE_CHECKING:
    from web.page.state import UiState

ESTIMATES = (("race", "astar misplaced;astar manhattan;astar linear-conflict"),)

ALONE = tuple(count_expanded(COURSE[2], "astar", name) for name in ("linear-conflict", "walking-distance"))
COMBINED = count_expanded(COURSE[2], "astar", "max(linear-conflict, walking-distance)")
BEST = min(ALONE)


def _check_combined(page: UiState) -> str:
    missing = find_missing_run(page, COURSE[2], "astar", "max(")
    answer = page.player.answer
    if missing or answer is None:
        return missing
    if answer.expanded >= BEST:
        return f"It expanded {answer.expanded:,} boards: combine two estimates that see different things."
    return ""


STEPS = (
    Step(
        title="Three estimates for one board",
        text=(
            "The shortest path of this board has 17 moves. The Manhattan distance says 15, and linear "
            "conflict says 15 too. Misplaced tiles counts the tiles that are not at home.",
        ),
        set_up=SetUp(label="Show the board", board=COURSE[0], goal="blank-first"),
        question=Question(
            text="What does misplaced tiles say?",
            answer="7",
            right="7: only one tile is at home. All three are admissible, but 7 is far below the truth.",
            wrong="The goal is 0 1 2/3 4 5/6 7 8. Tiles at home are green; do not count the blank.",
        ),
    ),
    Step(
        title="Predict, then race",
        text=("A* runs three times, each time with another of these estimates.",),
        set_up=SetUp(
            label="Set up the race", board=COURSE[0], goal="blank-first", room="race", notes=ESTIMATES
        ),
        question=Question(
            text="With which estimate does A* expand the fewest boards?",
            choices=("Misplaced tiles", "Manhattan distance", "Linear conflict"),
            answer="Linear conflict",
            right="It expands 572 boards with misplaced tiles, 57 with the Manhattan distance and 55 "
            "with linear conflict. All three paths are shortest.",
            wrong="Start the race and compare the expanded boards.",
        ),
    ),
    Step(
        title="A harder board",
        text=(
            "This board needs 28 moves. Misplaced tiles says 7, the Manhattan distance 18, and linear "
            "conflict 24.",
        ),
        set_up=SetUp(
            label="Set up the race", board=COURSE[2], goal="blank-first", room="race", notes=ESTIMATES
        ),
        question=Question(
            text="How many boards does A* expand with misplaced tiles?",
            answer="51230",
            right="51,230, against 1,090 with the Manhattan distance and 435 with linear conflict. The "
            "harder the board, the more a good estimate is worth.",
            wrong="Start the race and read the expanded boards in the lane with misplaced tiles.",
        ),
    ),
    Step(
        title="How fast it grows",
        text=(
            "The effective branching factor b* says how wide a search is: if each board led to b* new ones, "
            "there would be as many boards at that depth.",
            "With misplaced tiles A* generated 138,789 boards for 28 moves, so b* is 1.47. With linear "
            "conflict it generated 1,163 boards.",
        ),
        words=(("Generated", "made when another board was expanded."),),
        set_up=SetUp(
            label="Show the race again", board=COURSE[2], goal="blank-first", room="race", notes=ESTIMATES
        ),
        question=Question(
            text="What is b* with linear conflict?",
            choices=("1.21", "1.47", "1.80"),
            answer="1.21",
            right="1.21 and 1.47 look alike, but raised to the power 28 they make the difference "
            "between 1,163 and 138,789 boards.",
            wrong="It generated fewer boards for the same 28 moves, so b* must be smaller.",
        ),
    ),
    Step(
        title="Two estimates in one",
        text=(
            "Neither of linear conflict and walking distance is always the larger one. The larger of two "
            "admissible "
            "estimates is admissible, too, and at least as good as both.",
            "Under How, the heuristic “Combine ...” takes a text such as “max(manhattan, walking-distance)”, "
            "which is the larger of these two.",
        ),
        words=(
            ("Walking distance", "rows and columns as two small puzzles, each solved exactly."),
            ("Dominates", "never lower than another estimate, and higher somewhere."),
        ),
        set_up=SetUp(
            label="Set it up in Solve",
            board=COURSE[2],
            goal="blank-first",
            room="solve",
            options=(
                ("algorithm", "astar"),
                ("heuristic", "combine"),
                ("formula", "max(manhattan, walking-distance)"),
            ),
        ),
        question=Deed(
            text=f"Solve this board by A* with a combination that expands fewer than {BEST} boards.",
            check=_check_combined,
            right=f"The larger of linear conflict and walking distance expands {COMBINED}; alone they expand "
            f"{ALONE[0]} and {ALONE[1]}.",
            how="In the combination, put linear-conflict in place of manhattan, and press Solve.",
        ),
    ),
)
