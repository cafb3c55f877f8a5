"""The anytime solver: it finds a path soon, then shorter ones, and a proof if there is time."""
