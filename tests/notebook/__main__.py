"""`python -m tests.notebook`: run the example notebook and save its outputs in it.

Outputs that differ from the saved ones only in times do not change.
"""

from __future__ import annotations

import sys

from tests.notebook import book


def main() -> int:
    kept = book.read()
    changed = book.update_outputs(kept, book.run_in_fresh_kernel(kept))
    book.PATH.write_text(book.text_of(kept), encoding="utf-8")
    print(
        f"cells with new outputs ({len(changed)}): {', '.join(changed)}" if changed else "nothing has changed"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
