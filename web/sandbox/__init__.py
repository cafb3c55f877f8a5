"""Somebody else's Python, kept apart: an interpreter of its own, with no origin, for one task."""
