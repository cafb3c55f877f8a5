"""Today: the board of each date, the results on it, and the contents of the browser's note."""

from __future__ import annotations

import json
from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, solve
from npuzzle.puzzle.moves import undo
from tests.support.page_commands import CHANGING, e
from tests.support.page_states import answer_of, follow, page
from web.command import Call, perform
from web.page.commands import update
from web.page.state import UiState
from web.page.store import FIRST_BOARD
from web.rooms.today.days import BOARDS, HARDER, Dealt, deal, draw_week, week_of
from web.rooms.today.shown import Shown
from web.rooms.today.state import Begun, TodayState, follow_page, read_note, take_board, write_note
from web.rooms.today.task import DayTask

FRIDAY = date(2026, 11, 27)


def test_a_date_has_the_same_board_everywhere_and_in_every_version() -> None:
    """Pinned: with another dealer, visitors of two versions would get two boards."""
    dealt = {day: deal(day) for day in (FRIDAY, FRIDAY + timedelta(days=2))}
    assert {day: str(board) for day, (board, _) in dealt.items()} == {
        FRIDAY: "6 1 2/4 0 8/3 7 5",
        FRIDAY + timedelta(days=2): "1 2 8 3/5 0 4 12/13 6 11 15/10 9 7 14",
    }


@pytest.mark.parametrize("harder", [False, True])
@pytest.mark.parametrize("number", range(7))
def test_the_length_of_a_board_is_what_a_search_of_its_own_proves(number: int, harder: bool) -> None:
    day = FRIDAY + timedelta(days=number)
    board, length = deal(day, harder=harder)
    size, wanted = (HARDER if harder else BOARDS)[day.weekday()]
    assert (str(board.shape), length) == (size, wanted)
    assert solve(board, algorithm="astar", heuristic="manhattan").length == length


def test_weekdays_get_harder_and_all_boards_of_a_month_differ() -> None:
    lengths = [length for size, length in BOARDS if size == "3x3"]
    assert lengths == sorted(set(lengths))
    boards = {deal(FRIDAY + timedelta(days=number)).board for number in range(30)}
    assert len(boards) == 30


@pytest.mark.parametrize("harder", [False, True])
def test_the_task_deals_a_board_and_none_if_it_is_stopped(harder: bool) -> None:
    task = DayTask({"day": FRIDAY.isoformat(), "harder": harder})
    while task.answer() is None:
        task.step(0)
    board, length = deal(FRIDAY, harder=harder)
    assert task.answer() == {"board": str(board), "length": length}
    stopped = DayTask({"day": FRIDAY.isoformat(), "harder": harder})
    stopped.cancel()
    assert stopped.answer() == {"board": None}


def test_the_week_has_seven_days() -> None:
    results = {FRIDAY - timedelta(days=1): (20, 18), FRIDAY: (20, 20), FRIDAY + timedelta(days=1): (99, 22)}
    bars = draw_week(FRIDAY, results)
    assert [bar.name for bar in bars] == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    assert [bar.kind for bar in bars] == ["open"] * 3 + ["longer", "shortest", "later", "later"]
    assert [bar.result for bar in bars[3:]] == ["+2", "best", "", ""]
    assert [bar.height for bar in bars[3:]] == [100, 100, 8, 8]
    for day in week_of(FRIDAY):
        kinds = [bar.kind for bar in draw_week(day, {})]
        assert kinds == ["open"] * day.weekday() + ["today"] + ["later"] * (6 - day.weekday())


# The user's results


def take_all(state: TodayState, day: date, boards: tuple[Dealt, ...]) -> TodayState:
    for board in boards:
        state = perform(state, take_board(day, board))
    return state


def open_today(results: dict[date, tuple[int, int]] | None = None) -> tuple[TodayState, UiState]:
    boards = (deal(FRIDAY), Dealt(Board.parse("8 7 6/5 4 3/2 1 0"), 30))
    state = take_all(TodayState(FRIDAY, results=results or {}), FRIDAY, boards)
    return state, update(page(), e.give_board(boards[0].board))


def play(state: TodayState, shown: UiState, *calls: Call) -> tuple[TodayState, UiState]:
    for call in calls:
        shown = update(shown, call)
        state = perform(state, follow_page(shown))
    return state, shown


def slides(path: str) -> list[Call]:
    return [e.press_arrow(letter) for letter in path]


def best_path() -> str:
    path = solve(deal(FRIDAY).board).path
    assert path is not None
    return path


def test_a_board_solved_by_hand_is_a_result_and_the_best_one_stays() -> None:
    state, shown = open_today()
    path = best_path()
    detour = path[0] + undo(path[0]) + path
    state, shown = play(state, shown, *slides(detour))
    assert state.results == {FRIDAY: (22, 20)}
    assert Shown(state, shown).result == "Solved in 22 moves. The shortest has 20."
    state, shown = play(state, shown, e.reset(), *slides(path))
    assert state.results == {FRIDAY: (20, 20)}
    assert Shown(state, shown).result == "Solved in 20 moves: no solution is shorter."
    state, shown = play(state, shown, e.reset(), *slides(detour))
    assert state.results == {FRIDAY: (20, 20)}


def test_an_edit_on_the_way_is_no_result_and_no_claim() -> None:
    state, shown = open_today()
    path = best_path()
    state, shown = play(state, shown, *slides(path[:-1]))
    before = shown.board.words
    state, shown = play(
        state, shown, e.toggle_edit(), e.swap_cells(0, 1), e.swap_cells(0, 1), e.toggle_edit()
    )
    assert shown.board.words == before
    state, shown = play(state, shown, *slides(path[-1]))
    assert shown.is_solved_by_hand
    assert state.results == {}
    assert Shown(state, shown).result == "Solved."


def test_a_solution_that_was_shown_before_is_no_result() -> None:
    state, shown = open_today()
    shown = follow(shown, e.start_search(), e.fail_search("Stopped."))
    state, shown = play(state, shown, *slides(best_path()))
    assert state.results == {}
    assert Shown(state, shown).result.endswith("The solution was shown before.")


@pytest.mark.parametrize("seed", range(20))
def test_the_moves_by_hand_lead_from_the_first_board_to_the_one_on_show(seed: int) -> None:
    """After slides of tiles and lines, Undo, Redo and Reset, in any order."""
    random = Random(seed)
    _, shown = open_today()
    kinds = [*slides("UDLR"), *(e.press_cell(cell) for cell in range(9)), e.undo(), e.redo()]
    for _ in range(60):
        shown = update(shown, random.choice(kinds) if random.random() < 0.97 else e.reset())
        path = shown.path_by_hand
        assert path is not None
        assert len(path) == shown.history.by_hand
        assert Board.from_words(shown.history.origin).play(path) == shown.current_board


@given(st.lists(st.one_of(*CHANGING.values()), max_size=25))
def test_moves_by_hand_are_never_claimed_that_do_not_lead_here(calls: list[Call]) -> None:
    shown = page()
    for call in calls:
        shown = update(shown, call)
        if shown.path_by_hand:
            origin = Board.from_words(shown.history.origin)
            assert origin.play(shown.path_by_hand) == shown.board.check.board


# The note


def test_what_was_reached_and_begun_is_read_again() -> None:
    state, shown = open_today({FRIDAY - timedelta(days=1): (24, 18)})
    state, shown = play(state, shown, *slides(best_path()[:4]))
    read = read_note(FRIDAY, write_note(state))
    assert (read.results, read.begun) == (dict(state.results), state.begun)
    again = take_all(read, FRIDAY, state.boards)
    left = page(str(shown.current_board))  # as a later visit finds it
    assert again.find_start(left) == state.begun
    assert again.find_start(page()) is None


def test_help_is_remembered_after_a_reload_for_its_board_alone() -> None:
    state, shown = open_today()
    shown = follow(shown, e.start_search())
    state = perform(state, follow_page(shown))
    first, harder = (board for board, _ in state.boards)
    state, _ = play(state, update(page(), e.give_board(harder)), *slides("L"))
    assert state.begun is not None
    assert (state.begun.board, state.helped) == (harder, (first,)), "the harder board was begun after that"
    again = take_all(read_note(FRIDAY, write_note(state)), FRIDAY, state.boards)
    solved, on_page = play(again, update(page(), e.give_board(first)), *slides(best_path()))
    assert solved.results == {}
    assert Shown(solved, on_page).result.endswith("The solution was shown before.")


def test_a_solution_that_a_reload_brings_back_was_shown_too() -> None:
    state, _ = open_today()
    board = state.boards[0].board
    shown = follow(page(), e.give_board(board), e.restore_path(best_path(), 0))
    assert shown.shows_path
    assert shown.helped.solution == ()
    assert perform(state, follow_page(shown)).helped == (board,)


def test_help_for_the_harder_board_leaves_the_days_alone() -> None:
    state, _ = open_today()
    asked = follow(update(page(), e.give_board(state.boards[1].board)), e.start_search())
    state = perform(state, follow_page(asked))
    solved, _ = play(state, update(page(), e.give_board(state.boards[0].board)), *slides(best_path()))
    assert (solved.helped, solved.results) == ((state.boards[1].board,), {FRIDAY: (20, 20)})


def test_only_what_is_not_the_users_own_makes_way_for_the_board_of_the_day() -> None:
    state, shown = open_today()
    next_day = FRIDAY + timedelta(days=1)
    first = deal(next_day)
    fresh, path = Begun(next_day, first.board, ""), best_path()

    def start(then: TodayState, on_page: UiState) -> Begun | None:
        return perform(then, take_board(next_day, first)).find_start(on_page)

    assert start(TodayState(FRIDAY), page(FIRST_BOARD)) == fresh
    assert start(TodayState(FRIDAY), update(page(FIRST_BOARD), e.press_arrow("D"))) == fresh, "pressed early"
    assert start(TodayState(FRIDAY), page()) is None
    for moves, expected in (("", fresh), (path[:5], None), (path, fresh)):
        then, on_page = play(state, shown, *slides(moves))
        assert start(perform(then, follow_page(on_page)), on_page) == expected
    solving = update(shown, e.start_search())
    solved = update(solving, e.finish_search(answer_of(solving)))
    assert start(perform(state, follow_page(shown)), solved) is None


def test_the_harder_board_stays_while_it_is_being_dealt() -> None:
    state, _ = open_today()
    harder = state.boards[1].board
    begun = Begun(FRIDAY, harder, "")
    later = perform(TodayState(FRIDAY, begun=begun), take_board(FRIDAY, state.boards[0]))
    assert later.find_start(page(str(harder))) is None
    assert perform(later, take_board(FRIDAY, state.boards[1])).place_of(page(str(harder))) == 1


BAD = [
    "",
    "no JSON",
    "[]",
    "{}",
    '{"results": []}',
    '{"results": {"2026-11-27": [19]}, "begun": 5}',
    '{"results": {"2026-11-27": [19, 20]}, "begun": ["2026-11-27", "1 2/3 0"]}',
    '{"results": {"tomorrow": [20, 20]}, "begun": ["2026-11-27", "1 2/3 3", ""]}',
    '{"results": {"2026-11-27": [true, 1]}, "begun": ["2026-11-27", "1 2/3 0", "UUU"]}',
    '{"results": {"2026-11-27": ["20", 20]}, "begun": ["today", "1 2/3 0", "D"]}',
    '{"begun": ["2026-11-27", "1 2/3 0", "D", 1], "helped": ["1 2/3 3", 5, null]}',
    '{"helped": {"1 2/3 0": true}}',
    '{"results": {"2026-11-27": [1e9, 20]}, "begun": [null, null, null]}',
    json.dumps({"begun": ["2026-11-27", "1 2/3 0", "RL" * 600]}),
]


@pytest.mark.parametrize("text", BAD)
def test_a_note_that_says_what_cannot_be_is_left_out(text: str) -> None:
    assert read_note(FRIDAY, text) == TodayState(FRIDAY)


@given(
    st.text(max_size=60)
    | st.recursive(st.none() | st.integers() | st.text(max_size=5), st.lists).map(json.dumps)
)
def test_any_note_can_be_read(text: str) -> None:
    read_note(FRIDAY, text)


def test_there_is_a_title_a_promise_and_a_way_on_in_every_state() -> None:
    state, shown = open_today()
    path = best_path()
    seen = Shown(TodayState(FRIDAY), page())
    assert (seen.title, seen.promise) == ("Friday's board", "The board of the day is being dealt.")
    assert (seen.can_play, seen.can_change, seen.is_here) == (False, False, True)
    other = Shown(state, page())
    assert (other.can_play, other.play_label, other.is_played) == (True, "Play Friday's board", False)
    begun = Shown(state, shown)
    assert (begun.is_played, begun.can_play, begun.move_count, begun.move_label) == (
        True,
        False,
        "0",
        "moves so far",
    )
    one = Shown(state, follow(shown, *slides(path[0])))
    assert (one.move_count, one.move_label) == ("1", "move so far")
    solved = Shown(state, follow(shown, *slides(path)))
    assert (solved.can_play, solved.play_label, solved.is_played) == (True, "Play it again", False)
    assert (begun.date, other.date, Shown(TodayState(FRIDAY), page()).date) == ("27 November 2026", "", "")
    harder = Shown(state, update(shown, e.give_board(state.boards[1].board)))
    assert harder.date == "27 November 2026, the harder board"
    assert (harder.title, harder.other_label) == ("Friday's harder board", "Friday's board")
