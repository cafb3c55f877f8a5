"""The anytime solver finds a path soon, then shorter paths, and a proof if there is time."""
