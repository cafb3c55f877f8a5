"""What each event makes of the page's state; pure.

There is one way to write an update, for the page and for its room Solve: a function of the state and the
event that is registered with `@on(Event, *phases)` and returns the new state. It builds that with
`dataclasses.replace`, part by part, and says in `spoken` what a listener should hear:

    @on(SpeedChosen, *Phase)
    def _choose_speed(state: UiState, event: SpeedChosen) -> UiState:
        return replace(state, player=replace(state.player, speed=event.name))

In any other phase the event changes nothing. What a change sets going outside the state, such as a search or
a playback, is listed in one table: `web.page.effects`.
"""

from web.page.updates import (  # noqa: F401 - each registers what it handles
    board,
    hints,
    lending,
    link_path,
    modes,
    own_moves,
    printing,
    sliding,
    solving,
    stepping,
    timing,
    undo,
)
from web.page.updates.cells import initial_state
from web.page.updates.register import phases_of, update

__all__ = ["initial_state", "phases_of", "update"]
