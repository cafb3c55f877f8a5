"""Edge cases of the page's state: the last item of a list, the middle of a search, leftover values."""

from __future__ import annotations

from npuzzle import Board, Limits, solve
from npuzzle.lab.space import build_distance_table
from tests.support.page_states import answer_of, follow
from web.hints.model import Plan
from web.page.commands import initial_state, update
from web.page.commands.board import choose_goal, choose_size, draw_random, give_board, repair_board, type_text
from web.page.commands.hints import ask_hint, choose_hints, take_hint
from web.page.commands.link_path import give_path, read_link, restore_path
from web.page.commands.sliding import press_arrow, press_cell
from web.page.commands.solving import (
    change_solver,
    choose_option,
    fail_search,
    finish_search,
    start_search,
    stop_search,
    take_progress,
)
from web.page.commands.stepping import jump_to, press_play
from web.page.commands.undo import undo
from web.page.parts.answer import Answer, Progress
from web.page.state import Phase, UiState
from web.page.words import UNPROVED, badge, headline

EASY = "1 2 3/4 5 6/0 7 8"
UNSOLVABLE = "2 1 3/4 5 6/7 8 0"
LARGER = "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15"


def page(board: str = EASY) -> UiState:
    return update(initial_state(Board.parse(board)), change_solver(ready=True))


def with_hints(state: UiState) -> UiState:
    """Return the page with hints whose table has arrived."""
    assert state.goal.board is not None
    state = update(state, choose_hints(True))
    return update(
        state, take_hint(distances=build_distance_table(state.goal.board.shape, state.goal.board.blank))
    )


def progress(*lengths: int) -> Progress:
    counts = {"expanded": 5, "generated": 9, "frontier": 2, "stored": 7, "bound": 2, "seconds": 0.1}
    fields = Progress.__dataclass_fields__
    return Progress(
        **{name: counts.get(name, 0) for name in fields} | {"lengths": list(lengths), "rises": []}
    )  # type: ignore[arg-type]


# Repairs


def test_the_last_repair_is_taken_and_none_beyond() -> None:
    state = page(UNSOLVABLE)
    count = len(state.board.check.repairs)
    assert count > 0
    assert update(state, repair_board(count - 1)).board.check.solvable
    assert update(state, repair_board(count)) is state
    assert update(state, repair_board(-1)) is state


# Hints


def test_no_hint_is_given_or_asked_for_while_a_search_is_under_way() -> None:
    state = with_hints(page())
    assert state.hint is not None
    assert (state.hint.to_go, state.hint.proved, len(state.hint.moves)) == (2, True, 1)
    searching = update(state, start_search())
    assert searching.phase is Phase.SOLVING
    assert searching.hint is None
    wanting = update(page(), choose_hints(True))
    assert wanting.hint_request is not None
    assert update(wanting, start_search()).hint_request is None


def test_a_table_is_asked_for_when_hints_are_wanted_and_it_is_not_there() -> None:
    assert page().hint_request is None
    assert update(page(), choose_hints(True)).hint_request == {"rows": 3, "cols": 3, "home": 8}
    assert with_hints(page()).hint_request is None
    assert update(with_hints(page()), choose_hints(False)).hint_request is None


def test_a_plan_puts_no_table_away_and_a_table_no_plan() -> None:
    state = with_hints(page())
    table = state.hints.distances
    larger = update(state, give_board(Board.parse(LARGER)))
    assert larger.board.check.board is not None
    assert larger.goal.board is not None
    plan = Plan.of(larger.board.check.board, larger.goal.board, "LL", proved=True)
    larger = update(update(larger, ask_hint()), take_hint(plan=plan))
    assert larger.hints.plan == plan
    assert larger.hints.distances is table
    assert larger.hint is not None
    assert larger.hint.to_go == 2
    assert update(larger, take_hint(distances=table)).hints.plan == plan


def test_a_hint_that_is_looked_for_is_stopped_by_the_same_press() -> None:
    state = update(page(LARGER), ask_hint())
    assert state.hints.is_searching is True
    state = update(state, ask_hint())
    assert state.hints.is_searching is False
    assert (state.hints.board, state.spoken) == (None, "Stopped.")


# A search


def test_a_search_begins_anew() -> None:
    state = update(page(), start_search())
    assert (state.phase, state.spoken, state.search.is_stopping, state.search.progress) == (
        Phase.SOLVING,
        "Solving.",
        False,
        None,
    )


def test_nothing_of_a_search_that_failed_is_left_when_the_board_changes() -> None:
    state = update(update(page(), start_search()), take_progress(progress(4)))
    assert state.search.progress is not None
    state = update(update(state, stop_search()), fail_search("It failed."))
    assert (state.phase, state.search.is_stopping, state.search.problem) == (Phase.READY, False, "It failed.")
    assert state.spoken == "It failed."
    moved = update(state, press_cell(7))
    assert (moved.search.problem, moved.search.progress, moved.player.answer, moved.player.step) == (
        "",
        None,
        None,
        0,
    )


def test_the_first_path_in_hand_is_said_once() -> None:
    state = update(update(page(), start_search()), take_progress(progress()))
    assert state.spoken == ""
    state = update(state, take_progress(progress(8)))
    assert "Use this one ends the search." in state.spoken
    later = update(update(state, choose_hints(False)), take_progress(progress(8, 6)))
    assert "Use this one ends the search." not in later.spoken


def test_an_answer_without_a_path_leaves_the_page_ready() -> None:
    searching = update(page(), start_search())
    answer = Answer(**solve(EASY, limits=Limits(depth=1)).to_dict())  # type: ignore[arg-type]
    assert answer.moves is None
    state = update(searching, finish_search(answer))
    assert (state.phase, state.player.answer) == (Phase.READY, answer)


# A path from a link


def test_a_given_path_is_an_answer_of_which_no_more_is_claimed() -> None:
    state = update(page(), give_path("LL", 1))
    answer = state.player.answer
    assert answer is not None
    assert (answer.board, answer.goal) == (EASY, "1 2 3/4 5 6/7 8 0")
    assert (answer.moves, answer.length, answer.claim, answer.lower_bound) == ("LL", 2, None, None)
    assert (state.phase, state.player.step) == (Phase.PLAYING, 1)
    assert headline(answer) == "A path of 2 moves"
    assert update(page(), give_path("LU")).player.answer is None
    assert update(page(), give_path("L")).player.answer is None


def test_a_claim_that_the_page_saved_stands_and_one_of_a_link_is_only_named() -> None:
    saved = update(page(), restore_path("LL", bound=2)).player.answer
    assert saved is not None
    assert (saved.claim, saved.lower_bound, badge(saved)) == ("proved shortest", 2, "Proved shortest")
    longer = update(page(), restore_path("DULL", bound=2)).player.answer
    assert longer is not None
    assert badge(longer) == "At most 2 longer than the shortest, which has 2 or more"
    for moves, bound, said in (
        ("LL", 2, "The link claims: proved shortest. Press Solve to check"),
        ("DULL", 4, "The link claims: proved shortest. Press Solve to check"),  # a false claim
        ("LL", 3, UNPROVED),
    ):
        answer = update(page(), give_path(moves, bound=bound)).player.answer
        assert answer is not None
        assert (answer.claim, answer.lower_bound, badge(answer)) == (None, None, said)


def test_what_is_wrong_with_a_link_goes_once_the_page_shows_something_else() -> None:
    problem = "The link's algorithm cannot be used."
    told = update(update(page(), give_path("LL")), read_link(problem))
    assert (told.problems.link, told.spoken) == (problem, problem)
    for staying in (jump_to(1), press_play(), change_solver(ready=True, note="here")):
        told = update(told, staying)
        assert told.problems.link == problem, staying
    for going in (
        start_search(),
        draw_random(1),
        choose_size(4, 4),
        choose_goal("spiral"),
        press_arrow("D"),
        choose_option("algorithm", "beam"),
        read_link(),
    ):
        assert update(told, going).problems.link == "", going
    searching = update(update(told, start_search()), read_link(problem))
    assert update(searching, finish_search(answer_of(searching))).problems.link == ""


# The verdict


def test_a_text_that_is_not_a_board_is_faulty() -> None:
    assert update(page(), type_text("1 2 ?")).board.verdict.kind == "faulty"


def test_six_faults_are_named_and_the_others_counted() -> None:
    faulty = update(page(), type_text("9 9 9/9 9 9/9 9 9"))
    defects = faulty.board.check.defects
    named = faulty.board.verdict.detail.split("; ")
    assert [part for part in named if not part.startswith("and ")] == [
        defect.message for defect in defects[:6]
    ]
    assert len(defects) > 6
    assert named[-1] == f"and {len(defects) - 6} more"


def test_a_number_that_may_be_the_blank_is_asked_about() -> None:
    for text in ("1 2 3/4 9 6/7 5 8", "[[1, 2, 3], [4, 9, 6], [7, 5, 8]]"):
        assert "if 9 is the blank, write _ for it" in update(page(), type_text(text)).board.verdict.detail


def test_a_verdict_is_said_with_its_first_fault_and_the_way_out() -> None:
    state = update(page(), type_text("1 2 3/4 5 6/7 8 8"))
    defect = state.board.check.defects[0].message.capitalize()
    assert state.spoken.startswith(f"{state.board.verdict.headline}. {defect}.")
    unsolvable = update(page(), type_text(UNSOLVABLE))
    assert unsolvable.spoken.startswith("Not solvable for this goal.")
    assert "offered." in unsolvable.spoken


def test_what_a_page_begins_with_cannot_be_undone_but_what_is_typed_then_can() -> None:
    begun = follow(page(), type_text("hello"), read_link("", True))
    assert begun.history.past == ()
    typed = update(begun, type_text("hellox"))
    assert update(typed, undo()).board.text == "hello"
