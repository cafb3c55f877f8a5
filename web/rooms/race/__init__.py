"""Race: compare a few searches next to each other, on one board or on many."""
