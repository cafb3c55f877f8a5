"""index.html has what browsers need where they differ."""

from __future__ import annotations

from html.parser import HTMLParser

from npuzzle import site


class Controls(HTMLParser):
    """Collects the controls whose state Firefox restores: fields, and buttons that start disabled."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        control = dict(attrs)
        if tag in ("select", "input", "textarea") or (tag == "button" and "disabled" in control):
            self.found.append(control)


def test_no_control_comes_back_from_before_a_reload() -> None:
    """Otherwise Firefox enables buttons before Python is ready, and ticks boxes behind the page's back."""
    controls = Controls()
    controls.feed((site.ROOT / "index.html").read_text(encoding="utf-8"))
    kept = [control.get("id") for control in controls.found if control.get("autocomplete") != "off"]
    assert len(controls.found) > 50
    assert kept == []
