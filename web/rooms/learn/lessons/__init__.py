"""The lessons of the course, a module each: data, with every number computed by the code that it is about."""
