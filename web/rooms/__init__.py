"""The rooms of the page, one open at a time."""
