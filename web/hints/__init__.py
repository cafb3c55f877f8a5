"""Hints while playing by hand: their data, the user's choice of hints, and the worker's search for them."""
