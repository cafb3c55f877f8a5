"""The option that the commands `serve` and `build` share: where the page's runtime is."""

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
        help="the folder web/vendor of a checkout, or of a site built without --compress, if npm is missing",
        offer=Place.FOLDER,
    )


def find_site(options: argparse.Namespace) -> Site:
    """Find the page of this package, with the runtime that was given. Raises SiteError."""
    found = here()
    return found if options.runtime is None else found.with_runtime(options.runtime)
