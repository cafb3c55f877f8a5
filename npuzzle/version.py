"""The version of the package, below all other modules: `npuzzle.__version__`."""

__version__ = "0.1.0"
