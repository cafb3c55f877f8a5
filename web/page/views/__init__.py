"""The views: each module draws a part of the page, and hears what needs the browser to be understood."""
