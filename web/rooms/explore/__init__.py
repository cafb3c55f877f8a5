"""The Explore room: a search tree that grows step by step, and a game of predicting the next node."""
