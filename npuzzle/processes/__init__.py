"""Processes of this machine that help a search. On the page, browser workers do this instead."""
