"""The kernels, and the layout of boards in their memory.

A kernel is named after the module that runs it. Kernels are written in the language of `npuzzle.compiler`;
only `board_layout` is plain Python.
"""
