"""The face: everything that people see and press, pure functions of state, messages and time.

Edges become gestures (`gestures`), the grammar says what a gesture means on each screen
(`grammar`), `presses` takes the step, and `screens` and `lights` say what it looks like.
"""
