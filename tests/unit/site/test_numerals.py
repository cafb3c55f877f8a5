"""The font of the tiles' numerals has ten digits of one width, and is requested before the first paint."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

import pytest
from fontTools.ttLib import TTFont

from npuzzle import site

NAME = "web/vendor/numerals/rubik.woff2"

#: The set-up makes the same bytes on every machine; they change with the versions in web/package.json.
SHA256 = "62d976effdb9b7535d3d316d510387849d69267f993b4c63fec541f29143c2ca"


@pytest.fixture(scope="module")
def font() -> Iterator[TTFont]:
    site.set_up()
    with TTFont(site.ROOT / NAME) as font:
        yield font


def test_the_font_has_the_ten_digits_and_nothing_else(font: TTFont) -> None:
    assert {chr(code) for code in font.getBestCmap()} == set("0123456789")


def test_tabular_digits_have_one_width(font: TTFont) -> None:
    lookups = font["GSUB"].table.LookupList.Lookup
    features = font["GSUB"].table.FeatureList.FeatureRecord
    [at] = {at for record in features if record.FeatureTag == "tnum" for at in record.Feature.LookupListIndex}
    tabular = {name: other for table in lookups[at].SubTable for name, other in table.mapping.items()}
    digits = [tabular.get(name, name) for name in font.getBestCmap().values()]
    assert len({font["hmtx"][name][0] for name in digits}) == 1


def test_the_set_up_makes_the_same_few_bytes_everywhere(font: TTFont) -> None:
    cut = (site.ROOT / NAME).read_bytes()
    assert len(cut) < 4_000
    assert hashlib.sha256(cut).hexdigest() == SHA256


def test_the_page_asks_for_the_file_that_its_style_names() -> None:
    page = (site.ROOT / "index.html").read_text(encoding="utf-8")
    style = (site.ROOT / "web/style.css").read_text(encoding="utf-8")
    [link] = re.findall(r"<link rel=\"preload\"([^>]*)>", page)
    assert f'href="./{NAME}"' in link
    assert all(word in link for word in ('as="font"', f'type="{site.TYPES[".woff2"]}"', "crossorigin"))
    [face] = re.findall(r"@font-face \{(.*?)\}", style)
    assert f'url("{NAME.removeprefix("web/")}")' in face
    assert page.index('rel="preload"') < page.index('rel="stylesheet"')
    assert NAME in site.here().kept_files()
