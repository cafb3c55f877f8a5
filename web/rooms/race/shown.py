"""The values that `data-bind` names in Race's HTML. No browser in here.

`clouds_view` draws the clouds and the dot under the pointer; `lanes_view` draws the menus of the lanes.
"""

from __future__ import annotations

from web.calc import Model
from web.page.shown import is_free
from web.page.state import UiState
from web.rooms.race.duel import judge_guess, name_lanes
from web.rooms.race.lanes import MOST
from web.rooms.race.report import Race
from web.rooms.race.state import Phase, RaceState

DUEL, RACE = "Why does a better estimate mean fewer boards?", "Which search looks at fewer boards?"
LISTING = "Listing the boards that were expanded ..."
SLOW = "On a board of this size a lane may end at its time limit. The slider below deals 3x3 boards."


class Shown(Model[RaceState]):
    """The values computed from the room and the page. `linked`: the note about code that came with links.
    `is_drawing`: whether the race's clouds are being prepared.
    """

    def __init__(self, state: RaceState, page: UiState, linked: str, *, is_drawing: bool = False) -> None:
        super().__init__(state)
        self._page, self.is_drawing = page, is_drawing
        why_not, hint = state.why_not_race(page), state.say_hint(linked)
        said = (why_not, hint, LISTING * is_drawing, SLOW * (self.is_choosing and not page.board.is_small))
        self.help = " ".join(filter(None, said))
        self.can_start = self.is_choosing and not why_not
        self.why_not_many = state.why_not_compare(page)
        self.can_start_many = self.is_choosing and not self.why_not_many

    @property
    def is_choosing(self) -> bool:
        return self._state.phase is Phase.CHOOSING

    @property
    def is_racing(self) -> bool:
        return self._state.phase is Phase.RACING

    @property
    def is_comparing(self) -> bool:
        return self._state.phase is Phase.COMPARING

    @property
    def is_busy(self) -> bool:
        """Return whether there is something to stop: the race, or the preparation of its clouds."""
        return self.is_racing or self.is_drawing

    @property
    def can_add(self) -> bool:
        return self.is_choosing and len(self._state.lanes) < MOST

    # The race of the board on show

    @property
    def title(self) -> str:
        return DUEL if all(lane.informed for lane in self._state.lanes) and self._one_way else RACE

    @property
    def _one_way(self) -> bool:
        return len({lane.algorithm for lane in self._state.lanes}) == 1

    @property
    def on_show(self) -> Race | None:
        """Return the race on the page's board, running or over, or None."""
        return self._state.race if self._state.is_of(self._page) else None

    @property
    def result(self) -> Race | None:
        """Return the race on the page's board once it is over, otherwise None."""
        race = self.on_show
        return race if race is not None and race.over else None

    @property
    def is_replayed(self) -> bool:
        """Return whether Play replays the race. If the race was stopped, Play runs it again."""
        race = self.result
        return race is not None and all(report.state != "cancelled" for report in race.reports)

    @property
    def can_play(self) -> bool:
        return not self.is_drawing and (self.is_replayed or self.can_start)

    # The guess

    @property
    def asks(self) -> bool:
        """Return whether to ask for a guess: before the first race of two lanes on a board."""
        return self.is_choosing and self.result is None and len(self._state.lanes) == 2

    @property
    def names(self) -> tuple[str, ...]:
        return name_lanes(self._state.lanes)

    @property
    def verdict(self) -> str:
        race = self.result
        return "" if race is None else judge_guess(race.guess, race)

    # The handle

    @property
    def moves_text(self) -> str:
        """Describe how far the board is from the goal, if that is known."""
        state, race = self._state, self.result
        if race is not None and race.shortest is not None and state.moves_of is not None:
            return f"{race.shortest} moves from the goal"
        is_known = state.moves_of is None or self._page_is(state.moves_of)
        return f"{state.moves} moves from the goal" if is_known else "unknown until a race proves it"

    def _page_is(self, pair: tuple[str, str]) -> bool:
        return pair == (str(self._page.current_board), str(self._page.goal.board))

    @property
    def can_deal(self) -> bool:
        return is_free(self._page)

    @property
    def handle_help(self) -> str:
        """Explain why no board was dealt."""
        return self._page.problems.distance

    # Many boards

    @property
    def start_many_label(self) -> str:
        return f"Run on {self._state.count} board{'' if self._state.count.strip() == '1' else 's'}"

    @property
    def all_boards(self) -> int:
        return max(1, self._state.boards)

    @property
    def done_text(self) -> str:
        return f"{self._state.done} of {self._state.boards} boards"
