"""The rules of Hanabi, pure and immutable; README.md lists them, and explains the records."""
