"""The daemon: the one loop that owns the state, and the threads around it."""
