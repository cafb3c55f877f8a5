"""The page never raises, loses nothing, and can always continue, after any events in any phase.

The model stores the cells and the goal as last seen, and a list of everything that was ever on the page. The
oracle replays every solution that the page shows.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from npuzzle import Board, Shape
from npuzzle.lab.space import build_distance_table
from tests.support import oracles
from tests.support.page_commands import ANSWERED, BOARDS, CHANGING, KEEPING, e
from tests.support.page_states import PROGRESS, answer_of, check_of, page
from web.command import Call
from web.hints.model import Plan
from web.page.commands import COMMANDS, update
from web.page.state import Mode, Phase, UiState

Seen = tuple[tuple[tuple[str, ...], ...], str, str, str | None]


def seen(state: UiState) -> Seen:
    """Return the user's input: the cells, the goal, and a text that is not a board."""
    return (
        state.board.words,
        state.goal.name,
        state.goal.text,
        state.board.text if state.board.text_problem else None,
    )


@cache
def table(shape: Shape, home: int) -> object:
    return build_distance_table(shape, home)


def test_every_event_is_known_to_the_machine() -> None:
    assert {*COMMANDS.values()} == {*CHANGING, *KEEPING, *ANSWERED}


def test_no_event_changes_the_board_while_it_is_being_solved() -> None:
    at_work = [each for each in CHANGING if not each.phases or Phase.SOLVING in each.phases]
    assert at_work == [e.return_lent], "the search stops, and then the user's page is restored"


class AnyEvent(RuleBasedStateMachine):
    @initialize(board=BOARDS)
    def open(self, board: Board) -> None:
        self.state = page(str(board))
        self.first = seen(self.state)
        self.history: list[Seen] = [self.first]

    def happens(self, event: Call) -> None:
        before = self.state
        after = update(before, event)
        assert update(before, event) == after, "the same event changes the same page in the same way"
        if not event.command.may(before):
            assert after is before
        if event.command not in CHANGING or before.phase is Phase.SOLVING:
            assert seen(after) == seen(before), f"{event} lost the board or the goal"
        if event.command is e.begin_board and after is not before:
            assert not after.history.past, "the history starts with this board"
            self.first, self.history = seen(after), []
        elif event.command is e.return_lent and before.mine is not None and after.mine is None:
            assert after.history == replace(before.mine.history, typing=""), "as it was before the lesson"
        elif seen(after) != seen(before) and event.command not in (e.undo, e.redo):
            self.can_be_undone(before, after)
        if before.phase is Phase.PLAYING and before.player.step and before.current_board is not None:
            self.history.append((_words(before.current_board), *seen(before)[1:]))
        if before.phase is Phase.PLAYING and after.phase is not Phase.PLAYING:
            assert after.player.answer is None, "an answer disappears with its board"
        self.state = after
        self.history.append(seen(after))

    def can_be_undone(self, before: UiState, after: UiState) -> None:
        """Undo restores the previous input, the board shown before, or the input before typing started."""
        undone = update(after, e.undo())
        was_shown = (
            () if before.current_board is None else ((_words(before.current_board), *seen(before)[1:]),)
        )
        known = (
            seen(undone) in (seen(before), *was_shown) or after.history.typing == before.history.typing != ""
        )
        assert known, f"Undo lost {seen(before)}"
        assert seen(update(undone, e.redo())) == seen(after), "Redo restores it"

    @rule(event=st.one_of(*CHANGING.values()))
    def the_board_is_handled(self, event: Call) -> None:
        self.happens(event)

    @rule(event=st.one_of(*CHANGING.values()))
    def it_is_handled_again(self, event: Call) -> None:
        self.happens(event)

    @rule(event=st.one_of(*KEEPING.values()))
    def something_else_happens(self, event: Call) -> None:
        self.happens(event)

    @rule(algorithm=st.sampled_from(["greedy", "astar", "constructive"]), every=st.booleans())
    def it_is_solved(self, algorithm: str, every: bool) -> None:
        """Press Solve, and answer as the solver does, unless an option is invalid or cannot be used."""
        self.happens(e.change_solver(ready=True))
        self.happens(e.start_search())
        if self.state.phase is Phase.SOLVING:
            small = self.state.board.rows * self.state.board.cols <= 6
            found = answer_of(self.state, algorithm=algorithm if small else "greedy", every=every and small)
            self.happens(e.finish_search(found))
            assert self.state.phase is Phase.PLAYING
        else:
            assert self.state.why_not_solve
            assert self.state.spoken == self.state.why_not_solve

    @rule(detours=st.integers(0, 3), steps=st.integers(-1, 9), is_played=st.booleans())
    def a_path_is_found_so_far(self, detours: int, steps: int, is_played: bool) -> None:
        """During a search, a path arrives and may be stepped through; the board on show does not change."""
        if self.state.phase is not Phase.SOLVING:
            return
        shown = self.state.current_board
        path = answer_of(self.state, algorithm="greedy").moves or ""
        there_and_back = {"L": "LR", "R": "RL", "U": "UD", "D": "DU"}[path[0]] if path else ""
        self.happens(e.take_progress(replace(PROGRESS, lower_bound=0, path=there_and_back * detours + path)))
        assert self.state.shows_path == (path != "")
        assert self.state.current_board == shown, "a new path does not change the board"
        self.happens(e.jump_to(steps))
        if is_played:
            self.happens(e.press_play())

    @rule(came=st.sampled_from(["table", "plan", "nothing", "problem"]))
    def a_hint_comes(self, came: str) -> None:
        board, goal = self.state.board.check.board, self.state.goal.board
        if came == "problem":
            self.happens(e.take_hint(problem="It was lost."))
        elif came == "nothing" or board is None or goal is None or not self.state.board.check.solvable:
            self.happens(e.take_hint())
        elif came == "table" and self.state.board.is_small:
            self.happens(e.take_hint(distances=table(goal.shape, goal.blank)))  # type: ignore[arg-type]
        else:
            path = answer_of(self.state, algorithm="greedy").moves or ""
            self.happens(e.take_hint(plan=Plan.of(board, goal, path, proved=False)))

    @rule(event=st.one_of(KEEPING[e.type_moves]), stopped=st.booleans(), shown=st.booleans())
    def own_moves_are_checked(self, event: Call, stopped: bool, shown: bool) -> None:
        """Type moves, check them, and perhaps show them, if the page allows it."""
        self.happens(e.change_solver(ready=True))
        self.happens(event)
        self.happens(e.check_moves())
        if not self.state.typed.is_checking:
            assert self.state.why_not_check
            return
        came = check_of(self.state.check_request(), stopped=stopped)
        self.happens(came)
        assert not self.state.typed.is_checking
        assert self.state.checked_moves is not None or self.state.typed.problem
        if shown:
            self.happens(e.show_moves())
            has_path = came["found"] is not None and came["found"].path != ""
            assert not has_path or self.state.checked_moves is None or self.state.phase is Phase.PLAYING

    @invariant()
    def the_page_is_whole(self) -> None:
        state = self.state
        assert len({len(row) for row in state.board.words}) == 1
        assert state.board.verdict.headline
        assert state.mode in Mode
        assert (state.phase is Phase.EDITING) or state.board.check.valid
        assert not state.board.text_problem or state.mode is Mode.PASTE, "a wrong text can be corrected"
        assert not state.board.text_problem or not (state.board.is_valid or state.board.repairs or state.hint)
        if state.board.check.board is not None:
            flat = [word.strip() for row in state.board.words for word in row]
            tiles = tuple(int(word) if word.isdigit() else 0 for word in flat)
            assert state.board.check.board.tiles == tiles, "the board matches the cells"
        assert state.search.is_stopping <= (state.phase is Phase.SOLVING)
        assert state.player.is_playing <= state.shows_path
        assert state.phase is not Phase.SOLVING or state.board.check.solvable
        assert isinstance(state.promise, str)
        assert isinstance(state.why_not_solve, str)

    @invariant()
    def what_is_shown_of_a_solution_is_what_its_moves_lead_to(self) -> None:
        state = self.state
        if not state.shows_path:
            assert (state.player.step, state.player.path) == (0, "")
            return
        board, goal = state.board.check.board, state.goal.board
        assert board is not None
        assert goal is not None
        assert state.current_board is not None
        rows, cols = board.shape.rows, board.shape.cols
        assert state.current_board.tiles == oracles.played(
            board.tiles, rows, cols, state.player.path[: state.player.step]
        )
        end = oracles.played(board.tiles, rows, cols, state.player.path)
        assert end == (goal if state.player.end is None else state.player.end).tiles
        assert (end == goal.tiles) == (state.player.end is None), "the player knows where a path ends"
        answer = state.player.answer
        if answer is not None and answer.is_optimal and board.shape.cells <= 6:
            assert len(state.player.path) == oracles.distances(goal)[board.tiles]

    @invariant()
    def what_is_said_of_own_moves_is_about_the_board_on_the_page(self) -> None:
        state = self.state
        found, board, goal = state.checked_moves, state.board.check.board, state.goal.board
        if found is None or board is None or goal is None:
            return
        end = oracles.played(board.tiles, board.shape.rows, board.shape.cols, found.path)
        assert end == Board.parse(found.end).tiles
        assert found.reaches_goal == (found.legal and end == goal.tiles)

    @invariant()
    def a_hint_is_true(self) -> None:
        """A hint leads nearer to the goal on up to six cells, by the oracle; on larger boards it is legal."""
        hint, board, goal = self.state.hint, self.state.current_board, self.state.goal.board
        if hint is None or board is None or goal is None:
            return
        for move in hint.moves:
            assert move.src in board.movable
        if hint.proved and board.shape.cells <= 6:
            known = oracles.distances(goal)
            assert hint.to_go == known[board.tiles]
            assert all(known[board.slide(move.src).tiles] == hint.to_go - 1 for move in hint.moves)

    @invariant()
    def a_search_can_always_be_left(self) -> None:
        """After Stop and any answer of the solver, the page is free and has the same board."""
        if self.state.phase is not Phase.SOLVING:
            return
        stopped = update(self.state, e.stop_search())
        assert (stopped.phase, stopped.search.is_stopping) == (Phase.SOLVING, True)
        failed = update(stopped, e.fail_search("It was lost."))
        assert (failed.phase, failed.search.is_stopping, failed.search.problem) == (
            Phase.PLAYING if self.state.player.path else Phase.READY,
            False,
            "It was lost.",
        )
        found = answer_of(self.state, algorithm="greedy")
        ended = replace(found, outcome="cancelled", moves=None, length=None, claim=None)
        for answer, phase in ((ended, Phase.READY), (found, Phase.PLAYING)):
            free = update(stopped, e.finish_search(answer))
            assert (free.phase, free.search.is_stopping) == (phase, False)
            assert seen(free) == seen(self.state)
            stays = self.state.player.step > 0 and answer is found
            assert free.current_board == (self.state if stays else free).current_board
            assert stays or free.player.step == 0

    def teardown(self) -> None:
        """Undo goes back through earlier pages to the first one, and Redo returns to this page."""
        if not hasattr(self, "state") or self.state.phase is Phase.SOLVING:
            return
        state, back = self.state, [seen(self.state)]
        while state.history.past:
            state = update(state, e.undo())
            back.append(seen(state))
        assert back[-1] == self.first
        met = iter(reversed([self.first, *self.history]))
        assert all(any(one == other for other in met) for one in back), (
            "each was on the page before, in this order"
        )
        while state.history.future:
            state = update(state, e.redo())
        redo = len(self.state.history.future)
        for _ in range(redo):
            state = update(state, e.undo())
        assert seen(state) == back[0]


def _words(board: Board) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(str, row)) for row in board.rows)


TestAnyEvent = AnyEvent.TestCase
TestAnyEvent.settings = settings(max_examples=50, stateful_step_count=20)
