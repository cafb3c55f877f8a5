"""The page, in Python. The views, `app` and `worker` need a browser; all other modules run anywhere."""
