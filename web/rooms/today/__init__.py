"""Today: the board of the date, the same for everybody, and how one's own week went."""
