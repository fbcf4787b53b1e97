"""The commands about past games."""
