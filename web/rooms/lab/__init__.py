"""The Lab: write, certify and race your own heuristic, or race your own algorithm."""
