"""A damaged file of games: what can be read of it, and how a sound one takes its place."""
