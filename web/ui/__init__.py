"""The page's tools for the browser: elements, charts, downloads, storage, the viewport."""
