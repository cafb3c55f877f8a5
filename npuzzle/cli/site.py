"""The commands for the page: `serve` opens it on this machine, `build` writes it for any host."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from npuzzle import site
from npuzzle.cli.board_io import add_json
from npuzzle.cli.parser import Parser, Place
from npuzzle.cli.terminal import OK, print_json, print_text, takes_codes
from npuzzle.site.build import COMPRESSED, Built, build
from npuzzle.site.documents import FOLDER
from npuzzle.site.files import Site, here
from npuzzle.site.page_files import MEMORY
from npuzzle.text import align


def add_runtime(parser: Parser) -> None:
    """Add `--runtime`, a folder with the page's runtime."""
    parser.add_argument(
        "--runtime",
        metavar="DIR",
        type=Path,
        help="if npm is missing: the folder web/vendor of a checkout, or of a site built without --compress",
        offer=Place.FOLDER,
    )


def find_site(options: argparse.Namespace) -> Site:
    """Find the page of this package, with the runtime that the options name. Raises SiteError."""
    found = here()
    return found if options.runtime is None else found.with_runtime(options.runtime)


def add_serve(parser: Parser) -> None:
    """Add the arguments of `serve`."""
    parser.add_argument(
        "--port", type=int, metavar="N", help="the port (default: 8000, or a free port if 8000 is in use)"
    )
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    add_runtime(parser)
    add_json(parser)
    parser.set_defaults(run=_serve)


def _serve(options: argparse.Namespace) -> int:
    say = _say_in_json if options.json else _say
    site.serve(find_site(options), say, port=options.port, open_browser=not options.no_open)
    if takes_codes(sys.stderr):
        print(file=sys.stderr)  # ends the line on which the terminal shows ^C
    return OK


def _say(address: str) -> None:
    print_text(f"The page is at {address} (Ctrl-C stops the server)")


def _say_in_json(address: str) -> None:
    print_json({"address": address})


COPIES = {"gz": "gzip", "br": "Brotli"}


def add_build(parser: Parser) -> None:
    """Add the arguments of `build`."""
    parser.add_argument(
        "folder",
        metavar="DIR",
        type=Path,
        help="a new or empty folder, or an earlier build",
        offer=Place.FOLDER,
    )
    parser.add_argument(
        "--compress",
        metavar="KINDS",
        default="",
        help=f"also write compressed copies, for hosts that send those: {', '.join(COMPRESSED)}, or both",
    )
    add_runtime(parser)
    add_json(parser)
    parser.set_defaults(run=_build)


def _build(options: argparse.Namespace) -> int:
    kinds = [kind.strip() for kind in options.compress.split(",") if kind.strip()]
    built = build(options.folder, find_site(options), kinds)
    if options.json:
        print_json(built.to_dict())
    else:
        print_text(_describe(built))
    return OK


def _describe(built: Built) -> str:
    """List the files with their sizes, and describe how much a visitor loads."""
    kinds = built.kinds()
    heads = ["", *(COPIES.get(kind, "bytes") for kind in kinds)]
    lines = [
        [name, *(f"{sizes[kind]:,}" if kind in sizes else "" for kind in kinds)]
        for name, sizes in built.sizes.items()
    ]
    loads = [f"{built.total(kind) / 1e6:.2f} MB{_name_encoding(kind)}" for kind in kinds]
    total = sum(sizes[""] for sizes in built.sizes.values())
    return "\n".join(
        [
            align([heads, *lines], right=[False, *(True for _ in kinds)]),
            f"Built {built.folder}: {len(built.sizes)} files, {total / 1e6:.1f} MB.",
            f"A first visit loads {', '.join(loads)}.",
            _describe_later_visits(built),
        ]
    )


def _describe_later_visits(built: Built) -> str:
    """Describe which files of the site a browser fetches in the background."""
    fetched = []
    if MEMORY in built.sizes:
        copies = [f"{size / 1e6:.1f} MB{_name_encoding(kind)}" for kind, size in built.sizes[MEMORY].items()]
        fetched.append(f"the snapshot ({', '.join(copies)})")
    if any(name.startswith(f"{FOLDER}/") for name in built.sizes):
        fetched.append("the documents")
    behind = f"In the background it also loads {' and '.join(fetched)}; " if fetched else ""
    said = f"{behind}later visits load nothing, until a new version."
    return said[0].upper() + said[1:]


def _name_encoding(kind: str) -> str:
    return f" as {COPIES[kind]}" if kind else ""
