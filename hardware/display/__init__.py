"""The drivers of displays."""
