"""The Learn room: five short exercises, each on boards and mistakes that real courses have had."""
