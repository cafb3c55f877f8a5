"""The command `build`: write the static site, ready for any host."""

from __future__ import annotations

import argparse
from pathlib import Path

from npuzzle.cli.board_arguments import add_json
from npuzzle.cli.output import OK, print_json, print_text
from npuzzle.cli.parser import Parser, Place
from npuzzle.cli.site import add_runtime, find_site
from npuzzle.site.build import COMPRESSED, Built, build
from npuzzle.site.documents import FOLDER
from npuzzle.site.page_files import MEMORY
from npuzzle.text import align

COPIES = {"gz": "gzip", "br": "Brotli"}


def add_arguments(parser: Parser) -> None:
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
    """List the files with their sizes, and say how much a visitor loads."""
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
    """Say what a browser fetches in the background, of what the site has."""
    fetched = []
    if any(name.startswith(f"{FOLDER}/") for name in built.sizes):
        fetched.append("the first visit also fetches the documents")
    if MEMORY in built.sizes:
        copies = [f"{size / 1e6:.1f} MB{_name_encoding(kind)}" for kind, size in built.sizes[MEMORY].items()]
        fetched.append(f"the second visit fetches the snapshot ({', '.join(copies)})")
    behind = f"In the background {', '.join(fetched)}; " if fetched else ""
    said = f"{behind}later visits load nothing, until a new version."
    return said[0].upper() + said[1:]


def _name_encoding(kind: str) -> str:
    return f" as {COPIES[kind]}" if kind else ""
