"""The face: everything that people see and press, pure functions of state, messages and time.

Edges become gestures (`gestures`), the grammar says what a gesture means on each screen
(`grammar`), `steps` carries it out, `news` tells what came of it, and `screens` and `lights` say
what it all looks like.
"""
