"""A backup: everything that people made, in the lines of the store's text copy.

`pieces` takes it out of a store, `intake` reads one, `lacks` says what it lacks, `matching` finds
the games that a store has already, and `restoring` merges the others into it.
"""
