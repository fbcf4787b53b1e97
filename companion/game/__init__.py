"""The rules of Hanabi, pure and immutable: they know nothing of devices, clocks, disks or screens.

`setup.Setup` is what the group chose, `rules.start` deals, `rules.apply` takes one action to the
next state; `outlook` says what can still be reached and `view` writes a state as JSON.
"""
