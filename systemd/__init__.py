"""How the companion becomes a service: its units, its package, and what makes that."""
