"""The browser behind a few names: elements, charts, downloads, storage, the window on a board."""
