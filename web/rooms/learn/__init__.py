"""The Learn room: a course of lessons, on boards and mistakes that real courses have had."""
