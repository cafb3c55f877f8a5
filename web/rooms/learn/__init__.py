"""The Learn room: a course of lessons, with boards and mistakes from real courses."""
