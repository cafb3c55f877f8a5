"""Solve: one search for one board, its result and its path."""
