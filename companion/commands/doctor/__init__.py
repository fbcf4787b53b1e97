"""`companion doctor`: what does not work, and the command that mends it."""
