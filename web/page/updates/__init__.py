"""What each event makes of the page's state; pure."""

from web.hints import updates  # noqa: F401 - each registers what it handles
from web.page.updates import board, given, history, modes, sliding, solving, stepping  # noqa: F401 - each registers what it handles
from web.page.updates.cells import initial_state
from web.page.updates.register import phases_of, update

__all__ = ["initial_state", "phases_of", "update"]
