"""`python -m tests.licences`: list everything that the page ships and the tests use, with its licence.

It reads the installed packages of web/package-lock.json, the parts built into them
(web/licences/inside.json), and the Python tools of this environment with their dependencies. It needs no
network. The exit code is 1 if a licence is unknown, if the page ships a part whose licence does not allow it
or is missing, or if a package of the lock file has no SHA-512.
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

#: Licences of parts that the page may ship, because they allow copies for anyone. The changes to files under
#: MPL-2.0 are in web/vendor.mjs.
SHIPPABLE = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0", "OFL-1.1", "PSF-2.0"),
    *("Zlib", "blessing", "bzip2-1.0.6"),
}
#: Tools that the page does not ship may also have these licences.
KNOWN = SHIPPABLE | {
    "Artistic-1.0",
    "CC0-1.0",
    "LLVM-exception",
    "MIT-0",
    "MIT-CMU",
    "Public Domain",
    "Python-2.0",
}

#: Names of licences in packages, and their SPDX names.
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

#: Packages that give the text of their licence instead of its name, or the name only in their LICENSE file.
UNNAMED = {
    "cycler": "BSD-3-Clause",
    "kiwisolver": "BSD-3-Clause",
    "matplotlib": "PSF-2.0",
    "pkginfo": "MIT",
}

#: Packages of the optional extras. The package itself needs only the standard library.
EXTRAS = ("distributed", "gymnasium", "segno", "shtab", "textual", "wasmtime")

#: Folders of the shipped runtime that are made from the others: compiled Python, and a snapshot of its
#: memory.
MADE_HERE = {"compiled", "snapshot"}

#: In the lock file, but not in the page: types for editors, and a server for PyScript's own tests.
UNSHIPPED = {"@types/emscripten", "ws"}
#: In the lock file for the set-up: subset-font, which reduces the font to its numerals, the converter of the
#: documents, and their dependencies.
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
    """A part used by the page, by its set-up, by an optional extra, or only by the tests."""

    where: str
    name: str
    version: str
    licence: str
    integrity: str

    @property
    def problem(self) -> str:
        """Why the part must not be used; "" if it may."""
        words = set(re.split(r"\s+(?:AND|OR|WITH)\s+", self.licence))
        allowed = SHIPPABLE if self.where == "page" else KNOWN
        if not words <= allowed:
            return (
                f"{self.name} {self.version}: licence must be one of {sorted(allowed)}, got {self.licence!r}"
            )
        if self.integrity == "none":
            return f"{self.name} {self.version}: the lock file has no SHA-512 for it"
        return ""


def packages() -> Iterator[Part]:
    """Yield the packages from npm: version and hash from the lock file, the licence from the package."""
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    for path, locked in lock["packages"].items():
        if not path or (locked.get("optional") and not (WEB / path).exists()):  # for another platform
            continue
        name = path.rpartition("node_modules/")[2]
        installed = json.loads((WEB / path / "package.json").read_text(encoding="utf-8"))
        if installed["version"] != locked["version"]:
            raise SystemExit(f"{name} {installed['version']} must be {locked['version']}: run `npm ci`")
        where = "set-up" if name in SET_UP else "page"
        where = "tests" if locked.get("dev") or name in UNSHIPPED else where
        hashed = re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", locked.get("integrity", ""))
        integrity = hashed[0][:19] if hashed else "none"
        yield Part(where, name, locked["version"], _spelled(installed.get("license", "")), integrity)


def built_in() -> Iterator[Part]:
    """Yield the parts that are built into those packages."""
    for part in json.loads((WEB / "licences/inside.json").read_text(encoding="utf-8")):
        yield Part("page", part["name"], part["version"], part["licence"], f"in {part['inside']}")


def tools() -> Iterator[Part]:
    """Yield the packages of the tests and of the optional extras, with their dependencies."""
    extras = set(_with_needs(EXTRAS))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [line.partition("==")[0].lower() for line in project["dependency-groups"]["test"]]
    for name, found in _with_needs(asked).items():
        where = "extra" if name in extras else "tests"
        yield Part(where, found.name, found.version, _licence(found), "by version")


def _with_needs(names: Iterable[str]) -> dict[str, Distribution]:
    """Return the packages and their dependencies, without those for other platforms."""
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
    """Return the names of a package's dependencies, without those of its extras."""
    names = []
    for line in found.requires or []:
        name, _, condition = line.partition(";")
        if not re.search(r"\bextra\s*==", condition):
            names.append(re.split(r"[^\w.-]", name.strip())[0].lower().replace("_", "-"))
    return names


def _licence(found: Distribution) -> str:
    """Return the licence: from its expression, or else from the licence field, or else from a classifier."""
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
    """List the folders of the shipped runtime without a licence, and the parts that no licence names."""
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
