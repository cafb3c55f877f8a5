"""From a request to a result: the code that the page, the command line and the library share."""
