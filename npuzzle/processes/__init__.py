"""Processes of this machine that help a search. The page has workers of the browser instead."""
