"""The solver of the page: a worker, the messages to it and from it, its tasks."""
