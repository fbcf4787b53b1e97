"""The game in progress: its turns, undo and put back, and the store that keeps every step.

`sitting.Sitting` is what the group sits at, immutable; each `events.Event` makes the next one and
is one row in the store, so that reading the rows again gives the same sitting.
"""
