"""The kernels, each with the name of the module that drives it, and the layout of boards in their memory.

They are written in the language of `npuzzle.compiler`. Only `board_layout` is plain Python.
"""
