"""The checks that lessons name: has the student done a task? Each returns what is missing, or "" if nothing.

`check: solved astar manhattan` calls `solved(page, board, "astar", "manhattan")` with the step's board.
"""

from __future__ import annotations

from collections.abc import Callable

from npuzzle import Board, Outcome, check, goal_board
from npuzzle.heuristics import manhattan
from npuzzle.pattern_databases.chosen import parse_groups
from npuzzle.text import count
from web.page.state import Phase, UiState
from web.rooms.lab.patterns_state import groups_in
from web.rooms.learn.boards import ONE_MOVE
from web.rooms.learn.compute import GOAL, count_differing, find_misplaced, true_distance


def find_check(text: str, board: str) -> Callable[[UiState], str]:
    """Return the check of a step, whose `text` contains the check's name and arguments."""
    name, *given = text.split()
    look = CHECKS[name]
    return lambda page: look(page, board, *given)


def solved(page: UiState, board: str, algorithm: str = "", heuristic: str = "") -> str:
    """Check that the board was solved by this search. `heuristic`: the beginning of the heuristic's name."""
    wanted = Board.parse(board)
    if page.board.check.board != wanted or page.goal.board != goal_board(GOAL, wanted.shape):
        return "The board of this step is not on the page: set it up first."
    answer = page.player.answer
    if answer is None or not answer.algorithm or answer.outcome != Outcome.SOLVED.value:
        return "The board is not solved yet: press Solve, and wait for the result."
    if algorithm and answer.algorithm != algorithm:
        return "It was solved with another algorithm: under How, choose the algorithm of this step."
    if heuristic and not (answer.heuristic or "").startswith(heuristic):
        return "It was solved with another heuristic: under How, choose the heuristic of this step."
    return ""


def solved_by_hand(page: UiState, board: str) -> str:
    """Check that the tiles were slid to the goal blank-first by hand."""
    goal = goal_board(GOAL, Board.parse(board).shape)
    if page.goal.board != goal or page.phase is not Phase.READY:
        return "Set up the board, and slide its tiles yourself."
    if page.current_board != goal:
        return "This is not the goal yet: the blank is in the first corner there, then 1, 2, and so on."
    return "" if page.history.by_hand > 0 else "Slide the tiles yourself: set up the board again."


def near(page: UiState, board: str, tiles: str) -> str:
    """Check that at least `tiles` tiles are away from home, each by one cell only."""
    found, goal = page.current_board, page.goal.board
    if found is None or goal is None:
        return "There is no board on the page: put the board back."
    away, sum_ = len(find_misplaced(found, goal)), round(manhattan(found, goal))
    if away < int(tiles):
        return f"Only {count(away, 'tile')} away from home: keep sliding, with other tiles."
    if away != sum_:
        return f"Misplaced tiles says {away}, and the Manhattan distance {sum_}: some tile is two steps away."
    return ""


def refuted(page: UiState, board: str) -> str:
    """Check that the board on show has more differing cells, the blank's counted, than moves to the goal."""
    found, goal = page.current_board, page.goal.board
    if found is None or goal is None or goal != goal_board(GOAL, Board.parse(board).shape):
        return "Set up the board of this step first."
    if found == Board.parse(ONE_MOVE):
        return "This is the board of the first step. Find another one."
    if not check(found, goal).solvable:
        return "No moves lead from this board to the goal, so it has no distance."
    h, distance = count_differing(found, goal), true_distance(found, goal)
    if h <= distance:
        return f"The estimate of this board is {h}, and its distance {distance}: it is not too high here."
    return ""


def certified(page: UiState, board: str) -> str:
    """Check that the Lab certified a heuristic that is admissible but not consistent."""
    if page.certified is None:
        return "No certificate yet: put the heuristic of this step into the Lab, and press Certify."
    if page.certified.consistent:
        return "The heuristic in the Lab is consistent: certify the heuristic of this step."
    return ""


def combined(page: UiState, board: str, most: str) -> str:
    """Check that A* with a combination solved the board, and expanded fewer boards than `most`."""
    missing = solved(page, board, "astar", "max(")
    answer = page.player.answer
    if missing or answer is None or answer.expanded < int(most):
        return missing
    return f"It expanded {answer.expanded:,} boards: combine two estimates that see different things."


def grouped(page: UiState, board: str, most: str = "") -> str:
    """Check that A* with databases of all eight tiles solved the board with fewer expansions than `most`."""
    missing = solved(page, board, "astar")
    answer = page.player.answer
    if missing or answer is None:
        return missing
    groups = groups_in(answer.heuristic or "")
    if not groups:
        return "It was solved with another heuristic: press “Use in Solve” in the Lab, then Solve."
    tiles = sum(map(len, parse_groups(groups)))
    if tiles != 8:
        return f"Only {tiles} of the 8 tiles are in your groups."
    if most and answer.expanded >= int(most):
        return f"A* expanded {answer.expanded:,} boards with these groups: try larger groups."
    return ""


def bargain(page: UiState, board: str, longest: str, most: str) -> str:
    """Check that weighted A* found a path of up to `longest` moves with fewer expansions than `most`."""
    missing = solved(page, board, "weighted-astar")
    answer = page.player.answer
    if missing or answer is None or answer.length is None:
        return missing
    if answer.length > int(longest):
        return f"The path has {answer.length} moves: try a smaller weight."
    if answer.expanded >= int(most):
        return f"It expanded {answer.expanded:,} boards: try a larger weight."
    return ""


CHECKS: dict[str, Callable[..., str]] = {
    look.__name__.replace("_", "-"): look
    for look in (solved, solved_by_hand, near, refuted, certified, combined, grouped, bargain)
}
