"""`python -m tests.licences`: everything the page ships and the tests use, with version and licence.

Reads what is installed: web/package-lock.json and the packages beside it, what is built into them
(web/licences/inside.json), and the Python tools of this environment with all that they need. Asks no network.
Ends with 1 if a licence is unknown, if the page ships something under one that it may not, or without its
licence, or if a package of the lock file has no SHA-512.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"

#: What the page may ship: a copy may be given to anyone; of files changed under MPL-2.0, the change is in
#: web/vendor.mjs.
SHIPPABLE = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0", "OFL-1.1", "PSF-2.0"),
    *("Zlib", "blessing", "bzip2-1.0.6"),
}
#: What only runs here may also be under these.
KNOWN = SHIPPABLE | {
    "Artistic-1.0",
    "CC0-1.0",
    "LLVM-exception",
    "MIT-0",
    "MIT-CMU",
    "Public Domain",
    "Python-2.0",
}

#: How packages name a licence that has a name of its own.
SPELLED = {
    "(MIT AND Zlib)": "MIT AND Zlib",
    "APACHE-2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Apache License": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "Artistic License": "Artistic-1.0",
    "BSD": "BSD-3-Clause",
    "BSD 3-Clause License": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "ISC license": "ISC",
    "MIT License": "MIT",
    "MPL-2.0 and MIT and BSD-3-Clause": "MPL-2.0 AND MIT AND BSD-3-Clause",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}

#: Packages with the text of their licence in place of its name, or with the name in their LICENSE file only.
UNNAMED = {
    "cycler": "BSD-3-Clause",
    "kiwisolver": "BSD-3-Clause",
    "matplotlib": "PSF-2.0",
    "pkginfo": "MIT",
}

#: What the optional extras add, beside nothing: the package itself needs the standard library only.
EXTRAS = ("distributed", "gymnasium", "segno", "shtab", "textual", "wasmtime")

#: Folders of the shipped runtime that are made from the others: Python, compiled or as its memory.
MADE_HERE = {"compiled", "snapshot"}

#: In the lock file, yet in no file of the page: types for editors, and what serves PyScript's own tests.
UNSHIPPED = {"@types/emscripten", "ws"}
#: In the lock file for the set-up, which cuts the numerals out of their font (subset-font and what it needs),
#: and makes the documents into pages.
SET_UP = {
    *(
        "argparse",
        "fontverter",
        "harfbuzzjs",
        "highlight.js",
        "marked",
        "p-limit",
        "pako",
        "subset-font",
        "wawoff2",
    ),
    *("woff2sfnt-sfnt2woff", "yocto-queue"),
}


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """Something that is used: in the page, by its set-up, by an optional extra, or by the tests only."""

    where: str
    name: str
    version: str
    licence: str
    integrity: str

    @property
    def problem(self) -> str:
        """Why it should not be here; "" if it may."""
        words = set(re.split(r"\s+(?:AND|OR|WITH)\s+", self.licence))
        allowed = SHIPPABLE if self.where == "page" else KNOWN
        if not words <= allowed:
            return (
                f"{self.name} {self.version}: its licence is one of {sorted(allowed)}, got {self.licence!r}"
            )
        if self.integrity == "none":
            return f"{self.name} {self.version}: the lock file has no SHA-512 of it"
        return ""


def packages() -> Iterator[Part]:
    """What npm installs: version and hash as locked, the licence as the installed package says it."""
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    for path, locked in lock["packages"].items():
        if not path or (locked.get("optional") and not (WEB / path).exists()):  # for another platform
            continue
        name = path.rpartition("node_modules/")[2]
        installed = json.loads((WEB / path / "package.json").read_text(encoding="utf-8"))
        if installed["version"] != locked["version"]:
            raise SystemExit(f"{name} is {installed['version']}, locked is {locked['version']}: run `npm ci`")
        where = "set-up" if name in SET_UP else "page"
        where = "tests" if locked.get("dev") or name in UNSHIPPED else where
        hashed = re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", locked.get("integrity", ""))
        integrity = hashed[0][:19] if hashed else "none"
        yield Part(where, name, locked["version"], _spelled(installed.get("license", "")), integrity)


def built_in() -> Iterator[Part]:
    """What is inside those packages, in none of its own."""
    for part in json.loads((WEB / "licences/inside.json").read_text(encoding="utf-8")):
        yield Part("page", part["name"], part["version"], part["licence"], f"in {part['inside']}")


def tools() -> Iterator[Part]:
    """What the tests need and what the optional extras add, each with all that it needs in turn."""
    extras = set(_with_needs(EXTRAS))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [line.partition("==")[0].lower() for line in project["dependency-groups"]["test"]]
    for name, found in _with_needs(asked).items():
        where = "extra" if name in extras else "tests"
        yield Part(where, found.name, found.version, _licence(found), "by version")


def _with_needs(names: Iterable[str]) -> dict[str, Distribution]:
    """Those and, step by step, what they need; what is for another platform is not installed here."""
    found: dict[str, Distribution] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            try:
                found[name] = distribution(name)
            except PackageNotFoundError:
                continue
            waiting += _needed(found[name])
    return found


def _needed(found: Distribution) -> list[str]:
    """The names a package asks for, without its extras."""
    names = []
    for line in found.requires or []:
        name, _, condition = line.partition(";")
        if not re.search(r"\bextra\s*==", condition):
            names.append(re.split(r"[^\w.-]", name.strip())[0].lower().replace("_", "-"))
    return names


def _licence(found: Distribution) -> str:
    """The licence by its expression, or else as stated in a line, or else by its class."""
    about = found.metadata
    if about["Name"] in UNNAMED:
        return UNNAMED[about["Name"]]
    stated = about.get("License-Expression") or (about.get("License") or "").strip().partition("\n")[0]
    if stated not in ("", "UNKNOWN"):
        return _spelled(stated)
    classes = [line.rpartition(" :: ")[2] for line in about.get_all("Classifier") or [] if "License" in line]
    return _spelled(classes[0]) if classes else ""


def _spelled(stated: str) -> str:
    return SPELLED.get(stated.strip(), stated.strip())


def everything() -> list[Part]:
    return sorted([*packages(), *built_in(), *tools()])


def unlicensed(vendor: Path) -> list[str]:
    """Folders of the shipped runtime whose licence is not beside it, or names not all that is in it."""
    missing = []
    for folder in sorted(path for path in vendor.iterdir() if path.is_dir() and path.name not in MADE_HERE):
        licence = folder / "LICENSE"
        if not licence.is_file() or licence.stat().st_size < 1000:
            missing.append(f"{folder.name}: no LICENSE beside it")
    texts = "".join(path.read_text(encoding="utf-8") for path in vendor.glob("*/LICENSE"))
    for part in everything():
        if part.where == "page" and part.name not in texts:
            missing.append(f"{part.name}: in no LICENSE of {vendor.name}")
    return missing


def main() -> int:
    parts = everything()
    rows = [(part.name, part.version, part.licence, part.where, part.integrity) for part in parts]
    rows.insert(0, ("name", "version", "licence", "where", "integrity"))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for row in rows:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())
    problems = [part.problem for part in parts if part.problem] + unlicensed(WEB / "vendor")
    shipped = sum(part.where == "page" for part in parts)
    print(f"{len(parts)} parts, {shipped} of them in the page; {len(problems)} problems.")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
