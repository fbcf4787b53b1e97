"""The commands about backups: one is made, and one is restored."""
