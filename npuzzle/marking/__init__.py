"""Marks for students' heuristics and programs."""
