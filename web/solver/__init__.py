"""The solver of the page: a worker, the messages between page and worker, and the worker's tasks."""
