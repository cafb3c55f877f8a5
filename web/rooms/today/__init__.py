"""Today: the board of the date, the same for everybody, and the user's results of the week."""
