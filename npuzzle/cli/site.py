"""What the commands of the page share: where its files and its runtime are."""

from __future__ import annotations

import argparse
from pathlib import Path

from npuzzle.cli.parser import Parser, Place
from npuzzle.site.files import Site, here


def add_runtime(parser: Parser) -> None:
    """Add `--runtime`, a folder with the page's runtime."""
    parser.add_argument(
        "--runtime",
        metavar="DIR",
        type=Path,
        help="web/vendor of a checkout, or of a site built without --compress, where npm is not at hand",
        offer=Place.FOLDER,
    )


def find_site(options: argparse.Namespace) -> Site:
    """Find the page of this package, with the runtime that was given. Raises SiteError."""
    found = here()
    return found if options.runtime is None else found.with_runtime(options.runtime)
