"""Hints while playing by hand: what a hint is, which are wanted, and how the worker finds them."""
