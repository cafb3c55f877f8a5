"""Hints while playing by hand: found in the worker, kept in the state, shown on the board."""
