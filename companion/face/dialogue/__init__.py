"""What a gesture means on each screen, what becomes of it, and what is said about that."""
