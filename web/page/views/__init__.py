"""The views: each module draws a part of the page, and handles the events that need the browser."""
