"""The chart of g, h and f along the path, and its table."""

from __future__ import annotations

from typing import Any

from npuzzle import HEURISTICS
from web.page.parts.answer import MOST_ESTIMATES, UNSEARCHED
from web.page.state import UiState
from web.page.words import describe_move

UNESTIMATED = (
    "This path was not found by a search here, so it has no estimates; press Solve for a path with them."
)
MARKER = 3  # the index of the data set that marks the present move


def estimates(state: UiState) -> list[float | None]:
    """Return h for each board on the path, or an empty list if h was not computed."""
    answer = state.player.answer
    if answer is None or answer.estimates is None or not state.player.path:
        return []
    return answer.estimates[state.player.choice] if state.player.choice < len(answer.estimates) else []


def table_rows(state: UiState) -> list[tuple[str, ...]]:
    """Make the table with one row per board: the move, the tile that slid, g, h and f."""
    found: list[tuple[str, ...]] = []
    hs = estimates(state)
    moves = state.moves(1, len(hs) - 1)
    for g, h in enumerate(hs):
        slid = describe_move(moves[g - 1]) if g else "Start"
        h_text, f_text = ("-", "-") if h is None else (_format(h), _format(g + h))
        found.append((str(g), slid, str(g), h_text, f_text))
    return found


def _format(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def explain_estimates(state: UiState) -> str:
    """Explain h and f on this path."""
    answer, hs = state.player.answer, estimates(state)
    if answer is None:
        return ""
    if not hs:
        return _why_none(state)
    name = answer.estimated_by
    card = next((card for card in HEURISTICS if card.name == name), None)  # None: the user's own heuristic
    label = name if card is None else card.label
    said = [f"h: {label}."]
    if answer.heuristic is None:
        said = [f"This algorithm uses no heuristic; h shows {label}, for comparison."]
    if answer.option and "weight" in answer.option:
        said.append("The search itself multiplied h by its weight.")
    if card is not None and card.consistent:
        said.append("With a consistent heuristic f never falls along a path.")
    elif card is not None and card.admissible:
        said.append("f may fall in places, as this heuristic is not consistent.")
    return " ".join(said)


def _why_none(state: UiState) -> str:
    """Explain why the path has no estimates."""
    answer, moves = state.player.answer, len(state.player.path)
    if answer is None or not moves:
        return ""
    if moves >= MOST_ESTIMATES:
        most = f"{MOST_ESTIMATES:,} moves"
        return f"Estimates are computed for paths of fewer than {most}; this one has {moves:,}."
    if answer.estimates is not None:
        return "Estimates were computed only for the first paths on the list."
    return UNESTIMATED if answer.outcome in UNSEARCHED else ""


def describe_chart(state: UiState) -> str:
    """Describe the chart for screen readers."""
    hs = estimates(state)
    last = len(hs) - 1
    first = "-" if not hs or hs[0] is None else _format(hs[0])
    return (
        f"Line chart of the path: the moves made, g, rise from 0 to {last}; "
        f"the estimate h goes from {first} to 0; their sum f ends at {last}."
    )


def marker(state: UiState) -> list[dict[str, float]]:
    """Make the data of the vertical line at the present move."""
    hs = estimates(state)
    top = max([g + (h or 0.0) for g, h in enumerate(hs)], default=0.0)
    return [{"x": state.player.step, "y": 0}, {"x": state.player.step, "y": top}]


def make_chart(state: UiState) -> dict[str, Any]:
    """Make the configuration for Chart.js."""
    hs = estimates(state)
    dots = 2 if len(hs) <= 60 else 0
    fs = [None if h is None else g + h for g, h in enumerate(hs)]
    lines: list[tuple[str, list[float | None]]] = [
        ("f = g + h", fs),
        ("h, the estimated moves left", hs),
        ("g, the moves made", [float(g) for g in range(len(hs))]),
    ]
    sets: list[dict[str, Any]] = [
        {"label": label, "data": [{"x": x, "y": y} for x, y in enumerate(ys)], "pointRadius": dots}
        for label, ys in lines
    ]
    sets.append({"label": "Move on show", "data": marker(state), "pointRadius": 0, "borderWidth": 3})
    return {
        "type": "line",
        "data": {"datasets": sets},
        "options": {
            "parsing": False,
            "interaction": {"mode": "index", "intersect": False},
            "plugins": {"decimation": {"enabled": False}},
            "scales": {
                "x": {
                    "type": "linear",
                    "min": 0,
                    "max": len(hs) - 1,
                    "title": {"text": "Move"},
                    "ticks": {"precision": 0},
                },
                "y": {"beginAtZero": True, "title": {"text": "Moves"}},
            },
        },
    }
