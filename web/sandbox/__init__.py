"""The sandbox for code that users write or links bring: an interpreter without an origin, for one task."""
