"""`npuzzle play`: first the game itself, then the terminal that shows it, with real key presses."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Iterator
from random import Random
from textwrap import wrap
from time import sleep
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, Problem, Shape, goal_board, random_board, random_walk, solve
from npuzzle.cli.board import open_game
from npuzzle.cli.board_io import draw, draw_rows, draw_side_by_side
from npuzzle.cli.play import KEYS, Game
from npuzzle.cli.play_app import PlayApp
from npuzzle.errors import InvalidBoardError, InvalidShapeError, UsageError
from npuzzle.lab.space import build_distance_table
from npuzzle.puzzle.shape import source
from npuzzle.solving.run import Run
from tests.support.command_line import Call
from tests.support.quick import mostly_slow
from tests.support.strategies import boards, boards_and_goals, possible_paths
from tests.support.terminals import Terminal

EASY = "1 2 3/4 0 6/7 5 8"
HARDEST = "8 6 7/2 5 4/3 0 1"
LETTERS = st.text("UDLR", max_size=30)


# The game


@given(board_and_goal=boards_and_goals(4), letters=LETTERS)
def test_a_key_slides_the_tile_that_can_go_that_way_and_nothing_else(
    board_and_goal: tuple[Board, Board], letters: str
) -> None:
    board, goal = board_and_goal
    game = Game(board, goal)
    for letter in letters:
        src = source(board.shape, board.blank, letter)
        board = board if src is None else board.slide(src)
        game.slide(letter)
        assert game.board == board
        assert game.is_solved == (board == goal)
    assert Problem(board_and_goal[0], goal).replay(game.made) == board


@given(board=boards(4), letters=LETTERS)
def test_undo_takes_back_every_move_and_then_does_nothing(board: Board, letters: str) -> None:
    """A restart takes back all moves at once."""
    game, other = (Game(board, goal_board("blank-last", board.shape)) for _ in range(2))
    seen = [board]
    for letter in letters:
        game.slide(letter)
        other.slide(letter)
        if game.board != seen[-1]:
            seen.append(game.board)
    for before in [*seen[-2::-1], board, board]:
        game.undo()
        assert game.board == before
    other.restart()
    assert (game.made, other.made, other.board) == ("", "", board)


@given(problem_and_path=possible_paths())
def test_a_solution_is_kept_as_long_as_it_is_followed(problem_and_path: tuple[Problem, str]) -> None:
    problem, path = problem_and_path
    game = Game(problem.start, problem.goal)
    game.ahead = path
    for at, letter in enumerate(path, 1):
        game.slide(letter)
        assert game.ahead == path[at:]
    game.ahead = "U"
    game.slide("D")
    assert game.ahead == "" or game.made == path  # the tile could not go down


@given(board=boards(10))
def test_the_drawing_has_every_tile_in_its_place_and_rows_of_one_length(board: Board) -> None:
    lines = draw(board).splitlines()
    assert len({len(line) for line in lines}) == 1
    rows = [[cell.strip() or "0" for cell in line.strip("│").split("│")] for line in lines[1::2]]
    assert Board.from_words(rows) == board


def test_a_board_or_a_size_opens_a_game() -> None:
    assert open_game(EASY, "spiral", Random(1)).board == Board.parse(EASY)
    game = open_game("3x4", "blank-first", Random(1))
    assert game.goal == goal_board("blank-first", Shape(3, 4))
    assert game.board == random_board(game.goal, Random(1)) != open_game("3x4", "spiral", Random(2)).board
    assert Problem(game.board, game.goal).is_solvable


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("1x4", InvalidShapeError, "1x4 has a single row"),
        ("11x4", UsageError, "play can draw up to 10 rows and columns, got 11x4"),
        ("no.txt", InvalidBoardError, "there is no file no.txt"),
        ("1 2/2 0", InvalidBoardError, "tile 2 appears twice"),
    ],
)
def test_what_cannot_be_played_is_reported(text: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=re.escape(said)):
        open_game(text, "blank-last", Random(1))


# In the terminal


@pytest.fixture(scope="module", autouse=True)
def no_waiting() -> Iterator[None]:
    """Replace Textual's wait after each key, a fiftieth of a second, by a few turns of the event loop.

    Workers do everything that takes longer; `Player.settled` waits for them.
    """

    async def give_way(*seconds: float) -> None:
        for _ in range(20):
            await asyncio.sleep(0)

    with pytest.MonkeyPatch.context() as patched:
        for module in ("textual.app", "textual.pilot"):
            patched.setattr(f"{module}.wait_for_idle", give_way)
        yield


class Player:
    """Presses keys, and reads the screen once all work is done."""

    def __init__(self, app: Any, pilot: Any) -> None:
        self.app, self._pilot = app, pilot

    async def press(self, *keys: str) -> str:
        await self._pilot.press(*keys)
        return await self.settled()

    async def press_only(self, *keys: str) -> None:
        """Press keys, and do not wait for the work that they start."""
        await self._pilot.press(*keys)

    async def settled(self) -> str:
        """Return the text shown once no worker is busy."""
        await self.app.workers.wait_for_complete()
        await self._pilot.pause()
        return self.shown

    @property
    def shown(self) -> str:
        return str(self.app.query_one("#game").content)

    @property
    def on_screen(self) -> str:
        """The lines of the screen as a person sees them."""
        lines = self.app.screen._compositor.render_strips()
        return "\n".join(line.text.rstrip() for line in lines)


def played(
    board: str,
    script: Callable[[Player], Awaitable[None]],
    goal: str = "blank-last",
    size: tuple[int, int] = (80, 24),
) -> None:
    """Open the game and let a script play it."""

    async def play() -> None:
        app = PlayApp(open_game(board, goal, Random(1)), Random(1))
        async with app.run_test(size=size) as pilot:
            await script(Player(app, pilot))

    asyncio.run(play())


@pytest.mark.slow
def test_arrows_slide_u_takes_back_and_the_distance_is_exact() -> None:
    async def script(player: Player) -> None:
        shown = await player.settled()
        board, goal = Board.parse(EASY), goal_board("blank-last", Shape(3, 3))
        assert shown == f"{draw_side_by_side(draw(board), draw(goal))}\n\nMoves: 0. To the goal: 2.\n{KEYS}"
        assert "Moves: 1. To the goal: 1." in await player.press("up")
        assert "Moves: 2. Solved." in await player.press("left")
        assert "Moves: 1. To the goal: 1." in await player.press("u")
        assert "Moves: 2. To the goal: 2." in await player.press("down")
        assert "Moves: 3. To the goal: 3." in await player.press("down")
        assert "Moves: 3. To the goal: 3." in await player.press("down")  # stopped by the edge
        assert "Moves: 0. To the goal: 2." in await player.press("u", "u", "u", "u")

    played(EASY, script)


@pytest.mark.slow
def test_every_distance_shown_is_the_true_one() -> None:
    goal = goal_board("spiral", Shape(2, 3))
    table = build_distance_table(goal.shape, goal.blank)

    async def script(player: Player) -> None:
        await player.settled()
        random = Random(4)
        for _ in range(15):
            shown = await player.press(random.choice(["up", "down", "left", "right"]))
            state = Problem(player.app.game.board, goal).initial
            far = table.distance(state)
            assert ("Solved." if far == 0 else f"To the goal: {far}.") in shown

    played("2x3", script, "spiral")


@pytest.mark.slow
def test_a_hint_is_the_first_move_of_a_shortest_way() -> None:
    async def script(player: Player) -> None:
        for to_go in range(12, 0, -1):
            shown = await player.press("h")
            found = re.search(rf"Hint: (\d) (up|down|left|right); {to_go} to go, proved shortest\.", shown)
            assert found is not None
            before = player.app.game.board
            await player.press(found[2])
            after = player.app.game.board
            assert after.tiles[before.blank] == int(found[1])
            if to_go == 2:
                assert "Hint" in await player.press("h", "escape"), "Escape says nothing if no search runs"
        assert "Moves: 12. Solved." in player.shown

    played("2 8 1/4 6 3/0 7 5", script, "spiral")


@pytest.mark.slow
def test_a_solution_is_reported_with_its_claim_and_played_step_by_step() -> None:
    async def script(player: Player) -> None:
        assert "There is no solution to play; s looks for one." in await player.press("space")
        assert "Solution: 31 to go, proved shortest. Next: " in await player.press("s")
        assert "Solution: 30 to go, proved shortest. Next: " in await player.press("space")
        assert "Moves: 31. Solved.\nn gives a new board." in await player.press(*["space"] * 30)
        assert "n gives a new board." in await player.press("s")
        assert "n gives a new board." in await player.press("h")

    played(HARDEST, script)


@pytest.mark.slow
def test_a_plays_the_whole_solution_which_it_finds_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("npuzzle.cli.play_app.PAUSE", 0)

    async def script(player: Player) -> None:
        await player.settled()
        assert "Moves: 31. Solved.\nn gives a new board." in await player.press("a")
        assert "Moves: 31. Solved.\nn gives a new board." in await player.press("a")
        assert "Solution: 2 to go" in await player.press("u", "u", "s")
        assert "Moves: 31. Solved." in await player.press("a")

    played(HARDEST, script)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["escape", "u", "space", "down", "r", "n"])
def test_a_key_ends_what_plays_by_itself(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on = asyncio.Event()
    monkeypatch.setattr("npuzzle.cli.play_app.sleep", lambda seconds: goes_on.wait())

    async def script(player: Player) -> None:
        assert "Solution: 31 to go" in await player.press("s")
        await player.press_only("a")
        await player.press_only(key)
        goes_on.set()
        await player.settled()
        assert len(player.app.game.made) <= 1
        assert not player.app.game.is_solved

    played(HARDEST, script)


def test_r_goes_back_to_the_first_board_and_n_gives_another_one() -> None:
    async def script(player: Player) -> None:
        await player.settled()
        await player.press("up", "left", "s")
        assert f"Moves: 0. To the goal: 2.\n{KEYS}" in await player.press("r")
        assert str(player.app.game.board) == EASY
        assert "Moves: 0." in await player.press("u")
        await player.press("up", "s")
        assert "Moves: 0." in await player.press("n")
        game = player.app.game
        new = game.board
        assert (Problem(new, game.goal).is_solvable, game.ahead) == (True, "")
        await player.press("up", "down", "left", "right", "r")
        assert player.app.game.board == new != Board.parse(EASY)

    played(EASY, script)


@pytest.mark.slow
def test_leaving_the_solution_brings_another_one() -> None:
    async def script(player: Player) -> None:
        await player.press("s", "space")
        shown = await player.press("u")
        assert "Solution" not in shown
        assert "There is no solution to play" in await player.press("space")
        assert "Solution: 2 to go, proved shortest" in await player.press("s")

    played(EASY, script)


@pytest.mark.slow
def test_an_unsolvable_board_is_explained() -> None:
    async def script(player: Player) -> None:
        shown = await player.settled()
        assert "To the goal" not in shown
        assert "Not solvable: the board has 1 inversion (odd)" in shown
        assert "n gives a new board." in shown
        await player.press("up")
        assert "Not solvable: the board has 1 inversion (odd)" in await player.press("h")
        assert "There is no solution to play" in await player.press("space")

    played("1 2 3/4 5 6/8 7 0", script)


@pytest.mark.slow
def test_a_large_board_has_a_solution_with_what_is_certain_of_it() -> None:
    goal = goal_board("blank-last", Shape(5, 5))
    board = random_walk(goal, 20, Random(1))
    length = solve(board, within=3.0).length

    async def script(player: Player) -> None:
        assert f"Solution: {length} to go, proved shortest" in await player.press("s")
        assert "To the goal" not in player.shown

    played(str(board), script)


SIZES = [(200, 60), (80, 24), (60, 20), (44, 24), (30, 8), (34, 12), (20, 7), (8, 4)]


@pytest.mark.slow
@pytest.mark.parametrize("size", mostly_slow(SIZES, lambda size: size in ((80, 24), (30, 8), (8, 4))))
@pytest.mark.parametrize("shape", mostly_slow(["4x4", "2x2", "6x7", "10x10"]))
def test_the_words_are_seen_on_any_terminal_and_the_board_where_it_has_room(
    shape: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Run, "step", lambda run, seconds: run.cancel())
    cells = Shape.parse(shape).cells

    async def script(player: Player) -> None:
        await player.settled()
        for keys, said in (([], KEYS), (["space"], "There is no solution to play; s looks for one.")):
            await player.press(*keys)
            seen = " ".join(player.on_screen.split())
            if size != (8, 4):
                assert said in seen
            if size[0] >= 44 or (cells == 16 and size == (30, 8)):
                assert all(re.search(rf"\b{tile}\b", seen) for tile in range(1, cells))

    played(shape, script, size=size)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (60, 20), (44, 24)])
def test_the_goal_stands_beside_the_board_or_is_a_key_away(size: tuple[int, int]) -> None:
    goal = goal_board("spiral", Shape(6, 6))

    async def script(player: Player) -> None:
        await player.settled()
        if size != (44, 24):
            assert "   goal: " in player.on_screen
        await player.press("g")
        seen = [line.removeprefix("  ") for line in player.on_screen.splitlines()]
        at = seen.index("The goal:")
        assert seen[at + 1 : at + 7] == draw_rows(goal).splitlines()

    played("6x6", script, "spiral", size)


def test_a_terminal_may_change_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        app = PlayApp(open_game("4x4", "blank-last", Random(1)), Random(1))
        async with app.run_test(size=(80, 24)) as pilot:
            player = Player(app, pilot)
            assert "┌" in await player.settled()
            await pilot.resize_terminal(30, 8)
            assert "┌" not in await player.settled()
            assert KEYS in " ".join(player.on_screen.split())

    asyncio.run(play())


@given(board_and_goal=boards_and_goals(10), columns=st.integers(1, 120), rows=st.integers(1, 60))
def test_what_is_shown_has_room_unless_the_words_alone_have_none(
    board_and_goal: tuple[Board, Board], columns: int, rows: int
) -> None:
    shown = Game(*board_and_goal).draw(None, KEYS, columns, rows)
    words = shown[shown.index("Moves") :]
    assert words.split() == ["Moves:", "0.", *(["Solved."] if "Solved." in words else []), *KEYS.split()]
    if shown != words:
        lines = [part for line in shown.splitlines() for part in wrap(line, columns) or [""]]
        assert len(lines) <= rows


@pytest.mark.slow
@pytest.mark.parametrize(
    "way_out", mostly_slow(["escape", "up", "u", "n", "q"], lambda way: way in ("escape", "q"))
)
def test_a_search_that_is_under_way_ends_at_once(way_out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Escape, any move or Quit ends it; keys are read all the time."""
    slices: list[float] = []

    def find_nothing(run: Run, seconds: float) -> None:
        slices.append(seconds)
        sleep(seconds)

    monkeypatch.setattr(Run, "step", find_nothing)

    async def script(player: Player) -> None:
        await player.settled()
        await player.press_only("s")
        while not slices:
            await asyncio.sleep(0)
        assert "Searching, expanded 0. Escape stops." in player.shown
        await player.press_only(way_out)
        if way_out == "q":
            assert player.app.return_code == 0
            return
        shown = await player.settled()
        assert "Searching" not in shown
        assert ("Stopped." in shown) == (way_out == "escape")
        many = len(slices)
        await player.press("down", "up")
        assert len(slices) == many

    played(EASY, script)


def test_without_textual_the_error_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setitem(sys.modules, "textual.app", None)
    monkeypatch.delitem(sys.modules, "npuzzle.cli.play_app")
    said = 'npuzzle: play needs Textual: pip install "npuzzle[play]", or just textual\n'
    assert call("play", "3x3") == (2, "", said)


def test_without_a_terminal_nothing_is_drawn(call: Call) -> None:
    said = "npuzzle: play needs a terminal, to read keys from and to draw on\n"
    assert call("play", "3x3") == (2, "", said)


@pytest.mark.slow
@pytest.mark.parametrize("no_color", mostly_slow(["", "1"]))
def test_in_a_real_terminal_it_draws_hears_keys_and_leaves(no_color: str) -> None:
    terminal = Terminal("play", EASY, environment={"NO_COLOR": no_color})
    terminal.wait_for("│ 7 │ 5 │ 8 │")
    terminal.press("\x1b[A")  # arrow up
    terminal.wait_for("Moves: 1.")
    terminal.press("q")
    assert terminal.ended() == 0
    assert "Traceback" not in terminal.shown


@pytest.mark.slow
def test_a_search_does_not_keep_anybody_from_leaving() -> None:
    terminal = Terminal("play", "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0", "--goal", "blank-first")
    terminal.wait_for("Moves: 0.")
    terminal.press("s")
    terminal.wait_for("Searching")
    terminal.press("\x03")  # Ctrl-C
    assert terminal.ended() == 0
    assert "Traceback" not in terminal.shown
