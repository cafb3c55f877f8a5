"""The page, in Python. The views, `app` and `worker` run only in a browser; all other modules anywhere."""
