"""The views: each module draws a part of the page and turns the user's input into events."""
