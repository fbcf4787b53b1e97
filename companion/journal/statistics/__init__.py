"""What is derived from the events of the games: who played, and what came of it."""
