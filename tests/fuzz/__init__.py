"""Hostile and careless input for every reader: minutes of fuzzing by atheris, and a quick test."""
