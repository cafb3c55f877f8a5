"""The anytime solver: a path at once, shorter ones after it, and a proof if there is time."""
