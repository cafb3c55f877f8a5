"""What each event makes of the page's state; pure."""

from web.updates import (  # noqa: F401 - each registers what it handles
    board,
    given,
    hinting,
    history,
    modes,
    sliding,
    solving,
    stepping,
)
from web.updates.cells import initial_state
from web.updates.register import phases_of, update

__all__ = ["initial_state", "phases_of", "update"]
