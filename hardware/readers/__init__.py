"""The drivers of card readers."""
