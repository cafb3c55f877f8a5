"""Further workers of the page that share a search. `pool` defines the messages between the workers."""
