"""The Lab: write, certify and race your own heuristic."""
