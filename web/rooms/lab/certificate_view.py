"""The Lab's certificate on the page: the verdict, the boards that refute a claim, the comparisons."""

from __future__ import annotations

from npuzzle.lab import Certificate
from web.rooms.lab import words
from web.ui.dom import Dom, by_id, make
from web.ui.grid import draw_grid


def draw_certificate(dom: Dom, proof: Certificate, seconds: float) -> None:
    """Draw a certificate that took so many seconds."""
    dom.text("lab-verdict", words.headline(proof))
    dom.attribute("lab-verdict", "data-kind", words.kind(proof))
    dom.text("lab-meaning", words.meaning(proof))
    for name in ("admissible", "consistent", "at_goal", "counterexample", "arc"):
        dom.text(f"lab-{name.replace('_', '-')}", getattr(words, name)(proof))
    case, pair = proof.counterexample, proof.arc
    dom.hide("lab-case", case is None)
    dom.hide("lab-pair", pair is None)
    if case is not None:
        draw_grid(by_id("lab-case-board"), case.board)
    if pair is not None:
        draw_grid(by_id("lab-pair-first"), pair.board)
        draw_grid(by_id("lab-pair-second"), pair.other)
    dom.figures("lab-figures", words.figures(proof, seconds))
    rows = []
    for label, relation, higher, lower in words.standings(proof):
        row = make("tr")
        row.append(
            make("th", label, scope="row"), make("td", relation), make("td", higher), make("td", lower)
        )
        rows.append(row)
    by_id("lab-standings").replaceChildren(*rows)
