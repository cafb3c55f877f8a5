"""Processes of this machine that help a search; the page has workers of the browser instead."""
