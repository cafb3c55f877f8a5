"""Exercises for a course: boards at exact depths, worksheets with a key, and answers replayed."""
