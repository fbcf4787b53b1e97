"""What a gesture means on each screen, what it does, and what is said about that."""
