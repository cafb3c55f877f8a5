"""The outputs of notebook cells without Jupyter, for Pyodide."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

#: Forms of a value other than plain text.
FORMS = (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_"))
PRINTED = "printed"


def shown(cells: Iterable[str]) -> Iterator[list[tuple[str, str]]]:
    """Run the cells in order; yield the printed text and the last value's forms for each."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for source in cells:
        out = StringIO()
        with redirect_stdout(out):
            value = _last_value(source, names)
        printed = [(PRINTED, out.getvalue())] if out.getvalue() else []
        yield printed + ([] if value is None else list(forms(value)))


def _last_value(source: str, names: dict[str, Any]) -> Any:
    """Run one cell; return its last value if the last statement is an expression, else None."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


def forms(value: Any) -> Iterator[tuple[str, str]]:
    """Yield each form of a value."""
    for kind, form in FORMS:
        if (text := getattr(value, form, lambda: None)()) is not None:
            yield kind, text
    printer = _Printer()
    getattr(value, "_repr_pretty_", lambda printer, _: printer.text(repr(value)))(printer, False)
    yield "text/plain", printer.getvalue()


class _Printer(StringIO):
    """A printer like the one that IPython passes to a value for its plain text."""

    text = StringIO.write
