"""The commands of the page: serve it on this machine, build it for any host."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from npuzzle import site
from npuzzle.cli.arguments import add_json
from npuzzle.cli.output import OK, print_json, print_text
from npuzzle.cli.terminal import takes_codes
from npuzzle.site.build import COMPRESSED, Built, build

COPIES = {"gz": "gzip", "br": "Brotli"}


def add_commands(commands: Any) -> None:
    serve = commands.add_parser(
        "serve", help="set up what is missing, and open the page", example="npuzzle serve --port 8080"
    )
    serve.add_argument("--port", type=int, metavar="N", help="default: 8000, or a free one")
    serve.add_argument("--no-open", action="store_true", help="do not open a browser")
    _add_runtime(serve)
    add_json(serve)
    serve.set_defaults(run=_serve)

    building = commands.add_parser(
        "build", help="write the static site, ready for any host", example="npuzzle build public"
    )
    building.add_argument("folder", metavar="DIR", type=Path, help="empty, new, or an earlier build")
    building.add_argument(
        "--compress",
        metavar="KINDS",
        default="",
        help=f"copies beside the files for hosts that send those: {', '.join(COMPRESSED)}, or both",
    )
    _add_runtime(building)
    add_json(building)
    building.set_defaults(run=_build)


def _add_runtime(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--runtime",
        metavar="DIR",
        type=Path,
        help="web/vendor of a checkout, or of a site built without --compress, where npm is not at hand",
    )


def _site(options: argparse.Namespace) -> site.Site:
    found = site.here()
    return found if options.runtime is None else found.with_runtime(options.runtime)


def _serve(options: argparse.Namespace) -> int:
    say = _say_in_json if options.json else _say
    site.serve(_site(options), say, port=options.port, open_browser=not options.no_open)
    if takes_codes(sys.stderr):
        print(file=sys.stderr)  # after the ^C that the terminal shows
    return OK


def _say(address: str) -> None:
    print_text(f"The page is at {address} (Ctrl-C ends)")


def _say_in_json(address: str) -> None:
    print_json({"address": address})


def _build(options: argparse.Namespace) -> int:
    kinds = [kind.strip() for kind in options.compress.split(",") if kind.strip()]
    built = build(options.folder, _site(options), kinds)
    if options.json:
        print_json(built.to_dict())
    else:
        print_text(_describe(built))
    return OK


def _describe(built: Built) -> str:
    """The files, and what a visitor has to load."""
    kinds = built.kinds()
    rows = [["", *(COPIES.get(kind, "bytes") for kind in kinds)]]
    rows += [
        [name, *(f"{sizes[kind]:,}" if kind in sizes else "" for kind in kinds)]
        for name, sizes in built.sizes.items()
    ]
    widest = [max(len(row[column]) for row in rows) for column in range(len(kinds) + 1)]
    lines = [
        " ".join(
            [f"{row[0]:{widest[0]}}", *(f"{cell:>{width}}" for cell, width in zip(row[1:], widest[1:]))]
        ).rstrip()
        for row in rows
    ]
    loads = [f"{built.total(kind) / 1e6:.2f} MB{_as(kind)}" for kind in kinds]
    every = sum(sizes[""] for sizes in built.sizes.values())
    return "\n".join(
        [
            *lines,
            f"Built {built.folder}: {len(built.sizes)} files, {every / 1e6:.1f} MB.",
            f"A first visit loads {', '.join(loads)}; later ones nothing, until there is a new version.",
        ]
    )


def _as(kind: str) -> str:
    return f" as {COPIES[kind]}" if kind else ""
