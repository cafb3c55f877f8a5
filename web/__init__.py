"""The page: plain Python, but for the views, `app` and `worker`, which run in the browser only."""
