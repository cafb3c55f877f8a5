"""The page: its state, commands, words, views and effects."""
