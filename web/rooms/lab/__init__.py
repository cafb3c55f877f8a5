"""The Lab: your own heuristic, written, certified and raced."""
