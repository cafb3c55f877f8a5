"""The puzzle itself: boards, their text, goals, solvability, pictures. Imports nothing above it."""
