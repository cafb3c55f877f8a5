"""Where the browser keeps files of larger tables, for the page and for its worker."""

from __future__ import annotations


def cache_name(site: str) -> str:
    """Return the name of the cache for a site. A host may have several, each in its folder."""
    return f"npuzzle tables {site}"


def address_of(site: str, name: str) -> str:
    """Return the address that a file of tables has in the cache. Nothing is fetched from it."""
    return f"{site}tables/{name}"
