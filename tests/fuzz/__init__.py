"""Hostile and careless input: what is tried at every door, by atheris for minutes and by a quick test."""
