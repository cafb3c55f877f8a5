"""Practice: solve scrambles by hand against a clock, and compare each solve with the shortest solution."""
