"""The face: everything that people see and press, pure functions of state, messages and time."""
