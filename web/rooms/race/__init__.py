"""Race: a few ways of solving side by side, on one board or on many."""
