"""Words: everything that is said to people, as data."""
