"""The commands of the page, and of its room Solve. Pure. See `web.command`.

Each builds the next state with `dataclasses.replace`, part by part, and writes in `spoken` the announcement
for a listener. The rules after every command, such as Undo, are in `web.page.commands.command`. The effects
of a change outside the state, such as a search or a playback, are in `web.page.effects`.
"""

from web.page.commands import (  # noqa: F401 - each registers its commands
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
    undo,
)
from web.page.commands.cells import initial_state
from web.page.commands.command import command, update

COMMANDS = command.by_name

__all__ = ["COMMANDS", "initial_state", "update"]
