"""The page as a static site: its files and its runtime, a server for this machine, a build for any host."""

from npuzzle.site.files import ROOT, Site, here, serve, set_up
from npuzzle.site.page_files import BUNDLE, PAGE, PRECACHE, TYPES, VENDOR, precache

__all__ = [
    "BUNDLE",
    "PAGE",
    "PRECACHE",
    "ROOT",
    "TYPES",
    "VENDOR",
    "Site",
    "here",
    "precache",
    "serve",
    "set_up",
]
