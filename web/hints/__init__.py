"""Hints while playing by hand: the worker finds them, the state holds them, the board shows them."""
