"""The anytime solver: it finds a path at once, then shorter ones, and a proof if there is time."""
