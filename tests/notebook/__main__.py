"""`python -m tests.notebook`: run the example notebook and keep its outputs in it.

Outputs that differ from those kept in seconds only are left as they are.
"""

from __future__ import annotations

import sys

from tests.notebook import book


def main() -> int:
    kept = book.read()
    changed = book.update_outputs(kept, book.run_in_fresh_kernel(kept))
    book.PATH.write_text(book.text_of(kept), encoding="utf-8")
    print(
        f"outputs of {len(changed)} cells are new: {', '.join(changed)}" if changed else "nothing has changed"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
