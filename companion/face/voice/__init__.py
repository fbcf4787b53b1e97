"""The voice: what is spoken of a step of the game, and of what the screen says."""
