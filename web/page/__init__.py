"""The page: its state, what changes it, what it says, its views and effects."""
