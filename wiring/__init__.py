"""Builds: what is connected where, read from TOML, checked, and drawn as a diagram."""
