"""The names under which the browser saves files of larger tables, for the page and for the worker."""

from __future__ import annotations


def cache_name(site: str) -> str:
    """Return the name of a site's cache. A host may have several sites, each in a folder."""
    return f"npuzzle tables {site}"


def address_of(site: str, name: str) -> str:
    """Return the address of a file of tables in the cache. Nothing is ever fetched from this address."""
    return f"{site}tables/{name}"
