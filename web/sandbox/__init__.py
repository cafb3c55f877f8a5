"""The sandbox for code that users write or that links bring: per task one interpreter without an origin."""
