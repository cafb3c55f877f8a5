"""Practice: solve scrambles by hand against a clock, and see the shortest solution next to each time."""
