"""The parts of the page's state: each module holds the data of one idea and its values."""
