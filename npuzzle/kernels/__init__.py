"""The kernels, each named as the module that drives it. Written in the language of `npuzzle.kernel`."""
