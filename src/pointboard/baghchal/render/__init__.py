"""Pictures of a position: text and SVG."""
