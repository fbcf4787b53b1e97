"""How the companion gets onto a computer, is upgraded, goes back, and leaves.

It needs nothing but Python's own library: `make install` runs it from a checkout before anything is
there, and the package's scripts run it where their packages may be half installed.
"""
