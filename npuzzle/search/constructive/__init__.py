"""The constructive solver brings home one tile after the other, on boards of any size."""
