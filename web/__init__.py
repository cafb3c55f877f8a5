"""The page. `state` and `wire` are plain Python; `view`, `app` and `worker` run in the browser only."""
