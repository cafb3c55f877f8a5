"""The views: each module draws a part of the page and turns what people do there into events."""
