"""Additive pattern databases: how many moves each group of tiles needs. The sum is a lower bound.

`symmetry` turns and mirrors boards. `table` defines a pattern database and its place in the memory of a
kernel. `partition` divides the tiles into groups, `build` builds the databases, `codec` packs them into
files, and `catalogue` finds them or has them built. `chosen` builds databases for groups that a user names.
"""

MAX_PATTERN_CELLS = 25  # of the largest board: the kernels store a set of cells as the bits of one number
