"""The page, in Python. Modules that import `pyscript` or `js`, even indirectly, need a browser."""
