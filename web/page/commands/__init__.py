"""The commands of the page, and of its room Solve. Pure. See `web.command`.

Each command builds the next state with `dataclasses.replace`, part by part, and writes the announcement for
screen readers into `spoken`. `web.page.commands.command` applies the rules that follow every command, such
as Undo. `web.page.effects` lists the effects outside the state, such as a search or a playback.
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
