"""The results of benchmarks as JSON, `results/NAME.json`, with the machine they ran on."""

from __future__ import annotations

import json
import platform
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"


def keep(name: str, rows: list[dict[str, Any]], *, where: str = "") -> None:
    """Replace the rows of the last run with these."""
    RESULTS.mkdir(exist_ok=True)
    told = {"where": where or f"CPython {platform.python_version()}", "rows": rows}
    (RESULTS / f"{name}.json").write_text(json.dumps(told, indent=1) + "\n")
