"""Further workers of the page that share a search: `pool` says what they say to one another."""
