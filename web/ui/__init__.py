"""The page's tools for the browser: elements, charts, downloads, the cache of tables, the viewport."""
