"""Additive pattern tables: how many moves a few tiles need whatever the others do, added over groups.

`symmetry` turns and mirrors trays, `tables` says what a table is, `partitions` which groups a tray is cut
into, `builder` fills the tables, `files` packs them, `store` finds them or has them built.
"""
