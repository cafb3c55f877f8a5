"""Solve: run one search on one board, and show its result and its path."""
