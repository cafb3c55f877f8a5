"""Show the table of a class's hand-in codes, on the page for teachers."""

from __future__ import annotations

from collections.abc import Callable

from web.rooms.learn.hand_in import HEADINGS, CodesState, command, say_copied
from web.ui.dom import by_id
from web.ui.download import copy_text, fill_table
from web.ui.part import Part
from web.ui.table import Table


class CodesTable(Part[CodesState]):
    place, commands = "codes", command

    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__(CodesState(), say)

    def draw(self) -> None:
        super().draw()
        if self._dom.has_changed("rows", self.state.rows):
            table = by_id("codes-table")
            fill_table(table, Table(HEADINGS, tuple([row.cells for row in self.state.rows])))
            table.lastElementChild.setAttribute("translate", "no")  # names are not translated

    async def copy(self) -> None:
        self.dispatch(say_copied(await copy_text(self.state.csv)))
