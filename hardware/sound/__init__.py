"""The speaker, and its sounds."""
