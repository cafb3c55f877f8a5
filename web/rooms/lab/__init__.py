"""The Lab: a heuristic of one's own, written, certified and raced."""
