"""The Explore room: a search tree that grows step by step, and a quiz about the node that comes next."""
