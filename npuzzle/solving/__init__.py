"""From a request to a result: what page, command line and library share."""
