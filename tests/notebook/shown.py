"""What a notebook shows of its cells, without a notebook: for Pyodide, which has no Jupyter here."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

#: How a value may show itself, beside plain text.
FORMS = (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_"))
PRINTED = "printed"


def shown(cells: Iterable[str]) -> Iterator[list[tuple[str, str]]]:
    """Run the cells one after the other; of each, what was printed and what its last expression shows."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for source in cells:
        out = StringIO()
        with redirect_stdout(out):
            value = _last_value(source, names)
        printed = [(PRINTED, out.getvalue())] if out.getvalue() else []
        yield printed + ([] if value is None else list(forms(value)))


def _last_value(source: str, names: dict[str, Any]) -> Any:
    """Run one cell; the value of its last statement if that is an expression, else None."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


def forms(value: Any) -> Iterator[tuple[str, str]]:
    """Each kind of text that a value shows itself as."""
    for kind, form in FORMS:
        if (text := getattr(value, form, lambda: None)()) is not None:
            yield kind, text
    printer = _Printer()
    getattr(value, "_repr_pretty_", lambda printer, _: printer.text(repr(value)))(printer, False)
    yield "text/plain", printer.getvalue()


class _Printer(StringIO):
    """What IPython gives to a value for its plain text."""

    text = StringIO.write
