"""Further workers of the page that share a search: `pool` defines their messages."""
