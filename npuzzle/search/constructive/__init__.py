"""The constructive solver: tile by tile, at any size."""
