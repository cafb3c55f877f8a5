"""What the page shows and what people do there: each module draws a part and listens to it."""
